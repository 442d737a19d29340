"""Sequential test on group results: play until the games decide between two hypotheses.

H0: a player is ``elo0`` above the others; H1: it is ``elo1`` above them. After every group the test compares
the greatest likelihoods of the scores so far under either hypothesis, each with its own best distribution
over the possible scores of a group: the generalised sequential probability ratio test, in the form that chess
engines are tested with (Michel Van den Bergh, Comments on Normalized Elo and A Practical Introduction to the
GSPRT, 2020-21; there a group is a pair of games with five possible scores, here it is any number of games and
scores). Games on one deal depend on each other, so their mean is one observation.

The best distribution of mean s, given shares p of the scores a, is p / (1 + theta (a - s)) with the theta
that makes its mean s (Owen, Empirical Likelihood Ratio Confidence Intervals for a Single Functional,
Biometrika 75, 1988). In the *normalised* model the hypotheses fix (mean - 1/2) / deviation, which decides how
many games a test takes; every value of it is attainable, and the best distribution is found exactly.

Wald's bounds: H1 is accepted at log((1 - beta) / alpha), H0 at log(beta / (1 - alpha)).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

import numpy as np

from protocol.base.errors import Code, ProtocolError
from protocol.ratings.adjusted import FEWEST, adjusted_scores
from protocol.ratings.pairs import Array, score_of, scores_between
from protocol.ratings.statistics import Groups, plain

#: Scores that are always possible, and the groups that each starts with: without them, a first win would
#: rule out a loss. In the normalised model START is for groups of at most FEW games: the more games a group
#: has, the less it deviates, and the same start would hide how far the winner of all games is ahead.
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
START = 1e-3
FEW = 2.0
#: Normalised Elo for one deviation of a game's score.
NORMALISED = 800 / math.log(10)
#: The largest bound: no number of games would measure a greater difference.
FARTHEST = 1000.0
#: Steps to a theta at most.
_STEPS = 120
#: Deviations that are tried first, powers of e that they span, and steps from the best of them.
_TRIES, _DEEP, _NARROW = 20, 14.0, 22
_GOLDEN = (math.sqrt(5) - 1) / 2
#: Groups that are looked at in one go, first and at most.
_AHEAD, _MOST_AHEAD = 16, 256


class Verdict(Enum):
    """The verdict of the test."""

    H0 = "H0 accepted"
    H1 = "H1 accepted"
    OPEN = "undecided"


@dataclass(frozen=True)
class SprtTest:
    """The hypotheses: ``elo0`` against ``elo1`` (above it) with error rates ``alpha`` (H1 accepted though H0
    is true) and ``beta`` (the other way); ``normalised``: the model of the module's page.

    Raises:
        ProtocolError: an Elo is not within FARTHEST, elo1 is not above elo0, or a rate is not in (0, 1/2).
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    normalised: bool = False

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            elo = getattr(self, name)
            if not -FARTHEST <= elo <= FARTHEST:  # nan is not
                raise ProtocolError(
                    Code.RANGE, f"{name} should be from {-FARTHEST:g} to {FARTHEST:g}", f"{elo:g}"
                )
        if not self.elo0 < self.elo1:
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

    def verdict(self, llr: float) -> Verdict:
        """The decision for the logarithm of a likelihood ratio."""
        return Verdict.H1 if llr >= self.upper else Verdict.H0 if llr <= self.lower else Verdict.OPEN


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


def _loss(slopes: Array, shares: Array) -> Array:
    """Log-likelihood that a group loses under the likeliest distributions with mean zero of ``slopes``.

    Compared with the ``shares`` (..., scores) themselves; ``slopes`` has their shape. It is the sum of
    shares log(1 + theta slope), with the theta that makes its derivative zero. Infinite where all slopes
    have one sign.
    """
    slopes = np.where(shares > 0, slopes, 0)
    slopes = slopes / np.maximum(np.abs(slopes).max(axis=-1, keepdims=True), 1e-300)
    most, least = slopes.max(axis=-1), slopes.min(axis=-1)
    can = (most > 0) & (least < 0)
    low, high = -1 / np.where(can, most, 1), -1 / np.where(can, least, -1)
    theta = np.zeros_like(low)
    for _ in range(_STEPS):
        parts = slopes / (1 + theta[..., None] * slopes)
        rise = (shares * parts).sum(axis=-1)
        low, high = np.where(rise > 0, theta, low), np.where(rise > 0, high, theta)
        newton = theta + rise / np.maximum((shares * parts * parts).sum(axis=-1), 1e-300)
        moved = np.where((newton > low) & (newton < high), newton, (low + high) / 2)
        near = np.abs(moved - theta) <= 1e-9 * (1 + np.abs(theta))
        theta = moved
        if (near | ~can).all():
            break
    found: Array = (shares * np.log1p(np.where(can, theta, 0)[..., None] * slopes)).sum(axis=-1)
    lost: Array = np.where(can, np.maximum(found, 0), np.inf)
    return lost


