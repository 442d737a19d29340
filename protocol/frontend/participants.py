"""Players of a game at the terminal: a person, or the engine at a level."""

from __future__ import annotations

from dataclasses import dataclass, replace

from protocol.client import Limit
from protocol.frontend.levels import LEVELS, Level
from protocol.frontend.menu import whole

#: Word for a person in seats and in files.
HUMAN = "human"


@dataclass(frozen=True)
class Seat:
    """Player of a seat: a person, or the engine at a level; ``movetime`` replaces the level's own time."""

    level: Level | None = None
    movetime: int | None = None

    @property
    def human(self) -> bool:
        """Whether the player is a person."""
        return self.level is None

    @property
    def limit(self) -> Limit:
        """The engine's limit for a move."""
        assert self.level is not None
        return Limit(movetime=self.movetime or self.level.movetime)

    def text(self) -> str:
        """The text of the player in files: ``human``, ``engine:level=club,movetime=500``."""
        if self.level is None:
            return HUMAN
        strength = f"level={self.level.name}" if self.level.name in LEVELS else f"skill={self.level.skill}"
        return f"engine:{strength},movetime={self.limit.movetime}"

    @property
    def name(self) -> str:
        """The player's name for people."""
        return HUMAN if self.level is None else f"engine ({self.level.name})"


def read_seat(text: str, level: Level, movetime: int | None) -> Seat:
    """The player that a word describes: ``human``, ``engine``, a level, or a text from :meth:`Seat.text`.

    Raises:
        ValueError: the word describes no player.
    """
    word, _, settings = text.strip().partition(":")
    if word in (HUMAN, "h"):
        return Seat()
    if word in LEVELS:
        return Seat(LEVELS[word], movetime)
    if word not in ("engine", "e"):
        raise ValueError(f"'{text}' is not a player: say human, engine or one of {', '.join(LEVELS)}")
    for part in filter(None, settings.split(",")):
        name, _, value = part.partition("=")
        if name == "level" and value in LEVELS:
            level = LEVELS[value]
        elif name == "skill" and (skill := whole(value)) is not None and skill <= 20:
            level = replace(LEVELS["full"], name=f"skill{skill}", skill=skill)
        elif name == "movetime" and (ms := whole(value)):
            movetime = ms
        else:
            expected = f"level={'|'.join(LEVELS)}, skill=0 to 20 or movetime=MS"
            raise ValueError(f"'{part}' in '{text}': expected {expected}")
    return Seat(level, movetime)
