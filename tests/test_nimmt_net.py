"""The network of 6 nimmt!: what its odds and estimates depend on, and the rounds that it is trained on."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from solver.game import State
from solver.games import GAMES
from solver.games.nimmt import learnt
from solver.games.nimmt.lessons import heads_of_rounds, placed
from solver.games.nimmt.net import CARD_INPUTS, FEATURES, STATE_INPUTS, NimmtNet
from solver.games.nimmt.rules import heads_of
from solver.model import ModelPlug
from solver.net.layers import Scorer
from solver.net.weights import Floats, Weights, WeightsError, save

NIMMT = GAMES["nimmt"]
RULES: list[tuple[int, tuple[str, ...]]] = [
    (2, ()),
    (4, ("round",)),
    (10, ("target33",)),
    (3, ("small",)),
    (2, ("tactical",)),
    (4, ("tactical", "round")),
]


def arrays(seed: int) -> dict[str, Floats]:
    """Random weights of the right shapes."""
    rng = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {
        "policy/state": (STATE_INPUTS, 32),
        "policy/bias": (32,),
        "policy/action": (CARD_INPUTS, 32),
        "policy/second": (32, 16),
        "policy/second_bias": (16,),
        "policy/score": (16,),
        "policy/score_bias": (1,),
        "value/first": (STATE_INPUTS, 16),
        "value/bias": (16,),
        "value/second": (16, 16),
        "value/second_bias": (16,),
        "value/out": (1, 16),
        "value/out_bias": (1,),
    }
    found = {name: (0.3 * rng.standard_normal(shape)).astype(np.float32) for name, shape in shapes.items()}
    for name, size in {
        "spread": (11, 11),
        "heads": (11, 11),
        "round_variance": (11,),
        "round_most": (11,),
    }.items():
        found[f"rounds/{name}"] = np.full(size, 9, np.float32)
    return found


@pytest.fixture(scope="module")
def model() -> ModelPlug:
    return learnt.NimmtModel(Weights(arrays(1), {"features": FEATURES}), "random")


def rows_of(state: State) -> list[list[int]]:
    """The rows, by the position's text."""
    text = str(state).split(" rows=")[1].split()[0]
    return [list(map(int, row.split("+"))) for row in text.split("/")]


def walk(seed: int, seats: int, rules: tuple[str, ...], plies: int) -> State:
    """A truth after random plies of a game."""
    rng = random.Random(seed)
    state = NIMMT.initial(seed, seats, rules)
    for _ in range(plies):
        if state.is_terminal():
            break
        owing = [seat for seat in range(seats) if state.legal_actions(seat)]
        if owing:
            state.apply_action(rng.choice(state.legal_actions(owing[0])))
        else:
            state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


@pytest.mark.parametrize(("seats", "rules"), RULES)
def test_odds_depend_on_what_the_seat_knows_alone(
    model: ModelPlug, seats: int, rules: tuple[str, ...]
) -> None:
    decided = 0
    for seed in range(12):
        state = walk(seed, seats, rules, seed * 7)
        for seat in range(seats):
            if not state.legal_actions(seat):
                continue
            odds = model.policy(state, seat)
            assert [action for action, _ in odds] == state.legal_actions(seat)
            assert sum(chance for _, chance in odds) == pytest.approx(1, abs=1e-5)
            assert min(chance for _, chance in odds) > 0
            view = state.view(seat)
            assert model.policy(view, seat) == odds
            decided += 1
    assert decided > 10


def test_inputs_of_a_decision_are_those_of_the_network(model: ModelPlug) -> None:
    scorer = Scorer(arrays(1))
    state = NIMMT.initial(1, 4, ("round",))
    for trick in range(9):
        told, cards, count = learnt.inputs(state, 2)
        assert told.shape == (STATE_INPUTS,)
        assert cards.shape == (10, CARD_INPUTS)
        assert count == len(state.legal_actions(2)) == 10 - trick
        assert (cards[count:] == 0).all()
        assert (learnt.inputs(state.view(2), 2)[1] == cards).all()
        logits = np.array(scorer.logits(told, cards[:count]))
        odds = np.exp(logits) / np.exp(logits).sum()
        assert [chance for _, chance in model.policy(state, 2)] == pytest.approx(odds, abs=1e-5)
        for seat in range(4):
            state.apply_action(state.legal_actions(seat)[0], seat)
        while len(state.players_to_move()) == 1:
            state.apply_action(state.legal_actions(state.players_to_move()[0])[0])
    with pytest.raises(ValueError, match="seat 0 chooses no card"):
        learnt.inputs(NIMMT.initial(3, 2, ("tactical",)), 0)
    with pytest.raises(ValueError, match="seat"):
        learnt.inputs(state.view(2), 1)


