"""The learnt evaluation of Longhorn: what it must not depend on, its scale, and what it is used for."""

from __future__ import annotations

import math
import random
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from longhorn_changes import TURNS, exchanged, repainted, turned
from longhorn_search import after, analyser, bounds, prover
from reference.longhorn import COLOURS, Position, set_up
from scaling import scale
from solver.analysis import Limits
from solver.game import State
from solver.games import GAMES, parse_position
from solver.games.longhorn.evaluation import (
    ACTIVE_ROWS,
    FEATURES,
    FILE,
    HIDDEN_UNITS,
    ROW_COUNT,
    load_weights,
    logit_of,
    rows_of,
    set_weights,
)
from solver.games.longhorn.packing import LonghornProof
from solver.net.weights import Weights, WeightsError, save
from solver.rng import Rng, mix
from solver.search.prover import CERTAIN
from solver.search.roots import Root
from solver.stop import StopFlag

LOGIT = 90  # parts of a logit in an evaluation


def played(seed: int, plies: int) -> Position:
    """A position of a random game by the reference rules."""
    choose = random.Random(seed)
    position = set_up(choose)
    for _ in range(plies):
        moves = {token: one for token, one in position.successors().items() if one.phase in ("play", "start")}
        if not moves:
            break
        position = moves[choose.choice(sorted(moves))]
    return position


def reached(deal: int, cattle: int) -> State | None:
    """A position of a random game with at most so many cattle, where a seat has to decide."""
    rng, state = Rng(mix(deal, 1)), GAMES["longhorn"].initial(deal)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.draw_chance(rng))
            continue
        board: tuple[tuple[int, ...], ...] = state.fields().cattle  # type: ignore[attr-defined]
        if sum(map(sum, board)) <= cattle:
            return state
        actions = state.legal_actions()
        rng.shuffle(actions)  # games of random moves would end early with nine or the Sheriff
        children = (after(state, action) for action in actions)
        state = next((child for child in children if not child.is_terminal()), after(state, actions[0]))
    return None


@pytest.mark.parametrize("seed", range(scale(100, least=8)))
def test_no_square_no_colour_and_no_seat_has_a_name(seed: int) -> None:
    plug, choose = LonghornProof(), random.Random(seed)
    position = played(seed, 1 + seed % 9)
    state = parse_position(position.text())
    expected = [sorted(rows_of(plug, state, target)) for target in (1, 0)]
    others = [turned(position, order) for order in TURNS]
    others += [repainted(position, colours) for colours in choose.sample(list(permutations(COLOURS)), 4)]
    for other in (*others, *map(exchanged, others)):
        again = parse_position(other.text())
        assert [sorted(rows_of(plug, again, target)) for target in (1, 0)] == expected
        assert [logit_of(plug, again, 1), logit_of(plug, again, 0)] == [
            logit_of(plug, state, 1),
            logit_of(plug, state, 0),
        ]


def test_rows_are_few_and_known() -> None:
    plug, seen = LonghornProof(), set()
    for seed in range(200):
        for target in (1, 0):
            rows = rows_of(plug, parse_position(played(seed, seed % 14).text()), target)
            assert 0 < len(rows) <= ACTIVE_ROWS
            assert all(0 <= row < ROW_COUNT for row in rows)
            seen |= set(rows)
    assert len(seen) > ROW_COUNT // 3


def test_what_one_side_hopes_the_other_fears() -> None:
    """A move's estimate one ply deep is minus that of the question whether the other side does not lose."""
    engine, plug, compared = prover(), LonghornProof(), 0
    for deal in range(8_100_001, 8_100_001 + scale(60, least=10)):
        state = reached(deal, 26)
        if state is None:
            continue
        values, _ = engine.estimate(state, 1, 1e9, 1 << 60, StopFlag())
        assert values is not None
        for action, value in values:
            child = after(state, action)
            if abs(value) < CERTAIN and child.current_player() == 1 - state.current_player():
                assert value == -logit_of(plug, child, 0)
                compared += 1
    assert compared > 20


def test_evaluations_are_calibrated_on_proved_positions() -> None:
    """Better than the base rate by far, and no certainty that is not there."""
    engine, plug = prover(), LonghornProof()
    logits, answers = [], []
    for deal in range(8_200_001, 8_200_001 + scale(400, least=120)):
        state = reached(deal, 20)
        if state is None:
            continue
        lower, upper = bounds(engine, state)
        for target in (1, 0):
            if lower == upper:
                logits.append(logit_of(plug, state, target) / LOGIT)
                answers.append(float(lower >= target))
    x, y = np.array(logits), np.array(answers)
    rate = y.mean()
    base = -(rate * math.log(rate) + (1 - rate) * math.log(1 - rate))
    loss = float(np.mean(np.logaddexp(0, x) - y * x))
    assert loss < 0.85 * base, (loss, base)
    assert abs(float(np.mean(1 / (1 + np.exp(-x)))) - rate) < 0.1


def test_told_odds_lie_within_the_proved_bounds() -> None:
    engine = analyser(multipv=10_000)
    open_lines = 0
    for deal in range(8_300_001, 8_300_001 + scale(60, least=12)):
        state = reached(deal, 30)
        if state is None:
            continue
        for nodes in (300, 3000, 30_000):
            for line in engine.analyse(state, Limits(nodes=nodes)).report.lines:
                won, drawn, lost = line.wdl
                assert won + drawn + lost == 1000
                assert min(line.wdl) >= 0
                assert line.lower <= line.value <= line.upper
                if line.lower < line.upper and line.lower.denominator == line.upper.denominator == 1:
                    open_lines += 1
                    assert won == 0 or line.upper > 0
                    assert lost == 0 or line.lower < 0
                    assert won - lost == pytest.approx(1000 * line.value, abs=1.5)
    assert open_lines > 50


