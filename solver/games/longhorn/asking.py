"""What a Longhorn table is asked for next, and how people spell it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from solver.game import State
from solver.games.longhorn import names
from solver.games.longhorn.fields import Fields

_COUNTS = re.compile(r"(?:[bwog][1-9])+")
_NUMBERS_FIRST = re.compile(r"(?:[1-9][bwog])+")


def asks(state: State) -> str:
    """What must be told or decided next, in words."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    if fields.phase == names.START:
        return "where the outlaw starts: seat 1 chooses"
    where = names.LOCATION_TITLES[names.LOCATIONS[fields.places[fields.outlaw]]]
    if fields.phase == names.DRAW:
        return f"the nugget that seat {fields.turn} draws from seat {1 - fields.turn}"
    if fields.phase == names.MOVE:
        return f"where seat {fields.turn} sends the outlaw, {fields.steps} steps away"
    return f"the move of seat {fields.turn} at {where}"


def spell(words: Sequence[str], tokens: Sequence[str]) -> tuple[str, int] | None:
    """Cattle are typed a letter each in any order, ``wbbg``, or with numbers, ``b2w1g1`` or ``2b1w1g``."""
    word = words[0]
    if not all(_COUNTS.fullmatch(token) for token in tokens):
        return None
    if _NUMBERS_FIRST.fullmatch(word):
        word = re.sub(r"([0-9])([bwog])", r"\2\1", word)
    plain = re.sub(r"([bwog])([0-9])", lambda match: match[1] * int(match[2]), word)
    if not plain or any(letter not in names.COLOUR_LETTERS for letter in plain):
        return None
    counts = [(letter, plain.count(letter)) for letter in names.COLOUR_LETTERS]
    token = "".join(f"{letter}{n}" for letter, n in counts if n)
    return (token, 1) if token in tokens else None
