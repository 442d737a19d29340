"""Files of games, one JSON object a line, as written by ``herdmind match --log`` and ``herdmind play``.

A line holds the deal and all decisions, so a :class:`~protocol.frontend.desk.Desk` can replay the game:

    record = read_games(path)[-1]
    desk.set_up(record.setup(), record.tokens)

A game among people may be unfinished, and its chance may have been entered by hand. Its line has all fields
of a match's line, and others too: ``start``, and -1 among ``movers`` where chance was entered.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from protocol import VERSION
from protocol.base import gameline
from protocol.base.errors import ProtocolError, ascii_text
from protocol.base.files import write_whole
from protocol.base.gameline import CHANCE as CHANCE
from protocol.base.gameline import NO_GROUP, SEATED, GameRecord, worth_of
from protocol.frontend.desk import Setup

#: Endings that only games among people have; those of matches are listed in the page on matches.
UNFINISHED, RESIGNED, NORMAL = "unfinished", "resigned", "normal"
#: Field for the typed lines of a game that was entered beside a real table.
ADVISE = "advise"


@dataclass(frozen=True)
class Game:
    """Game of a file. Lists are in seat order; ``moves`` are (seat or :data:`CHANCE`, token, milliseconds or
    None). ``ranks``, ``scores`` and ``returns`` are empty while the game is unfinished; ``fault`` is the seat
    that resigned or failed. ``extra``: further fields of the line."""

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
        """The tokens to enter after the set-up."""
        return tuple(token for _, token, _ in self.moves)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ending != UNFINISHED

    def setup(self) -> Setup:
        """The set-up of the game."""
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
            ValueError: the line is not a game; the message says what is missing.
        """
        return cls.of(GameRecord.read(text))

    @classmethod
    def of(cls, line: GameRecord) -> Game:
        """The game of a line that is already parsed."""
        return cls(
            edition=line.game,
            deal=line.deal,
            rules=line.rules,
            names=line.names,
            players=line.players,
            moves=line.moves,
            ending=line.ending.value,
            fault=line.fault,
            detail=line.detail,
            ranks=line.ranks,
            scores=line.scores,
            returns=line.returns,
            seconds=line.seconds,
            start=line.start,
            figures=line.figures,
            extra=line.extra,
        )


def seated(game: Game, names: Sequence[str], players: Sequence[str]) -> Game:
    """The game with new names and players at its seats. If others made moves before, :data:`SEATED` records
    the changes: pairs of a number of moves and the players from then on."""
    rows = game.extra.get(SEATED) or [[0, list(game.names)]]
    rows = [row for row in rows if row[0] < len(game.moves)]
    if rows and rows[-1][1] != list(names):
        rows.append([len(game.moves), list(names)])
    extra = {key: value for key, value in game.extra.items() if key != SEATED}
    if len(rows) > 1:
        extra[SEATED] = rows
    return replace(game, names=tuple(names), players=tuple(players), extra=extra)


def resigned(game: Game, seat: int, scores: Sequence[int]) -> Game:
    """The game after a seat has resigned: it loses to all others, who share the first place."""
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
    """The games of a file in order; a truncated last line is left out.

    Raises:
        ValueError: the file cannot be read, or a line is not a game; the message names file and line.
    """
    try:
        games = [Game.of(line) for _, line in gameline.read_games(path)]
    except ProtocolError as error:
        raise ValueError(ascii_text(error.message)) from error
    if not games:
        raise ValueError(f"{path}: there is no game in it")
    return games


def write_game(path: Path, game: Game) -> None:
    """Replace the content of the file by the game. If the process or the machine stops at any moment, the
    file holds either the old content or the new.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_whole(path, game.line().encode("ascii") + b"\n")
    except ProtocolError as error:
        raise OSError(errno.EINVAL, ascii_text(error.message).removeprefix(f"{path}: "), str(path)) from error
