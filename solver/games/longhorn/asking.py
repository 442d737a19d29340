"""The words for what must be entered next at a Longhorn table, and how people spell the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from solver.errors import IllegalMove
from solver.game import State
from solver.games.entered import EnteredSetup
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
        _check_taken(state, words[0], tokens)
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


def _check_taken(state: State, word: str, tokens: Sequence[str]) -> None:
    """Refuse cattle typed at a move prompt: those that no move takes, and those that are not a whole move.

    Raises:
        IllegalMove: the reason.
    """
    if isinstance(state, EnteredSetup):
        return
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    cattle = _cattle(word)
    if fields.phase != names.PLAY or not cattle or any(token.startswith(word) for token in tokens):
        return
    here = fields.cattle[fields.outlaw]
    place = names.LOCATION_TITLES[names.LOCATIONS[fields.places[fields.outlaw]]]
    letters = [letter for letter in names.COLOUR_LETTERS if letter in cattle]
    for letter in letters:
        colour = names.COLOUR_LETTERS.index(letter)
        if not here[colour]:
            raise IllegalMove(f"{word}: there are no {names.COLOURS[colour]} cattle at {place}", word)
    if len(letters) > 1:
        raise IllegalMove(f"{word}: a move takes the cattle of one colour", word)
    number = names.COLOUR_LETTERS.index(letters[0])
    colour_word, count = names.COLOURS[number], here[number]
    if len(cattle) != count:
        raise IllegalMove(f"{word}: a move takes all {count} {colour_word} cattle at {place}", word)
    raise IllegalMove(f"{word}: say the whole move, as {_first(tokens, colour_word)}", word)


def _first(tokens: Sequence[str], begin: str) -> str:
    return next(token for token in tokens if token.startswith(begin))


def _cattle(word: str) -> str:
    """The cattle that a word names, a letter each; empty if the word names anything else."""
    for letter, colour in zip(names.COLOUR_LETTERS, names.COLOURS, strict=True):
        word = word.replace(colour, letter)
    if _NUMBERS_FIRST.fullmatch(word):
        word = re.sub(r"([0-9])([bwog])", r"\2\1", word)
    plain = re.sub(r"([bwog])([0-9])", lambda match: match[1] * int(match[2]), word)
    return plain if all(letter in names.COLOUR_LETTERS for letter in plain) else ""
