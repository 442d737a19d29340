"""The registry of games. A new game is one folder and one line in OUTLINES."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from importlib import import_module
from os import PathLike

from solver.errors import NotationError, quoted
from solver.game import State
from solver.games.game_type import Game


@dataclass(frozen=True)
class Outline:
    """Facts about a game that are known without loading it. Its entry says the same (a test compares)."""

    edition: str
    min_seats: int
    max_seats: int


#: By the name of each game's folder. Its module ``game`` holds the entry, under the same name in capitals.
OUTLINES = {
    "longhorn": Outline("longhorn/1", 2, 2),
    "heckmeck": Outline("heckmeck/1", 2, 5),
    "nimmt": Outline("nimmt/1", 2, 10),
    "colt": Outline("colt/2", 2, 6),
    "pickomino": Outline("pickomino/1", 2, 7),
}


class Registry(MutableMapping[str, Game]):
    """The games by name. Modules of a game are loaded when it is first asked for: most programs play one."""

    def __init__(self, names: Iterable[str]) -> None:
        self._games: dict[str, Game | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Game:
        game = self._games[name]
        if game is None:
            game = self._games[name] = getattr(import_module(f"solver.games.{name}.game"), name.upper())
        return game

    def __setitem__(self, name: str, game: Game) -> None:
        self._games[name] = game

    def __delitem__(self, name: str) -> None:
        del self._games[name]

    def __contains__(self, name: object) -> bool:
        return name in self._games  # the inherited method would load the game

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


GAMES: MutableMapping[str, Game] = Registry(OUTLINES)

__all__ = ["GAMES", "Game", "Outline", "game_named", "game_of", "outline", "parse_position"]


def outline(name: str, games: Mapping[str, Game] = GAMES) -> Outline:
    """The outline of one of ``games``; a game of this registry is not loaded for it."""
    if isinstance(games, Registry) and name in OUTLINES:
        return OUTLINES[name]
    game = games[name]
    return Outline(game.edition, game.min_seats, game.max_seats)


def game_named(text: str, games: Mapping[str, Game] = GAMES) -> Game | None:
    """The game that people call ``text``: its name, title or an alias, whatever the case and whatever signs
    stand between letters and digits. None for an unknown name."""
    if text in games:
        return games[text]
    typed = _plain(text)
    for game in games.values():
        if typed in map(_plain, (game.name, game.title, *game.aliases)):
            return game
    return None


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def game_of(text: str, games: Mapping[str, Game] = GAMES) -> Game:
    """The game of a position text, named by its first field, game/edition.

    Raises NotationError (code ``position``) for an unknown game or an unsupported edition.
    """
    first = text.split(" ", 1)[0]
    name, slash, _ = first.partition("/")
    if name not in games or not slash:
        known = ", ".join(game.edition for game in games.values())
        message = f"a position begins with its game and edition (one of {known}), not {quoted(first)}"
        raise NotationError(message, first, "position")
    if first != games[name].edition:
        raise NotationError(games[name].unknown_edition(quoted(first)), first, "position")
    return games[name]


def parse_position(text: str, figures: str | PathLike[str] | None = None) -> State:
    """The state of a position text of any game, which its first field, game/edition, names.

    Raises NotationError (code ``position``) naming the offending word.
    """
    return game_of(text).parse(text, figures)
