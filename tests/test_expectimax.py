"""The exact turn: published values, an independent slow recursion, and properties of its answers."""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from functools import cache

import pytest

from scaling import scale
from solver.rng import Rng
from solver.search.expectimax import TurnTables

State = tuple[frozenset[int], int, int]  # used faces, dice left, total
PIPS = (1, 2, 3, 4, 5, 6)
TABLES = TurnTables()
#: P(exactly n) for n = 23 .. 36 of the best play for n alone, worked out elsewhere, to four digits.
EXACTLY = (
    0.4206, 0.3809, 0.3622, 0.3262, 0.3014, 0.2656, 0.2283, 0.1929, 0.1600, 0.1271, 0.0975, 0.0719, 0.0518,
    0.0354,
)  # fmt: skip


def slow_value(
    dice: int, pips: tuple[int, ...], worm: int, stop: dict[int, float], fail: float
) -> tuple[float, dict[State, float]]:
    """The best value of a turn by plain recursion over all faces**n rolls; also that of every state."""
    kept: dict[State, float] = {}

    @cache
    def keep(used: frozenset[int], left: int, total: int) -> float:
        options = []
        if worm in used and total in stop:
            options.append(stop[total])
        if left:
            options.append(roll(used, left, total))
        kept[used, left, total] = max(options, default=fail)
        worth: float = kept[used, left, total]
        return worth

    @cache
    def roll(used: frozenset[int], left: int, total: int) -> float:
        value: float = 0.0
        for dice_shown in itertools.product(range(len(pips)), repeat=left):
            options = [
                keep(used | {face}, left - count, total + count * pips[face])
                for face, count in Counter(dice_shown).items()
                if face not in used
            ]
            value += max(options, default=fail)
        return value / float(len(pips) ** left)

    value: float = keep(frozenset(), dice, 0)
    return value, kept


def random_values(rng: Rng, most: int) -> tuple[dict[int, float], float]:
    """Values for some of the totals up to ``most``, and for failing, which may be better than some."""
    stop = {total: rng.random() * 2 - 1 for total in range(most + 1) if rng.below(3)}
    return stop, rng.random() * 2 - 1.5


def test_single_totals_as_published() -> None:
    for total, chance in zip(range(23, 37), EXACTLY, strict=True):
        assert round(TABLES.solve({total: 1.0}, 0.0).value, 4) == chance, total
    assert round(TABLES.solve(dict.fromkeys(range(23, 49), 1.0), 0.0).value, 4) == 0.8560
    assert round(TABLES.solve(dict.fromkeys(range(37, 49), 1.0), 0.0).value, 4) == 0.0422


