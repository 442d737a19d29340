"""Names of the seats in text for people: those of the option ``Names``, or the game's own names for its
characters, such as the bandits of Colt Express.

Without the option every text says ``seat 0``, ``seat 1`` and so on, and is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.base.errors import Code, ProtocolError, quote
from protocol.table.table import Table
from solver.games.entered import EnteredSetup
from solver.games.seats import named as named
from solver.games.seats import seat_title as seat_title

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


def marked(names: Sequence[str] | None, seat: int | None) -> list[str] | None:
    """The names on the board that ``seat`` sees, with its own name marked."""
    if names is None:
        return None
    return [f"{name}{YOU}" if number == seat else name for number, name in enumerate(names)]


def seat_called(table: Table, word: str) -> int:
    """The seat that people call ``word``: its number from 1, or the name of its character.

    Raises:
        ProtocolError: no seat is called so.
    """
    count = table.state.num_players()
    known = titles(table, ",") or []
    called = [seat for seat, name in enumerate(known) if name.lower() == word.strip().lower()]
    if called:
        return called[0]
    if word.isdecimal() and 1 <= int(word) <= count:
        return int(word) - 1
    people = f", or {', '.join(known)}" if not known[0].startswith("seat ") else ""
    raise ProtocolError(
        Code.SEAT, f"there is no seat {quote(word)}: seats count from 1 to {count}{people}", word
    )
