"""The root moves of the exhaustive search: their proved bounds, their estimates, and what is told of both."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from solver.game import State
from solver.reports import LOST, WON, Line
from solver.search.prover import CERTAIN

SPREAD = 180.0  # an estimate is 90 times the logit of a chance: 1/2 + 1/2 tanh(estimate / SPREAD)
FIRST_PARTS = 2  # eighths of an estimate that are of the second iteration: a mean errs less
SUREST = 0.99  # chance of a win that is told without a proof
DRAWS = 0.5  # a draw is so many times as likely as a win times no win: from proved positions


@dataclass(eq=False)
class Root:
    """Root move with its bounds and estimates; values are those of the searching seat."""

    action: int
    state: State  # the position that the move is made in
    seat: int
    lower: Fraction = LOST
    upper: Fraction = WON
    guess: int = 0  # from the second and the last two iterations: one depends on the side that moves last
    first: int = 0  # the estimate of the second iteration, or of the first while it is alone
    last: int = 0  # the last iteration's estimate
    nodes: int = 0
    charm: float = 0.0  # among equal values the greater one is preferred
    pv: tuple[str, ...] = ()
    # set by `narrow` from the bounds, which are read far more often than they change
    low: float = -1.0
    high: float = 1.0
    proven: bool = False

    # Texts and positions are made on demand: a Rattlesnake has up to a thousand root moves.

    @cached_property
    def token(self) -> str:
        return self.state.action_to_string(self.action, self.seat)

    @cached_property
    def child(self) -> State:
        """The position after the move."""
        child = self.state.clone()
        child.apply_action(self.action)
        return child

    def estimated(self, depth: int, before: int) -> None:
        """Update the estimate after ``last`` was set by an iteration; ``before``: the iteration before."""
        if depth <= 2:
            self.first = self.last
        values = (self.first, before, self.last)
        if depth == 1 or max(map(abs, values)) > CERTAIN:
            self.guess = self.last
        else:
            self.guess = (FIRST_PARTS * self.first + (8 - FIRST_PARTS) * (before + self.last) // 2) // 8

    def told(self) -> tuple[float, float, float]:
        """The estimated odds of a win, a draw and a loss, those that the proved bounds leave."""
        won = min(max(0.5 + 0.5 * math.tanh(self.guess / SPREAD), 1 - SUREST), SUREST)
        drawn = DRAWS * won * (1 - won)
        lost = 1 - won - drawn
        if self.low >= 0.0:
            lost = 0.0
        if self.high <= 0.0:
            won = 0.0
        whole = won + drawn + lost
        return won / whole, drawn / whole, lost / whole

    def value(self) -> float:
        """The estimate of the expected result, within the proved bounds."""
        if self.proven:
            return self.low
        won, _, lost = self.told()
        return min(max(won - lost, self.low), self.high)

    def rank(self) -> tuple[float, float, float, int, int]:
        """Sort key of root moves, best last: value, lower bound, estimate; lost moves: refutation nodes."""
        if self.high == -1.0:
            return (-1.0, -1.0, self.charm, self.nodes, self.guess)
        return (self.value(), self.low, self.charm, self.guess, self.nodes)

    def narrow(self, lower: Fraction | int, upper: Fraction | int) -> None:
        """Enter proved bounds."""
        self.lower = max(self.lower, Fraction(lower))
        self.upper = min(self.upper, Fraction(upper))
        self.low, self.high, self.proven = float(self.lower), float(self.upper), self.lower == self.upper

    def line(self) -> Line:
        value = self.value()
        if self.proven:
            drawn = 1000 if value == 0.0 else 0
            won = round(500 * (1 + value)) if not drawn else 0
        else:
            odds = self.told()
            won = round(1000 * odds[0])
            drawn = min(round(1000 * odds[1]), 1000 - won)
        return Line(
            move=self.action,
            pv=self.pv or (self.token,),
            value=value,
            lower=self.lower,
            upper=self.upper,
            wdl=(won, drawn, 1000 - drawn - won),
            nodes=self.nodes,
        )
