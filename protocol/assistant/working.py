"""Work of a tool in a thread of its own, and its refusals as errors of the tool."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

import anyio.to_thread
from mcp.server.mcpserver.exceptions import ToolError

from protocol.assistant.mcp_tables import Wrong
from protocol.client import EngineError, EngineRefused

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """The result of short work in a thread; its refusals as errors of the tool."""
    return await anyio.to_thread.run_sync(_told, work)


async def stoppable(work: Callable[[threading.Event], T]) -> T:
    """The result of a search in a thread, which ends soon when the call is cancelled."""
    stop = threading.Event()
    try:
        return await anyio.to_thread.run_sync(_told, lambda: work(stop), abandon_on_cancel=True)
    except asyncio.CancelledError:
        stop.set()
        raise


def _told(work: Callable[[], T]) -> T:
    try:
        return work()
    except Wrong as error:
        raise ToolError(str(error)) from error
    except EngineRefused as error:
        raise ToolError(error.message) from error
    except EngineError as error:
        raise ToolError(f"the engine failed ({error}); the tables are safe, try again") from error
