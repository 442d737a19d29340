"""Differences between operating systems: processors, locks of files, groups of processes, held signals.

POSIX is the home of the project and what its tests run on; each function says what the other systems get.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from typing import IO, Any

#: Flags of an open that neither waits for the other end of a pipe, nor acquires a terminal, nor passes the
#: file on. Windows has none of the three dangers, and wants its text mode switched off.
OPEN_SAFELY = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # macOS and Windows bind no process


def lock_file(file: IO[bytes]) -> bool:
    """Lock an open file until it is closed; False when another process has locked it."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(2**62)  # a byte far behind the end: locked ones cannot be read
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def own_group() -> dict[str, Any]:
    """Arguments of a new process that put it into a group of its own: a terminal's Ctrl-C does not reach it,
    and :func:`end_group` ends all of it."""
    if sys.platform == "win32":
        import subprocess

        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    else:
        return {"start_new_session": True}


def end_group(group: int) -> None:
    """Kill the processes of a group; none need be left."""
    if sys.platform == "win32":  # a group cannot be killed there, but a tree of processes can
        import subprocess

        subprocess.run(["taskkill", "/F", "/T", "/PID", str(group)], capture_output=True, check=False)
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


@contextlib.contextmanager
def hold_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back inside; a process started there inherits this. Windows cannot hold it back."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def release_interrupts() -> None:
    """Let Ctrl-C through in a process that was started while it was held back."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
