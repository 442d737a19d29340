"""The texts of ``help``: one line for each command, a few for each when asked by name."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.base.errors import Code, ProtocolError, quote
from solver.games import Game

#: Command: what it does in one line, then how it is written.
TOPICS: Mapping[str, tuple[str, ...]] = {
    "uci": ("introduce the engine: name, games, options", "uci"),
    "isready": ("answer readyok, during a search too", "isready"),
    "setoption": (
        "set an option",
        "setoption name NAME [value VALUE]",
        "example: setoption name MultiPV value 3",
    ),
    "ucinewgame": ("forget the last game and set up a new one", "ucinewgame"),
    "position": (
        "set the position",
        "position startpos [seats N] [seed S] [rules WORD...] [moves TOKEN...]",
        "position startpos view K [seats N] [rules WORD...] [moves TOKEN...]   (a real table, to be entered)",
        "position fen TEXT [moves TOKEN...]",
        "with seed all later chance is drawn from it; without, it is entered among the moves",
    ),
    "go": (
        "think and answer bestmove",
        "go [seat K] [movetime MS] [nodes N] [depth N] [mate N] [infinite] [ponder] [searchmoves TOKEN...]",
        "   [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]",
        "   [clocks MS...] [incs MS...]   (one number a seat, in seat order)",
        "go perft N   (the same as perft N)",
        "without a limit it thinks until the value is proven or stop comes",
    ),
    "stop": ("end the search; bestmove follows", "stop"),
    "ponderhit": ("the move pondered on was played: the clock of go ponder runs from now", "ponderhit"),
    "query": (
        "ask about the position; answered by a response line",
        "query legal [SEAT] | turn | chance | gameover | result | returns | history",
        "query position | view SEAT | perft N",
        "in words, parts parted by |:",
        "query words [SEAT] | story [SEAT [FROM]] | line TOKEN... | tally [SEAT] | names",
        "query game | rules | expects",
        "query asks | read WORD...   (what is to be entered next; what people type, as tokens)",
    ),
    "d": ("draw the position", "d [seat K] [color]   (as seat K sees it; with the terminal's colours)"),
    "eval": ("the value of the position and of every move after a short search", "eval"),
    "perft": ("count the token sequences of N plies, split by the first", "perft N"),
    "bench": ("fixed work; its node total is the build's signature", "bench [NODES]"),
    "debug": ("say more about what is done", "debug [on|off]"),
    "help": ("this list, or how one command is written or a game is played", "help [COMMAND|GAME]"),
    "quit": ("end the engine; so does the end of the input", "quit"),
}


def help_lines(topic: str | None, games: Mapping[str, Game] | None = None) -> list[str]:
    """The help text, without the leading ``info string``: on a command, or on one of ``games``.

    Raises:
        ProtocolError: there is no such command or game.
    """
    if topic is not None and topic not in TOPICS and games and topic in games:
        return game_lines(games[topic])
    if topic is None:
        width = max(map(len, TOPICS))
        lines = [f"{name:{width}}  {text[0]}" for name, text in TOPICS.items()]
        return ["Commands (help COMMAND says more; a line that begins with # is a comment):", *lines]
    if topic not in TOPICS:
        raise ProtocolError(
            Code.COMMAND, f"there is no help on {quote(topic)}; type help for the list", topic
        )
    first, *usage = TOPICS[topic]
    return [f"{topic}: {first}", *("  " + line for line in usage)]


def game_lines(game: Game) -> list[str]:
    """How a game is played, in short: its seats, its primer, its rules words."""
    seats = (
        f"{game.min_seats}" if game.min_seats == game.max_seats else f"{game.min_seats} to {game.max_seats}"
    )
    lines = [f"{game.title}, {seats} seats", *game.primer.splitlines()]
    if game.rules_words:
        lines.append("Rules words:")
        lines += [f"  {word}: {meaning}" for word, meaning in game.rules_words.items()]
    return lines
