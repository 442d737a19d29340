"""Ratings of the Plackett-Luce model, with intervals from a bootstrap over groups.

The model: of the players still to be placed, player i is next with probability w_i / (sum of their w).
A rating is 400 log10 w, so for two seats it is Elo: 400 points are odds of ten to one.

The fit uses full breaking: a ranking counts as all of its comparisons, and the weights maximise the pairwise
likelihood. The model gives any two seats the odds w_i to w_j whoever else plays, so this is consistent (Azari
Soufiani, Chen, Parkes, Xia, Generalized Method-of-Moments for Rank Aggregation, NIPS 2013); it needs no rule
for ties of many seats, which are halves here, and for two seats it is the likelihood of the games. The
library choix computes it (Maystre and Grossglauser, Fast and Accurate Inference of Plackett-Luce Models, NIPS
2015).

A player that has never lost has no finite maximum-likelihood rating. Therefore every player is credited with
a few wins and losses against a virtual player of average strength (see :data:`VIRTUAL`), which shrinks the
differences a little. Players that never lost or tied against any other have an interval without an upper
end; likewise below.

The interval: each replicate gives the groups, and the virtual games, random weights that are exponential with
mean one (the Bayesian bootstrap: Rubin, The Bayesian Bootstrap, Annals of Statistics 9, 1981), and is fitted
again. With random virtual games a player that won all n games gets the rule of three for the lower end. The
quantiles are taken a little further out for few groups, as in :mod:`protocol.ratings.statistics`. Replicates
are fitted all at once by Newton's method.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from protocol.base.errors import Code, ProtocolError
from protocol.ratings.pairs import Array, Comparisons, comparisons
from protocol.ratings.statistics import CONFIDENCE, Groups, plain, small_sample

Flags = NDArray[np.bool_]

#: Virtual wins, and as many losses, of every player against a player of average strength. With one, the
#: interval of a player that happened not to lose in 20 games is too narrow (88 % for 95 %); with 1.5 it held
#: the truth in 91 % to 97 % of simulated matches (docs/ratings.md).
VIRTUAL = 1.5
REPLICATES = 2000
#: Rating points for a factor of e in the odds.
SCALE = 400 / math.log(10)
#: The longest Newton step, in logarithms of odds, and the step at which the fit ends.
_STEP, _SMALL = 2.0, 1e-9
_EXTRA = "ratings need the library choix: pip install 'herdmind[report]'"


@dataclass(frozen=True)
class Rating:
    """``elo``: the rating; ``low`` and ``high``: the ends of its interval, infinite where nothing bounds it,
    nan from fewer than two groups; ``comparisons``: with others, a tie counted once; ``share``: of them that
    it won; ``pool``: number of its rating pool, from 1. Ratings of two pools cannot be compared."""

    name: str
    elo: float
    low: float
    high: float
    comparisons: int
    share: float
    pool: int = 1


@dataclass(frozen=True)
class Ratings:
    """``players``: from the strongest to the weakest, pool by pool, without those who met nobody;
    ``reference``: the player whose rating is 0, None when the mean is; ``groups``: that were compared."""

    players: tuple[Rating, ...]
    reference: str | None
    groups: int
    confidence: float

    def __getitem__(self, name: str) -> Rating:
        return next(rating for rating in self.players if rating.name == name)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: nan and infinity become None."""
        found = plain(asdict(self))
        assert isinstance(found, dict)
        return found


def available() -> bool:
    """Whether the library for the fit is installed."""
    try:
        import choix  # noqa: F401
    except ImportError:
        return False
    return True


def fit(wins: Array) -> Array:
    """Logarithms of the weights, mean 0, for ``wins[i, j]``: how often i came before j (players, players).

    Every player must be reachable from every other by wins.

    Raises:
        ProtocolError: the library for it is not installed.
    """
    try:
        from choix import ilsr_pairwise_dense
    except ImportError as error:
        raise ProtocolError(Code.VALUE, _EXTRA, "choix") from error
    found: Array = ilsr_pairwise_dense(wins, max_iter=10_000, tol=1e-9)
    return found


def fit_many(wins: Array, start: Array) -> Array:
    """:func:`fit` for each of ``wins`` (replicates, players, players) by Newton's method from ``start``; the
    last player has 0."""
    theta = np.tile(start - start[-1], (len(wins), 1))
    count = wins + wins.transpose(0, 2, 1)
    won = wins.sum(axis=2)
    last = wins.shape[1] - 1
    for _ in range(200):
        chance = 1 / (1 + np.exp(theta[:, None, :] - theta[:, :, None]))
        slope = won - (count * chance).sum(axis=2)
        bend = -count * chance * (1 - chance)
        diagonal = np.arange(last + 1)
        bend[:, diagonal, diagonal] = -bend.sum(axis=2)
        step = np.linalg.solve(bend[:, :last, :last], slope[:, :last, None])[:, :, 0]
        size = np.abs(step).max(axis=1, initial=0.0)
        theta[:, :last] += step * np.minimum(1, _STEP / np.maximum(size, _STEP))[:, None]
        if size.max(initial=0.0) < _SMALL:
            break
    return theta


