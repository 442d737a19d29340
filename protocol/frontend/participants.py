"""Players of a game at the terminal: a person, or the engine at a level."""

from __future__ import annotations

from dataclasses import dataclass, replace

from protocol.client import Limit
from protocol.frontend.levels import LEVELS, Level
from protocol.frontend.menu import whole

#: The player that is no engine, in seats and in files.
HUMAN = "human"


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person, or the engine at a level, with ``movetime`` in place of the level's own."""

    level: Level | None = None
    movetime: int | None = None

    @property
    def human(self) -> bool:
        """Whether a person sits there."""
        return self.level is None

    @property
    def limit(self) -> Limit:
        """What the engine may use for a move."""
        assert self.level is not None
        return Limit(movetime=self.movetime or self.level.movetime)

    def text(self) -> str:
        """As in files: ``human``, ``engine:level=club,movetime=500``."""
        if self.level is None:
            return HUMAN
        strength = f"level={self.level.name}" if self.level.name in LEVELS else f"skill={self.level.skill}"
        return f"engine:{strength},movetime={self.limit.movetime}"

    @property
    def name(self) -> str:
        """For people."""
        return HUMAN if self.level is None else f"engine ({self.level.name})"


def read_seat(text: str, level: Level, movetime: int | None) -> Seat:
    """The seat that a word names: ``human``, ``engine``, a level, or what :meth:`Seat.text` wrote.

    Raises:
        ValueError: it names none.
    """
    word, _, settings = text.strip().partition(":")
    if word in (HUMAN, "h"):
        return Seat()
    if word in LEVELS:
        return Seat(LEVELS[word], movetime)
    if word not in ("engine", "e"):
        raise ValueError(f"'{text}' is no player: say human, engine or one of {', '.join(LEVELS)}")
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
