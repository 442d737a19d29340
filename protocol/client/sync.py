"""An engine for programs without an event loop: a thread runs the loop of the asyncio client.

Methods that only wait for their asyncio twin are in :mod:`protocol.client.waiting`, which
:mod:`protocol.client.derive` writes.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from protocol.base.system import end_group
from protocol.base.wire import EngineOption, OptionValue
from protocol.client.aio import AsyncEngine
from protocol.client.loop import Loop
from protocol.client.waiting import EngineMethods


class Engine(EngineMethods):
    """An engine process, for programs without an event loop: the methods of :class:`AsyncEngine`, each
    blocking until its answer. Make one with :meth:`start`; close it with :meth:`quit`, or use ``with``.

    >>> import sys
    >>> from herdmind import Engine, Limit
    >>> with Engine.start([sys.executable, "-m", "protocol"]) as engine:
    ...     engine.set_option("UCI_Variant", "nimmt")
    ...     engine.position(seed=7, seats=2, rules=["round"])
    ...     engine.push(engine.play(Limit(nodes=100)).move)
    ...     engine.turn()
    [1]
    """

    def __init__(self, loop: Loop, inner: AsyncEngine) -> None:
        self._loop = loop
        self._inner = inner
        self._finalizer = weakref.finalize(self, _abandon, loop, inner)

    @classmethod
    def start(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        options: Mapping[str, OptionValue] | None = None,
    ) -> Self:
        """Start a process, shake hands, set options.

        Args:
            command: the program and its arguments, such as ``["herdmind"]``, or the program alone.
            timeout: seconds for the handshake; 20 when None.
            cwd: the folder in which the process starts; this process's own when None.
            env: its environment; this process's own when None.
            options: options to set, checked against what it announces.

        Raises:
            EngineError: it cannot be started, dies, or does not say ``uciok`` and ``readyok`` in time.
            ValueError: the command is empty, or an option's value is not one that it announced.
        """
        loop = Loop()
        try:
            inner = loop.call(AsyncEngine.start(command, timeout=timeout, cwd=cwd, env=env, options=options))
        except BaseException:
            loop.close()
            raise
        return cls(loop, inner)

    def __repr__(self) -> str:
        return repr(self._inner)

    @property
    def name(self) -> str:
        """The engine's name."""
        return self._inner.name

    @property
    def author(self) -> str:
        """Its author."""
        return self._inner.author

    @property
    def protocol(self) -> str | None:
        """Version of the dialect, None for plain UCI."""
        return self._inner.protocol

    @property
    def games(self) -> dict[str, str]:
        """Game -> edition."""
        return self._inner.games

    @property
    def options(self) -> dict[str, EngineOption]:
        """The options by name."""
        return self._inner.options

    def quit(self, timeout: float | None = None) -> int | None:
        """End the engine, by force after ``timeout`` seconds, and this object's thread; may be called twice.
        Returns the exit code of the process."""
        if self._finalizer.detach() is None:
            return self._inner._process.returncode
        try:
            return self._loop.call(self._inner.quit(timeout))
        finally:
            self._loop.close()

    def kill(self) -> None:
        """End the process now, and this object's thread."""
        if self._finalizer.detach() is not None:
            try:
                self._loop.call(self._inner.kill())
            finally:
                self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.quit()


def _abandon(loop: Loop, inner: AsyncEngine) -> None:
    """Clean up after an engine that was dropped without being closed."""

    async def end() -> None:
        await inner.kill()
        loop.loop.stop()

    end_group(inner._process.pid)
    if not loop.loop.is_closed():
        loop.loop.call_soon_threadsafe(lambda: loop.loop.create_task(end()))
