"""Cache of judgements on disk: an interrupted review resumes, and a repeated one needs no search."""

from __future__ import annotations

import hashlib
import json
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from protocol.base.errors import ProtocolError, ascii_text
from protocol.base.files import open_to_add
from protocol.frontend.review.judge import LINES, PAIRS, SURVEY_SHARE, Effort, Judgement
from protocol.frontend.review.walk import Site

#: Version of the method of judging; part of every key.
METHOD = (3, LINES, PAIRS, SURVEY_SHARE)


class CacheError(Exception):
    """Error of a cache file that cannot be used; its one sentence names the file."""


def key_of(site: Site, effort: Effort, engine: str, settings: str) -> str:
    """The key of a judgement: the engine and its ``settings``, the view of the seat, the move it played, and
    the effort."""
    whole = [METHOD, engine, settings, effort.ms, effort.nodes, site.view, site.seat, site.token, site.legal]
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()[:32]


class Cache:
    """Judgements by key, in a file of one JSON object a line, written as they are made; with path None they
    are in memory only. Unreadable lines are skipped. Use as a context manager."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._known: dict[str, Judgement] = {}
        self._file: TextIO | None = None
        if path is None:
            return
        try:
            self._file = TextIOWrapper(open_to_add(path), encoding="utf-8")
            self._file.seek(0)
            text = self._file.read()
        except ProtocolError as error:
            raise CacheError(ascii_text(error.message)) from error
        except UnicodeDecodeError as error:
            self.close()
            raise CacheError(f"{path}: this is not a text file") from error
        for line in text.splitlines():
            try:
                row = json.loads(line)
                self._known[row["key"]] = Judgement.from_dict(row["judgement"])
            except (KeyError, RecursionError, TypeError, ValueError):
                continue
        if text.strip() and not self._known:
            self.close()
            raise CacheError(f"{path}: this is not a file of judgements")
        if text and not text.endswith("\n"):
            self._file.write("\n")  # a line that was cut off must not spoil the next one

    def get(self, key: str) -> Judgement | None:
        """The judgement kept under a key, or None."""
        return self._known.get(key)

    def put(self, key: str, judgement: Judgement) -> None:
        """Keep a judgement; it is in the file when the call returns."""
        self._known[key] = judgement
        if self._file is not None:
            json.dump({"key": key, "judgement": judgement.as_dict()}, self._file, separators=(",", ":"))
            self._file.write("\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
