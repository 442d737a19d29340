"""What the seats are called in words for people: the names of the option ``Names``, or the game's own names
for those who act there, as Colt Express has for its bandits.

Without the option seats are called ``seat 0``, ``seat 1`` and so on everywhere, and nothing is done here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from protocol.table.table import Table
from solver.games.entered import EnteredSetup

#: How the games' phrases call a seat.
_SEAT = re.compile(r"\bseat (\d+)\b")
#: Behind the name of the seat that is told.
YOU = " (you)"


def titles(table: Table, names: str) -> list[str] | None:
    """What each seat is called, in seat order; None where ``names`` (parted by commas) is empty. Seats that
    it does not reach keep their number, counted from 1, as people count."""
    if not names:
        return None
    count = table.state.num_players()
    own = None
    if table.game.seat_names is not None and not isinstance(table.state, EnteredSetup):
        own = table.game.seat_names(table.state)
    if own is not None:
        return own
    given = [name.strip() for name in names.split(",")][:count]
    given += [""] * (count - len(given))
    return [name or f"seat {seat + 1}" for seat, name in enumerate(given)]


def named(text: str, names: Sequence[str] | None) -> str:
    """The text with seats called by their names; a number that is no seat's stays."""
    if names is None:
        return text

    def name(match: re.Match[str]) -> str:
        seat = int(match[1]) if len(match[1]) < 4 else len(names)
        return names[seat] if seat < len(names) else match[0]

    return _SEAT.sub(name, text)


def marked(names: Sequence[str] | None, seat: int | None) -> list[str] | None:
    """The names as ``seat`` sees them on its board: its own one says so."""
    if names is None:
        return None
    return [f"{name}{YOU}" if number == seat else name for number, name in enumerate(names)]
