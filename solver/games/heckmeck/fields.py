"""A Heckmeck position as plain data: what notation, checks and pictures work on."""

from __future__ import annotations

from dataclasses import dataclass

from solver.games.heckmeck import names

Counts = tuple[int, int, int, int, int, int]
NO_DICE: Counts = (0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Fields:
    """One position.

    ``ladder``: the worms printed on the 14 spaces, 23 first.
    ``box_snails``, ``box_plates``: snails in the game, plates of each seat.
    ``grill``: what lies on the 14 spaces, as in ``names``.
    ``plates`` (in hand), ``worms``, ``snails``: of each seat.
    ``supply``: snails beside the grill.
    ``aside``, ``roll``: dice of each face, set aside in this turn and just rolled.
    ``phase``: number in ``names.PHASES``.
    """

    ladder: tuple[int, ...]
    box_snails: int
    box_plates: int
    grill: tuple[int, ...]
    plates: tuple[int, ...]
    worms: tuple[int, ...]
    snails: tuple[int, ...]
    supply: int
    turn: int = 0
    aside: Counts = NO_DICE
    roll: Counts = NO_DICE
    phase: int = names.ROLL

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.plates)

    @property
    def left(self) -> int:
        """Dice that are not aside."""
        return names.DICE - sum(self.aside)

    def points(self, seat: int) -> int:
        """Worms and snails of a seat."""
        return self.worms[seat] + names.SNAIL_POINTS * self.snails[seat]

    def on_grill(self, seat: int) -> int:
        """Plates of a seat on the grill."""
        return sum(number for owner, number in map(names.plates, self.grill) if owner == seat)

    def owed(self, seat: int) -> int:
        """Worms that the plates of a seat on the grill brought, were each taken once."""
        lying = zip(map(names.plates, self.grill), self.ladder, strict=True)
        return sum(number * worms for (owner, number), worms in lying if owner == seat)

    def after(self, face: int) -> tuple[int, bool, int]:
        """Once the dice of a face are set aside: total, whether a worm is among them, dice left."""
        more = self.roll[face]
        total = pips(self.aside) + more * (face + 1)
        worm = bool(self.aside[names.WORM]) or (face == names.WORM and more > 0)
        return total, worm, self.left - more


def pips(dice: Counts) -> int:
    """The sum of dice."""
    return sum(number * (face + 1) for face, number in enumerate(dice))
