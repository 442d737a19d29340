"""Solving whole deals in bulk: every first move of every deal, on all cores, into a file to resume from.

The unit of work is one *start*: one move of the seat that decides first in a fresh game. In Longhorn that is
the second player, who chooses where the outlaw starts. Values in the file are those of seat 0.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Any, Self

from protocol import VERSION
from protocol.base.errors import Code, ProtocolError, quote
from protocol.base.files import read_bytes
from protocol.base.linefile import LineFile
from protocol.matches import workers
from protocol.matches.workers import stop_flag
from protocol.table.table import Table
from solver.analysis import Analyser, Limits, Settings
from solver.games import GAMES


@dataclass(frozen=True)
class Task:
    """One start of one deal to solve; ``limit`` in seconds."""

    game: str
    deal: int
    start: str
    limit: float
    hash_mb: int
    figures: str | None = None


#: The types of a record's fields.
_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("edition", "start", "lower", "upper", "version"), (str,)),
    **dict.fromkeys(("deal", "nodes", "hash_mb", "chooser"), (int,)),
    **dict.fromkeys(("time_ms", "limit"), (int, float)),
    "figures": (str, type(None)),
}


@dataclass(frozen=True)
class Record:
    """The result of one start, a line of the file. ``lower`` and ``upper`` bound the value for seat 0."""

    edition: str
    deal: int
    start: str
    lower: Fraction
    upper: Fraction
    nodes: int
    time_ms: int
    limit: float
    hash_mb: int
    figures: str | None
    version: str
    #: The seat that chose this start.
    chooser: int
    #: Not written to the file: the search was interrupted, so an open value says nothing about the limit.
    interrupted: bool = False

    @property
    def proved(self) -> bool:
        return self.lower == self.upper

    def line(self) -> str:
        """The record as one line of JSON."""
        fields = asdict(self)
        del fields["interrupted"]
        fields.update(lower=str(self.lower), upper=str(self.upper), proved=self.proved)
        return json.dumps(fields)

    @classmethod
    def read(cls, text: str) -> Record:
        """The record of a line of JSON.

        Raises:
            ValueError: the line is not a record.
        """
        try:
            fields: dict[str, Any] = json.loads(text)
            del fields["proved"]
            for key, kinds in _KINDS.items():
                if type(fields[key]) not in kinds:
                    raise ValueError(f"{key!r} is {quote(json.dumps(fields[key]))}")
            fields.update(lower=Fraction(fields["lower"]), upper=Fraction(fields["upper"]))
            return cls(**fields)
        except RecursionError:
            raise ValueError("not a record of a start: nested too deeply") from None
        except KeyError as error:
            raise ValueError(f"not a record of a start: there is no {error}") from error
        except (AttributeError, TypeError, ValueError, ZeroDivisionError) as error:
            raise ValueError(f"not a record of a start: {error}") from error


# --- one start --------------------------------------------------------------------------------------------


def figures_mark(path: str | None) -> str | None:
    """A short digest of a file of figures, by which records made with different figures are kept apart."""
    return hashlib.sha256(read_bytes(path)).hexdigest()[:12] if path else None


def solve_start(task: Task) -> Record:
    """Prove the value of one start, or bound it within the limit. Runs in a worker process."""
    game, stop = GAMES[task.game], stop_flag()
    state = Table.fresh(game, task.deal, figures=task.figures).state
    chooser = state.players_to_move()[0]
    move = state.string_to_action(task.start, chooser)
    analyser = Analyser(Settings(hash_mb=task.hash_mb))
    limits = Limits(movetime_ms=round(task.limit * 1000), searchmoves=(move,))
    answer = analyser.analyse(state.view(chooser), limits, None, stop, chooser)
    lower, upper = Fraction(-1), Fraction(1)
    for line in answer.report.lines:
        if line.move == move:
            lower, upper = line.lower, line.upper
    if chooser != 0:
        lower, upper = -upper, -lower
    return Record(
        game.edition,
        task.deal,
        task.start,
        lower,
        upper,
        answer.report.nodes,
        answer.report.time_ms,
        task.limit,
        task.hash_mb,
        figures_mark(task.figures),
        VERSION,
        chooser,
        stop.is_set(),
    )


def starts_of(game_name: str, deal: int, figures: str | None = None) -> list[str]:
    """The tokens of the first decision of a deal."""
    return Table.fresh(GAMES[game_name], deal, figures=figures).legal()


# --- the file ---------------------------------------------------------------------------------------------


def keep_better(records: dict[tuple[int, str], Record], record: Record) -> None:
    """Enter a record, unless a tighter one of the same start is there."""
    key = (record.deal, record.start)
    old = records.get(key)
    if old is None or (record.upper - record.lower, -record.limit) <= (old.upper - old.lower, -old.limit):
        records[key] = record


class Book:
    """The records of a JSONL file, the best one for each start. Every record is on disk before the next. Only
    one process at a time may have the file open. Use as a context manager."""

    def __init__(self, path: Path, edition: str, figures: str | None) -> None:
        self.path = path
        self.edition = edition
        self.figures = figures
        self.records: dict[tuple[int, str], Record] = {}
        self._file = LineFile(path, self._take, "run")

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _take(self, line: str) -> None:
        self._keep(Record.read(line))

    def _keep(self, record: Record) -> None:
        if record.edition != self.edition or record.figures != self.figures:
            return
        keep_better(self.records, record)

    def add(self, record: Record) -> None:
        """Append a record to the file.

        Raises:
            ProtocolError: the file cannot be written.
        """
        self._file.add(record.line())
        self._keep(record)

    def done(self, deal: int, start: str, limit: float) -> bool:
        """Whether searching the start again with ``limit`` seconds would gain nothing."""
        record = self.records.get((deal, start))
        return record is not None and (record.proved or record.limit >= limit)


# --- summaries --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DealResult:
    """The result of a deal: ``value`` for seat 0 under the best start, None while open."""

    deal: int
    lower: Fraction
    upper: Fraction
    #: Values of all starts when all are proved.
    starts: tuple[Fraction, ...] | None

    @property
    def value(self) -> Fraction | None:
        return self.lower if self.lower == self.upper else None


def judge(deal: int, starts: Iterable[str], records: Mapping[tuple[int, str], Record]) -> DealResult:
    """The result of a deal from its starts: the chooser takes the start that is best for itself."""
    lows, highs, chooser = [], [], 1
    for start in starts:
        record = records.get((deal, start))
        lows.append(record.lower if record else Fraction(-1))
        highs.append(record.upper if record else Fraction(1))
        chooser = record.chooser if record else chooser
    best = max if chooser == 0 else min
    values = tuple(lows) if lows == highs else None
    return DealResult(deal, best(lows), best(highs), values)


@dataclass(frozen=True)
class Spread:
    """Median, 90th percentile and maximum of some numbers (zeros when there are none)."""

    median: float
    ninety: float
    greatest: float

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Spread:
        ordered = sorted(numbers)
        if not ordered:
            return cls(0, 0, 0)
        return cls(median(ordered), ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)], ordered[-1])


@dataclass(frozen=True)
class Summary:
    """The results of a run for seat 0. Proved and open values are never mixed."""

    deals: int
    decided: int
    wins: int
    draws: int
    losses: int
    between: int
    starts: int
    starts_proved: int
    start_wins: int
    start_draws: int
    start_losses: int
    whole: int
    best_start: float
    average_start: float
    time_ms: Spread
    nodes: Spread
    #: Search time of all starts together, including open ones.
    hours: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def summarise(deals: Mapping[int, list[str]], records: Mapping[tuple[int, str], Record]) -> Summary:
    """The summary over ``deals`` (number: its starts)."""
    results = [judge(deal, starts, records) for deal, starts in deals.items()]
    values = [r.value for r in results if r.value is not None]
    known = [
        records[deal, start] for deal, starts in deals.items() for start in starts if (deal, start) in records
    ]
    proved = [r for r in known if r.proved]
    whole = [(r.value, r.starts) for r in results if r.starts is not None and r.value is not None]
    n = max(1, len(whole))
    return Summary(
        deals=len(results),
        decided=len(values),
        wins=values.count(Fraction(1)),
        draws=values.count(Fraction(0)),
        losses=values.count(Fraction(-1)),
        between=sum(abs(v) != 1 and v != 0 for v in values),
        starts=sum(map(len, deals.values())),
        starts_proved=len(proved),
        start_wins=sum(r.lower == 1 for r in proved),
        start_draws=sum(r.lower == 0 for r in proved),
        start_losses=sum(r.lower == -1 for r in proved),
        whole=len(whole),
        best_start=float(sum(value for value, _ in whole)) / n,
        average_start=float(sum(sum(starts) / len(starts) for _, starts in whole)) / n,
        time_ms=Spread.of(r.time_ms for r in proved),
        nodes=Spread.of(r.nodes for r in proved),
        hours=sum(r.time_ms for r in known) / 3_600_000,
    )


class Tally:
    """The progress of a run, updated record by record: recounting thousands of deals for every redrawn bar
    would be slow.

    ``starts``: all starts; ``settled``: those that need no more work (with ``first`` all starts of a decided
    deal); ``proved``: those with a known value; ``decided``: the deals with a known value.
    """

    def __init__(self, deals: Mapping[int, list[str]], book: Book, limit: float, first: bool) -> None:
        self._deals = deals
        self._book = book
        self._limit = limit
        self._first = first
        self._known: dict[int, tuple[int, int, int]] = {}
        self.starts = sum(map(len, deals.values()))
        self.settled = self.proved = self.decided = 0
        for deal in deals:
            self.heed(deal)

    def heed(self, deal: int) -> None:
        """Update the counts after a new record of the deal."""
        starts, records = self._deals[deal], self._book.records
        before = self._known.get(deal, (0, 0, 0))
        proved = sum((deal, start) in records and records[deal, start].proved for start in starts)
        decided = judge(deal, starts, records).value is not None
        settled = len(starts) if decided and self._first else 0
        settled = settled or sum(self._book.done(deal, start, self._limit) for start in starts)
        now = self._known[deal] = (settled, proved, int(decided))
        self.settled, self.proved, self.decided = (
            total + new - old
            for total, new, old in zip((self.settled, self.proved, self.decided), now, before, strict=True)
        )

    def note(self) -> str:
        """The state in a few words."""
        return f"{self.proved} proved, {self.decided} of {len(self._deals)} deals decided"


# --- a run ------------------------------------------------------------------------------------------------


def tasks_of(
    deals: Mapping[int, list[str]],
    book: Book,
    game: str,
    limit: float,
    hash_mb: int,
    figures: str | None,
    first: bool,
) -> Iterator[Task]:
    """The remaining tasks, looked up as late as possible. With ``first`` the other starts of a decided deal
    are left out."""
    for deal, starts in deals.items():
        for start in starts:
            if first and judge(deal, starts, book.records).value is not None:
                break
            if not book.done(deal, start, limit):
                yield Task(game, deal, start, limit, hash_mb, figures)


def run(
    tasks: Iterator[Task],
    executor: Executor,
    jobs: int | Callable[[], int],
    on_record: Callable[[Record], None],
    end: Callable[[], None],
    on_wait: Callable[[], None] = lambda: None,
    asked: Callable[[], int] = lambda: 0,
) -> bool:
    """Run all tasks and call ``on_record`` with each record as it comes; False when ended early.

    ``asked`` says whether to end early, and ``end`` asks the workers to give up (see
    :func:`protocol.matches.workers.run`); values proved by then are still recorded. Any ``Executor`` will do.
    """

    def take(record: Record) -> None:
        if record.proved or not record.interrupted:
            on_record(record)

    return workers.run(tasks, solve_start, executor, jobs, take, end, on_wait, asked)


def deal_range(text: str) -> range:
    """The range of ``7`` or ``1-100``.

    Raises:
        ProtocolError: the text is neither.
    """
    first, dash, last = text.partition("-")
    if not (first.isascii() and first.isdigit()) or (dash and not (last.isascii() and last.isdigit())):
        raise ProtocolError(
            Code.NUMBER, f"{quote(text)}: deals should be one number or FIRST-LAST, as in 1-100", text
        )
    low, high = int(first), int(last or first)
    if not low <= high < 2**64:
        raise ProtocolError(Code.RANGE, f"{quote(text)}: the first deal should not be above the last", text)
    return range(low, high + 1)
