"""What seats are called in pictures: ``seat 0``, or the names of those who sit there."""

from __future__ import annotations

from collections.abc import Sequence


def seat_title(names: Sequence[str] | None, seat: int) -> str:
    """The name of a seat, if there are names."""
    return f"seat {seat}" if names is None else names[seat]


def widest(names: Sequence[str] | None, seats: int) -> int:
    """Columns that the longest of the names takes."""
    return max(len(seat_title(names, seat)) for seat in range(seats))
