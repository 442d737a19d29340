"""One turn of dice solved exactly by plain recursion: the reference for the fast turn solver.

It knows nothing of the grill. The caller gives the worth of each total and the totals at which a turn may
stop; the solver finds the best play of one player. It takes any dice, so it also solves the older game of the
family. Values that are `Fraction` or `int` are computed exactly, `float` values in double precision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

Value = Any
"""A number: `Fraction` or `int` for exact work, `float` for quick work."""

FAILED = None
"""The outcome of a failed turn, where others are a total."""


@dataclass(frozen=True)
class Dice:
    """Dice of one kind.

    Attributes:
        number: how many there are.
        values: what each face adds to the total. Two faces of one value are still two faces.
        worm: the index of the face without which no turn may stop.
    """

    number: int
    values: tuple[int, ...]
    worm: int


BARBECUE = Dice(8, (1, 2, 3, 4, 5, 6), 4)
OLDER_GAME = Dice(8, (1, 2, 3, 4, 5, 5), 5)

State = tuple[frozenset[int], int, int]
"""The relevant part of the dice set aside: the faces used, their sum, and how many dice are left."""


@cache
def rolls(dice: int, faces: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every roll as counts of faces, with the number of orders in which the dice can show it."""
    found = []
    for shown in combinations_with_replacement(range(faces), dice):
        counts = tuple(shown.count(face) for face in range(faces))
        orders = factorial(dice)
        for count in counts:
            orders //= factorial(count)
        found.append((counts, orders))
    return tuple(found)


class Turn:
    """The best play of one turn.

    Args:
        dice: the dice.
        stops: the worth of each total at which a turn may stop (with a worm), and at no other.
        failure: the worth of a failed turn.
    """

    def __init__(self, dice: Dice, stops: Mapping[int, Value], failure: Value) -> None:
        def exact(value: Value) -> Value:
            return Fraction(value) if isinstance(value, int) else value

        self.dice = dice
        self.stops = {total: exact(value) for total, value in stops.items()}
        self.failure = exact(failure)
        self._before_roll: dict[State, Value] = {}
        self._after_aside: dict[State, Value] = {}

    def start(self) -> State:
        """The state of a fresh turn."""
        return frozenset(), 0, self.dice.number

    def state(self, aside: Sequence[int]) -> State:
        """The state of a turn with these dice set aside, counted by face."""
        used = frozenset(face for face, count in enumerate(aside) if count)
        total = sum(count * value for count, value in zip(aside, self.dice.values, strict=True))
        return used, total, self.dice.number - sum(aside)

    def stop_value(self, state: State) -> Value:
        """The worth of stopping here; `None` if that is not allowed."""
        used, total, _ = state
        return self.stops.get(total) if self.dice.worm in used else None

    def value(self) -> Value:
        """The worth of a fresh turn."""
        return self.before_roll(self.start())

    def before_roll(self, state: State) -> Value:
        """The worth of rolling the remaining dice."""
        if state not in self._before_roll:
            left = state[2]
            sum_of_values = sum(
                orders * self.best_of_roll(state, roll) for roll, orders in rolls(left, len(self.dice.values))
            )
            self._before_roll[state] = sum_of_values / len(self.dice.values) ** left
        return self._before_roll[state]

    def best_of_roll(self, state: State, roll: Sequence[int]) -> Value:
        """The worth of `roll` to a turn in `state`: that of the best face, or of the failure."""
        options = self.faces(state, roll)
        return max(options.values()) if options else self.failure

    def faces(self, state: State, roll: Sequence[int]) -> dict[int, Value]:
        """The worth of setting aside each face of `roll` that may be."""
        used, _, _ = state
        return {
            face: self.after_aside(self.next_state(state, face, count))
            for face, count in enumerate(roll)
            if count and face not in used
        }

    def next_state(self, state: State, face: int, count: int) -> State:
        """The state once `count` dice that show `face` are set aside."""
        used, total, left = state
        return used | {face}, total + count * self.dice.values[face], left - count

    def after_aside(self, state: State) -> Value:
        """The worth of a turn just after setting dice aside: the better of stopping and rolling on."""
        if state not in self._after_aside:
            options = list(self.decisions(state).values())
            self._after_aside[state] = max(options) if options else self.failure
        return self._after_aside[state]

    def decisions(self, state: State) -> dict[str, Value]:
        """The worth of `stop` and `roll`, if allowed."""
        options: dict[str, Value] = {}
        stop = self.stop_value(state)
        if stop is not None:
            options["stop"] = stop
        if state[2]:
            options["roll"] = self.before_roll(state)
        return options

    def chances(self) -> dict[int | None, Fraction]:
        """The chance of each outcome of a fresh turn under best play: a total stopped at, or `FAILED`.

        Among equally good choices the first is played: stopping, then the lowest face. The
        chances are exact and sum to 1.
        """
        return self._chances(self.start(), {})

    def _chances(
        self, state: State, known: dict[State, dict[int | None, Fraction]]
    ) -> dict[int | None, Fraction]:
        if state in known:
            return known[state]
        _, _, left = state
        found: dict[int | None, Fraction] = {}
        for roll, orders in rolls(left, len(self.dice.values)):
            chance = Fraction(orders, len(self.dice.values) ** left)
            for outcome, share in self._outcomes_of_roll(state, roll, known).items():
                found[outcome] = found.get(outcome, Fraction(0)) + chance * share
        known[state] = found
        return found

    def _outcomes_of_roll(
        self, state: State, roll: Sequence[int], known: dict[State, dict[int | None, Fraction]]
    ) -> dict[int | None, Fraction]:
        options = self.faces(state, roll)
        if not options:
            return {FAILED: Fraction(1)}
        face = max(options, key=lambda one: (options[one], -one))
        after = self.next_state(state, face, roll[face])
        decisions = self.decisions(after)
        if not decisions:
            return {FAILED: Fraction(1)}
        if max(decisions, key=lambda word: (decisions[word], word == "stop")) == "stop":
            return {after[1]: Fraction(1)}
        return self._chances(after, known)

    def states(self) -> int:
        """The number of different states with dice left that the solution has visited."""
        self.value()
        return len(self._before_roll)


def barbecue_stops(
    spaces: Mapping[int, Value], above: Value | None, dice: Dice = BARBECUE
) -> dict[int, Value]:
    """The stops of a grill: what each open space is worth, and what any total above all spaces is worth.

    `above` is `None` where a turn cannot stop at such a total. A space at which a turn cannot stop is
    left out of `spaces` or has the value `None` there; the last space of the grill must be named.
    """
    last = max(spaces)
    found = {total: value for total, value in spaces.items() if value is not None}
    if above is not None:
        most = dice.number * max(dice.values)
        found.update(dict.fromkeys(range(last + 1, most + 1), above))
    return found
