"""Ratings: by hand, against other methods, and with intervals of the claimed coverage."""

from __future__ import annotations

import itertools
import json
import math
import sys
from dataclasses import replace

import choix
import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import norm, t

import scaling
from played import game, rotated, simulated
from protocol.base.errors import ProtocolError
from protocol.base.gameline import Ending
from protocol.ratings import ratings as rating_module
from protocol.ratings.pairs import (
    beaten,
    comparisons,
    elo_difference,
    elo_of,
    group_games,
    score_of,
    scores_between,
)
from protocol.ratings.ratings import SCALE, VIRTUAL, fit, fit_many, ratings, unbounded

pytestmark = pytest.mark.pure


# --- comparisons ------------------------------------------------------------------------------------------


def test_a_game_of_three_is_three_comparisons_and_a_tie_is_halves() -> None:
    found = comparisons({0: [game("abc", [1, 2, 2])]})
    assert found.names == ("a", "b", "c")
    assert found.total.tolist() == [[0, 1, 1], [0, 0, 0.5], [0, 0.5, 0]]
    assert (found.games, found.a_seat) == (1, 2)


def test_seats_of_one_player_are_not_compared() -> None:
    found = comparisons({0: [game("abbb", [2, 1, 3, 4])]})
    assert found.total.tolist() == [[0, 2], [1, 0]]
    assert found.a_seat == 1.5
    assert comparisons({0: [game("bb", [1, 2])]}).wins.shape == (0, 1, 1)


def test_the_others_of_a_seat_at_fault_are_equal() -> None:
    crash = game("abc", [1, 3, 1], ending=Ending.CRASH, fault=1)
    assert sorted(beaten(crash)) == [("b", "a", 0), ("c", "a", 0.5), ("c", "b", 1)]


def test_games_of_other_matches_are_other_deals() -> None:
    one = game("ab", [1, 2], 4)
    others = [replace(one, seed=2), replace(one, rules=("x",)), replace(one, figures="f")]
    assert group_games([one, *others]) == {k: [g] for k, g in enumerate([one, *others])}


def test_groups_are_games_on_one_deal() -> None:
    games = [game("ab", [1, 2], 4), game("ab", [1, 2], 7), game("ba", [1, 2], 4), game("abc", [1, 2, 3], 4)]
    assert group_games(games) == {0: [games[0], games[2]], 1: [games[1]], 2: [games[3]]}


# --- ratings ----------------------------------------------------------------------------------------------


def test_two_players_by_hand() -> None:
    # a wins 29 of 40 and draws 2 of them: with a virtual win and loss each at strength 0, a's strength x is
    # where 30 - 40 / (1 + e^-2x) + 1 - 2 / (1 + e^-x) = 0
    games = [[1, 2]] * 29 + [[1, 1]] * 2 + [[2, 1]] * 9
    groups = {k: [game("ab", ranks, k)] for k, ranks in enumerate(games)}
    low, high = 0.0, 2.0
    for _ in range(60):
        x = (low + high) / 2
        up = 30 - 40 / (1 + math.exp(-2 * x)) + VIRTUAL * (1 - 2 / (1 + math.exp(-x))) > 0
        low, high = (x, high) if up else (low, x)
    found = ratings(groups)
    assert found["a"].elo == pytest.approx(SCALE * x, abs=1e-4)
    assert found["b"].elo == pytest.approx(-SCALE * x, abs=1e-4)
    assert 150 < found["a"].elo - found["b"].elo < elo_of(0.75)  # drawn together a little
    assert [player.name for player in found.players] == ["a", "b"]
    assert (found.groups, found["a"].comparisons, found["a"].share) == (40, 40, 0.75)
    assert found["a"].low < found["a"].elo < found["a"].high
    moved = ratings(groups, reference="b")
    assert moved["b"] == type(moved["b"])("b", 0.0, 0.0, 0.0, 40, 0.25)
    assert moved["a"].elo == pytest.approx(2 * SCALE * x, abs=1e-4)


