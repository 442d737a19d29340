"""Luck-adjusted results: means over groups with the luck of the games taken off.

The luck of a game (:mod:`solver.luck`) has the mean zero for every seat, so each part of it, of chance and of
choices, is a control variate of every figure: with any weight that does not depend on the group itself, the
mean stays the same. The weights are those that would have made the variance of the *other* groups smallest,
drawn towards a usual weight by as much as PULL groups would (ridge regression, leaving the group out). So
they need no knowledge of the players, and a poor value function costs nothing. A sequential test uses the
groups before instead of all others, so the score of a group never changes after it was played.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from protocol.base.errors import Code, ProtocolError
from protocol.base.gameline import GameRecord
from protocol.ratings.statistics import (
    Groups,
    Interval,
    Measure,
    apart,
    difference,
    group_means,
    interval,
    is_baseline,
    points,
    seats_of,
    win_share,
)

Array = NDArray[np.float64]

#: The field of a record with its luck.
LUCK = "luck"
#: Groups that the usual weights count for.
PULL = 3.0
#: Least groups for weights of their own.
FEWEST = 10


@dataclass(frozen=True)
class GameLuck:
    """The luck of a game: ``chance`` and ``choices``, each (results, points), each by seat. ``value``,
    ``digest``: of the value function; ``events``: how many were looked at."""

    value: str
    digest: str
    events: int
    chance: tuple[tuple[float, ...], tuple[float, ...]]
    choices: tuple[tuple[float, ...], tuple[float, ...]]

    def as_dict(self) -> dict[str, Any]:
        """For the line of a game."""
        return {
            "value": self.value,
            "digest": self.digest,
            "events": self.events,
            "chance": [list(part) for part in self.chance],
            "choices": [list(part) for part in self.choices],
        }


def luck_in(record: GameRecord) -> GameLuck | None:
    """The luck in a record; None without any.

    Raises:
        ProtocolError: what stands there is none.
    """
    row = record.extra.get(LUCK)
    if row is None:
        return None
    try:
        chance, choices = _by_seat(row["chance"], record), _by_seat(row["choices"], record)
        return GameLuck(str(row["value"]), str(row["digest"]), int(row["events"]), chance, choices)
    except (KeyError, TypeError, ValueError):
        pass
    what = f"group {record.group}: 'luck' should hold value, digest, events, chance and choices by seat"
    raise ProtocolError(Code.VALUE, what, LUCK)


def _by_seat(
    part: Sequence[Sequence[Any]], record: GameRecord
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """One kind of luck. Raises ValueError or TypeError where it is not (results, points) by seat."""
    results, points = (tuple(map(float, by_seat)) for by_seat in part)
    if len(results) != len(record.names) or len(points) != len(results):
        raise ValueError("another number of seats")
    if not all(map(math.isfinite, (*results, *points))):
        raise ValueError("not a number")
    return results, points


@dataclass(frozen=True)
class Adjusted:
    """The figures of a player with the luck taken off. ``difference``, ``wins``, ``points``: as in
    :class:`~protocol.ratings.statistics.PlayerSummary`; ``saved``: for each of them in this order, how many
    times as many deals the unadjusted figure needs for an interval as narrow; ``value``, ``digest``: of the
    value function."""

    difference: Interval
    wins: Interval
    points: Interval
    saved: tuple[float, float, float]
    value: str
    digest: str


def lucky_value(groups: Groups) -> tuple[str, str] | None:
    """(name, digest) of the value function by which the luck of all games was measured; None if the luck of
    some game is not known, or by another function."""
    found = {
        None if luck is None else (luck.value, luck.digest)
        for games in groups.values()
        for luck in map(luck_in, games)
    }
    return found.pop() if len(found) == 1 else None


def _usual(seats: int) -> float:
    """The weight of a result apart in a share of places: the ratio of their spans."""
    return (seats - 1) / (2 * seats)


def luck_by_group(groups: Groups, name: str, points_too: bool = False) -> Array:
    """The luck of ``name`` less that of the others: of chance and of choices, in results or in points, a row
    a group (groups, 2); means over the games that count for the player, nan where there are none."""
    rows = []
    for index in sorted(groups):
        lines = []
        for game in groups[index]:
            luck = luck_in(game)
            if luck is not None and name in game.names and not is_baseline(game):
                seats = seats_of(game, name)
                lines.append([apart(part[points_too], seats) for part in (luck.chance, luck.choices)])
        rows.append(np.mean(lines, axis=0) if lines else np.full(2, np.nan))
    return np.array(rows).reshape(-1, 2)


def without_luck(values: Sequence[float] | Array, luck: Array, usual: float, before: bool = False) -> Array:
    """The values of groups less their luck (groups, parts), weighted by the regression of the other groups,
    or of those ``before``; ``usual``: the weight towards which it is drawn. Values that are nan stay nan."""
    data = np.asarray(values, dtype=np.float64)
    known = ~(np.isnan(data) | np.isnan(luck).any(axis=1))
    found = np.full(len(data), np.nan)
    y, x = data[known], luck[known]
    kept = [k for k in range(x.shape[1]) if len(x) and float(np.abs(x[:, k]).max()) > 1e-12]
    x = x[:, kept]
    found[known] = y - (_weights(y, x, usual, before) * x).sum(axis=1)
    return found


def _weights(y: Array, x: Array, usual: float, before: bool) -> Array:
    """The weights for each group, of the shape of ``x``."""
    count, parts = x.shape
    weights = np.full((count, parts), usual)
    if not parts:
        return weights
    for group in range(count):
        others = np.arange(count) < group if before else np.arange(count) != group
        if others.sum() < FEWEST:
            continue
        # the mean of the luck is known to be zero, so only the values are centred
        near, rest = x[others], y[others] - y[others].mean() - usual * x[others].sum(axis=1)
        squares = near.T @ near
        scale = squares + PULL / others.sum() * np.diag(np.diag(squares)) + 1e-12 * np.eye(parts)
        weights[group] += np.linalg.solve(scale, near.T @ rest)
    return weights


def _ratio(plain: Interval, adjusted: Interval) -> float:
    """The ratio of the deals needed for equal widths; nan where an interval has no width."""
    wide, narrow = plain.high - plain.low, adjusted.high - adjusted.low
    return (wide / narrow) ** 2 if narrow > 0 and wide > 0 else math.nan


def adjusted_difference(groups: Groups, name: str, seed: int = 1) -> Interval:
    """The player's paired difference with the luck taken off.

    Raises:
        ProtocolError: the luck of some game is not known.
    """
    if groups and lucky_value(groups) is None:
        raise ProtocolError(Code.VALUE, "the luck of some games is not known by one value function", LUCK)
    return interval(
        [*without_luck(group_means(groups, name, difference), luck_by_group(groups, name), 1.0)], seed
    )


def adjusted(groups: Groups, name: str, seed: int = 1) -> Adjusted | None:
    """The adjusted figures of a player; None unless the luck of all games is known by one value function."""
    value = lucky_value(groups)
    if value is None:
        return None
    results, scored = luck_by_group(groups, name), luck_by_group(groups, name, points_too=True)
    seats = max(len(game.names) for games in groups.values() for game in games)

    def figure(measure: Measure, luck: Array, usual: float) -> tuple[Interval, float]:
        plain = group_means(groups, name, measure)
        found = interval([*without_luck(plain, luck, usual)], seed)
        return found, _ratio(interval(plain, seed), found)

    apart_by, apart_saved = figure(difference, results, 1.0)
    first, first_saved = figure(win_share, results, _usual(seats))
    scores, scores_saved = figure(points, scored, 1.0)
    return Adjusted(apart_by, first, scores, (apart_saved, first_saved, scores_saved), *value)


def adjusted_scores(groups: Groups, name: str, scores: Sequence[float]) -> list[float]:
    """The shares of comparisons won (one a group of ``groups``) with the luck taken off, each by weights from
    the groups before it.

    Raises:
        ProtocolError: the luck of some game is not known.
    """
    if groups and lucky_value(groups) is None:
        raise ProtocolError(Code.VALUE, "the luck of some games is not known by one value function", LUCK)
    seats = max((len(game.names) for games in groups.values() for game in games), default=2)
    found = without_luck(scores, luck_by_group(groups, name), _usual(seats), before=True)
    return [float(value) for value in found]
