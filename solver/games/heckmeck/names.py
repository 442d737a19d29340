"""The words of Heckmeck: faces, spaces and phases, as text and as the small numbers of the C struct."""

from __future__ import annotations

DICE = 8
FACES = 6
#: The character of each face; a face's number is its pips less 1, and the worm stands for the five.
FACE_LETTERS = "1234w6"
FACE_TITLES = ("one", "two", "three", "four", "worm", "six")
WORM = 4

SPACES = 14
LOWEST, HIGHEST = 23, 36
SNAIL_POINTS = 3
LEAST_SEATS, MOST_SEATS = 2, 5
MOST_WORMS = 65535

# what lies on a space, as in rules.pxd; ONE + seat and TWO + seat are that seat's plates
EMPTY, SNAIL, ONE, TWO = 0, 1, 2, 7

PHASES = ("roll", "choose", "over:supply", "over:grill", "over:snails")
ROLL, CHOOSE, OVER_SUPPLY, OVER_GRILL, OVER_SNAILS = range(5)

# a decision's number: the face, plus one of these
ROLL_ON, STOP, FAIL = 0, 8, 16
ENDINGS = {"roll": ROLL_ON, "stop": STOP, "fail": FAIL}


def plates(there: int) -> tuple[int, int]:
    """Whose plates lie on a space and how many: (seat, 1 or 2); (-1, 0) for none."""
    if there >= TWO:
        return there - TWO, 2
    return (there - ONE, 1) if there >= ONE else (-1, 0)


def counted(number: int, word: str) -> str:
    """``1 worm``, ``2 worms``, ``2 sixes``."""
    plural = "es" if word == "six" else "s"
    return f"{number} {word}{plural if number != 1 else ''}"
