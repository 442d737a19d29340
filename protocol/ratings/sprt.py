"""A sequential test on group results: play until it is clear which of two hypotheses the games bear out.

H0 says that a player is ``elo0`` above the others, H1 that it is ``elo1``. After every group the test
compares how likely the scores so far can be made under either, each with its own best distribution over the
possible scores of a group: the generalised sequential probability ratio test, in the form that chess engines
are tested with (Michel Van den Bergh, Comments on Normalized Elo and A Practical Introduction to the GSPRT,
2020-21; there a group is a pair of games with five possible scores, here it is any number of games and
scores). Games on one deal depend on each other; their mean is one observation, so that this is seen to.

The best distribution of mean s, given shares p of the scores a, is p / (1 + theta (a - s)) with the theta
that makes its mean s (Owen, Empirical Likelihood Ratio Confidence Intervals for a Single Functional,
Biometrika 75, 1988). In the *normalised* model the hypotheses fix (mean - 1/2) / deviation, which is what
decides how many games it takes; the distribution comes from repeated linearisation.

Wald's bounds: H1 is accepted at log((1 - beta) / alpha), H0 at log(beta / (1 - alpha)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

import numpy as np

from protocol.base.errors import Code, ProtocolError
from protocol.ratings.elo import score_of, scores_between
from protocol.ratings.pairs import Array
from protocol.ratings.statistics import Groups, plain

#: Scores that are always thought possible, and with how many groups they start: without them, a first win
#: would rule out that a loss exists.
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
START = 1e-3
#: Normalised Elo for one deviation of a game's score.
NORMALISED = 800 / math.log(10)
_HALVINGS = 50
#: Linearisations of the normalised model at most.
_ROUNDS = 20
#: Groups that are looked at in one go.
_AHEAD = 200


class Verdict(Enum):
    """What the test says."""

    H0 = "H0 accepted"
    H1 = "H1 accepted"
    OPEN = "undecided"


@dataclass(frozen=True)
class SprtTest:
    """What is tested: ``elo0`` against ``elo1`` (above it) with error rates ``alpha`` (H1 accepted though H0
    is true) and ``beta`` (the other way); ``normalised``: the model of the module's page.

    Raises:
        ProtocolError: elo1 is not above elo0, or a rate is not in (0, 1/2).
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    normalised: bool = False

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ProtocolError(Code.RANGE, f"elo1 should be above elo0 = {self.elo0:g}", f"{self.elo1:g}")
        for name in ("alpha", "beta"):
            rate = getattr(self, name)
            if not 0 < rate < 0.5:
                raise ProtocolError(Code.RANGE, f"{name} should be between 0 and 0.5", f"{rate:g}")

    @property
    def lower(self) -> float:
        """H0 is accepted at or below this."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at or above this."""
        return math.log((1 - self.beta) / self.alpha)


def read_test(text: str) -> SprtTest:
    """The test that ``text`` describes: KEY=VALUE with commas between, as in ``elo0=0,elo1=20``; keys are
    elo0, elo1, alpha, beta and model (logistic or normalised).

    Raises:
        ProtocolError: it describes none; the message names the word that is wrong.
    """
    numbers: dict[str, float] = {}
    normalised = False
    for word in text.split(","):
        key, equals, value = word.partition("=")
        if key == "model" and value in ("logistic", "normalised"):
            normalised = value == "normalised"
        elif key == "model":
            raise ProtocolError(Code.VALUE, f"model {value!r} should be logistic or normalised", value)
        elif key not in ("elo0", "elo1", "alpha", "beta") or not equals:
            raise ProtocolError(Code.VALUE, f"{word!r} should be elo0=, elo1=, alpha=, beta= or model=", word)
        else:
            try:
                numbers[key] = float(value)
            except ValueError:
                raise ProtocolError(Code.NUMBER, f"{value!r} for {key} should be a number", value) from None
    return SprtTest(**numbers, normalised=normalised)


@dataclass(frozen=True)
class SprtResult:
    """``verdict`` after ``groups`` groups, the first at which the test was decided (all when it was not);
    ``llr``: the logarithm of the likelihood ratio then, ``path``: after each group up to then; ``test``, with
    its bounds ``lower`` and ``upper``."""

    name: str
    test: SprtTest
    verdict: Verdict
    llr: float
    lower: float
    upper: float
    groups: int
    path: tuple[float, ...]

    @property
    def sentence(self) -> str:
        """The result in a line."""
        test = self.test
        kind = "normalised " if test.normalised else ""
        count = f"{self.groups} group{'' if self.groups == 1 else 's'}"
        meaning = {
            Verdict.H1: f"{self.name} is better by {test.elo1:g} {kind}Elo rather than {test.elo0:g}",
            Verdict.H0: f"{self.name} is better by {test.elo0:g} {kind}Elo rather than {test.elo1:g}",
            Verdict.OPEN: "more groups are needed",
        }[self.verdict]
        return (
            f"SPRT of {test.elo0:g} against {test.elo1:g} {kind}Elo "
            f"(alpha {test.alpha:g}, beta {test.beta:g}): "
            f"{self.verdict.value} after {count}: {meaning}; "
            f"LLR {self.llr:+.2f} in [{self.lower:.2f}, {self.upper:.2f}]"
        )

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        found = plain({**asdict(self), "verdict": self.verdict.value})
        assert isinstance(found, dict)
        return found


