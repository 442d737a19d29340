"""Action numbers: decisions have those of the game's encoding, and chance outcomes dense ones from 0."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np

from solver.encoding import EncodingPlug
from solver.game import State
from solver.games.colt import codes
from solver.games.common.dice import DICE, FACES

Odds = list[tuple[int, float]]


class Decisions:
    """The numbers of one game's decisions, those of its encoding: 0 to ``count`` - 1."""

    def __init__(self, plug: EncodingPlug, state: State) -> None:
        self._plug = plug
        self.count = plug.actions(state)

    def legal(self, state: State, seat: int) -> list[int]:
        """The numbers of a seat's legal decisions, ascending."""
        mask = np.empty(self.count, np.uint8)
        self._plug.mask(state, seat, mask)
        numbers: list[int] = np.flatnonzero(mask).tolist()
        return numbers

    def number(self, state: State, seat: int, action: int) -> int:
        """The number of a legal decision. Raises IllegalMove for any other."""
        return self._plug.number(state, seat, action)

    def action(self, state: State, seat: int, number: int) -> int:
        """The decision of a number. Raises IllegalMove when the seat may not make it."""
        return self._plug.action(state, seat, number)


class Outcomes:
    """The numbers of one game's chance outcomes: 0 to ``count`` - 1.

    This class numbers an outcome by its code, less ``first``.
    """

    def __init__(self, count: int, first: int = 0) -> None:
        self.count, self._first = count, first

    def odds(self, state: State) -> Odds:
        """The outcomes of the chance event that is due: (number, probability), numbers ascending."""
        return [(action - self._first, float(share)) for action, share in state.chance_outcomes()]

    def outcome(self, state: State, number: int) -> int:
        """The chance outcome of a number."""
        return number + self._first


class Cards(Outcomes):
    """6 nimmt!: card c is c - 1; the layout of a draft is 0."""

    def __init__(self) -> None:
        super().__init__(104)

    def odds(self, state: State) -> Odds:
        cards = state.legal_actions()  # all equally likely
        share = 1 / len(cards)
        return [(max(0, card - 1), share) for card in cards]

    def outcome(self, state: State, number: int) -> int:
        return number + 1 if state.legal_actions()[0] else 0


class Rolls(Outcomes):
    """Games of dice turns: a roll is its place among the multisets of as many dice, by the packed counts."""

    def __init__(self) -> None:
        super().__init__(len(rolls(DICE)))

    def odds(self, state: State) -> Odds:
        return list(numbered_rolls(_dice_left(state)))  # the caller's own: OpenSpiel's MCTS shuffles it

    def outcome(self, state: State, number: int) -> int:
        return rolls(_dice_left(state))[number][0]


def _dice_left(state: Any) -> int:
    aside: tuple[int, ...] = state.fields().aside
    return DICE - sum(aside)


@cache
def rolls(dice: int) -> tuple[tuple[int, float], ...]:
    """The rolls of so many dice, ascending by their packed counts, with their probabilities."""
    found = []
    for faces in combinations_with_replacement(range(FACES), dice):
        counts = [faces.count(face) for face in range(FACES)]
        ways = factorial(dice) // prod(map(factorial, counts))
        found.append(
            (sum(n << 4 * face for face, n in enumerate(counts)), float(Fraction(ways, FACES**dice)))
        )
    return tuple(sorted(found))


@cache
def numbered_rolls(dice: int) -> tuple[tuple[int, float], ...]:
    """The same by their numbers."""
    return tuple((number, share) for number, (_, share) in enumerate(rolls(dice)))


#: The chance outcomes of each game in the registry.
OUTCOMES: Mapping[str, Outcomes] = {
    "longhorn": Outcomes(220),
    "heckmeck": Rolls(),
    "nimmt": Cards(),
    "colt": Outcomes(codes.LEAST + 8 * 19 - codes.MASK, codes.MASK),
    "pickomino": Rolls(),
}
