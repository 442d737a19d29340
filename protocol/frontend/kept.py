"""Files of people's games, one game each, in the user's state directory. No game overwrites another, and a
finished game stays for review.

A file's name tells the day and minute in which the game began, the game, and its players:
``2026-11-28-1906-longhorn-human-club.jsonl``.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count, groupby
from pathlib import Path

from protocol.frontend.record import ADVISE, Game, read_games, write_game

#: Ending of the files of games.
SUFFIX = ".jsonl"
#: Most characters for the players in a file's name.
WHO_MAX = 60
PLAY = "play"


@dataclass(frozen=True)
class Kept:
    """Game of the folder: its file, and the time of its last change."""

    path: Path
    game: Game
    when: float

    @property
    def name(self) -> str:
        """The file's name without its ending; the user can name the game by it."""
        return self.path.stem

    @property
    def command(self) -> str:
        """The command that made the game: ``play`` or ``advise``."""
        return command_of(self.game)

    def state(self) -> str:
        """The progress of the game in words."""
        moves = len(self.game.moves)
        far = "1 move" if moves == 1 else f"{moves} moves"
        if not self.game.over:
            return far
        return f"{far}, given up" if self.game.fault is not None else f"{far}, played to its end"


@dataclass(frozen=True)
class Shelf:
    """Content of the folder: games, the last written first, and a sentence on each other file."""

    games: tuple[Kept, ...]
    faults: tuple[str, ...] = ()

    def only(self, *, command: str = "", game: str | None = None, unfinished: bool = False) -> Shelf:
        """The games of a command, of a game, or unfinished ones only."""
        return Shelf(
            tuple(
                kept
                for kept in self.games
                if command in ("", kept.command)
                and game in (None, kept.game.game)
                and not (unfinished and kept.game.over)
            ),
            self.faults,
        )

    def find(self, word: str) -> Kept | None:
        """The game with a number in the list (from 1), with a name, or with a unique beginning of a name."""
        if word.isdecimal() and len(word) < 9 and 1 <= int(word) <= len(self.games):
            return self.games[int(word) - 1]
        named = [kept for kept in self.games if word in (kept.name, kept.path.name)]
        named = named or [kept for kept in self.games if word and kept.name.startswith(word)]
        return named[0] if len(named) == 1 else None

    def lines(self) -> list[str]:
        """The games as a list, numbered from 1."""
        wide = max((len(kept.name) for kept in self.games), default=0)
        return [f"{n:3}  {kept.name:{wide}}  {kept.state()}" for n, kept in enumerate(self.games, 1)]


def command_of(game: Game) -> str:
    """The command that made a game among people and that resumes it: ``play`` or ``advise``."""
    return ADVISE if ADVISE in game.extra else PLAY


def state_folder() -> Path:
    """The project's folder in the user's state directory (``XDG_STATE_HOME``, or ``~/.local/state``)."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "herdmind"


def games_folder() -> Path:
    """The folder of games saved without a file name."""
    return state_folder() / "games"


def shelf() -> Shelf:
    """The kept games. Files of older versions, one for each kind of game, are first moved into the folder."""
    faults = _take_over()
    games = []
    for path in sorted(games_folder().glob(f"*{SUFFIX}")):
        try:
            when = path.stat().st_mtime
            if path.stat().st_size:  # an empty file's first line is just being written
                games.append(Kept(path, read_games(path)[-1], when))
        except OSError as error:
            faults.append(f"{path}: {error.strerror}")
        except ValueError as error:
            faults.append(str(error))
    games.sort(key=lambda kept: (-kept.when, kept.name))
    return Shelf(tuple(games), tuple(faults))


def _take_over() -> list[str]:
    """Move the old files, one a kind of game, into the folder. Returns a sentence on each unusable file."""
    faults = []
    for path in sorted(state_folder().glob(f"*{SUFFIX}")):
        try:
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
            game = read_games(path)[-1]
            path.replace(_claimed(name_of(game, when)))
        except OSError as error:
            faults.append(f"{path}: {error.strerror}")
        except ValueError as error:
            faults.append(str(error))
    return faults


def name_of(game: Game, when: datetime) -> str:
    """The name of a game's file without its ending: day and minute, game, players."""
    kept = game.extra.get(ADVISE)
    if isinstance(kept, dict):
        who = f"{ADVISE}-{len(game.names)}-seats"
    else:
        who = who_of([re.sub(r"^seat \d+: ", "", name) for name in game.names])
    return f"{when:%Y-%m-%d-%H%M}-{game.game}-{who}"


