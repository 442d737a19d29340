"""The last tricks of a two-seat round of 6 nimmt! solved in exact fractions over the reference rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from reference.matrix import game_value
from reference.nimmt import CHOOSE, ROW, Position

Utility = Callable[[int, int], Fraction]
"""The worth to seat 0 of the heads of seat 0 and seat 1 in a round."""


def lead(mine: int, other: int) -> Fraction:
    """The other seat's surplus of heads, clipped at 40, which is worth 1."""
    return max(Fraction(-1), min(Fraction(1), Fraction(other - mine, 40)))


def rank(mine: int, other: int) -> Fraction:
    """1 for fewer heads, -1 for more."""
    return Fraction((other > mine) - (other < mine))


class Solver:
    """Values of positions to the end of the round, for seat 0, when both hands are known to both."""

    def __init__(self, utility: Utility) -> None:
        self.utility = utility
        self.known: dict[tuple[object, ...], Fraction] = {}

    def value(self, position: Position) -> Fraction:
        """The value of a position in phase `cards` with nothing put down yet, or in phase `row`."""
        counted = [event[1] for event in position.events if event[0] == "round"]
        if counted:
            return self.utility(*counted[0])
        key = (position.hands, position.rows, tuple(position.round_heads()), position.waiting)
        if key not in self.known:
            self.known[key] = self._find(position)
        return self.known[key]

    def matrix(self, position: Position) -> list[list[Fraction]]:
        """The values after both seats' cards: rows are the cards of seat 0, columns those of seat 1."""
        if position.phase != CHOOSE:
            raise ValueError(f"phase {position.phase}: should be {CHOOSE}")
        return [
            [self.value(position.apply(0, mine).apply(1, other)) for other in position.legal(1)]
            for mine in position.legal(0)
        ]

    def choices(self, position: Position) -> list[Fraction]:
        """The values after each row that the seat which owes a row can take, for seat 0."""
        if position.phase != ROW:
            raise ValueError(f"phase {position.phase}: should be {ROW}")
        seat = position.owing()[0]
        return [self.value(position.apply(seat, row)) for row in position.legal(seat)]

    def _find(self, position: Position) -> Fraction:
        if position.phase == CHOOSE:
            return game_value(self.matrix(position))
        best = max if position.owing()[0] == 0 else min
        return best(self.choices(position))
