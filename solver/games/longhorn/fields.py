"""A Longhorn position as plain data, the common form for notation, deals and pictures."""

from __future__ import annotations

from dataclasses import dataclass, field

from solver.games.longhorn import names

Counts = tuple[int, int, int, int]
NO_CATTLE: Counts = (0, 0, 0, 0)


@dataclass(frozen=True)
class Fields:
    """One position. Squares 0..8 run row by row; colours are in the order of ``names.COLOURS``.

    ``places``: the location of each square (number in ``names.LOCATIONS``).
    ``cattle``, ``herds``: numbers of each colour, by square and by seat.
    ``tokens``: kinds as in rules.pxd.
    ``gold``: each seat's nuggets in hundreds of dollars, ascending.
    ``outlaw``, ``last``: squares, ``names.NONE`` for none.
    ``phase``: number in ``names.PHASES``; ``steps``: in the phases draw and move, 0 otherwise.
    """

    places: tuple[int, ...]
    cattle: tuple[Counts, ...]
    tokens: tuple[int, ...]
    herds: tuple[Counts, Counts] = (NO_CATTLE, NO_CATTLE)
    gold: tuple[tuple[int, ...], tuple[int, ...]] = field(default=((), ()))
    outlaw: int = names.NONE
    turn: int = 1
    last: tuple[int, int] = (names.NONE, names.NONE)
    phase: int = names.START
    steps: int = 0

    def total(self, square: int) -> int:
        """Cattle on a square."""
        return sum(self.cattle[square])

    def on_board(self, colour: int) -> int:
        """Cattle of a colour on the board."""
        return sum(counts[colour] for counts in self.cattle)

    def money(self, seat: int) -> int:
        """The dollars of a seat if the game were counted now."""
        herd = sum(held * self.on_board(colour) for colour, held in enumerate(self.herds[seat]))
        return 100 * (herd + sum(self.gold[seat]))

    def word(self, square: int) -> str:
        """The location word of a square; ``-`` for none."""
        return "-" if square == names.NONE else names.LOCATIONS[self.places[square]]

    def title(self, square: int) -> str:
        """The printed name of a square's location."""
        return names.LOCATION_TITLES[self.word(square)]
