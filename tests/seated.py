"""A person at a terminal: a command in a pseudo-terminal, and the screen of an emulator."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pexpect
import pyte
from driver import ENGINE

#: Seconds that a screen may take to show the expected text.
PATIENCE = 60.0


class Seated:
    """``herdmind ARGS`` in a terminal of ``columns`` and ``lines``; use as a context manager."""

    def __init__(
        self,
        args: Sequence[str],
        home: Path,
        *,
        columns: int = 80,
        lines: int = 24,
        env: dict[str, str] | None = None,
        ask_names: bool = False,
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        surroundings = {
            k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
        }
        surroundings |= {"TERM": "xterm-256color", "XDG_STATE_HOME": str(home), **(env or {})}
        names = home / "herdmind" / "names.txt"
        if not ask_names and not names.exists():  # as if the person had been asked, and wanted no name
            names.parent.mkdir(parents=True, exist_ok=True)
            names.write_text("\n")
        self.child = pexpect.spawn(
            ENGINE[0],
            [*ENGINE[1:], *args],
            dimensions=(lines, columns),
            env=surroundings,
            timeout=PATIENCE,
        )
        #: Everything that was written, with its control sequences.
        self.raw = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.child.close(force=True)

    def text(self) -> str:
        """The screen, without trailing blanks."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def _read(self, timeout: float) -> bool:
        try:
            data = self.child.read_nonblocking(65536, timeout)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self._stream.feed(data)
        if b"\x1b[6n" in data:  # query of the cursor position, which a terminal answers
            self.child.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
        return True

    def wait(self, pattern: str, timeout: float = PATIENCE) -> str:
        """The screen once it shows ``pattern`` and no more output comes."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            alive = self._read(0.1)
            if re.search(pattern, self.text(), re.MULTILINE):
                self._settle()
                if re.search(pattern, self.text(), re.MULTILINE):
                    return self.text()
            if not alive:
                break
        raise AssertionError(f"no {pattern!r} on the screen:\n{self.text()}")

    def _settle(self) -> None:
        """Read until nothing comes for a moment."""
        while True:
            before = len(self.raw)
            if not self._read(0.15) or len(self.raw) == before:
                return

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        self._settle()
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)

    def type(self, text: str) -> None:
        """Type a line and Enter."""
        self._settle()
        self.child.send(text + "\r")

    def ended(self) -> int | None:
        """The exit code, when the process has ended by itself."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._read(0.1):
            pass
        self.child.wait()
        code: int | None = self.child.exitstatus
        return code
