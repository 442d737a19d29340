"""Work spread over processes: a pool whose workers can be told to give up, and the loop that keeps it busy.

A pool consists of processes of this machine or of a cluster (:mod:`protocol.matches.cluster`) and is opened
by :mod:`protocol.matches.pool`. The workers of a cluster serve several *runs*, in turn or at once. Work is
therefore ended per run: a task asks :func:`stop_flag` whether its run is being ended.

Signals are counted while a pool is open, and the loop acts on them between tasks, because an exception while
a record is being written would lose it. Workers never see a signal: they start with signals blocked, then
ignore them.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from protocol.base.system import hold_interrupts, release_interrupts
from protocol.client.process import kill_all
from solver.stop import StopFlag

#: Set in a worker process of this machine when the run is being ended.
STOP = StopFlag()
#: The name of the only run of a local worker process.
LOCAL = ""
#: Urgencies of an end: FINISH starts no new task and completes running ones; GIVE_UP abandons those too.
FINISH, GIVE_UP = 1, 2
#: Exit code of a process that ends at once.
LEFT = 128 + signal.SIGINT
#: Seconds between two checks for a request to end.
LOOK = 0.2

T = TypeVar("T")
R = TypeVar("R")

# --- in a worker ------------------------------------------------------------------------------------------

#: The flag of each run that this process has worked for.
_FLAGS: dict[str, StopFlag] = {LOCAL: STOP}
_HERE = threading.local()


def current_run() -> str:
    """The run that this thread works for."""
    return getattr(_HERE, "run", LOCAL)


def flag_of(run: str) -> StopFlag:
    """The flag that is set when ``run`` is being ended; it stays set."""
    return _FLAGS.setdefault(run, StopFlag())


def stop_flag() -> StopFlag:
    """The flag of the run that this thread works for."""
    return flag_of(current_run())


def work_for(run: str, work: Callable[[T], R], task: T) -> R:
    """Do a task of ``run`` in this thread."""
    before, _HERE.run = current_run(), run
    try:
        return work(task)
    finally:
        _HERE.run = before


# --- pools ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pool:
    """Workers and the means to control them. ``room``: the number of tasks to submit at once, which may
    change; ``end``: asks the workers to give up their tasks; ``asked``: the urgency of the end that signals
    asked for, one of 0, FINISH and GIVE_UP."""

    executor: Executor
    room: Callable[[], int]
    end: Callable[[], None]
    asked: Callable[[], int] = lambda: 0


def _leave() -> None:
    """End this process at once; its workers notice and end themselves and their engines."""
    kill_all()
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("\x1b[?25h\n")  # a changing table hides the cursor
        sys.stderr.flush()
    os._exit(LEFT)


@contextmanager
def heed_signals(patient: bool = False) -> Iterator[Callable[[], int]]:
    """Count Ctrl-C and SIGTERM instead of raising KeyboardInterrupt; the context's value returns the urgency
    of the end that they ask for.

    The first Ctrl-C asks to FINISH when ``patient``, otherwise to GIVE_UP, as SIGTERM and a second Ctrl-C do.
    The third signal ends the process at once. A signal that is ignored, or that the embedding program
    handles, is left alone.
    """
    presses = asked = 0

    def hear(number: int, _: object) -> None:
        nonlocal presses, asked
        presses += 1
        if presses > GIVE_UP:
            _leave()
        finishing = patient and number == signal.SIGINT and presses == 1
        asked = max(asked, FINISH if finishing else GIVE_UP)

    heard = []
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is signal.default_int_handler:
                signal.signal(number, hear)
                heard.append(number)
    try:
        yield lambda: asked
    finally:
        for number in heard:
            signal.signal(number, signal.default_int_handler)


def _begin_worker(ending: Connection) -> None:
    """Initialise a worker process: it leaves Ctrl-C to its parent and ends when the parent dies.

    ``ending``: a connection whose other end is closed when the worker is to give up.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    release_interrupts()  # a pending signal is ignored as well

    def watch_end() -> None:
        multiprocessing.connection.wait([ending])
        STOP.set()

    def watch_parent() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            multiprocessing.connection.wait([parent.sentinel])
            kill_all()  # some engines ignore the end of their input
            os._exit(1)

    for watch in (watch_end, watch_parent):
        threading.Thread(target=watch, daemon=True).start()


class _Workers(ProcessPoolExecutor):
    """Processes that start with Ctrl-C blocked, since they cannot ignore it before their modules are
    imported."""

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        with hold_interrupts():
            return super().submit(work, *args, **kwargs)


def local_executor(jobs: int) -> tuple[Executor, Callable[[], None]]:
    """A pool of worker processes, and a function that tells them to give up, which may be called twice."""
    context = multiprocessing.get_context("spawn")
    # A pipe and not an Event: setting an Event hangs for ever if one of its waiters was killed.
    ending, here = context.Pipe(duplex=False)
    return _Workers(jobs, context, initializer=_begin_worker, initargs=(ending,)), here.close


def run(
    tasks: Iterator[T],
    work: Callable[[T], R],
    executor: Executor,
    jobs: int | Callable[[], int],
    on_result: Callable[[R], None],
    end: Callable[[], None],
    on_wait: Callable[[], None] = lambda: None,
    asked: Callable[[], int] = lambda: 0,
) -> bool:
    """Run all tasks and call ``on_result`` with each result as it comes; False when ended early.

    ``work`` runs in any process of ``executor``, ``jobs`` tasks at once. ``asked`` returns the urgency of the
    end (see :class:`Pool`); a KeyboardInterrupt means GIVE_UP. ``end`` then asks the workers to give up, and
    results of the next five seconds still count.
    """
    running: set[Future[R]] = set()

    def take(done: Iterable[Future[R]]) -> None:
        for future in done:
            on_result(future.result())

    try:
        more, whole = True, True
        while more or running:
            if more and asked():
                more, whole = False, next(tasks, None) is None
                if running and asked() < GIVE_UP and not whole:
                    _say_finishing(len(running))
            most = jobs if isinstance(jobs, int) else jobs()
            while more and len(running) < most:
                try:
                    task = next(tasks)
                except StopIteration:
                    more = False
                    break
                running.add(executor.submit(work, task))
            done, _ = wait(running, timeout=LOOK, return_when=FIRST_COMPLETED)
            if running and asked() >= GIVE_UP:
                raise KeyboardInterrupt
            running -= done
            take(done)
            on_wait()
        return whole
    except KeyboardInterrupt:
        end()
        done, _ = wait(running, timeout=5)
        # the signal may have reached the workers too and killed them
        take(future for future in done if not isinstance(future.exception(), BrokenExecutor))
        return False


def _say_finishing(tasks: int) -> None:
    what = "the running game" if tasks == 1 else f"the {tasks} running games"
    if sys.stderr is not None:
        sys.stderr.write(f"finishing {what}; press Ctrl-C again to end at once\n")
