"""Heckmeck's position text, both ways. Grammar: docs/games/heckmeck.md.

Reading is strict: every position has exactly one text; anything else is one error naming the offending word.
"""

from __future__ import annotations

import re

from solver.games.heckmeck import names
from solver.games.heckmeck.fields import NO_DICE, Counts, Fields
from solver.games.text_fields import bad

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


def dice_text(dice: Counts) -> str:
    """``112w6`` for two ones, a two, a worm and a six; ``-`` for none."""
    return "".join(letter * n for letter, n in zip(names.FACE_LETTERS, dice, strict=True)) or "-"


def space_text(there: int) -> str:
    """``-`` empty, ``s`` a snail, ``1`` and ``11`` one and two plates of seat 1."""
    if there == names.SNAIL:
        return "s"
    seat, number = names.plates(there)
    return str(seat) * number or "-"


def seats_text(numbers: tuple[int, ...]) -> str:
    """``10/8/9``: a number for each seat."""
    return "/".join(map(str, numbers))


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
        f" turn={fields.turn}"
        f" aside={dice_text(fields.aside)}"
        f" roll={dice_text(fields.roll)}"
        f" phase={names.PHASES[fields.phase]}"
    )


# --- reading ------------------------------------------------------------------------------------------------


def read_dice(word: str) -> Counts | None:
    """The dice of a word like ``112w6``; None when dice are not written so, or not in ascending order."""
    if word == "-":
        return NO_DICE
    if not word or any(letter not in names.FACE_LETTERS for letter in word):
        return None
    counts = [word.count(letter) for letter in names.FACE_LETTERS]
    dice = (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
    return dice if dice_text(dice) == word else None


def _read_dice_field(field: str, word: str) -> Counts:
    dice = read_dice(word)
    if dice is None:
        form = "dice are written in the order 1 2 3 4 w 6, as 112w6, or -"
        raise bad(f"{field}={word}: {form}", f"{field}={word}")
    if sum(dice) > names.DICE:
        raise bad(f"{field}={word}: there are only {names.DICE} dice", f"{field}={word}")
    return dice


def _read_number(word: str, where: str, least: int, most: int) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", word, re.ASCII) or not least <= int(word) <= most:
        message = f"{where}: {word!r} should be a whole number of {least} to {most}"
        raise bad(message, where)
    return int(word)


def _read_seats(field: str, word: str, seats: int | None, most: int) -> tuple[int, ...]:
    """One number a seat; `seats` is how many there must be, None when this field decides it."""
    where = f"{field}={word}"
    parts = word.split("/")
    least, last = (names.LEAST_SEATS, names.MOST_SEATS) if seats is None else (seats, seats)
    if not least <= len(parts) <= last:
        number = f"{least} to {last}" if seats is None else f"{seats}, as many as plates="
        raise bad(f"{where}: one number a seat, parted by /; it has {len(parts)} and not {number}", where)
    return tuple(_read_number(part, where, 0, most) for part in parts)


def _read_spaces(field: str, word: str) -> list[str]:
    parts = word.split(",")
    if len(parts) != names.SPACES:
        where = f"{field}={word}"
        message = f"{where}: one part for each space 23 to 36, parted by commas; it has {len(parts)}, not 14"
        raise bad(message, where)
    return parts


def _read_space(part: str, number: int, seats: int) -> int:
    """What lies on the space with a number."""
    if part == "-":
        return names.EMPTY
    if part == "s":
        return names.SNAIL
    if re.fullmatch(r"([0-9])\1?", part, re.ASCII) and int(part[0]) < seats:
        return (names.TWO if len(part) == 2 else names.ONE) + int(part[0])
    what = f"-, s, a seat (0 to {seats - 1}) or a seat twice"
    raise bad(f"{part!r} on space {number} of the grill should be {what}", part)


def parse(text: str) -> Fields:
    """Read a position text; whether such a position can be is for :mod:`~solver.games.heckmeck.validity`.

    Raises NotationError (code ``position``) naming the offending word when positions are not written so.
    """
    words = text.split(" ")
    if words[0] != EDITION:
        raise bad(f"a position of this game begins with {EDITION}, not {words[0]!r}", words[0])
    if "" in words:
        raise bad("the fields of a position are parted by exactly one space each", " ")
    values: dict[str, str] = {}
    form = " ".join((EDITION, *(f"{field}=" for field in FIELDS)))
    for at, field in enumerate(FIELDS, start=1):
        if at >= len(words):
            message = f"the position ends after {words[-1]!r}, before {field}=; its form is {form}"
            raise bad(message, words[-1])
        name, equals, values[field] = words[at].partition("=")
        if name != field or not equals:
            raise bad(f"expected {field}=... where {words[at]!r} stands; the form is {form}", words[at])
    if len(words) > 1 + len(FIELDS):
        extra = words[1 + len(FIELDS)]
        raise bad(f"{extra!r} follows the last of a position's {1 + len(FIELDS)} fields", extra)

    where = f"ladder={values['ladder']}"
    printed = _read_spaces("ladder", values["ladder"])
    ladder = tuple(_read_number(part, where, 1, MOST_PRINTED) for part in printed)
    where = f"box={values['box']}"
    box = re.fullmatch(r"s([0-9]+)p([0-9]+)", values["box"], re.ASCII)
    if box is None:
        raise bad(f"{where}: the snails of the game and the plates of a seat are written s12p10", where)
    box_snails = _read_number(box[1], where, 1, MOST_PIECES)
    box_plates = _read_number(box[2], where, 1, MOST_PIECES)
    plates = _read_seats("plates", values["plates"], None, MOST_PIECES)
    seats = len(plates)
    lying = _read_spaces("grill", values["grill"])
    grill = tuple(_read_space(part, names.LOWEST + i, seats) for i, part in enumerate(lying))
    worms = _read_seats("worms", values["worms"], seats, names.MOST_WORMS)
    snails = _read_seats("snails", values["snails"], seats, MOST_PIECES)
    supply = _read_number(values["supply"], f"supply={values['supply']}", 0, MOST_PIECES)
    turn = _read_number(values["turn"], f"turn={values['turn']}", 0, seats - 1)
    aside = _read_dice_field("aside", values["aside"])
    roll = _read_dice_field("roll", values["roll"])
    if values["phase"] not in names.PHASES:
        known = ", ".join(names.PHASES)
        raise bad(f"unknown phase {values['phase']!r}; phases are {known}", f"phase={values['phase']}")
    phase = names.PHASES.index(values["phase"])
    return Fields(
        ladder, box_snails, box_plates, grill, plates, worms, snails, supply, turn, aside, roll, phase
    )
