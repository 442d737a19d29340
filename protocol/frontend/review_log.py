"""The games of a log, as a review needs them: how each began, who decided what, and how it ended.

Reads what matches, tournaments and play write, one JSON object a line. No rule is known here: whether the
moves are legal is asked of the engine when they are played again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from protocol.frontend.record import CHANCE, RESIGNED, Game

#: How a game came to its end, in words; a log may have others, which are shown as they are.
ENDINGS = {
    "normal": "played to its end",
    "unfinished": "not finished",
    "interrupted": "broken off",
    RESIGNED: "given up",
    "illegal": "ended by a move that is not legal",
    "time": "ended by a move that came too late",
    "crash": "ended by a player that failed",
    "stall": "ended by a player that did not answer",
}


class LogError(Exception):
    """A log that cannot be used: one sentence that names file, line and fault."""


@dataclass(frozen=True)
class LoggedGame:
    """One game of a log.

    ``number``: its place among the games of the file, from 1; ``line``: of the file; ``game``: its name,
    without edition; ``figures``: the mark of a figures file, None for the built-in ones. It began at
    ``start``, or where that is None as the deal ``deal`` of ``seats`` seats. ``names``: a name a seat;
    ``moves``: (seat, token), the seat None where chance was entered. ``scores`` and ``ranks`` are empty
    where the log has none; ``ending``: a word of ENDINGS or another; ``fault``: the seat that lost by it.
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

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.names)

    def name(self, seat: int) -> str:
        """The seat with the name of who sat there."""
        name = self.names[seat].removeprefix(f"seat {seat}").removeprefix(": ")  # as games of people have it
        return f"seat {seat} ({name})" if name else f"seat {seat}"

    def title(self) -> str:
        """Game, rules and players in one line."""
        rules = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.game}{rules}: " + ", ".join(self.names)

    def end(self) -> str:
        """How it ended, in words."""
        words = ENDINGS.get(self.ending, self.ending)
        if self.ending == RESIGNED and self.fault is not None:
            return f"{words} by {self.name(self.fault)}"
        if self.fault is not None:
            words += f", the fault of {self.name(self.fault)}"
        return words + (f" ({self.detail})" if self.detail else "")


def read_log(path: Path) -> list[LoggedGame]:
    """All games of a log. A last line that was cut off is left out when there are others.

    Raises:
        LogError: the file cannot be read, holds no game, or a line is no record of one.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}") from error
    games: list[LoggedGame] = []
    lines = data.splitlines()
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        try:
            games.append(_game(raw, len(games) + 1, number))
        except ValueError as error:
            cut = number == len(lines) and not data.endswith(b"\n")
            if cut and games:
                break
            raise LogError(f"{path}, line {number}: {error}" + (" (cut off?)" if cut else "")) from error
    if not games:
        raise LogError(f"{path}: there is no game in this file")
    return games


def choose_game(games: Sequence[LoggedGame], path: Path, wanted: int | None) -> LoggedGame | None:
    """Game ``wanted`` (from 1) of a log, or the only one; None when there are several and none is named.

    Raises:
        LogError: there is no such game.
    """
    if wanted is None:
        return games[0] if len(games) == 1 else None
    if not 1 <= wanted <= len(games):
        has = "1 game" if len(games) == 1 else f"{len(games)} games"
        raise LogError(f"--game {wanted}: {path} has {has}")
    return games[wanted - 1]


def _game(raw: bytes, number: int, line: int) -> LoggedGame:
    try:
        record = Game.read(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError("this is not UTF-8 text") from None
    except RecursionError:
        raise ValueError("not a game: nested too deeply") from None
    except ValueError as error:
        if "zip()" in str(error):
            raise ValueError("not a game: 'moves', 'movers' and 'ms' are not equally many") from error
        raise
    _check(record)
    return LoggedGame(
        number=number,
        line=line,
        game=record.game,
        edition=record.edition,
        rules=record.rules,
        figures=record.figures,
        start=record.start,
        deal=record.deal if record.start is None else None,
        names=record.names,
        moves=tuple((None if seat == CHANCE else seat, token) for seat, token, _ in record.moves),
        ending=record.ending,
        fault=record.fault,
        detail=record.detail,
        ranks=record.ranks,
        scores=record.scores,
    )


def _check(record: Game) -> None:
    """Look at the types of what a review uses; a record is whatever a line held.

    Raises:
        ValueError: something is not of its kind.
    """
    seats = len(record.names)
    if not 1 <= seats <= 100:
        raise ValueError(f"'seats' lists {seats} players")
    for key, texts in (
        ("game", [record.edition]),
        ("rules", record.rules),
        ("seats", record.names),
        ("ending", [record.ending]),
        ("detail", [record.detail]),
        ("start", [] if record.start is None else [record.start]),
        ("figures", [] if record.figures is None else [record.figures]),
    ):
        for text in texts:
            if not isinstance(text, str) or not text.isprintable():
                raise ValueError(f"{key!r} holds {_short(text)}, which is no line of text")
    for key, low, numbers in (
        ("movers", CHANCE, [seat for seat, _, _ in record.moves]),
        ("fault", 0, [] if record.fault is None else [record.fault]),
    ):
        for index, seat in enumerate(numbers, 1):
            if not isinstance(seat, int) or isinstance(seat, bool) or not low <= seat < seats:
                raise ValueError(
                    f"{key!r}, number {index}: {_short(seat)} is no seat; they are 0 to {seats - 1}"
                )
    for key, values in (("ranks", record.ranks), ("scores", record.scores)):
        if values and (len(values) != seats or not all(type(number) in (int, float) for number in values)):
            raise ValueError(f"{key!r} is {_short(list(values))} and not {seats} numbers")
    deal = record.deal
    if record.start is None and (type(deal) is not int or not 0 <= deal < 2**64):
        raise ValueError(f"'deal' is {_short(deal)} and no seed")


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 40 else text[:37] + "..."
