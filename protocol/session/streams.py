"""Bytes in and out: input with an alarm, the line splitter, the only writer to standard output, the log."""

from __future__ import annotations

import errno
import os
import queue
import select
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from protocol.base.errors import Code, ProtocolError
from protocol.base.files import open_debug_log

#: A line longer than this, in bytes, is refused as a whole.
LINE_MAX = 2**20
#: Bytes of unread output beyond which search reports are dropped.
PENDING_MAX = 2**20


def open_standard_streams() -> None:
    """Open the null device in place of a standard input or error that was closed when the program started.

    Otherwise the next opened file would get its descriptor. A closed input then reads as an ended one.

    Raises:
        ProtocolError: standard output is closed, so nobody could see any output.
    """
    for fd, name, mode in ((2, "stderr", "w"), (0, "stdin", "r")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDONLY if mode == "r" else os.O_WRONLY)
            if null != fd:
                os.dup2(null, fd)
                os.close(null)
            setattr(sys, name, open(fd, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    if sys.stdout is None:
        raise ProtocolError(Code.FILE, f"standard output is closed; to see nothing, give it {os.devnull}")


class Input:
    """Bytes of a descriptor, read by a thread of its own, and an alarm that wakes whoever waits for them.

    A thread because not every system can wait for a pipe and an alarm at once. It starts with the first
    wait and reads ahead by at most ``AHEAD`` pieces, so an unread flood stays in the pipe.
    """

    AHEAD = 4
    PIECE = 65536
    #: Windows delivers no Ctrl-C to a thread that waits for a lock, so there the wait is cut into slices.
    SLICE = 0.2 if os.name == "nt" else None

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._pieces: deque[bytes] = deque()
        self._change = threading.Condition()
        self._rung = False
        self._started = False

    def ring(self) -> None:
        """Wake the waiting thread; may be called from any thread."""
        with self._change:
            self._rung = True
            self._change.notify_all()

    def wait(self, timeout: float | None) -> None:
        """Wait until the alarm rings, for at most ``timeout`` seconds."""
        with self._change:
            self._change.wait_for(lambda: self._rung, timeout)
            self._rung = False

    def read(self, timeout: float | None) -> bytes | None:
        """The next bytes, b"" at the end of the input; None when the alarm rang first or nothing came in
        ``timeout`` seconds."""
        if not self._started:
            self._started = True
            threading.Thread(target=self._run, name="reader", daemon=True).start()
        if self.SLICE is not None:
            timeout = self.SLICE if timeout is None else min(timeout, self.SLICE)
        with self._change:
            self._change.wait_for(lambda: self._rung or self._pieces, timeout)
            self._rung = False
            if not self._pieces:
                return None
            piece = self._pieces.popleft()
            if piece:
                self._change.notify_all()
            else:
                self._pieces.append(piece)  # the end stays the end
            return piece

    def _run(self) -> None:
        piece = b"?"
        while piece:
            try:
                piece = os.read(self._fd, self.PIECE)
            except BlockingIOError:
                threading.Event().wait(0.005)  # the client passed a non-blocking pipe, and it is empty
                continue
            except OSError:  # a lost terminal reads as the end of the input
                piece = b""
            with self._change:
                self._pieces.append(piece)
                self._change.notify_all()
                self._change.wait_for(lambda: len(self._pieces) < self.AHEAD)


def reader_gone(fd: int) -> bool:
    """Whether nobody can read from the pipe ``fd`` any more; where the system cannot tell, the next write
    does."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(fd, 0)
    return any(event & (select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0))


class LineSplitter:
    """Splitter of a byte stream into lines that end with LF, CRLF or a lone CR.

    Bytes that are not UTF-8 survive as surrogate escapes, so a file name in an option is kept exactly.
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._after_cr = False
        self._skipping = False
        self._first = True

    def feed(self, data: bytes) -> Iterator[str | ProtocolError]:
        """The lines that ``data`` completes; a line over ``LINE_MAX`` becomes one error."""
        if not data:
            return
        if self._after_cr and data.startswith(b"\n"):
            data = data[1:]
        self._after_cr = data.endswith(b"\r")
        pieces = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for piece in pieces[:-1]:
            self._add(piece)
            yield self._take()
        self._add(pieces[-1])

    def end(self) -> Iterator[str | ProtocolError]:
        """The last line, where the input ended without a line end."""
        if self._rest or self._skipping:
            yield self._take()

    def _add(self, piece: bytes) -> None:
        if self._skipping:
            return
        self._rest += piece
        if len(self._rest) > LINE_MAX:
            self._skipping = True
            self._rest.clear()

    def _take(self) -> str | ProtocolError:
        if self._skipping:
            self._skipping = False
            return ProtocolError(Code.LINE, f"the line is over {LINE_MAX} bytes long")
        raw = bytes(self._rest)
        self._rest.clear()
        if self._first:
            self._first = False
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        return raw.decode("utf-8", "surrogateescape")


class DebugLog:
    """Log of every line in and out, appended to the file that the client named; without one it does nothing.

    A line that cannot be written, for example on a full disk, ends the log. :meth:`check` then calls
    ``on_failure`` with the path and the reason; writing a line never does.
    """

    def __init__(self) -> None:
        self._fd: int | None = None
        self._path = ""
        self._lock = threading.Lock()
        self._failed: tuple[str, str] | None = None
        self.on_failure: Callable[[str, str], None] = lambda path, reason: None

    def open(self, path: str) -> None:
        """Write to ``path`` from now on; an empty path closes the log.

        Raises:
            ProtocolError: it cannot be opened or is not a regular file; the current log stays.
        """
        fd = open_debug_log(path) if path else None
        with self._lock:
            old, self._fd, self._path = self._fd, fd, path
            if old is not None:
                os.close(old)

    def write(self, mark: str, lines: Iterable[str]) -> None:
        """Append ``lines`` with ``mark`` (``>>`` in, ``<<`` out). A full disk ends the log only."""
        if self._fd is None:
            return
        data = memoryview("".join(f"{mark} {line}\n" for line in lines).encode("utf-8", "surrogateescape"))
        with self._lock:
            if self._fd is not None:
                try:
                    while data:  # a full disk takes a part before the error comes
                        data = data[os.write(self._fd, data) :]
                except OSError as error:
                    os.close(self._fd)
                    self._fd = None
                    self._failed = (self._path, error.strerror or str(error))

    def check(self) -> None:
        """Report a failed log, once."""
        with self._lock:
            failed, self._failed = self._failed, None
        if failed is not None:
            self.on_failure(*failed)


class Writer:
    """The only writer to standard output: whole ASCII lines, unbuffered, in the order of the calls.

    A thread of its own does the writing, so neither the search nor the main thread waits for a client that
    does not read.
    """

    def __init__(self, fd: int, log: DebugLog, on_broken: Callable[[], None]) -> None:
        self._fd = fd
        self._log = log
        self._on_broken = on_broken
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._pending = 0
        self.broken = False
        #: The reason why the output could not be written; empty also where the client has merely gone.
        self.failure = ""
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def send(self, lines: Iterable[str], passing: bool = False) -> None:
        """Write ``lines`` together; ``passing`` lines are dropped while too much output waits."""
        group = list(lines)
        if not group:
            return
        data = "".join(f"{line}\n" for line in group).encode("ascii", "backslashreplace")
        with self._lock:
            if passing and self._pending > PENDING_MAX:
                return
            self._pending += len(data)
            self._log.write("<<", group)
            self._queue.put(data)
        self._log.check()

    def close(self, timeout: float) -> None:
        """Write pending output, for at most ``timeout`` seconds."""
        self._queue.put(None)
        self._thread.join(timeout)

    def _run(self) -> None:
        while (data := self._queue.get()) is not None:
            with self._lock:
                self._pending -= len(data)
            view = memoryview(data)
            while view and not self.broken:
                try:
                    view = view[os.write(self._fd, view) :]
                except BlockingIOError:
                    threading.Event().wait(0.005)  # the client passed a non-blocking pipe, and it is full
                except OSError as error:
                    if error.errno != errno.EPIPE:
                        self.failure = error.strerror or str(error)
                    self.broken = True
                    self._on_broken()
