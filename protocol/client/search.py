"""A running search: its reports as they come, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from protocol.base.wire import Info, Result, read_bestmove
from protocol.client import process
from protocol.client.process import EngineError, EngineTimeout


class AsyncAnalysis:
    """A running search: iterate over it for its reports; ``await analysis.result()`` for the end of it."""

    def __init__(
        self, name: str, send: Callable[[str], Awaitable[None]], kill: Callable[[], Awaitable[None]]
    ) -> None:
        self._name = name
        self._send = send
        self._kill = kill
        self._news: asyncio.Queue[Info | None] = asyncio.Queue()
        self._done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        # Until the engine has read all that came before ``go``, what it says is of an earlier search.
        self.begun = False
        #: What is known so far.
        self.so_far = Result()

    def reads_up_to_go(self, line: str) -> bool:
        """Whether this is the second ``readyok``: the first stands for what comes before ``go``."""
        if line != "readyok":
            return False
        before, self.begun = self.begun, True
        return before

    def take(self, line: str) -> None:
        """A line that the engine said of this search."""
        info = self.so_far.take(line)
        if info is not None:
            if self._news.qsize() >= process.REPORTS_MAX:
                self._news.get_nowait()
            self._news.put_nowait(info)

    def finish(self, line: str) -> None:
        """The search has ended with this ``bestmove`` line."""
        self.so_far.move, self.so_far.ponder = read_bestmove(line)
        self.so_far.done = True
        self._news.put_nowait(None)
        if not self._done.done():
            self._done.set_result(self.so_far)

    def fail(self, error: EngineError) -> None:
        """The engine was lost before the search ended."""
        self._news.put_nowait(None)
        if not self._done.done():
            self._done.set_exception(error)
            self._done.exception()  # seen: nobody has to wait for it

    async def __aiter__(self) -> AsyncIterator[Info]:
        while (info := await self._news.get()) is not None:
            yield info
        self._news.put_nowait(None)
        if self._done.done() and (error := self._done.exception()) is not None:
            raise error

    @property
    def running(self) -> bool:
        """Whether ``bestmove`` is still to come."""
        return not self._done.done()

    async def stop(self) -> None:
        """Ask the search to end; does nothing when it has."""
        if self.running:
            await self._send("stop")

    async def ponderhit(self) -> None:
        """The move pondered on was played."""
        if self.running:
            await self._send("ponderhit")

    async def result(self, timeout: float | None = None) -> Result:
        """Wait for ``bestmove``. After ``timeout`` seconds the search is stopped; an engine that ignores
        that is killed.

        Raises:
            EngineTimeout: it did not even stop.
            EngineDied: the process ended first.
        """
        try:
            return await asyncio.wait_for(asyncio.shield(self._done), timeout)
        except TimeoutError:
            await self.stop()
        try:
            return await asyncio.wait_for(asyncio.shield(self._done), process.STOP_GRACE)
        except TimeoutError:
            await self._kill()
            raise EngineTimeout(f"{self._name} ignores stop and was killed") from None
