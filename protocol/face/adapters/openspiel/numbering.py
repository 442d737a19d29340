"""Action numbers: OpenSpiel's, which are dense from 0, for the actions of each game, which are packed.

A decision's number means the same move in every position of the game, so a policy has one output for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from solver.game import State
from solver.games.colt import codes
from solver.games.common.dice import DICE, ENDINGS, FACES

Odds = list[tuple[int, float]]


class Numbering:
    """The numbers of one game's actions: of decisions below ``decisions``, of chance outcomes below
    ``outcomes``.

    This class numbers an action by itself.
    """

    def __init__(self, decisions: int, outcomes: int) -> None:
        self.decisions, self.outcomes = decisions, outcomes

    def number(self, state: State, action: int) -> int:
        """The number of a decision's action."""
        return action

    def action(self, state: State, number: int) -> int:
        """The action of a decision's number."""
        return number

    def odds(self, state: State) -> Odds:
        """The outcomes of the chance event that is due: (number, probability), numbers ascending."""
        return [(self.outcome_number(action), float(share)) for action, share in state.chance_outcomes()]

    def outcome_number(self, action: int) -> int:
        """The number of a chance outcome."""
        return action

    def outcome(self, state: State, number: int) -> int:
        """The chance outcome of a number."""
        return number


class Cards(Numbering):
    """6 nimmt!: card c is c - 1, also where it is dealt; row r (0 to 3) is 104 + r."""

    CARDS = 104

    def __init__(self) -> None:
        super().__init__(self.CARDS + 4, self.CARDS)

    def number(self, state: State, action: int) -> int:
        return action - 1 if state.current_player() < 0 or not _chooses_row(state) else self.CARDS + action

    def action(self, state: State, number: int) -> int:
        return number + 1 if number < self.CARDS else number - self.CARDS

    def odds(self, state: State) -> Odds:
        cards = state.legal_actions()  # all equally likely
        if cards == [0]:  # the layout of a draft
            return [(0, 1.0)]
        share = 1 / len(cards)
        return [(card - 1, share) for card in cards]

    def outcome(self, state: State, number: int) -> int:
        return number + 1 if state.legal_actions()[0] else 0


def _chooses_row(state: State) -> bool:
    """Whether the decision is an undercutter's: rows are actions 0 to 3, and 0 is no card."""
    return state.legal_actions()[0] == 0


class Dice(Numbering):
    """Games of dice turns: 6 * ending + face, endings in the order roll, stop, fail.

    A roll is its place among the multisets of as many dice, in the order of the packed counts.
    """

    def __init__(self) -> None:
        super().__init__(len(ENDINGS) * FACES, len(rolls(DICE)))

    def number(self, state: State, action: int) -> int:
        return FACES * (action >> 3) + (action & 7)

    def action(self, state: State, number: int) -> int:
        return (number // FACES << 3) + number % FACES

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


class Train(Numbering):
    """Colt Express: the game's own codes; those of chance less the first of them."""

    def __init__(self) -> None:
        super().__init__(codes.MASK, codes.LEAST + 8 * 19 - codes.MASK)

    def outcome_number(self, action: int) -> int:
        return action - codes.MASK

    def outcome(self, state: State, number: int) -> int:
        return number + codes.MASK


class Cattle(Numbering):
    """Longhorn: a block for each kind of decision, in it the places of a mixed radix.

    Destinations are the nine squares, then none. A cow that a Rattlesnake scatters goes to one of four
    directions from the outlaw (up, left, right, down), or stays away (the fifth value).
    """

    SQUARES, COLOURS, ENDS, NONE = 9, 4, 10, 15
    STEPS = (-3, -1, 1, 3)
    #: kind of the decision: number of its arguments, in the order of the blocks
    BLOCKS: Mapping[int, int] = {6: 1, 7: 1, 0: 4, 3: 4, 2: 16, 4: 16, 1: 144, 5: 4 * 5**4}

    def __init__(self) -> None:
        self._base: dict[int, int] = {}
        size = 0
        for kind, arguments in self.BLOCKS.items():
            self._base[kind] = size
            size += arguments * self.ENDS
        super().__init__(size, 220)

    def number(self, state: State, action: int) -> int:
        end, colour, kind, argument = action & 15, action >> 4 & 3, action >> 6 & 7, action >> 9
        place = 0
        if kind == 5:
            for shift in (0, 4, 8, 12):
                square = argument >> shift & 15
                step = 4 if square == self.NONE else self.STEPS.index(square - _outlaw(state))
                place = 5 * place + step
            place += 5**4 * colour
        elif kind == 1:
            place = (colour * self.SQUARES + (argument & 15)) * self.COLOURS + (argument >> 4)
        elif kind in (2, 4):
            place = colour * self.COLOURS + argument
        elif kind in (0, 3):
            place = colour
        return self._base[kind] + place * self.ENDS + (9 if end == self.NONE else end)

    def action(self, state: State, number: int) -> int:
        kind = max((k for k, base in self._base.items() if base <= number), key=self._base.__getitem__)
        place, end = divmod(number - self._base[kind], self.ENDS)
        argument = 0
        if kind == 5:
            colour, rest = divmod(place, 5**4)
            for shift in (12, 8, 4, 0):
                rest, step = divmod(rest, 5)
                square = self.NONE if step == 4 else _outlaw(state) + self.STEPS[step]
                argument |= square << shift
        elif kind == 1:
            rest, to = divmod(place, self.COLOURS)
            colour, square = divmod(rest, self.SQUARES)
            argument = to << 4 | square
        elif kind in (2, 4):
            colour, argument = divmod(place, self.COLOURS)
        else:
            colour = place
        return argument << 9 | kind << 6 | colour << 4 | (self.NONE if end == 9 else end)


def _outlaw(state: Any) -> int:
    outlaw: int = state.fields().outlaw
    return outlaw


#: The numbering of each game in the registry.
NUMBERINGS: Mapping[str, Numbering] = {
    "longhorn": Cattle(),
    "heckmeck": Dice(),
    "nimmt": Cards(),
    "colt": Train(),
    "pickomino": Dice(),
}
