"""Names of Heckmeck's faces, spaces and phases, and the small numbers for them in the C struct."""

from __future__ import annotations

from solver.games.common.dice import Dice

#: The worm stands for the five.
KIND = Dice("1234w6", (1, 2, 3, 4, 5, 6))

SPACES = 14
LOWEST, HIGHEST = 23, 36
SNAIL_POINTS = 3
LEAST_SEATS, MOST_SEATS = 2, 5
MOST_WORMS = 65535

# contents of a space, as in rules.pxd; ONE + seat and TWO + seat are that seat's plates
EMPTY, SNAIL, ONE, TWO = 0, 1, 2, 7

PHASES = ("roll", "choose", "over:supply", "over:grill", "over:snails")
OVER_SUPPLY, OVER_GRILL, OVER_SNAILS = range(2, 5)


def plates(there: int) -> tuple[int, int]:
    """The owner and number of the plates on a space: (seat, 1 or 2); (-1, 0) for none."""
    if there >= TWO:
        return there - TWO, 2
    return (there - ONE, 1) if there >= ONE else (-1, 0)
