"""Players kept in a process from game to game, lent to one game at a time.

A process may play several games at once, in threads, and for several runs; no two games may have the same
player. A player that nobody has asked for a minute is ended: the run that it was for may be long gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from protocol.matches.players import Bench

#: Seconds after which a bench that nobody has borrowed is closed.
IDLE = 60.0

#: The run, and all that makes a bench what it is.
Key = tuple[str, *tuple[Hashable, ...]]


class Benches:
    """The benches of a process. Any thread may ask."""

    def __init__(self, idle: float = IDLE) -> None:
        self._idle = idle
        self._lock = threading.Lock()
        self._free: dict[Key, list[tuple[Bench, float]]] = {}
        self._timer: threading.Timer | None = None

    @contextmanager
    def lend(self, key: Key, make: Callable[[], Bench]) -> Iterator[Bench]:
        """A bench of that kind, for one game. One whose run has been ended meanwhile is closed afterwards."""
        with self._lock:
            kept = self._free.get(key)
            bench = kept.pop()[0] if kept else None
        bench = bench or make()
        try:
            yield bench
        finally:
            with self._lock:
                over = bench.stop.is_set()
                if not over:
                    self._free.setdefault(key, []).append((bench, time.monotonic()))
                    self._wake()
            if over:
                bench.close()

    def close(self, run: str) -> None:
        """Close the benches of a run but for those that are lent."""
        with self._lock:
            closing = [bench for key in list(self._free) if key[0] == run for bench, _ in self._free.pop(key)]
        for bench in closing:
            bench.close()

    def _wake(self) -> None:
        """See to it that idle benches are looked for. Called under the lock."""
        if self._timer is None:
            self._timer = threading.Timer(self._idle, self._close_idle)
            self._timer.daemon = True
            self._timer.start()

    def _close_idle(self) -> None:
        before = time.monotonic() - self._idle
        closing = []
        with self._lock:
            self._timer = None
            for key, kept in list(self._free.items()):
                closing += [bench for bench, since in kept if since <= before]
                self._free[key] = [(bench, since) for bench, since in kept if since > before]
                if not self._free[key]:
                    del self._free[key]
            if self._free:
                self._wake()
        for bench in closing:
            bench.close()


BENCHES = Benches()
