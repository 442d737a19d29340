"""A Heckmeck position as plain data, for notation, checks and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from solver.games.common.dice import Dice, DiceFields
from solver.games.heckmeck import names


@dataclass(frozen=True)
class Fields(DiceFields):
    """One position.

    ``ladder``: the worms printed on the 14 spaces, 23 first.
    ``box_snails``, ``box_plates``: snails in the game, plates of each seat.
    ``grill``: the content of the 14 spaces, in the numbers of ``names``.
    ``plates`` (in hand), ``worms``, ``snails``: counts of each seat.
    ``supply``: snails beside the grill.
    """

    kind: ClassVar[Dice] = names.KIND
    phases: ClassVar[tuple[str, ...]] = names.PHASES

    ladder: tuple[int, ...]
    box_snails: int
    box_plates: int
    grill: tuple[int, ...]
    plates: tuple[int, ...]
    worms: tuple[int, ...]
    snails: tuple[int, ...]
    supply: int

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.plates)

    def points(self, seat: int) -> int:
        """Worms and snails of a seat."""
        return self.worms[seat] + names.SNAIL_POINTS * self.snails[seat]

    def on_grill(self, seat: int) -> int:
        """Plates of a seat on the grill."""
        return sum(number for owner, number in map(names.plates, self.grill) if owner == seat)

    def owed(self, seat: int) -> int:
        """Worms gained by a seat's plates on the grill, if each gained the worms of its space once."""
        lying = zip(map(names.plates, self.grill), self.ladder, strict=True)
        return sum(number * worms for (owner, number), worms in lying if owner == seat)

    def no_stop(self, total: int) -> str:
        """The reason why no stop is possible at a total, with a worm set aside."""
        if total < names.LOWEST:
            return f"the total would be {total}; the lowest space is {names.LOWEST}"
        return f"two plates lie on {total}, so nothing can be had there"
