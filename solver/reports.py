"""Requests to a search and its answers: the types that the searches share with their callers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

LOST, WON = Fraction(-1), Fraction(1)
#: Players: the game's own search; flat Monte Carlo over sampled worlds; the learnt model of the players,
#: without a search; a hand-made player that looks at most one move ahead; random moves.
SEARCHES = ("full", "flat", "policy", "greedy", "random")
#: Objectives, numbered as in the contract: the game's result, a good place, the game's points.
OBJECTIVES = ("win", "rank", "points")
MAX_SKILL = 20
#: Moves of a line in a representation.
SHOWN = 3
#: Least and greatest value of the numbers in Settings; the memory is that of the machine.
_ANY = 2**63
_RANGES = {
    "hash_mb": (1, _ANY),
    "threads": (1, 256),
    "multipv": (1, _ANY),
    "seed": (0, 2**64 - 1),
    "skill": (0, MAX_SKILL),
}


@dataclass(frozen=True)
class Limits:
    """Limits that end a search. None: no such limit.

    ``movetime_ms``: wall clock in milliseconds; ``nodes``: positions expanded; ``depth``: plies of the
    estimating search; ``infinite``: no clock ends it; ``searchmoves``: the root actions to search (all when
    empty); ``cputime_ms``: processor time of the searching thread in milliseconds, with one thread and
    without ``movetime_ms``.

    >>> Limits(movetime_ms=500, nodes=1000)
    Limits(movetime_ms=500, nodes=1000, depth=None, infinite=False, searchmoves=(), cputime_ms=None)
    """

    movetime_ms: int | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False
    searchmoves: tuple[int, ...] = ()
    cputime_ms: int | None = None


@dataclass(frozen=True)
class Settings:
    """Settings of an engine, which hold from one search to the next.

    ``hash_mb``: megabytes for tables and trees; ``threads``: at least 1; ``multipv``: root moves to report;
    ``seed``: of the engine's own random draws; ``search``: the player, one of SEARCHES; ``skill``: strength,
    0 to MAX_SKILL (full strength); ``objective``: one of OBJECTIVES; ``tuning``: parameters of a tree search,
    (name, value as text), that replace the game's own, to measure the effect of each; ``weights``: a file of
    a learnt model's weights (empty: the packaged ones).

    Raises ValueError naming the field whose value is out of range.

    >>> Settings(skill=5, seed=2).threads
    1
    >>> Settings(skill=21)
    Traceback (most recent call last):
    ValueError: skill is 21: should be 0 to 20
    """

    hash_mb: int = 256
    threads: int = 1
    multipv: int = 1
    seed: int = 0
    search: str = "full"
    skill: int = 20
    objective: str = "win"
    teach: bool = False
    tuning: tuple[tuple[str, str], ...] = ()
    weights: str = ""

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                span = f"{low} or more" if high == _ANY else f"{low} to {high}"
                raise ValueError(f"{name} is {value!r}: should be {span}")
        for name, known in (("search", SEARCHES), ("objective", OBJECTIVES)):
            if getattr(self, name) not in known:
                raise ValueError(f"{name} is {getattr(self, name)!r}: should be one of {', '.join(known)}")


@dataclass(frozen=True, repr=False)
class Line:
    """One root move. All values are expected results of the asked seat: win 1, draw 0, loss -1.

    ``pv``: tokens, the move first; ``value``: the estimate, within the proved ``lower`` to ``upper``;
    ``wdl``: chances of win, draw and loss in permille; ``nodes``: work done below the move, 0 where not
    counted; ``values``: the expected result of every seat, empty in a two-seat zero-sum game; ``notes``:
    other named expectations of the move; ``samples``: the number of sampled games whose mean the value is, 0
    where the value is computed and not sampled.

    >>> Line(3, ("c7", "c2"), value=0.25)
    <Line c7 c2: +0.250>
    >>> Line(3, ("c7",), lower=WON).proven
    True
    """

    move: int
    pv: tuple[str, ...]
    value: float = 0.0
    lower: Fraction = LOST
    upper: Fraction = WON
    wdl: tuple[int, int, int] = (0, 1000, 0)
    nodes: int = 0
    values: tuple[float, ...] = ()
    notes: tuple[tuple[str, float], ...] = ()
    samples: int = 0

    @property
    def proven(self) -> bool:
        """Whether the exact value is known."""
        return self.lower == self.upper

    def __repr__(self) -> str:
        value = f"proven {self.lower}" if self.proven else f"{self.value + 0.0:+.3f}"
        return f"<Line {' '.join(self.pv[:SHOWN])}{' ...' * (len(self.pv) > SHOWN)}: {value}>"


@dataclass(frozen=True, repr=False)
class Report:
    """State of a search so far.

    ``lines``: best first; ``time_ms``: since its start; ``hashfull``: permille; ``lower`` and ``upper``:
    proved bounds of the position's value over the moves searched.

    >>> Report(depth=2, nodes=100, time_ms=5, lines=(Line(3, ("c7",), value=0.25),))
    <Report depth 2, 100 nodes, 5 ms, [<Line c7: +0.250>]>
    """

    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    nps: int = 0
    hashfull: int = 0
    time_ms: int = 0
    lower: Fraction = LOST
    upper: Fraction = WON
    lines: tuple[Line, ...] = ()

    def __repr__(self) -> str:
        return f"<Report depth {self.depth}, {self.nodes} nodes, {self.time_ms} ms, {list(self.lines[:1])}>"

    def _repr_html_(self) -> str:
        """The root moves as a table, in a notebook."""
        from html import escape  # engines need none of it

        rows = []
        for line in self.lines:
            bounds = "proven" if line.proven else f"{float(line.lower):+.3f} to {float(line.upper):+.3f}"
            cells = [line.pv[0], f"{line.value:+.3f}", bounds, " ".join(line.pv[1:])]
            rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
        head = "".join(f"<th>{name}</th>" for name in ("move", "value", "bounds", "then"))
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        about = f"depth {self.depth}, {self.nodes:,} nodes, {self.time_ms / 1000:.1f} s"
        return f"<table><caption>{about}</caption><tr>{head}</tr>{body}</table>"


@dataclass(frozen=True)
class Refutation:
    """A root move with its proven ``value``, and the ``line`` of tokens that shows it, the reply first.

    ``plies``: the length of a win that the other side forces against the longest defence, 0 if none is known
    and the line is the search's. The line ends before a draw of chance, and may be shorter for it.

    >>> Refutation("c7", LOST, 2, ("c2", "c5")).line[0]
    'c2'
    """

    move: str
    value: Fraction
    plies: int
    line: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    """What a position of proven ``value`` teaches, for the asked seat.

    ``keeping`` and ``losing``: how many of the ``legal`` moves are proved to keep the value, or to give some
    of it away; ``whole``: whether all moves were searched; ``refuted``: reported moves that give it away, or
    that lose like all others.

    >>> Lesson(WON, keeping=1, losing=6, legal=7).only
    True
    """

    value: Fraction
    keeping: int
    losing: int
    legal: int
    whole: bool = True
    refuted: tuple[Refutation, ...] = ()

    @property
    def only(self) -> bool:
        """Whether a single move is known to keep the value, and all others to lose some of it."""
        return self.keeping == 1 and self.losing == self.legal - 1 > 0

    @property
    def every(self) -> bool:
        """Whether every move is known to keep the value."""
        return self.keeping == self.legal


@dataclass(frozen=True, repr=False)
class Answer:
    """Result of a search.

    ``best`` and ``ponder`` are tokens; ``reason``: why there was nothing to decide; ``proven``: token and
    value of each root move whose value is proven, in ``unit`` (empty: -1 to 1); ``mixture``: token and
    probability of each move of a proven mixed strategy, from which ``best`` was drawn; ``remark``: what the
    user should know about the player, said with its first answer alone; ``lesson``: what a solved position
    teaches, with ``Settings.teach``.

    >>> Answer("c7", report=Report(lines=(Line(3, ("c7",), value=0.25),))).value
    0.25
    """

    best: str | None = None
    ponder: str | None = None
    report: Report = Report()
    reason: str | None = None
    proven: tuple[tuple[str, Fraction], ...] = ()
    unit: str = ""
    mixture: tuple[tuple[str, Fraction], ...] = ()
    remark: str = ""
    lesson: Lesson | None = None

    def _repr_html_(self) -> str:
        """The answer and the table of its report, in a notebook."""
        from html import escape

        said = self.reason or f"best: {self.best}"
        return f"<p>{escape(said)}</p>{self.report._repr_html_() if self.report.lines else ''}"

    @property
    def value(self) -> float | None:
        """The expected result of the asked seat after ``best``, -1 to 1; None where nothing was searched."""
        line = next((line for line in self.report.lines if line.pv[:1] == (self.best,)), None)
        return None if line is None else line.value

    def __repr__(self) -> str:
        if self.best is None:
            return f"<Answer: no move, {self.reason}>"
        proven = next((value for token, value in self.proven if token == self.best), None)
        said = "" if self.value is None else f", value {self.value + 0.0:+.3f}"
        if proven is not None:
            said = f", proven {proven}{f' {self.unit}' if self.unit else ''}"
        return f"<Answer {self.best}{said}, depth {self.report.depth}, {self.report.nodes} nodes>"
