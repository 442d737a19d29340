"""The games of a log, as a review needs them: how each began, who decided what, and how it ended.

Reads what matches, tournaments and play write, one JSON object a line. No rule is known here: whether the
moves are legal is asked of the engine when they are played again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: How a game came to its end, in words; a log may have others, which are shown as they are.
ENDINGS = {
    "normal": "played to its end",
    "unfinished": "not finished",
    "interrupted": "broken off",
    "resigned": "given up",
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
    ``position``, or where that is None as the deal ``deal`` of ``seats`` seats. ``names``: a name a seat;
    ``moves``: (seat, token), the seat None where chance was entered. ``scores`` and ``ranks`` are empty
    where the log has none; ``ending``: a word of ENDINGS or another; ``fault``: the seat that lost by it.
    """

    number: int
    line: int
    game: str
    edition: str
    rules: tuple[str, ...]
    figures: str | None
    position: str | None
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
        return f"seat {seat} ({self.names[seat]})" if self.names[seat] else f"seat {seat}"

    def title(self) -> str:
        """Game, rules and players in one line."""
        rules = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.game}{rules}: " + ", ".join(self.names)

    def end(self) -> str:
        """How it ended, in words."""
        words = ENDINGS.get(self.ending, self.ending)
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
        row = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError("this is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON: {error.msg} at column {error.colno}") from error
    except RecursionError:
        raise ValueError("no record of a game: nested too deeply") from None
    if not isinstance(row, dict):
        raise ValueError(f"a record of a game is a JSON object, not {_short(row)}")
    fields = _Fields(row)
    edition = fields.text("game")
    names = tuple(_seat_name(seat, index) for index, seat in enumerate(fields.items("seats")))
    if not 1 <= len(names) <= 100:
        raise ValueError(f"'seats' lists {len(names)} players")
    moves = fields.text("moves", "").split()
    movers = [_mover(mover, index, len(names)) for index, mover in enumerate(fields.items("movers"))]
    if len(movers) != len(moves):
        raise ValueError(f"'movers' names {len(movers)} seats for {len(moves)} moves")
    position = row.get("position")
    if position is not None:
        position = fields.text("position")
    deal = row.get("deal")
    if position is None and (not isinstance(deal, int) or isinstance(deal, bool) or not 0 <= deal < 2**64):
        raise ValueError(f"'deal' is {_short(deal)} and no seed")
    figures = row.get("figures")
    fault = row.get("fault")
    return LoggedGame(
        number=number,
        line=line,
        game=edition.partition("/")[0],
        edition=edition,
        rules=tuple(_word(rule, "rules") for rule in row.get("rules") or ()),
        figures=None if figures is None else fields.text("figures"),
        position=position,
        deal=deal if position is None else None,
        names=names,
        moves=tuple(zip(movers, moves, strict=True)),
        ending=fields.text("ending", "unfinished"),
        fault=None if fault is None else _mover(fault, None, len(names)),
        detail=fields.text("detail", ""),
        ranks=fields.numbers("ranks", len(names)),
        scores=fields.numbers("scores", len(names)),
    )


class _Fields:
    """The fields of one record, each checked as it is taken."""

    def __init__(self, row: dict[str, Any]) -> None:
        self._row = row

    def text(self, key: str, missing: str | None = None) -> str:
        value = self._row.get(key, missing)
        if value is None:
            raise ValueError(f"no record of a game: {key!r} is missing")
        if not isinstance(value, str) or not value.isprintable():
            raise ValueError(f"{key!r} is {_short(value)} and no line of text")
        return value

    def items(self, key: str) -> list[Any]:
        value = self._row.get(key)
        if value is None:
            raise ValueError(f"no record of a game: {key!r} is missing")
        if not isinstance(value, list):
            raise ValueError(f"{key!r} is {_short(value)} and no list")
        return value

    def numbers(self, key: str, seats: int) -> tuple[int, ...]:
        value = self._row.get(key) or []
        if not isinstance(value, list) or not all(isinstance(n, (int, float)) for n in value):
            raise ValueError(f"{key!r} is {_short(value)} and no list of numbers")
        if value and len(value) != seats:
            raise ValueError(f"{key!r} holds {len(value)} numbers for {seats} seats")
        return tuple(value)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 40 else text[:37] + "..."


def _word(value: object, key: str) -> str:
    if not isinstance(value, str) or not value or not value.isprintable() or " " in value:
        raise ValueError(f"{key!r} holds {_short(value)}, which is no word")
    return value


def _seat_name(seat: object, index: int) -> str:
    name = seat.get("name") if isinstance(seat, dict) else seat
    if not isinstance(name, str) or not name.isprintable():
        raise ValueError(f"'seats' has no name for seat {index}: {_short(seat)}")
    return name


def _mover(value: object, index: int | None, seats: int) -> int | None:
    if value is None or value == -1:
        return None
    where = "'fault'" if index is None else f"move {index + 1}: the mover"
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
        raise ValueError(f"{where} is {_short(value)}, the seats are 0 to {seats - 1}")
    return value
