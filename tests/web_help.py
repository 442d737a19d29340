"""A server in this process, and browsers without a page: sockets that speak the page's messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from protocol.web.seating import SEAT, Role
from protocol.web.serving import Service

Json = dict[str, Any]


@asynccontextmanager
async def serving(folder: Path, **words: Any) -> AsyncIterator[Service]:
    """A server on a free port."""
    service = Service(folder, port=0, **words)
    running = asyncio.create_task(service.serve())
    try:
        while not service.started:
            assert not running.done(), running.exception()
            await asyncio.sleep(0.02)
        yield service
    finally:
        service.stop()
        await running


class Browser:
    """A browser at a socket. ``state`` is the table as its messages tell it; ``bytes_in`` all it received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: Json = {}
        self.story: list[Json] = []
        self.bytes_in: list[str] = []

    async def say(self, do: str, **words: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps({"do": do, **words}))

    async def hear(self, *kinds: str, seconds: float = 20) -> Json:
        """The next message of one of the kinds; states of the table are taken in on the way."""
        while True:
            async with asyncio.timeout(seconds):  # wait_for may swallow a cancellation (before Python 3.12)
                text = await self.socket.recv()
            assert isinstance(text, str)
            self.bytes_in.append(text)
            message: Json = json.loads(text)
            if message["say"] == "table":
                self.state.update(message)
                told = message["story"]
                self.story[told["from"] :] = told["events"]
            if message["say"] in kinds:
                return message

    async def until(self, ready: Any, seconds: float = 30) -> Json:
        """The state of the table once ``ready`` holds of it."""
        async with asyncio.timeout(seconds):
            while not self.state or not ready(self.state):
                await self.hear("table", "refused", seconds=seconds)
        return self.state

    async def ask(self, answer: str, do: str, **words: Any) -> Json:
        """Send a message and wait for its answer, or for a refusal."""
        await self.say(do, **words)
        return await self.hear(answer, "refused")

    async def sit(self, table: str, token: str) -> Json:
        """Take a place at a table."""
        return await self.ask("table", "sit", table=table, token=token, narrow=False)

    async def settle(self) -> None:
        """Take in all that the server has sent so far: its answer to a question comes after it."""
        await self.ask("record", "record")

    async def close(self) -> None:
        """Leave."""
        await self.socket.close()


@asynccontextmanager
async def browser(service: Service, **headers: str) -> AsyncIterator[Browser]:
    """A browser at the server."""
    host = f"127.0.0.1:{service.port}"
    origin = Origin(headers.pop("origin", f"http://{host}"))
    async with connect(
        f"ws://{host}/socket", origin=origin, additional_headers=headers, max_size=2**24
    ) as socket:
        yield Browser(socket)


ME = {"kind": "me", "name": "Zoë"}
OPEN = {"kind": "open"}


def engine(level: str = "beginner") -> Json:
    """A chair for the engine."""
    return {"kind": "engine", "level": level}


async def make(
    service: Service, guest: Browser, game: str, *chairs: Json, rules: tuple[str, ...] = ()
) -> str:
    """A new table, at which the browser sits; returns its name."""
    await guest.ask("lobby", "enter", key=service.hall.keys.owner())
    made = await guest.ask("made", "make", game=game, rules=list(rules), chairs=list(chairs))
    assert made["say"] == "made", made
    await guest.sit(made["table"], made["token"])
    return str(made["table"])


async def play(guest: Browser, pick: int = 0, moves: int = 10_000) -> None:
    """Play ``moves`` decisions, or until the game is over."""
    while moves:
        state = await guest.until(lambda state: state["end"] is not None or state["moves"])
        if state["end"] is not None:
            return
        move = state["moves"][pick % len(state["moves"])]
        at = state["at"]
        await guest.say("move", token=move["token"], at=at)
        await guest.until(lambda state, at=at: state["at"] > at or state["chosen"])
        moves -= 1


def seat_token(service: Service, table: str, seat: int) -> str:
    """The token of a person's seat."""
    return service.hall.keys.token(table, Role(SEAT, seat), service.hall.table(table).course.chairs)


def token_of(invite: Json) -> str:
    """The token in the link of an invitation."""
    return str(invite["link"]).partition("#")[2]
