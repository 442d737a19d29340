"""Longhorn's printed figures: read from a TOML file, checked, and kept as one immutable value."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from os import PathLike
from typing import Any

from solver.games.figures_file import (
    bad_figures,
    check_confidence,
    check_game,
    check_words,
    read_file,
    shipped_text,
)
from solver.games.longhorn import names

CATTLE_OF_A_COLOUR = 9
BOARD_TOKENS = 9
MOST_HERE = 36
MOST = {"ambush": 3, "sheriff": 1}
MOST_OF_A_KIND = 99
MOST_GOLD = 6


@dataclass(frozen=True)
class Figures:
    """The figures of one set of printed components.

    ``cattle[i]`` and ``start[i]``: cattle dealt to location i (order of ``names.LOCATIONS``) and whether the
    game may begin there.
    ``tokens``: (kind, count) of every token in the box, kinds ascending (as in rules.pxd).
    """

    cattle: tuple[int, ...]
    start: tuple[bool, ...]
    tokens: tuple[tuple[int, int], ...]

    def count(self, kind: int) -> int:
        """Number of tokens of a kind in the box."""
        return dict(self.tokens).get(kind, 0)

    def bag(self) -> list[int]:
        """Every token in the box, kinds ascending."""
        return [kind for kind, count in self.tokens for _ in range(count)]


def _table(data: dict[str, Any], word: str) -> dict[str, Any]:
    value = data.get(word)
    if not isinstance(value, dict):
        raise bad_figures(f"[{word}] is missing or is not a table", word)
    return value


def _number(table: dict[str, Any], where: str, word: str, most: int) -> int:
    value = table.get(word)
    if type(value) is not int or not 0 <= value <= most:
        message = f"{where}.{word} must be a whole number of 0 to {most}, not {value!r}"
        raise bad_figures(message, f"{where}.{word}")
    return value


def _token_kind(word: str) -> int:
    if word in names.TOKEN_WORDS:
        return names.TOKEN_WORDS.index(word) + 1
    match = re.fullmatch(r"gold([1-9][0-9]{0,5})", word, re.ASCII)
    if match is None:
        known = ", ".join(names.TOKEN_WORDS)
        raise bad_figures(f"unknown token {word}; known are {known} and gold + dollars", word)
    dollars = int(match[1])
    most = 100 * names.MAX_NUGGET_HUNDREDS
    if dollars % 100 or dollars > most:
        raise bad_figures(f"{word}: a nugget is worth a multiple of $100, at most ${most}", word)
    return names.GOLD + dollars // 100


def check(data: dict[str, Any]) -> Figures:
    """The figures of a parsed TOML file. Raises SetupError (code ``figures``) naming the wrong word."""
    check_game(data, "longhorn/1")
    check_words(data, "figures", ("game", "cattle", "location", "token"))

    colours = _table(data, "cattle")
    check_words(colours, "cattle", (*names.COLOURS, "confidence", "source"))
    for colour in names.COLOURS:
        if _number(colours, "cattle", colour, 99) != CATTLE_OF_A_COLOUR:
            message = f"cattle.{colour} must be {CATTLE_OF_A_COLOUR}: nine of a colour win"
            raise bad_figures(message, f"cattle.{colour}")
    check_confidence(colours, "cattle")

    locations = _table(data, "location")
    check_words(locations, "location", names.LOCATIONS)
    cattle, start = [], []
    for word in names.LOCATIONS:
        where = f"location.{word}"
        location = _table(locations, word)
        check_words(location, where, ("cattle", "start", "confidence", "source"))
        cattle.append(_number(location, where, "cattle", MOST_HERE))
        if cattle[-1] == 0:
            message = f"{where}.cattle must be at least 1: a token lies on every location"
            raise bad_figures(message, f"{where}.cattle")
        if type(location.get("start")) is not bool:
            raise bad_figures(f"{where}.start must be true or false", f"{where}.start")
        start.append(location["start"])
        check_confidence(location, where)

    tokens: dict[int, int] = {}
    for word, table in _table(data, "token").items():
        where = f"token.{word}"
        kind = _token_kind(word)
        if not isinstance(table, dict):
            raise bad_figures(f"[{where}] is not a table", where)
        check_words(table, where, ("count", "confidence", "source"))
        tokens[kind] = _number(table, where, "count", MOST.get(word, MOST_OF_A_KIND))
        check_confidence(table, where)
    return balanced(tuple(cattle), tuple(start), tuple(sorted((k, n) for k, n in tokens.items() if n)))


def balanced(
    cattle: tuple[int, ...], start: tuple[bool, ...], tokens: tuple[tuple[int, int], ...]
) -> Figures:
    """Figures whose sums fit a game. Raises SetupError (code ``figures``) naming the word that is wrong."""
    total = CATTLE_OF_A_COLOUR * len(names.COLOURS)
    if sum(cattle) != total:
        raise bad_figures(f"the locations hold {sum(cattle)} cattle in all; there are {total}", "location")
    if not any(start):
        raise bad_figures("no location has start = true", "start")
    gold = sum(count for kind, count in tokens if kind >= names.GOLD)
    if gold > MOST_GOLD:
        raise bad_figures(f"{gold} nuggets in all; at most {MOST_GOLD} are possible", "gold")
    in_all = sum(count for _, count in tokens)
    if in_all < BOARD_TOKENS:
        raise bad_figures(f"{in_all} tokens in all; a game needs {BOARD_TOKENS}", "token")
    return Figures(cattle, start, tokens)


@cache
def standard() -> Figures:
    """The figures that come with the program."""
    return check(tomllib.loads(shipped_text("longhorn")))


def load(source: Figures | str | PathLike[str] | None = None) -> Figures:
    """Figures from a file (a whole one, of the form of figures.toml); the standard ones without a name.

    Raises SetupError (code ``figures``) when the file cannot be read or is wrong.
    """
    if source is None:
        return standard()
    if isinstance(source, Figures):
        return source
    return check(read_file(source))
