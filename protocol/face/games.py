"""The games and their rules words, and the ways to begin one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike

from herdmind.state import State
from protocol.base.argcheck import words_of
from solver.errors import SetupError, quoted
from solver.games import GAMES as REGISTRY
from solver.games import Game as Entry
from solver.games import game_named


@dataclass(frozen=True, repr=False)
class Game:
    """Facts about a game before it is played.

    Attributes:
        name: the word that names the game everywhere, such as ``nimmt``.
        title: the name on its box.
        edition: the first field of its position texts, such as ``nimmt/1``.
        min_seats: fewest seats.
        max_seats: most seats.
        default_seats: seats of a deal that names none.
        rules: each rules word that a deal may name, with its meaning.
        primer: how the game is played, a paragraph a line.

    >>> import herdmind
    >>> herdmind.GAMES["nimmt"]
    <Game nimmt: 6 nimmt!, 2 to 10 seats>
    >>> herdmind.GAMES["nimmt"].rules["round"]
    'a single round is the game'
    """

    name: str
    title: str
    edition: str
    min_seats: int
    max_seats: int
    default_seats: int
    rules: Mapping[str, str]
    primer: str

    def __repr__(self) -> str:
        seats = (
            f"{self.min_seats}"
            if self.min_seats == self.max_seats
            else f"{self.min_seats} to {self.max_seats}"
        )
        return f"<Game {self.name}: {self.title}, {seats} seats>"


class Games(Mapping[str, Game]):
    """The games by name, read-only. A game's modules are loaded when it is first looked up.

    >>> import herdmind
    >>> sorted(herdmind.GAMES)
    ['colt', 'heckmeck', 'longhorn', 'nimmt', 'pickomino']
    """

    def __getitem__(self, name: str) -> Game:
        entry = REGISTRY[name]
        return Game(
            entry.name,
            entry.title,
            entry.edition,
            entry.min_seats,
            entry.max_seats,
            entry.default_seats,
            entry.rules_words,
            entry.primer,
        )

    def __contains__(self, name: object) -> bool:
        return name in REGISTRY  # the inherited one would load the game

    def __iter__(self) -> Iterator[str]:
        return iter(REGISTRY)

    def __len__(self) -> int:
        return len(REGISTRY)

    def __repr__(self) -> str:
        return f"<games {', '.join(self)}>"


GAMES = Games()
"""The games by name, read-only; a game's modules are loaded when it is first looked up."""


def entry_of(game: str | Game) -> Entry:
    """The registry's entry of a game, by its name, its title or another of its names, in any case.

    Raises:
        SetupError: there is no such game.
    """
    name = game.name if isinstance(game, Game) else game
    if not isinstance(name, str):
        raise TypeError(f"a game is one of GAMES or its name, not {name!r}")
    found = game_named(name)
    if found is None:
        raise SetupError(f"there is no game {quoted(str(game))}; there are: {', '.join(REGISTRY)}", str(game))
    return found


def deal(
    game: str | Game,
    *,
    seats: int | None = None,
    seed: int | None = None,
    rules: Sequence[str] = (),
    figures: str | PathLike[str] | None = None,
) -> State:
    """Deal a fresh game.

    Args:
        game: a game, or one of its names in any case (``nimmt``, ``6 nimmt!``).
        seats: the number of seats; the game's usual number when left out.
        seed: 0 to 2**64-1; the same seed gives the same set-up everywhere. Left out: the game's standard
            deal. The seed decides the set-up alone; later chance events are made by the caller
            (:meth:`State.play_chance`, :meth:`State.push`).
        rules: rules words, from :attr:`Game.rules`; a list, or a text with blanks between them.
        figures: a file of figures that replaces the game's own.

    Raises:
        SetupError: the game, a rules word, the seats, the seed or the figures are wrong; ``error.token`` is
            the offending word.

    >>> import herdmind
    >>> herdmind.deal("nimmt", seats=4, seed=7, rules=["small"])
    <State nimmt: 4 seats, round 1, trick 1, seats 0 1 2 3 to move>
    >>> herdmind.deal("longhorn", seats=3)
    Traceback (most recent call last):
    solver.errors.SetupError: longhorn is played by 2 seats, not 3
    """
    entry = entry_of(game)
    setup = entry.default_seed if seed is None else seed
    return State._of(entry.initial(setup, seats, words_of(rules, "rules"), figures), entry)


def enter(
    game: str | Game,
    viewer: int,
    *,
    seats: int | None = None,
    rules: Sequence[str] = (),
    figures: str | PathLike[str] | None = None,
) -> State:
    """Begin a game that lies on a real table, as seat ``viewer`` sees it.

    The set-up comes first: each thing that lies on the table is a chance event, pushed as a token, and
    :meth:`State.asks` says in words what comes next. Then the game goes on as a view: what the seat does not
    see is pushed as ``x``.

    Args:
        viewer: the seat that looks, from 0.
        game, seats, rules, figures: as for :func:`deal`.

    Raises:
        SetupError: as :func:`deal`; also when the game cannot be begun like this.

    >>> import herdmind
    >>> state = herdmind.enter("nimmt", 0, seats=2, rules=["round"])
    >>> state.asks()
    'the card that begins row 1'
    """
    entry = entry_of(game)
    return State._of(entry.entered(viewer, seats, words_of(rules, "rules"), figures), entry)
