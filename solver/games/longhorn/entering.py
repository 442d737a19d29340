"""The entry of a Longhorn game from a real table, square by square: location, cattle, token."""

from __future__ import annotations

from itertools import product
from math import comb

from solver.game import State
from solver.games.entered import EnteredSetup, Item
from solver.games.longhorn import names
from solver.games.longhorn.fields import Counts, Fields
from solver.games.longhorn.figures import BOARD_TOKENS, CATTLE_OF_A_COLOUR, Figures
from solver.games.longhorn.notation import EDITION, counts_text
from solver.games.longhorn.state import LonghornState

#: The number of items entered for a square.
PARTS = 3
_WHERE = tuple(
    f"{row} {column}" for row in ("top", "middle", "bottom") for column in ("left", "centre", "right")
)


def _places(entered: tuple[str, ...]) -> list[int]:
    return [names.LOCATIONS.index(word) for word in entered[::PARTS]]


def _counts(word: str) -> Counts:
    found = dict(zip(word[::2], map(int, word[1::2]), strict=True))
    black, white, orange, green = (found.get(letter, 0) for letter in names.COLOUR_LETTERS)
    return (black, white, orange, green)


def _kind(word: str) -> int:
    if word.startswith("gold"):
        return names.GOLD + int(word.removeprefix("gold")) // 100
    return names.TOKEN_WORDS.index(word) + 1


def _cattle_title(counts: Counts) -> str:
    return ", ".join(f"{n} {colour}" for n, colour in zip(counts, names.COLOURS, strict=True) if n)


class Board:
    """The questions for the nine squares, row by row.

    The odds are those of the deal, so a forced item is the only outcome.
    """

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def item(self, entered: tuple[str, ...]) -> Item | None:
        square, part = divmod(len(entered), PARTS)
        if square == len(names.LOCATIONS):
            return None
        where = f"square {square + 1} ({_WHERE[square]})"
        if part == 0:
            left = [word for word in names.LOCATIONS if word not in entered[::PARTS]]
            titles = names.LOCATION_TITLES
            return Item(f"the location of {where}", tuple((word, titles[word], 1) for word in left))
        title = names.LOCATION_TITLES[entered[-part]]
        if part == 1:
            return Item(f"the cattle at {title}, {where}", self._cattle(entered))
        return Item(f"the token at {title}, {where}", self._tokens(entered))

    def _cattle(self, entered: tuple[str, ...]) -> tuple[tuple[str, str, int], ...]:
        left = [CATTLE_OF_A_COLOUR] * len(names.COLOURS)
        for word in entered[1::PARTS]:
            for colour, n in enumerate(_counts(word)):
                left[colour] -= n
        here = self._figures.cattle[names.LOCATIONS.index(entered[-1])]
        out = []
        for black, white, orange in product(*(range(min(n, here) + 1) for n in left[:3])):
            green = here - black - white - orange
            if 0 <= green <= left[3]:
                counts = (black, white, orange, green)
                weight = 1
                for n, most in zip(counts, left, strict=True):
                    weight *= comb(most, n)
                out.append((counts_text(counts), _cattle_title(counts), weight))
        return tuple(out)

    def _tokens(self, entered: tuple[str, ...]) -> tuple[tuple[str, str, int], ...]:
        """The tokens that may lie on the square, with their odds.

        The Sheriff, if drawn at all, lies at Nugget Hill; the tokens of the other squares are a fair draw
        from the rest of the box.
        """
        bag = self._figures.bag()
        size = len(bag)
        for word in entered[2::PARTS]:
            bag.remove(_kind(word))
        others = [kind for kind in bag if kind != names.SHERIFF]
        hill = names.LOCATIONS.index(entered[-2]) == names.NUGGET_HILL
        absent = size - BOARD_TOKENS if hill and names.SHERIFF in bag else 1
        weights = {kind: absent * others.count(kind) for kind in sorted(set(others))}
        if hill and names.SHERIFF in bag:
            weights[names.SHERIFF] = BOARD_TOKENS * len(others)
        return tuple(
            (names.token_word(kind), names.token_title(kind), weight)
            for kind, weight in sorted(weights.items())
            if weight
        )

    def state(self, entered: tuple[str, ...]) -> State:
        fields = Fields(
            tuple(_places(entered)),
            tuple(_counts(word) for word in entered[1::PARTS]),
            tuple(_kind(word) for word in entered[2::PARTS]),
        )
        return LonghornState.from_fields(fields, self._figures)


def enter(viewer: int | None, figures: Figures) -> State:
    """The game before anything is entered; ``viewer`` has no effect, since nothing is hidden."""
    return EnteredSetup(EDITION, Board(figures), viewer, 2)
