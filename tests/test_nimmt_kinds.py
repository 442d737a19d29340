"""Kinds of player: whose choices the model makes in the tree, judging by what each rival has shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import itemgetter
from statistics import fmean

import pytest

from solver.game import CHANCE_PLAYER, State
from solver.games import GAMES
from solver.games.nimmt.model import load_model
from solver.model import ModelPlug
from solver.reports import Limits, Settings
from solver.rng import Rng
from solver.search.ismcts import TreeSearch, TreeSettings
from solver.search.ismcts.tree import Tree

SEATS = 6
ADAPTING = TreeSettings(guided=True, learners=3, modelled=1.0, adapt=5)


@pytest.fixture(scope="module")
def model() -> ModelPlug:
    found = load_model(None)
    assert found is not None
    return found


Odds = Sequence[tuple[int, float]]


def likeliest(odds: Odds) -> int:
    return max(odds, key=itemgetter(1))[0]


def unlikeliest(odds: Odds) -> int:
    return min(odds, key=itemgetter(1))[0]


def played(model: ModelPlug, seed: int, tricks: int, choose: Sequence[Callable[[Odds], int]]) -> State:
    """A game whose seats choose by the odds of their cards, at the beginning of a trick."""
    seats = len(choose)
    state = GAMES["nimmt"].initial(seed, seats, ("round",))
    while len(state.players_to_move()) < seats or len(state.legal_actions(0)) > 10 - tricks:
        seat = state.players_to_move()[0] if state.players_to_move() else CHANCE_PLAYER
        action = state.legal_actions(seat)[0]
        if seat >= 0:
            action = choose[seat](model.policy(state.view(seat), seat))
        state.apply_action(action, seat)
    return state


def tree(state: State, settings: TreeSettings, model: ModelPlug | None, seat: int = 0) -> Tree:
    view = state.view(seat)
    return Tree(view, seat, view.legal_actions(seat), settings, 0, Rng(3), 1, model)


@pytest.mark.parametrize("tricks", [1, 5, 8])
@pytest.mark.parametrize("seats", [3, 6])
def test_what_was_shown_so_far_is_the_sum_over_what_comes_next(
    model: ModelPlug, seats: int, tricks: int
) -> None:
    before = played(
        model, tricks, tricks, [likeliest, unlikeliest] * (seats // 2) + [likeliest] * (seats % 2)
    )
    for chooser in range(seats):
        totals = [0.0, 0.0]
        for card in before.legal_actions(chooser):
            after = before.clone()
            for seat in range(seats):
                after.apply_action(card if seat == chooser else before.legal_actions(seat)[0], seat)
            for k, part in enumerate(model.kinds(after, chooser)):
                totals[k] += part
        assert totals == pytest.approx(list(model.kinds(before, chooser)), rel=1e-4)


def test_those_who_play_by_the_model_are_told_from_those_who_do_not(model: ModelPlug) -> None:
    """Half of six seats each; what one of them knows of the others, and more of it the later in the round."""
    by_tricks: dict[int, dict[int, list[float]]] = {}
    for tricks in (0, 3, 7):
        shares: dict[int, list[float]] = {0: [], 1: []}
        for seed in range(15):
            found = tree(played(model, seed, tricks, [likeliest, unlikeliest] * 3), ADAPTING, model).modelled
            assert found[0] == 0.0
            for seat in range(1, SEATS):
                shares[seat % 2].append(found[seat])
        by_tricks[tricks] = shares
    nothing, early, late = ({kind: fmean(x) for kind, x in shares.items()} for shares in by_tricks.values())
    assert nothing[0] == pytest.approx(nothing[1])
    assert late[1] < early[1] < nothing[0] < early[0] < late[0]
    assert late[0] > 0.8
    assert late[1] < 0.3


@pytest.mark.parametrize(
    ("settings", "share"),
    [
        (replace(ADAPTING, adapt=6), 1.0),
        (replace(ADAPTING, adapt=0), 1.0),
        (replace(ADAPTING, adapt_most=4), 1.0),
        (replace(ADAPTING, modelled=0.0), 0.0),
    ],
    ids=["fewer rivals", "not adapting", "more rivals", "not modelled"],
)
def test_where_nothing_is_adapted_the_share_is_that_of_the_parameters(
    model: ModelPlug, settings: TreeSettings, share: float
) -> None:
    state = played(model, 4, 5, [likeliest, unlikeliest] * 3)
    assert tree(state, settings, model).modelled == [0.0] + [share] * 5
    assert tree(state, settings, None).modelled == [0.0] * 6


def test_the_share_of_the_parameters_is_the_most(model: ModelPlug) -> None:
    state = played(model, 4, 5, [likeliest] * 6)
    whole = tree(state, ADAPTING, model).modelled
    half = tree(state, replace(ADAPTING, modelled=0.5), model).modelled
    assert half == pytest.approx([share / 2 for share in whole])
    assert max(whole) < 1.0


def test_the_search_asks_the_model_as_seldom_as_it_believes_in_it(model: ModelPlug) -> None:
    """With rivals who do not play by it, the answer is nearer to that of a search whose rivals never do."""
    apart = {likeliest: [0.0, 0.0], unlikeliest: [0.0, 0.0]}
    for choose, sums in apart.items():
        for seed in range(12):
            state = played(model, seed, 7, [likeliest] + [choose] * 5)
            values = []
            for settings in (ADAPTING, replace(ADAPTING, adapt=0), replace(ADAPTING, modelled=0.0)):
                search = TreeSearch(
                    Settings(seed=seed, multipv=10, hash_mb=4, objective="points"), settings, model
                )
                report = search.analyse(state.view(0), 0, Limits(nodes=3_000)).report
                values.append({line.move: line.value for line in report.lines})
            for k in (1, 2):
                sums[k - 1] += sum(abs(values[0][move] - values[k][move]) for move in values[0])
    assert apart[likeliest][0] < apart[likeliest][1]
    assert apart[unlikeliest][1] < apart[unlikeliest][0]


@pytest.mark.parametrize(("seats", "adapts"), [(3, False), (4, True), (6, True), (7, False), (10, False)])
def test_the_parameters_in_force_adapt_from_four_to_six_seats(
    model: ModelPlug, seats: int, adapts: bool
) -> None:
    state = played(model, 4, 5, [unlikeliest] * seats)
    shares = tree(state, GAMES["nimmt"].tree, model).modelled[1:]
    assert (shares == [1.0] * (seats - 1)) is not adapts
