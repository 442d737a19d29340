"""Time management: from what a clock shows to the milliseconds that a decision may take."""

from __future__ import annotations

from protocol.commands import Go
from protocol.errors import Code, ProtocolError

#: Decisions that a seat is thought to have before it when the client does not say.
MOVES_TO_GO = 20
#: No decision gets more than this share of what is left on the clock.
GREATEST_SHARE = 0.7


def allotment(time_ms: int, increment_ms: int, moves_to_go: int | None, overhead_ms: int) -> int:
    """Milliseconds for one decision with ``time_ms`` on the clock; 0 means a move at once.

    Any numbers are taken: clocks below zero happen when a client forgives a flag.
    """
    left = time_ms - overhead_ms
    if left <= 0:
        return 0
    moves = max(1, moves_to_go if moves_to_go is not None else MOVES_TO_GO)
    even = left / min(moves, 50) + 0.8 * max(0, increment_ms)
    return max(0, int(min(even, GREATEST_SHARE * left)))


def budget(go: Go, seat: int, seats: int, overhead_ms: int) -> int | None:
    """Milliseconds that ``go`` gives ``seat`` of ``seats``, None when it sets no time limit.

    Raises:
        ProtocolError: ``clocks`` or ``incs`` does not have a number a seat.
    """
    if go.exact:
        for name, values in (("clocks", go.clocks), ("incs", go.increments)):
            if values and len(values) != seats:
                raise ProtocolError(
                    Code.SEAT, f"'{name}' has {len(values)} numbers, this position has {seats} seats", name
                )
    times: list[int] = []
    if go.movetime is not None:
        # A short movetime keeps at least half of itself whatever the overhead.
        times.append(max(go.movetime - overhead_ms, go.movetime // 2))
    time = go.clocks[seat] if seat < len(go.clocks) else None
    if time is None and seat >= 2:
        # a client that knows two clocks only must not wait for ever for a seat beyond them
        known = [clock for clock in go.clocks if clock is not None]
        time = min(known) if known else None
    if time is not None:
        increment = go.increments[seat] if seat < len(go.increments) else None
        times.append(allotment(time, increment or 0, go.movestogo, overhead_ms))
    return min(times) if times else None
