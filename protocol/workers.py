"""Work spread over processes: a pool whose workers can be told to give up, and the loop that keeps it
busy."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing.synchronize import Event
from typing import TypeVar

from solver.stop import StopFlag

#: Set in a worker process when the run is being ended.
STOP = StopFlag()

T = TypeVar("T")
R = TypeVar("R")


def _begin_worker(ending: Event) -> None:
    """Set a worker process up: Ctrl-C is the parent's business, and a dead parent ends the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def watch_event() -> None:
        ending.wait()
        STOP.set()

    def watch_parent() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            multiprocessing.connection.wait([parent.sentinel])
            os._exit(1)

    for watch in (watch_event, watch_parent):
        threading.Thread(target=watch, daemon=True).start()


def local_executor(jobs: int) -> tuple[Executor, Event]:
    """A pool of worker processes, and the event that tells them to give up."""
    context = multiprocessing.get_context("spawn")
    ending = context.Event()
    return ProcessPoolExecutor(jobs, context, initializer=_begin_worker, initargs=(ending,)), ending


def run(
    tasks: Iterator[T],
    work: Callable[[T], R],
    executor: Executor,
    jobs: int,
    on_result: Callable[[R], None],
    end: Callable[[], None],
    on_wait: Callable[[], None] = lambda: None,
) -> bool:
    """Work the tasks off, ``on_result`` for each result as it comes; False when Ctrl-C ended it early.

    ``work`` runs in any process of ``executor``. ``end`` asks the workers to give up; what they hand in
    within five seconds of that is still taken.
    """
    running: set[Future[R]] = set()

    def take(done: Iterable[Future[R]]) -> None:
        for future in done:
            on_result(future.result())

    try:
        more = True
        while more or running:
            while more and len(running) < jobs:
                try:
                    task = next(tasks)
                except StopIteration:
                    more = False
                    break
                running.add(executor.submit(work, task))
            done, running = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
            take(done)
            on_wait()
        return True
    except KeyboardInterrupt:
        end()
        done, _ = wait(running, timeout=5)
        take(done)
        return False