def _deviating(scores: Array, shares: Array, ratio: float) -> Array:
    """The loss (see :func:`_loss`) of the likeliest distributions whose (mean - 1/2) / deviation is
    ``ratio``; ``scores`` (scores), ``shares`` (rows, scores).

    The deviation is concave in the distribution: it is the least of (a + mean of (score - m)^2 / a) / 2 over
    all a and m. So those whose ratio is at least a positive one are the union of half-spaces, one for each a
    and m, and those with at most that ratio their complements' intersection. The likeliest of a union is the
    likeliest of its best half-space; that of an intersection lies on the half-space that costs most. On the
    border a is the deviation and m is 1/2 + ratio a, so one number, the deviation, is searched for.
    """
    if ratio == 0:
        return _loss(np.broadcast_to(scores - 0.5, shares.shape), shares)
    if ratio < 0:
        scores, ratio = 1 - scores, -ratio
    mean = (shares * scores).sum(axis=1)
    deviation = np.sqrt((shares * (scores - mean[:, None]) ** 2).sum(axis=1))
    above = (mean - 0.5 - ratio * deviation > 0)[:, None]

    def cost(logs: Array) -> Array:
        """The function to be minimized, for logarithms of deviations (rows, tries)."""
        a = np.exp(logs)[..., None]
        apart = (scores - 0.5) / a - ratio
        slopes = apart + ratio / 2 * (1 - apart**2)
        each = np.broadcast_to(shares[:, None, :], slopes.shape)
        loss = _loss(slopes, each)
        inside = (each * slopes).sum(axis=-1) <= 0
        spent: Array = np.where(above, np.where(inside, 0, -loss), loss)
        return spent

    # a score at 1/2 + ratio a is the one that its half-space favours most: all scores there, and a scale
    top = math.log(min(0.5, 0.5 / ratio))
    ahead = np.log((scores[scores > 0.5] - 0.5) / ratio)
    beside = 0.5 / max(1.0, ratio)
    every = [ahead - beside, ahead, ahead + beside, np.linspace(top - _DEEP, top, _TRIES)]
    tries = np.unique(np.concatenate(every))
    costs = cost(np.broadcast_to(tries, (len(shares), len(tries))))
    best = costs.argmin(axis=1)
    left, right = tries[np.maximum(best - 1, 0)], tries[np.minimum(best + 1, len(tries) - 1)]
    found = costs.min(axis=1)
    for _ in range(_NARROW):  # golden section
        inner = np.stack([right - _GOLDEN * (right - left), left + _GOLDEN * (right - left)], axis=1)
        values = cost(inner)
        found = np.minimum(found, values.min(axis=1))
        lower = values[:, 0] < values[:, 1]
        left, right = np.where(lower, left, inner[:, 0]), np.where(lower, inner[:, 1], right)
    cheapest: Array = np.where(above[:, 0], -found, found)
    return cheapest


def _ratios(support: Array, counts: Array, test: SprtTest, games: float) -> Array:
    """The logarithms of the likelihood ratios for ``counts`` (rows, scores) of the scores ``support``."""
    total = counts.sum(axis=1)
    shares = counts / total[:, None]

    def loss(elo: float) -> Array:
        if test.normalised:
            return _deviating(support, shares, elo / NORMALISED * math.sqrt(games))
        return _loss(np.broadcast_to(support - score_of(elo), shares.shape), shares)

    found: Array = total * (loss(test.elo0) - loss(test.elo1))
    return found


def _start(support: Array, test: SprtTest, games: float) -> Array:
    """The groups that each score of ``support`` starts with."""
    weight = START * (min(1.0, FEW / games) if test.normalised else 1.0)
    found: Array = np.where(np.isin(support, GRID), weight, 0)
    return found


def llr_path(values: Sequence[float], test: SprtTest, games: float = 2.0, after: int = 0) -> Array:
    """The logarithm of the likelihood ratio after each of ``values`` but the first ``after``; the values
    are scores of groups in [0, 1] in the order in which they were played.

    ``games``: independent games that a group's deviation is averaged over; only the normalised model asks.
    """
    data = np.round(np.asarray(values, dtype=np.float64), 9)
    support = np.unique(np.concatenate([GRID, data]))
    start = _start(support, test, games)
    return _ratios(support, start + np.cumsum(data[:, None] == support, axis=0)[after:], test, games)


