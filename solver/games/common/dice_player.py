"""A hand-made player of dice turns: sensible, quick, and without any search.

It knows three things. A die set aside should show more than the next roll would bring, and a worm is needed.
A stop is worth the worms it gets, and those that it takes from another seat. Rolling on loses what could be
had when no new face comes, which is easily reckoned, and otherwise brings a little more for each die.
The three numbers were chosen in matches of the player of Heckmeck against itself with others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from solver.game import State
from solver.games.common.dice import FACES, FAIL, STOP
from solver.rng import Rng

#: What a die that is left brings to the total, and how many pips the first worm is worth besides its own.
DIE, FIRST_WORM = 3.0, 2.0
#: By how much the stop that comes later is better, in worms, for each die that is rolled.
PROGRESS = 0.15
#: Worth of a turn that fails: below any other.
LOST = -1000.0

#: What the notes of the search of turns mean, beside a game's own outcomes (see ``Game.expects``).
EXPECTS = {
    "fail": "{%} risk that the turn fails",
    "gain": "{+} points expected from this turn",
    "points": "{+} points as far as it looks ahead",
    "now": "{+} points from this very choice",
    "hit": "{%} chance that this very choice changes the points",
    "first": "{%} chance to be first",
}


def play(view: State, seat: int, rng: Rng, stop_worth: Callable[[Any, int, int], float]) -> int:
    """The action of ``seat``, whose turn it is; ``rng`` decides between equal ones.

    ``stop_worth``: of the position's fields, the seat and a total what a legal stop gets, in worms.
    """
    fields: Any = view.fields()  # type: ignore[attr-defined]
    stops: dict[int, float] = {}
    others: dict[int, float] = {}
    for action in view.legal_actions(seat):
        face = action & 7
        if action & STOP:
            stops[action] = stop_worth(fields, seat, fields.after(face)[0])
        else:
            others[action] = LOST if action & FAIL else face_worth(fields, face)
    if others:
        going = _best(others, rng)
        if not stops or _rolls_on(fields, going, max(stops.values())):
            return going
    return _best(stops, rng)


def _best(worths: dict[int, float], rng: Rng) -> int:
    most = max(worths.values())
    equal = [action for action, worth in worths.items() if worth == most]
    return equal[rng.below(len(equal))]


def face_worth(fields: Any, face: int) -> float:
    """How good it is to set a face aside when the turn goes on: pips above what the dice would bring."""
    worth: float = fields.roll[face] * (fields.kind.pips[face] - DIE)
    if face == fields.kind.worm and not fields.aside[face]:
        worth += FIRST_WORM
    return worth


def _rolls_on(fields: Any, action: int, sure: float) -> bool:
    """Whether rolling on after a decision promises more than the best stop."""
    if action & FAIL:
        return False
    face = action & 7
    left = fields.left - fields.roll[face]
    known = sum(map(bool, fields.aside)) + 1
    lost = (known / FACES) ** left
    return bool((1 - lost) * (sure + PROGRESS * left) > sure)
