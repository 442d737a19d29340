"""The few statistics that the measurements report."""

from __future__ import annotations

import math
from collections.abc import Sequence

from solver.rng import Rng

RESAMPLES = 10_000


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least ``share`` (0 to 1) of all values do not exceed; inf counts as any."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def bootstrap(values: Sequence[float], confidence: float = 0.95, seed: int = 1) -> tuple[float, float]:
    """An interval for the mean: the middle ``confidence`` of the means of samples drawn with replacement.

    (Efron's percentile method; the draws come from ``seed``.) ``values`` must be independent of each other.
    """
    rng = Rng(seed)
    n = len(values)
    means = sorted(sum(values[rng.below(n)] for _ in range(n)) / n for _ in range(RESAMPLES))
    tail = (1 - confidence) / 2
    return means[int(tail * RESAMPLES)], means[min(RESAMPLES - 1, int((1 - tail) * RESAMPLES))]
