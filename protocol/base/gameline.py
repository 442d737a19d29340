"""A played game as one line of JSON, and the strict reader of such lines. Matches, tournaments, ``play`` and
``advise`` write them.

``seed``, ``group``, ``returns``, ``late``, ``clocks``, ``start``, ``adjudication`` and ``values`` are
optional; all other fields are required, each with its type. The reader knows no rules: other modules check
the moves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from protocol.base.errors import ProtocolError, ascii_text, quote
from protocol.base.filekinds import kind_of
from protocol.base.files import refusal
from protocol.base.linefile import read_lines

Key = tuple[object, ...]

#: The mover of a chance event that was entered by hand.
CHANCE = -1
#: The group of a game that belongs to no match.
NO_GROUP = -1
#: The field of a game in which seats changed players: the players, and after how many moves.
SEATED = "seated"
#: Greatest number of seats.
MOST_SEATS = 100
#: Players named in a representation.
SHOWN = 4
_SEED_END = 2**64
#: Scores, milliseconds and seconds: what a float holds exactly.
_LARGEST = 2**53
_FIELDS = frozenset(
    (
        *("game", "rules", "figures", "seed", "group", "deal", "seats", "ending", "fault", "detail"),
        *("ranks", "scores", "returns", "seconds", "version", "moves", "movers", "ms"),
        *("late", "clocks", "start", "adjudication", "values"),
    )
)


class Ending(Enum):
    """End of a game. Except for the first three, ``fault`` of the record names the seat responsible."""

    NORMAL = "normal"
    #: Decided early: one side had a proven win.
    PROOF = "proof"
    #: Decided early: both sides said for long enough that the same one wins.
    SCORE = "score"
    #: The player answered with something other than a legal move.
    ILLEGAL = "illegal"
    #: A move came too late.
    TIME = "time"
    #: The player failed: it was ended by a signal or with an exit code, or refused what it was sent.
    CRASH = "crash"
    #: The engine left: it closed its output, or ended with exit code 0.
    DISCONNECT = "disconnect"
    #: No move came, not even when the search was told to stop.
    STALL = "stall"
    #: The match was interrupted: the game does not count and is not logged.
    INTERRUPTED = "interrupted"
    #: Somebody gave up: games of people only.
    RESIGNED = "resigned"
    #: Not finished yet: games of people only.
    UNFINISHED = "unfinished"

    @property
    def fair(self) -> bool:
        """Whether the game was decided by how it was played."""
        return self in (Ending.NORMAL, Ending.PROOF, Ending.SCORE)


def _rounded(ms: float | None) -> float | None:
    """Milliseconds with two digits."""
    return None if ms is None else round(ms, 2)


@dataclass(frozen=True, repr=False)
class GameRecord:
    """One game. Lists of players, ``ranks``, ``scores`` and ``returns`` are in seat order; ``moves`` holds
    the decisions as (seat, token, milliseconds), the time None where the referee played the only legal move
    unasked, and the seat CHANCE where chance is told: a person entered it, or the game began from a position.

    It began at ``start``, the text of a position, or where that is None as the deal ``deal``; where that is
    None too as a game's usual set-up, and all later chance was entered. After an ending that is not normal
    the seat at fault has lost to all others, whatever the table showed, and ``scores`` are those of the table
    when it was left; an unfinished game has no ranks, scores and returns. ``late``: milliseconds by which a
    move lost by time came after its limit. ``clocks``, when somebody has a clock: milliseconds on the mover's
    clock after each decision, its increment added; None where the mover has no clock or was not asked.
    ``adjudication``: the rule by which the game could be decided early
    (:mod:`protocol.records.adjudication`), and ``values``, when that heeds them: what the mover claimed for
    itself with each decision. ``extra``: what else the line holds.

    >>> import herdmind
    >>> herdmind.play_match("longhorn", ["random", "random"], deals=1).games[0].ending
    <Ending.NORMAL: 'normal'>
    """

    game: str
    rules: tuple[str, ...]
    figures: str | None
    seed: int | None
    group: int
    deal: int | None
    names: tuple[str, ...]
    players: tuple[str, ...]
    moves: tuple[tuple[int, str, float | None], ...]
    ending: Ending
    fault: int | None
    detail: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[float, ...]
    seconds: float
    version: str
    late: float | None = None
    clocks: tuple[float | None, ...] = ()
    start: str | None = None
    adjudication: str = ""
    values: tuple[float | None, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        # as exact as the line, so that a game that is read is equal to the one that was written
        set_field = partial(object.__setattr__, self)
        set_field("returns", tuple(round(value, 9) for value in self.returns))
        set_field("seconds", round(self.seconds, 3))
        set_field("detail", ascii_text(self.detail))
        set_field("moves", tuple((seat, token, _rounded(ms)) for seat, token, ms in self.moves))
        set_field("late", _rounded(self.late))
        set_field("clocks", tuple(map(_rounded, self.clocks)))

    def __repr__(self) -> str:
        places = f", ranks {' '.join(map(str, self.ranks))}" if self.finished else ""
        names = ", ".join(self.names[:SHOWN]) + ", ..." * (len(self.names) > SHOWN)
        return f"<GameRecord {self.game}: {names}; {len(self.moves)} moves, {self.ending.value}{places}>"

    @property
    def key(self) -> Key:
        """The identity of the game: all but its outcome. Games of people differ only in their moves."""
        own: Key = (self.start, self.adjudication)
        if self.group == NO_GROUP:
            own = (self.start, tuple(token for _, token, _ in self.moves))
        return (self.game, self.rules, self.figures, self.seed, self.group, self.names, self.players, *own)

    @property
    def finished(self) -> bool:
        """Whether the game has a result."""
        return bool(self.ranks)

    @property
    def steady(self) -> bool:
        """Whether no seat changed its player during the game."""
        return SEATED not in self.extra

    def line(self) -> str:
        """The record as one line of JSON."""
        seats = [{"name": name, "player": text} for name, text in zip(self.names, self.players, strict=True)]
        fields: dict[str, object] = {
            "game": self.game,
            "rules": list(self.rules),
            "figures": self.figures,
            "seed": self.seed,
            "group": self.group,
            "deal": self.deal,
            "seats": seats,
            "ending": self.ending.value,
            "fault": self.fault,
            "detail": self.detail,
            "ranks": list(self.ranks),
            "scores": list(self.scores),
            "returns": list(self.returns),
            "seconds": self.seconds,
            "version": self.version,
            "moves": " ".join(token for _, token, _ in self.moves),
            "movers": [seat for seat, _, _ in self.moves],
            "ms": [ms for _, _, ms in self.moves],
        }
        if self.late is not None:
            fields["late"] = self.late
        if self.clocks:
            fields["clocks"] = list(self.clocks)
        if self.start is not None:
            fields["start"] = self.start
        if self.adjudication:
            fields["adjudication"] = self.adjudication
        if self.values:
            fields["values"] = list(self.values)
        return json.dumps(fields | self.extra, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> GameRecord:
        """The record of a line.

        Raises:
            ValueError: the line is not a game; the message names the field and its value.
        """
        try:
            row = json.loads(text, parse_constant=_no_number)
        except RecursionError:
            raise ValueError("not a game: nested too deeply") from None
        except ValueError as error:
            raise ValueError(f"not a game: {error}") from None
        if not isinstance(row, dict):
            raise ValueError("not a game: it should be one JSON object")
        return _record(_Row(row))


def read_games(path: Path) -> list[tuple[int, GameRecord]]:
    """The games of a file, plain or packed with gzip, each with its line number from 1. A truncated last
    line and blank lines are skipped.

    Raises:
        ProtocolError: the file cannot be read, or a line is not a game; the message says which.
    """
    found: list[tuple[int, GameRecord]] = []
    try:
        read_lines(path, lambda number, line: found.append((number, GameRecord.read(line))))
    except ProtocolError as error:
        place = re.match(r", line \d+(?=:)", error.message.removeprefix(str(path)))
        kind = kind_of(path) if place and not found else ""
        if place and kind:
            raise refusal(f"{path}{place[0]}", f"not a game: the file is {kind}") from error
        raise
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


def _short(value: object) -> str:
    return quote(json.dumps(value, ensure_ascii=True))[1:-1]


def _is_whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_number(value: object, low: float, high: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def worth_of(ranks: Sequence[int]) -> list[float]:
    """Returns from ranks, where nobody wins as a team: the share of the others that a seat beats, minus the
    share that beats it."""
    others = max(1, len(ranks) - 1)
    return [sum((r > mine) - (r < mine) for r in ranks) / others for mine in ranks]


class _Row:
    """The JSON object of a line, with checked access to its fields."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.row = row

    def fault(self, key: str, should: str) -> NoReturn:
        """Raise ValueError for the value of a key."""
        raise ValueError(f"not a game: {key!r} is {_short(self.row[key])} and should be {should}")

    def get(self, key: str, test: Callable[[Any], bool], should: str, *default: object) -> Any:
        """The value of a key; for a missing key the ``default``, if one is given."""
        if key not in self.row:
            if default:
                return default[0]
            raise ValueError(f"not a game: there is no {key!r}")
        if not test(self.row[key]):
            self.fault(key, should)
        return self.row[key]

    def text(self, key: str) -> str:
        """A line of text."""
        found: str = self.get(key, _is_line, "a line of text without control characters")
        return found

    def text_or_none(self, key: str, *default: None) -> str | None:
        """A line of text or null."""
        should = "a line of text without control characters, or null"
        found: str | None = self.get(key, lambda value: value is None or _is_line(value), should, *default)
        return found

    def whole_or_none(self, key: str, high: int) -> int | None:
        """A whole number from 0 to ``high`` or null."""
        found: int | None = self.get(
            key, lambda value: value is None or _is_whole(value, 0, high), f"0 to {high}, or null"
        )
        return found

    def values(
        self, key: str, test: Callable[[Any], bool], should: str, counts: Sequence[int] | None = None
    ) -> Any:
        """A list whose values all pass the test; ``counts`` holds the lengths allowed, None allows any."""
        values = self.get(key, lambda value: isinstance(value, list), f"a list: {should}")
        for at, value in enumerate(values):
            if not test(value):
                raise ValueError(
                    f"not a game: {key!r}, number {at + 1}, is {_short(value)} and should be {should}"
                )
        if counts is not None and len(values) not in counts:
            raise ValueError(f"not a game: {key!r} has {len(values)} values and should have {counts[0]}")
        return values


