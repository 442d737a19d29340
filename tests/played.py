"""Games composed for the tests of statistics, by hand or by simulated players of known strength."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from protocol.base.gameline import Ending, GameRecord


def ranks_of(worths: Sequence[float]) -> tuple[int, ...]:
    """Ranks of worths by seat, the greatest first, equals sharing the better one."""
    return tuple(1 + sum(other > mine for other in worths) for mine in worths)


def game(
    names: Sequence[str],
    ranks: Sequence[int],
    group: int = 0,
    scores: Sequence[int] | None = None,
    ending: Ending = Ending.NORMAL,
    fault: int | None = None,
    ms: float = 2.0,
) -> GameRecord:
    """A game of these players, by seat, with these ranks; one decision a seat."""
    seats = len(names)
    mean = (seats + 1) / 2
    returns = tuple(
        2 * (mean - (rank + (ranks.count(rank) - 1) / 2)) / max(1, seats - 1) for rank in map(int, ranks)
    )
    return GameRecord(
        game="hand/1", rules=(), figures=None, seed=1, group=group, deal=group, names=tuple(names),
        players=tuple(names), moves=tuple((seat, "c1", ms) for seat in range(seats)), ending=ending,
        fault=fault, detail="", ranks=tuple(map(int, ranks)),
        scores=tuple(scores) if scores is not None else tuple(10 * (seats - rank) for rank in ranks),
        returns=returns, seconds=0.5, version="",
    )  # fmt: skip


def rotated(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Every turn of a line-up around the table."""
    return [tuple(names[turn:]) + tuple(names[:turn]) for turn in range(len(names))]


def simulated(
    rng: np.random.Generator, strengths: dict[str, float], line_ups: Iterable[Sequence[str]], groups: int
) -> dict[int, list[GameRecord]]:
    """Games in which the ranking follows the Plackett-Luce model exactly: each seat's worth is its player's
    strength (a natural logarithm of odds) plus Gumbel noise. On each deal every turn of every line-up."""
    seatings = [seating for line_up in line_ups for seating in rotated(list(line_up))]
    found = {}
    for group in range(groups):
        games = []
        for names in seatings:
            worth = np.array([strengths[name] for name in names]) + rng.gumbel(size=len(names))
            games.append(game(names, ranks_of(worth.tolist()), group))
        found[group] = games
    return found
