"""Processor time of the start (command to ``uciok``, compared with Stockfish) and of the first search.

The engines are started in turn, each ``--times`` times, and sent ``uci`` and ``quit``. The minimum and the
median of user plus system time are printed. One start more, not counted, writes Python's bytecode, which an
installed package has. Stockfish (Debian package ``stockfish``) is measured if it is
installed. An idle Python process is always measured: it is the lower bound for an engine in Python.

The first search proves a Longhorn position of 24 cattle with a new searcher, so it includes the pages of its
memory that it is the first to touch.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time

import click

from bench.longhorn import table_positions
from solver.analysis import Analyser, Limits, Settings

HASHES = (16, 256, 4096)
SMALL = "24/1"  # of `bench.longhorn.table_positions`


def used(command: list[str]) -> float:
    """Processor time, in seconds, of an engine that gets ``uci`` and ``quit``."""
    world = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(command, env=world, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stdin is not None
    process.stdin.write(b"uci\nquit\n")
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def first_search(hash_mb: int) -> float:
    """Processor time, in seconds, of the first proof by a new searcher."""
    state = table_positions(1)[SMALL]
    begin = time.process_time()
    report = Analyser(Settings(hash_mb=hash_mb)).analyse(state, Limits(movetime_ms=10_000)).report
    assert report.lower == report.upper
    return time.process_time() - begin


@click.command()
@click.option("--times", type=click.IntRange(1), default=20, show_default=True, help="Starts per engine.")
def main(times: int) -> None:
    """Processor time from the command to uciok, compared with Stockfish, and of the first search."""
    commands = {"herdmind": [sys.executable, "-m", "protocol"], "python": [sys.executable, "-c", "pass"]}
    stockfish = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")
    if stockfish:
        commands["stockfish"] = [stockfish]
    found: dict[str, list[float]] = {name: [] for name in commands}
    used(commands["herdmind"])
    for _ in range(times):
        for name, command in commands.items():
            found[name].append(used(command))
    for name, seconds in found.items():
        click.echo(f"{name:10} least {min(seconds):.3f} s  median {statistics.median(seconds):.3f} s")
    for hash_mb in HASHES:
        taken = [first_search(hash_mb) for _ in range(times)]
        click.echo(
            f"first search, Hash {hash_mb}: least {min(taken):.4f} s  median {statistics.median(taken):.4f} s"
        )