def _record(row: _Row) -> GameRecord:
    names, players = _seats(row)
    seats = len(names)
    endings = [ending.value for ending in Ending]
    ending = row.get("ending", lambda value: value in endings, f"one of {', '.join(endings)}")
    over = ending != Ending.UNFINISHED.value
    ranks = row.values(
        "ranks", lambda value: _is_whole(value, 1, seats), f"1 to {seats}", (seats,) if over else (0,)
    )
    scores = row.values(
        "scores",
        lambda value: _is_whole(value, -_LARGEST, _LARGEST),
        "a whole number",
        (seats,) if over else (0, seats),
    )
    returns = worth_of(ranks)
    if "returns" in row.row:
        returns = row.values(
            "returns", lambda value: _is_number(value, -1, 1), "-1 to 1", (seats,) if over else (0, seats)
        )
    start = row.text_or_none("start", None)
    deal = row.whole_or_none("deal", _SEED_END - 1)
    group = row.get(
        "group", lambda value: _is_whole(value, NO_GROUP, _SEED_END), "a whole number from -1", NO_GROUP
    )
    if group != NO_GROUP and (deal is None or row.row.get("seed") is None):
        row.fault("group", f"{NO_GROUP}, for there is no deal and no seed")
    moves = _moves(row, seats)
    clock = "milliseconds or null"
    return GameRecord(
        game=row.text("game"),
        rules=tuple(row.values("rules", _is_line, "a word of the rules")),
        figures=row.text_or_none("figures"),
        seed=row.whole_or_none("seed", _SEED_END - 1) if "seed" in row.row else deal,
        group=group,
        deal=deal,
        names=names,
        players=players,
        moves=moves,
        ending=Ending(ending),
        fault=row.whole_or_none("fault", seats - 1),
        detail=row.text("detail"),
        ranks=tuple(ranks),
        scores=tuple(scores) if over else (),
        returns=tuple(returns) if over else (),
        seconds=row.get("seconds", lambda value: _is_number(value, 0, _LARGEST), "seconds"),
        version=row.text("version"),
        late=row.get("late", lambda value: value is None or _is_number(value, 0, _LARGEST), clock, None),
        clocks=tuple(
            row.values(
                "clocks",
                lambda value: value is None or _is_number(value, -_LARGEST, _LARGEST),
                clock,
                (len(moves), 0),
            )
            if "clocks" in row.row
            else ()
        ),
        start=start,
        adjudication=row.text("adjudication") if "adjudication" in row.row else "",
        values=tuple(
            row.values(
                "values",
                lambda value: value is None or _is_number(value, -1, 1),
                "-1 to 1, or null",
                (len(moves), 0),
            )
            if "values" in row.row
            else ()
        ),
        extra={key: value for key, value in row.row.items() if key not in _FIELDS},
    )


def _seats(row: _Row) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(names, players) of the seats."""
    every = row.values(
        "seats",
        lambda value: isinstance(value, dict) and all(_is_line(value.get(key)) for key in ("name", "player")),
        '{"name": TEXT, "player": TEXT} without control characters',
    )
    if not 1 <= len(every) <= MOST_SEATS:
        raise ValueError(f"not a game: 'seats' has {len(every)} players and should have 1 to {MOST_SEATS}")
    return tuple(seat["name"] for seat in every), tuple(seat["player"] for seat in every)


def _moves(row: _Row, seats: int) -> tuple[tuple[int, str, float | None], ...]:
    tokens = row.text("moves").split()
    for token in tokens:
        if not token.isascii():
            raise ValueError(f"not a game: 'moves': {quote(token)} is not the token of a move")
    movers = row.values(
        "movers",
        lambda value: _is_whole(value, CHANCE, seats - 1),
        f"a seat, 0 to {seats - 1}, or {CHANCE} for chance",
        (len(tokens),),
    )
    times = row.values(
        "ms",
        lambda value: value is None or _is_number(value, 0, _LARGEST),
        "milliseconds or null",
        (len(tokens),),
    )
    return tuple(zip(movers, tokens, times, strict=True))
