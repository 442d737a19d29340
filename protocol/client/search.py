"""A running search: its reports as they come, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from protocol.base.wire import Info, Result, read_bestmove
from protocol.client import process
from protocol.client.process import EngineError, EngineTimeout


class AsyncAnalysis:
    """A running search: iterate over it for its reports, and ``await analysis.result()`` for its result.

    >>> import asyncio, sys
    >>> from herdmind import AsyncEngine, Limit
    >>> async def deepest():
    ...     async with await AsyncEngine.start([sys.executable, "-m", "protocol"]) as engine:
    ...         analysis = await engine.analyse(Limit(depth=2))
    ...         return max([info.depth async for info in analysis])
    >>> asyncio.run(deepest())
    2
    """

    def __init__(
        self, name: str, send: Callable[[str], Awaitable[None]], kill: Callable[[], Awaitable[None]]
    ) -> None:
        self._name = name
        self._send = send
        self._kill = kill
        self._news: asyncio.Queue[Info | None] = asyncio.Queue()
        self._done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        # Lines belong to an earlier search until the engine has read everything before ``go``.
        self.begun = False
        #: The result so far.
        self.so_far = Result()

    def __repr__(self) -> str:
        return f"<analysis by {self._name}: {'running' if self.running else self.so_far!r}>"

    def reads_up_to_go(self, line: str) -> bool:
        """Whether this is the second ``readyok``: the first confirms all that came before ``go``."""
        if line != "readyok":
            return False
        before, self.begun = self.begun, True
        return before

    def take(self, line: str) -> None:
        """Process an ``info`` line of this search."""
        info = self.so_far.take(line)
        if info is not None:
            if self._news.qsize() >= process.REPORTS_MAX:
                self._news.get_nowait()
            self._news.put_nowait(info)

    def finish(self, line: str) -> None:
        """End the search with this ``bestmove`` line."""
        self.so_far.move, self.so_far.ponder = read_bestmove(line)
        self.so_far.done = True
        self._news.put_nowait(None)
        if not self._done.done():
            self._done.set_result(self.so_far)

    def fail(self, error: EngineError) -> None:
        """End the search because the engine was lost."""
        self._news.put_nowait(None)
        if not self._done.done():
            self._done.set_exception(error)
            self._done.exception()  # marks it as retrieved: nobody has to await it

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
        """Ask the search to end; does nothing when it has ended."""
        if self.running:
            await self._send("stop")

    async def ponderhit(self) -> None:
        """Tell the engine that the expected move was played."""
        if self.running:
            await self._send("ponderhit")

    async def result(self, timeout: float | None = None) -> Result:
        """Wait for ``bestmove``. After ``timeout`` seconds the search is stopped, and an engine that
        ignores that is killed.

        Raises:
            EngineTimeout: it ignored ``stop``.
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
