"""Drive any engine process that speaks the protocol (or plain UCI): :class:`AsyncEngine`, and
:class:`Engine` for
programs without an event loop.

An engine may die, fall silent, flood or ignore what it is told: every wait has a limit, every error is one
of the
types below, and when an engine is closed its process is gone, whatever state it was in.

    with Engine.start(["herdmind"]) as engine:
        engine.set_option("MultiPV", 3)
        engine.position(seed=7)
        print(engine.play(Limit(movetime=1000)).move)
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import signal
import threading
import weakref
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from fractions import Fraction
from types import TracebackType
from typing import Any, Self, TypeVar

from protocol.wire import (
    About,
    EngineOption,
    Info,
    OptionValue,
    Result,
    Told,
    read_about,
    read_bestmove,
    read_option,
    read_parts,
    read_told,
)

__all__ = [
    "About",
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineOption",
    "EngineRefused",
    "EngineTimeout",
    "Info",
    "Limit",
    "Result",
    "Told",
]

#: Seconds an engine has for the handshake, for answering isready, and for ending after quit.
HANDSHAKE_TIMEOUT = 20.0
READY_TIMEOUT = 10.0
QUIT_TIMEOUT = 2.0
#: Seconds beyond its own limit that a search may take, and that `stop` may take to be obeyed.
SEARCH_GRACE = 5.0
STOP_GRACE = 5.0
#: Longest line of an engine, in bytes, and how much of its standard error is kept.
LINE_MAX = 2**22
ERRORS_MAX = 2**16
#: Reports of a search that wait for a slow reader; older ones are then dropped.
REPORTS_MAX = 10_000

T = TypeVar("T")


class EngineError(Exception):
    """Anything that went wrong with an engine."""


class EngineDied(EngineError):
    """The process has ended or closed its output: ``returncode`` (None while unknown) and the last of its
    stderr."""

    def __init__(self, message: str, returncode: int | None, errors: str) -> None:
        super().__init__(message)
        self.returncode = returncode
        self.errors = errors


class EngineTimeout(EngineError):
    """The engine did not answer in time. After a search that ignores ``stop`` it has been killed."""


class EngineRefused(EngineError):
    """The engine refused a command; ``code`` and ``message`` are those of its error line."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


@dataclass(frozen=True)
class Limit:
    """What a search may use: times in milliseconds, ``clocks`` and ``increments`` one a seat in seat
    order."""

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    clocks: Sequence[int] = ()
    increments: Sequence[int] = ()
    movestogo: int | None = None

    def words(self) -> list[str]:
        """The limit as words of ``go``. Two clocks are written in UCI's own words, so that any UCI engine
        reads them."""
        out: list[str] = []
        if len(self.clocks) == 2:
            out += ["wtime", str(self.clocks[0]), "btime", str(self.clocks[1])]
            if self.increments:
                out += ["winc", str(self.increments[0]), "binc", str(self.increments[1])]
        elif self.clocks:
            out += ["clocks", *map(str, self.clocks)]
            if self.increments:
                out += ["incs", *map(str, self.increments)]
        for word in ("movestogo", "movetime", "nodes", "depth"):
            value = getattr(self, word)
            if value is not None:
                out += [word, str(value)]
        return out

    def seconds(self) -> float | None:
        """The longest that a search within this limit may take; None when the limit is not one of time."""
        times = [t for t in (self.movetime, max(self.clocks, default=None)) if t is not None]
        return max(0, min(times)) / 1000 if times else None


class _Exchange:
    """A command that waits for its answer: lines are offered until ``ends`` says that one is the last."""

    def __init__(self, ends: Callable[[str], bool]) -> None:
        self.ends = ends
        self.lines: list[str] = []
        self.done: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()

    def offer(self, line: str) -> None:
        self.lines.append(line)
        if self.ends(line) and not self.done.done():
            self.done.set_result(self.lines)


def _is_error(line: str) -> bool:
    return line.startswith("info string error ")


def _refusal(line: str) -> EngineRefused:
    code, _, message = line.removeprefix("info string error ").partition(": ")
    return EngineRefused(code, message)


def _check(said: Iterable[str]) -> None:
    """Raise the first refusal among the lines."""
    for line in said:
        if _is_error(line):
            raise _refusal(line)


#: Process groups that still live, for the interpreter's end.
_LIVING: set[int] = set()


def _kill_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


