"""Games of a log for a review: the start, the decisions with their seats, and the end of each.

A log comes from a match, a tournament or ``herdmind play`` and has one JSON object a line. This module knows
no rule: the engine checks the moves when they are replayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from protocol.base.errors import ProtocolError, ascii_text
from protocol.base.gameline import CHANCE, SEATED, GameRecord, read_games
from protocol.frontend.record import RESIGNED

#: Endings of a game in words; any other ending in a log is shown unchanged.
ENDINGS = {
    "normal": "played to its end",
    "proof": "decided by a proof",
    "score": "decided by what both sides claimed",
    "unfinished": "not finished",
    "interrupted": "broken off",
    RESIGNED: "given up",
    "illegal": "ended by a move that is not legal",
    "time": "ended by a move that came too late",
    "crash": "ended by a player that failed",
    "disconnect": "ended by an engine that went away",
    "stall": "ended by a player that did not answer",
}


class LogError(Exception):
    """Error of a log that cannot be used; its sentence names file, line and fault."""


@dataclass(frozen=True)
class LoggedGame:
    """One game of a log.

    ``number``: its place among the games of the file, from 1; ``line``: its line in the file; ``game``: its
    name without edition; ``figures``: the digest of a figures file, None for the built-in figures. The game
    began at the position ``start`` or, if that is None, as the deal ``deal`` of ``seats`` seats. ``names``:
    one name a seat; ``moves``: (seat, token), with seat None for chance entered by hand. ``scores`` and
    ``ranks`` are empty where the log has none. ``ending``: a word of ENDINGS or another; ``fault``: the seat
    that lost by a fault. ``seated``: the names by seat after each number of moves at which seats changed;
    empty where nobody changed seats.
    """

    number: int
    line: int
    game: str
    edition: str
    rules: tuple[str, ...]
    figures: str | None
    start: str | None
    deal: int | None
    names: tuple[str, ...]
    moves: tuple[tuple[int | None, str], ...]
    ending: str
    fault: int | None = None
    detail: str = ""
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    seated: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.names)

    def sitters(self, seat: int) -> list[str]:
        """The names of all who sat at a seat, in order; one name if nobody changed seats."""
        names = [names[seat] for _, names in self.seated] or [self.names[seat]]
        return [name for at, name in enumerate(names) if not at or name != names[at - 1]]

    def sitter(self, seat: int, number: int) -> str:
        """The name of the player at a seat at move ``number``, from 1."""
        return next(
            (names[seat] for first, names in reversed(self.seated) if first < number), self.names[seat]
        )

    def name(self, seat: int, sitter: str | None = None) -> str:
        """The seat's number from 1 with a name: ``sitter``, or all who sat there."""
        sitters = self.sitters(seat) if sitter is None else [sitter]
        # without the seat number, as in games of people
        plain = [re.sub(r"^seat \d+(: )?", "", name) for name in sitters]
        said = ", then ".join(filter(None, plain))
        return f"seat {seat + 1} ({said})" if said else f"seat {seat + 1}"

    def title(self) -> str:
        """Game, rules and players in one line."""
        rules = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.game}{rules}: " + ", ".join(self.names)

    def length(self) -> str:
        """The number of moves in words."""
        return f"{len(self.moves)} move{'' if len(self.moves) == 1 else 's'}"

    def end(self) -> str:
        """The ending in words."""
        words = ENDINGS.get(self.ending, self.ending)
        who = "" if self.fault is None else self.name(self.fault, self.names[self.fault])
        if self.ending == RESIGNED and who:
            return f"{words} by {who}"
        if who:
            words += f", the fault of {who}"
        return words + (f" ({self.detail})" if self.detail else "")


def read_log(path: Path) -> list[LoggedGame]:
    """All games of a log. A truncated last line is left out if there are others.

    Raises:
        LogError: the file cannot be read, holds no game, or has a line that is not a game record.
    """
    try:
        lines = read_games(path)
    except ProtocolError as error:
        raise LogError(ascii_text(error.message)) from error
    if not lines:
        raise LogError(f"{path}: there is no game in this file")
    games = []
    for number, (line, record) in enumerate(lines, 1):
        try:
            games.append(logged(record, number, line))
        except ValueError as error:
            raise LogError(f"{path}, line {line}: {ascii_text(str(error))}") from error
    return games


def choose_game(games: Sequence[LoggedGame], path: Path, wanted: int | None) -> LoggedGame | None:
    """Game ``wanted`` (from 1) of a log, or its only game; None when there are several and none is named.

    Raises:
        LogError: there is no such game.
    """
    if wanted is None:
        return games[0] if len(games) == 1 else None
    if not 1 <= wanted <= len(games):
        has = "1 game" if len(games) == 1 else f"{len(games)} games"
        raise LogError(f"--game {wanted}: {path} has {has}")
    return games[wanted - 1]


def logged(record: GameRecord, number: int, line: int) -> LoggedGame:
    """Game ``number`` of a file, from its record in ``line``.

    Raises:
        ValueError: its field of changed seats is malformed.
    """
    return LoggedGame(
        number=number,
        line=line,
        game=record.game.partition("/")[0],
        edition=record.game,
        rules=record.rules,
        figures=record.figures,
        start=record.start,
        deal=record.deal if record.start is None else None,
        names=record.names,
        moves=tuple((None if seat == CHANCE else seat, token) for seat, token, _ in record.moves),
        ending=record.ending.value,
        fault=record.fault,
        detail=record.detail,
        ranks=record.ranks,
        scores=record.scores,
        seated=tuple(_seated(record)),
    )


def _seated(record: GameRecord) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The seating after each number of moves. Raises ValueError if the field is malformed."""
    rows, before = record.extra.get(SEATED, []), -1
    try:
        for first, names in rows:
            if not (type(first) is int and before < first <= len(record.moves)) or (first and before < 0):
                raise ValueError(first)
            if len(names) != len(record.names) or not all(type(n) is str and n.isprintable() for n in names):
                raise ValueError(names)
            before = first
            yield first, tuple(names)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{SEATED!r} does not say after how many moves who sat where: {error}") from None
