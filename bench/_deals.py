"""The fixed lists of Longhorn deals that measurements run on."""

from __future__ import annotations

import click

from solver.game import State
from solver.games import GAMES
from solver.rng import Rng


def opening(seed: int) -> State:
    """The deal of ``seed`` after one random start: seat 0 is to move.

    The start is the one of index ``Rng(seed).below(n)`` of the n legal starts in ascending order.
    """
    state = GAMES["longhorn"].initial(seed)
    starts = state.legal_actions()
    state.apply_action(starts[Rng(seed).below(len(starts))])
    return state


class Span(click.ParamType):  # type: ignore[type-arg]
    """An option's value like 1-40 or 7: whole numbers from the first to the last."""

    name = "FIRST-LAST"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """The range; a bad word ends the command with an error that names it."""
        if isinstance(value, range):
            return value
        first, dash, last = str(value).partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            self.fail(f"{value} should be a number or two with a dash, like 1-40", param, ctx)
        span = range(int(first), int(last or first) + 1)
        if not span:
            self.fail(f"{value} should go upwards, like 1-40", param, ctx)
        return span
