"""Statistics of matches: intervals of the claimed coverage, and the figures of handcrafted games."""

from __future__ import annotations

import dataclasses
import math
from statistics import NormalDist

import numpy as np
import pytest

import scaling
from protocol.base.gameline import Ending, GameRecord
from protocol.matches.match import StopRule
from protocol.ratings.statistics import (
    Interval,
    group_means,
    interval,
    paired_difference,
    points,
    win_share,
)
from protocol.ratings.summary import summarise

pytestmark = pytest.mark.pure


def test_the_interval_is_what_theory_says_of_a_large_even_sample() -> None:
    # the mean of 100 values of variance 1 has a standard error of 0.1
    found = interval([1.0, -1.0] * 50)
    assert (found.mean, found.groups) == (0, 100)
    assert found.low == pytest.approx(-0.196, abs=0.025)
    assert found.high == pytest.approx(0.196, abs=0.025)
    assert found == interval([1.0, -1.0] * 50)
    uneven = [0.1 * k * k for k in range(20)]
    assert interval(uneven) == interval(uneven, seed=1) != interval(uneven, seed=2)


def test_the_interval_leans_with_skewed_values() -> None:
    # 5 of 100 are 1: the exact binomial interval of the share is 0.016 to 0.113
    found = interval([1.0] * 5 + [0.0] * 95)
    assert found.high - found.mean > 1.2 * (found.mean - found.low)
    assert found.low == pytest.approx(0.02, abs=0.01)
    assert found.high == pytest.approx(0.11, abs=0.015)


def test_the_interval_of_little_or_nothing() -> None:
    assert interval([0.5] * 10) == Interval(0.5, 0.5, 0.5, 10)
    assert interval([0.25]) == Interval(0.25, 0.25, 0.25, 1)
    assert interval([0.25]).half_width == math.inf
    assert interval([math.nan, 1.0, math.nan, 1.0]) == Interval(1, 1, 1, 2)
    empty = interval([math.nan])
    assert math.isnan(empty.mean)
    assert empty.groups == 0
    assert empty.half_width == math.inf


def games_of_strength(
    rng: np.random.Generator, lead: float, seats: int, groups: int
) -> dict[int, list[GameRecord]]:
    """Simulated matches of "a" against a field of "b".

    In each game a seat's performance is drawn from a normal distribution, a's mean is ``lead`` higher, and
    the deal favours seats, the same in all games of a group."""
    found = {}
    for group in range(groups):
        luck = rng.normal(0, 1, seats)
        games = []
        for seat in range(seats):
            worth = luck + rng.normal(0, 1, seats)
            worth[seat] += lead
            above = (worth[:, None] > worth[None, :]).sum(axis=1)
            games.append(record(seat, [2 * int(a) / (seats - 1) - 1 for a in above], group))
        found[group] = games
    return found


def record(seat: int, returns: list[float], group: int = 0, scores: list[int] | None = None) -> GameRecord:
    """A game of "a" on ``seat`` against others."""
    seats = len(returns)
    names = tuple("a" if k == seat else "b" for k in range(seats))
    ranks = tuple(1 + sum(other > mine for other in returns) for mine in returns)
    return GameRecord(
        game="hand/1", rules=(), figures=None, seed=1, group=group, deal=group, names=names, players=names,
        moves=((0, "c1", 2.0), (1, "c2", 4.0), (0, "c3", None)), ending=Ending.NORMAL, fault=None, detail="",
        ranks=ranks, scores=tuple(scores or [round(6 * value) for value in returns]), returns=tuple(returns),
        seconds=0.5, version="",
    )  # fmt: skip


@pytest.mark.ci
@pytest.mark.parametrize(("lead", "seats"), [(0.0, 2), (0.5, 4)])
def test_the_interval_covers_the_true_difference_as_often_as_it_claims(lead: float, seats: int) -> None:
    # performances differ by a normal variable of variance 4 (two seats' luck of the deal and two of the
    # game), so a beats one b with Phi(lead / 2): a's result is r = 2 Phi - 1, and the others' mean is
    # -r / (seats - 1)
    truth = (2 * NormalDist().cdf(lead / 2) - 1) * seats / (seats - 1)
    trials = scaling.scale(2000, least=300)
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(trials):
        groups = games_of_strength(rng, lead, seats, 40)
        values = group_means(groups, "a", lambda game, name: _difference(game))
        found = interval(values, seed=int(rng.integers(1 << 30)), resamples=1000)
        held += found.low <= truth <= found.high
    # 95 % promised; 40 groups and three standard errors of the count give a little
    assert 0.915 <= held / trials <= 0.985