def _virtual(wins: Array, won: Array, lost: Array) -> Array:
    """``wins`` (..., players, players) with the virtual player behind the others."""
    n = wins.shape[-1]
    full = np.zeros((*wins.shape[:-2], n + 1, n + 1))
    full[..., :n, :n] = wins
    full[..., :n, n] = won
    full[..., n, :n] = lost
    return full


def unbounded(wins: Array) -> tuple[Flags, Flags]:
    """(above, below), a flag for each player: whether it belongs to a class that never lost or tied against
    the others, or never won or tied. All flags are false where wins connect all players both ways; a player
    that met nobody is both."""
    n = len(wins)
    reach = (wins > 0) | np.eye(n, dtype=bool)
    for middle in range(n):
        reach |= reach[:, [middle]] & reach[[middle], :]
    # who reaches me has (through others) beaten me; if I reach them too we are one class
    above = np.array([all(reach[i, j] for j in range(n) if reach[j, i]) for i in range(n)])
    below = np.array([all(reach[j, i] for j in range(n) if reach[i, j]) for i in range(n)])
    whole = bool(reach.all())
    return above & (not whole), below & (not whole)


def ratings(
    groups: Groups,
    names: Sequence[str] | None = None,
    reference: str | None = None,
    seed: int = 1,
    replicates: int = REPLICATES,
    confidence: float = CONFIDENCE,
) -> Ratings:
    """The ratings of the players ``names`` (all of the games when None) from the games that they played
    against each other.

    Players whom no game connects, not even through others, are rated in pools, each by itself. ``reference``
    names the player whose rating is 0, with the intervals of its pool relative to it; in other pools, or
    without one, the mean is 0.

    Raises:
        ProtocolError: the reference is none of the players, or the library for the fit is not installed.
    """
    found = comparisons(groups, names)
    if reference is not None and reference not in found.names:
        known = ", ".join(found.names)
        raise ProtocolError(Code.VALUE, f"there is no player {reference}; there are: {known}", reference)
    pools = found.pools()
    players: list[Rating] = []
    for number, pool in enumerate(pools, 1):
        alone = found if len(pool) == len(found.names) else comparisons(groups, pool)
        zero = reference if reference in pool else None
        players += _rate_pool(alone, number, zero, seed, replicates, confidence)
    return Ratings(tuple(players), reference, len(found.wins), confidence)


def _rate_pool(
    found: Comparisons, pool: int, reference: str | None, seed: int, replicates: int, confidence: float
) -> list[Rating]:
    """The ratings of connected players, from the strongest to the weakest."""
    n, total = len(found.names), found.total
    each = np.full(n, VIRTUAL * found.a_seat)
    point = fit(_virtual(total, each, each))
    above, below = unbounded(total)
    size = len(found.wins)
    low, high = np.full(n, math.nan), np.full(n, math.nan)
    if size > 1:
        rng = np.random.default_rng(seed)
        weights = rng.exponential(size=(replicates, size))
        wins = np.tensordot(weights, found.wins, axes=1)
        won, lost = rng.exponential(VIRTUAL * found.a_seat, (2, replicates, n))
        values = _relative(fit_many(_virtual(wins, won, lost), point)[:, :n], found.names, reference)
        tail = NormalDist().cdf(small_sample(NormalDist().inv_cdf((1 - confidence) / 2), size))
        low, high = np.quantile(values, [tail, 1 - tail], axis=0)
    elo = _relative(point[None, :n], found.names, reference)[0]
    low[below], high[above] = -math.inf, math.inf
    if reference is not None:
        at = found.names.index(reference)
        low[at] = high[at] = 0.0
    met = total.sum(axis=1) + total.sum(axis=0)
    players = [
        Rating(
            name=name,
            elo=float(elo[i]),
            low=float(low[i]),
            high=float(high[i]),
            comparisons=round(met[i]),
            share=float(total[i].sum() / met[i]),
            pool=pool,
        )
        for i, name in enumerate(found.names)
    ]
    return sorted(players, key=lambda rating: -rating.elo)


def _relative(theta: Array, names: Sequence[str], reference: str | None) -> Array:
    """Logarithms of weights (replicates, players) as rating points over the reference, or the mean."""
    zero = theta.mean(axis=1) if reference is None else theta[:, list(names).index(reference)]
    return SCALE * (theta - zero[:, None])
