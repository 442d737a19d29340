"""Exact values of Longhorn positions by looking at every line of play to the end.

Full width, exact fractions, the expectation at a draw, and one memory keyed on the position text. Without any
pruning it is meant for late positions: some ten cattle on the board, fewer with a Rattlesnake among them.
"""

from __future__ import annotations

from fractions import Fraction

from reference.longhorn import CHANCE, TERMINAL, Position


class Solver:
    """Values from the eyes of seat 0 (1 won, 0 drawn, -1 lost); remembers every position that it has seen."""

    def __init__(self) -> None:
        self.known: dict[str, Fraction] = {}

    def value(self, position: Position) -> Fraction:
        """The expected result for seat 0 when both play best from `position`."""
        text = position.text()
        if text not in self.known:
            self.known[text] = self._value(position)
        return self.known[text]

    def moves(self, position: Position) -> dict[str, Fraction]:
        """The value for seat 0 of every token that can be played in `position`, in token order."""
        return {token: self.value(after) for token, after in sorted(position.successors().items())}

    def _value(self, position: Position) -> Fraction:
        actor = position.actor()
        if actor == TERMINAL:
            return Fraction(position.value())
        values = self.moves(position)
        if actor == CHANCE:
            odds = position.chance()
            return sum((odds[token] * value for token, value in values.items()), Fraction(0))
        return max(values.values()) if actor == 0 else min(values.values())
