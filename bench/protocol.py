"""Response times of the engine, idle and loaded: overshoot of movetime, `stop` to `bestmove`, `isready` to
`readyok`."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing.synchronize import Event

import click

from protocol.base.system import processors

#: The position to search: hard enough that no search ends by itself.
POSITION = "position startpos seed 3"


class Engine:
    """The engine over pipes, without a thread that would distort its times."""

    def __init__(self) -> None:
        program = shutil.which("herdmind")
        command = [program] if program else [sys.executable, "-m", "protocol"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._rest = b""
        self.send("uci")
        self.until(b"uciok")

    def send(self, *lines: str) -> None:
        """Write lines in one go."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())

    def until(self, start: bytes) -> None:
        """Read up to a line that begins with ``start``."""
        assert self.process.stdout is not None
        while True:
            line, found, rest = self._rest.partition(b"\n")
            if found:
                self._rest = rest
                if line.startswith(start):
                    return
                continue
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                raise click.ClickException("the engine has ended")
            self._rest += data

    def quit(self) -> None:
        """End it."""
        self.send("quit")
        self.process.wait(10)


def burn(stop: Event) -> None:
    """Work until told to stop."""
    while not stop.is_set():
        sum(range(10_000))


@contextlib.contextmanager
def load(processes: int) -> Iterator[None]:
    """So many processes that never rest."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    workers = [context.Process(target=burn, args=(stop,), daemon=True) for _ in range(processes)]
    for worker in workers:
        worker.start()
    time.sleep(0.5 if workers else 0)
    try:
        yield
    finally:
        stop.set()
        for worker in workers:
            worker.join(10)


def row(what: str, seconds: list[float]) -> None:
    """Print median, 99 % and greatest, in milliseconds."""
    ordered = sorted(1000 * value for value in seconds)
    ninety_nine = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    click.echo(
        f"{what:28} n {len(ordered):5}  p50 {statistics.median(ordered):8.2f}  p99 {ninety_nine:8.2f}"
        f"  max {ordered[-1]:8.2f}  ms"
    )


def measure(engine: Engine, rounds: int) -> None:
    """One table."""
    engine.send("ucinewgame", POSITION, "isready")
    engine.until(b"readyok")
    for movetime in (10, 100, 1000):
        over = []
        for _ in range(max(3, rounds * 10 // movetime)):
            begin = time.perf_counter()
            engine.send(f"go movetime {movetime}")
            engine.until(b"bestmove")
            over.append(time.perf_counter() - begin - movetime / 1000)
        row(f"overshoot of movetime {movetime}", over)
    ready, stop = [], []
    for _ in range(rounds):
        engine.send("go infinite")
        time.sleep(0.01)
        begin = time.perf_counter()
        engine.send("isready")
        engine.until(b"readyok")
        ready.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        engine.send("stop")
        engine.until(b"bestmove")
        stop.append(time.perf_counter() - begin)
    row("isready to readyok", ready)
    row("stop to bestmove", stop)


@click.command()
@click.option(
    "--rounds",
    type=click.IntRange(3),
    default=200,
    show_default=True,
    help="Repetitions of the short measurements.",
)
@click.option(
    "--threads", type=click.IntRange(1), default=1, show_default=True, help="Value of the option Threads."
)
def main(rounds: int, threads: int) -> None:
    """Answer times of the protocol, idle and with every core loaded."""
    for name, processes in (("idle", 0), ("every core loaded", processors())):
        engine = Engine()
        engine.send(f"setoption name Threads value {threads}")
        click.echo(f"-- {name}")
        with load(processes):
            measure(engine, rounds)
        engine.quit()


if __name__ == "__main__":
    main()