def _difference(game: GameRecord) -> float:
    """Written out once more: a's result less the mean of the b's."""
    mine = game.returns[game.names.index("a")]
    others = [value for value, name in zip(game.returns, game.names, strict=True) if name == "b"]
    return mine - sum(others) / len(others)


def test_ending_when_the_interval_is_narrow_still_covers_the_truth() -> None:
    rule = StopRule(groups=200, half_width=0.14)
    truth = 0.1
    rng = np.random.default_rng(6)
    trials = scaling.scale(2000, least=200)
    held, counts = 0, []
    for _ in range(trials):
        values = truth + rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0], rule.groups, p=[0.1, 0.2, 0.4, 0.2, 0.1])
        for look in rule.looks():
            found = interval(values[:look].tolist(), seed=int(rng.integers(1 << 30)), resamples=600)
            if rule.satisfied(found):
                break
        counts.append(look)
        held += found.low <= truth <= found.high
    assert len(set(counts)) > 1
    assert 0.90 <= held / trials <= 0.985


def test_the_figures_of_games_by_hand() -> None:
    baseline = dataclasses.replace(record(0, [0.0, 1.0, -1.0], scores=[5, 9, 1]), names=("b", "b", "b"))
    group = [
        record(0, [1.0, 0.0, -1.0], scores=[9, 5, 1]),
        record(1, [1.0, 0.0, -1.0], scores=[8, 5, 2]),
        record(2, [0.5, 0.5, -1.0], scores=[5, 5, 1]),
        baseline,
    ]
    fault = dataclasses.replace(
        record(0, [-1.0, 0.5, 0.5], 1, [7, 0, 0]), ending=Ending.CRASH, fault=0, ranks=(3, 1, 1)
    )
    found = summarise({0: group, 1: [fault]}, ["a", "b"], 3)
    a, b = found.players
    # a's result less the mean of the two others: 1.5, 0, -1.5 in the first group; -1.5 in the second
    assert a.difference.mean == pytest.approx(-0.75)
    assert b.difference.mean == pytest.approx(0.75)
    assert a.games == b.games == 4
    assert a.result == pytest.approx((1 + 0 - 1 - 1) / 4)
    assert a.wins.mean == pytest.approx(((1 + 0 + 0) / 3 + 0) / 2)
    # seats of b: the winner's seat counts 1 of 2 seats, a shared first place one half each
    assert b.wins.mean == pytest.approx(((0 + 1 / 2 + 1 / 2) / 3 + 1 / 2) / 2)
    assert a.rank == pytest.approx((1 + 2 + 3 + 3) / 4)
    assert a.points.groups == 1  # the crashed game has no points that mean anything
    assert a.points.mean == pytest.approx((6 + 0 - 4) / 3)
    assert a.over_baseline is not None
    assert a.over_baseline.mean == pytest.approx(((9 - 5) + (5 - 9) + (1 - 1)) / 3)
    assert a.by_seat == pytest.approx((0, 0, -1))
    assert a.ms == pytest.approx((2 + 4 + 2) / 3)
    assert a.faults == {"crash": 1}
    assert b.faults == {}
    assert (found.groups, found.games, found.seconds) == (2, 5, 2.5)
    assert found.endings == {"normal": 4, "crash": 1}
    assert found.as_dict()["players"][0]["difference"]["mean"] == pytest.approx(-0.75)
    none = summarise({}, ["a"], 3)
    assert none.as_dict()["players"][0]["result"] is None
    assert none.players[0].over_baseline is None


def test_measures_of_one_game() -> None:
    tie = record(0, [0.5, 0.5, -1.0], scores=[4, 4, 0])
    assert win_share(tie, "a") == 0.5
    assert win_share(tie, "b") == 0.25
    assert points(tie, "a") == 2
    assert math.isnan(points(dataclasses.replace(tie, ending=Ending.TIME, fault=0), "a"))
    assert paired_difference({0: [tie], 1: [tie]}, "a") == Interval(0.75, 0.75, 0.75, 2)
