"""Names of the seats in text for people: those of the option ``Names``, or the game's own names for its
characters, such as the bandits of Colt Express.

Without the option every text says ``seat 0``, ``seat 1`` and so on, and is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from protocol.table.table import Table
from solver.games.entered import EnteredSetup

#: A seat in the phrases of the games.
_SEAT = re.compile(r"\bseat (\d+)\b")
#: Suffix of the viewing seat's name.
YOU = " (you)"


def titles(table: Table, names: str) -> list[str] | None:
    """The name of each seat, in seat order; None if ``names`` (separated by commas) is empty. Seats without a
    name are numbered from 1."""
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


def marked(names: Sequence[str] | None, seat: int | None) -> list[str] | None:
    """The names on the board that ``seat`` sees, with its own name marked."""
    if names is None:
        return None
    return [f"{name}{YOU}" if number == seat else name for number, name in enumerate(names)]
