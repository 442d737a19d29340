"""Heckmeck's position text, read and written. Grammar: docs/games/heckmeck.md.

Reading is strict: every position has exactly one text; anything else is one error naming the offending word.
"""

from __future__ import annotations

import re

from solver.games.common.dice import read_turn
from solver.games.common.text_fields import bad, read_number, read_seats, seats_text, split_fields
from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields

EDITION = "heckmeck/1"
FIELDS = (
    "ladder",
    "box",
    "grill",
    "plates",
    "worms",
    "snails",
    "supply",
    "turn",
    "aside",
    "roll",
    "phase",
)
MOST_PRINTED = 20
MOST_PIECES = 99


# --- writing ------------------------------------------------------------------------------------------------


def space_text(there: int) -> str:
    """``-`` empty, ``s`` a snail, ``1`` and ``11`` one and two plates of seat 1."""
    if there == names.SNAIL:
        return "s"
    seat, number = names.plates(there)
    return str(seat) * number or "-"


def to_text(fields: Fields) -> str:
    """The one text of a position."""
    return (
        f"{EDITION} ladder={','.join(map(str, fields.ladder))}"
        f" box=s{fields.box_snails}p{fields.box_plates}"
        f" grill={','.join(map(space_text, fields.grill))}"
        f" plates={seats_text(fields.plates)}"
        f" worms={seats_text(fields.worms)}"
        f" snails={seats_text(fields.snails)}"
        f" supply={fields.supply}"
        f" {fields.turn_text()}"
    )


# --- reading ------------------------------------------------------------------------------------------------


def _read_spaces(field: str, word: str) -> list[str]:
    parts = word.split(",")
    if len(parts) != names.SPACES:
        where = f"{field}={word}"
        message = f"{where}: one part for each space 23 to 36, parted by commas; it has {len(parts)}, not 14"
        raise bad(message, where)
    return parts


def _read_space(part: str, number: int, seats: int) -> int:
    """The content of the space with a number."""
    if part == "-":
        return names.EMPTY
    if part == "s":
        return names.SNAIL
    if re.fullmatch(r"([0-9])\1?", part, re.ASCII) and int(part[0]) < seats:
        return (names.TWO if len(part) == 2 else names.ONE) + int(part[0])
    what = f"-, s, a seat (0 to {seats - 1}) or a seat twice"
    raise bad(f"{part!r} on space {number} of the grill should be {what}", part)


def parse(text: str) -> Fields:
    """The position of a text; its consistency is checked by :mod:`~solver.games.heckmeck.validity`.

    Raises NotationError (code ``position``) naming the offending word if the text is malformed.
    """
    values = split_fields(text, EDITION, FIELDS)
    where = f"ladder={values['ladder']}"
    printed = _read_spaces("ladder", values["ladder"])
    ladder = tuple(read_number(part, where, 1, MOST_PRINTED) for part in printed)
    where = f"box={values['box']}"
    box = re.fullmatch(r"s([0-9]+)p([0-9]+)", values["box"], re.ASCII)
    if box is None:
        raise bad(f"{where}: the snails of the game and the plates of a seat are written s12p10", where)
    box_snails = read_number(box[1], where, 1, MOST_PIECES)
    box_plates = read_number(box[2], where, 1, MOST_PIECES)
    plates = read_seats("plates", values["plates"], MOST_PIECES, (names.LEAST_SEATS, names.MOST_SEATS))
    seats = len(plates)
    lying = _read_spaces("grill", values["grill"])
    grill = tuple(_read_space(part, names.LOWEST + i, seats) for i, part in enumerate(lying))
    worms = read_seats("worms", values["worms"], names.MOST_WORMS, seats, "plates")
    snails = read_seats("snails", values["snails"], MOST_PIECES, seats, "plates")
    supply = read_number(values["supply"], f"supply={values['supply']}", 0, MOST_PIECES)
    turn = read_turn(values, seats, Fields)
    return Fields(ladder, box_snails, box_plates, grill, plates, worms, snails, supply, **turn)
