"""A hand-made Heckmeck player: sensible, quick, and without any search.

It knows three things. A die set aside should show more than the next roll would bring, and a worm is needed.
A stop is worth the worms it gets, and those that it takes from another seat. Rolling on loses what could be
had when no new face comes, which is easily reckoned, and otherwise brings a little more for each die.
The three numbers were chosen in matches of the player against itself with others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from solver.game import State
from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields
from solver.rng import Rng

if TYPE_CHECKING:
    from solver.games.heckmeck.state import HeckmeckState

#: What a die that is left brings to the total, and how many pips the first worm is worth besides its own.
DIE, FIRST_WORM = 3.0, 2.0
#: By how much the stop that comes later is better, in worms, for each die that is rolled.
PROGRESS = 0.15
#: Worth of a stop that ends the game without a win, and of a turn that fails: below any other.
UNSAFE, LOST = -1.0, -1000.0


def play(view: State, seat: int, rng: Rng) -> int:
    """The action of ``seat``, whose turn it is; ``rng`` decides between equal ones."""
    fields = cast("HeckmeckState", view).fields()
    stops: dict[int, float] = {}
    others: dict[int, float] = {}
    for action in view.legal_actions(seat):
        face = action & 7
        if action & names.STOP:
            stops[action] = stop_worth(fields, seat, fields.after(face)[0])
        else:
            others[action] = LOST if action & names.FAIL else face_worth(fields, face)
    if others:
        going = _best(others, rng)
        if not stops or _rolls_on(fields, going, max(stops.values())):
            return going
    return _best(stops, rng)


def _best(worths: dict[int, float], rng: Rng) -> int:
    most = max(worths.values())
    equal = [action for action, worth in worths.items() if worth == most]
    return equal[rng.below(len(equal))]


def face_worth(fields: Fields, face: int) -> float:
    """How good it is to set a face aside when the turn goes on: pips above what the dice would bring."""
    worth = fields.roll[face] * (face + 1 - DIE)
    if face == names.WORM and not fields.aside[face]:
        worth += FIRST_WORM
    return worth


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


def _rolls_on(fields: Fields, action: int, sure: float) -> bool:
    """Whether rolling on after a decision promises more than the best stop."""
    if action & names.FAIL:
        return False
    face = action & 7
    left = fields.left - fields.roll[face]
    known = sum(map(bool, fields.aside)) + 1
    lost = (known / names.FACES) ** left
    return (1 - lost) * (sure + PROGRESS * left) > sure
