"""The engine's lines beside a board: one search a board, bounded in time, stopped when the board goes on.

The search runs without a limit and is stopped from here: after ``LONG`` seconds, when the position changes,
when nobody looks any more, or after ``SHORT`` seconds if another board waits for its turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from protocol.client import EngineError, EngineRefused, Limit, Result
from protocol.frontend.names import spelt
from protocol.frontend.verdict import Line, lines_of
from protocol.web.engines import Engines, Worker
from protocol.web.sights import Json
from protocol.web.thinking import SKILL_MAX, line_json

LOG = logging.getLogger(__name__)
#: Seconds of a search while nobody waits, and while somebody does.
LONG, SHORT = 60.0, 5.0
#: Milliseconds of the first search, whose end gives the reasons.
FIRST_MS = 1500
#: Seconds between two reports.
EVERY = 0.4
#: Number of moves that are valued, and the most moves of a line in words.
LINES, DEEP = 4, 6


@dataclass(frozen=True)
class Question:
    """The position to search: ``text`` is the view of ``seat``. ``at``: the entry of the board."""

    game: str
    people: tuple[str, ...]
    text: str
    seat: int
    seats: int
    names: tuple[str, ...]
    at: int


class Looks:
    """The searches of all boards, on a pool of engines of their own."""

    def __init__(self, engines: Engines) -> None:
        self.engines = engines
        self.waiting = 0

    async def search(
        self, key: str, question: Question, stop: asyncio.Event, say: Callable[[Json], None]
    ) -> None:
        """Search until the time is over or ``stop`` is set. Reports go to ``say``."""
        self.waiting += 1
        waits = True

        async def work(worker: Worker) -> None:
            nonlocal waits
            if waits:
                self.waiting, waits = self.waiting - 1, False
            if not stop.is_set():
                await self._search(worker, question, stop, say)

        try:
            await self.engines.run(key, work)
        finally:
            if waits:
                self.waiting -= 1

    async def _search(
        self, worker: Worker, question: Question, stop: asyncio.Event, say: Callable[[Json], None]
    ) -> None:
        engine = worker.engine
        await worker.option("Skill", SKILL_MAX)
        await worker.option("MultiPV", LINES)
        await worker.option("UCI_ShowWDL", True)
        await worker.view(question.game, question.people, question.text)
        report = Report(worker, question, say)
        report.words = await engine.words(question.seat)
        report.meanings = await engine.meanings()
        begun = time.monotonic()
        for limit in (Limit(movetime=FIRST_MS), None):
            search = await engine.analyse(limit, seat=question.seat, infinite=limit is None)
            try:
                while search.running:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(stop.wait(), EVERY)
                    spent = time.monotonic() - begun
                    if stop.is_set() or spent > (SHORT if self.waiting else LONG):
                        await search.stop()
                        break
                    await report.tell(search.so_far, done=False)
            finally:
                result = await search.result(5)
            if stop.is_set():
                return
            over = limit is None or not report.open(result)
            await report.tell(result, done=over)
            if over:
                return


class Report:
    """The reports on one search."""

    def __init__(self, worker: Worker, question: Question, say: Callable[[Json], None]) -> None:
        self._worker, self._question, self._say = worker, question, say
        self.words: dict[str, str] = {}
        self.meanings: dict[str, str] = {}
        self._why: dict[str, tuple[str, ...]] = {}
        self._told: dict[tuple[str, ...], list[Json]] = {}
        self._last: Json | None = None

    def _lines(self, result: Result) -> list[Line]:
        question = self._question
        lines = lines_of(result, question.seat, question.seats, self.words, self.meanings)
        for line in lines:
            if line.because:
                self._why[line.token] = line.because
        return [replace(line, because=line.because or self._why.get(line.token, ())) for line in lines]

    def open(self, result: Result) -> bool:
        """Whether more time could change the verdict: a single move or a proven best one needs none."""
        lines = self._lines(result)
        return len(self.words) > 1 and bool(lines) and lines[0].proven is None

    async def tell(self, result: Result, *, done: bool) -> None:
        """Report the state of the search, unless nothing has changed."""
        question = self._question
        lines = self._lines(result)
        if done and result.move is not None:
            lines.sort(key=lambda line: line.token != result.move)
        best = lines[0].value if lines else 0.0
        out = [{**line_json(line, best, question.names), "then": await self._then(line)} for line in lines]
        nodes = result.best.nodes if result.best is not None else 0
        told: Json = {
            "say": "lines",
            "at": question.at,
            "seat": question.seat,
            "nodes": nodes,
            "done": done,
            "lines": out,
            "reason": result.reason or "",
        }
        if told != self._last:
            self._last = told
            self._say(told)

    async def _then(self, line: Line) -> list[Json]:
        """The line in words, token by token, without consequences of the rules."""
        moves = line.pv[:DEEP]
        if moves not in self._told:
            try:
                story = await self._worker.engine.line(moves)
            except EngineRefused:
                story = []
            if len(self._told) > 500:
                self._told.clear()
            self._told[moves] = [
                {"token": told.token, "words": spelt(told.phrase, self._question.names)}
                for told in story
                if not told.follows
            ]
        return self._told[moves]


class Lines:
    """The search of one board: at most one at a time."""

    def __init__(self, looks: Looks, key: str, say: Callable[[Json], None]) -> None:
        self._looks, self._key, self._say = looks, key, say
        self._task: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()
        self._asked: Question | None = None

    def ask(self, question: Question | None) -> None:
        """Search this from now on, or nothing."""
        if question == self._asked:
            return
        self._asked = question
        self._stop.set()
        before, self._task = self._task, None
        if question is not None:
            self._stop = asyncio.Event()
            self._task = asyncio.create_task(self._run(before, question, self._stop))
        elif before is not None:
            self._task = before  # it ends by itself; close() waits for it

    async def _run(self, before: asyncio.Task[None] | None, question: Question, stop: asyncio.Event) -> None:
        if before is not None:
            await asyncio.wait([before])
        try:
            await self._looks.search(self._key, question, stop, self._say)
        except EngineError as error:
            LOG.warning("no lines beside a board: %s", error)
            if not stop.is_set():
                self._say(
                    {
                        "say": "lines",
                        "at": question.at,
                        "seat": question.seat,
                        "nodes": 0,
                        "done": True,
                        "lines": [],
                        "reason": "",
                    }
                )

    async def close(self) -> None:
        """End the search."""
        self.ask(None)
        if self._task is not None:
            await asyncio.wait([self._task])