def sprt_of_counts(
    counts: Mapping[float, int], test: SprtTest, name: str = "", games: float = 2.0
) -> SprtResult:
    """The test on how often groups had each score in [0, 1], whatever the order; ``path`` has its one
    value."""
    support = np.unique(np.concatenate([GRID, list(counts)]))
    row = _start(support, test, games) + np.array([counts.get(float(score), 0) for score in support])
    groups = sum(counts.values())
    llr = float(_ratios(support, row[None, :], test, games)[0]) if groups else 0.0
    return SprtResult(name, test, test.verdict(llr), llr, test.lower, test.upper, groups, (llr,))


def sprt_of(
    values: Sequence[float],
    test: SprtTest,
    name: str = "",
    games: float = 2.0,
    known: Sequence[float] = (),
) -> SprtResult:
    """The test on group scores in the order of play; see :func:`llr_path`. ``known``: the path over the first
    of them from an earlier call, which is not computed again."""
    path = list(known)
    verdict, ahead = test.verdict(path[-1]) if path else Verdict.OPEN, _AHEAD
    while verdict is Verdict.OPEN and len(path) < len(values):
        block = llr_path(values[: len(path) + ahead], test, games, len(path))
        ahead = min(2 * ahead, _MOST_AHEAD)
        for llr in block.tolist():
            path.append(llr)
            verdict = test.verdict(llr)
            if verdict is not Verdict.OPEN:
                break
    llr = path[-1] if path else 0.0
    return SprtResult(name, test, verdict, llr, test.lower, test.upper, len(path), tuple(path))


def normal_sprt(values: Sequence[float], test: SprtTest, name: str, games: float) -> SprtResult:
    """The test on group scores that may lie outside [0, 1], by normal likelihoods: the variance is the one
    that suits each hypothesis best. Verdicts begin with group FEWEST."""
    path: list[float] = []
    verdict, total, squares = Verdict.OPEN, 0.0, 0.0
    for count, value in enumerate(values, 1):
        total, squares = total + value, squares + value * value
        llr = 0.0
        if count >= FEWEST:
            mean = total / count
            variance = max(squares / count - mean * mean, 1e-9)
            if test.normalised:
                ends = [
                    elo / NORMALISED * math.sqrt(games * variance) + 0.5 for elo in (test.elo0, test.elo1)
                ]
            else:
                ends = [score_of(test.elo0), score_of(test.elo1)]
            far = [1 + (mean - end) ** 2 / variance for end in ends]
            llr = count / 2 * math.log(far[0] / far[1])
        path.append(llr)
        verdict = test.verdict(llr)
        if verdict is not Verdict.OPEN:
            break
    llr = path[-1] if path else 0.0
    return SprtResult(name, test, verdict, llr, test.lower, test.upper, len(path), tuple(path))


def sprt(
    groups: Groups, name: str, test: SprtTest, other: str | None = None, adjust: bool = False
) -> SprtResult:
    """The test on the games of ``name`` against ``other`` (all others when None): the score of a group is
    the mean of its comparisons (:mod:`protocol.ratings.pairs`), groups in ascending order. ``adjust``: see
    :class:`RunningSprt`."""
    return RunningSprt(name, test, other, adjust).result(groups)


class RunningSprt:
    """A test (see :func:`sprt`) that is asked again as groups are added; it computes only what is new.

    With ``adjust`` the scores are luck-adjusted (:mod:`protocol.ratings.adjusted`), each by weights from the
    groups before it. They may lie outside [0, 1], so the likelihoods are those of a normal distribution.
    """

    def __init__(self, name: str, test: SprtTest, other: str | None = None, adjust: bool = False) -> None:
        self.name, self.test, self.other, self.adjust = name, test, other, adjust
        self._scores: list[float] = []
        self._games = 0.0
        self._path: tuple[float, ...] = ()

    def result(self, groups: Groups) -> SprtResult:
        """The test on ``groups``. Where earlier groups have other scores than before, or a group has more or
        fewer games on average (which the normalised model asks), all is computed again."""
        found = scores_between(groups, self.name, self.other)
        scores = [sum(each) / len(each) for each in found.values()]
        met = [
            sum(self.name in game.names and self.other in (None, *game.names) for game in groups[index])
            for index in found
        ]
        games = sum(met) / len(met) if met else 1.0
        if self.adjust:
            kept = {index: groups[index] for index in found}
            return normal_sprt(adjusted_scores(kept, self.name, scores), self.test, self.name, games)
        seen = len(self._path)
        same = games == self._games and scores[:seen] == self._scores[:seen]
        result = sprt_of(scores, self.test, self.name, games, self._path if same else ())
        self._scores, self._games, self._path = scores, games, result.path
        return result
