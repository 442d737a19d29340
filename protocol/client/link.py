"""Link to an engine process: its start, the lines to and from it, its errors, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from protocol.base.system import end_group, own_group
from protocol.base.wire import EngineOption, OptionValue, read_option
from protocol.client import process
from protocol.client.held import FRESH, Held, can_push
from protocol.client.process import EngineDied, EngineError, EngineRefused, EngineTimeout
from protocol.client.search import AsyncAnalysis


class Exchange:
    """A command that waits for its answer: lines are offered until ``ends`` accepts one as the last.

    A command that was cancelled or timed out stays in line until its answer has come. Otherwise the next
    command would take that answer for its own.
    """

    def __init__(self, ends: Callable[[str], bool]) -> None:
        self.ends = ends
        self.ended = False
        self.lines: list[str] = []
        self.done: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()

    def offer(self, line: str) -> None:
        self.lines.append(line)
        self.ended = self.ends(line)
        if self.ended and not self.done.done():
            self.done.set_result(self.lines)


def is_error(line: str) -> bool:
    return line.startswith("info string error ")


def refusal(line: str) -> EngineRefused:
    code, _, message = line.removeprefix("info string error ").partition(": ")
    return EngineRefused(code, message)


def check(said: Iterable[str]) -> None:
    """Raise the first refusal among the lines."""
    for line in said:
        if is_error(line):
            raise refusal(line)


async def together(*commands: Awaitable[Any]) -> list[Any]:
    """The answers to commands and questions of one engine, which are sent in one write, in order, and so cost
    one round trip. A question after a command is answered for the position that the command leads to.

    Raises:
        EngineRefused: one of them was refused; the first refusal. The position is then set anew next time.
        EngineError: the engine failed.

    >>> import asyncio, sys
    >>> from protocol.client import AsyncEngine
    >>> async def asked():
    ...     async with await AsyncEngine.start([sys.executable, "-m", "protocol"]) as engine:
    ...         return await together(engine.position(seed=7), engine.turn(), engine.text())
    >>> asyncio.run(asked())[1]
    [1]
    """
    said = await asyncio.gather(*commands, return_exceptions=True)
    answers = []
    for answer in said:
        if isinstance(answer, BaseException):
            raise answer
        answers.append(answer)
    return answers


class EngineLink:
    """An engine process, for asyncio. Make one with :meth:`start`; close it with :meth:`quit`, or use
    ``async with``.

    Await one command before the next, or give several to :func:`together`; while a search runs, questions and
    ``ready`` may be sent.
    """

    def __init__(
        self,
        child: asyncio.subprocess.Process,
        command: Sequence[str],
        on_errors: Callable[[bytes], object] | None = None,
    ) -> None:
        self._process = child
        self._command = list(command)
        self._errors = b""
        self._on_errors = on_errors
        self._waiting: deque[Exchange] = deque()
        self._unsent: list[str] = []
        self._search: AsyncAnalysis | None = None
        self._dead: EngineDied | None = None
        self._tasks = [asyncio.create_task(self._read_lines()), asyncio.create_task(self._read_errors())]
        self.name = ""
        self.author = ""
        #: Version of the dialect, None for an engine that speaks plain UCI.
        self.protocol: str | None = None
        #: Game: edition, as announced.
        self.games: dict[str, str] = {}
        self.options: dict[str, EngineOption] = {}
        self._held = Held()

    def __repr__(self) -> str:
        return f"<engine {self.name or self._command[0]} pid {self._process.pid}>"

    @classmethod
    async def start(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        options: Mapping[str, OptionValue] | None = None,
        on_errors: Callable[[bytes], object] | None = None,
    ) -> Self:
        """Start a process, shake hands, set options.

        Args:
            command: the program and its arguments, such as ``["herdmind"]``, or the program alone.
            timeout: seconds for the handshake; 20 when None.
            cwd: the folder in which the process starts; this process's own when None.
            env: its environment; this process's own when None.
            options: options to set, checked against what it announces.
            on_errors: receives its standard error as it arrives.

        Raises:
            EngineError: it cannot be started, dies, or does not say ``uciok`` and ``readyok`` in time.
            ValueError: the command is empty, or an option's value is not one that it announced.
        """
        command = [command] if isinstance(command, str) else list(command)
        if not command:
            raise ValueError("a command has a program at least")
        try:
            child = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=process.LINE_MAX,
                cwd=cwd,
                env=None if env is None else dict(env),
                **own_group(),
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"cannot start {command}: {error}") from error
        process.LIVING.add(child.pid)
        engine = cls(child, command, on_errors)
        try:
            await engine._shake_hands(process.HANDSHAKE_TIMEOUT if timeout is None else timeout)
            for name, value in (options or {}).items():
                await engine.set_option(name, value)
        except BaseException:
            await engine.kill()
            raise
        return engine

    async def _shake_hands(self, timeout: float) -> None:
        lines = await self._exchange(["uci"], lambda line: line == "uciok", timeout, "answer uci")
        for line in lines:
            words = line.split()
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
            elif line.startswith("id author "):
                self.author = line.removeprefix("id author ")
            elif words[:3] == ["info", "string", "protocol"] and len(words) > 3:
                self.protocol = words[3]
            elif words[:3] == ["info", "string", "game"] and len(words) > 5:
                self.games[words[3]] = words[5]
            elif words[:1] == ["option"] and (option := read_option(line)) is not None:
                self.options[option.name] = option
        await self.ready(timeout)

    # --- reading ----------------------------------------------------------------------------------------

    async def _read_lines(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            while data := await stream.readline():
                self._take(data.decode("utf-8", "replace").rstrip("\r\n"))
            why = "has ended"
        except ValueError:
            why = f"sent a line of over {process.LINE_MAX} bytes"
        except OSError as error:
            why = f"cannot be read: {error}"
        if why != "has ended":
            end_group(self._process.pid)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 1.0)
        await asyncio.sleep(0)  # let the last of standard error arrive
        code = self._process.returncode
        errors = self._errors.decode("utf-8", "replace").strip()
        detail = "" if code is None else f" with exit code {code}"
        self._dead = EngineDied(
            f"{self} {why}{detail}" + (f": {errors[-500:]}" if errors else ""), code, errors
        )
        for exchange in self._waiting:
            if not exchange.done.done():
                exchange.done.set_exception(self._dead)
        self._waiting.clear()
        if self._search is not None:
            self._search.fail(self._dead)
            self._search = None

    async def _read_errors(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with contextlib.suppress(OSError):
            while data := await stream.read(65536):
                self._errors = (self._errors + data)[-process.ERRORS_MAX :]
                if self._on_errors is not None:
                    self._on_errors(data)

    def _take(self, line: str) -> None:
        search = self._search if self._search is not None and self._search.begun else None
        if line.startswith("bestmove"):
            if search is not None:
                self._search = None
                search.finish(line)
        elif search is not None and line.startswith("info ") and not is_error(line):
            search.take(line)
        elif self._waiting:
            exchange = self._waiting[0]
            exchange.offer(line)
            if exchange.ended:
                self._waiting.popleft()

    # --- writing ----------------------------------------------------------------------------------------

    async def _send(self, *lines: str) -> None:
        if self._dead is not None:
            raise self._dead
        for line in lines:
            if "\n" in line or "\r" in line:
                raise ValueError(f"a command is one line, not {line!r}")
        self._unsent += lines
        stream = self._process.stdin
        assert stream is not None
        try:
            await asyncio.sleep(0)  # commands that are sent together join this write
        finally:
            if self._unsent:
                text = "".join(line + "\n" for line in self._unsent)
                self._unsent = []
                stream.write(text.encode("utf-8", "surrogateescape"))
        try:
            async with asyncio.timeout(process.READY_TIMEOUT):
                await stream.drain()
        except TimeoutError:
            raise EngineTimeout(f"{self} does not read its input") from None
        except OSError as error:
            # The process is ending; the reader finds out how.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._tasks[0]), 1.0)
            raise self._dead or EngineDied(f"{self} cannot be written to: {error}", None, "") from error

    async def _exchange(
        self, lines: Sequence[str], ends: Callable[[str], bool], timeout: float | None, what: str
    ) -> list[str]:
        timeout = process.READY_TIMEOUT if timeout is None else timeout
        exchange = Exchange(ends)
        self._waiting.append(exchange)
        try:
            await self._send(*lines)
            async with asyncio.timeout(timeout):
                return await exchange.done
        except TimeoutError:
            raise EngineTimeout(f"{self} did not {what} within {timeout:g} s") from None
        except (ValueError, EngineDied):  # nothing was sent
            if exchange in self._waiting:
                self._waiting.remove(exchange)
            raise
        finally:
            exchange.done.cancel()  # nobody awaits the error any more: asyncio must not report it
            if not exchange.done.cancelled():
                exchange.done.exception()

    async def _settle(self, *lines: str, timeout: float | None = None) -> list[str]:
        """Send commands, wait until the engine has read them, and return its lines meanwhile.

        Raises:
            EngineRefused: one of them was refused.
        """
        said = await self._exchange(
            [*lines, "isready"], lambda line: line == "readyok", timeout, "answer isready"
        )
        check(said)
        return said[:-1]

    # --- commands of every engine -----------------------------------------------------------------------

    async def ready(self, timeout: float | None = None) -> None:
        """Wait until the engine answers ``isready``."""
        await self._settle(timeout=timeout)

    async def set_option(self, name: str, value: OptionValue = None) -> None:
        """Set an option, checked against what the engine announced before it is sent.

        Raises:
            ValueError: there is no such option, or not this value.
            EngineRefused: the engine refuses the value all the same, for example a missing file.
        """
        option = next((o for n, o in self.options.items() if n.lower() == name.lower()), None)
        if option is None:
            raise ValueError(f"{self} has no option {name!r}; it has {', '.join(self.options)}")
        text = option.text(value)
        if option.name in FRESH:
            self._held.put(None)
        await self._settle(f"setoption name {option.name}" + (f" value {text}" if text else ""))

    @property
    def can_push(self) -> bool:
        """Whether the engine knows ``push`` and ``pop`` (since version 1.1 of the dialect). To others the
        client sends whole positions."""
        return can_push(self.protocol)

    # --- ending -----------------------------------------------------------------------------------------

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.returncode is None and self._dead is None

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    async def quit(self, timeout: float | None = None) -> int | None:
        """End the engine: politely, and by force after ``timeout`` seconds. Returns its exit code."""
        timeout = process.QUIT_TIMEOUT if timeout is None else timeout
        with contextlib.suppress(EngineError):
            await asyncio.wait_for(self._send("quit"), timeout)
        if self._process.stdin is not None:
            self._process.stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), timeout)
        await self.kill()
        return self._process.returncode

    async def kill(self) -> None:
        """Kill the process and all processes of its group."""
        end_group(self._process.pid)
        await self._process.wait()
        process.LIVING.discard(self._process.pid)
        await asyncio.wait(self._tasks, timeout=2.0)
        for task in self._tasks:
            task.cancel()
        if self._process.stdin is not None:
            self._process.stdin.close()
        # A grandchild that left the group can hold the pipes open: close them here.
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.quit()
