"""The application: the page's files, and one socket for everything else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from protocol.web.guest import Guest
from protocol.web.hall import Hall
from protocol.web.page_files import PageFiles
from protocol.web.replay.upload import Upload
from protocol.web.safety import Guard, Hosts, Rate

LOG = logging.getLogger(__name__)
#: Most sockets at once.
SOCKETS_MAX = 1000
#: New tables a second, and at once.
MAKING = (1.0, 30.0)


def build(hall: Hall, hosts: Hosts, reach: str = "", page: Path | None = None) -> Starlette:
    """The application of a hall. ``reach``: the address by which other devices come, where there is one."""
    files = PageFiles(page)
    making = Rate(*MAKING)
    upload = Upload(hall.replays, hall.keys, hosts)
    guests: set[Guest] = set()

    async def socket(websocket: WebSocket) -> None:
        if len(guests) >= SOCKETS_MAX:
            await websocket.close(1013)
            return
        await websocket.accept()
        guest = Guest(websocket, hall, making, reach)
        guests.add(guest)
        try:
            await guest.run()
        finally:
            guests.discard(guest)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await hall.open()
        for fault in hall.faults:
            LOG.warning("%s", fault)
        try:
            yield
        finally:
            for guest in list(guests):
                guest.hang_up()
            await asyncio.sleep(0)
            await hall.close()

    return Starlette(
        routes=[
            Route("/", files.index),
            Route("/t/{table}", files.index),
            Route("/board", files.index),
            Route("/b/{board}", files.index),
            Route("/replay", files.index),
            Route("/replay/file", upload.take, methods=["POST"]),
            Route("/page/{name}", files.file),
            Route("/favicon.ico", files.icon),
            WebSocketRoute("/socket", socket),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        lifespan=lifespan,
    )
