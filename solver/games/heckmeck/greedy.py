"""Value of a stop for Heckmeck's hand-made player, which otherwise plays as in all games of dice turns."""

from __future__ import annotations

from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields

#: Value of a stop that ends the game without a win.
UNSAFE = -1.0


def stop_worth(fields: Fields, seat: int, total: int) -> float:
    """The value of a legal stop in worms; worms taken from a seat also count as its loss, per rival."""
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
