"""Games in files, one JSON object a line, as ``herdmind match --log`` and ``herdmind play`` write them.

A line holds the deal and all that was decided, so a :class:`~protocol.frontend.desk.Desk` can play it again:

    record = read_games(path)[-1]
    desk.set_up(record.setup(), record.tokens)

A game that is played by people may be unfinished, and its chance may have been entered by hand; its line then
says more than one of a match (``start``, and -1 among ``movers`` where chance was entered) and lacks nothing.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from protocol import VERSION
from protocol.frontend.desk import Setup, worth_of

#: Endings that only games of people have; a match's are named in the page on matches.
UNFINISHED, RESIGNED, NORMAL = "unfinished", "resigned", "normal"
#: The fields that every line has.
OWN_FIELDS = frozenset(
    (
        *("game", "rules", "figures", "seed", "group", "deal", "seats", "ending", "fault", "detail"),
        *("ranks", "scores", "returns", "seconds", "version", "moves", "movers", "ms", "start"),
    )
)
#: Stands for chance among the movers.
CHANCE = -1
#: The field of a game that was entered beside a real table: what was typed of it.
ADVISE = "advise"
#: Stands for the group of a match in a game that belongs to none.
NO_GROUP = -1


@dataclass(frozen=True)
class Game:
    """One game of a file. Lists are in seat order; ``moves`` are (seat or :data:`CHANCE`, token, milliseconds
    or None). ``ranks``, ``scores`` and ``returns`` are empty while it is unfinished; ``fault`` is the seat
    that resigned or failed. ``extra``: further fields for the line."""

    edition: str
    deal: int | None
    rules: tuple[str, ...]
    names: tuple[str, ...]
    players: tuple[str, ...]
    moves: tuple[tuple[int, str, float | None], ...] = ()
    ending: str = UNFINISHED
    fault: int | None = None
    detail: str = ""
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    returns: tuple[float, ...] = ()
    seconds: float = 0.0
    start: str | None = None
    figures: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.edition.partition("/")[0]

    @property
    def tokens(self) -> tuple[str, ...]:
        """What is to be entered after the set-up."""
        return tuple(token for _, token, _ in self.moves)

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.ending != UNFINISHED

    def setup(self) -> Setup:
        """How the game began."""
        return Setup(self.game, len(self.names), self.rules, self.deal, self.start, self.figures)

    def line(self) -> str:
        """The game as a line of a file."""
        count = len(self.names)
        seats = [{"name": name, "player": text} for name, text in zip(self.names, self.players, strict=True)]
        row = {
            "game": self.edition,
            "rules": list(self.rules),
            "figures": self.figures,
            "seed": self.deal,
            "group": NO_GROUP,
            "deal": self.deal,
            "seats": seats,
            "ending": self.ending,
            "fault": self.fault,
            "detail": self.detail,
            "ranks": list(self.ranks),
            "scores": list(self.scores),
            "returns": [round(value, 9) for value in self.returns] if self.over else [0.0] * count,
            "seconds": round(self.seconds, 3),
            "version": VERSION,
            "moves": " ".join(self.tokens),
            "movers": [seat for seat, _, _ in self.moves],
            "ms": [None if ms is None else round(ms, 2) for _, _, ms in self.moves],
            "start": self.start,
            **self.extra,
        }
        return json.dumps(row, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Game:
        """The game of a line.

        Raises:
            ValueError: the line is none; the message says what is missing.
        """
        try:
            row = json.loads(text)
            moves = tuple(zip(row["movers"], row["moves"].split(), row["ms"], strict=True))
            return cls(
                edition=row["game"],
                deal=row["deal"],
                rules=tuple(row["rules"]),
                names=tuple(seat["name"] for seat in row["seats"]),
                players=tuple(seat["player"] for seat in row["seats"]),
                moves=moves,
                ending=row["ending"],
                fault=row["fault"],
                detail=row["detail"],
                ranks=tuple(row["ranks"]),
                scores=tuple(row["scores"]),
                returns=tuple(row.get("returns") or worth_of(row["ranks"])) if row["ranks"] else (),
                seconds=row["seconds"],
                start=row.get("start"),
                figures=row["figures"],
                extra={key: value for key, value in row.items() if key not in OWN_FIELDS},
            )
        except (AttributeError, KeyError, TypeError, json.JSONDecodeError) as error:
            raise ValueError(f"not a game: {error!r}") from error


def resigned(game: Game, seat: int, scores: Sequence[int]) -> Game:
    """The game as it stands when a seat gives up: it has lost to all others, who share the first place."""
    ranks = tuple(len(game.names) if other == seat else 1 for other in range(len(game.names)))
    return replace(
        game,
        ending=RESIGNED,
        fault=seat,
        ranks=ranks,
        scores=tuple(scores),
        returns=tuple(worth_of(ranks)),
        detail=f"seat {seat} resigned",
    )


def read_games(path: Path) -> list[Game]:
    """The games of a file, in its order; a last line that was cut off is left out.

    Raises:
        ValueError: it cannot be read or a line is no game; the message names the file and the line.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    games = []
    for number, line in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), 1):
        try:
            games.append(Game.read(line.decode("utf-8")))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from error
    if not games:
        raise ValueError(f"{path}: there is no game in it")
    return games


def write_game(path: Path, game: Game) -> None:
    """Put the game into the file in place of what was there. Whenever the process or the machine stops, the
    file holds the one or the other.

    Raises:
        OSError: it cannot be written.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("wb") as file:
            file.write(game.line().encode("ascii") + b"\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink()
