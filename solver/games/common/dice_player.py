"""Hand-made player of dice turns: sensible, quick, and without any search.

It has three principles. A die set aside should show more than the next roll would bring, and a worm is
needed. A stop is worth the worms it gains, plus those it takes from another seat. Rolling on loses the best
stop if no new face comes, with a probability that is easily computed, and otherwise gains a little for each
die. The three numbers were chosen in matches between variants of Heckmeck's player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from solver.game import State
from solver.games.common.dice import FACES, FAIL, STOP
from solver.rng import Rng

#: Expected gain of the total for each die left, and bonus of the first worm in pips.
DIE, FIRST_WORM = 3.0, 2.0
#: Expected gain of a later stop, in worms, for each die rolled.
PROGRESS = 0.15
#: Value of a failed turn: below any other.
LOST = -1000.0

#: Meanings of the notes of the turn search, beside a game's own outcomes (see ``Game.expects``).
EXPECTS = {
    "fail": "{%} risk that the turn fails",
    "gain": "{+} points expected from this turn",
    "points": "{+} points as far as it looks ahead",
    "now": "{+} points from this very choice",
    "hit": "{%} chance that this very choice changes the points",
    "first": "{%} chance to be first",
}


def play(view: State, seat: int, rng: Rng, stop_worth: Callable[[Any, int, int], float]) -> int:
    """The action of ``seat``, whose turn it is; ``rng`` breaks ties.

    ``stop_worth``: the value of a legal stop in worms, from the position's fields, the seat and a total.
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
    """The value of setting a face aside when the turn goes on: pips above the expectation of its dice."""
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
