"""Means over played games with bootstrap intervals over groups.

A group is all games on one deal. Its games share their luck and are not independent. The groups are, so the
bootstrap draws groups with replacement. The interval is Efron's BCa (bias-corrected and accelerated) one: the
percentiles of the resampled means, moved for the bias that the resamples show and for the skewness of the
groups (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 14). Its ends are taken a little
further out than a large sample would need, as for Student's t (Hesterberg, What Teachers Should Know about
the Bootstrap, 2015: the expanded percentile interval).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from protocol.base.gameline import Ending, GameRecord

RESAMPLES = 10_000
CONFIDENCE = 0.95
#: Resampled indices that are drawn at once.
_CHUNK = 4_000_000
_NORMAL = NormalDist()


@dataclass(frozen=True)
class Interval:
    """A mean over groups and its interval; ``groups``: how many there are. All nan without any."""

    mean: float
    low: float
    high: float
    groups: int

    @classmethod
    def nothing(cls) -> Interval:
        """The interval of no groups."""
        return cls(math.nan, math.nan, math.nan, 0)

    @property
    def half_width(self) -> float:
        """The greater distance of an end from the mean; infinite for fewer than two groups."""
        width = max(self.high - self.mean, self.mean - self.low)
        return math.inf if self.groups < 2 or math.isnan(width) else width


def interval(
    values: Sequence[float], seed: int = 1, resamples: int = RESAMPLES, confidence: float = CONFIDENCE
) -> Interval:
    """The mean of ``values`` (one a group, independent of each other) with its BCa bootstrap interval.

    Values that are nan are left out. Without spread, or with a single value, the interval is the value
    itself.
    """
    data = np.asarray(values, dtype=np.float64)
    data = data[~np.isnan(data)]
    n = len(data)
    if n == 0:
        return Interval.nothing()
    mean = float(data.mean())
    if n == 1 or float(np.ptp(data)) < 1e-12:
        return Interval(mean, mean, mean, n)
    rng = np.random.default_rng(seed)
    rows = max(1, _CHUNK // n)
    means = np.sort(
        np.concatenate(
            [
                data[rng.integers(0, n, (min(rows, resamples - done), n))].mean(axis=1)
                for done in range(0, resamples, rows)
            ]
        )
    )
    # ties count half: the means of few distinct values are discrete
    below = (np.count_nonzero(means < mean - 1e-12) + np.count_nonzero(means <= mean + 1e-12)) / 2
    bias = _NORMAL.inv_cdf(min(max(below / resamples, 1 / resamples), 1 - 1 / resamples))
    apart = data - mean
    skew = float((apart**3).sum()) / (6 * float((apart**2).sum()) ** 1.5)

    def end(share: float) -> float:
        z = bias + small_sample(_NORMAL.inv_cdf(share), n)
        moved = _NORMAL.cdf(bias + z / max(0.1, 1 - skew * z))
        return float(np.quantile(means, moved))

    tail = (1 - confidence) / 2
    return Interval(mean, end(tail), end(1 - tail), n)


def small_sample(z: float, n: int) -> float:
    """The normal quantile ``z`` widened for ``n`` values: Student's t by its expansion in 1/(n-1), and the
    variance of resamples, which is too small by (n-1)/n."""
    free = n - 1
    t = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    return t * math.sqrt(n / free)


# --- games to figures -------------------------------------------------------------------------------------


def plain(value: object) -> object:
    """``value`` as JSON can hold it: nan and the infinite become None, tuples lists."""
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


Groups = Mapping[int, Sequence[GameRecord]]
Measure = Callable[[GameRecord, str], float]


def seats_of(record: GameRecord, name: str) -> list[int]:
    """The seats in which the player sat."""
    return [seat for seat, who in enumerate(record.names) if who == name]


def mean(values: Iterable[float]) -> float:
    """The mean of the values that are not nan; nan without any."""
    kept = [value for value in values if not math.isnan(value)]
    return sum(kept) / len(kept) if kept else math.nan


def apart(values: Sequence[float], seats: Sequence[int]) -> float:
    """The mean over ``seats`` less the mean over the others; nan without others."""
    others = [value for seat, value in enumerate(values) if seat not in seats]
    return mean(values[seat] for seat in seats) - mean(others)


def difference(record: GameRecord, name: str) -> float:
    """The player's mean result less that of the others at the table."""
    return apart(record.returns, seats_of(record, name))


def points(record: GameRecord, name: str) -> float:
    """The same in the game's own points; nan after an ending that is not normal."""
    return apart(record.scores, seats_of(record, name)) if record.ending is Ending.NORMAL else math.nan


def win_share(record: GameRecord, name: str) -> float:
    """First places a seat of the player, ties shared."""
    seats = seats_of(record, name)
    return sum(record.ranks[seat] == 1 for seat in seats) / record.ranks.count(1) / len(seats)


def is_baseline(record: GameRecord) -> bool:
    """Whether one player alone sat in every seat."""
    return len(set(record.names)) == 1


def group_means(groups: Groups, name: str, measure: Measure) -> list[float]:
    """One value a group, in the order of the groups: the mean of ``measure`` over the games in which the
    player met another one; nan where there is none."""
    return [
        mean(
            measure(game, name)
            for game in groups[index]
            if name in game.names and (not is_baseline(game) or len(game.names) == 1)
        )
        for index in sorted(groups)
    ]


def paired_difference(groups: Groups, name: str, seed: int = 1) -> Interval:
    """The main figure of a match; see :class:`~protocol.ratings.summary.PlayerSummary`."""
    return interval(group_means(groups, name, difference), seed)
