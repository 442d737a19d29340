"""Load of the table in the browser: tables with scripted players, and the time from a click to its answer.

    python -m bench serve --tables 200 --seconds 60

Every table has two people, each with a socket of its own, who think for half to one and a half times the mean
and then play a random legal move. So every table is clicked within one and a half times the mean, unless it
starves. No search is due. The server is a process of its own; this process is the other end. Other work on
the computer prolongs the waits, so the processor time of a click is given too.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from protocol.frontend.desk import Setup
from protocol.web.course import Course
from protocol.web.journal import SUFFIX, Journal
from protocol.web.seating import PERSON, SEAT, Chair, Keys, Role
from solver.games import GAMES

PEOPLE = ("Ada", "Ben")


@dataclass
class Tally:
    """Measurements: milliseconds from each click to its answer by game, clicks by table, games over, and the
    seconds of processor time that the server and its engines used meanwhile."""

    waits: dict[str, list[float]] = field(default_factory=dict)
    clicks: Counter[str] = field(default_factory=Counter)
    used: tuple[float, float] = (0.0, 0.0)
    over: int = 0
    faults: list[str] = field(default_factory=list)

    def all_waits(self) -> list[float]:
        """The waits of all games, sorted."""
        return sorted(wait for waits in self.waits.values() for wait in waits)


def quantile(values: list[float], part: float) -> float:
    """The value below which ``part`` of the sorted values lie."""
    return values[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def made(folder: Path, name: str, game: str, seed: int) -> Course:
    """A new table of two people in a data folder."""
    chairs = [Chair(PERSON, person, mine=not seat) for seat, person in enumerate(PEOPLE)]
    entry = GAMES[game]
    setup = Setup(game, len(PEOPLE), (), seed)
    course = Course(name, setup, entry.edition, entry.title, "2026-01-01T00:00:00+00:00", chairs)
    (folder / "tables").mkdir(parents=True, exist_ok=True)
    Journal(folder / "tables" / f"{name}{SUFFIX}").add(course.event())
    return course


class Player:
    """A scripted person at a socket: thinks, clicks, waits for the answer."""

    def __init__(self, course: Course, seat: int, token: str, tally: Tally, rng: random.Random) -> None:
        self.course, self.seat, self.token = course, seat, token
        self.tally, self.rng = tally, rng
        self.state: dict[str, Any] = {}

    async def play(self, port: int, think: float) -> None:
        """Play until the game is over. ``think``: mean seconds of thought."""
        host = f"127.0.0.1:{port}"
        async with connect(
            f"ws://{host}/socket", origin=Origin(f"http://{host}"), max_size=2**24, compression=None
        ) as socket:
            await self._say(socket, "sit", table=self.course.table, token=self.token, narrow=False)
            while not self.state.get("end"):
                if not self.state.get("moves"):
                    await self._hear(socket)
                    continue
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(think * self.rng.uniform(0.5, 1.5)):
                        while self.state["moves"]:
                            await self._hear(socket)
                if self.state["moves"]:
                    await self._click(socket)
            self.tally.over += self.seat == 0

    async def _click(self, socket: ClientConnection) -> None:
        at = self.state["at"]
        clicked = time.perf_counter()
        await self._say(socket, "move", token=self.rng.choice(self.state["moves"])["token"], at=at)
        while await self._hear(socket) != "frame":  # the first step that is shown is an answer
            if self.state["at"] != at or self.state["chosen"] is not None or self.state["end"]:
                break
        game = self.course.setup.game
        self.tally.waits.setdefault(game, []).append((time.perf_counter() - clicked) * 1000)
        self.tally.clicks[self.course.table] += 1

    @staticmethod
    async def _say(socket: ClientConnection, do: str, **words: Any) -> None:
        await socket.send(json.dumps({"do": do, **words}))

    async def _hear(self, socket: ClientConnection) -> str:
        message = json.loads(await socket.recv())
        if message["say"] == "table":
            self.state.update(message)
        elif message["say"] == "refused":
            self.tally.faults.append(message["code"])
        return str(message["say"])


async def load(
    folder: Path, port: int, pid: int, courses: list[Course], think: float, seconds: float, tally: Tally
) -> None:
    """Let all tables be played for a time. The time to come in is not measured."""
    keys = Keys.of(folder)
    rng = random.Random(1)
    players = [
        Player(course, seat, keys.token(course.table, Role(SEAT, seat), course.chairs), tally, rng)
        for course in courses
        for seat in range(len(PEOPLE))
    ]
    tasks = [asyncio.create_task(player.play(port, think)) for player in players]
    came = time.monotonic()
    while not all(player.state for player in players) and time.monotonic() - came < 120:
        await asyncio.sleep(0.1)
    await asyncio.sleep(min(think, 5.0))
    tally.waits.clear()
    tally.clicks.clear()
    before = processor(pid)
    await asyncio.wait(tasks, timeout=seconds)
    tally.used = tuple(now - then for now, then in zip(processor(pid), before, strict=True))  # type: ignore[assignment]
    for task in tasks:
        task.cancel()
    for error in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(error, Exception):
            tally.faults.append(repr(error))


def start(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """A server of a data folder as a process, and its port. ``nice``: its priority."""
    command = [sys.executable, "-m", "protocol", "serve", "--no-open", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
            return process, int(found[1])
    raise click.ClickException("the server did not start")


def processor(pid: int) -> tuple[float, float]:
    """Seconds of processor time of a server, and of its engine processes that live."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return spent(pid), sum(map(spent, map(int, children)))


def spent(pid: int) -> float:
    """Seconds of processor time of a process."""
    words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """Resident memory of a process, in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


@click.command()
@click.option("--tables", default=200, show_default=True)
@click.option("--seconds", default=60.0, show_default=True)
@click.option("--think", default=20.0, show_default=True, help="Mean seconds that a person thinks.")
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="By default all.")
def main(tables: int, seconds: float, think: float, games: tuple[str, ...]) -> None:
    """Let scripted people play at many tables in the browser; print how long clicks wait for answers."""
    names = list(games or GAMES)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        courses = [made(folder, f"{n:016x}", names[n % len(names)], n + 1) for n in range(tables)]
        server, port = start(folder)
        tally = Tally()
        try:
            asyncio.run(load(folder, port, server.pid, courses, think, seconds, tally))
            memory = resident(server.pid)
        finally:
            server.terminate()
            server.wait()
    for game, waits in sorted(tally.waits.items()):
        waits.sort()
        click.echo(line(game, waits))
    waits = tally.all_waits()
    click.echo(line("all", waits))
    ours, engines = (1000 * used / max(1, len(waits)) for used in tally.used)
    counts = sorted(tally.clicks[course.table] for course in courses)
    click.echo(f"processor time of a click, ms: server {ours:.1f}, engines {engines:.1f}")
    click.echo(f"clicks at a table: {counts[0]} to {counts[-1]}, median {counts[len(counts) // 2]}")
    click.echo(
        f"{len(waits) / seconds:.1f} clicks a second; {tally.over} games over; server {memory:.0f} MB;"
        f" load {os.getloadavg()[0]:.1f}; faults {tally.faults[:5]}"
    )


def line(name: str, waits: list[float]) -> str:
    """Quantiles of sorted waits in a line."""
    said = " ".join(f"p{part * 100:g} {quantile(waits, part):6.1f}" for part in (0.5, 0.9, 0.99))
    return f"{name:10} {len(waits):6} clicks, ms: {said} max {waits[-1] if waits else 0:6.1f}"
