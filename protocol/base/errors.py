"""Error codes of the protocol, and the one place where a refusal becomes text."""

from __future__ import annotations

import re
from enum import Enum

#: Longest quotation of an offending word, in characters: one bad line must not cause a huge answer.
QUOTE_LENGTH = 60
#: Longest message, in characters.
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

    ``token`` is the offending word, empty when something is missing. ``message`` says what would be right.
    """

    def __init__(self, code: Code, message: str, token: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.token = token

    def __reduce__(self) -> tuple[object, ...]:
        # by the arguments of __init__: errors are pickled by worker processes
        return (type(self), (self.code, self.message, self.token))


def ascii_text(text: str) -> str:
    """``text`` as printable ASCII on one line; other characters become backslash escapes."""
    plain = text.encode("ascii", "backslashreplace").decode("ascii")
    return "".join(c if " " <= c <= "~" else f"\\x{ord(c):02x}" for c in plain)


def screen_text(text: str) -> str:
    """``text`` of several lines for a screen: characters that would control a terminal become backslash
    escapes."""
    return "".join(c if c == "\n" or c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def coloured_text(text: str) -> str:
    """``text`` as :func:`ascii_text`, except that colour sequences (SGR) stay."""
    parts = _COLOUR.split(text)
    return "".join(part if at % 2 else ascii_text(part) for at, part in enumerate(parts))


def quote(word: str) -> str:
    """``word`` in quotation marks for a message, shortened when long."""
    if len(word) > QUOTE_LENGTH:
        word = word[:QUOTE_LENGTH] + "..."
    return f"'{ascii_text(word)}'"


def counted(number: int, noun: str) -> str:
    """``1 deal``, ``2 deals``, ``1,200 deals``: for nouns whose plural adds an s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def error_text(error: ProtocolError) -> str:
    """The error in words: one line of ASCII that always names ``error.token``."""
    text = ascii_text(error.message)
    if error.token and quote(error.token)[1:-1] not in text and ascii_text(error.token) not in text:
        text = f"{quote(error.token)}: {text}"
    if len(text) > TEXT_LENGTH:
        text = text[:TEXT_LENGTH] + "..."
    return f"{error.code.value}: {text}"


def error_line(error: ProtocolError) -> str:
    """The one line that answers a refused line."""
    return f"info string error {error_text(error)}"
