"""Names of the seats in text for people: ``seat 0``, or the name of the player there."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: A seat in the phrases of the games.
_SEAT = re.compile(r"\bseat (\d+)\b")


def seat_title(names: Sequence[str] | None, seat: int) -> str:
    """The name of a seat, if there are names."""
    return f"seat {seat}" if names is None else names[seat]


def widest(names: Sequence[str] | None, seats: int) -> int:
    """Columns that the longest of the names takes."""
    return max(len(seat_title(names, seat)) for seat in range(seats))


def named(text: str, names: Sequence[str] | None) -> str:
    """The text with seats replaced by their names; a number without a seat stays."""
    if names is None:
        return text

    def name(match: re.Match[str]) -> str:
        seat = int(match[1]) if len(match[1]) < 4 else len(names)
        return names[seat] if seat < len(names) else match[0]

    text = _SEAT.sub(name, text)
    for own in names:  # a bandit beside the seat that is called like it
        text = text.replace(f"{own} ({own})", own)
    return text
