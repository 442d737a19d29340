"""Description of a file that is not of the expected kind, from its first bytes."""

from __future__ import annotations

import json
import re
from pathlib import Path

from protocol.base.errors import ProtocolError
from protocol.base.files import open_to_read

#: Bytes that are examined.
HEAD = 2**16
#: Kinds of files in TOML.
TOURNAMENT, FIGURES, SETTINGS = "a tournament file", "a file of figures", "a file of settings in TOML"
#: Kinds that say less than the error of a reader does.
_VAGUE = (SETTINGS, "no text", "text of another kind", "empty", "blank")
_BINARY = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or an office document: unpack it first"),
    (b"7z\xbc\xaf", "a 7z archive: unpack it first"),
    (b"BZh", "packed with bzip2: unpack it first, or pack it with gzip"),
    (b"\xfd7zXZ", "packed with xz: unpack it first, or pack it with gzip"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd: unpack it first, or pack it with gzip"),
    (b"SQLite format 3", "a database (SQLite)"),
    (b"\x7fELF", "a program"),
    (b"\xff\xfe", "text in UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16: save it as UTF-8"),
)
#: A field of a JSON object that only this kind of file has, and the kind.
_OBJECTS = (
    ("judgement", "a file of judgements that a review keeps: name the games beside it"),
    ("hash_mb", "a file of solved deals (herdmind solve)"),
    ("op_code", "a journal of trials (herdmind tune)"),
    ("judged", "a review in JSON: name the file of games that it was made from"),
    ("events", "a report in JSON: name the files of games that it was made from"),
    ("best", "an analysis in JSON"),
)
_TEXTS = (
    (r"\s*<(!doctype|html|svg|\?xml)", "a page or a picture for a browser"),
    (r"[a-z]+/\d+ \S+", "the text of a position"),
    (r"(>> |<< |[<>] )?(uci|position|setoption|isready|go|info|id name)\b", "a log of the protocol"),
    (r"(?s).*^\s*\[\[games\]\]", TOURNAMENT),
    (r"(?s).*^\s*confidence *=", FIGURES),
    (r"(?s).*^\s*\[\[?[a-z_.\-]+\]\]?\s*$", SETTINGS),
    (r"[a-z_]+ *= *\S", SETTINGS),
)


def kind_of(path: Path) -> str:
    """The kind of the file; empty if it cannot be read, or may be a file of games with an error in it."""
    try:
        with open_to_read(path) as file:
            head = file.read(HEAD)
    except (OSError, ProtocolError):
        return ""
    if not head.strip():
        return "empty" if not head else "blank"
    for begin, words in _BINARY:
        if head.startswith(begin):
            return words
    try:
        text = head.decode("utf-8-sig", "strict" if len(head) < HEAD else "ignore")
    except UnicodeDecodeError:
        text = ""
    if not text or "\0" in text:
        return "" if head.startswith(b"\x1f\x8b") else "not text"  # gzip is unpacked by the reader
    return _kind_of_text(text.lstrip())


def kind_instead(path: Path, wanted: str) -> str:
    """The kind of a file that should have been ``wanted``, :data:`TOURNAMENT` or :data:`FIGURES`; empty if it
    may be that with an error in it, so that the reader's own error says more."""
    kind = kind_of(path) or _kind_of_json(path)
    return "" if kind == wanted or kind in _VAGUE else kind


def _kind_of_json(path: Path) -> str:
    try:
        with open_to_read(path) as file:
            row = json.loads(file.readline(HEAD))
    except (OSError, ProtocolError, RecursionError, ValueError):
        return ""
    return "a file of games" if isinstance(row, dict) and "moves" in row else "a file in JSON"


def _kind_of_text(text: str) -> str:
    line = text.splitlines()[0]
    try:
        row = json.loads(line)
    except (RecursionError, ValueError):
        row = None
    if isinstance(row, dict):
        return next((words for key, words in _OBJECTS if key in row and "moves" not in row), "")
    if row is not None or line.startswith(("{", "[[[")):
        return ""  # JSON, whose error the reader of games reports
    for pattern, words in _TEXTS:
        if re.match(pattern, text, re.MULTILINE | re.IGNORECASE):
            return words
    return "text of another kind"
