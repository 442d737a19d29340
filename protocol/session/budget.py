"""Time budget of a search, from the words of ``go``."""

from __future__ import annotations

from protocol.base.errors import Code, ProtocolError
from protocol.session.commands import Go
from protocol.table.clock import allotment

#: Milliseconds of a ``movetime`` reserved for composing and writing the answer.
ANSWERING = 2


def budget(go: Go, seat: int, seats: int, overhead_ms: int) -> int | None:
    """Milliseconds that ``go`` gives to ``seat`` of ``seats``; None without a time limit.

    ``overhead_ms`` is subtracted from clocks, but not from ``movetime``: a client that sets it keeps no clock
    on which a late answer could lose.

    Raises:
        ProtocolError: ``clocks`` or ``incs`` does not have one number for each seat.
    """
    if go.exact:
        for name, values in (("clocks", go.clocks), ("incs", go.increments)):
            if values and len(values) != seats:
                raise ProtocolError(
                    Code.SEAT, f"'{name}' has {len(values)} numbers, this position has {seats} seats", name
                )
    times: list[int] = []
    if go.movetime is not None:
        times.append(max(go.movetime - ANSWERING, go.movetime // 2))
    time = go.clocks[seat] if seat < len(go.clocks) else None
    if time is None:
        # a seat without a clock of its own uses the shortest: its search must end
        known = [clock for clock in go.clocks if clock is not None]
        time = min(known) if known else None
    if time is not None:
        increment = go.increments[seat] if seat < len(go.increments) else None
        times.append(allotment(time, increment or 0, go.movestogo, overhead_ms))
    return min(times) if times else None
