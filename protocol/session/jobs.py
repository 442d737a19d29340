"""The worker thread, the job that it runs, and the commands that wait for that job."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from protocol.base.errors import Code, ProtocolError, error_line
from protocol.session import commands as cmd
from solver.analysis import StopFlag

#: Greatest number of commands that wait for running work to end.
WAITING_MAX = 10_000

Item = cmd.Command | ProtocolError


class Job:
    """One piece of work for the worker thread.

    ``go`` is the command of a search, None for other work. Other work is ``finite``: it ends by itself, and
    later commands wait for it. ``sets`` marks work that changes the session; ``isready`` waits for it too.
    """

    def __init__(
        self,
        run: Callable[[Job], Iterable[str]],
        go: cmd.Go | None = None,
        budget: int | None = None,
        sets: bool = False,
    ) -> None:
        self.run = run
        self.finite = go is None
        self.sets = sets
        self.flag = StopFlag()
        self.stopping = False
        self.pondering = go is not None and go.ponder
        self._infinite = go is not None and go.infinite
        #: Unset while the answer must be held back (``infinite`` and ``ponder``).
        self.released = threading.Event()
        if not (self.pondering or self._infinite):
            self.released.set()
        #: Milliseconds that a search may take; while pondering they start at ``ponderhit``.
        self._budget = None if self._infinite else budget
        #: Monotonic time at which the main thread stops the job.
        self.deadline: float | None = None
        if not self.pondering:
            self._run_clock()

    def stop(self) -> None:
        """Ask the job to end. Any thread may call this, more than once."""
        self.stopping = True
        self.flag.set()
        self.released.set()

    def hit(self) -> None:
        """Handle ``ponderhit``: the job becomes an ordinary search, whose time starts now."""
        self.pondering = False
        self._run_clock()
        if not self._infinite:
            self.released.set()

    def _run_clock(self) -> None:
        if self._budget is not None:
            self.deadline = time.monotonic() + self._budget / 1000


class Waiting:
    """Commands that wait, in order, for running work to end. A ``stop`` among them ends all work requested
    before it, as soon as that work starts."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._stops = 0

    def __len__(self) -> int:
        return len(self._items)

    @property
    def full(self) -> bool:
        """Whether the queue takes no more commands."""
        return len(self._items) >= WAITING_MAX

    @property
    def stop_follows(self) -> bool:
        """Whether a ``stop`` is waiting, which ends the work ahead of it."""
        return self._stops > 0

    def append(self, item: Item) -> None:
        """Add a command at the end."""
        if isinstance(item, cmd.Stop):
            if self._items and isinstance(self._items[-1], cmd.Stop):
                return  # repeats the last one; repeated stops do not fill the queue
            self._stops += 1
        self._items.append(item)

    def pop(self) -> Item:
        """Remove and return the first command."""
        item = self._items.popleft()
        self._stops -= isinstance(item, cmd.Stop)
        return item

    def clear(self) -> None:
        """Drop all waiting commands."""
        self._items.clear()
        self._stops = 0


class Worker:
    """The thread that runs jobs, one at a time. ``send`` prints the lines that a job ends with; ``ended`` is
    called after that."""

    def __init__(self, send: Callable[[list[str]], None], ended: Callable[[], None]) -> None:
        #: The job that runs or is about to.
        self.job: Job | None = None
        self._send = send
        self._ended = ended
        self._todo: queue.SimpleQueue[Job] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="search", daemon=True).start()

    def start(self, job: Job) -> None:
        """Run ``job``; none may be running."""
        self.job = job
        self._todo.put(job)

    def _run(self) -> None:
        while True:
            job = self._todo.get()
            try:
                final = list(job.run(job))
            except ProtocolError as error:
                final = [error_line(error)]
            except MemoryError:
                final = [error_line(ProtocolError(Code.MEMORY, "there is not enough memory for this"))]
            except Exception as error:
                final = [error_line(ProtocolError(Code.INTERNAL, f"{type(error).__name__}: {error}"))]
            # A client that reads the answer may send the next command at once: it must find the engine idle.
            self.job = None
            self._send(final)
            self._ended()
