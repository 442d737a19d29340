"""The summary of a match: the figures of each player over the groups of games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from protocol.base.gameline import Ending, GameRecord
from protocol.ratings.adjusted import Adjusted, adjusted
from protocol.ratings.statistics import (
    Groups,
    Interval,
    group_means,
    interval,
    is_baseline,
    mean,
    paired_difference,
    plain,
    points,
    seats_of,
    win_share,
)


@dataclass(frozen=True)
class PlayerSummary:
    """The results of one player.

    ``difference``: its result less the mean of all others at the table, both in [-1, 1]; ``wins``: its
    share of first places, a tie shared (equal players have 1/seats); ``points``: the same difference in the
    game's own points; ``over_baseline``: its points less those that the baseline player made of the same
    seat and deal, None without a baseline; ``result`` and ``rank``: plain means; ``by_seat``: the mean
    result in each seat, nan where it did not sit; ``ms``: mean milliseconds of the decisions that it was
    asked for; ``faults``: games that it lost by each ending but the normal one; ``adjusted``: the figures
    with the luck taken off, None where the luck of a game is not known.
    """

    name: str
    games: int
    result: float
    rank: float
    difference: Interval
    wins: Interval
    points: Interval
    over_baseline: Interval | None
    by_seat: tuple[float, ...]
    ms: float
    faults: Mapping[str, int]
    adjusted: Adjusted | None = None


@dataclass(frozen=True)
class MatchSummary:
    """A match: ``players`` in the order of the line-up; ``seconds``: of play, added up over games."""

    players: tuple[PlayerSummary, ...]
    groups: int
    games: int
    seconds: float
    endings: Mapping[str, int]

    def as_dict(self) -> dict[str, Any]:
        """For JSON: nan becomes None."""
        found = plain(asdict(self))
        assert isinstance(found, dict)
        return found


def _over_baseline(games: Sequence[GameRecord], name: str) -> float:
    plain = [game for game in games if is_baseline(game) and game.ending is Ending.NORMAL]
    if not plain:
        return math.nan
    return mean(
        game.scores[seat] - mean(float(base.scores[seat]) for base in plain)
        for game in games
        if not is_baseline(game) and game.ending is Ending.NORMAL
        for seat in seats_of(game, name)
    )


def _summary(groups: Groups, name: str, seats: int, seed: int) -> PlayerSummary:
    games = [game for index in sorted(groups) for game in groups[index]]
    met = [game for game in games if name in game.names and not is_baseline(game)]
    baseline = any(map(is_baseline, games))
    faults: dict[str, int] = {}
    for game in games:
        if game.fault is not None and game.names[game.fault] == name:
            faults[game.ending.value] = faults.get(game.ending.value, 0) + 1
    over = [_over_baseline(groups[index], name) for index in sorted(groups)] if baseline else []
    return PlayerSummary(
        name=name,
        games=len(met),
        result=mean(game.returns[seat] for game in met for seat in seats_of(game, name)),
        rank=mean(float(game.ranks[seat]) for game in met for seat in seats_of(game, name)),
        difference=paired_difference(groups, name, seed),
        wins=interval(group_means(groups, name, win_share), seed),
        points=interval(group_means(groups, name, points), seed),
        over_baseline=interval(over, seed) if baseline else None,
        by_seat=tuple(
            mean(game.returns[seat] for game in met if game.names[seat : seat + 1] == (name,))
            for seat in range(seats)
        ),
        ms=mean(
            ms for game in met for seat, _, ms in game.moves if ms is not None and game.names[seat] == name
        ),
        faults=faults,
        adjusted=adjusted(groups, name, seed),
    )


def summarise(groups: Groups, names: Sequence[str], seats: int, seed: int = 1) -> MatchSummary:
    """The summary over ``groups`` (index: all games on that deal) for the players ``names``."""
    games = [game for group in groups.values() for game in group]
    endings: dict[str, int] = {}
    for game in games:
        endings[game.ending.value] = endings.get(game.ending.value, 0) + 1
    return MatchSummary(
        players=tuple(_summary(groups, name, seats, seed) for name in names),
        groups=len(groups),
        games=len(games),
        seconds=sum(game.seconds for game in games),
        endings=endings,
    )
