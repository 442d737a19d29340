"""Heckmeck Barbecue, the whole game in plain Python: the reference that tests compare the fast engine with.

Written from the rules of the game only. A position is plain data, every operation returns a fresh one, and
the dice are rolled by the caller. Nothing here is meant to be quick.

A turn goes through three phases: `roll` (the caller throws the dice that are left), `aside` (the seat sets
one face of the roll aside) and `decide` (the seat stops or rolls on). A turn that fails, or stops, is settled
at once. Wrong input raises `ValueError` naming what is at fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial
from random import Random
from typing import Any

FACES = ("1", "2", "3", "4", "worm", "6")
"""The words of the six faces of a die; wherever faces are counted, they stand in this order."""
VALUES = (1, 2, 3, 4, 5, 6)
"""Points that each face adds to a total; the worm counts five."""
WORM = FACES.index("worm")

PHASES = ("roll", "aside", "decide", "over")
ENDINGS = ("supply", "grill", "snails")
"""Why a game is over: a failed turn without a snail in the supply; a failed turn without a space for the
snail; a stop above the last space without a snail anywhere."""

Counts = tuple[int, ...]
"""Number of dice that show each of the six faces."""


@dataclass(frozen=True)
class Figures:
    """The printed figures of the game.

    Attributes:
        dice: how many dice are rolled at the start of a turn.
        lowest: the number of the first space of the grill; the others follow without a gap.
        worms: the worms printed on each space, from the first to the last.
        snails: all the snails of the game.
        snail_points: what a snail is worth at the end.
        plates: the plates of each player.
        bank: the worth of all the worms of the box; a matter of the table only, scores are never cut.
    """

    dice: int = 8
    lowest: int = 23
    worms: tuple[int, ...] = (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4)
    snails: int = 12
    snail_points: int = 3
    plates: int = 10
    bank: int = 50

    @property
    def highest(self) -> int:
        """The number of the last space; a total above it is for a snail."""
        return self.lowest + len(self.worms) - 1

    @property
    def spaces(self) -> range:
        """The numbers of all spaces, ascending."""
        return range(self.lowest, self.highest + 1)

    def on_space(self, space: int) -> int:
        """The worms printed on `space`."""
        if space not in self.spaces:
            raise ValueError(f"space {space}: the grill goes from {self.lowest} to {self.highest}")
        return self.worms[space - self.lowest]


PRINTED = Figures()


def all_rolls(dice: int) -> Iterator[tuple[Counts, Fraction]]:
    """Every roll of `dice` dice as counts of faces, with its chance; the chances sum to 1."""
    for faces in combinations_with_replacement(range(len(FACES)), dice):
        counts = tuple(faces.count(face) for face in range(len(FACES)))
        orders = factorial(dice)
        for count in counts:
            orders //= factorial(count)
        yield counts, Fraction(orders, len(FACES) ** dice)


def random_roll(dice: int, random: Random) -> Counts:
    """A roll of `dice` dice, drawn with `random`, as counts of faces."""
    faces = [random.randrange(len(FACES)) for _ in range(dice)]
    return tuple(faces.count(face) for face in range(len(FACES)))


def dice_for(total: int) -> Counts:
    """Seven dice or fewer, a worm among them, that make `total` (5 to 41): as they could be set aside."""
    for worms in range(1, 8):
        for sixes in range(8 - worms):
            rest = total - 5 * worms - 6 * sixes
            if rest == 0:
                return (0, 0, 0, 0, worms, sixes)
            for face in range(WORM):
                number, over = divmod(rest, face + 1)
                if rest > 0 and not over and worms + sixes + number <= 7:
                    counts = [0, 0, 0, 0, worms, sixes]
                    counts[face] = number
                    return tuple(counts)
    raise ValueError(f"total {total}: no dice make it")


class Position:
    """One position of Heckmeck Barbecue. Treat it as unchangeable: every move returns a new one.

    Attributes:
        figures: the printed figures in force.
        seats: how many players, 2 to 5.
        plates: for each space with plates, the seat that owns each of them: `[2]` is one plate of seat 2,
            `[2, 2]` a space that seat 2 has protected. A space without plates has no entry.
        grill_snails: the spaces where a snail lies.
        hand: the plates that each seat still has in hand.
        worms: the worms of each seat, in points.
        snails: the snails of each seat.
        supply: the snails beside the grill.
        turn: the seat whose turn it is; after the end, the seat that acted last.
        aside: the dice set aside in this turn, counted by face.
        roll: the roll to choose from, counted by face; `None` outside phase `aside`.
        phase: `roll`, `aside`, `decide` or `over`.
        ending: in phase `over` one of `supply`, `grill`, `snails`; else "".
    """

    def __init__(self, seats: int, figures: Figures = PRINTED) -> None:
        """The start of a game of `seats` players: everything in hand, seat 0 about to roll."""
        if not 2 <= seats <= 5:
            raise ValueError(f"seats {seats}: 2 to 5 can play")
        self.figures = figures
        self.seats = seats
        self.plates: dict[int, list[int]] = {}
        self.grill_snails: set[int] = set()
        self.hand = [figures.plates] * seats
        self.worms = [0] * seats
        self.snails = [0] * seats
        self.supply = figures.snails
        self.turn = 0
        self.aside: Counts = (0,) * len(FACES)
        self.roll: Counts | None = None
        self.phase = "roll"
        self.ending = ""

    # Plain data

    @staticmethod
    def of(seats: int, figures: Figures = PRINTED, **data: Any) -> Position:
        """A position from explicit data, by the names of the attributes; omitted data is as at the start.

        `hand` and `supply`, if omitted, are everything neither on the grill nor with a player. `ValueError`
        if the data contradict each other.
        """
        position = Position(seats, figures)
        for name, value in data.items():
            if name not in vars(position) or name in ("figures", "seats"):
                raise ValueError(f"{name}: no part of a position")
            setattr(position, name, value)
        position = position.copy()
        if "hand" not in data:
            position.hand = [figures.plates - position._on_grill(seat) for seat in range(seats)]
        if "supply" not in data:
            position.supply = figures.snails - len(position.grill_snails) - sum(position.snails)
        if "phase" not in data and (position.roll is not None or any(position.aside)):
            position.phase = "decide" if position.roll is None else "aside"
        _check(position)
        return position

    def data(self) -> dict[str, Any]:
        """Everything that can change in a game, as a fresh dictionary of plain values."""
        return {
            "plates": {space: list(self.plates[space]) for space in sorted(self.plates)},
            "grill_snails": set(self.grill_snails),
            "hand": list(self.hand),
            "worms": list(self.worms),
            "snails": list(self.snails),
            "supply": self.supply,
            "turn": self.turn,
            "aside": tuple(self.aside),
            "roll": None if self.roll is None else tuple(self.roll),
            "phase": self.phase,
            "ending": self.ending,
        }

    def copy(self) -> Position:
        """An equal position that shares nothing with this one."""
        other = Position(self.seats, self.figures)
        for name, value in self.data().items():
            setattr(other, name, value)
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same_game = self.seats == other.seats and self.figures == other.figures
        return same_game and self.data() == other.data()

    def __repr__(self) -> str:
        words = ", ".join(f"{name}={value!r}" for name, value in self.data().items())
        return f"Position.of({self.seats}, {self.figures!r}, {words})"

    # The turn

    def total(self) -> int:
        """The sum of the dice set aside."""
        return sum(count * value for count, value in zip(self.aside, VALUES, strict=True))

    def dice_left(self) -> int:
        """Number of dice not yet set aside."""
        return self.figures.dice - sum(self.aside)

    def faces(self) -> list[int]:
        """In phase `aside`: the faces of the roll that can be set aside, ascending; never none."""
        if self.phase != "aside" or self.roll is None:
            raise ValueError(f"phase {self.phase}: no roll to choose from")
        return [face for face in range(len(FACES)) if self.roll[face] and not self.aside[face]]

    def can_stop(self) -> bool:
        """Whether the dice set aside may end the turn by choice, whatever the phase."""
        if not self.aside[WORM]:
            return False
        total = self.total()
        if total < self.figures.lowest:
            return False
        if total > self.figures.highest:
            return True
        return len(self.plates.get(total, [])) < 2

    def decisions(self) -> list[str]:
        """In phase `decide`: which of `stop` and `roll` are allowed; never none."""
        if self.phase != "decide":
            raise ValueError(f"phase {self.phase}: no choice between stopping and rolling on")
        return ["stop"] * self.can_stop() + ["roll"] * (self.dice_left() > 0)

    def choices(self) -> list[str]:
        """Choices for `apply`: faces, or `stop` and `roll`; none when dice are due or the game is over."""
        if self.phase == "aside":
            return [FACES[face] for face in self.faces()]
        if self.phase == "decide":
            return self.decisions()
        return []

    def throw(self, roll: Counts) -> Position:
        """Roll the remaining dice to `roll`: a choice of faces, or a failed turn if every face is used."""
        if self.phase != "roll":
            raise ValueError(f"phase {self.phase}: no dice are due")
        whole = len(roll) == len(FACES) and min(roll) >= 0 and sum(roll) == self.dice_left()
        if not whole:
            raise ValueError(f"roll {roll}: expected six counts that sum to {self.dice_left()}")
        after = self.copy()
        after.roll = tuple(roll)
        after.phase = "aside"
        if not after.faces():
            return after._failed()
        return after

    def set_aside(self, face: int) -> Position:
        """Every die of the roll that shows `face` (an index of `FACES`) is set aside."""
        if face not in self.faces():
            raise ValueError(f"face {face}: expected one of {self.faces()}")
        assert self.roll is not None
        after = self.copy()
        after.aside = tuple(self.roll[face] if one == face else count for one, count in enumerate(self.aside))
        after.roll = None
        after.phase = "decide"
        if not after.decisions():
            return after._failed()
        return after

    def decide(self, word: str) -> Position:
        """The seat stops (`stop`) or rolls on (`roll`)."""
        if word not in self.decisions():
            raise ValueError(f"decision {word!r}: expected one of {self.decisions()}")
        if word == "stop":
            return self._stopped()
        after = self.copy()
        after.phase = "roll"
        return after

    def apply(self, choice: str) -> Position:
        """The position after one of `choices()`."""
        if choice not in self.choices():
            raise ValueError(f"choice {choice!r}: expected one of {self.choices()}")
        if self.phase == "aside":
            return self.set_aside(FACES.index(choice))
        return self.decide(choice)

    # Effects of a turn

    def whole_turns(self) -> dict[int | None, Position]:
        """The position after each outcome of a turn that is about to start.

        By the total stopped at, where that is allowed, the lowest one above the grill standing for all such;
        by `None` where a failed turn leads.
        """
        if self.phase != "roll" or any(self.aside):
            raise ValueError(f"phase {self.phase}, aside {self.aside}: a turn must be about to begin")
        found: dict[int | None, Position] = {None: self._failed()}
        for total in (*self.figures.spaces, self.figures.highest + 1):
            turn = self.copy()
            turn.aside = dice_for(total)
            turn.phase = "decide"
            if turn.can_stop():
                found[total] = turn.decide("stop")
        return found

    def _stopped(self) -> Position:
        """The seat to move gets the reward of its total."""
        after = self.copy()
        seat, total = self.turn, self.total()
        if total > self.figures.highest:
            if after.supply:
                after.supply -= 1
            elif after.grill_snails:
                after.grill_snails.remove(max(after.grill_snails))
            else:
                return after._over("snails")
            after.snails[seat] += 1
            return after._next_turn()
        if total in after.grill_snails:
            after.grill_snails.remove(total)
            after.snails[seat] += 1
            return after._next_turn()
        worms = self.figures.on_space(total)
        owners = after.plates.pop(total, [])
        after.worms[seat] += worms
        if owners and owners != [seat]:
            (robbed,) = owners
            after.worms[robbed] -= worms
            if after.worms[robbed] < 0:
                raise AssertionError(f"seat {robbed} cannot pay {worms} worms for space {total}")
            after.hand[robbed] += 1
            owners = []
        if after.hand[seat]:
            after.hand[seat] -= 1
            owners = [*owners, seat]
        if owners:
            after.plates[total] = owners
        return after._next_turn()

    def _failed(self) -> Position:
        """The turn has failed: a snail goes on the grill, or the game ends."""
        if not self.supply:
            return self._over("supply")
        spaces = self.figures.spaces
        empty = [space for space in spaces if space not in self.plates and space not in self.grill_snails]
        single = [space for space in spaces if len(self.plates.get(space, [])) == 1]
        if not empty and not single:
            return self._over("grill")
        after = self.copy()
        space = max(empty or single)
        for owner in after.plates.pop(space, []):
            after.hand[owner] += 1
        after.grill_snails.add(space)
        after.supply -= 1
        return after._next_turn()

    def _next_turn(self) -> Position:
        after = self.copy()
        after._clear_dice()
        after.turn = (self.turn + 1) % self.seats
        after.phase = "roll"
        return after

    def _over(self, ending: str) -> Position:
        after = self.copy()
        after._clear_dice()
        after.phase = "over"
        after.ending = ending
        return after

    def _clear_dice(self) -> None:
        self.aside = (0,) * len(FACES)
        self.roll = None

    # Counting

    def _on_grill(self, seat: int) -> int:
        return sum(owners.count(seat) for owners in self.plates.values())

    def bank_left(self) -> int:
        """The worth of the worms that no player has; below 0 when the box does not suffice."""
        return self.figures.bank - sum(self.worms)

    def scores(self) -> list[int]:
        """The points of each seat if they were counted now: worms and snails."""
        points = self.figures.snail_points
        return [worms + points * snails for worms, snails in zip(self.worms, self.snails, strict=True)]

    def ranks(self) -> list[int]:
        """The rank of each seat, 1 the best, a tie sharing it; `ValueError` before the end."""
        if self.phase != "over":
            raise ValueError(f"no ranks in phase {self.phase}: the game is not over")
        standing = [(points, self._best_space(seat)) for seat, points in enumerate(self.scores())]
        return [1 + sum(other > mine for other in standing) for mine in standing]

    def _best_space(self, seat: int) -> int:
        """The highest space where `seat` has a plate; 0 if it has none."""
        return max((space for space, owners in self.plates.items() if seat in owners), default=0)


def _need(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)


def _check(position: Position) -> None:
    """Refuse data that contradict themselves."""
    figures, seats = position.figures, position.seats
    _need(0 <= position.turn < seats, f"turn {position.turn}: the seats are 0 to {seats - 1}")
    for name in ("hand", "worms", "snails"):
        values = getattr(position, name)
        _need(len(values) == seats, f"{name} {values}: expected {seats} numbers")
        _need(min(values) >= 0, f"{name} {values}: expected no number below 0")
    for space, owners in position.plates.items():
        _need(space in figures.spaces, f"space {space}: the grill goes to {figures.highest}")
        _need(len(owners) in (1, 2), f"space {space}: {len(owners)} plates, expected one or two")
        _need(len(set(owners)) == 1, f"space {space}: plates of different seats")
        _need(owners[0] in range(seats), f"space {space}: no seat {owners[0]}")
        _need(space not in position.grill_snails, f"space {space}: both plates and a snail")
    for space in position.grill_snails:
        _need(space in figures.spaces, f"snail on space {space}: the grill goes to {figures.highest}")
    for seat in range(seats):
        plates = position.hand[seat] + position._on_grill(seat)
        _need(plates == figures.plates, f"seat {seat}: {plates} plates, a player has {figures.plates}")
        owed = sum(figures.on_space(s) * owners.count(seat) for s, owners in position.plates.items())
        _need(position.worms[seat] >= owed, f"seat {seat}: fewer worms than its plates brought, {owed}")
    snails = position.supply + len(position.grill_snails) + sum(position.snails)
    _need(position.supply >= 0, f"supply {position.supply}: expected no number below 0")
    _need(snails == figures.snails, f"{snails} snails: there are {figures.snails}")
    _check_dice(position)


def _check_dice(position: Position) -> None:
    aside, roll, phase = position.aside, position.roll, position.phase
    _need(phase in PHASES, f"phase {phase!r}: expected one of {' '.join(PHASES)}")
    _need(len(aside) == len(FACES) and min(aside) >= 0, f"aside {aside}: expected six counts")
    _need(position.dice_left() >= 0, f"aside {aside}: there are {position.figures.dice} dice")
    _need((roll is not None) == (phase == "aside"), f"roll {roll}: not in phase {phase}")
    _need((position.ending in ENDINGS) == (phase == "over"), f"ending {position.ending!r} in phase {phase}")
    if phase == "over":
        _need(not any(aside), "aside: expected none after the end")
        if position.ending == "snails":
            _need(not position.supply and not position.grill_snails, "ending snails: there are some left")
        if position.ending == "supply":
            _need(not position.supply, "ending supply: it is not empty")
        if position.ending == "grill":
            _need(position.supply > 0, "ending grill: the supply is empty")
            filled = all(
                s in position.grill_snails or len(position.plates.get(s, [])) == 2
                for s in position.figures.spaces
            )
            _need(filled, "ending grill: a space could take a snail")
    elif phase == "roll":
        _need(position.dice_left() > 0, "phase roll: no dice are left")
    elif phase == "decide":
        _need(any(aside), "phase decide: nothing has been set aside")
        _need(bool(position.decisions()), "phase decide: the turn has failed")
    else:
        assert roll is not None
        whole = len(roll) == len(FACES) and min(roll) >= 0 and sum(roll) == position.dice_left()
        _need(whole, f"roll {roll}: expected six counts that sum to {position.dice_left()}")
        _need(bool(position.faces()), f"roll {roll}: every face is used, the turn has failed")
