"""Figures of the solved game, with intervals over deals, from the two data files of Longhorn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np

from bench._solved_lines import GAME, BestLine, Ending
from bench._solved_thumbs import NAMES
from protocol.matches.solve import Record, judge
from solver.game import State
from solver.games.longhorn import names

RESAMPLES = 4000
_TAIL = 0.025
_Z = 1.959964
#: Cattle on the board: the phases of a game, from the first move on.
PHASES = ((30, 36), (24, 29), (18, 23), (12, 17), (0, 11))
Counts = Mapping[int, tuple[float, float]]


@dataclass(frozen=True)
class Share:
    """A ratio of sums with its 95 % interval, and what it was counted from: ``part`` of ``whole`` in
    ``deals`` deals."""

    part: float
    whole: float
    low: float
    high: float
    deals: int

    @property
    def value(self) -> float:
        """The ratio; nan of nothing."""
        return self.part / self.whole if self.whole else float("nan")


@cache
def _draws(n: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, n, (RESAMPLES, n))


def _wilson(value: float, n: int) -> tuple[float, float]:
    middle = (value + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
    half = _Z / (1 + _Z * _Z / n) * sqrt(value * (1 - value) / n + _Z * _Z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def share(counts: Counts, proportion: bool = True) -> Share:
    """The ratio of the sums over ``counts`` (deal: part, whole).

    The interval is the percentile bootstrap over deals. A proportion with one case a deal, or without any
    spread, gets Wilson's interval, with the deals as cases.
    """
    rows = [counts[deal] for deal in sorted(counts) if counts[deal][1] > 0]
    n = len(rows)
    if n == 0:
        return Share(0, 0, float("nan"), float("nan"), 0)
    data = np.asarray(rows, dtype=float)
    part, whole = data.sum(axis=0)
    value = float(part / whole)
    single = all(one == 1 for _, one in rows) and all(got in (0, 1) for got, _ in rows)
    if proportion and (single or np.ptp(data[:, 0] / data[:, 1]) == 0) and 0 <= value <= 1:
        return Share(float(part), float(whole), *_wilson(value, n), n)
    sums = data[_draws(n)].sum(axis=1)
    ends = np.quantile(sums[:, 0] / sums[:, 1], [_TAIL, 1 - _TAIL])
    return Share(float(part), float(whole), float(ends[0]), float(ends[1]), n)


# --- the starts -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Start:
    """A start with what may matter about it."""

    deal: int
    token: str
    lower: Fraction
    upper: Fraction
    features: Mapping[str, str]

    @property
    def proved(self) -> bool:
        """Whether its value is known."""
        return self.lower == self.upper


_SQUARES = ("corner", "edge", "corner", "edge", "centre", "edge", "corner", "edge", "corner")
NUGGET = "nugget"


def _kind(token: int) -> str:
    return NUGGET if token >= names.GOLD else names.token_word(token)


def _band(number: int, bands: Sequence[int]) -> str:
    low = max(band for band in bands if band <= number)
    above = [band for band in bands if band > low]
    high = f" to {above[0] - 1}" if above else " or more"
    return f"{low}{high}" if not above or above[0] - 1 > low else str(low)


def features_of(state: State, start: str) -> dict[str, str]:
    """What stands at a start and around it."""
    fields = state.fields()  # type: ignore[attr-defined]
    square = fields.places.index(names.LOCATIONS.index(start.removeprefix("start")))
    row, column = divmod(square, 3)
    around = [s for s in range(9) if abs(s // 3 - row) + abs(s % 3 - column) == 1]
    near = [_kind(fields.tokens[s]) for s in around]
    here = fields.cattle[square]
    return {
        "location": names.LOCATION_TITLES[names.LOCATIONS[fields.places[square]]],
        "square": _SQUARES[square],
        "token": _kind(fields.tokens[square]),
        "colours": "+".join(str(n) for n in sorted(filter(None, here), reverse=True)),
        "around": _band(sum(sum(fields.cattle[s]) for s in around), (0, 8, 11, 14)),
        "near": "a Rattlesnake or the Sheriff next to it"
        if {"rattlesnake", "sheriff"} & set(near)
        else "neither",
    }


@dataclass(frozen=True)
class Deal:
    """A deal with its starts: ``lower`` and ``upper`` bound its value for seat 0 under the best start."""

    number: int
    starts: tuple[Start, ...]
    lower: Fraction
    upper: Fraction
    tokens: Mapping[str, int]


def deals_of(records: Mapping[tuple[int, str], Record]) -> dict[int, Deal]:
    """The deals of which every start was searched; unfinished ones at the end of a run are left out."""
    found = {}
    for number in sorted({deal for deal, _ in records}):
        state = GAME.initial(number)
        wanted = [state.action_to_string(action) for action in state.legal_actions()]
        if any((number, start) not in records for start in wanted):
            continue
        starts = tuple(
            Start(
                number,
                start,
                records[number, start].lower,
                records[number, start].upper,
                features_of(state, start),
            )
            for start in wanted
        )
        result = judge(number, wanted, records)
        kinds = [_kind(token) for token in state.fields().tokens]  # type: ignore[attr-defined]
        found[number] = Deal(
            number, starts, result.lower, result.upper, {k: kinds.count(k) for k in set(kinds)}
        )
    return found


def win(value: Fraction) -> float:
    """The chance that an expected result stands for, a draw counting half."""
    return float(1 + value) / 2


def best_start(deals: Iterable[Deal]) -> dict[str, Share]:
    """Results of the first player when the chooser chooses best, over decided deals."""
    decided = [deal for deal in deals if deal.lower == deal.upper]
    tests: dict[str, Callable[[Fraction], bool]] = {
        "won": lambda v: v == 1,
        "drawn": lambda v: v == 0,
        "lost": lambda v: v == -1,
        "by the draw": lambda v: v.denominator > 1,
    }
    return {
        name: share({d.number: (float(test(d.lower)), 1.0) for d in decided}) for name, test in tests.items()
    }


def random_start(deals: Iterable[Deal], open_as: str = "left out") -> Share:
    """The first player's chance when the start is drawn by lot; ``open_as``: left out, lost or won."""
    counts = {}
    for deal in deals:
        values = [
            win(start.lower if start.proved or open_as == "lost" else start.upper)
            for start in deal.starts
            if start.proved or open_as != "left out"
        ]
        counts[deal.number] = (sum(values), float(len(values)))
    return share(counts)


