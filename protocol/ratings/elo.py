"""Elo differences: a score against others as rating points, with an interval."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from protocol.ratings.pairs import beaten
from protocol.ratings.statistics import Groups, Interval, interval, plain


def elo_of(score: float) -> float:
    """The rating difference at which ``score`` (0 to 1, ties one half) is expected; infinite at the ends."""
    if not 0 < score < 1:
        return math.nan if math.isnan(score) else math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The score that is expected at a rating difference."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class EloDifference:
    """``elo`` of ``name`` over ``other`` with its interval, from the ``score`` against it (0 to 1);
    ``superior``: how likely the first is the stronger one (1/2 means nothing is known); ``won``, ``tied``,
    ``lost``: comparisons."""

    name: str
    other: str
    elo: float
    low: float
    high: float
    superior: float
    score: Interval
    won: int
    tied: int
    lost: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON: nan and infinity become None."""
        found = plain(asdict(self))
        assert isinstance(found, dict)
        return found


def scores_between(groups: Groups, name: str, other: str | None = None) -> dict[int, list[float]]:
    """The comparisons of ``name`` with ``other`` (with all when None) by group, each 1, 1/2 or 0; groups
    without one are left out."""
    found: dict[int, list[float]] = {}
    for index in sorted(groups):
        scores = []
        for game in groups[index]:
            for one, two, share in beaten(game):
                if one == name and other in (None, two):
                    scores.append(share)
                elif two == name and other in (None, one):
                    scores.append(1 - share)
        if scores:
            found[index] = scores
    return found


def elo_difference(groups: Groups, name: str, other: str, seed: int = 1) -> EloDifference:
    """How far ``name`` is above ``other``: the Elo difference of its score, whose interval is the BCa
    bootstrap one over groups (:func:`protocol.ratings.statistics.interval`).

    The score is the mean over groups. ``superior`` takes the mean as normal, which it is for some ten groups.
    """
    by_group = scores_between(groups, name, other)
    means = [sum(scores) / len(scores) for scores in by_group.values()]
    score = interval(means, seed)
    every = [value for scores in by_group.values() for value in scores]
    superior = math.nan
    if len(means) > 1:
        error = float(np.std(means, ddof=1)) / math.sqrt(len(means))
        lead = score.mean - 0.5
        superior = NormalDist().cdf(lead / error) if error > 0 else 0.5 + 0.5 * float(np.sign(lead))
    return EloDifference(
        name=name,
        other=other,
        elo=elo_of(score.mean),
        low=elo_of(score.low),
        high=elo_of(score.high),
        superior=superior,
        score=score,
        won=every.count(1.0),
        tied=every.count(0.5),
        lost=every.count(0.0),
    )
