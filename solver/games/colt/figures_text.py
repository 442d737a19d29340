"""Non-standard Colt Express figures in a position text: only the figures that differ.

Example: ``money.jewel:400+purses:250x8.300x2...+round.rage.ahead:2``, in the words and order of the file. A
text can therefore be read without the file that its figures came from.
"""

from __future__ import annotations

import tomllib
from typing import Any

from solver.errors import SetupError
from solver.games.colt import names
from solver.games.colt.figures import BANDS, CARS, Figures, read, standard
from solver.games.common.text_fields import bad
from solver.games.figures_file import shipped_text

_MOST_DIGITS = 5


def _flat(figures: Figures) -> dict[str, str]:
    """Every figure by its words in the file."""
    kinds = names.CARDS[:7]
    money = ("jewel", "strongbox", "gunslinger", "conductor", "mortal")
    flat: dict[str, object] = {f"money.{word}": getattr(figures, word) for word in money}
    purses = zip(figures.purse_values, figures.purse_counts, strict=True)
    flat["purses"] = ".".join(f"{value}x{count}" for value, count in purses)
    for word in ("hand", "draw", "bullets"):
        flat[f"cards.{word}"] = getattr(figures, word)
    flat["cards.neutral"], flat["cards.neutral_expansion"] = figures.neutral
    flat |= {f"deck.{word}": n for word, n in zip(kinds, figures.deck, strict=True)}
    flat |= {f"deck_pairs.{word}": n for word, n in zip(kinds, figures.deck_pairs, strict=True)}
    flat["train.pairs"] = figures.pairs_cars
    flat["flasks.normal"], flat["flasks.old"] = figures.flasks
    for letter, (loot, jewels) in zip(CARS, figures.cars, strict=True):
        flat[f"car.{letter}.purses"], flat[f"car.{letter}.jewels"] = loot, jewels
    for number, word in enumerate(names.ROUND_CARDS):
        for band, turns in zip(BANDS, figures.turns, strict=True):
            flat[f"round.{word}.{band}"] = "".join([names.SYMBOLS[turn] for turn in turns[number]])
        flat[f"round.{word}.ahead"] = figures.ahead[number]
    flat |= {f"ransom.{word}": n for word, n in zip(names.HOSTAGES, figures.ransom, strict=True)}
    flat |= {f"tired.{band}": n for band, n in zip(BANDS, figures.tired, strict=True)}
    return {word: str(value) for word, value in flat.items()}


def figures_text(figures: Figures) -> str:
    """The figures that differ from the standard ones; empty if none does."""
    if figures == standard():
        return ""
    usual = _flat(standard())
    return "+".join([f"{word}:{value}" for word, value in _flat(figures).items() if value != usual[word]])


def read_figures(text: str) -> Figures:
    """The figures of a text that `figures_text` wrote.

    Raises NotationError (code ``position``) naming the wrong part.
    """
    data = tomllib.loads(shipped_text("colt"))
    known = _flat(standard())
    for part in text.split("+"):
        word, _, value = part.partition(":")
        if word not in known or not value:
            raise bad(f"{part!r} in figures: needed is a word of the figures file and its value, as in "
                      "money.jewel:400", part)  # fmt: skip
        _enter(data, word, value, part)
    try:
        figures = read(data)
    except SetupError as error:
        raise bad(f"figures={text}: {error.message}", f"figures={text}") from None
    right = figures_text(figures)
    if right != text:
        form = f"always written figures={right}" if right else "not written: these are the standard figures"
        raise bad(f"figures={text}: this is {form}", f"figures={text}")
    return figures


def _enter(data: dict[str, Any], word: str, value: str, part: str) -> None:
    """Put one figure in its place in the data of a file."""
    if word == "purses":
        for key in [key for key in data["purses"] if key.isdigit()]:
            del data["purses"][key]
        for purse in value.split("."):
            dollars, _, count = purse.partition("x")
            data["purses"][str(_number(dollars, part))] = _number(count, part)
        return
    *tables, key = word.split(".")
    for table in tables:
        data = data[table]
    data[key] = value if isinstance(data[key], str) else _number(value, part)


def _number(word: str, part: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > _MOST_DIGITS or str(int(word)) != word:
        raise bad(f"{part!r} in figures: {word!r} is not a whole number", part)
    return int(word)