def by_feature(deals: Iterable[Deal], feature: str) -> dict[str, tuple[Share, int]]:
    """For each kind of start: the first player's chance over proved ones, and how many are open."""
    sums: dict[str, dict[int, tuple[float, float]]] = {}
    unknown: dict[str, int] = {}
    for deal in deals:
        for start in deal.starts:
            kind = start.features[feature]
            unknown.setdefault(kind, 0)
            rows = sums.setdefault(kind, {})
            if not start.proved:
                unknown[kind] += 1
                continue
            part, whole = rows.get(deal.number, (0.0, 0.0))
            rows[deal.number] = (part + win(start.lower), whole + 1)
    return {kind: (share(sums[kind]), unknown[kind]) for kind in sorted(sums, key=_in_order)}


def _in_order(kind: str) -> tuple[int, str]:
    """Bands by their number, other kinds by their name."""
    first = kind.split()[0]
    return (int(first) if first.isdecimal() else 0, kind)


def by_token_count(deals: Iterable[Deal], token: str) -> dict[int, tuple[Share, int, int]]:
    """For each number of such tokens in the deal: the first player's chance over proved starts, the number of
    deals, and of open starts."""
    groups: dict[int, list[Deal]] = {}
    for deal in deals:
        groups.setdefault(deal.tokens.get(token, 0), []).append(deal)
    return {
        count: (
            random_start(group),
            len(group),
            sum(not start.proved for deal in group for start in deal.starts),
        )
        for count, group in sorted(groups.items())
    }


