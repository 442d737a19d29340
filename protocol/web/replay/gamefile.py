"""The games of one file, which may still grow."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from protocol.base.files import refusal
from protocol.base.gameline import GameRecord, read_games
from protocol.base.linefile import LINE_MAX
from protocol.frontend.review.log import LogError, LoggedGame, logged
from protocol.web.replay.packed import Growing
from protocol.web.replay.placings import Standings

#: Most games of a file that are listed.
GAMES_MAX = 1_000_000
_MARK = b"\xef\xbb\xbf"


@dataclass
class GameFile:
    """The games of the file at ``path``: where each line is, and the standings. A game is read again when it
    is asked for, so a file may be large."""

    path: Path
    #: Of each game: its line, from 1, and where it begins.
    places: list[tuple[int, int]] = field(default_factory=list)
    standings: Standings = field(default_factory=Standings)
    _size: int = 0
    _line: int = 0

    def __post_init__(self) -> None:
        self._content = Growing(self.path)

    def refresh(self) -> bool:
        """Read what was added since the last time; whether there was anything. A file that is shorter than
        before is read anew.

        Raises:
            ProtocolError: the file cannot be read, or a line is not a game; the message says what it is.
        """
        with self._content.open() as file:
            size = file.seek(0, 2)
            if size < self._size:
                self.places, self.standings, self._size, self._line = [], Standings(), 0, 0
            if size == self._size:
                return False
            file.seek(self._size)
            while raw := file.readline(LINE_MAX + 1):
                line = (raw.removeprefix(_MARK) if self._size == 0 else raw).strip()
                try:
                    record = GameRecord.read(line.decode("utf-8")) if line else None
                    if len(raw) > LINE_MAX or len(self.places) >= GAMES_MAX:
                        raise ValueError("too long")
                except ValueError:
                    if not raw.endswith(b"\n") and line.startswith(b"{") and len(raw) <= LINE_MAX:
                        break  # it is being written
                    read_games(self.path)  # which says in words what is wrong
                    raise refusal(
                        self.path, f"line {self._line + 1} is too long, or over {GAMES_MAX} games"
                    ) from None
                self._line += 1
                if record is not None:
                    self.places.append((self._line, self._size))
                    self.standings.add(record)
                self._size += len(raw)
        return True

    def record(self, number: int) -> GameRecord:
        """Game ``number``, from 1.

        Raises:
            ProtocolError: the file cannot be read, or has changed.
            LogError: there is no such game.
        """
        if not 1 <= number <= len(self.places):
            raise LogError(f"there is no game {number}: the file has {len(self.places)}")
        with self._content.open() as file:
            file.seek(self.places[number - 1][1])
            raw = file.readline(LINE_MAX)
        try:
            return GameRecord.read(raw.removeprefix(_MARK).decode("utf-8"))
        except ValueError as error:
            raise refusal(self.path, f"the file has changed: {error}") from error

    def game(self, number: int) -> LoggedGame:
        """Game ``number`` as a review reads it.

        Raises:
            ProtocolError, LogError: it cannot be read.
        """
        record = self.record(number)
        try:
            return logged(record, number, self.places[number - 1][0])
        except ValueError as error:
            raise LogError(f"game {number}: {error}") from error
