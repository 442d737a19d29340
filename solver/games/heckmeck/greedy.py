"""A hand-made Heckmeck player: what a stop is worth to it; for the rest it plays as dice are played."""

from __future__ import annotations

from solver.game import State
from solver.games.common import dice_player
from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields
from solver.rng import Rng

#: Worth of a stop that ends the game without a win.
UNSAFE = -1.0


def play(view: State, seat: int, rng: Rng) -> int:
    """The action of ``seat``, whose turn it is; ``rng`` decides between equal ones."""
    return dice_player.play(view, seat, rng, stop_worth)


def stop_worth(fields: Fields, seat: int, total: int) -> float:
    """What a legal stop gets, in worms; worms taken from another seat count for that seat's loss too."""
    if total > names.HIGHEST:
        if fields.supply or names.SNAIL in fields.grill:
            return names.SNAIL_POINTS
        best = max(fields.points(other) for other in range(fields.seats) if other != seat)
        return 1000.0 if fields.points(seat) > best else UNSAFE
    there = fields.grill[total - names.LOWEST]
    if there == names.SNAIL:
        return names.SNAIL_POINTS
    owner, number = names.plates(there)
    worms = float(fields.ladder[total - names.LOWEST])
    return worms if not number or owner == seat else worms + worms / (fields.seats - 1)
