"""Colt Express's learnt model: its features and networks against numpy, views, symmetry, files of weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.games import GAMES
from solver.games.colt import answers, codes, features, learning, net, selfplay
from solver.games.colt.fields import Fields
from solver.games.colt.state import ColtState
from solver.net.weights import Floats, Weights, WeightsError, save
from solver.reports import OBJECTIVES, Limits, Settings
from solver.rng import Rng
from solver.search.ismcts import TreeSettings
from solver.search.ismcts.search import TreeSearch

COLT = GAMES["colt"]
SETTINGS: list[tuple[int, tuple[str, ...]]] = [
    (4, ()),
    (2, ()),
    (3, ("horses",)),
    (6, ("stagecoach",)),
    (2, ("stagecoach",)),
    (4, ("teams",)),
    (4, ("stagecoach", "teams")),
    (4, ("expert",)),
]
BANDIT, SEAT, ANSWER = answers.sizes()


#: Room for the decisions of a game, of which none is recorded.
EMPTY = (
    np.zeros((1, SEAT), np.float32),
    np.zeros((8, ANSWER), np.float32),
    np.zeros((1, 4), np.int32),
    np.zeros((1, 2), np.float32),
)


def random_weights(seed: int = 1) -> dict[str, Floats]:
    """Networks of the right shapes with random numbers."""
    rng = np.random.default_rng(seed)

    def some(*shape: int) -> Floats:
        return (0.3 * rng.standard_normal(shape)).astype(np.float32)

    return {
        "policy/state": some(SEAT, 32),
        "policy/bias": some(32),
        "policy/action": some(ANSWER, 32),
        "policy/second": some(32, 16),
        "policy/second_bias": some(16),
        "policy/score": some(16),
        "policy/score_bias": some(1),
        "value/first": some(BANDIT, 32),
        "value/bias": some(32),
        "value/second": some(32, 16),
        "value/second_bias": some(16),
        "value/out": some(1, 16),
        "value/out_bias": some(1),
        "scale": np.linspace(0.3, 1.5, 6, dtype=np.float32),
    }


ARRAYS = random_weights()


@pytest.fixture(scope="module")
def model() -> net.ColtModel:
    return net.ColtModel(Weights(ARRAYS, {"features": net.FEATURES}), "random")


def decisions(seats: int, words: tuple[str, ...], seed: int = 1) -> Iterator[tuple[ColtState, int]]:
    """The positions of a random game with a seat that has a choice."""
    state = COLT.deal(seed, seats, words, None)
    assert isinstance(state, ColtState)
    rng = Rng(seed)
    while (actor := state.current_player()) != -4:
        if actor == -1:
            state.apply_action(state.draw_chance(rng))
            continue
        seat = actor if actor >= 0 else next(k for k in range(seats) if state.legal_actions(k))
        legal = state.legal_actions(seat)
        if len(legal) > 1:
            yield state, seat
        state.apply_action(legal[rng.below(len(legal))], seat)


def floats(data: bytes, width: int) -> Floats:
    return np.frombuffer(data, dtype=np.float32).reshape(-1, width)


def odds_by_numpy(state: ColtState, seat: int) -> dict[int, float]:
    """The policy, written once more."""
    legal, told, each = answers.decision(state, seat)
    first = floats(told, SEAT) @ ARRAYS["policy/state"] + ARRAYS["policy/bias"]
    first = np.maximum(first + floats(each, ANSWER) @ ARRAYS["policy/action"], 0)
    second = np.maximum(first @ ARRAYS["policy/second"] + ARRAYS["policy/second_bias"], 0)
    logits = second @ ARRAYS["policy/score"]
    found = np.exp(logits - logits.max())
    return dict(zip(legal, (found / found.sum()).tolist(), strict=True))


@pytest.mark.parametrize(("seats", "words"), SETTINGS)
def test_policy_is_the_network_on_what_the_seat_knows(
    model: net.ColtModel, seats: int, words: tuple[str, ...]
) -> None:
    for state, seat in decisions(seats, words):
        odds = dict(model.policy(state, seat))
        assert sum(odds.values()) == pytest.approx(1, abs=1e-5)
        assert min(odds.values()) > 0
        assert odds == pytest.approx(odds_by_numpy(state, seat), rel=1e-3, abs=1e-6)
        view = state.view(seat)
        assert dict(model.policy(view, seat)) == odds
        assert answers.decision(view, seat) == answers.decision(state, seat)
        # another truth that the seat cannot tell from this one
        assert dict(model.policy(state.resample_from_infostate(seat, Rng(7)), seat)) == odds


def money_by_numpy(state: ColtState) -> list[float]:
    """The expected dollars of each side in thousands, written once more."""
    rows = floats(features.bandits(state), BANDIT)
    first = np.maximum(rows @ ARRAYS["value/first"] + ARRAYS["value/bias"], 0)
    second = np.maximum(first @ ARRAYS["value/second"] + ARRAYS["value/second_bias"], 0)
    change = second @ ARRAYS["value/out"][0] + ARRAYS["value/out_bias"][0]
    sides, estimate, _, _ = selfplay.estimates(selfplay.raw(state))[0]
    money = [dollars / 1000 for dollars in estimate]
    for bandit, row in enumerate(change.tolist()):
        money[sides[bandit]] += row
    return money[: max(sides) + 1]


@pytest.mark.parametrize(("seats", "words"), SETTINGS)
def test_estimate_is_the_network_on_every_bandit(
    model: net.ColtModel, seats: int, words: tuple[str, ...]
) -> None:
    for state, _ in decisions(seats, words):
        money = money_by_numpy(state)
        leads = [dollars - (sum(money) - dollars) / (len(money) - 1) for dollars in money]
        points = [min(1, max(-1, lead / 5)) for lead in leads]
        share = seats // len(money)
        found = model.estimate(state, "points")
        assert found == pytest.approx([points[seat // share] for seat in range(seats)], abs=1e-4)
        for objective in OBJECTIVES:
            assert all(-1 <= value <= 1 for value in model.estimate(state, objective))
        assert sum(model.estimate(state, "win")) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("seats", [2, 4])
def test_estimate_at_the_end_is_the_result(model: net.ColtModel, seats: int) -> None:
    state = COLT.deal(3, seats, (), None)
    selfplay.guided_game(state, Rng(1))
    assert model.estimate(state, "win") == pytest.approx(state.returns())


def renamed(fields: Fields, names: Sequence[int]) -> Fields:
    """The position of a base game with seat k called ``names[k]``."""
    old = {name: k for k, name in enumerate(names)}

    def one(number: int) -> int:
        return names[number] if number < len(names) else number

    def mask(bits: int) -> int:
        return sum(1 << name for k, name in enumerate(names) if bits >> k & 1)

    order = [old[name] for name in range(len(names))]
    return replace(
        fields,
        bandits=tuple(fields.bandits[k] for k in order),
        seats=tuple(fields.seats[k] for k in order),
        purses=tuple(replace(p, seen=mask(p.seen), bandit=one(p.bandit)) for p in fields.purses),
        pile=tuple(replace(card, deck=one(card.deck), by=one(card.by)) for card in fields.pile),
        first=one(fields.first),
        seat=one(fields.seat),
        bandit=one(fields.bandit),
        victim=one(fields.victim),
        sly=mask(fields.sly),
        owed=mask(fields.owed),
        todo=mask(fields.todo),
    )


#: Bases of the actions that name a bandit (codes.py).
SHOOT, HIT, LOOT = codes.SHOOT, codes.HIT, codes.LOOT


def renamed_odds(odds: dict[int, float], names: Sequence[int]) -> dict[int, float]:
    """The odds after the seats got other names."""
    return {
        action - action % 8 + names[action % 8] if SHOOT <= action < LOOT else action: value
        for action, value in odds.items()
    }


def test_names_of_seats_do_not_matter(model: net.ColtModel) -> None:
    """Turning the table turns estimates with it; exchanging two rivals changes no odds of a first player."""
    swapped = 0
    for state, seat in decisions(4, (), 5):
        odds = dict(model.policy(state, seat))
        names = [1, 2, 3, 0]
        other = ColtState.from_fields(renamed(state.fields(), names), state.figures)
        assert dict(model.policy(other, names[seat])) == pytest.approx(renamed_odds(odds, names), rel=1e-4)
        before, after = model.estimate(state, "win"), model.estimate(other, "win")
        assert [after[name] for name in names] == pytest.approx(before, abs=1e-5)
        if state.fields().first == seat:
            rivals = [k for k in range(4) if k != seat]
            names = list(range(4))
            names[rivals[0]], names[rivals[2]] = rivals[2], rivals[0]
            other = ColtState.from_fields(renamed(state.fields(), names), state.figures)
            assert dict(model.policy(other, seat)) == pytest.approx(renamed_odds(odds, names), rel=1e-4)
            swapped += 1
    assert swapped > 5


def test_files_of_weights(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    save(file, Weights(ARRAYS, {"features": net.FEATURES}))
    found = net.load(file)
    assert found is not None
    assert found.name == "mine"
    state = COLT.deal(1, 4, (), None)
    assert found.estimates
    assert len(found.estimate(state, "points")) == 4
    save(file, Weights(ARRAYS, {"features": "colt/0"}))
    with pytest.raises(WeightsError, match="colt/0"):
        net.load(file)
    for name, part in (("scale", ARRAYS["scale"][:3]), ("policy/state", ARRAYS["policy/state"][:9])):
        with pytest.raises(WeightsError):
            net.ColtModel(Weights({**ARRAYS, name: part}, {}), "wrong")


def test_a_network_is_packaged_and_says_how_it_was_made() -> None:
    packaged = net.load()
    assert packaged is not None
    assert packaged.estimates
    assert packaged.about["game"] == "colt"
    assert packaged.about["features"] == net.FEATURES
    assert packaged.about["licence"] == "MIT"
    assert packaged.about["decisions"] > 1_000_000
    assert net.PACKAGED.stat().st_size < 1_000_000


def test_without_weights_there_is_no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "PACKAGED", tmp_path / "none.npz")
    assert net.load() is None


@pytest.mark.parametrize("seats", [2, 4])
def test_the_packaged_policy_is_richer_than_the_rules_of_thumb(seats: int) -> None:
    """One seat draws by the policy, the others play as the playouts do, on the same deals from each seat."""
    packaged = net.load()
    lead, games = 0.0, 0
    for deal in range(60 // seats):
        for seat in range(seats):
            state = COLT.deal(deal, seats, (), None)
            models = [packaged if other == seat else None for other in range(seats)]
            selfplay.learning_game(state, models, 0, Rng(1000 * deal + seat), *EMPTY)
            money = selfplay.counted(state)
            lead += money[seat] - (sum(money) - money[seat]) / (seats - 1)
            games += 1
    assert lead / games > 100


def test_the_search_in_force_evaluates_by_the_network() -> None:
    tree, packaged = COLT.tree, net.load()
    assert tree.uses_model
    assert tree.estimate
    view = COLT.deal(4, 4, (), None).view(0)
    state = view.resample_from_infostate(0, Rng(1))
    while not (seats := state.players_to_move()):
        state.apply_action(state.draw_chance(Rng(2)))
    without = replace(tree, model=False)
    found = [visits(settings, packaged, state, seats[0]) for settings in (tree, without)]
    assert found[0] != found[1]


def visits(tree: TreeSettings, model: net.ColtModel | None, state: Any, seat: int, goal: str = "win") -> Any:
    """(move, visits, value) of each root move, sorted."""
    search = TreeSearch(Settings(objective=goal, multipv=99), tree, model)
    answer = search.analyse(state.view(seat), seat, Limits(nodes=600))
    return sorted((line.move, line.nodes, line.value) for line in answer.report.lines)


@pytest.mark.parametrize("seats", [2, 4])
def test_points_of_a_search_for_wins_are_those_of_a_search_for_points(
    model: net.ColtModel, seats: int
) -> None:
    """Both evaluations come from one run of the network; what is told is still the chance to win."""
    at = [(state.clone(), seat) for state, seat in decisions(seats, (), 3)][1]
    tree = replace(COLT.tree, estimate=True, margin=1.0)
    wins, points = visits(tree, model, *at), visits(replace(tree, margin=0.0), model, *at, goal="points")
    assert [row[:2] for row in wins] == [row[:2] for row in points]
    assert [row[2] for row in wins] != [row[2] for row in points]
    told = visits(replace(tree, margin=0.0), model, *at)
    half = visits(replace(tree, margin=0.5), model, *at)
    assert [row[1] for row in half] not in ([row[1] for row in wins], [row[1] for row in told])


def slopes_of(arrays: list[Floats], rows: tuple[Any, ...], at: list[int], targets: Floats | None) -> Any:
    told, each, steps, starts, gains, odds = rows
    return learning.slopes(
        arrays, told, each, steps, starts, np.array(at), gains, odds, 0.1, 10.0, targets=targets
    )


def test_slopes_are_those_of_the_loss() -> None:
    """Differences of the loss, computed from the networks' odds, agree with the slopes of the C code."""
    rng = np.random.default_rng(2)
    found = [(state.clone(), seat) for (state, seat), _ in zip(decisions(4, (), 2), range(5), strict=False)]
    legal = [answers.decision(state, seat) for state, seat in found]
    told = np.concatenate([floats(row[1], SEAT) for row in legal])
    each = np.concatenate([floats(row[2], ANSWER) for row in legal])
    counts = [len(row[0]) for row in legal]
    starts = np.cumsum([0, *counts[:-1]])
    steps = np.array([(0, n, int(rng.integers(n)), 0) for n in counts], dtype=np.int32)
    gains = rng.standard_normal(len(counts)).astype(np.float32)
    odds = np.full(len(counts), 0.2, dtype=np.float32)
    arrays = [ARRAYS[f"policy/{name}"].copy() for name in learning.NAMES]
    targets = np.concatenate([rng.dirichlet(np.ones(n)) for n in counts]).astype(np.float32)

    def loss(imitating: bool) -> float:
        state_w, bias, action_w, second_w, second_bias, score, score_bias = (
            array.astype(np.float64) for array in arrays
        )
        total = 0.0
        for k, n in enumerate(counts):
            rows = each[starts[k] : starts[k] + n]
            first = np.maximum(told[k] @ state_w + bias + rows @ action_w, 0)
            logits = np.maximum(first @ second_w + second_bias, 0) @ score + score_bias
            logs = logits - np.log(np.exp(logits).sum())
            if imitating:
                total -= float(targets[starts[k] : starts[k] + n] @ logs)
            else:
                total -= float(np.exp(logs[steps[k, 2]]) / odds[k] * gains[k])
                total += 0.1 * float(np.exp(logs) @ logs)
        return total

    rows = (told, each, steps, starts, gains, odds)
    for wanted in (None, targets):
        slopes, _, _ = slopes_of(arrays, rows, list(range(len(counts))), wanted)
        for array, slope in zip(arrays, slopes, strict=True):
            flat, tilt = array.reshape(-1), slope.reshape(-1)
            for at in {int(np.abs(tilt).argmax()), int(rng.integers(len(flat)))}:
                kept = flat[at]
                flat[at] = kept + 1e-3
                high = loss(wanted is not None)
                flat[at] = kept - 1e-3
                low = loss(wanted is not None)
                flat[at] = kept
                assert tilt[at] == pytest.approx((high - low) / 2e-3, rel=0.02, abs=2e-3)
