"""The sequential test: by hand, against a general optimiser, and with the promised error rates."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.optimize import brentq, minimize

import scaling
from played import game, rotated
from protocol.base.errors import ProtocolError
from protocol.cli.main import main
from protocol.ratings import sprt as sprt_module
from protocol.ratings.pairs import score_of
from protocol.ratings.sprt import (
    GRID,
    NORMALISED,
    START,
    RunningSprt,
    SprtTest,
    Verdict,
    llr_path,
    read_test,
    sprt,
    sprt_of,
    sprt_of_counts,
)

pytestmark = pytest.mark.pure


def test_groups_of_one_game_without_ties_are_walds_test() -> None:
    # 30 won of 50: each win multiplies the ratio by s1/s0, each loss by (1-s1)/(1-s0)
    one, null = score_of(100), score_of(0)
    values = [1.0, 0.0, 1.0, 1.0, 0.0] * 10
    found = llr_path(values, SprtTest(0, 100))
    assert found[-1] == pytest.approx(
        30 * math.log(one / null) + 20 * math.log((1 - one) / (1 - null)), abs=0.03
    )
    assert len(found) == 50


def test_the_bounds_are_walds() -> None:
    test = SprtTest(0, 10, alpha=0.05, beta=0.1)
    assert test.upper == pytest.approx(math.log(0.9 / 0.05))
    assert test.lower == pytest.approx(math.log(0.1 / 0.95))


def best_likelihood(counts: np.ndarray, scores: np.ndarray, normalised: bool, aim: float) -> float:
    """The greatest log-likelihood of the counts under the condition, by a general method."""

    def condition(p: np.ndarray) -> float:
        mean = float(p @ scores)
        spread = math.sqrt(float(p @ (scores - mean) ** 2))
        return (mean - 0.5) / spread - aim if normalised else mean - aim

    found = minimize(
        lambda p: -float(counts @ np.log(p)) / counts.sum(),
        counts / counts.sum(),
        method="SLSQP",
        bounds=[(1e-9, 1)] * len(scores),
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": condition},
        ],
        options={"ftol": 1e-13, "maxiter": 500},
    )
    return -float(found.fun) * float(counts.sum())


@pytest.mark.parametrize("normalised", [False, True])
@pytest.mark.parametrize(
    "odds", [[0.1, 0.2, 0.3, 0.25, 0.15], [0.02, 0.08, 0.2, 0.4, 0.3], [0.4, 0.4, 0.1, 0.05, 0.05]]
)
def test_the_ratio_is_that_of_the_greatest_likelihoods(normalised: bool, odds: list[float]) -> None:
    """Games between the hypotheses, above both and below both."""
    rng = np.random.default_rng(4)
    values = rng.choice(GRID, 120, p=odds)
    test = SprtTest(-10, 60, normalised=normalised)
    counts = np.array([START + np.count_nonzero(values == score) for score in GRID])
    scores = np.array(GRID)
    if normalised:
        aims = [elo / NORMALISED * math.sqrt(2) for elo in (test.elo0, test.elo1)]
    else:
        aims = [score_of(test.elo0), score_of(test.elo1)]
    null, one = (best_likelihood(counts, scores, normalised, aim) for aim in aims)
    assert llr_path(values.tolist(), test)[-1] == pytest.approx(one - null, abs=0.01)


def test_every_score_of_the_grid_starts_with_a_thousandth_of_a_group() -> None:
    # three draws: all that is not a draw was only thought possible, so its weight is what decides
    scores, counts = np.array([0, 0.25, 0.5, 0.75, 1]), np.array([0.001, 0.001, 3.001, 0.001, 0.001])
    shares = counts / counts.sum()
    apart = scores - score_of(100)
    ends = -0.999999 / apart.max(), -0.999999 / apart.min()  # within them no share falls below zero
    theta = brentq(lambda t: float((shares * apart / (1 + t * apart)).sum()), *ends)
    # the null, an even score, is met by the shares themselves
    expected = -float((counts * np.log(1 + theta * apart)).sum())
    assert llr_path([0.5] * 3, SprtTest(0, 100))[-1] == pytest.approx(expected, abs=1e-6)
    assert expected == pytest.approx(-0.98004, abs=1e-5)


def test_the_test_knows_only_what_was_played_so_far() -> None:
    rng = np.random.default_rng(5)
    values = rng.choice([0, 1 / 3, 0.5, 0.7, 1], 60).tolist()
    for normalised in (False, True):
        test = SprtTest(0, 30, normalised=normalised)
        whole = llr_path(values, test)
        for end in (1, 7, 30):
            assert llr_path(values[:end], test)[-1] == pytest.approx(whole[end - 1], abs=1e-9)
        assert llr_path(values, test, after=30) == pytest.approx(whole[30:])


@pytest.mark.parametrize("normalised", [False, True])
def test_a_running_test_computes_each_group_once(normalised: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    test = SprtTest(-5, 5, normalised=normalised)
    rng = np.random.default_rng(12)
    every = rng.permutation([[1, 2], [2, 1]] * 30).tolist()
    groups = {k: [game("ab", ranks, k), game("ba", ranks[::-1], k)] for k, ranks in enumerate(every)}
    whole = sprt(groups, "a", test)
    rows, ratios = [], sprt_module._ratios

    def noted(support: np.ndarray, counts: np.ndarray, *more: Any) -> np.ndarray:
        rows.append(len(counts))
        return ratios(support, counts, *more)

    monkeypatch.setattr(sprt_module, "_ratios", noted)
    running = RunningSprt("a", test)
    for end in range(10, 61, 10):
        found = running.result({k: groups[k] for k in range(end)})
        assert found.path == pytest.approx(whole.path[:end], abs=1e-9)
        assert found.groups == end
    assert sum(rows) == 60
    # another first group is another path
    others = groups | {0: [game("ab", [2, 1], 0), game("ab", [2, 1], 0)]}
    assert running.result(others).path == pytest.approx(sprt(others, "a", test).path)
    assert sum(rows) >= 120
    won = RunningSprt("a", SprtTest(0, 200))
    all_won = {k: [game("ab", [1, 2], k)] for k in range(60)}
    decided = won.result({k: all_won[k] for k in range(40)})
    assert decided.verdict is Verdict.H1
    assert won.result(all_won) == decided  # nothing is looked at after the decision


def test_it_ends_at_the_first_crossing_and_says_so() -> None:
    test = SprtTest(0, 200)
    found = sprt_of([1.0] * 30 + [0.0] * 100, test, "a")
    assert found.verdict is Verdict.H1
    assert found.groups == len(found.path) < 30
    assert found.path[-2] < test.upper <= found.llr
    assert "H1 accepted after" in found.sentence
    assert "a is better by 200 Elo rather than 0" in found.sentence
    lost = sprt_of([0.0] * 30, test, "a")
    assert lost.verdict is Verdict.H0
    few = sprt_of([1.0, 0.5], test, "a")
    assert (few.verdict, few.groups) == (Verdict.OPEN, 2)
    assert sprt_of([], test).llr == 0
    row = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert (row["verdict"], row["groups"]) == ("H1 accepted", found.groups)


def test_groups_are_single_observations() -> None:
    # the same deal always goes to seat 0: every group is even, however many games there are
    even = {k: [game(names, [1, 2], k) for names in rotated("ab")] for k in range(30)}
    assert sprt(even, "a", SprtTest(0, 200)).llr < -1
    # one of the pair is a win for a in either seat
    lead = {k: [game("ab", [1, 2], k), game("ba", [2, 1], k)] for k in range(30)}
    assert sprt(lead, "a", SprtTest(0, 200)).verdict is Verdict.H1
    assert sprt(lead, "b", SprtTest(0, 200), other="a").verdict is Verdict.H0
    three = {k: [game(names, [1 + (n != "a") + (n == "c") for n in names], k) for names in rotated("abc")]
             for k in range(30)}  # fmt: skip
    assert sprt(three, "b", SprtTest(0, 200)).llr < 0  # wins half of its comparisons
    assert sprt(three, "a", SprtTest(0, 200), other="c").verdict is Verdict.H1


def test_the_normalised_model_knows_how_many_games_a_group_is() -> None:
    test = SprtTest(0, 40, normalised=True)
    line_ups = ["ab", "ba", "ac", "bc"]
    groups = {k: [game(names, [1 + k % 3 % 2, 2 - k % 3 % 2], k) for names in line_ups] for k in range(12)}
    means = {
        "all": [1 / 3 + (k % 3 != 1) / 3 for k in range(12)],  # ab, ba and ac
        "b": [0.5] * 12,
        "c": [float(k % 3 != 1) for k in range(12)],  # ac alone
    }
    for other, games in ((None, 3), ("b", 2), ("c", 1)):
        found = sprt(groups, "a", test, other).path
        assert found == pytest.approx(sprt_of(means[other or "all"], test, "a", games).path)
        if other != "b":
            wrong = sprt_of(means[other or "all"], test, "a", 4).path
            assert found[-1] != pytest.approx(wrong[-1], rel=0.01)


@pytest.mark.long
@pytest.mark.parametrize("normalised", [False, True])
def test_the_error_rates_are_kept(normalised: bool) -> None:
    """Pairs whose two games share their luck; the truth is one hypothesis, then the other."""
    tie, luck = 0.2, 0.25
    elos = (0.0, 120.0)

    def drawn(rng: np.random.Generator, mean: float, groups: int) -> np.ndarray:
        # the deal moves one game up and the other down by the same chance: the mean stays
        tilt = rng.choice([-luck, luck], (groups, 1)) * np.array([[1.0, -1.0]])
        chance = rng.random((groups, 2))
        win = mean - tie / 2 + tilt
        scores: np.ndarray = np.where(chance < win, 1.0, np.where(chance < win + tie, 0.5, 0.0))
        return np.asarray(scores.mean(axis=1))

    rng = np.random.default_rng(6)
    if normalised:
        big = [drawn(rng, score_of(elo), 200_000) for elo in elos]
        aims = [
            (score_of(elo) - 0.5) / (v.std() * math.sqrt(2)) * NORMALISED
            for elo, v in zip(elos, big, strict=True)
        ]
        test = SprtTest(round(aims[0], 3), round(float(aims[1]), 3), normalised=True)
    else:
        test = SprtTest(*elos)
    trials = scaling.scale(500, least=60) if normalised else scaling.scale(2000, least=200)
    for elo, wrong in ((elos[0], Verdict.H1), (elos[1], Verdict.H0)):
        errors = 0
        for _ in range(trials):
            found = sprt_of(drawn(rng, score_of(elo), 400).tolist(), test)
            assert found.verdict is not Verdict.OPEN
            errors += found.verdict is wrong
        # 5 % promised and three standard errors of the count
        assert errors / trials <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / trials)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("elo0=5,elo1=5", "5"),
        ("elo1=x", "x"),
        ("elo2=3", "elo2=3"),
        ("alpha=0.7", "0.7"),
        ("beta=0", "0"),
        ("model=pentanomial", "pentanomial"),
        ("elo0", "elo0"),
        ("elo1=nan", "nan"),
        ("elo1=1e308", "1e+308"),
        ("elo0=-1e308,model=normalised", "-1e+308"),
        ("elo1=inf", "inf"),
        ("elo1=1001", "1001"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(text: str, word: str) -> None:
    with pytest.raises(ProtocolError) as error:
        read_test(text)
    assert error.value.token == word


def test_a_test_in_words() -> None:
    assert read_test("elo0=-5,elo1=5,alpha=0.01,model=normalised") == SprtTest(-5, 5, 0.01, 0.05, True)


BOUNDS = [(0, 20), (0, 231), (0, 232), (-232, 0), (-1000, 1000), (999, 1000), (-1000, -999), (300, 500)]


@pytest.mark.parametrize("normalised", [False, True])
@pytest.mark.parametrize("games", [1, 2, 8, 24, 100])
@pytest.mark.parametrize("bounds", BOUNDS)
def test_who_wins_all_is_never_taken_for_the_weaker(
    bounds: tuple[float, float], games: int, normalised: bool
) -> None:
    test = SprtTest(*bounds, normalised=normalised)
    won, lost = (llr_path([score] * 60, test, games) for score in (1.0, 0.0))
    assert (won > 0).all()
    assert (lost < 0).all()
    assert (np.diff(won) > 0).all()
    assert (np.diff(lost) < 0).all()
    mirrored = llr_path([0.0] * 60, SprtTest(-bounds[1], -bounds[0], normalised=normalised), games)
    assert mirrored == pytest.approx(-won, rel=1e-6)


@pytest.mark.parametrize("normalised", [False, True])
@pytest.mark.parametrize("bounds", [(0, 20), (0, 400), (-700, 900)])
def test_an_exchange_of_the_sides_turns_the_ratio(bounds: tuple[float, float], normalised: bool) -> None:
    values = np.random.default_rng(8).choice([*GRID, 1 / 3, 0.9], 60)
    one = llr_path(values.tolist(), SprtTest(*bounds, normalised=normalised))
    other = llr_path((1 - values).tolist(), SprtTest(-bounds[1], -bounds[0], normalised=normalised))
    assert other == pytest.approx(-one, abs=1e-6)


def test_the_deals_that_were_won_twice_alone_bear_out_the_stronger_hypothesis() -> None:
    for elo in (231, 232, 400, 900):
        assert sprt_of([1.0] * 94, SprtTest(0, elo, normalised=True)).verdict is Verdict.H1, elo
        assert sprt_of([0.0] * 94, SprtTest(-elo, 0, normalised=True)).verdict is Verdict.H0, elo
        assert sprt_of([1.0] * 94, SprtTest(0, elo, normalised=True), games=24).verdict is Verdict.H1, elo


@pytest.mark.parametrize("aim", [3.0, -6.0, 0.9])
def test_no_distribution_that_meets_the_ratio_is_likelier(aim: float) -> None:
    """Against distributions of every kind that are moved until they meet the condition."""
    rng = np.random.default_rng(9)
    scores = np.array(GRID)
    counts = np.array([2, 3, 20, 30, 40]) + START
    elo = aim / math.sqrt(2) * NORMALISED
    if abs(elo) > 990:
        elo, games = elo / 5, 50
    else:
        games = 2
    test = SprtTest(min(0, elo), max(0, elo), normalised=True)
    values = np.repeat(scores, [2, 3, 20, 30, 40]).tolist()
    ratio = llr_path(values, test, games)[-1]
    even = best_likelihood(counts, scores, False, 0.5)  # the other hypothesis is an even score
    mine = even + ratio if elo > 0 else even - ratio
    corner = 1.0 if aim > 0 else 0.0
    nearest = -math.inf
    for _ in range(800):
        p = rng.dirichlet(counts * rng.choice([0.05, 0.3, 1]))
        low, high = 0.0, 1.0  # of the way to the corner, whose ratio has no end
        for _ in range(50):
            at = (low + high) / 2
            q = (1 - at) * p + at * (scores == corner)
            mean = float(q @ scores)
            far = (mean - 0.5) / math.sqrt(float(q @ (scores - mean) ** 2) + 1e-300) < aim
            low, high = (at, high) if far == (aim > 0) else (low, at)
        q = (1 - high) * p + high * (scores == corner)
        if 1e-12 < high < 1 and q.min() > 0:
            nearest = max(nearest, float(counts @ np.log(q)))
    assert nearest <= mine + 1e-6
    assert nearest > mine - 12  # and some come near


@pytest.mark.long
@pytest.mark.parametrize("elos", [(0.0, 300.0), (-60.0, 200.0)])
@pytest.mark.parametrize("normalised", [False, True])
def test_the_error_rates_are_kept_at_large_bounds(normalised: bool, elos: tuple[float, float]) -> None:
    """Pairs of independent games without draws, so that both models have a truth in figures."""
    rng = np.random.default_rng(10)
    means = [score_of(elo) for elo in elos]
    if normalised:
        aims = [(m - 0.5) / math.sqrt(m * (1 - m)) * NORMALISED for m in means]
        test = SprtTest(round(aims[0], 6), round(aims[1], 6), normalised=True)
    else:
        test = SprtTest(*elos)
    trials = scaling.scale(300, least=30) if normalised else scaling.scale(1000, least=200)
    for mean, wrong in ((means[0], Verdict.H1), (means[1], Verdict.H0)):
        errors = 0
        for _ in range(trials):
            found = sprt_of((rng.random((150, 2)) < mean).mean(axis=1).tolist(), test)
            assert found.verdict is not Verdict.OPEN
            errors += found.verdict is wrong
        assert errors / trials <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / trials)


@pytest.mark.parametrize("normalised", [False, True])
def test_counts_alone_give_what_the_games_gave(normalised: bool) -> None:
    test = SprtTest(0, 30, normalised=normalised)
    values = np.random.default_rng(11).choice(GRID, 80, p=[0.1, 0.2, 0.3, 0.25, 0.15]).tolist()
    found = sprt_of_counts({score: values.count(score) for score in GRID}, test, "a")
    assert found.llr == pytest.approx(llr_path(values, test)[-1])
    assert (found.groups, found.verdict) == (80, Verdict.OPEN if abs(found.llr) < 2.9 else found.verdict)
    assert sprt_of_counts({1.0: 94}, SprtTest(0, 400, normalised=normalised)).verdict is Verdict.H1
    assert sprt_of_counts({}, test).llr == 0


def test_counts_typed_by_hand() -> None:
    def said(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(main, ["sprt", *words])
        assert done.exit_code == code, done.output
        return done.output

    text = said("3", "10", "60", "40", "20", "--test", "elo0=0,elo1=50")
    assert "H1 accepted after 133 groups: the player is better by 50 Elo rather than 0" in text
    assert "score 62.03 %, Elo +85.3 [" in text
    assert said("3,10,60,40,20", "--test", "elo0=0,elo1=50") == text
    forms: list[tuple[str, ...]] = [("30", "5", "70"), ("30-5-70",), ("30/5/70",)]
    for words in forms:
        text = said(*words, "--test", "elo0=0,elo1=50,model=normalised")
        assert "H0 accepted after 105 games: the player is better by 0 normalised Elo" in text
    row = json.loads(said("0", "0", "94", "0", "0", "--json"))
    assert (row["verdict"], row["groups"], row["score"], row["elo"]) == ("H0 accepted", 94, 0.5, 0)
    assert json.loads(said("9", "0", "0", "--json"))["elo"] is None
    wrong: list[tuple[tuple[str, ...], str]] = [
        (("1", "2"), "has 2 counts"),
        (("0", "0", "0"), "no game was played"),
        (("1", "x", "3"), "'x' should be a count"),
        (("1", "2", "9" * 30), "should be a count"),
        (("1", "2", "3", "--test", "elo1=1e308"), "1e+308"),
    ]
    for bad, word in wrong:
        assert word in said(*bad, code=2)
