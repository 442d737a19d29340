"""A progress line on standard error while one piece of work runs, and Ctrl-C that asks it to stop."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from solver.reports import Report
    from solver.stop import StopFlag

T = TypeVar("T")

#: Seconds between two progress lines.
EVERY = 0.2


class Ticker:
    """A live progress line on standard error, if that is a terminal and the line is ``wanted``."""

    def __init__(self, wanted: bool = True) -> None:
        self._on = wanted and sys.stderr.isatty()

    def __enter__(self) -> Ticker:
        return self

    def __exit__(self, *_: object) -> None:
        self.show("")

    def show(self, text: str) -> None:
        """Replace the line."""
        if self._on:
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)

    def report(self, report: Report) -> None:
        """Show how far a search is."""
        if report.lines:
            line = report.lines[0]
            self.show(
                f"depth {report.depth}  {report.time_ms / 1000:.1f} s  {report.nodes:,} nodes"
                f"  {line.pv[0]}  {line.value:+.3f}"
            )


@contextmanager
def stopping(*signals: int) -> Iterator[StopFlag]:
    """A flag that the signals raise (Ctrl-C and SIGTERM if none are named) instead of ending the process."""
    from solver.stop import StopFlag

    stop = StopFlag()
    before = [(number, signal.signal(number, lambda *_: stop.set())) for number in signals or _ENDING]
    try:
        yield stop
    finally:
        for number, handler in before:
            signal.signal(number, handler)


_ENDING = (signal.SIGINT, signal.SIGTERM)


def watched(work: Callable[[], T], tick: Callable[[], None]) -> T:
    """The result of ``work``, done in another thread while ``tick`` is called now and then in this one, where
    signals arrive. Exceptions of ``work`` are raised."""
    results: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as fault:
            faults.append(fault)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(EVERY)
        tick()
    if faults:
        raise faults[0]
    return results[0]
