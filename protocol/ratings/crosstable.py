"""Who scored how much against whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from protocol.ratings.elo import scores_between
from protocol.ratings.pairs import names_of
from protocol.ratings.statistics import Groups, Interval, interval

#: Of the bootstrap for one cell.
RESAMPLES = 2000


@dataclass(frozen=True)
class Cell:
    """The comparisons of one player with another: ``share`` of them that it won, a tie one half (mean over
    groups), and how many it ``won``, ``tied`` and ``lost``."""

    name: str
    other: str
    share: Interval
    won: int
    tied: int
    lost: int


@dataclass(frozen=True)
class Crosstable:
    """``cells[i][j]``: player i against player j, None where they never met and on the diagonal."""

    names: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]


def _turned(cell: Cell) -> Cell:
    share = Interval(1 - cell.share.mean, 1 - cell.share.high, 1 - cell.share.low, cell.share.groups)
    return Cell(cell.other, cell.name, share, cell.lost, cell.tied, cell.won)


def crosstable(groups: Groups, names: Sequence[str] | None = None, seed: int = 1) -> Crosstable:
    """The table of the players ``names``, in that order (all of the games when None).

    A cell and its mirror image say the same: the shares of both add up to 1.
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
                share = interval(means, seed, RESAMPLES)
                cell = Cell(name, other, share, every.count(1.0), every.count(0.5), every.count(0.0))
                found[name, other], found[other, name] = cell, _turned(cell)
    return Crosstable(tuple(names), tuple(tuple(found.get((one, two)) for two in names) for one in names))
