"""The running server: where it listens, what it is called, and its end."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

import uvicorn

from protocol.web.app import build
from protocol.web.engines import Engines, own_engine
from protocol.web.hall import SLEEP, Hall
from protocol.web.messages import SIZE_MAX
from protocol.web.safety import LOOPBACK, Hosts, is_loopback

PORT = 8642
#: Engine processes for questions that take milliseconds, and megabytes of search memory of the others.
QUICK = 2
HASH_MB = 64
#: Engine processes for lines beside boards, and their priority: below that of engines at tables.
LOOKS = 2
BOARD_NICE = 15
#: Connections that wait to be accepted.
BACKLOG = 512
#: Seconds that open connections get at the end.
GRACE = 2


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Port 0: any free port.

    Raises:
        OSError: the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except BaseException:
        listening.close()
        raise
    return listening


def claim(folder: Path) -> BinaryIO:
    """The lock of a data folder: two servers would write the same tables.

    Raises:
        OSError: another server has it, or it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / "serve.lock").open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise OSError(errno.EBUSY, f"another herdmind serve uses {folder}") from None
    return lock


def own_addresses() -> list[str]:
    """Addresses of this computer in its network, the usual one first. Nothing is sent."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for documentation: only the way there is looked up
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not is_loopback(address)]


class Service:
    """A server with its hall of tables. ``say`` is called with the address when it can be opened."""

    def __init__(
        self,
        folder: Path,
        *,
        host: str = "127.0.0.1",
        port: int = PORT,
        searches: int | None = None,
        sleep: float = SLEEP,
        watch: Sequence[Path] = (),
        say: Callable[[Service], None] | None = None,
    ) -> None:
        self.lock = claim(folder)
        try:
            self.listening = listen(host, port)
        except BaseException:
            self.lock.close()
            raise
        self.host, self.port = host, self.listening.getsockname()[1]
        quick = Engines(own_engine(0), most=QUICK)
        deep = Engines(most=searches or max(1, (os.cpu_count() or 1) - 1), hash_mb=HASH_MB)
        looks = Engines(own_engine(BOARD_NICE), most=LOOKS, hash_mb=HASH_MB)
        self.hall = Hall(folder, quick, deep, sleep, looks, watch)
        self.everywhere = host in ("0.0.0.0", "::")
        names = {*LOOPBACK, f"[{host}]" if ":" in host else host}
        if not is_loopback(host):
            names |= {socket.gethostname(), f"{socket.gethostname()}.local"}
        self.reach = self._reach()
        app = build(self.hall, Hosts(names, self.port, addresses=self.everywhere), self.reach)
        self._server = uvicorn.Server(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                server_header=False,
                ws="websockets-sansio",
                ws_max_size=2 * SIZE_MAX,
                ws_ping_interval=20,
                timeout_graceful_shutdown=GRACE,
                lifespan="on",
            )
        )
        self._say = say

    def _reach(self) -> str:
        if is_loopback(self.host):
            return ""
        if not self.everywhere:
            return f"{self.host}:{self.port}"
        return next((f"{address}:{self.port}" for address in own_addresses()), "")

    def address(self) -> str:
        """The address of the lobby on this computer, with the owner's key."""
        name = "127.0.0.1" if self.everywhere or is_loopback(self.host) else self.host
        return f"http://{name}:{self.port}/#{self.hall.keys.owner()}"

    def run(self) -> None:
        """Serve until SIGINT or SIGTERM."""
        if self._say is not None:
            self._say(self)
        try:
            self._server.run(sockets=[self.listening])
        finally:
            self.lock.close()

    async def serve(self) -> None:
        """Serve in the running loop, until :meth:`stop`."""
        try:
            await self._server.serve(sockets=[self.listening])
        finally:
            self.lock.close()

    @property
    def started(self) -> bool:
        """Whether requests are answered."""
        return self._server.started

    def stop(self) -> None:
        """End soon."""
        self._server.should_exit = True