@atexit.register
def kill_all() -> None:
    """End every engine process that this process has started and not yet seen end."""
    for group in list(_LIVING):
        _kill_group(group)


class AsyncAnalysis:
    """A running search: iterate over it for its reports; ``await analysis.result()`` for the end of it."""

    def __init__(self, engine: AsyncEngine, limit: Limit) -> None:
        self._engine = engine
        self._limit = limit
        self._news: asyncio.Queue[Info | None] = asyncio.Queue()
        self._done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        # Until the engine has read all that came before ``go``, what it says is of an earlier search.
        self._begun = False
        #: What is known so far.
        self.so_far = Result()

    def _reads_up_to_go(self, line: str) -> bool:
        """Whether this is the second ``readyok``: the first stands for what comes before ``go``."""
        if line != "readyok":
            return False
        before, self._begun = self._begun, True
        return before

    def _take(self, line: str) -> None:
        info = self.so_far.take(line)
        if info is not None:
            if self._news.qsize() >= REPORTS_MAX:
                self._news.get_nowait()
            self._news.put_nowait(info)

    def _finish(self, line: str) -> None:
        self.so_far.move, self.so_far.ponder = read_bestmove(line)
        self.so_far.done = True
        self._news.put_nowait(None)
        if not self._done.done():
            self._done.set_result(self.so_far)

    def _fail(self, error: EngineError) -> None:
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
            await self._engine._send("stop")

    async def ponderhit(self) -> None:
        """The move pondered on was played."""
        if self.running:
            await self._engine._send("ponderhit")

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
            return await asyncio.wait_for(asyncio.shield(self._done), STOP_GRACE)
        except TimeoutError:
            await self._engine.kill()
            raise EngineTimeout(f"{self._engine} ignores stop and was killed") from None