def test_virtual_games_are_as_many_as_a_seat_has_comparisons() -> None:
    # one against three of another: 1.5 comparisons a seat on average, 3 a game; a wins 2 of 3
    groups = {k: [game("abbb", [2, 1, 3, 4], k)] for k in range(20)}
    virtual, x = 1.5 * VIRTUAL, 0.0
    for _ in range(60):  # a's strength x and b's -x, by Newton
        pull = 40 - 60 / (1 + math.exp(-2 * x)) + virtual * (1 - 2 / (1 + math.exp(-x)))
        x += pull / (30 + virtual / 2)
    found = ratings(groups)
    assert found["a"].elo == pytest.approx(SCALE * x, abs=1e-4)


def test_the_interval_of_few_groups_is_widened_as_students(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = {k: [game("ab", [1, 2] if k % 3 else [2, 1], k)] for k in range(9)}
    found = ratings(groups, replicates=20_000)["a"]
    # the same quantiles of the same replicates, named outright
    tail = float(norm.cdf(t.ppf(0.025, 8) * math.sqrt(9 / 8)))
    monkeypatch.setattr(rating_module, "small_sample", lambda z, n: z)
    plain = ratings(groups, replicates=20_000)["a"]
    named = ratings(groups, replicates=20_000, confidence=1 - 2 * tail)["a"]
    assert (named.low, named.high) == pytest.approx((found.low, found.high), abs=2)
    assert plain.low - found.low > 10


def test_how_far_the_virtual_games_draw_a_field_together() -> None:
    """The figures of the page on ratings, from the shares that the true ratings promise."""

    def drawn(true: list[float], games: int) -> list[float]:
        count, strengths = len(true), np.array(true) / SCALE
        wins = np.zeros((count + 1, count + 1))
        wins[:count, :count] = games / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        np.fill_diagonal(wins, 0)
        assert fit(wins[:count, :count]) * SCALE == pytest.approx(true, abs=1e-3)
        wins[:count, count] = wins[count, :count] = VIRTUAL
        found = fit(wins)[:count]
        return [float(rating) for rating in SCALE * (found - found.mean())]

    one, two = drawn([-100, 100], 80)
    assert two - one == pytest.approx(200 - 5, abs=0.5)
    field = [-700.0, -350, 0, 350, 700]
    assert drawn(field, 80)[-1] == pytest.approx(700 - 46, abs=0.5)
    assert drawn(field, 20)[-1] == pytest.approx(700 - 141, abs=0.5)


def test_the_fit_is_the_greatest_likelihood() -> None:
    rng = np.random.default_rng(1)
    for players in (2, 4, 7):
        wins = rng.integers(1, 30, (players, players)).astype(float)
        np.fill_diagonal(wins, 0)

        def unlikely(theta: np.ndarray, wins: np.ndarray = wins) -> float:
            chance = np.logaddexp(0, theta[None, :] - theta[:, None])
            return float((wins * chance).sum() + theta.sum() ** 2)

        best = minimize(unlikely, np.zeros(players), method="BFGS", options={"gtol": 1e-9}).x
        assert fit(wins) == pytest.approx(best - best.mean(), abs=1e-5)


def test_replicates_are_fitted_as_the_library_does() -> None:
    rng = np.random.default_rng(2)
    wins = rng.integers(1, 40, (20, 6, 6)) * rng.exponential(size=(20, 1, 1))
    wins[0, 0, 1:] = 1e-3  # far apart
    wins[:, range(6), range(6)] = 0
    for one, many in zip(wins, fit_many(wins, np.zeros(6)), strict=True):
        assert many - many.mean() == pytest.approx(fit(one), abs=1e-5)


def test_the_weights_of_the_model_come_back_from_its_rankings() -> None:
    # every ranking of four seats (two of one player) as often as the model says
    weight = {"a": 8.0, "b": 2.0, "c": 1.0}
    wins = np.zeros((3, 3))
    seats = "abcc"
    for order in itertools.permutations(range(4)):
        chance, left = 1.0, sum(weight[name] for name in seats)
        for seat in order:
            chance *= weight[seats[seat]] / left
            left -= weight[seats[seat]]
        for one, two in itertools.combinations(order, 2):
            if seats[one] != seats[two]:
                wins["abc".index(seats[one]), "abc".index(seats[two])] += chance
    theta = fit(wins)
    assert np.exp(theta - theta[2]) == pytest.approx([8, 2, 1], rel=1e-6)


def test_it_agrees_with_the_likelihood_of_whole_rankings() -> None:
    rng = np.random.default_rng(3)
    strengths = dict(zip("abcd", (1.0, 0.3, -0.4, -0.9), strict=True))
    groups = simulated(rng, strengths, ["abcd"], 150)
    rankings = [
        tuple("abcd".index(name) for _, name in sorted(zip(g.ranks, g.names, strict=True)))
        for games in groups.values()
        for g in games
    ]
    whole = SCALE * choix.ilsr_rankings(4, rankings)
    found = ratings(groups)
    for number, name in enumerate("abcd"):
        assert found[name].elo == pytest.approx(whole[number], abs=15)
        assert abs(found[name].elo - whole[number]) < (found[name].high - found[name].low) / 4


def test_who_never_lost_has_no_upper_end_and_the_rule_of_three_below() -> None:
    groups = {k: [game("ab", [1, 2], k)] for k in range(50)}
    found = ratings(groups, reference="b", replicates=20_000)
    assert found["a"].high == math.inf
    # 50 of 50: with 97.5 % confidence at least 0.025 ** (1/50); b's virtual games add some doubt
    assert found["a"].low == pytest.approx(elo_of(0.025 ** (1 / 50)), abs=70)
    assert found["a"].low < found["a"].elo < 1500
    back = ratings({k: [game("ab", [2, 1], k)] for k in range(50)}, reference="b")
    assert back["a"].low == -math.inf
    assert [player.name for player in back.players] == ["b", "a"]
    assert back["a"].elo == pytest.approx(-found["a"].elo, abs=1e-3)
    text = json.dumps(found.as_dict(), allow_nan=False)
    assert json.loads(text)["players"][0]["high"] is None


def test_classes_that_nothing_holds_together() -> None:
    def flags(wins: list[list[float]]) -> tuple[list[bool], list[bool]]:
        above, below = unbounded(np.array(wins))
        return above.tolist(), below.tolist()

    assert flags([[0, 1, 0], [0, 0, 1], [1, 0, 0]]) == ([False] * 3, [False] * 3)
    # a and b beat each other, both beat c without a loss
    assert flags([[0, 1, 1], [1, 0, 1], [0, 0, 0]]) == ([True, True, False], [False, False, True])
    # a > b > c, each always
    assert flags([[0, 1, 0], [0, 0, 1], [0, 0, 0]]) == ([True, False, False], [False, False, True])
    # c met nobody
    assert flags([[0, 1, 0], [1, 0, 0], [0, 0, 0]]) == ([True] * 3, [True] * 3)


def test_players_whom_no_game_connects_are_rated_by_themselves() -> None:
    rng = np.random.default_rng(4)
    three = simulated(rng, {"a": 1.0, "b": 0.0, "c": -1.0}, ["ab", "bc"], 12)
    two = simulated(rng, {"x": 3.0, "y": 0.0}, ["xy"], 9)
    # the smaller pool comes first in the log, and one player met nobody
    groups = dict(enumerate([*two.values(), *three.values(), [game("zz", [1, 2])]]))
    assert comparisons(groups).pools() == (("a", "b", "c"), ("x", "y"))
    found = ratings(groups, replicates=300)
    assert [(r.name, r.pool) for r in found.players] == [("a", 1), ("b", 1), ("c", 1), ("x", 2), ("y", 2)]
    for number, alone in enumerate((three, two), 1):
        for rating in ratings(alone, replicates=300).players:
            assert found[rating.name] == replace(rating, pool=number)
    moved = ratings(groups, reference="y", replicates=300)
    assert moved["y"].elo == 0
    assert moved["x"].elo == pytest.approx(found["x"].elo - found["y"].elo)
    assert moved["a"] == found["a"]
    joined = ratings(groups | {len(groups): [game("by", [1, 2], 99)]}, replicates=300)
    assert {rating.pool for rating in joined.players} == {1}


def test_one_group_has_ratings_without_intervals_and_none_has_nothing() -> None:
    found = ratings({0: [game("ab", [1, 2])]})
    assert math.isnan(found["a"].low) or found["a"].high == math.inf
    assert found["a"].elo > 0
    assert ratings({}).players == ()
    with pytest.raises(ProtocolError, match="no player z; there are: a, b"):
        ratings({0: [game("ab", [1, 2])]}, reference="z")


def test_without_the_library_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    with pytest.raises(ProtocolError, match=r"pip install 'herdmind\[report\]'"):
        ratings({0: [game("ab", [1, 2])]})


@pytest.mark.ci
@pytest.mark.parametrize(
    ("strengths", "line_ups", "groups", "full"),
    [
        ((0.0, 1.0), ["ab"], 20, 2000),
        ((0.0, 3.0), ["ab"], 40, 1500),
        ((-2.0, -1.0, 0.0, 1.0, 2.0), ["".join(two) for two in itertools.combinations("abcde", 2)], 20, 1000),
        ((-1.0, 0.0, 0.0, 1.0), ["abcd"], 20, 1500),
        ((0.0, 1.5), ["abbb"], 20, 1500),
    ],
)
def test_the_interval_covers_the_true_rating_as_often_as_it_claims(
    strengths: tuple[float, ...], line_ups: list[str], groups: int, full: int
) -> None:
    names = "abcde"[: len(strengths)]
    worth = dict(zip(names, strengths, strict=True))
    mean = sum(strengths) / len(strengths)
    rng = np.random.default_rng(11)
    trials = scaling.scale(full, least=120)
    held = dict.fromkeys(names, 0)
    for _ in range(trials):
        found = ratings(
            simulated(rng, worth, line_ups, groups), seed=int(rng.integers(1 << 30)), replicates=400
        )
        for name in names:
            held[name] += found[name].low <= SCALE * (worth[name] - mean) <= found[name].high
    shares = [count / trials for count in held.values()]
    # 95 % promised; three standard errors of each count, and a hundredth for few groups
    slack = 3 * math.sqrt(0.05 * 0.95 / trials) + 0.01
    assert all(abs(share - 0.95) < slack + 0.03 * (share > 0.95) for share in shares), shares


# --- Elo --------------------------------------------------------------------------------------------------


def test_elo_by_hand() -> None:
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.5) == 0
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)
    assert math.isnan(elo_of(math.nan))
    for elo in (-300.0, 0.0, 12.5):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    groups = {
        k: [game(names, ranks, k) for names in rotated("ab")]
        for k, ranks in enumerate([[1, 2], [1, 1], [1, 2]] * 20)
    }
    # the first seat wins both games of a deal: every group is even
    even = elo_difference(groups, "a", "b")
    assert (even.elo, even.low, even.high, even.superior) == (0, 0, 0, 0.5)
    assert (even.won, even.tied, even.lost) == (40, 40, 40)
    lead = {k: [game("ab", [1 + (k % 4 == 0), 1 + (k % 4 != 0)], k)] for k in range(100)}
    found = elo_difference(lead, "a", "b")
    assert found.elo == pytest.approx(elo_of(0.75))
    # the mean of 100 zeros and ones has the standard error sqrt(3/16/100) = 0.0433
    assert found.score.low == pytest.approx(0.75 - 1.96 * 0.0433, abs=0.02)
    assert found.low == pytest.approx(elo_of(found.score.low))
    assert found.superior > 0.999
    assert scores_between(lead, "b", "a")[0] == [1.0]
    none = elo_difference({}, "a", "b")
    assert math.isnan(none.elo)
    assert none.as_dict()["elo"] is None
