"""Schedule of a match: deals from one seed, and the seatings of players on each deal.

All games on one deal are a *group*. Line-ups are rotated: every player meets the deal from every seat. The
group is the unit of all statistics, since its games share their luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from protocol.base.errors import Code, ProtocolError
from protocol.records.lineup import PlayerSpec, check_model
from solver.rng import mix

#: Separates the seeds of players from those of deals.
_PLAYERS = 0x9E6C63D0876A9A47
#: Most games on one deal.
GROUP_MAX = 5040

LineUp = tuple[PlayerSpec, ...]


@dataclass(frozen=True)
class Setup:
    """Settings common to all games of a match. ``figures`` is a path, ``mark`` a digest of that file;
    ``adjudication``: the rule of early decision, in the grammar of :mod:`protocol.records.adjudication`."""

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
    """Game to be played: its ``players`` by seat and its deal (``group``, from 0). ``start``: the text of the
    position from which it begins; None for the game's own set-up."""

    setup: Setup
    group: int
    players: LineUp
    start: str | None = None

    @property
    def deal(self) -> int:
        """The seed of the set-up and of all chance, common to the whole group."""
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
    """The line-up and its distinct rotations around the table, by ``team`` seats at a time.

    Every player (each member of a team) sits in every seat equally often."""
    turns = [tuple(line_up[-k:]) + tuple(line_up[:-k]) for k in range(0, len(line_up), team)]
    return list(dict.fromkeys(turns))


def arrangements(line_up: Sequence[PlayerSpec], team: int = 1) -> list[LineUp]:
    """Every distinct seating of the line-up; the ``team`` seats of a team stay together.

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
    player equally often. Their number is that of the players, or twice that if it is odd. Rotations, in
    contrast, keep the neighbours (Williams, Experimental Designs Balanced for the Estimation of Residual
    Effects of Treatments, 1949). A line-up with a repeated player is rotated.
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


#: Methods of seating a line-up, by name.
SEATINGS: dict[str, Callable[[Sequence[PlayerSpec], int], list[LineUp]]] = {
    "rotate": rotations,
    "balanced": balanced,
    "all": arrangements,
}


def baseline(line_up: Sequence[PlayerSpec]) -> LineUp:
    """The line-up with the last player in every seat, to measure the value of each seat of a deal."""
    return tuple([line_up[-1]] * len(line_up))


@dataclass(frozen=True)
class Schedule:
    """Seatings that are played on every deal. ``starts``: texts of the positions from which the deals begin
    in turn; empty for the game's own set-up."""

    setup: Setup
    seatings: tuple[LineUp, ...]
    starts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for player in dict.fromkeys(player for seating in self.seatings for player in seating):
            check_model(player, self.setup.game)

    def group(self, index: int, seatings: Sequence[LineUp] | None = None) -> Iterator[GameTask]:
        """The games on deal ``index``, in the schedule's own seatings or in the given ones."""
        start = self.starts[index % len(self.starts)] if self.starts else None
        for players in self.seatings if seatings is None else seatings:
            yield GameTask(self.setup, index, players, start)
