"""Pickomino (the older Heckmeck), the whole game in plain Python: the reference that tests compare the fast
engine with.

Written from the rules of the game only. A position is plain data, every operation returns a fresh one, and
the dice are rolled by the caller. Nothing here is meant to be quick.

A turn goes through three phases: `roll` (the caller throws the dice that are left), `aside` (the seat sets
one face of the roll aside) and `decide` (the seat stops or rolls on). A turn that fails, or stops, is settled
at once. Wrong input raises `ValueError` naming what is at fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

FACES = ("1", "2", "3", "4", "5", "worm")
"""The words of the six faces of a die; wherever faces are counted, they stand in this order."""
VALUES = (1, 2, 3, 4, 5, 5)
"""Points that each face adds to a total; the worm counts five."""
WORM = FACES.index("worm")

Counts = tuple[int, ...]
"""Number of dice that show each of the six faces."""


@dataclass(frozen=True)
class Figures:
    """The printed figures: `dice` rolled at the start of a turn; `lowest`, the number on the first tile (the
    others follow without a gap); `worms` on each tile, from the first to the last."""

    dice: int = 8
    lowest: int = 21
    worms: tuple[int, ...] = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4)

    @property
    def tiles(self) -> range:
        """The numbers of all tiles, ascending."""
        return range(self.lowest, self.lowest + len(self.worms))

    def on_tile(self, tile: int) -> int:
        """The worms on a tile."""
        if tile not in self.tiles:
            raise ValueError(f"tile {tile}: there are {self.tiles[0]} to {self.tiles[-1]}")
        return self.worms[tile - self.lowest]


PRINTED = Figures()


def random_roll(dice: int, random: Random) -> Counts:
    """A roll of `dice` dice, drawn with `random`, as counts of faces."""
    faces = [random.randrange(len(FACES)) for _ in range(dice)]
    return tuple(faces.count(face) for face in range(len(FACES)))


class Position:
    """One position of Pickomino. Treat it as unchangeable: every move returns a new one.

    Attributes:
        figures: the printed figures in force.
        seats: how many players, 2 to 7.
        grill: the tiles that lie open.
        stacks: the tiles of each seat, the one on top last.
        turn: the seat whose turn it is; after the end, the seat that acted last.
        aside: the dice set aside in this turn, counted by face.
        roll: the roll to choose from, counted by face; `None` outside phase `aside`.
        phase: `roll`, `aside`, `decide` or `over`.
    """

    def __init__(self, seats: int, figures: Figures = PRINTED) -> None:
        """The start of a game of `seats` players: every tile open, seat 0 about to roll."""
        if not 2 <= seats <= 7:
            raise ValueError(f"seats {seats}: 2 to 7 can play")
        self.figures = figures
        self.seats = seats
        self.grill = set(figures.tiles)
        self.stacks: list[list[int]] = [[] for _ in range(seats)]
        self.turn = 0
        self.aside: Counts = (0,) * len(FACES)
        self.roll: Counts | None = None
        self.phase = "roll"

    # Plain data

    @staticmethod
    def of(seats: int, figures: Figures = PRINTED, **data: Any) -> Position:
        """A position from explicit data, by the names of the attributes; omitted data is as at the start.

        The phase follows from the dice. `ValueError` if the data contradict each other.
        """
        position = Position(seats, figures)
        for name, value in data.items():
            if name not in vars(position) or name in ("figures", "seats"):
                raise ValueError(f"{name}: no part of a position")
            setattr(position, name, value)
        if "grill" not in data:
            position.grill -= {tile for stack in position.stacks for tile in stack}
        position = position.copy()
        if "phase" not in data and (position.roll is not None or any(position.aside)):
            position.phase = "decide" if position.roll is None else "aside"
        _check(position)
        return position

    def data(self) -> dict[str, Any]:
        """Everything that can change in a game, as a fresh dictionary of plain values."""
        return {
            "grill": set(self.grill),
            "stacks": [list(stack) for stack in self.stacks],
            "turn": self.turn,
            "aside": tuple(self.aside),
            "roll": None if self.roll is None else tuple(self.roll),
            "phase": self.phase,
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
        return (self.seats, self.figures, self.data()) == (other.seats, other.figures, other.data())

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

    def prize(self) -> tuple[int, int | None] | None:
        """The reward of stopping now, whatever the phase: the tile, and the seat robbed of it (None: open).

        None if stopping is not allowed: no worm is set aside, or no tile can be taken.
        """
        if not self.aside[WORM]:
            return None
        total = self.total()
        if total in self.grill:
            return total, None
        for seat, stack in enumerate(self.stacks):
            if seat != self.turn and stack and stack[-1] == total:
                return total, seat
        lower = [tile for tile in self.grill if tile < total]
        return (max(lower), None) if lower else None

    def choices(self) -> list[str]:
        """Choices for `apply`: faces of the roll, or `stop` and `roll`; none when dice are due or the game is
        over."""
        if self.phase == "aside" and self.roll is not None:
            return [FACES[f] for f in range(len(FACES)) if self.roll[f] and not self.aside[f]]
        if self.phase == "decide":
            return ["stop"] * (self.prize() is not None) + ["roll"] * (self.dice_left() > 0)
        return []

    def throw(self, roll: Counts) -> Position:
        """Roll the remaining dice to `roll`: a choice of faces, or a failed turn if every face is used."""
        if self.phase != "roll":
            raise ValueError(f"phase {self.phase}: no dice are due")
        if len(roll) != len(FACES) or min(roll) < 0 or sum(roll) != self.dice_left():
            raise ValueError(f"roll {roll}: expected six counts that sum to {self.dice_left()}")
        after = self.copy()
        after.roll = tuple(roll)
        after.phase = "aside"
        return after if after.choices() else after._failed()

    def apply(self, choice: str) -> Position:
        """The position after one of `choices()`."""
        if choice not in self.choices():
            raise ValueError(f"choice {choice!r}: expected one of {self.choices()}")
        if choice == "stop":
            return self._stopped()
        after = self.copy()
        if self.phase == "decide":
            after.phase = "roll"
            return after
        assert self.roll is not None
        face = FACES.index(choice)
        after.aside = tuple(self.roll[face] if f == face else count for f, count in enumerate(self.aside))
        after.roll = None
        after.phase = "decide"
        return after if after.choices() else after._failed()

    # Effects of a turn

    def _stopped(self) -> Position:
        prize = self.prize()
        assert prize is not None
        tile, robbed = prize
        after = self.copy()
        if robbed is None:
            after.grill.remove(tile)
        else:
            after.stacks[robbed].pop()
        after.stacks[self.turn].append(tile)
        return after._ended_turn()

    def _failed(self) -> Position:
        """The seat's top tile goes back to the grill; then the highest open tile is turned over for good,
        unless it is that very one. A seat without a tile gives nothing back; the highest is turned over.
        """
        after = self.copy()
        returned = after.stacks[self.turn].pop() if after.stacks[self.turn] else None
        if returned is not None:
            after.grill.add(returned)
        highest = max(after.grill)
        if highest != returned:
            after.grill.remove(highest)
        return after._ended_turn()

    def _ended_turn(self) -> Position:
        after = self.copy()
        after.aside = (0,) * len(FACES)
        after.roll = None
        if after.grill:
            after.turn = (self.turn + 1) % self.seats
            after.phase = "roll"
        else:
            after.phase = "over"
        return after

    # Counting

    def turned(self) -> set[int]:
        """The tiles that were turned over: they are out of the game."""
        return set(self.figures.tiles) - self.grill - {tile for stack in self.stacks for tile in stack}

    def scores(self) -> list[int]:
        """The worms of each seat as they are now."""
        return [sum(map(self.figures.on_tile, stack)) for stack in self.stacks]

    def ranks(self) -> list[int]:
        """The rank of each seat, 1 the best: most worms, then the highest tile; tied seats without a tile
        share the rank. `ValueError` before the end.
        """
        if self.phase != "over":
            raise ValueError(f"no ranks in phase {self.phase}: the game is not over")
        standing = [
            (worms, max(stack, default=0)) for worms, stack in zip(self.scores(), self.stacks, strict=True)
        ]
        return [1 + sum(other > mine for other in standing) for mine in standing]


def _need(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)


def _check(position: Position) -> None:
    """Refuse data that contradict themselves."""
    figures, seats, phase = position.figures, position.seats, position.phase
    _need(0 <= position.turn < seats, f"turn {position.turn}: the seats are 0 to {seats - 1}")
    _need(len(position.stacks) == seats, f"stacks: expected {seats}")
    held = [*position.grill, *(tile for stack in position.stacks for tile in stack)]
    for tile in held:
        figures.on_tile(tile)
        _need(held.count(tile) == 1, f"tile {tile}: it is there twice")
    _need(bool(position.grill) == (phase != "over"), f"phase {phase}: {len(position.grill)} open tiles")
    _need(len(position.aside) == len(FACES) and min(position.aside) >= 0, f"aside {position.aside}")
    _need(position.dice_left() >= 0, f"aside {position.aside}: there are {figures.dice} dice")
    _need((position.roll is not None) == (phase == "aside"), f"roll {position.roll}: not in phase {phase}")
    if phase == "aside":
        assert position.roll is not None
        _need(sum(position.roll) == position.dice_left(), "roll: not all dice left")
    if phase == "roll":
        _need(position.dice_left() > 0, "phase roll: no dice are left")
    elif phase == "over":
        _need(not any(position.aside), "aside: expected none after the end")
    else:
        _need(phase in ("aside", "decide"), f"phase {phase!r}: expected roll, aside, decide or over")
        _need(phase == "aside" or any(position.aside), "phase decide: nothing has been set aside")
        _need(bool(position.choices()), f"phase {phase}: the turn has failed")