def _tilted(scores: Array, shares: Array, mean: Array) -> Array:
    """The likeliest distributions, one a row of ``shares`` (rows, scores), under which ``scores`` (of the
    same shape) have the ``mean`` (rows); each mean must lie between the least and greatest score of its
    row."""
    apart = np.where(shares > 0, scores - mean[:, None], 0)
    low, high = -1 / apart.max(axis=1), -1 / apart.min(axis=1)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = (shares * apart / (1 + middle[:, None] * apart)).sum(axis=1)
        up = slope > 0
        low, high = np.where(up, middle, low), np.where(up, high, middle)
    found: Array = shares / (1 + ((low + high) / 2)[:, None] * apart)
    found /= found.sum(axis=1, keepdims=True)
    return found


def _deviating(scores: Array, shares: Array, ratio: float) -> Array:
    """The likeliest distributions whose (mean - 1/2) / deviation is ``ratio``: the condition is made linear
    around the last ones, from the uniform ones on."""
    found: Array = (shares > 0) / np.count_nonzero(shares, axis=1)[:, None]
    for _ in range(_ROUNDS):
        mean = (found * scores).sum(axis=1, keepdims=True)
        deviation = np.sqrt((found * (scores - mean) ** 2).sum(axis=1, keepdims=True))
        moved = scores - 0.5 - ratio * deviation * (1 + ((mean - scores) / deviation) ** 2) / 2
        moved = np.where(shares > 0, moved, 0)
        # where no distribution can meet the condition as it is now, the last one stays
        can = (moved.min(axis=1) < 0) & (moved.max(axis=1) > 0)
        next_ = _tilted(moved[can], shares[can], np.zeros(int(can.sum())))
        change = float(np.abs(found[can] - next_).max(initial=0.0))
        found[can] = next_
        if change < 1e-9:
            break
    return found


def llr_path(values: Sequence[float], test: SprtTest, games: float = 2.0, after: int = 0) -> Array:
    """The logarithm of the likelihood ratio after each of ``values`` but the first ``after``; the values
    are scores of groups in [0, 1] in the order in which they were played.

    ``games``: independent games that a group's deviation is averaged over; only the normalised model asks.
    """
    data = np.round(np.asarray(values, dtype=np.float64), 9)
    support = np.unique(np.concatenate([GRID, data]))
    start = np.where(np.isin(support, GRID), START, 0)
    counts = start + np.cumsum(data[:, None] == support, axis=0)[after:]
    shares = counts / counts.sum(axis=1, keepdims=True)
    scores = np.broadcast_to(support, shares.shape)

    def best(elo: float) -> Array:
        if test.normalised:
            return _deviating(scores, shares, elo / NORMALISED * math.sqrt(games))
        return _tilted(scores, shares, np.full(len(shares), score_of(elo)))

    # a score that has not come up yet has no share in either
    one, null = (np.where(counts > 0, best(elo), 1) for elo in (test.elo1, test.elo0))
    found: Array = (counts * np.log(one / null)).sum(axis=1)
    return found


def sprt_of(values: Sequence[float], test: SprtTest, name: str = "", games: float = 2.0) -> SprtResult:
    """The test on group scores in the order of play; see :func:`llr_path`."""
    path: list[float] = []
    verdict = Verdict.OPEN
    while verdict is Verdict.OPEN and len(path) < len(values):
        for llr in llr_path(values[: len(path) + _AHEAD], test, games, len(path)).tolist():
            path.append(llr)
            verdict = Verdict.H1 if llr >= test.upper else Verdict.H0 if llr <= test.lower else Verdict.OPEN
            if verdict is not Verdict.OPEN:
                break
    llr = path[-1] if path else 0.0
    return SprtResult(name, test, verdict, llr, test.lower, test.upper, len(path), tuple(path))


def sprt(groups: Groups, name: str, test: SprtTest, other: str | None = None) -> SprtResult:
    """The test on the games of ``name`` against ``other`` (all others when None): the score of a group is
    the mean of its comparisons (:mod:`protocol.ratings.pairs`), groups in ascending order."""
    scores = scores_between(groups, name, other)
    means = [sum(found) / len(found) for found in scores.values()]
    games = [
        sum(name in game.names and (other is None or other in game.names) for game in groups[index])
        for index in scores
    ]
    return sprt_of(means, test, name, sum(games) / len(games) if games else 1.0)
