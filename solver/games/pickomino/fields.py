"""A Pickomino position as plain data, and which cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from solver.games.common.dice import CHOOSE, Dice, DiceFields
from solver.games.common.text_fields import bad, numbers_text

#: The worm counts five.
KIND = Dice("12345w", (1, 2, 3, 4, 5, 5))
LOWEST, HIGHEST = 21, 36
TILES = range(LOWEST, HIGHEST + 1)
LEAST_SEATS, MOST_SEATS = 2, 7


def worms(number: int) -> int:
    """The worms on a tile."""
    return 1 + (number - LOWEST) // 4


@dataclass(frozen=True)
class Fields(DiceFields):
    """One position. ``grill``: the open tiles, ascending; ``stacks``: of each seat, the top one last.

    A tile that is in neither has been turned over."""

    kind: ClassVar[Dice] = KIND
    phases: ClassVar[tuple[str, ...]] = ("roll", "choose", "over")

    grill: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.stacks)

    def points(self, seat: int) -> int:
        """Worms of a seat."""
        return sum(map(worms, self.stacks[seat]))

    def owner(self, number: int) -> int:
        """Of a seat's top tile: the seat; -1 of any other tile."""
        return next((seat for seat, stack in enumerate(self.stacks) if stack[-1:] == (number,)), -1)

    def got(self, total: int) -> int:
        """The tile that a stop of the seat to move gets; 0 for none."""
        if total in self.grill or self.owner(total) not in (-1, self.turn):
            return total
        return max((number for number in self.grill if number < total), default=0)

    def no_stop(self, total: int) -> str:
        """Why a total, a worm being aside, cannot be stopped at."""
        if total < LOWEST:
            return f"the total would be {total}; the lowest tile is {LOWEST}"
        return f"with {total} no tile can be had: it is nobody else's top tile, and none up to it lies open"

    def check(self) -> None:
        """Raise NotationError (code ``position``) when the rules could not play on."""
        seen: set[int] = set()
        for word, tiles in (("grill", self.grill), *(("stacks", stack) for stack in self.stacks)):
            for number in tiles:
                if number in seen:
                    raise bad(f"{number} in {word}: the tile stands there twice", str(number))
                seen.add(number)
        if list(self.grill) != sorted(self.grill):
            text = f"grill={numbers_text(self.grill)}"
            raise bad(f"{text}: the tiles of the grill are in ascending order", text)
        text = f"phase={self.phases[self.phase]}"
        if (self.phase > CHOOSE) == bool(self.grill):
            said = "a tile lies open, so the game goes on" if self.grill else "no tile lies open: phase=over"
            raise bad(f"{text}: {said}", text)
        self.check_dice()
