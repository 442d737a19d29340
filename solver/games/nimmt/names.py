"""The words and figures of 6 nimmt! that notation, deals and pictures share."""

from __future__ import annotations

CARDS = 104
HAND = 10
ROWS = 4
ROW_FULL = 5
MIN_SEATS, MAX_SEATS = 2, 10
#: The default target of a match in heads, and the largest that can be set.
STANDARD_TARGET, MAX_TARGET = 66, 9999
MAX_ROUND = 9999

PHASES = ("play", "reveal", "row", "deal", "draft", "over")
PLAY, REVEAL, ROW, DEAL, DRAFT, OVER = range(6)

#: An absent card of a table or row, and a face-down one.
NONE, HIDDEN = 0, -1


def deck_size(seats: int, small: bool) -> int:
    """The highest card of the deck."""
    return HAND * seats + ROWS if small else CARDS
