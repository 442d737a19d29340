"""The words for what must be entered next at a Longhorn table, and how people spell the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from solver.errors import IllegalMove
from solver.game import State
from solver.games.longhorn import names
from solver.games.longhorn.fields import Fields

_COUNTS = re.compile(r"(?:[bwog][1-9])+")
_NUMBERS_FIRST = re.compile(r"(?:[1-9][bwog])+")
DIGITS = "123456789"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def asks(state: State) -> str:
    """The decision or chance event that must be entered next, in words."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    if fields.phase == names.START:
        return "where the outlaw starts: seat 1 chooses"
    where = names.LOCATION_TITLES[names.LOCATIONS[fields.places[fields.outlaw]]]
    if fields.phase == names.DRAW:
        return f"the nugget that seat {fields.turn} draws from seat {1 - fields.turn}"
    if fields.phase == names.MOVE:
        return f"where seat {fields.turn} sends the outlaw, {fields.steps} steps away"
    return f"the move of seat {fields.turn} at {where}"


def spell(state: State, words: Sequence[str], tokens: Sequence[str]) -> tuple[str, int] | None:
    """Read cattle typed one letter each in any order, ``wbbg``, or with numbers, ``b2w1g1`` or ``2b1w1g``.

    They may be typed as one word or several, and must be exactly as many as lie there.
    """
    if not tokens or not all(_COUNTS.fullmatch(token) for token in tokens):
        return None
    need = len(_cattle(tokens[0]))
    cattle, used = "", 0
    while used < len(words) and len(cattle) < need:
        here, more = _cattle(words[used]), 1
        if words[used] in DIGITS and used + 1 < len(words):
            here, more = _cattle(words[used] + words[used + 1]), 2
        if not here:
            break
        cattle, used = cattle + here, used + more
    if not used:
        return None
    typed = " ".join(words[:used])
    if len(cattle) != need:
        raise IllegalMove(f"{NUMBERS[need]} cattle lie here, you typed {len(cattle)} ({typed})", words[0])
    counts = [(letter, cattle.count(letter)) for letter in names.COLOUR_LETTERS]
    token = "".join(f"{letter}{n}" for letter, n in counts if n)
    if token not in tokens:
        for colour, (letter, n) in zip(names.COLOURS, counts, strict=True):
            most = max(_cattle(token).count(letter) for token in tokens)
            if n > most:
                left = f"{most} {colour} at most are left" if most else f"no {colour} is left"
                raise IllegalMove(f"{typed}: {left}", words[0])
        return None
    return token, used


def _cattle(word: str) -> str:
    """The cattle that a word names, a letter each; empty if the word names anything else."""
    for letter, colour in zip(names.COLOUR_LETTERS, names.COLOURS, strict=True):
        word = word.replace(colour, letter)
    if _NUMBERS_FIRST.fullmatch(word):
        word = re.sub(r"([0-9])([bwog])", r"\2\1", word)
    plain = re.sub(r"([bwog])([0-9])", lambda match: match[1] * int(match[2]), word)
    return plain if all(letter in names.COLOUR_LETTERS for letter in plain) else ""
