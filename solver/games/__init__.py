"""The registry of games. A new game is one folder and one line in GAMES."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike

from solver.errors import NotationError
from solver.game import State
from solver.games.colt.game import COLT
from solver.games.game_type import Game
from solver.games.heckmeck.game import HECKMECK
from solver.games.longhorn.game import LONGHORN
from solver.games.nimmt.game import NIMMT
from solver.games.pickomino.game import PICKOMINO

GAMES: dict[str, Game] = {game.name: game for game in (LONGHORN, HECKMECK, NIMMT, COLT, PICKOMINO)}

__all__ = ["GAMES", "Game", "game_named", "game_of", "parse_position"]


def game_named(text: str, games: Mapping[str, Game] = GAMES) -> Game | None:
    """The game that people call so: its name, its title or another of its names, in any case and with any
    signs between letters and digits. None when there is no such game."""
    if text in games:
        return games[text]
    typed = _plain(text)
    for game in games.values():
        if typed in map(_plain, (game.name, game.title, *game.aliases)):
            return game
    return None


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


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
        raise NotationError(game.unknown_edition(head), head, "position")
    return game.parse(text, figures)
