"""The file of a table: one JSON object a line, appended and never changed. A server that is killed at any
moment comes back with the table as it was."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from protocol.base.errors import ProtocolError
from protocol.base.files import RECORDS_MAX, open_to_read

T = TypeVar("T", bound="Replayed")
SUFFIX = ".table"
#: Version of the format.
FORMAT = 1


#: What a file raises that cannot be read or replayed.
UNREADABLE = (ProtocolError, OSError, ValueError, KeyError, TypeError)


class Replayed(Protocol):
    """Builder of a table from the events of a file, one after the other."""

    def apply(self, event: dict[str, Any]) -> None:
        """Go on by an event."""


class Journal:
    """File of one table. A line is with the system when :meth:`add` returns, so the end of the process loses
    nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, event: dict[str, Any]) -> None:
        """Append an event.

        Raises:
            OSError: it cannot be written.
        """
        line = json.dumps(event, separators=(",", ":")).encode("ascii") + b"\n"
        fd = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            while line:
                line = line[os.write(fd, line) :]
        finally:
            os.close(fd)


def read(path: Path) -> list[dict[str, Any]]:
    """The events of a file; a truncated last line is removed from it.

    Raises:
        ValueError: a line is not an event.
        ProtocolError: the file cannot be read.
    """
    events: list[dict[str, Any]] = []
    whole = 0
    with open_to_read(path, RECORDS_MAX) as file:
        for line in file:
            if not line.endswith(b"\n"):
                os.truncate(path, whole)
                break
            event = json.loads(line)
            if not isinstance(event, dict):
                raise ValueError(f"{path}: line {len(events) + 1} is not an event")
            whole += len(line)
            events.append(event)
    return events


def replay(path: Path, made: Callable[[dict[str, Any]], T]) -> T:
    """The result of all events of a file; ``made`` makes it of the first.

    Raises:
        ProtocolError, OSError, ValueError, KeyError, TypeError: the file cannot be read, or is of another
            kind (they are :data:`UNREADABLE`).
    """
    events = read(path)
    if not events:
        raise ValueError("the file is empty")
    course = made(events[0])
    for event in events[1:]:
        course.apply(event)
    return course