def who_of(names: Sequence[str]) -> str:
    """The players as part of a file's name: an engine by its level, repeated names once with their count."""
    plain = []
    for name in names:
        level = re.fullmatch(r"engine \((.+)\)", name)
        plain.append("-".join(re.findall(r"[a-z0-9]+", (level[1] if level else name).lower())) or "seat")
    runs = [(name, len(list(run))) for name, run in groupby(plain)]
    return "-".join(name if n == 1 else f"{n}x{name}" for name, n in runs)[:WHO_MAX].rstrip("-")


def _claimed(name: str) -> Path:
    """A new, empty file of that name in the folder; a number is appended if the name is taken."""
    games_folder().mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = games_folder() / f"{name}{'' if number == 1 else f'-{number}'}{SUFFIX}"
        try:
            path.open("xb").close()
        except FileExistsError:
            continue
        return path
    raise AssertionError


class GameFile:
    """File of one game. The first write creates it and fails if it exists by then, so no other game is
    overwritten. With ``path`` None it is in the folder, under a name that describes the game."""

    def __init__(self, path: Path | None = None, *, exists: bool = False) -> None:
        self.path = path
        #: Whether the game has been written.
        self.made = exists
        self._holds = path.read_bytes() if path is not None and exists else b""

    @property
    def word(self) -> str:
        """The word for the file on a command line: its bare name if it is in the folder of games."""
        if self.path is None:
            return ""
        return shlex.quote(self.path.stem if self.path.parent == games_folder() else str(self.path))

    def write(self, game: Game) -> None:
        """Replace the file's content by the current state of the game. If another sitting has written to the
        file meanwhile, ``path`` becomes a new file.

        Raises:
            OSError: the file cannot be written, or another one of its name has appeared meanwhile.
        """
        path = self.path
        if self.made and path is not None and _bytes(path) in (self._holds, None):
            self._put(path, game)
            return
        if path is None or self.made:
            path = _claimed(name_of(game, begun(game)))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.open("xb").close()
        try:
            self._put(path, game)
        except OSError:
            path.unlink(missing_ok=True)
            raise

    def _put(self, path: Path, game: Game) -> None:
        write_game(path, game)
        self.path, self.made, self._holds = path, True, _bytes(path) or b""

    def copy(self, path: Path, game: Game) -> None:
        """Write the game to another file, or to one that holds an earlier state of it. A game that could not
        be written before is kept in that file from now on.

        Raises:
            OSError: the file cannot be written, or holds something else.
        """
        if self.made and self.path is not None and path.resolve() == self.path.resolve():
            self.write(game)
            return
        if path.exists() and not path.is_dir() and not _earlier(path, game):
            raise FileExistsError(errno.EEXIST, "holds something else, so nothing was written", str(path))
        if self.made:
            write_game(path, game)
        else:
            self._put(path, game)


def begun(game: Game) -> datetime:
    """The time at which a game began, from its line; the current time if the line does not say."""
    text = game.extra.get("begun")
    try:
        return datetime.fromisoformat(str(text))
    except ValueError:
        return datetime.now().astimezone()


def now() -> str:
    """The current time in the format of the field ``begun``."""
    return datetime.now().astimezone().isoformat(timespec="microseconds")


def _bytes(path: Path) -> bytes | None:
    """The content of a file; None if it does not exist."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _earlier(path: Path, game: Game) -> bool:
    """Whether the file holds an earlier state of the same game and nothing else."""
    try:
        there = read_games(path)
    except ValueError:
        return False
    mark = there[0].extra.get("begun")
    return len(there) == 1 and mark is not None and mark == game.extra.get("begun")