class AsyncEngine:
    """An engine process, for asyncio. Make one with :meth:`start`; close it with :meth:`quit`, or use
    ``async with``.

    One command at a time is enough for most; a search may run while options are asked and ``ready`` is
    called.
    """

    def __init__(self, process: asyncio.subprocess.Process, command: Sequence[str]) -> None:
        self._process = process
        self._command = list(command)
        self._errors = b""
        self._waiting: deque[_Exchange] = deque()
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

    def __repr__(self) -> str:
        return f"<engine {self.name or self._command[0]} pid {self._process.pid}>"

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        *,
        timeout: float | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        options: Mapping[str, OptionValue] | None = None,
    ) -> Self:
        """Start a process, shake hands, set ``options``.

        Raises:
            EngineError: it cannot be started, dies, or does not say ``uciok`` and ``readyok`` in time.
            ValueError: an option's value is not one that it announced.
        """
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=LINE_MAX,
                cwd=cwd,
                env=None if env is None else dict(env),
                # A group of its own: a terminal's Ctrl-C is not its business, and all of it can be killed.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"cannot start {list(command)}: {error}") from error
        _LIVING.add(process.pid)
        engine = cls(process, command)
        try:
            await engine._shake_hands(HANDSHAKE_TIMEOUT if timeout is None else timeout)
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
            why = f"sent a line of over {LINE_MAX} bytes"
        except OSError as error:
            why = f"cannot be read: {error}"
        if why != "has ended":
            _kill_group(self._process.pid)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 1.0)
        await asyncio.sleep(0)  # let the last of standard error in
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
            self._search._fail(self._dead)
            self._search = None

    async def _read_errors(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with contextlib.suppress(OSError):
            while data := await stream.read(65536):
                self._errors = (self._errors + data)[-ERRORS_MAX:]

    def _take(self, line: str) -> None:
        search = self._search if self._search is not None and self._search._begun else None
        if line.startswith("bestmove"):
            if search is not None:
                self._search = None
                search._finish(line)
        elif search is not None and line.startswith("info ") and not _is_error(line):
            search._take(line)
        elif self._waiting:
            exchange = self._waiting[0]
            exchange.offer(line)
            if exchange.done.done():
                self._waiting.popleft()

    # --- writing ----------------------------------------------------------------------------------------

    async def _send(self, *lines: str) -> None:
        if self._dead is not None:
            raise self._dead
        for line in lines:
            if "\n" in line or "\r" in line:
                raise ValueError(f"a command is one line, not {line!r}")
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write("".join(line + "\n" for line in lines).encode("utf-8", "surrogateescape"))
            await asyncio.wait_for(stream.drain(), READY_TIMEOUT)
        except TimeoutError:
            raise EngineTimeout(f"{self} does not read its input") from None
        except OSError as error:
            # It is going; the reader finds out how.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._tasks[0]), 1.0)
            raise self._dead or EngineDied(f"{self} cannot be written to: {error}", None, "") from error

    async def _exchange(
        self, lines: Sequence[str], ends: Callable[[str], bool], timeout: float | None, what: str
    ) -> list[str]:
        timeout = READY_TIMEOUT if timeout is None else timeout
        exchange = _Exchange(ends)
        self._waiting.append(exchange)
        try:
            await self._send(*lines)
            return await asyncio.wait_for(exchange.done, timeout)
        except TimeoutError:
            raise EngineTimeout(f"{self} did not {what} within {timeout:g} s") from None
        finally:
            if exchange in self._waiting:
                self._waiting.remove(exchange)

    async def _settle(self, *lines: str, timeout: float | None = None) -> list[str]:
        """Send commands, wait until they have been read, and return what was said meanwhile.

        Raises:
            EngineRefused: one of them was refused.
        """
        said = await self._exchange(
            [*lines, "isready"], lambda line: line == "readyok", timeout, "answer isready"
        )
        _check(said)
        return said[:-1]

    # --- commands ---------------------------------------------------------------------------------------

    async def ready(self, timeout: float | None = None) -> None:
        """Wait until the engine answers ``isready``."""
        await self._settle(timeout=timeout)

    async def set_option(self, name: str, value: OptionValue = None) -> None:
        """Set an option, checked against what the engine announced before it is sent.

        Raises:
            ValueError: there is no such option, or not this value.
            EngineRefused: the engine found something wrong all the same (a file that is not there, say).
        """
        option = next((o for n, o in self.options.items() if n.lower() == name.lower()), None)
        if option is None:
            raise ValueError(f"{self} has no option {name!r}; it has {', '.join(self.options)}")
        text = option.text(value)
        await self._settle(f"setoption name {option.name}" + (f" value {text}" if text else ""))

    async def new_game(self) -> None:
        """Tell the engine that what follows is another game."""
        await self._settle("ucinewgame")

    async def position(
        self,
        text: str | None = None,
        *,
        seed: int | None = None,
        seats: int | None = None,
        rules: Sequence[str] = (),
        moves: Sequence[str] = (),
        view: int | None = None,
    ) -> None:
        """Set the position: a text (a whole truth or a view), a fresh game by seed, or one on a real table as
        seat ``view`` sees it, whose set-up comes first among ``moves``.

        Raises:
            EngineRefused: the engine cannot read it; its position is the one before.
        """
        words = ["position"]
        if text is not None:
            words += ["fen", text]
        else:
            words.append("startpos")
            if seats is not None:
                words += ["seats", str(seats)]
            if seed is not None:
                words += ["seed", str(seed)]
            if view is not None:
                words += ["view", str(view)]
            if rules:
                words += ["rules", *rules]
        if moves:
            words += ["moves", *moves]
        await self._settle(" ".join(words))

    async def query(self, what: str, *words: object, timeout: float | None = None) -> list[str]:
        """Ask; the words after ``response WHAT``.

        Raises:
            EngineRefused: the question has no answer here.
        """
        line = " ".join(["query", what, *map(str, words)])
        said = await self._exchange(
            [line],
            lambda text: _is_error(text) or text.split()[:2] == ["response", what],
            timeout,
            f"answer {line!r}",
        )
        if _is_error(said[-1]):
            raise _refusal(said[-1])
        return said[-1].split()[2:]

    async def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat, or of the first that owes a decision."""
        return await self.query("legal", *([] if seat is None else [seat]))

    async def turn(self) -> list[int] | str:
        """The seats that owe a decision, or ``"chance"`` or ``"none"``."""
        words = await self.query("turn")
        return words[0] if words[0] in ("chance", "none") else [int(word) for word in words]

    async def chance(self) -> dict[str, Fraction]:
        """The outcomes of the chance event that is due, with their odds."""
        words = await self.query("chance")
        return {token: Fraction(odds) for token, odds in zip(words[::2], words[1::2], strict=True)}

    async def game_over(self) -> bool:
        """Whether the game has ended."""
        return await self.query("gameover") == ["true"]

    async def outcome(self) -> tuple[list[int], list[int]]:
        """(ranks, scores) of a finished game, in seat order."""
        words = await self.query("result")
        middle = words.index("scores")
        return [int(word) for word in words[1:middle]], [int(word) for word in words[middle + 1 :]]

    async def returns(self) -> list[float]:
        """What each seat's result in a finished game is worth, from -1 to 1. An engine of another kind may
        not know; it refuses."""
        return [float(word) for word in await self.query("returns")]

    async def text(self) -> str:
        """The position, the whole of it that the engine knows."""
        return " ".join(await self.query("position"))

    async def view(self, seat: int) -> str:
        """The position as a seat sees it."""
        return " ".join(await self.query("view", seat))

    async def history(self) -> list[str]:
        """The decisions since the position was set."""
        return await self.query("history")

    async def words(self, seat: int | None = None) -> dict[str, str]:
        """Token: phrase, for the legal moves of a seat or of the first that owes a decision; for the outcomes
        when chance is due."""
        return dict(read_parts(await self.query("words", *([] if seat is None else [seat]))))

    async def asks(self) -> str:
        """What must be entered or decided next, in words."""
        return " ".join(await self.query("asks"))

    async def read(self, text: str) -> list[str]:
        """What somebody typed, as the tokens to enter in order; what needs no telling is filled in.

        Raises:
            EngineRefused: a word fits nothing that can be entered now, or too much of it.
        """
        return await self.query("read", *text.split())

    async def story(self, seat: int | None = None, first: int = 0) -> list[Told]:
        """What was played since the position was set, as a seat saw it; without the ``first`` events."""
        return read_told(await self.query("story", *([] if seat is None else [seat, first])))

    async def line(self, moves: Sequence[str]) -> list[Told]:
        """Moves in words, as far as they can be played one after the other from here."""
        return read_told(await self.query("line", *moves))

    async def tally(self, seat: int | None = None) -> list[str]:
        """How the score of each seat comes about, in words, in seat order; as far as ``seat`` knows."""
        return [text for _, text in read_parts(await self.query("tally", *([] if seat is None else [seat])))]

    async def about(self) -> About:
        """The game that is played."""
        return read_about(await self.query("game"))

    async def rules_words(self) -> dict[str, str]:
        """The rules words that a fresh position may be asked for, each with what it means."""
        return dict(read_parts(await self.query("rules")))

    async def meanings(self) -> dict[str, str]:
        """What the names in :attr:`Result.expects` mean, as phrases in which ``{}`` stands for the number,
        ``{+}`` for it with its sign, ``{%}`` for it as a percentage."""
        return dict(read_parts(await self.query("expects")))

    async def board(self, seat: int | None = None, color: bool = False) -> str:
        """The picture of the position, as a seat sees it; with ``color`` in the terminal's colours (SGR).

        Raises:
            EngineError: a search is running, whose lines it would be lost among.
        """
        if self._search is not None:
            raise EngineError(f"{self} is searching")
        line = "d" + ("" if seat is None else f" seat {seat}") + (" color" if color else "")
        said = [text.removeprefix("info string").removeprefix(" ") for text in await self._settle(line)]
        end = next((at for at, text in enumerate(said) if text.startswith("position ")), len(said))
        return "\n".join(said[:end])

    async def help(self, topic: str) -> list[str]:
        """What the engine says of a command, or of how a game is played."""
        return [
            text.removeprefix("info string").removeprefix(" ") for text in await self._settle(f"help {topic}")
        ]

    async def analyse(
        self,
        limit: Limit | None = None,
        *,
        seat: int | None = None,
        moves: Sequence[str] = (),
        infinite: bool = False,
        ponder: bool = False,
        text: str | None = None,
    ) -> AsyncAnalysis:
        """Start a search and return it running; of the position ``text`` when there is one, which saves the
        way there and back that :meth:`position` takes.

        Raises:
            EngineRefused: the engine will not search this, or cannot read the position.
            EngineError: another search is running.
        """
        if self._search is not None:
            raise EngineError(f"{self} is searching already")
        limit = limit or Limit()
        words = ["go"]
        if ponder:
            words.append("ponder")
        if seat is not None:
            words += ["seat", str(seat)]
        words += limit.words()
        if infinite:
            words.append("infinite")
        if moves:
            words += ["searchmoves", *moves]
        search = AsyncAnalysis(self, limit)
        self._search = search
        lines = [] if text is None else [f"position fen {text}"]
        # A bestmove that an engine says once too often may come late: the first of two isready keeps it out.
        lines += ["isready", " ".join(words), "isready"]
        try:
            _check(await self._exchange(lines, search._reads_up_to_go, None, "answer isready"))
        except EngineRefused:
            if self._search is search:
                self._search = None
                if text is not None:  # it may be searching the position before
                    await self._send("stop")
            raise
        return search

    async def play(
        self,
        limit: Limit,
        *,
        seat: int | None = None,
        moves: Sequence[str] = (),
        timeout: float | None = None,
        text: str | None = None,
    ) -> Result:
        """Search and return the result. ``timeout`` in seconds; by default what the limit allows and a
        little more, no end for limits of nodes and depth. ``text`` as for :meth:`analyse`.
        """
        search = await self.analyse(limit, seat=seat, moves=moves, text=text)
        if timeout is None:
            seconds = limit.seconds()
            timeout = None if seconds is None else seconds + SEARCH_GRACE
        try:
            return await search.result(timeout)
        except asyncio.CancelledError:
            with contextlib.suppress(EngineError):
                await search.stop()
            raise

    # --- ending -----------------------------------------------------------------------------------------

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.returncode is None and self._dead is None

    @property
    def pid(self) -> int:
        """The process, for those who watch it."""
        return self._process.pid

    async def quit(self, timeout: float | None = None) -> int | None:
        """End the engine: politely, and by force after ``timeout`` seconds. Returns its exit code."""
        timeout = QUIT_TIMEOUT if timeout is None else timeout
        with contextlib.suppress(EngineError):
            await asyncio.wait_for(self._send("quit"), timeout)
        if self._process.stdin is not None:
            self._process.stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), timeout)
        await self.kill()
        return self._process.returncode

    async def kill(self) -> None:
        """End the process and all that it has started, now."""
        _kill_group(self._process.pid)
        await self._process.wait()
        _LIVING.discard(self._process.pid)
        await asyncio.wait(self._tasks, timeout=2.0)
        for task in self._tasks:
            task.cancel()
        if self._process.stdin is not None:
            self._process.stdin.close()
        # A grandchild that left the group can hold the pipes open: let go of them.
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.quit()


# --- without an event loop ----------------------------------------------------------------------------------


class _Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="engine client", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        self.loop.close()

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run ``work`` there and wait for it."""
        if not self._thread.is_alive() or self.loop.is_closed():
            work.close()
            raise EngineError("this engine has been closed")
        future = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return future.result()
        except (KeyboardInterrupt, FutureTimeout):
            future.cancel()
            raise

    def close(self) -> None:
        """End the thread."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._thread.join(5.0)


class Analysis:
    """A running search of an :class:`Engine`: iterate over it for its reports."""

    def __init__(self, loop: _Loop, inner: AsyncAnalysis) -> None:
        self._loop = loop
        self._inner = inner

    def __iter__(self) -> Iterator[Info]:
        stream = self._inner.__aiter__()
        while True:
            try:
                yield self._loop.call(_next(stream))
            except StopAsyncIteration:
                return

    @property
    def so_far(self) -> Result:
        """What is known so far."""
        return self._inner.so_far

    @property
    def running(self) -> bool:
        """Whether ``bestmove`` is still to come."""
        return self._inner.running

    def stop(self) -> None:
        """Ask the search to end."""
        self._loop.call(self._inner.stop())

    def ponderhit(self) -> None:
        """The move pondered on was played."""
        self._loop.call(self._inner.ponderhit())

    def result(self, timeout: float | None = None) -> Result:
        """Wait for the end, as :meth:`AsyncAnalysis.result`."""
        return self._loop.call(self._inner.result(timeout))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(EngineError):
            self.stop()
            self.result(0)


async def _next(stream: AsyncIterator[Info]) -> Info:
    return await anext(stream)


class Engine:
    """:class:`AsyncEngine` for programs without an event loop: the same methods, each waits for its
    answer."""

    def __init__(self, loop: _Loop, inner: AsyncEngine) -> None:
        self._loop = loop
        self._inner = inner
        self._finalizer = weakref.finalize(self, _abandon, loop, inner)

    @classmethod
    def start(
        cls,
        command: Sequence[str],
        *,
        timeout: float | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        options: Mapping[str, OptionValue] | None = None,
    ) -> Self:
        """As :meth:`AsyncEngine.start`."""
        loop = _Loop()
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
        """Game: edition."""
        return self._inner.games

    @property
    def options(self) -> dict[str, EngineOption]:
        """The options by name."""
        return self._inner.options

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._inner.alive

    @property
    def pid(self) -> int:
        """The process."""
        return self._inner.pid

    def ready(self, timeout: float | None = None) -> None:
        """As :meth:`AsyncEngine.ready`; so for all that follow."""
        self._loop.call(self._inner.ready(timeout))

    def set_option(self, name: str, value: OptionValue = None) -> None:
        self._loop.call(self._inner.set_option(name, value))

    def new_game(self) -> None:
        self._loop.call(self._inner.new_game())

    def position(
        self,
        text: str | None = None,
        *,
        seed: int | None = None,
        seats: int | None = None,
        rules: Sequence[str] = (),
        moves: Sequence[str] = (),
        view: int | None = None,
    ) -> None:
        self._loop.call(
            self._inner.position(text, seed=seed, seats=seats, rules=rules, moves=moves, view=view)
        )

    def query(self, what: str, *words: object, timeout: float | None = None) -> list[str]:
        return self._loop.call(self._inner.query(what, *words, timeout=timeout))

    def legal(self, seat: int | None = None) -> list[str]:
        return self._loop.call(self._inner.legal(seat))

    def turn(self) -> list[int] | str:
        return self._loop.call(self._inner.turn())

    def chance(self) -> dict[str, Fraction]:
        return self._loop.call(self._inner.chance())

    def game_over(self) -> bool:
        return self._loop.call(self._inner.game_over())

    def outcome(self) -> tuple[list[int], list[int]]:
        return self._loop.call(self._inner.outcome())

    def returns(self) -> list[float]:
        return self._loop.call(self._inner.returns())

    def text(self) -> str:
        return self._loop.call(self._inner.text())

    def view(self, seat: int) -> str:
        return self._loop.call(self._inner.view(seat))

    def history(self) -> list[str]:
        return self._loop.call(self._inner.history())

    def words(self, seat: int | None = None) -> dict[str, str]:
        return self._loop.call(self._inner.words(seat))

    def asks(self) -> str:
        return self._loop.call(self._inner.asks())

    def read(self, text: str) -> list[str]:
        return self._loop.call(self._inner.read(text))

    def story(self, seat: int | None = None, first: int = 0) -> list[Told]:
        return self._loop.call(self._inner.story(seat, first))

    def line(self, moves: Sequence[str]) -> list[Told]:
        return self._loop.call(self._inner.line(moves))

    def tally(self, seat: int | None = None) -> list[str]:
        return self._loop.call(self._inner.tally(seat))

    def about(self) -> About:
        return self._loop.call(self._inner.about())

    def rules_words(self) -> dict[str, str]:
        return self._loop.call(self._inner.rules_words())

    def meanings(self) -> dict[str, str]:
        return self._loop.call(self._inner.meanings())

    def board(self, seat: int | None = None, color: bool = False) -> str:
        return self._loop.call(self._inner.board(seat, color))

    def help(self, topic: str) -> list[str]:
        return self._loop.call(self._inner.help(topic))

    def analyse(
        self,
        limit: Limit | None = None,
        *,
        seat: int | None = None,
        moves: Sequence[str] = (),
        infinite: bool = False,
        ponder: bool = False,
        text: str | None = None,
    ) -> Analysis:
        inner = self._inner.analyse(
            limit, seat=seat, moves=moves, infinite=infinite, ponder=ponder, text=text
        )
        return Analysis(self._loop, self._loop.call(inner))

    def play(
        self,
        limit: Limit,
        *,
        seat: int | None = None,
        moves: Sequence[str] = (),
        timeout: float | None = None,
        text: str | None = None,
    ) -> Result:
        return self._loop.call(self._inner.play(limit, seat=seat, moves=moves, timeout=timeout, text=text))

    def quit(self, timeout: float | None = None) -> int | None:
        """End the engine and this object's thread; may be called twice."""
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


def _abandon(loop: _Loop, inner: AsyncEngine) -> None:
    """The object was dropped without being closed."""

    async def end() -> None:
        await inner.kill()
        loop.loop.stop()

    _kill_group(inner._process.pid)
    if not loop.loop.is_closed():
        loop.loop.call_soon_threadsafe(lambda: loop.loop.create_task(end()))
