"""Engine processes: timeouts, errors, and the cleanup that lets none outlive the client."""

from __future__ import annotations

import atexit

from protocol.base.system import end_group

#: Seconds for the handshake, for an answer to isready, and for the end after quit.
HANDSHAKE_TIMEOUT = 20.0
READY_TIMEOUT = 10.0
QUIT_TIMEOUT = 2.0
#: Seconds that a search may exceed its limit by, and that it may take to obey `stop`.
SEARCH_GRACE = 5.0
STOP_GRACE = 5.0
#: Longest line of an engine, and the part of its standard error that is kept, in bytes.
LINE_MAX = 2**22
ERRORS_MAX = 2**16
#: Reports of a search that wait for a slow reader; older ones are then dropped.
REPORTS_MAX = 10_000


class EngineError(Exception):
    """Base class of everything that goes wrong with an engine."""


class EngineDied(EngineError):
    """The process has ended or closed its output. ``returncode`` is None while unknown; ``errors`` is the end
    of its standard error."""

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


#: Process groups that still run, to be killed at interpreter exit.
LIVING: set[int] = set()


@atexit.register
def kill_all() -> None:
    """End every engine process that this process has started and not yet seen end."""
    for group in list(LIVING):
        end_group(group)
