"""Pairwise comparisons of the players of each game, by groups of games; Elo differences; crosstables.

A game of k seats gives k(k-1)/2 comparisons of ranks; a tie counts one half for each side. Two seats of the
same player are not compared. A game of two seats is one comparison.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from protocol.base.gameline import GameRecord
from protocol.ratings.statistics import Groups, Interval, interval, plain

Array = NDArray[np.float64]

#: Resamples of the bootstrap for a cell of a crosstable.
CELL_RESAMPLES = 2000


def names_of(records: Iterable[GameRecord]) -> list[str]:
    """Every player of the games once, in order of first appearance."""
    return list(dict.fromkeys(name for record in records for name in record.names))


def group_games(records: Iterable[GameRecord]) -> dict[int, list[GameRecord]]:
    """The games grouped by deal; groups are numbered from 0 in order of first appearance.

    Two games have the same deal if their set-up (edition, seats, rules words, figures), seed and group are
    equal.
    """
    found: dict[tuple[object, ...], list[GameRecord]] = {}
    for game in records:
        key = (game.game, len(game.names), game.rules, game.figures, game.seed, game.group)
        found.setdefault(key, []).append(game)
    return dict(enumerate(found.values()))


def beaten(record: GameRecord) -> list[tuple[str, str, float]]:
    """(player, other, result) for each two seats of different players. The result is 1 if the player ranks
    before the other, 1/2 for a tie, and 0 otherwise."""
    found = []
    for seat, name in enumerate(record.names):
        for against in range(seat):
            if record.names[against] != name:
                mine, other = record.ranks[seat], record.ranks[against]
                found.append((name, record.names[against], 1.0 if mine < other else 0.5 * (mine == other)))
    return found


@dataclass(frozen=True)
class Comparisons:
    """Comparisons of all players. ``wins[g, i, j]``: how often player i ranked before player j in group g
    (shape: groups, players, players; the diagonal is zero); ``games``: the number of games in all groups;
    ``a_seat``: the mean number of comparisons of a seat in a game.
    """

    names: tuple[str, ...]
    wins: Array
    games: int
    a_seat: float

    @property
    def total(self) -> Array:
        """The wins, summed over groups (shape: players, players)."""
        return self.wins.sum(axis=0) if len(self.wins) else np.zeros((len(self.names),) * 2)

    def pools(self) -> tuple[tuple[str, ...], ...]:
        """The players by rating pool, the largest pool first. The players of a pool are connected by
        comparisons, directly or through others. Players without opponents are in no pool."""
        met = self.total + self.total.T > 0
        left = [i for i in range(len(self.names)) if met[i].any()]
        found = []
        while left:
            pool = {left[0]}
            while more := {int(j) for i in pool for j in np.flatnonzero(met[i])} - pool:
                pool |= more
            left = [i for i in left if i not in pool]
            found.append(tuple(self.names[i] for i in sorted(pool)))
        return tuple(sorted(found, key=lambda pool: -len(pool)))


def comparisons(groups: Groups, names: Sequence[str] | None = None) -> Comparisons:
    """The comparisons of the players ``names`` (by default all), groups in ascending order.

    Groups without a comparison are left out.
    """
    games = [game for index in sorted(groups) for game in groups[index]]
    names = list(names) if names is not None else names_of(games)
    place = {name: number for number, name in enumerate(names)}
    rows, met, seats, pairs = [], 0, 0, 0
    for index in sorted(groups):
        wins = np.zeros((len(names), len(names)))
        for game in groups[index]:
            compared = [pair for pair in beaten(game) if pair[0] in place and pair[1] in place]
            for one, two, share in compared:
                wins[place[one], place[two]] += share
                wins[place[two], place[one]] += 1 - share
            met += bool(compared)
            pairs += len(compared)
            seats += len(game.names) if compared else 0
        if wins.any():
            rows.append(wins)
    table = np.stack(rows) if rows else np.zeros((0, len(names), len(names)))
    return Comparisons(tuple(names), table, met, 2 * pairs / seats if seats else 0.0)


# --- Elo differences -------------------------------------------------------------------------------------


def elo_of(score: float) -> float:
    """The Elo difference for which ``score`` (0 to 1, ties one half) is expected; infinite at 0 and 1."""
    if not 0 < score < 1:
        return math.nan if math.isnan(score) else math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The expected score (0 to 1) for an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class EloDifference:
    """The Elo difference ``elo`` of ``name`` over ``other`` with its interval, from the ``score`` against it
    (0 to 1). ``superior``: the likelihood of superiority of ``name`` (1/2 without any evidence); ``won``,
    ``tied``, ``lost``: numbers of comparisons."""

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
    """The comparisons of ``name`` with ``other`` (by default with all players) by group, each 1, 1/2 or 0.
    Groups without a comparison are left out."""
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
    """The Elo difference of ``name`` over ``other``, from the mean score over groups.

    The interval is the BCa bootstrap interval of the score over groups
    (:func:`protocol.ratings.statistics.interval`). ``superior`` assumes a normal distribution of the mean, an
    approximation that is good from about ten groups on.
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


# --- crosstables -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """The comparisons of one player with another: the ``share`` won, a tie one half (mean over groups), and
    the numbers of comparisons ``won``, ``tied`` and ``lost``."""

    name: str
    other: str
    share: Interval
    won: int
    tied: int
    lost: int


@dataclass(frozen=True)
class Crosstable:
    """``cells[i][j]``: player i against player j; None on the diagonal and for players who never met."""

    names: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]


def _turned(cell: Cell) -> Cell:
    share = Interval(1 - cell.share.mean, 1 - cell.share.high, 1 - cell.share.low, cell.share.groups)
    return Cell(cell.other, cell.name, share, cell.lost, cell.tied, cell.won)


def crosstable(groups: Groups, names: Sequence[str] | None = None, seed: int = 1) -> Crosstable:
    """The crosstable of the players ``names``, in that order (by default all players of the games).

    A cell and its mirror image hold the same comparisons: their shares add up to 1.
    """
    if names is None:
        names = names_of(game for index in sorted(groups) for game in groups[index])
    found: dict[tuple[str, str], Cell] = {}
    for number, name in enumerate(names):
        for other in names[:number]:
            scores = scores_between(groups, name, other)
            if scores:
                every = [value for group in scores.values() for value in group]
                means = [sum(group) / len(group) for group in scores.values()]
                share = interval(means, seed, CELL_RESAMPLES)
                cell = Cell(name, other, share, every.count(1.0), every.count(0.5), every.count(0.0))
                found[name, other], found[other, name] = cell, _turned(cell)
    return Crosstable(tuple(names), tuple(tuple(found.get((one, two)) for two in names) for one in names))
