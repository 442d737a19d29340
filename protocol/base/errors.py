"""Every way a line can be refused, and the one place where a refusal becomes text."""

from __future__ import annotations

import re
from enum import Enum

#: An offending word is quoted up to this many characters, so that one bad line cannot become a huge answer.
QUOTE_LENGTH = 60
#: And the whole message after this many.
TEXT_LENGTH = 600
#: A sequence that sets colours on a terminal (SGR).
_COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")


class Code(Enum):
    """Kinds of refusal; the value is the CODE of the error line."""

    COMMAND = "unknown-command"
    MISSING = "missing-argument"
    EXTRA = "unexpected-word"
    NUMBER = "bad-number"
    RANGE = "out-of-range"
    OPTION = "unknown-option"
    VALUE = "bad-value"
    GAME = "wrong-game"
    POSITION = "bad-position"
    RULES = "bad-rules"
    TOKEN = "bad-token"
    ILLEGAL = "illegal-move"
    SEAT = "bad-seat"
    OVER = "not-over"
    BUSY = "busy"
    LINE = "bad-line"
    FILE = "bad-file"
    MEMORY = "no-memory"
    INTERNAL = "internal"


class ProtocolError(Exception):
    """A refused line: nothing has changed.

    ``token`` is the offending word (empty when the fault is that something is missing), ``message`` says in
    words what would be right.
    """

    def __init__(self, code: Code, message: str, token: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.token = token

    def __reduce__(self) -> tuple[object, ...]:
        # as it is made: an error travels from worker processes
        return (type(self), (self.code, self.message, self.token))


def ascii_text(text: str) -> str:
    """``text`` as printable ASCII on one line; what is not becomes a backslash escape."""
    plain = text.encode("ascii", "backslashreplace").decode("ascii")
    return "".join(c if " " <= c <= "~" else f"\\x{ord(c):02x}" for c in plain)


def screen_text(text: str) -> str:
    """``text`` of several lines for a screen: characters that would control a terminal become backslash
    escapes."""
    return "".join(c if c == "\n" or c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def coloured_text(text: str) -> str:
    """``text`` as :func:`ascii_text`, but for the sequences that colour it (SGR), which stay."""
    parts = _COLOUR.split(text)
    return "".join(part if at % 2 else ascii_text(part) for at, part in enumerate(parts))


def quote(word: str) -> str:
    """``word`` in quotation marks for a message, shortened when long."""
    if len(word) > QUOTE_LENGTH:
        word = word[:QUOTE_LENGTH] + "..."
    return f"'{ascii_text(word)}'"


def counted(number: int, noun: str) -> str:
    """``1 deal``, ``2 deals``, ``1,200 deals``: for nouns that take an s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def error_text(error: ProtocolError) -> str:
    """The error for people: one line of ASCII that always names ``error.token``."""
    text = ascii_text(error.message)
    if error.token and quote(error.token)[1:-1] not in text and ascii_text(error.token) not in text:
        text = f"{quote(error.token)}: {text}"
    if len(text) > TEXT_LENGTH:
        text = text[:TEXT_LENGTH] + "..."
    return f"{error.code.value}: {text}"


def error_line(error: ProtocolError) -> str:
    """The one line that answers a refused line."""
    return f"info string error {error_text(error)}"
