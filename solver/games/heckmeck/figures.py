"""Heckmeck's printed figures, read from a TOML file, checked, and kept as one immutable value."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from os import PathLike
from typing import Any

from solver.games.common.dice import DICE
from solver.games.figures_file import (
    bad_figures,
    check_confidence,
    check_game,
    check_words,
    read_file,
    shipped_text,
)
from solver.games.heckmeck import names
from solver.games.heckmeck.notation import EDITION, MOST_PIECES, MOST_PRINTED

_NOTES = ("confidence", "source")


@dataclass(frozen=True)
class Figures:
    """The figures of one set of printed components.

    ``ladder``: worms printed on the 14 spaces, 23 first; ``snails``: in the game; ``plates``: of each seat.
    """

    ladder: tuple[int, ...]
    snails: int
    plates: int


def _table(data: dict[str, Any], word: str, where: str) -> dict[str, Any]:
    value = data.get(word)
    if not isinstance(value, dict):
        raise bad_figures(f"[{where}] is missing or is not a table", where)
    return value


def _number(table: dict[str, Any], where: str, word: str, least: int, most: int) -> int:
    value = table.get(word)
    if type(value) is not int or not least <= value <= most:
        span = f"a whole number of {least} to {most}" if least < most else f"{least}, which the rules fix"
        raise bad_figures(f"{where}.{word} must be {span}, not {value!r}", f"{where}.{word}")
    return value


def _section(data: dict[str, Any], word: str, words: tuple[str, ...], where: str = "") -> dict[str, Any]:
    """A table that may contain only these words and its notes."""
    where = where or word
    table = _table(data, word, where)
    check_words(table, where, (*words, *_NOTES))
    check_confidence(table, where)
    return table


def check(data: dict[str, Any]) -> Figures:
    """The figures of a parsed TOML file. Raises SetupError (code ``figures``) naming the wrong word."""
    check_game(data, EDITION)
    check_words(data, "figures", ("game", "dice", "snails", "plates", "worms", "space"))

    dice = _section(data, "dice", ("count", "faces"))
    _number(dice, "dice", "count", DICE, DICE)
    if dice.get("faces") != names.KIND.letters:
        message = f'dice.faces must be "{names.KIND.letters}", which the rules fix, not {dice.get("faces")!r}'
        raise bad_figures(message, "dice.faces")
    snails = _section(data, "snails", ("count", "worth"))
    _number(snails, "snails", "worth", names.SNAIL_POINTS, names.SNAIL_POINTS)
    plates = _section(data, "plates", ("each",))
    bank = _section(data, "worms", ("ones", "fives"))
    for word in ("ones", "fives"):
        _number(bank, "worms", word, 0, MOST_PIECES)

    spaces = _table(data, "space", "space")
    totals = tuple(str(total) for total in range(names.LOWEST, names.HIGHEST + 1))
    check_words(spaces, "space", totals)
    ladder = []
    for total in totals:
        where = f"space.{total}"
        ladder.append(_number(_section(spaces, total, ("worms",), where), where, "worms", 1, MOST_PRINTED))
    return Figures(
        tuple(ladder),
        _number(snails, "snails", "count", 1, MOST_PIECES),
        _number(plates, "plates", "each", 1, MOST_PIECES),
    )


@cache
def standard() -> Figures:
    """The figures built into the program."""
    return check(tomllib.loads(shipped_text("heckmeck")))


def load(source: Figures | str | PathLike[str] | None = None) -> Figures:
    """Figures from a complete file in the form of figures.toml; the standard ones if no file is named.

    Raises SetupError (code ``figures``) when the file cannot be read or is wrong.
    """
    if source is None:
        return standard()
    if isinstance(source, Figures):
        return source
    return check(read_file(source))
