"""Driver of the engine through real pipes. Every wait has a limit, so no fault can hang the suite."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

HERE = Path(__file__).resolve().parent
#: Seconds for an instant answer; far above any limit that a test asserts.
PATIENCE = 30.0

if os.environ.get("HERDMIND_EXPECT_INSTALLED") != "1":
    # Only a checkout: every process that a test starts must find the packages from any folder.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HERE.parent), os.environ.get("PYTHONPATH"))))

_SCRIPT = Path(sys.executable).parent / "herdmind"
#: The engine as a user starts it: the installed command, or the module when there is only a checkout.
ENGINE: list[str] = (
    [str(_SCRIPT)]
    if os.environ.get("HERDMIND_EXPECT_INSTALLED") == "1"
    else [sys.executable, "-m", "protocol"]
)
#: The same engine with the test-only games beside the real ones.
TOY_ENGINE: list[str] = [sys.executable, str(HERE / "toy_engine.py")]

#: Every line that an engine may print, whatever happens.
ALLOWED = re.compile(
    r"id (name|author) \S.*"
    r"|option name \S.* type (button|check default (true|false)|spin default -?\d+ min -?\d+ max -?\d+"
    r"|string default \S.*|combo default \S+( var \S+)+)"
    r"|uciok|readyok"
    r"|info string( .*)?"
    r"|info depth 0 score cp 0"
    r"|info depth \d+ seldepth \d+ multipv \d+ score cp -?\d+( wdl \d+ \d+ \d+)? nodes \d+ nps \d+"
    r" hashfull \d+ time \d+ pv( [a-z0-9]+)+"
    r"|bestmove (\(none\)|[a-z0-9]+( ponder [a-z0-9]+)?)"
    r"|response (legal|asks|read|turn|chance|gameover|result|returns|position|view|json|perft|history"
    r"|words|story|line|tally|game|rules|expects|names|round)( \S+)*"
)


class Silence(AssertionError):
    """Error of an engine whose expected output did not come in time."""


class Engine:
    """One engine process. Use as a context manager: it is killed at the end in any state."""

    def __init__(
        self, command: Sequence[str] = (), env: dict[str, str] | None = None, cwd: Path | None = None
    ) -> None:
        self.process = subprocess.Popen(
            list(command or ENGINE),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, **(env or {})},
            cwd=cwd,
        )
        #: Every line so far with the moment of its arrival.
        self.heard: list[tuple[float, str]] = []
        self.errors = b""
        self._lines: queue.Queue[tuple[float, str] | None] = queue.Queue()
        self._threads = [
            threading.Thread(target=read, daemon=True) for read in (self._read_out, self._read_err)
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def _read_out(self) -> None:
        assert self.process.stdout is not None
        rest = b""
        while data := os.read(self.process.stdout.fileno(), 65536):
            moment = time.perf_counter()
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                self._lines.put((moment, line.decode("ascii")))
        if rest:
            self._lines.put((time.perf_counter(), "HALF A LINE: " + rest.decode("ascii", "replace")))
        self._lines.put(None)

    def _read_err(self) -> None:
        assert self.process.stderr is not None
        while data := os.read(self.process.stderr.fileno(), 65536):
            self.errors += data

    def raw(self, data: bytes) -> None:
        """Write bytes in one go."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def send(self, *lines: str) -> None:
        """Write lines in one go."""
        self.raw("".join(line + "\n" for line in lines).encode())

    def line(self, timeout: float = PATIENCE) -> str:
        """The next line."""
        try:
            item = self._lines.get(timeout=timeout)
        except queue.Empty:
            raise Silence(f"no line within {timeout} s; last heard: {self.heard[-5:]}") from None
        if item is None:
            self._lines.put(None)
            raise Silence(f"the engine has closed its output; stderr: {self.errors.decode(errors='replace')}")
        self.heard.append(item)
        assert ALLOWED.fullmatch(item[1]), f"not a line of the protocol: {item[1]!r}"
        return item[1]

    def until(self, start: str, timeout: float = PATIENCE) -> list[str]:
        """Lines up to and including the first that begins with ``start``."""
        end = time.monotonic() + timeout
        lines = []
        while True:
            lines.append(self.line(max(0.001, end - time.monotonic())))
            if lines[-1].startswith(start):
                return lines

    def ask(self, command: str, start: str, timeout: float = PATIENCE) -> str:
        """Send a line and return the first answer that begins with ``start``."""
        self.send(command)
        return self.until(start, timeout)[-1]

    def settled(self, *commands: str) -> list[str]:
        """Send lines and ``isready``; return all output before ``readyok``."""
        self.send(*commands, "isready")
        return self.until("readyok")[:-1]

    def query(self, what: str) -> str:
        """The words after ``response WHAT``."""
        name = what.split()[0]
        return self.ask(f"query {what}", f"response {name}").removeprefix(f"response {name}").strip()

    def refused(self, command: str) -> str:
        """Send a line that must be refused; return its one error line without the prefix."""
        lines = self.settled(command)
        assert len(lines) == 1, lines
        assert lines[0].startswith("info string error "), lines
        return lines[0].removeprefix("info string error ")

    def silent(self, seconds: float) -> bool:
        """Whether the engine prints nothing for this many seconds."""
        try:
            item = self._lines.get(timeout=seconds)
        except queue.Empty:
            return True
        self._lines.put(item)
        return False

    def close_input(self) -> None:
        """Close the engine's standard input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def ended(self, timeout: float = PATIENCE) -> int:
        """The exit code; fails when the process goes on for longer than ``timeout``."""
        return self.process.wait(timeout)

    def quit(self) -> None:
        """End politely; fails on a bad exit code or anything on standard error."""
        self.send("quit")
        code = self.ended()
        self._threads[1].join(PATIENCE)
        assert code == 0
        assert self.errors == b"", self.errors.decode(errors="replace")


class Engines:
    """Engine processes that last for many tests, one for each command; a test gets one in its first state."""

    def __init__(self) -> None:
        self._running: dict[tuple[str, ...], Engine] = {}
        self._resets: dict[tuple[str, ...], list[str]] = {}

    @contextlib.contextmanager
    def lend(self, command: Sequence[str] = ()) -> Iterator[Engine]:
        """An engine with all options at their defaults and no game begun.

        The process goes on afterwards, unless the test failed. AssertionError if the engine has written to
        standard error or cannot be reset.
        """
        key = tuple(command or ENGINE)
        engine = self._running.pop(key, None)
        if engine is None:
            engine = Engine(key)
            engine.send("uci")
            options = (
                re.match(r"option name (.+) type (?!button)\S+ default (\S+)", line)
                for line in engine.until("uciok")
            )
            self._resets[key] = [f"setoption name {found[1]} value {found[2]}" for found in options if found]
        engine.heard.clear()
        try:
            yield engine
            engine.settled("stop", "debug off")
            refused = engine.settled(*self._resets[key], "ucinewgame")
            assert refused == [], refused
            assert engine.errors == b"", engine.errors.decode(errors="replace")
        except BaseException:
            engine.__exit__(None, None, None)
            raise
        self._running[key] = engine

    def quit(self) -> None:
        """End all processes; fails as `Engine.quit` does."""
        for engine in self._running.values():
            with engine:
                engine.quit()