# --- the lines --------------------------------------------------------------------------------------------


def finished(lines: Mapping[int, BestLine]) -> dict[int, Ending]:
    """The endings of the lines that were proved to their end."""
    return {deal: line.end for deal, line in lines.items() if line.end is not None}


def by_lot(lines: Mapping[int, BestLine]) -> dict[int, tuple[Ending, ...]]:
    """The endings of the lines by lot."""
    return {deal: line.lots for deal, line in lines.items() if line.lots}


def endings(ends: Mapping[int, Sequence[Ending]]) -> dict[str, Share]:
    """How games end."""
    return {
        why: share(
            {d: (float(sum(e.why == why for e in some)), float(len(some))) for d, some in ends.items()}
        )
        for why in ("money", "nine", "sheriff")
    }


def margins(ends: Mapping[int, Sequence[Ending]]) -> dict[int, tuple[float, float]]:
    """For each deal the sum and the number of the winner's leads, in dollars, of games that money decided."""
    found = {}
    for deal, some in ends.items():
        leads = [abs(e.scores[0] - e.scores[1]) for e in some if e.why == "money"]
        if leads:
            found[deal] = (float(sum(leads)), float(len(leads)))
    return found


@dataclass(frozen=True)
class Choices:
    """Judged decisions in a phase: ``kept``: for each rule of thumb the share of the optimal result that it
    keeps, over the decisions with something to keep; ``only``: of these, those with one keeping move;
    ``free``: those where every move keeps it."""

    decisions: int
    moves: Share
    only: Share
    free: Share
    kept: Mapping[str, Share]


def choices(lines: Mapping[int, BestLine], least: int, most: int, hard: bool = False) -> Choices:
    """The judged decisions with ``least`` to ``most`` cattle on the board, at which the deciding seat has
    something to lose; ``hard``: at which some move does lose some of it."""
    rows = {
        deal: [
            judged
            for judged in line.judged
            if least <= judged.cattle <= most
            and judged.best > -1
            and judged.moves > 1
            and not (hard and judged.keeping == judged.moves)
        ]
        for deal, line in lines.items()
    }

    def over(part: Callable[..., float], whole: Callable[..., float] = lambda _: 1.0) -> Share:
        counts = {
            deal: (sum(float(part(j)) for j in some), sum(float(whole(j)) for j in some))
            for deal, some in rows.items()
        }
        return share(counts)

    kept = {
        name: over(lambda j, at=at: 1 + j.thumbs[at], lambda j: 1 + j.best) for at, name in enumerate(NAMES)
    }
    return Choices(
        sum(map(len, rows.values())),
        over(lambda j: j.moves),
        over(lambda j: j.keeping == 1),
        over(lambda j: j.keeping == j.moves),
        kept,
    )


@dataclass(frozen=True)
class Draws:
    """Nuggets that an Ambush could draw: ``moves`` such moves at judged decisions, over more than one kind of
    nugget or not; ``decisive``: those after which the result depends on the nugget; ``positions``: the judged
    decisions, and the share of those whose value is between two results."""

    moves: int
    decisive: Share
    positions: Share


def draws(lines: Mapping[int, BestLine]) -> Draws:
    """What the draws of Ambushes change."""
    return Draws(
        sum(len(j.draws) for line in lines.values() for j in line.judged),
        share(
            {
                deal: (
                    float(sum(low != high for j in line.judged for low, high in j.draws)),
                    float(sum(len(j.draws) for j in line.judged)),
                )
                for deal, line in lines.items()
            }
        ),
        share(
            {
                deal: (float(sum(j.best.denominator > 1 for j in line.judged)), float(len(line.judged)))
                for deal, line in lines.items()
            }
        ),
    )
