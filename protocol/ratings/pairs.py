"""Games as comparisons: who came before whom at a table, counted for each group of games.

A game of k seats is k(k-1)/2 comparisons of ranks, a tie one half for either side; two seats of the same
player are not compared. For two seats a comparison is the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from protocol.base.gameline import GameRecord
from protocol.ratings.statistics import Groups

Array = NDArray[np.float64]


def names_of(records: Iterable[GameRecord]) -> list[str]:
    """Every player of the games once, in the order in which they appear."""
    return list(dict.fromkeys(name for record in records for name in record.names))


def group_games(records: Iterable[GameRecord]) -> dict[int, list[GameRecord]]:
    """Games on one deal together, numbered from 0 in the order of first appearance.

    A deal is the same when set-up (edition, seats, words of the rules, figures), seed and group are.
    """
    found: dict[tuple[object, ...], list[GameRecord]] = {}
    for game in records:
        key = (game.game, len(game.names), game.rules, game.figures, game.seed, game.group)
        found.setdefault(key, []).append(game)
    return dict(enumerate(found.values()))


def beaten(record: GameRecord) -> list[tuple[str, str, float]]:
    """(player, other, 1 for before it, 1/2 for a tie, 0 for behind) for each two seats of different
    players."""
    found = []
    for seat, name in enumerate(record.names):
        for against in range(seat):
            if record.names[against] != name:
                mine, other = record.ranks[seat], record.ranks[against]
                found.append((name, record.names[against], 1.0 if mine < other else 0.5 * (mine == other)))
    return found


@dataclass(frozen=True)
class Comparisons:
    """``wins[g, i, j]``: how often player i came before player j in group g (shape groups, players,
    players; the diagonal is zero); ``games``: of all groups; ``a_seat``: comparisons that a seat has in a
    game, on average.
    """

    names: tuple[str, ...]
    wins: Array
    games: int
    a_seat: float

    @property
    def total(self) -> Array:
        """The wins of all groups."""
        return self.wins.sum(axis=0) if len(self.wins) else np.zeros((len(self.names),) * 2)


def comparisons(groups: Groups, names: Sequence[str] | None = None) -> Comparisons:
    """The comparisons of the players ``names`` (all when None), groups in ascending order.

    Groups in which nobody is compared are left out.
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