@pytest.mark.parametrize("guess", [-(10**6), -300, -20, 0, 70, 900])
def test_odds_leave_out_what_is_proved_not_to_be(guess: int) -> None:
    state = GAMES["longhorn"].initial(1)
    action = state.legal_actions()[0]
    whole, unwon, unlost = (Root(action, state, 1, guess=guess) for _ in range(3))
    unwon.narrow(-1, 0)
    unlost.narrow(0, 1)
    assert all(part > 0 for part in whole.told())
    assert unwon.told()[0] == 0 < min(unwon.told()[1:])
    assert unlost.told()[2] == 0 < min(unlost.told()[:2])
    for root in (whole, unwon, unlost):
        assert sum(root.told()) == pytest.approx(1)
        assert root.low < root.value() < root.high
    assert unwon.told()[1] / unwon.told()[2] == pytest.approx(whole.told()[1] / whole.told()[2])


def test_moves_that_an_unfinished_proof_leaves_out_do_fail() -> None:
    """``unfailed`` after too few nodes for a proof: every other move fails its question."""
    engine, judge, left_out = prover(), prover(64), 0
    for deal in range(8_400_001, 8_400_001 + scale(80, least=16)):
        state = reached(deal, 24)
        if state is None or len(state.legal_actions()) > 60:
            continue
        engine.clear()
        engine.open(state)
        if engine.run(1e9, 2000, StopFlag()):
            continue
        for safe in (False, True):
            winner, unfailed = engine.unfailed(safe)
            if winner is not None:
                continue
            for action in state.legal_actions():
                child = after(state, action)
                if action in unfailed or child.is_chance_node():
                    continue
                left_out += 1
                if child.is_terminal():
                    value = round(child.returns()[state.current_player()])
                else:
                    value = -bounds(judge, child)[1]
                assert value < (0 if safe else 1), (state.to_text(), state.action_to_string(action))
    assert left_out > 5


def test_weights_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    good = (np.zeros((ROW_COUNT, HIDDEN_UNITS)), np.zeros(HIDDEN_UNITS), np.zeros(HIDDEN_UNITS))
    plug, state = LonghornProof(), parse_position(played(1, 3).text())
    known = logit_of(plug, state, 1)
    with pytest.raises(WeightsError, match="rows has shape"):
        set_weights(good[0][1:], good[1], good[2])
    other = tmp_path / "other.npz"
    arrays = dict(zip(("rows", "bias", "out"), (one.astype(np.float32) for one in good), strict=True))
    save(other, Weights(arrays, {"features": "longhorn-0"}))
    with pytest.raises(WeightsError, match="longhorn-0"):
        load_weights(other)
    assert logit_of(plug, state, 1) == known
    save(other, Weights(arrays, {"features": FEATURES}))
    try:
        load_weights(other)
        assert logit_of(plug, state, 1) == 0
    finally:
        load_weights(FILE)
    assert logit_of(plug, state, 1) == known


#: Starts after one move; the order learnt without the evaluation takes over five times the nodes in each.
STARTS = (
    "longhorn/1 cherokee:w2o1g1:gold400,redriver:b1w3:gold200,maverick:o1g1:snakeoil/"
    "nugget:b1o2g3:rattlesnake,kidcooper:b1w1o1g1:branding,blackstone:b2o2g1:gold300/tulsa:w1g1:gold500,solomon:b3:ambush,"
    "dagger:b1o2g1:ambush herds=w2/- gold=-/- outlaw=cherokee turn=1 last=maverick/- phase=play",
    "longhorn/1 cherokee:b1w1o1g1:branding,nugget:w2g4:sheriff,dagger:b1w2o1:rattlesnake/"
    "blackstone:b2w1o1g1:gold400,maverick:b2o2:gold500,solomon:b1o2:ambush/redriver:b1g1:gold400,"
    "tulsa:w1g1:snakeoil,kidcooper:b1o2g1:snakeoil herds=w2/- gold=-/- outlaw=maverick turn=1 "
    "last=redriver/- phase=play",
    "longhorn/1 tulsa:w1o1:gold300,redriver:b3o1:epidemic,nugget:w3o2g1:sheriff/dagger:w1o1g2:ambush,"
    "solomon:b1o2:branding,cherokee:b2w1o1:rattlesnake/blackstone:b1w1g3:gold200,maverick:b2:snakeoil,"
    "kidcooper:w2o1g1:gold500 herds=g2/- gold=-/- outlaw=redriver turn=1 last=maverick/- phase=play",
)


def test_proofs_high_in_the_game_are_ordered_by_the_evaluation_too() -> None:
    def nodes() -> int:
        engine, total = prover(), 0
        for text in STARTS:
            engine.clear()
            found.append(bounds(engine, parse_position(text)))
            total += engine.nodes_searched
        return total

    found: list[tuple[int, int]] = []
    with_it = nodes()
    try:
        set_weights(np.zeros((ROW_COUNT, HIDDEN_UNITS)), np.zeros(HIDDEN_UNITS), np.zeros(HIDDEN_UNITS))
        without = nodes()
    finally:
        load_weights(FILE)
    assert found[:3] == found[3:]
    assert 3 * with_it < without