def test_older_game_as_published() -> None:
    # faces 1 to 5 and a worm that counts 5; tiles 21 to 36, a total that has no tile takes the next lower one
    tables = TurnTables(8, (1, 2, 3, 4, 5, 5), 5)
    worms = {total: 1.0 + (min(total, 36) - 21) // 4 for total in range(21, 41)}
    play = tables.solve(worms, 0.0)
    assert math.isclose(play.value, 1.6447296740400994, rel_tol=1e-14)
    chances, failing = play.outcomes()
    assert math.isclose(sum(chances[total] * worms[total] for total in chances), play.value, rel_tol=1e-14)
    assert math.isclose(sum(chances.values()) + failing, 1.0, rel_tol=1e-14)


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize(("pips", "worm"), [(PIPS, 4), ((1, 2, 3, 4, 5, 5), 5), ((0, 3, 9), 1), ((2,), 0)])
def test_agrees_with_a_plain_recursion(dice: int, pips: tuple[int, ...], worm: int) -> None:
    tables = TurnTables(dice, pips, worm)
    rng = Rng(100 * dice + worm)
    for _ in range(scale(30)):
        stop, fail = random_values(rng, dice * max(pips))
        play = tables.solve(stop, fail)
        value, kept = slow_value(dice, pips, worm, stop, fail)
        assert math.isclose(play.value, value, rel_tol=1e-12, abs_tol=1e-12)
        if len(pips) > 1:  # of a single face every state but the last lies beside the play
            assert tables.states == len(kept)
        for (used, left, total), worth in kept.items():
            state = tables.state(sum(1 << face for face in used), left, total)
            assert state is not None
            assert math.isclose(play.value_of(state), worth, rel_tol=1e-12, abs_tol=1e-12)


def test_five_dice_agree_with_all_rolls() -> None:
    stop = {total: float(total % 7) for total in range(9, 31)}
    value, _ = slow_value(5, PIPS, 4, stop, 0.5)
    assert math.isclose(TurnTables(5).solve(stop, 0.5).value, value, rel_tol=1e-12)


def test_outcomes_are_what_the_value_is_made_of() -> None:
    rng = Rng(5)
    for _ in range(scale(200)):
        stop, fail = random_values(rng, 48)
        play = TABLES.solve(stop, fail)
        for state in (0, *(rng.below(TABLES.states) for _ in range(5))):
            for kept in (False, True):
                value = play.value_of(state) if kept else play.roll_value(state)
                if value is None:
                    continue
                chances, failing = play.outcomes(state, kept)
                assert math.isclose(sum(chances.values()) + failing, 1.0, rel_tol=1e-12)
                assert chances.keys() <= stop.keys()
                mean = failing * fail + sum(chance * stop[total] for total, chance in chances.items())
                assert math.isclose(mean, value, rel_tol=1e-12, abs_tol=1e-12)


def test_outcomes_of_played_turns() -> None:
    # dice thrown and chosen one decision at a time come out as the forward pass says
    stop = {total: 1.0 + (total - 23) // 4 for total in range(23, 49)}
    play = TABLES.solve(stop, 0.0)
    rng = Rng(17)
    turns = scale(40_000)
    found: Counter[int] = Counter()
    for _ in range(turns):
        state, used, left, total = 0, 0, 8, 0
        while True:
            counts = [0] * 6
            for _ in range(left):
                counts[rng.below(6)] += 1
            choice = play.choose(state, counts)
            if choice is None:
                found[-1] += 1
                break
            face, worth = choice
            used, left, total = used | 1 << face, left - counts[face], total + counts[face] * PIPS[face]
            after = TABLES.after(state, face, counts[face])
            assert after is not None
            assert after == TABLES.state(used, left, total)
            assert worth == play.value_of(after)
            state = after
            if play.stops(state) or left == 0:
                found[total if play.stops(state) else -1] += 1
                break
    chances, failing = play.outcomes()
    for outcome, chance in (*chances.items(), (-1, failing)):
        error = math.sqrt(max(chance * (1 - chance), 1 / turns) / turns)
        assert abs(found[outcome] / turns - chance) < 4.5 * error, outcome


def test_no_play_is_better() -> None:
    # raising one value never lowers the turn's, and by no more than the chance that it is then aimed at
    rng = Rng(8)
    for _ in range(scale(200)):
        stop, fail = random_values(rng, 48)
        before = TABLES.solve(stop, fail)
        total = rng.below(49)
        better = dict(stop)
        better[total] = stop.get(total, fail) + 0.5
        after = TABLES.solve(better, fail)
        assert after.value >= before.value - 1e-12
        if total in stop:
            low = before.outcomes()[0].get(total, 0.0)
            high = after.outcomes()[0].get(total, 0.0)
            assert 0.5 * low - 1e-12 <= after.value - before.value <= 0.5 * high + 1e-12


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((9,), "1 to 8 dice, not 9"),
        ((8, (1, 10)), "0 to 9 pips"),
        ((8, (1, 2), 2), "a face of 0 to 1, not 2"),
    ],
)
def test_wrong_dice_are_refused(arguments: tuple[int, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        TurnTables(*arguments)  # type: ignore[arg-type]


def test_wrong_values_are_refused() -> None:
    for stop, fail, words in (
        ({73: 1.0}, 0.0, "not 73"),
        ({30: math.inf}, 0.0, "at 30"),
        ({}, math.nan, "nan"),
    ):
        with pytest.raises(ValueError, match=words):
            TABLES.solve(stop, fail)
    with pytest.raises(ValueError, match="not 5000"):
        TABLES.solve({}, 0.0).value_of(5000)


@pytest.mark.timing
def test_speed() -> None:
    # ten times the limits of 5 ms for a turn and 50 microseconds for a decision
    play = TABLES.solve(dict.fromkeys(range(23, 49), 1.0), 0.0)
    begin = time.perf_counter()
    play.time_solve(10)
    assert (time.perf_counter() - begin) / 10 < 0.05
    begin = time.perf_counter()
    for _ in range(100):
        play.choose(0, (2, 1, 0, 3, 1, 1))
    assert (time.perf_counter() - begin) / 100 < 0.0005
