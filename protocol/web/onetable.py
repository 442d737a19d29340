"""A table that is awake: it asks the engine, lets engines think, and shows each watcher its seat's view."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence
from pathlib import Path

from protocol.base.gameline import worth_of
from protocol.client import EngineError, EngineRefused, together
from protocol.frontend.kept import begun, name_of
from protocol.frontend.names import spelt
from protocol.frontend.record import write_game
from protocol.web.course import Course, Event
from protocol.web.engines import Engines, Worker
from protocol.web.journal import Journal
from protocol.web.messages import Refusal
from protocol.web.seating import ENGINE, Chair
from protocol.web.showing import Scene, Watcher, frame_json, new_to, shown
from protocol.web.sights import Json, Sight, frames, look
from protocol.web.thinking import advice, choice

LOG = logging.getLogger(__name__)


class OneTable:
    """A table that is awake. All changes are made under ``lock``, each written down before it is shown."""

    def __init__(self, course: Course, journal: Journal, quick: Engines, deep: Engines, games: Path) -> None:
        self.course, self.journal = course, journal
        self.quick, self.deep = quick, deep
        self.games = games
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.scene = Scene(course)
        self._waiting: set[Watcher] = set()
        self.left = time.monotonic()
        self.changed = time.time()
        self.version = 0
        self._asked = time.monotonic()
        self._thinker: asyncio.Task[None] | None = None
        self._searching = asyncio.Lock()

    # --- watchers ---------------------------------------------------------------------------------------

    async def join(self, watcher: Watcher) -> None:
        """Show the table to a new watcher from now on."""
        async with self.lock:
            self.watchers.add(watcher)
            if watcher.seat not in self.scene.sights or not self.version:
                await self._look()
            await self._go_on()
            await self._finish()
            await self._show(watcher.seat)
        self._wake_thinker()

    def leave(self, watcher: Watcher) -> None:
        """A watcher has gone."""
        self.watchers.discard(watcher)
        self.left = time.monotonic()
        if not any(other.seat == watcher.seat for other in self.watchers):
            self.scene.sights.pop(watcher.seat, None)
        self.show()

    async def sleep(self) -> None:
        """End all work."""
        if self._thinker is not None:
            self._thinker.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._thinker

    # --- what people do ---------------------------------------------------------------------------------

    async def choose(self, seat: int, token: str, at: int) -> None:
        """A seat decides.

        Raises:
            Refusal: it is not the seat's turn, the move is not legal, or the table has gone on meanwhile.
        """
        async with self.lock:
            self._must_play(seat, at)
            sight = self.scene.sights.get(seat)
            if sight is None or token not in {move["token"] for move in sight.moves}:
                raise Refusal("not-legal")
            self._note({"event": "choose", "seat": seat, "token": token, "ms": self._elapsed()})
            await self._go_on()
            await self._show(seat)
        self._wake_thinker()

    async def take_back(self, seat: int) -> None:
        """Take back a choice that nobody has seen, or ask all people for the last decision of the seat.

        Raises:
            Refusal: there is nothing to take back, or the game is over.
        """
        async with self.lock:
            course = self.course
            if course.end is not None:
                raise Refusal("game-over")
            if seat in course.chosen:
                self._note({"event": "retract", "seat": seat})
            else:
                keep = course.back(seat)
                if keep is None:
                    raise Refusal("nothing-to-take-back")
                self._note({"event": "ask", "seat": seat, "keep": keep})
                await self._agreed()
            await self._show(seat)
        self._wake_thinker()

    async def answer(self, seat: int, yes: bool) -> None:
        """A person agrees to a wish to take back, or does not."""
        async with self.lock:
            if self.course.wish is None:
                raise Refusal("nothing-asked")
            self._note({"event": "agree", "seat": seat} if yes else {"event": "refuse"})
            await self._agreed()
            await self._show(seat)
        self._wake_thinker()

    async def seat_of(self, seat: int, chair: Chair) -> None:
        """Somebody else sits on a seat from now on. Whoever sat there is shown out."""
        async with self.lock:
            self._note({"event": "chair", "seat": seat, "chair": chair.as_json()})
            for watcher in [w for w in self.watchers if w.seat == seat]:
                if chair.turn != watcher.turn:
                    watcher.send({"say": "gone"})
                    self.watchers.discard(watcher)
            self._stop_thinking()
            self.scene.sights = {}
            await self._look()
            await self._go_on()
            await self._show(seat)
        self._wake_thinker()

    async def hint(self, seat: int, at: int) -> Json:
        """The engine's advice to a seat.

        Raises:
            Refusal: the seat has nothing to decide.
        """
        self._must_play(seat, at)
        async with self._searching:
            self._must_play(seat, at)
            view, words = await self._view(seat)
            return await advice(self.deep, self.course, seat, view, words, self.scene.names)

    def _must_play(self, seat: int, at: int) -> None:
        course = self.course
        if course.end is not None:
            raise Refusal("game-over")
        if not course.complete:
            raise Refusal("seats-open")
        if at != len(course.moves):
            raise Refusal("gone-on")
        if seat not in self.scene.turn or seat in course.chosen:
            raise Refusal("not-your-turn")

    # --- the course of the game -------------------------------------------------------------------------

    def _note(self, event: Event) -> None:
        """Write an event down, then let it happen."""
        self.changed = time.time()
        self.journal.add(event)
        self.course.apply(event)

    def _elapsed(self) -> float:
        return round((time.monotonic() - self._asked) * 1000, 2)

    async def _agreed(self) -> None:
        """Take back if everybody agrees."""
        wish = self.course.wish
        if wish is None or not set(self.course.people()) <= self.course.together(wish.agreed):
            return
        self._stop_thinking()
        self._note({"event": "undo", "keep": wish.keep})
        self.scene.sights = {}
        await self._look()

    async def _go_on(self) -> None:
        """Show the choices when all who owe one have chosen."""
        course = self.course
        if course.end is not None or not self.scene.turn or not course.complete:
            return
        if not all(seat in course.chosen for seat in self.scene.turn):
            return
        moves = [(seat, *course.chosen[seat]) for seat in self.scene.turn]
        self._stop_thinking()
        try:
            await self._look([token for _, token, _ in moves])
        except EngineRefused as error:
            LOG.warning("table %s: choices refused: %s", course.table, error.message)
            for seat in self.scene.turn:
                self._note({"event": "retract", "seat": seat})
            return
        self._note({"event": "play", "moves": [list(move) for move in moves]})
        self._asked = time.monotonic()
        await self._finish()

    async def _finish(self) -> None:
        """Write down the end of a game that has ended."""
        course = self.course
        if not self.scene.over or course.end is not None:
            return

        async def work(worker: Worker) -> tuple[list[int], list[int], list[float]]:
            await worker.set_up(course.setup, course.names(), course.tokens)
            ranks, scores = await worker.engine.outcome()
            try:
                return ranks, scores, await worker.engine.returns()
            except EngineRefused:
                return ranks, scores, list(worth_of(ranks))

        ranks, scores, returns = await self.quick.run(course.table, work)
        self._note({"event": "end", "ranks": ranks, "scores": scores, "returns": returns})
        game = course.game()
        path = self.games / f"{name_of(game, begun(game))}-{course.table}.jsonl"
        try:
            await asyncio.to_thread(write_game, path, game)
        except OSError as error:
            LOG.warning("the game of table %s cannot be written: %s", course.table, error)

    def watched(self) -> list[int | None]:
        """The seats whose views somebody watches, and None if somebody looks on."""
        return list({watcher.seat: None for watcher in self.watchers})

    async def _look(self, played: Sequence[str] = ()) -> None:
        """Look at the position after the moves and ``played``, for everybody who watches."""
        course = self.course
        tokens = [*course.tokens, *played]
        watched = self.watched()
        known = dict(self.scene.sights)  # somebody may leave meanwhile

        async def work(worker: Worker) -> tuple[list[int] | str, list[str], dict[int | None, Sight]]:
            engine, people = worker.engine, course.names()
            *_, turn, called = await together(
                *worker.steps(course.setup, people, tokens), engine.turn(), engine.names()
            )
            due = turn if isinstance(turn, list) else []
            names = [spelt(name, people) for name in called]
            old = {seat: known[seat].story if seat in known and seat is not None else [] for seat in watched}
            seen = await together(
                *(look(worker, seat, len(course.chairs), old[seat], names, seat in due) for seat in watched)
            )
            sights = dict(zip(watched, seen, strict=True))
            for seat, sight in sights.items():
                if played and seat is not None and seat in known:
                    sight.before, sight.news = known[seat].text, sight.story[len(old[seat]) :]
            return turn, names, sights

        turn, self.scene.names, self.scene.sights = await self.quick.run(course.table, work)
        self.scene.turn = turn if isinstance(turn, list) else []
        self.scene.over = turn == "none"
        self.version += 1

    # --- engines ----------------------------------------------------------------------------------------

    def _owing(self) -> int | None:
        """The next engine that must decide."""
        course = self.course
        if course.end is not None or not course.complete or not self.watchers:
            return None
        for seat in self.scene.turn:
            if course.chairs[seat].kind == ENGINE and seat not in course.chosen:
                return seat
        return None

    def _stop_thinking(self) -> None:
        if self._thinker is not None and self._thinker is not asyncio.current_task():
            self._thinker.cancel()
            self._thinker = None
        self.scene.thinks = None

    def _wake_thinker(self) -> None:
        if (self._thinker is None or self._thinker.done()) and self._owing() is not None:
            self._thinker = asyncio.create_task(self._think())

    async def _think(self) -> None:
        """Let engine after engine decide, until people have to."""
        while (seat := self._owing()) is not None:
            course, at = self.course, len(self.course.moves)
            try:
                async with self._searching:
                    self.scene.thinks = seat
                    self.show()
                    view, _ = await self._view(seat)
                    token = await choice(self.deep, course, seat, view)
            except EngineError as error:
                self.scene.thinks = None
                self.scene.trouble = "engine-trouble"
                LOG.warning("table %s: no move from the engine: %s", course.table, error)
                self.show()
                return
            async with self.lock:
                self.scene.thinks, self.scene.trouble = None, ""
                if at == len(course.moves) and seat in self.scene.turn and seat not in course.chosen:
                    self._note({"event": "choose", "seat": seat, "token": token, "ms": self._elapsed()})
                    await self._go_on()
                    await self._show()

    async def _view(self, seat: int) -> tuple[str, dict[str, str]]:
        course = self.course

        async def work(worker: Worker) -> tuple[str, dict[str, str]]:
            await worker.set_up(course.setup, course.names(), course.tokens)
            return await worker.engine.view(seat), await worker.engine.words(seat)

        return await self.quick.run(course.table, work)

    # --- showing ----------------------------------------------------------------------------------------

    def show(self) -> None:
        """Send every watcher what has changed for it, but those who are just shown how it came about."""
        for watcher in self.watchers - self._waiting:
            self._tell(watcher)

    async def _show(self, first: int | None = None) -> None:
        """Show every watcher how the state came about, and what has changed for it; seat ``first`` before the
        others. Other tables are served between two pictures."""
        self._waiting = set(self.watchers)
        try:
            for seat in sorted(self.watched(), key=lambda seat: seat != first):
                sight = self.scene.sights.get(seat)
                here = [watcher for watcher in self._waiting if watcher.seat == seat]
                if sight is not None and sight.before:
                    await self._film(sight, [watcher for watcher in here if new_to(self.scene, watcher)])
                for watcher in here:
                    self._waiting.discard(watcher)
                    if watcher in self.watchers:
                        self._tell(watcher)
                        await asyncio.sleep(0)
        finally:
            self._waiting = set()

    async def _film(self, sight: Sight, watchers: Sequence[Watcher]) -> None:
        """Show watchers of one seat the news step by step."""
        if not watchers:
            return
        course, sent = self.course, 0

        async def work(worker: Worker) -> None:
            nonlocal sent
            count = 0
            async for frame in frames(worker, course.setup.game, course.names(), sight):
                count += 1
                if count <= sent:
                    continue  # another process had come so far
                sent = count
                for layout in {watcher.layout for watcher in watchers}:
                    told = frame_json(frame, sight, layout)
                    for watcher in watchers:
                        if watcher.layout == layout:
                            watcher.send(told)
                    await asyncio.sleep(0)

        try:
            await self.quick.run(course.table, work)
        except EngineError as error:
            LOG.warning("table %s: not shown step by step: %s", course.table, error)

    def _tell(self, watcher: Watcher) -> None:
        message = shown(self.scene, watcher, {other.seat for other in self.watchers})
        if len(message) > 2 or message["story"]["events"]:
            watcher.send(message)
