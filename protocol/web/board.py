"""A board that somebody looks at: entries by touching or typing, going back and forward, lines beside it."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from protocol.client import EngineRefused
from protocol.drawing.draw import Layout
from protocol.frontend.kept import begun, name_of
from protocol.frontend.record import Game, write_game
from protocol.web.board_course import ENTRIES_MAX, BoardCourse, Entry, Event
from protocol.web.board_record import record
from protocol.web.board_sight import BoardScene, board_json, look_at
from protocol.web.engines import Engines, Worker
from protocol.web.journal import Journal
from protocol.web.lines import Lines, Looks, Question
from protocol.web.messages import Refusal
from protocol.web.sights import Json

LOG = logging.getLogger(__name__)


@dataclass(eq=False)
class Looker:
    """A browser at a board. ``eyes``: the seat whose view it sees, None for all that the board knows;
    ``lines``: whether the engine looks with it."""

    send: Callable[[Json], None]
    layout: Layout = "wide"
    eyes: int | None = None
    lines: bool = True
    last: Json = field(default_factory=dict)


class Board:
    """A board that is awake. ``journal``: the file of a board that is kept; ``games``: the folder to which
    its game goes when it is over."""

    def __init__(
        self,
        course: BoardCourse,
        quick: Engines,
        looks: Looks,
        journal: Journal | None = None,
        games: Path | None = None,
    ) -> None:
        self.course, self.quick, self.journal, self.games = course, quick, journal, games
        self.lookers: set[Looker] = set()
        self.scene: BoardScene | None = None
        self.changed = self.left = time.time()
        self._key = f"board {course.board or id(self)}"
        self._lock = asyncio.Lock()
        self._lines = Lines(looks, self._key, self._say_lines)
        self._told: Json | None = None

    # --- browsers ---------------------------------------------------------------------------------------

    async def join(self, looker: Looker) -> None:
        """Show the board to a browser from now on.

        Raises:
            Refusal: the position is not possible.
        """
        async with self._lock:
            self.lookers.add(looker)
            try:
                await self._look()
            except Refusal:
                self.lookers.discard(looker)
                raise

    def leave(self, looker: Looker) -> None:
        """A browser has gone. With the last one the search ends."""
        self.lookers.discard(looker)
        self.left = time.time()
        self._think()

    async def sleep(self) -> None:
        """End the search, unless somebody looks again meanwhile."""
        await self._lines.close()
        if not self.lookers:
            self.scene = None

    async def see(self, looker: Looker, seat: int) -> None:
        """See a seat's view, or with -1 all that the board knows.

        Raises:
            Refusal: the board knows no other view.
        """
        async with self._lock:
            scene = self._scene()
            whole = scene.whole["viewer"] is None and self.course.setup.view is None
            if not (seat == -1 or (whole and 0 <= seat < scene.whole["seats"])):
                raise Refusal("one-view")
            looker.eyes = None if seat == -1 else seat
            await self._look()

    async def look(self, looker: Looker, on: bool) -> None:
        """Let the engine look with this browser, or not."""
        looker.lines = on
        if on and self._told is not None:
            looker.send(self._told)
        self._think()

    # --- entries ----------------------------------------------------------------------------------------

    async def enter(self, tokens: Sequence[str], at: int) -> None:
        """Enter tokens one after the other; what can only be one thing follows by itself.

        Raises:
            Refusal: one of them is not possible; nothing is entered.
        """

        async def work(worker: Worker, before: list[str]) -> list[Entry]:
            entries: list[Entry] = []
            for token in tokens:
                scene = self.scene if not entries else await look_at(worker, self.course, [])
                asks, words = (scene.asks, scene.words(token)) if scene is not None else ("", token)
                new = [token]
                await self._set(worker, [*before, *new])
                new += await worker.engine.read("")
                before += new
                await self._set(worker, before)
                entries.append(Entry(tuple(new), asks, words))
            return entries

        await self._enter(work, at)

    async def type(self, typed: str, at: int) -> None:
        """Enter a typed line.

        Raises:
            Refusal: it cannot be read; nothing is entered.
        """

        async def work(worker: Worker, before: list[str]) -> list[Entry]:
            new = await worker.engine.read(typed)
            await self._set(worker, [*before, *new])
            return [Entry(tuple(new), self._scene().asks, typed)] if new else []

        await self._enter(work, at)

    async def draw(self, at: int) -> None:
        """Draw an outcome of chance by its odds.

        Raises:
            Refusal: no chance is due.
        """

        async def work(worker: Worker, before: list[str]) -> list[Entry]:
            odds = await worker.engine.chance()
            if not odds:
                raise Refusal("no-chance")
            (token,) = random.choices([*odds], [float(chance) for chance in odds.values()])
            words = self._scene().words(token)
            new = [token]
            await self._set(worker, [*before, *new])
            new += await worker.engine.read("")
            await self._set(worker, [*before, *new])
            return [Entry(tuple(new), self._scene().asks, words)]

        await self._enter(work, at)

    async def go(self, at: int) -> None:
        """Go back or forward to an entry.

        Raises:
            Refusal: there is no such entry.
        """
        async with self._lock:
            if not 0 <= at <= len(self.course.entries):
                raise Refusal("no-entry")
            self._note({"event": "at", "at": at})
            await self._look()

    async def _enter(self, work: Callable[[Worker, list[str]], Awaitable[list[Entry]]], at: int) -> None:
        async with self._lock:
            course = self.course
            if at != course.at:
                raise Refusal("gone-on")
            if course.at >= ENTRIES_MAX:
                raise Refusal("board-full")

            async def run(worker: Worker) -> tuple[list[Entry], BoardScene]:
                await self._set(worker, course.tokens)
                entries = await work(worker, course.tokens)
                return entries, await look_at(worker, course, self._eyes())

            try:
                entries, scene = await self.quick.run(self._key, run)
            except EngineRefused as error:
                raise Refusal("not-possible", error.message) from None
            for entry in entries:
                self._note(course.enter(entry))
            self.scene = scene
            self._show()
            await self._finish()

    async def _finish(self) -> None:
        """Write the game of a table that is over for reviews. Entered anew, it replaces the one before."""
        course, games = self.course, self.games
        if games is None or self._scene().end is None:
            return

        async def work(worker: Worker) -> Game:
            await self._set(worker, course.tokens)
            return await record(worker, course)

        try:
            game = await self.quick.run(self._key, work)
            path = games / f"{name_of(game, begun(game))}-{course.board}.jsonl"
            await asyncio.to_thread(write_game, path, game)
        except (EngineRefused, OSError) as error:
            LOG.warning("the game of board %s cannot be written: %s", course.board, error)

    def _note(self, event: Event) -> None:
        """Write an event down, then let it happen."""
        self.changed = time.time()
        if self.journal is not None:
            self.journal.add(event)
        self.course.apply(event)

    # --- showing ----------------------------------------------------------------------------------------

    async def _set(self, worker: Worker, tokens: Sequence[str]) -> None:
        await worker.set_up(self.course.setup, self.course.names, tokens)

    def _eyes(self) -> list[int | None]:
        return [looker.eyes for looker in self.lookers]

    def _scene(self) -> BoardScene:
        if self.scene is None:
            raise Refusal("no-board")
        return self.scene

    async def _look(self) -> None:
        """Look at the position for all browsers.

        Raises:
            Refusal: the position is not possible.
        """

        async def work(worker: Worker) -> BoardScene:
            await self._set(worker, self.course.tokens)
            return await look_at(worker, self.course, self._eyes())

        try:
            self.scene = await self.quick.run(self._key, work)
        except EngineRefused as error:
            raise Refusal("not-possible", error.message) from None
        self._show()

    def _show(self) -> None:
        for looker in list(self.lookers):
            self.show(looker)
        self._think()

    def show(self, looker: Looker) -> None:
        """Send a browser what has changed for it."""
        scene = self._scene()
        eyes = looker.eyes if looker.eyes in scene.sights else None
        message = board_json(self.course, scene, eyes, looker.layout)
        new = {k: v for k, v in message.items() if k == "say" or k not in looker.last or looker.last[k] != v}
        looker.last = message
        if len(new) > 1:
            looker.send(new)

    # --- the engine -------------------------------------------------------------------------------------

    def _think(self) -> None:
        """Search the position while somebody looks."""
        scene = self.scene
        question = None
        if scene is not None and scene.thinker is not None and any(looker.lines for looker in self.lookers):
            question = Question(
                self.course.setup.game,
                tuple(self.course.names),
                scene.text,
                scene.thinker,
                scene.whole["seats"],
                tuple(scene.names),
                self.course.at,
            )
        self._lines.ask(question)

    def _say_lines(self, told: Json) -> None:
        self._told = told
        for looker in self.lookers:
            if looker.lines:
                looker.send(told)
