"""Files that browsers gave. The name of each is made from its content and a secret: a link to it opens it
again after a restart, the same file has the same link, and nobody guesses one."""

from __future__ import annotations

import contextlib
import os
import tempfile
import zlib
from pathlib import Path

from protocol.base.errors import Code, ProtocolError
from protocol.base.files import refusal, write_whole
from protocol.base.gameline import GameRecord, read_games
from protocol.web import journal
from protocol.web.course import Course
from protocol.web.replay.gamefile import GameFile
from protocol.web.seating import Keys

SUFFIX = ".jsonl"
#: Ending of the file of judgements beside a file of games.
JUDGED = ".review"
#: Bytes of one file, as it comes and unpacked.
GIVEN_MAX = 2**24
UNPACKED_MAX = 2**26
#: Files, and bytes of all of them; the oldest ones leave first.
FILES_MAX = 500
BYTES_MAX = 2**29


class KeptFiles:
    """The files in ``folder``."""

    def __init__(self, folder: Path, keys: Keys) -> None:
        self.folder, self.keys = folder, keys
        self.folder.mkdir(parents=True, exist_ok=True)
        self._open: dict[str, GameFile] = {}

    def find(self, name: str) -> GameFile | None:
        """The file of a name; None if there is none. Names are looked up in a list, never joined to a path.

        Raises:
            ProtocolError: it cannot be read.
        """
        path = self._list().get(name)
        if path is None:
            self._open.pop(name, None)
            return None
        if name not in self._open:
            file = GameFile(path)
            file.refresh()
            self._open[name] = file
            while len(self._open) > 20:
                del self._open[next(iter(self._open))]
        return self._open[name]

    def _list(self) -> dict[str, Path]:
        return {path.name.removesuffix(SUFFIX): path for path in self.folder.glob(f"*{SUFFIX}")}

    def keep(self, data: bytes) -> str:
        """Keep a file of games or the file of a table; returns its name.

        Raises:
            ProtocolError: it is none; the message says what it is instead. It names no path.
        """
        text = _games(unpacked(data))
        name = self.keys.file(text)
        path = self.folder / f"{name}{SUFFIX}"
        if path.exists():
            os.utime(path)
            return name
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            trial = Path(place) / "games"
            trial.write_bytes(text)
            try:
                if not read_games(trial):
                    trial.write_bytes(text + b"\n")  # a single line that was cut off says what it lacks
                    read_games(trial)
                    raise refusal(trial, "there is no game in it")
            except ProtocolError as error:
                message = error.message.removeprefix(str(trial)).lstrip(":, ")
                raise bad(message) from None
        write_whole(path, text)
        self._drop_old()
        return name

    def _drop_old(self) -> None:
        kept = sorted(self._list().values(), key=lambda path: -path.stat().st_mtime)
        total = 0
        for count, path in enumerate(kept, 1):
            judged = path.with_suffix(JUDGED)
            total += path.stat().st_size + (judged.stat().st_size if judged.exists() else 0)
            if count > 1 and (count > FILES_MAX or total > BYTES_MAX):
                for old in (path, judged):
                    with contextlib.suppress(OSError):
                        old.unlink()


def bad(reason: str) -> ProtocolError:
    """The error of a file that cannot be kept."""
    return ProtocolError(Code.FILE, reason, "")


def unpacked(data: bytes) -> bytes:
    """The content of a file that may be packed with gzip.

    Raises:
        ProtocolError: it is too large or not whole.
    """
    if len(data) > GIVEN_MAX:
        raise bad(f"the file is over {GIVEN_MAX >> 20} MB")
    if not data.startswith(b"\x1f\x8b"):
        return data
    out = bytearray()
    while data:
        unpack = zlib.decompressobj(wbits=31)
        try:
            out += unpack.decompress(data, UNPACKED_MAX + 1 - len(out))
        except zlib.error as error:
            raise bad(f"this is not a whole gzip file: {error}") from None
        if len(out) > UNPACKED_MAX:
            raise bad(f"unpacked the file is over {UNPACKED_MAX >> 20} MB")
        if not unpack.eof:
            raise bad("this is not a whole gzip file")
        data = unpack.unused_data
    return bytes(out)


def _games(data: bytes) -> bytes:
    """The file as a file of games: that of a table is turned into one."""
    if not data.startswith(b'{"event":'):
        return data
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "table"
        path.write_bytes(data)
        try:
            events = journal.read(path)
            course = Course.made(events[0])
            for event in events[1:]:
                course.apply(event)
            line = course.game().line()
            GameRecord.read(line)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise bad(f"this is not a whole file of a table: {error}") from None
    return line.encode() + b"\n"
