"""Heckmeck turns played die by die: the rolls and decisions that bring about a wanted outcome."""

from __future__ import annotations

from functools import cache
from itertools import product

from solver.game import State
from solver.games.common.dice import DICE
from solver.games.heckmeck import names

#: Outcomes of a whole turn, as in rules.pxd: the spaces, then these.
ABOVE, FAILURE = 14, 15
OUTCOMES = range(16)


@cache
def dice_for(total: int) -> tuple[tuple[int, int], ...]:
    """Faces and their numbers, at most eight dice with a worm, whose sum is `total`; the most faces."""
    found = [
        tuple((face, number) for face, number in enumerate(counts) if number)
        for counts in product(range(6), repeat=6)
        if counts[names.KIND.worm] and sum(counts) <= DICE
        if sum(number * (face + 1) for face, number in enumerate(counts)) == total
    ]
    return max(found, key=len)


def tokens_for(outcome: int, roll_fails: bool = False) -> list[str]:
    """Tokens that, entered at the beginning of a turn, end it with `outcome`, if that is legal.

    A failure comes about by eight sixes, or, with `roll_fails`, by a roll that shows nothing new.
    """
    letters = names.KIND.letters
    if outcome == FAILURE:
        return ["r11166666", "6roll", "r666"] if roll_fails else ["r66666666", "6fail"]
    parts = dice_for(names.LOWEST + outcome if outcome < ABOVE else 41)
    tokens = []
    left = DICE
    for number, (face, count) in enumerate(parts):
        # what is left over shows the face that comes next, or at the end one that is set aside already
        other = parts[number + 1][0] if number + 1 < len(parts) else parts[number - 1][0]
        dice = sorted([face] * count + [other] * (left - count))
        last = number + 1 == len(parts)
        tokens += ["r" + "".join(letters[die] for die in dice), letters[face] + ("stop" if last else "roll")]
        left -= count
    return tokens


def play(state: State, tokens: list[str]) -> None:
    """Enter tokens, rolls and decisions."""
    for token in tokens:
        state.apply_action(state.string_to_action(token))
