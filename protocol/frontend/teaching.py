"""What a solved position teaches, in words: how many moves keep the result, and what refutes the others."""

from __future__ import annotations

from fractions import Fraction

_KEEPS = {1: "wins", 0: "draws"}
_KEEP = {1: "win", 0: "draw"}


def _verb(value: Fraction, one: bool) -> str:
    words = _KEEPS if one else _KEEP
    known = words.get(int(value)) if value.denominator == 1 else None
    return known or ("keeps the value" if one else "keep the value")


def lesson_words(value: Fraction, keeping: int, losing: int, legal: int) -> str:
    """The moves of a position of proven ``value``, in one sentence without its full stop.

    ``keeping`` and ``losing``: how many of the ``legal`` moves are proved to keep the value or to give some
    of it away.

    >>> lesson_words(Fraction(1), 1, 6, 7)
    'only one of the 7 moves wins'
    >>> lesson_words(Fraction(-1), 7, 0, 7)
    'all 7 moves lose'
    """
    if legal == 1:
        return "there is only one move"
    if value == -1:
        return f"all {legal} moves lose"
    if keeping == legal:
        return f"every one of the {legal} moves {_verb(value, True)}"
    if keeping + losing < legal:
        return f"at least {keeping} of the {legal} moves {_verb(value, keeping == 1)}"
    if keeping == 1:
        return f"only one of the {legal} moves {_verb(value, True)}"
    return f"{keeping} of the {legal} moves {_verb(value, False)}"


def given_away(before: Fraction, after: Fraction) -> str:
    """What a move from a value to a smaller one gives away.

    >>> given_away(Fraction(1), Fraction(0))
    'gives away the win: it only draws'
    """
    had = {1: "the win", 0: "the draw"}.get(int(before)) if before.denominator == 1 else None
    has = {0: "it only draws", -1: "it loses"}.get(int(after)) if after.denominator == 1 else None
    return f"gives away {had or 'part of the value'}" + (f": {has}" if has else "")


def forced_words(plies: int) -> str:
    """How far a forced win of the other side reaches, ``plies`` decisions from the reply on; empty for 0."""
    if plies == 0:
        return ""
    return "the reply ends the game" if plies == 1 else f"a forced line of {plies} moves proves it"
