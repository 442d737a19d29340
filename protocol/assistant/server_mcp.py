"""The server: tools, a resource for the rules of each game, prompts."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.resources import FunctionResource

from protocol import VERSION
from protocol.assistant.engineroom import EngineRoom
from protocol.assistant.mcp_tables import TABLES_MAX
from protocol.assistant.showing_mcp import rules_of
from protocol.assistant.tools import Toolbox

INSTRUCTIONS = """\
Herdmind deals board games, knows their rules, and plays, analyses and explains them. Seats count from 0. A
table is made by new_table (the server deals), enter_table (a game on a real table) or open_position (a
position text); its id goes into all other tools. In games with hidden hands, say in new_table which seat is
yours: then answers show what that seat sees, and nothing else. Moves are tokens from list_moves. engine_plays
lets the engine decide for the other seats until it is your turn again. Call game_rules before you play a game
for the first time."""


def make_server(room: EngineRoom, most: int = TABLES_MAX, folders: list[Path] | None = None) -> MCPServer:
    """The server with its tools, a resource for each game's rules, and prompts."""
    box = Toolbox(room, most, folders)
    server = MCPServer(
        "herdmind",
        title="Herdmind",
        description="Board games: deal, play, analyse, explain, review.",
        instructions=INSTRUCTIONS,
        version=VERSION,
        log_level="WARNING",
        tools=list(box.tools()),
        subscriptions=False,
    )
    with room.quick() as desk:
        titles = {name: desk.about(name).title for name in desk.games}
    for name, title in titles.items():
        server.add_resource(
            FunctionResource(
                uri=f"herdmind://rules/{name}",
                name=f"rules-{name}",
                title=f"Rules of {title}",
                description=f"How {title} is played, and its rules words.",
                mime_type="text/plain",
                fn=_rules_text(room, name),
            )
        )
    for prompt in (_play, _advise):
        server.add_prompt(
            Prompt.from_function(prompt, name=prompt.__name__.strip("_"), description=inspect.getdoc(prompt))
        )
    return server


def _rules_text(room: EngineRoom, name: str) -> Callable[[], str]:
    def read() -> str:
        rules = rules_of(room, name)
        words = "\n".join(f"{word}: {meaning}" for word, meaning in rules.rules_words.items())
        return f"{rules.text}\n\nRules words:\n{words}\n"

    return read


def _play(game: str, seats: str = "") -> str:
    """Play a game against the engine, with the assistant at your side."""
    many = f" with {seats} seats" if seats else ""
    return (
        f"Deal {game}{many} by new_table with seat 0 as my own seat. Explain the rules in a few sentences "
        "(game_rules), then play: show me the position and my moves, make the move that I choose, let the "
        "engine play the others (engine_plays), and tell me what happened. Advise me only when I ask."
    )


def _advise(game: str, seat: str = "0") -> str:
    """Advise me beside a real table."""
    return (
        f"I play {game} with friends on a real table; I am seat {seat}. Begin by enter_table, ask me for "
        "what status.asks wants until the set-up is complete, and enter what I tell you by make_move (x for "
        "what I do not see). Whenever I have to decide, analyse and tell me the best move and why."
    )
