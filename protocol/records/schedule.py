"""Which games a match consists of: deals from one seed, and who sits where on each.

All games on one deal are a *group*. Line-ups are rotated so that every player meets the deal from every
seat; the group is the unit of all statistics, since its games share their luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from protocol.base.errors import Code, ProtocolError
from protocol.records.lineup import PlayerSpec
from solver.rng import mix

#: Separates the players' seeds from the deals' seeds.
_PLAYERS = 0x9E6C63D0876A9A47
#: Most games on one deal.
GROUP_MAX = 5040

LineUp = tuple[PlayerSpec, ...]


@dataclass(frozen=True)
class Setup:
    """What all games of a match share. ``figures`` is a path, ``mark`` a digest of that file;
    ``adjudication``: when a game is decided early, as :mod:`protocol.records.adjudication` writes it."""

    game: str
    seats: int
    seed: int
    rules: tuple[str, ...] = ()
    figures: str | None = None
    mark: str | None = None
    adjudication: str = ""

    @property
    def title(self) -> str:
        """The game with its setting, for people: ``6 nimmt!, 4 seats, round``."""
        from solver.games import game_named  # loads every game

        game = game_named(self.game)
        return ", ".join([self.game if game is None else game.title, f"{self.seats} seats", *self.rules])


@dataclass(frozen=True)
class GameTask:
    """One game to play: who sits where (``players``, by seat) on which deal (``group``, from 0). ``start``:
    the text of the position that it begins from; None for the game's own set-up."""

    setup: Setup
    group: int
    players: LineUp
    start: str | None = None

    @property
    def deal(self) -> int:
        """The seed of the set-up and of all chance: the same for the whole group."""
        return mix(self.setup.seed, self.group)

    def player_seed(self, seat: int) -> int:
        """The seed of the player in ``seat``: different for every game and seat, and independent of the
        deal."""
        seed = mix(self.setup.seed ^ _PLAYERS, self.group)
        for spec in self.players:
            for byte in spec.name.encode():
                seed = mix(seed, byte)
        return mix(seed, seat)


def rotations(line_up: Sequence[PlayerSpec], team: int = 1) -> list[LineUp]:
    """The line-up and its turns around the table, each once, by ``team`` seats at a time.

    Every player (of a team, every member of it) sits in every seat equally often."""
    turns = [tuple(line_up[-k:]) + tuple(line_up[:-k]) for k in range(0, len(line_up), team)]
    return list(dict.fromkeys(turns))


def arrangements(line_up: Sequence[PlayerSpec], team: int = 1) -> list[LineUp]:
    """Every way to seat the line-up, each once; the ``team`` seats of a team stay together.

    Raises:
        ProtocolError: there are more than GROUP_MAX.
    """
    found: list[LineUp] = []
    left = Counter(line_up[k] for k in range(0, len(line_up), team))

    def seat_next(seated: LineUp) -> None:
        if len(seated) == len(line_up):
            found.append(seated)
            if len(found) > GROUP_MAX:
                raise ProtocolError(
                    Code.RANGE,
                    f"there are over {GROUP_MAX} ways to seat these {len(line_up)} players: use rotations",
                    str(len(line_up)),
                )
            return
        for player in left:
            if left[player]:
                left[player] -= 1
                seat_next(seated + (player,) * team)
                left[player] += 1

    seat_next(())
    return found


def balanced(line_up: Sequence[PlayerSpec], team: int = 1) -> list[LineUp]:
    """Seatings in which every player sits in every seat equally often, and directly behind every other
    player equally often: as many as players, or twice as many when they are odd in number. Rotations keep
    the neighbours; this does not (Williams, Experimental Designs Balanced for the Estimation of Residual
    Effects of Treatments, 1949). A line-up with a repeated player is turned.
    """
    units = [line_up[k] for k in range(0, len(line_up), team)]
    count = len(units)
    if len(set(units)) < count:
        return rotations(line_up, team)
    # steps of +1, -2, +3, ... around the players: each difference once
    row = [k // 2 if k % 2 == 0 else count - 1 - k // 2 for k in range(count)]
    rows = [row] if count % 2 == 0 or count == 1 else [row, row[::-1]]
    orders = [[(k + shift) % count for k in order] for order in rows for shift in range(count)]
    return list(dict.fromkeys(tuple(units[k] for k in order for _ in range(team)) for order in orders))


#: The ways to seat a line-up, by name.
SEATINGS: dict[str, Callable[[Sequence[PlayerSpec], int], list[LineUp]]] = {
    "rotate": rotations,
    "balanced": balanced,
    "all": arrangements,
}


def baseline(line_up: Sequence[PlayerSpec]) -> LineUp:
    """The line-up with the last player in every seat, to measure what each seat of a deal is worth."""
    return tuple([line_up[-1]] * len(line_up))


@dataclass(frozen=True)
class Schedule:
    """The seatings that are played on every deal. ``starts``: texts of the positions that the deals begin
    from, by turns; the game's own set-up when there are none."""

    setup: Setup
    seatings: tuple[LineUp, ...]
    starts: tuple[str, ...] = ()

    def group(self, index: int, seatings: Sequence[LineUp] | None = None) -> Iterator[GameTask]:
        """The games on deal ``index``; of other seatings than its own when there are some."""
        start = self.starts[index % len(self.starts)] if self.starts else None
        for players in self.seatings if seatings is None else seatings:
            yield GameTask(self.setup, index, players, start)
