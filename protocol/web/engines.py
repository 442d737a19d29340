"""Engine processes of the server: bounded in number, memory and threads, niced, ended when idle."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from protocol.base.wire import OptionValue
from protocol.client import AsyncEngine, EngineError, EngineRefused, together
from protocol.frontend.desk import OWN_ENGINE, Setup
from protocol.frontend.names import plain

T = TypeVar("T")

#: Seconds after which an engine process without work is ended.
IDLE = 60.0
#: How often work is begun again with a new process after the engine has died.
TRIES = 3
#: Lowest priority by which searches run, so that answers to people come first.
NICE = 10


def own_engine(nice: int = NICE) -> list[str]:
    """The command of this project's engine, at a lower priority where the system has ``nice``."""
    command = list(OWN_ENGINE)
    program = shutil.which("nice")
    return [program, "-n", str(nice), *command] if program and nice else command


class Worker:
    """An engine process with the options that it was given last. The commands of :meth:`option`, :meth:`call`
    and :meth:`place` may be sent :func:`together` with questions."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.since = time.monotonic()
        self.key = ""
        self._options: dict[str, OptionValue] = {}

    async def option(self, name: str, value: OptionValue) -> None:
        """Set an option, unless it has this value or the engine has no such option."""
        if name in self.engine.options and self._options.get(name) != value:
            before = self._options.get(name)
            self._options[name] = value
            try:
                await self.engine.set_option(name, value)
            except BaseException:
                self._options[name] = before
                raise

    async def call(self, people: Sequence[str]) -> None:
        """Set the names of the people in seat order."""
        await self.option("Names", ",".join(map(plain, people)).rstrip(",") or "seat 1")

    async def place(self, setup: Setup, moves: Sequence[str]) -> None:
        """Set the position after ``moves``, of the game that is set."""
        if setup.start is not None:
            await self.engine.position(setup.start, moves=moves)
        else:
            await self.engine.position(
                seed=setup.seed, seats=setup.seats, rules=setup.rules, moves=moves, view=setup.view
            )

    def steps(
        self, setup: Setup, people: Sequence[str], moves: Sequence[str]
    ) -> list[Coroutine[Any, Any, Any]]:
        """The commands that lead to the position after ``moves``, to be sent together with questions."""
        return [self.option("UCI_Variant", setup.game), self.call(people), self.place(setup, moves)]

    async def set_up(self, setup: Setup, people: Sequence[str], moves: Sequence[str]) -> None:
        """Set the position after ``moves``."""
        await together(*self.steps(setup, people, moves))

    async def view(self, game: str, people: Sequence[str], text: str, moves: Sequence[str] = ()) -> None:
        """Set the position to a text, with ``moves`` played."""
        await self.set_up(Setup(game, start=text), people, moves)


class Engines:
    """A pool of at most ``most`` engine processes, started when they are needed. Whoever comes first is
    served first; a process that worked for the same ``key`` last is preferred."""

    def __init__(
        self,
        command: Sequence[str] = (),
        *,
        most: int,
        hash_mb: int = 16,
        idle: float = IDLE,
    ) -> None:
        self.command = list(command) or own_engine()
        self.most, self.hash_mb, self.idle = most, hash_mb, idle
        self._places = asyncio.Semaphore(most)
        self._free: list[Worker] = []
        self._busy: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._change = asyncio.Event()
        self._closed = False

    @property
    def alive(self) -> int:
        """The number of processes that have been started."""
        return len(self._free) + len(self._busy)

    def pids(self) -> list[int]:
        """The ids of all processes."""
        return [worker.engine.pid for worker in (*self._free, *self._busy)]

    async def run(self, key: str, work: Callable[[Worker], Awaitable[T]]) -> T:
        """The result of ``work`` with a process. If that dies or falls silent, a new one does the work again.

        Raises:
            EngineRefused: the engine refused a command.
            EngineError: engine after engine failed.
        """
        for left in range(TRIES - 1, -1, -1):
            try:
                async with self.borrow(key) as worker:
                    return await work(worker)
            except EngineRefused:
                raise
            except EngineError:
                if not left or self._closed:
                    raise
        raise AssertionError

    @asynccontextmanager
    async def borrow(self, key: str) -> AsyncIterator[Worker]:
        """A process for one piece of work. After any failure but a refusal it is ended."""
        async with self._places:
            worker = await self._take(key)
            self._busy.add(worker)
            try:
                yield worker
            except EngineRefused:
                self._give(worker)
                raise
            except BaseException:
                self._busy.discard(worker)
                await asyncio.shield(worker.engine.kill())
                raise
            else:
                self._give(worker)

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A place for a search by a process of the caller's own."""
        async with self._places:
            yield

    async def let_others(self) -> None:
        """Give the place of :meth:`place` to those who wait, and come back after them."""
        self._places.release()
        await self._places.acquire()

    def _give(self, worker: Worker) -> None:
        self._busy.discard(worker)
        self._add(worker)

    async def _take(self, key: str) -> Worker:
        """A process that is free. Where none is, another is started, but nobody waits for it if one becomes
        free meanwhile: a start takes far longer than an answer."""
        while not self._closed:
            while self._free:
                worker = next((w for w in self._free if w.key == key), self._free[0])
                self._free.remove(worker)
                if worker.engine.alive:
                    worker.key = key
                    return worker
                await worker.engine.kill()
            if len(self._busy) + len(self._starting) < self.most:
                task = asyncio.create_task(self._start())
                task.add_done_callback(self._started)
                self._starting.add(task)
            self._change.clear()
            change = asyncio.create_task(self._change.wait())
            try:
                done, _ = await asyncio.wait({change, *self._starting}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                change.cancel()
            for ended in done - {change}:
                ended.result()
        raise EngineError("the server is closing")

    async def _start(self) -> None:
        """One more process, which is free."""
        worker = Worker(await AsyncEngine.start(self.command))
        await worker.option("Hash", self.hash_mb)
        await worker.option("Threads", 1)
        self._add(worker)

    def _started(self, task: asyncio.Task[None]) -> None:
        self._starting.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it raises it

    def _add(self, worker: Worker) -> None:
        worker.since = time.monotonic()
        self._free.append(worker)
        self._change.set()

    async def rest(self) -> None:
        """End the processes that have been idle for long."""
        old = [w for w in self._free if time.monotonic() - w.since > self.idle]
        self._free = [w for w in self._free if w not in old]
        for worker in old:
            await worker.engine.quit()

    async def watch(self) -> None:
        """End idle processes, for ever."""
        while True:
            await asyncio.sleep(min(5.0, self.idle))
            with contextlib.suppress(EngineError):
                await self.rest()

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        self._change.set()
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        every = [*self._free, *self._busy]
        self._free = []
        await asyncio.gather(*(w.engine.kill() for w in every), return_exceptions=True)
