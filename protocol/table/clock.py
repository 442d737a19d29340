"""Time management: the time for one decision, and the clocks of a game, which the referee keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: Decisions that a seat is assumed to have left when the client does not say.
MOVES_TO_GO = 20
#: Greatest share of the remaining time for one decision.
GREATEST_SHARE = 0.7


def allotment(time_ms: int, increment_ms: int, moves_to_go: int | None, overhead_ms: int) -> int:
    """Milliseconds for one decision with ``time_ms`` on the clock; 0 means a move at once.

    Any number is accepted: a clock is below zero when a client forgives a flag.
    """
    left = time_ms - overhead_ms
    if left <= 0:
        return 0
    moves = max(1, moves_to_go if moves_to_go is not None else MOVES_TO_GO)
    even = left / min(moves, 50) + 0.8 * max(0, increment_ms)
    return max(0, int(min(even, GREATEST_SHARE * left)))


@dataclass(frozen=True)
class TimeControl:
    """A time control: the initial time, and the increment for each decision, in milliseconds."""

    time_ms: int
    increment_ms: int = 0


class Clocks:
    """The clocks of one game, in seat order; None for a seat without one. Times are not rounded."""

    def __init__(self, controls: Sequence[TimeControl | None]) -> None:
        self._controls = tuple(controls)
        self._left = [None if control is None else float(control.time_ms) for control in controls]

    def left(self, seat: int) -> float | None:
        """Remaining milliseconds of a seat; below zero when a small overrun was forgiven."""
        return self._left[seat]

    def spend(self, seat: int, ms: float) -> float | None:
        """Subtract a decision that took ``ms`` and add the increment; returns the remaining milliseconds."""
        control, left = self._controls[seat], self._left[seat]
        if control is not None and left is not None:
            self._left[seat] = left - ms + control.increment_ms
        return self._left[seat]

    def shown(self, seat: int) -> ShownClocks | None:
        """All clocks as they are sent to ``seat`` with ``go``; None when it has no clock."""
        own, control = self._left[seat], self._controls[seat]
        if own is None or control is None:
            return None
        # the protocol needs a number for each seat; for a seat without a clock, that of the asked seat
        return ShownClocks(
            seat,
            tuple(int(own if left is None else left) for left in self._left),
            tuple((other or control).increment_ms for other in self._controls),
        )


@dataclass(frozen=True)
class ShownClocks:
    """Clocks and increments in whole milliseconds, by seat; ``seat`` is to decide."""

    seat: int
    times: tuple[int, ...]
    increments: tuple[int, ...]

    def after(self, ms: float) -> ShownClocks:
        """The clocks after the seat has made a decision that took ``ms``."""
        times = list(self.times)
        times[self.seat] += self.increments[self.seat] - int(ms)
        return ShownClocks(self.seat, tuple(times), self.increments)

    def allotment(self, overhead_ms: int) -> int:
        """Milliseconds for this decision."""
        return allotment(self.times[self.seat], self.increments[self.seat], None, overhead_ms)
