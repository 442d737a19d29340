"""An event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, TypeVar

from protocol.client import process
from protocol.client.process import EngineError

T = TypeVar("T")


class Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="engine client", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        left = asyncio.all_tasks(self.loop)
        for task in left:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self.loop.close()

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run ``work`` in the loop and wait for its result.

        After an interrupt it is cancelled, and its cleaning up is waited for, so that what comes next finds
        the engine at rest.
        """
        if not self._thread.is_alive() or self.loop.is_closed():
            work.close()
            raise EngineError("this engine has been closed")
        begun, ended = threading.Event(), threading.Event()

        async def watched() -> T:
            begun.set()
            try:
                return await work
            finally:
                ended.set()

        def unless_begun() -> None:
            if not begun.is_set():  # cancelled before its first step, it never runs
                work.close()
                ended.set()

        future = asyncio.run_coroutine_threadsafe(watched(), self.loop)
        try:
            return future.result()
        except (KeyboardInterrupt, FutureTimeout):
            future.cancel()
            self.loop.call_soon_threadsafe(unless_begun)
            ended.wait(2 * process.STOP_GRACE)
            raise

    def close(self) -> None:
        """Stop the loop and end its thread."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._thread.join(5.0)