def test_odds_know_neither_the_order_of_rows_nor_the_names_of_rivals(model: ModelPlug) -> None:
    before = (
        "nimmt/1 view=0 target=66 deck=full draft=dealt round=1 phase=play first=12/30/33/38 "
        "tricks=14+15+34+40 rows=12+14+15/30/33+34/38+40 out=- hands=1+24+36+41+52+62+72+82+99/?9/?9/?9 "
        "table=-/-/-/- heads=0/0/0/0 totals=0/0/0/0"
    )
    turned = (
        "nimmt/1 view=0 target=66 deck=full draft=dealt round=1 phase=play first=38/33/12/30 "
        "tricks=14+34+40+15 rows=38+40/33+34/12+14+15/30 out=- hands=1+24+36+41+52+62+72+82+99/?9/?9/?9 "
        "table=-/-/-/- heads=0/0/0/0 totals=0/0/0/0"
    )
    odds = model.policy(NIMMT.parse(before), 0)
    assert model.policy(NIMMT.parse(turned), 0) == odds
    assert len({chance for _, chance in odds}) > 5  # other cards have other odds
    other = NIMMT.parse(before.replace("1+24+36", "1+23+36"))
    assert model.policy(other, 0) != odds


@pytest.mark.parametrize(("seats", "rules"), RULES)
def test_estimates_are_evaluations(model: ModelPlug, seats: int, rules: tuple[str, ...]) -> None:
    for seed in range(12):
        state = walk(seed, seats, rules, seed * 9)
        for objective in ("win", "rank", "points"):
            values = model.estimate(state, objective)
            assert sum(values) == pytest.approx(0, abs=1e-6)
            assert all(-1 <= value <= 1 for value in values)
    ends = rules if {"round", "target33"} & set(rules) else (*rules, "round")
    over = walk(5, seats, ends, 10**6)
    assert over.is_terminal()
    assert model.estimate(over, "win") == over.returns()


def test_heads_taken_lower_an_estimate(model: ModelPlug) -> None:
    text = (
        "nimmt/1 view=all target=66 deck=small draft=dealt round=20 phase=play first=-/-/-/- tricks=?9 "
        "rows=1/2/3/4 out={out} hands=20/21 table=-/- heads={heads} totals=60/60"
    )
    out = "+".join(str(card) for card in (*range(5, 20), 22, 23, 24))
    for objective in ("win", "rank", "points"):
        values = model.estimate(NIMMT.parse(text.format(out=out, heads="4/26")), objective)
        assert values[0] > 0.1 > values[1]


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_lessons_place_cards_as_the_rules_do(seats: int) -> None:
    rng = random.Random(seats)
    for seed in range(30):
        state = walk(seed, seats, ("round",), 0)
        while not state.is_terminal():
            before, lying = state.scores(), rows_of(state)
            rows = sorted((row[-1], len(row), sum(map(heads_of, row))) for row in lying)
            cards = [rng.choice(state.legal_actions(seat)) for seat in range(seats)]
            for card in cards:
                state.apply_action(card)
            if state.current_player() >= 0:  # an undercut: of the rows with the fewest heads the lowest
                state.apply_action(
                    min((sum(map(heads_of, row)), row[-1], at) for at, row in enumerate(lying))[2]
                )
            expected = sorted((row[-1], len(row), sum(map(heads_of, row))) for row in rows_of(state))
            found, taken = placed(rows, cards)
            assert found == expected
            assert taken == [new - old for new, old in zip(state.scores(), before, strict=True)]


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_equal_players_take_equal_heads(seats: int) -> None:
    net = NimmtNet(arrays(2))
    assert heads_of_rounds(net, net, seats, False, 5, 3) == pytest.approx([0] * 5, abs=1e-5)
    assert heads_of_rounds(None, None, seats, True, 5, 3) == pytest.approx([0] * 5, abs=1e-5)
    assert any(abs(value) > 0.1 for value in heads_of_rounds(net, None, seats, False, 5, 3))


def test_a_network_is_packaged_and_says_how_it_was_made() -> None:
    packaged = learnt.load()
    assert packaged is not None
    assert packaged.about["features"] == FEATURES
    assert packaged.about["licence"] == "MIT"
    assert learnt.PACKAGED.stat().st_size < 1_000_000


def test_without_weights_there_is_no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learnt, "PACKAGED", tmp_path / "none.npz")
    assert learnt.load() is None


def test_weights_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "duck.npz"
    broken = arrays(1)
    broken["policy/state"] = broken["policy/state"][1:]
    save(path, Weights(broken, {"features": FEATURES}))
    with pytest.raises(WeightsError, match="the policy's inputs are not"):
        learnt.load(path)
    broken = arrays(1)
    del broken["rounds/spread"]
    save(path, Weights(broken, {"features": FEATURES}))
    with pytest.raises(WeightsError, match="lacks the array rounds/spread of 121 numbers"):
        learnt.load(path)


def test_an_undercutter_weighs_heads_and_what_comes_after() -> None:
    model = learnt.load()
    assert model is not None
    text = (
        "nimmt/1 view=0 target=66 deck=full draft=dealt round=1 phase=row first=-/-/-/- tricks=?1 "
        "rows=20+24/31+32/55/61+62+63 out=- hands=?8/?8/?8/?8 table=5/26/27/90 heads=0/0/0/0 totals=0/0/0/0"
    )
    mine = text.replace("?8", "11+12+13+14+15+16+17+18", 1)
    odds = dict(model.policy(NIMMT.parse(mine), 0))
    assert odds[1] > 10 * odds[2] > 0  # 2 heads against 7
