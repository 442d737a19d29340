"""Arguments of the library's functions: checks with one clear error, before anything has happened."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any


def words_of(given: str | Iterable[str], name: str) -> tuple[str, ...]:
    """The words of a list. A string counts as the words in it: Python would take its letters.

    Raises:
        TypeError: ``given``, the argument ``name``, holds something else than words.

    >>> words_of(["round", "tactical"], "rules") == words_of("round tactical", "rules")
    True
    """
    if isinstance(given, str):
        return tuple(given.split())
    words = tuple(given) if isinstance(given, Iterable) else (given,)
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"{name} should be words (a list of str), not {given!r}")
    return words


def whole_of(given: Any, name: str, least: int | None = None) -> int:
    """A whole number as an int; numpy's are taken as well.

    Raises:
        TypeError: ``given``, the argument ``name``, is no whole number.
        ValueError: it is below ``least``.

    >>> whole_of(1.5, "movetime")
    Traceback (most recent call last):
    TypeError: movetime should be a whole number, not 1.5
    """
    try:
        number = operator.index(given)
    except TypeError:
        raise TypeError(f"{name} should be a whole number, not {given!r}") from None
    if least is not None and number < least:
        raise ValueError(f"{name} is {given!r}: should be {least} or more")
    return int(number)
