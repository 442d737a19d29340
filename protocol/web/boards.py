"""The boards of a server: those beside real tables, which are kept, and those for looking around."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from protocol.client import EngineRefused
from protocol.drawing.draw import Layout
from protocol.frontend.desk import Setup
from protocol.frontend.kept import now
from protocol.web import journal
from protocol.web.board import Board
from protocol.web.board_course import BoardCourse, Entry, entries_of
from protocol.web.engines import Engines, Worker
from protocol.web.journal import Journal
from protocol.web.lines import Looks
from protocol.web.messages import Refusal
from protocol.web.sights import Json, picture

LOG = logging.getLogger(__name__)
#: Most boards in a folder.
BOARDS_MAX = 2_000
SUFFIX = ".board"


class Boards:
    """The boards in ``folder``. Games that are over go to ``games`` as files that reviews read."""

    def __init__(self, folder: Path, games: Path, quick: Engines, deep: Engines) -> None:
        self.games_folder = games
        self.folder, self.quick, self.looks = folder, quick, Looks(deep)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.games: dict[str, str] = {}
        self.faults: list[str] = []
        self.shelf: dict[str, Json] = {}
        self.awake: dict[str, Board] = {}
        self._loose: set[Board] = set()
        self._watch: asyncio.Task[None] | None = None

    def open(self, games: dict[str, str]) -> None:
        """Read the boards. ``games``: game -> title."""
        self.games = games
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                course = journal.replay(path, BoardCourse.made)
            except journal.UNREADABLE as error:
                self.faults.append(f"{path}: {error}")
                continue
            self.shelf[course.board] = _summary(course, path.stat().st_mtime)
        self._watch = asyncio.create_task(self.looks.engines.watch())

    async def close(self) -> None:
        """End all work."""
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
        for board in (*self.awake.values(), *self._loose):
            await board.sleep()
        await self.looks.engines.close()

    # --- beside a real table ----------------------------------------------------------------------------

    async def beside(self, setup: Setup, names: Sequence[str]) -> str:
        """A new board beside a real table; returns its name.

        Raises:
            Refusal: the game, the seats or the rules are not possible.
        """
        if len(self.shelf) >= BOARDS_MAX:
            raise Refusal("too-many-tables")

        async def work(worker: Worker) -> list[str]:
            await worker.set_up(setup, names, [])
            return await worker.engine.read("")

        try:
            first = await self.quick.run("", work)
        except EngineRefused as error:
            raise Refusal("bad-setup", error.message) from None
        course = BoardCourse(secrets.token_hex(8), setup, self.games[setup.game], now(), list(names))
        file = Journal(self.folder / f"{course.board}{SUFFIX}")
        file.add(course.event())
        if first:
            event = course.enter(Entry(tuple(first), "", ""))
            file.add(event)
            course.apply(event)
        self.shelf[course.board] = _summary(course, time.time())
        self.awake[course.board] = Board(course, self.quick, self.looks, file, self.games_folder)
        return course.board

    def kept(self, name: str) -> Board:
        """A board beside a real table.

        Raises:
            Refusal: there is none of this name.
        """
        if name in self.awake:
            return self.awake[name]
        if name not in self.shelf:
            raise Refusal("no-board")
        path = self.folder / f"{name}{SUFFIX}"
        try:
            course = journal.replay(path, BoardCourse.made)
        except journal.UNREADABLE as error:
            LOG.warning("board %s cannot be read: %s", name, error)
            raise Refusal("no-board") from None
        self.awake[name] = Board(course, self.quick, self.looks, Journal(path), self.games_folder)
        return self.awake[name]

    def listed(self) -> list[Json]:
        """The boards beside real tables as lines of the lobby, the last one first."""
        told = [
            _summary(self.awake[name].course, self.awake[name].changed) if name in self.awake else kept
            for name, kept in self.shelf.items()
        ]
        return sorted(told, key=lambda board: -board["when"])

    # --- looking around ---------------------------------------------------------------------------------

    async def loose(self, text: str, moves: Sequence[str], at: int) -> Board:
        """A board with any position, which is not kept. ``moves``: tokens after it; ``at``: the entry one
        looks at, -1 for the last.

        Raises:
            Refusal: the position cannot be, or a move is not possible.
        """
        setup = Setup(self.game_of(text), start=text)
        course = BoardCourse("", setup, self.games[setup.game], now())

        async def work(worker: Worker) -> list[str]:
            await worker.set_up(setup, [], [])
            if not moves:
                return await worker.engine.read("")
            await worker.set_up(setup, [], moves)
            return []

        try:
            first = await self.quick.run("", work)
        except EngineRefused as error:
            raise Refusal("not-possible", error.message) from None
        course.entries = entries_of([*first, *moves])
        course.at = len(course.entries) if at < 0 else min(at, len(course.entries))
        board = Board(course, self.quick, self.looks)
        self._loose.add(board)
        return board

    async def drop(self, board: Board) -> None:
        """Let a board rest at which nobody looks any more. One that is kept stays in memory without its
        pictures, so that there is never a second one that writes the same file."""
        if not board.lookers:
            self._loose.discard(board)
            await board.sleep()

    async def dealt(self, setup: Setup) -> str:
        """The text of a fresh position. With a seed it is dealt; without one its set-up is still to be
        entered, and nothing in it is hidden.

        Raises:
            Refusal: the seats or rules are not possible.
        """

        async def work(worker: Worker) -> str:
            await worker.set_up(setup, [], [])
            text = await worker.engine.text()
            if setup.seed is not None or setup.view is None:
                return text
            edition, *fields = text.split(" ")
            if fields[:1] == ["setup"]:  # the same set-up, told to everybody
                return " ".join([edition, *("view=all" if f.startswith("view=") else f for f in fields)])
            return text

        try:
            return await self.quick.run("", work)
        except EngineRefused as error:
            raise Refusal("bad-setup", error.message) from None

    async def check(self, text: str, layout: Layout) -> Json:
        """Whether a position can be: its picture, or the engine's reason."""
        try:
            setup = Setup(self.game_of(text), start=text)

            async def work(worker: Worker) -> Json:
                await worker.set_up(setup, [], [])
                view = await worker.engine.json()
                return {"names": await worker.engine.names(), "view": view}

            told = await self.quick.run("", work)
        except EngineRefused as error:
            return {"say": "checked", "text": text, "fault": error.message, "picture": ""}
        except Refusal as refusal:
            return {"say": "checked", "text": text, "fault": refusal.about, "picture": ""}
        drawn = picture(told["view"], told["view"]["viewer"], told["names"], layout)
        return {"say": "checked", "text": text, "fault": "", "picture": drawn}

    def game_of(self, text: str) -> str:
        """The game of a position text, which its first word names.

        Raises:
            Refusal: it is not a game of the engine.
        """
        game = text.partition("/")[0].strip()
        if game not in self.games:
            known = ", ".join(f"{name}/" for name in self.games)
            raise Refusal(
                "not-possible", f"'{text.split(' ')[0][:40]}': a position begins with one of {known}"
            )
        return game


def _summary(course: BoardCourse, when: float) -> Json:
    return {
        "board": course.board,
        "game": course.setup.game,
        "title": course.title,
        "seat": course.setup.view,
        "seats": course.setup.seats,
        "entries": course.at,
        "when": when,
    }
