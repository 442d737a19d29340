"""What a search is asked and what it answers: the words between the searches and everybody else."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

LOST, WON = Fraction(-1), Fraction(1)
#: Players, from the strongest to the weakest: the game's own search; plain Monte Carlo over sampled worlds; a
#: hand-made player that looks at most one move ahead; a blind one.
SEARCHES = ("full", "flat", "greedy", "random")
#: What to play for, numbered as in the contract: the game's result, a good place, the game's points.
OBJECTIVES = ("win", "rank", "points")
MAX_SKILL = 20


@dataclass(frozen=True)
class Limits:
    """When a search ends by itself. None: no such limit.

    ``movetime_ms``: wall clock in milliseconds; ``nodes``: positions expanded; ``depth``: plies of the
    estimating search; ``searchmoves``: only these root actions are looked at (all when empty).
    """

    movetime_ms: int | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False
    searchmoves: tuple[int, ...] = ()


@dataclass(frozen=True)
class Settings:
    """``hash_mb``: megabytes for tables and trees; ``threads``: at least 1; ``multipv``: root moves wanted;
    ``seed``: of whatever is drawn by the engine itself; ``search``: which player, one of SEARCHES; ``skill``:
    0 to MAX_SKILL, how well it plays (MAX_SKILL: as well as it can); ``objective``: what it plays for, one of
    OBJECTIVES; ``tuning``: parameters of a tree search, (name, value as text), in place of the game's own, to
    measure what each is worth."""

    hash_mb: int = 256
    threads: int = 1
    multipv: int = 1
    seed: int = 0
    search: str = "full"
    skill: int = 20
    objective: str = "win"
    tuning: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Line:
    """One root move. All values are expected results of the asked seat: win 1, draw 0, loss -1.

    ``pv``: tokens, the move first; ``value``: the best guess, within the proved ``lower`` to ``upper``;
    ``wdl``: chances of win, draw and loss in permille; ``nodes``: work done below the move, 0 where not
    counted; ``values``: the expected result of every seat, empty where two seats share one sum; ``notes``:
    what else the search expects of the move, each with its name; ``samples``: of how many sampled games the
    value is the mean, 0 where it is reckoned and not sampled.
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


@dataclass(frozen=True)
class Report:
    """A search so far. ``lines``: best first; ``time_ms``: since its start; ``hashfull``: permille;
    ``lower`` and ``upper``: proved bounds of the position's value, of the moves looked at."""

    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    nps: int = 0
    hashfull: int = 0
    time_ms: int = 0
    lower: Fraction = LOST
    upper: Fraction = WON
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Answer:
    """How a search ended: ``best`` and ``ponder`` are tokens; ``reason``: why nothing was to decide;
    ``proven``: token and value of each root move whose value is proven, in ``unit`` (none: -1 to 1);
    ``mixture``: token and probability of each move of a proven mixed strategy, ``best`` drawn from it."""

    best: str | None = None
    ponder: str | None = None
    report: Report = Report()
    reason: str | None = None
    proven: tuple[tuple[str, Fraction], ...] = ()
    unit: str = ""
    mixture: tuple[tuple[str, Fraction], ...] = ()
