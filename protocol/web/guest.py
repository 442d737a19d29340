"""A browser at a socket: its messages are done one after the other, and answers wait in a bounded queue."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Coroutine
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from protocol.client import EngineError
from protocol.drawing.draw import Layout
from protocol.frontend.levels import LEVELS
from protocol.web.board_guest import PREFIX, BoardGuest
from protocol.web.hall import Hall, check_names, read_name
from protocol.web.invitation import invitation
from protocol.web.messages import Refusal, read_message
from protocol.web.onetable import OneTable
from protocol.web.replay.viewer import Viewer
from protocol.web.safety import Rate
from protocol.web.seating import ENGINE, HOST, INVITE, OPEN, PERSON, SEAT, WATCH, Chair, Role, open_chair
from protocol.web.showing import Watcher
from protocol.web.sights import Json

LOG = logging.getLogger(__name__)
#: Messages a second, and at once.
MESSAGES = (20.0, 60.0)
#: Answers that wait for a slow browser; then it is hung up and comes back by itself.
QUEUE_MAX = 200
#: Seconds in which a browser must say who it is.
HELLO = 20.0
#: Most browsers at one table.
WATCHERS_MAX = 60


class Guest:
    """A browser at a socket, until it leaves."""

    def __init__(self, websocket: WebSocket, hall: Hall, making: Rate, reach: str) -> None:
        self.websocket, self.hall, self.making, self.reach = websocket, hall, making, reach
        self.owner = False
        self.layout: Layout = "wide"
        self.table: OneTable | None = None
        self.role: Role | None = None
        self.watcher: Watcher | None = None
        self.boards = BoardGuest(hall.boards, self.send)
        self.replay = Viewer(hall, self.send)
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._rate = Rate(*MESSAGES)
        self._hint: asyncio.Task[None] | None = None

    def send(self, message: Json) -> None:
        """Queue an answer."""
        if self._queue.qsize() >= QUEUE_MAX:
            self.hang_up()
            return
        self._queue.put_nowait(json.dumps(message, separators=(",", ":"), ensure_ascii=False))

    def hang_up(self) -> None:
        """End the connection after what is queued."""
        self._queue.put_nowait(None)

    async def run(self) -> None:
        """Read and answer until the browser leaves."""
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (writer, reader, self._hint):
                if task is not None:
                    task.cancel()
            for error in await asyncio.gather(writer, reader, return_exceptions=True):
                if isinstance(error, Exception):
                    LOG.error("a browser was hung up by a fault", exc_info=error)
            self._leave()
            await self.boards.leave()
            await self.replay.leave()
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self.websocket.close()

    def _leave(self) -> None:
        if self.watcher is not None and self.table is not None:
            self.table.leave(self.watcher)
        self.watcher = None

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self._queue.get()) is not None:
                await self.websocket.send_text(text)

    async def _read(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, TimeoutError):
            while True:
                hello = self.owner or self.role is not None or self.replay.opened
                said = await asyncio.wait_for(self.websocket.receive(), None if hello else HELLO)
                if said["type"] != "websocket.receive":
                    return
                try:
                    if not self._rate.allows():
                        raise Refusal("too-fast")
                    await self._do(read_message(said.get("text") or said.get("bytes") or ""))
                except Refusal as refusal:
                    self.send(refusal.as_json())
                except EngineError as error:
                    LOG.warning("engine trouble: %s", error)
                    self.send(Refusal("engine-trouble").as_json())
                except OSError as error:
                    LOG.error("cannot be written: %s", error)
                    self.send(Refusal("disk-trouble").as_json())

    async def _do(self, message: dict[str, Any]) -> None:
        match message:
            case {"do": "enter", "key": key}:
                if not self.hall.keys.is_owner(key):
                    raise Refusal("not-owner")
                self.owner = True
                self.send(self.hall.lobby())
            case {"do": "make", "game": game, "rules": rules, "chairs": chairs}:
                await self._make(game, rules, chairs)
            case {"do": "sit", "table": name, "token": token, "narrow": narrow}:
                self._layout(narrow)
                await self._sit(name, token)
            case {"do": "layout", "narrow": narrow}:
                self._layout(narrow)
            case {"do": str(what)} if what.startswith("replay-"):
                await self.replay.do(message)
            case {"do": "claim", "name": name}:
                await self._claim(name)
            case {"do": "primer"}:
                game = self._at().course.setup.game
                self.send({"say": "primer", "paragraphs": await self.hall.primer(game)})
            case {"do": "invite" | "fill" | "open"}:
                await self._host(message)
            case {"do": "record"}:
                if self._at().course.end is None:  # it tells all that is hidden
                    raise Refusal("not-over")
                course = self._at().course
                self.send({"say": "record", "name": f"{course.table}.jsonl", "text": course.game().line()})
            case {"do": str(do)} if do.startswith(PREFIX):
                if not self.owner:
                    raise Refusal("not-owner")
                if do == "board-new" and not self.making.allows():
                    raise Refusal("too-fast")
                await self.boards.do(message)
            case _:
                await self._play(message)

    def _layout(self, narrow: bool) -> None:
        """Draw pictures narrow, or wide, from now on."""
        self.layout = "narrow" if narrow else "wide"
        if self.watcher is not None and self.table is not None:
            self.watcher.layout = self.layout
            self.table.show()

    # --- the lobby --------------------------------------------------------------------------------------

    async def _make(self, game: str, rules: list[Any], chairs: list[Any]) -> None:
        if not self.owner:
            raise Refusal("not-owner")
        if not self.making.allows():
            raise Refusal("too-fast")
        table = await self.hall.make(game, rules, chairs)
        course = table.course
        self.send({"say": "made", "table": course.table, **self.hall.own(course.table, course.chairs)})

    # --- a table ----------------------------------------------------------------------------------------

    def _at(self) -> OneTable:
        if self.table is None or self.role is None:
            raise Refusal("no-table")
        return self.table

    async def _sit(self, name: str, token: str) -> None:
        table = self.hall.table(name)
        role = self.hall.keys.role(name, token, table.course.chairs)
        if role is None:
            raise Refusal("bad-link")
        await self._take(table, role)

    async def _take(self, table: OneTable, role: Role) -> None:
        if len(table.watchers) >= WATCHERS_MAX:
            raise Refusal("too-many-watchers")
        self._leave()
        self.table, self.role = table, role
        course = table.course
        if role.kind == INVITE:
            told = {"say": "invited", "title": course.title, "seat": role.seat, "names": course.names()}
            self.send({**told, "game": course.setup.game})
            return
        turn = 0 if role.seat is None else course.chairs[role.seat].turn
        self.watcher = Watcher(role, self.send, layout=self.layout, turn=turn)
        await table.join(self.watcher)

    async def _claim(self, name: str) -> None:
        table, role = self._at(), self.role
        if role is None or role.kind != INVITE or role.seat is None:
            raise Refusal("not-invited")
        called = read_name(name)
        if not called:
            raise Refusal("name-missing")
        chair = table.course.chairs[role.seat]
        if chair.kind != OPEN:
            raise Refusal("seat-taken")
        check_names([*table.course.names(), called])
        await self._surely(table.seat_of(role.seat, open_chair(chair, kind=PERSON, name=called)))
        mine = Role(SEAT, role.seat)
        token = self.hall.keys.token(table.course.table, mine, table.course.chairs)
        self.send({"say": "seated", "table": table.course.table, "token": token})
        await self._take(table, mine)

    def _seat(self) -> int:
        if self.role is None or self.role.kind != SEAT or self.role.seat is None:
            raise Refusal("looks-on")
        if self.watcher is None or self.watcher not in self._at().watchers:
            raise Refusal("bad-link")  # somebody else sits there now
        return self.role.seat

    async def _play(self, message: dict[str, Any]) -> None:
        table = self._at()
        seat = self._seat()
        match message:
            case {"do": "move", "token": token, "at": at}:
                await self._surely(table.choose(seat, token, at))
            case {"do": "back"}:
                await self._surely(table.take_back(seat))
            case {"do": "answer", "yes": yes}:
                await self._surely(table.answer(seat, yes))
            case {"do": "hint", "at": at}:
                if self._hint is not None and not self._hint.done():
                    raise Refusal("hint-runs")
                self._hint = asyncio.create_task(self._answer(table.hint(seat, at)))
            case {"do": "name", "name": name}:
                called = read_name(name)
                chair = table.course.chairs[seat]
                others = [n for number, n in enumerate(table.course.names()) if number != seat]
                check_names([*others, called])
                await self._surely(table.seat_of(seat, Chair(**{**chair.as_json(), "name": called})))
            case _:
                raise Refusal("bad-message")

    @staticmethod
    async def _surely(work: Coroutine[Any, Any, None]) -> None:
        """Do something at the table to its end: the others wait for it, though this browser may leave."""
        await asyncio.shield(asyncio.ensure_future(work))

    async def _answer(self, work: Awaitable[Json]) -> None:
        try:
            self.send(await work)
        except Refusal as refusal:
            self.send(refusal.as_json())
        except EngineError:
            self.send(Refusal("engine-trouble").as_json())

    async def _host(self, message: dict[str, Any]) -> None:
        """Actions that only the host of a table may take: invite, seat an engine, open a seat again."""
        table, role, seat = self._at(), self.role, message["seat"]
        chairs = table.course.chairs
        host = role is not None and (role.kind == HOST or (role.kind == SEAT and chairs[self._seat()].mine))
        if not host:
            raise Refusal("not-host")
        if not -1 <= seat < len(chairs):
            raise Refusal("no-seat")
        match message:
            case {"do": "invite"}:
                wanted = Role(WATCH) if seat == -1 else Role(INVITE, seat)
                if seat >= 0 and chairs[seat].kind != OPEN:
                    raise Refusal("seat-taken")
                token = self.hall.keys.token(table.course.table, wanted, chairs)
                host_header = self.websocket.headers.get("host", "")
                self.send({**invitation(host_header, self.reach, table.course.table, token), "seat": seat})
            case {"do": "fill", "level": level}:
                if seat < 0 or level not in LEVELS or chairs[seat].mine:
                    raise Refusal("no-seat")
                await self._surely(table.seat_of(seat, open_chair(chairs[seat], kind=ENGINE, level=level)))
            case {"do": "open"}:
                if seat < 0 or chairs[seat].mine:
                    raise Refusal("no-seat")
                await self._surely(table.seat_of(seat, open_chair(chairs[seat])))
