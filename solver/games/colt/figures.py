"""Colt Express's printed figures: read from a TOML file, checked, and kept as one immutable value."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from os import PathLike
from typing import Any

from solver.games.colt import names
from solver.games.figures_file import (
    bad_figures,
    check_confidence,
    check_game,
    read_file,
    shipped_text,
)

MOST_DOLLARS = 5000
MOST_TURNS = 6
MOST_KEPT = 3
#: The edition that a figures file names, and the former one with the figures that its files lack.
EDITION, FORMER = "colt/2", "colt/1"
CHANGES = "since colt/2 [train] says how many cars two seats have, and ahead is a number of symbols, 0 to 3"
CARS = "abcdef"
BANDS = ("few", "many")
Pair = tuple[int, int]


@dataclass(frozen=True)
class Figures:
    """The figures of one set of printed components.

    Dollars: ``jewel``, ``strongbox``, ``gunslinger``, ``conductor``, ``mortal``, ``ransom`` (by hostage),
    ``purse_values`` (six, ascending); ``purse_counts``: how many purses of each value.
    ``hand``, ``draw``, ``bullets``, ``neutral`` (without and with the expansion): numbers of cards.
    ``deck``, ``deck_pairs``: a bandit's action cards, kinds 0-6.
    ``flasks``: normal, old. ``cars``: (purses, jewels) of the six cars.
    ``turns[band][card]``: symbols of a round card, 0-4 as in layout.pxd; band 0 is 2-4 players, 1 is 5-6.
    ``ahead[card]``: planning-ahead symbols. ``tired[band]``: horses that Exhausted Horses removes.
    ``pairs_cars``: cars behind the locomotive where two seats play two bandits each.
    """

    jewel: int
    strongbox: int
    gunslinger: int
    conductor: int
    mortal: int
    ransom: tuple[int, ...]
    purse_values: tuple[int, ...]
    purse_counts: tuple[int, ...]
    hand: int
    draw: int
    bullets: int
    neutral: Pair
    deck: tuple[int, ...]
    deck_pairs: tuple[int, ...]
    flasks: Pair
    cars: tuple[Pair, ...]
    turns: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
    ahead: tuple[int, ...]
    tired: Pair
    pairs_cars: int

    def cars_of(self, bandits: int, pairs: bool) -> int:
        """The number of cars behind the locomotive; ``pairs``: two seats with two bandits each."""
        return self.pairs_cars if pairs else bandits


def _table(data: dict[str, Any], word: str) -> dict[str, Any]:
    value: Any = data
    for part in word.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    if not isinstance(value, dict):
        raise bad_figures(f"[{word}] is missing or is not a table", word)
    check_confidence(value, word)
    return value


def _check_words(table: dict[str, Any], where: str, words: tuple[str, ...]) -> None:
    for word in table:
        if word not in words and word not in ("confidence", "source"):
            raise bad_figures(f"unknown word {word} in [{where}]; known are {', '.join(words)}", word)


def _numbers(data: dict[str, Any], where: str, words: tuple[str, ...], most: int) -> list[int]:
    table = _table(data, where)
    _check_words(table, where, words)
    result = []
    for word in words:
        value = table.get(word)
        if type(value) is not int or not 0 <= value <= most:
            message = f"{where}.{word} must be a whole number of 0 to {most}, not {value!r}"
            raise bad_figures(message, f"{where}.{word}")
        result.append(value)
    return result


def _purses(data: dict[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    table = _table(data, "purses")
    values = [word for word in table if word not in ("confidence", "source")]
    for word in values:
        if not word.isascii() or not word.isdigit() or not 0 < int(word) <= MOST_DOLLARS:
            raise bad_figures(f"{word}: a purse's value is 1 to {MOST_DOLLARS} dollars", word)
    words = tuple(sorted(values, key=int))
    if len(words) != names.CLASSES:
        raise bad_figures(f"[purses] must name {names.CLASSES} values, not {len(words)}", "purses")
    counts = tuple(_numbers(data, "purses", words, names.PURSES))
    if sum(counts) > names.PURSES:
        raise bad_figures(f"there can be at most {names.PURSES} purses, not {sum(counts)}", "purses")
    if counts[0] < 6:
        raise bad_figures("there must be six purses of the least value, one for each bandit", words[0])
    return tuple(int(word) for word in words), counts


def _cars(data: dict[str, Any], purses: int) -> tuple[Pair, ...]:
    table = data.get("car")
    if not isinstance(table, dict):
        raise bad_figures("[car] is missing or is not a table", "car")
    _check_words(table, "car", tuple(CARS))
    cars = [tuple(_numbers(data, f"car.{letter}", ("purses", "jewels"), 6)) for letter in CARS]
    if sum(car[0] for car in cars) > purses - 6:
        raise bad_figures(f"the cars hold more than {purses - 6} purses", "car")
    return tuple((car[0], car[1]) for car in cars)


def _turns(word: str, band: str, value: object) -> tuple[int, ...]:
    where = f"round.{word}.{band}"
    if not isinstance(value, str) or not value or not set(value) <= set(names.SYMBOLS):
        raise bad_figures(f"{where} must be turns of {', '.join(names.SYMBOLS)}, not {value!r}", where)
    if len(value) + value.count("D") > MOST_TURNS:
        raise bad_figures(f"{where}: a round has at most {MOST_TURNS} turns, a double one counts two", where)
    return tuple(names.SYMBOLS.index(letter) for letter in value)


def _rounds(
    data: dict[str, Any],
) -> tuple[tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]], tuple[int, ...]]:
    table = data.get("round")
    if not isinstance(table, dict):
        raise bad_figures("[round] is missing or is not a table", "round")
    _check_words(table, "round", names.ROUND_CARDS)
    few, many, ahead = [], [], []
    for word in names.ROUND_CARDS:
        card = _table(data, f"round.{word}")
        _check_words(card, f"round.{word}", (*BANDS, "ahead"))
        few.append(_turns(word, "few", card.get("few")))
        many.append(_turns(word, "many", card.get("many")))
        where, symbols = f"round.{word}.ahead", card.get("ahead")
        if type(symbols) is not int or not 0 <= symbols <= MOST_KEPT:
            raise bad_figures(f"{where} must be a whole number of 0 to {MOST_KEPT}, not {symbols!r}", where)
        ahead.append(symbols)
    return (tuple(few), tuple(many)), tuple(ahead)


def read(data: dict[str, Any]) -> Figures:
    """The figures of a parsed file. Raises SetupError (code ``figures``) naming the wrong word."""
    if data.get("game") == FORMER:
        raise bad_figures(f"game {FORMER} is the edition before {EDITION}: {CHANGES}", FORMER)
    check_game(data, EDITION)
    tables = ("money", "purses", "cards", "deck", "deck_pairs", "train", "flasks", "car", "round")
    _check_words(data, "the file", ("game", *tables, "ransom", "tired"))
    money = _numbers(data, "money", ("jewel", "strongbox", "gunslinger", "conductor", "mortal"), MOST_DOLLARS)
    values, counts = _purses(data)
    cards = _numbers(data, "cards", ("hand", "draw", "bullets", "neutral", "neutral_expansion"), 30)
    for word, number in zip(("hand", "draw", "bullets"), cards, strict=False):
        if not 1 <= number <= 9:
            raise bad_figures(f"cards.{word} must be 1 to 9, not {number}", f"cards.{word}")
    kinds = names.CARDS[:7]
    flasks = _numbers(data, "flasks", ("normal", "old"), 6)
    if sum(flasks) != 6:
        raise bad_figures(f"there must be 6 flasks, not {sum(flasks)}", "flasks")
    turns, ahead = _rounds(data)
    tired = _numbers(data, "tired", BANDS, 6)
    (pairs_cars,) = _numbers(data, "train", ("pairs",), len(CARS))
    if pairs_cars < 2:
        raise bad_figures(f"train.pairs must be 2 to {len(CARS)}, not {pairs_cars}", "train.pairs")
    return Figures(
        jewel=money[0],
        strongbox=money[1],
        gunslinger=money[2],
        conductor=money[3],
        mortal=money[4],
        ransom=tuple(_numbers(data, "ransom", names.HOSTAGES, MOST_DOLLARS)),
        purse_values=values,
        purse_counts=counts,
        hand=cards[0],
        draw=cards[1],
        bullets=cards[2],
        neutral=(cards[3], cards[4]),
        deck=tuple(_numbers(data, "deck", kinds, 4)),
        deck_pairs=tuple(_numbers(data, "deck_pairs", kinds, 4)),
        flasks=(flasks[0], flasks[1]),
        cars=_cars(data, sum(counts)),
        turns=turns,
        ahead=ahead,
        tired=(tired[0], tired[1]),
        pairs_cars=pairs_cars,
    )


@cache
def standard() -> Figures:
    """The figures that come with the program."""
    return read(tomllib.loads(shipped_text("colt")))


def load(source: Figures | str | PathLike[str] | None = None) -> Figures:
    """The figures of a named file, or the standard ones for None. Figures are returned unchanged.

    Raises SetupError (code ``figures``) naming the wrong word.
    """
    if source is None:
        return standard()
    if isinstance(source, Figures):
        return source
    return read(read_file(source))
