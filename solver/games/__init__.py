"""The registry of games. A new game is one folder and one line in GAMES."""

from __future__ import annotations

from os import PathLike

from solver.errors import NotationError
from solver.game import State
from solver.games.colt.game import COLT
from solver.games.game_type import Game
from solver.games.heckmeck.game import HECKMECK
from solver.games.longhorn.game import LONGHORN
from solver.games.nimmt.game import NIMMT

GAMES: dict[str, Game] = {game.name: game for game in (LONGHORN, HECKMECK, NIMMT, COLT)}

__all__ = ["GAMES", "Game", "game_of", "parse_position"]


def game_of(state: State) -> Game:
    """The game that a state belongs to."""
    return GAMES[state.to_text().split("/", 1)[0]]


def parse_position(text: str, figures: str | PathLike[str] | None = None) -> State:
    """The state of any game's position text; its first field, game/edition, says whose.

    Raises NotationError (code ``position``) naming the offending word.
    """
    head = text.split(" ", 1)[0]
    name, slash, _ = head.partition("/")
    if name not in GAMES or not slash:
        known = ", ".join(game.edition for game in GAMES.values())
        message = f"a position begins with its game and edition ({known}), not {head!r}"
        raise NotationError(message, head, "position")
    game = GAMES[name]
    if head != game.edition:
        message = f"{head} is an edition of {name} that is not known here; known is {game.edition}"
        raise NotationError(message, head, "position")
    return game.parse(text, figures)
