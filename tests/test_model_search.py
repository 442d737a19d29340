"""Uses of a learnt model in the tree search and by the policy player, on games worked out by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from scaling import scale
from solver.analysis import Analyser, make_search, model_of
from solver.game import State
from solver.games import GAMES
from solver.games.game_type import Game
from solver.games.tiny import KuhnModel, KuhnState, MatrixModel, MatrixState
from solver.model import ModelPlug
from solver.reports import MAX_SKILL, Answer, Limits, Settings
from solver.rng import Rng
from solver.search.ismcts import TreeSearch, TreeSettings, tuned
from solver.search.policy import PolicySearch, temperature

SMALL = Settings(hash_mb=1, multipv=9)
PLAIN = TreeSettings(exact=False)
#: Columns that a learning rival would never mix like this.
ROCK = MatrixState([[0.0, -0.5, 0.5], [0.5, 0.0, -0.5], [-0.5, 0.5, 0.0]])


def ask(state: State, seat: int, tree: TreeSettings, model: ModelPlug | None, nodes: int = 3000) -> Answer:
    """The answer of a tree search that counts iterations."""
    return TreeSearch(SMALL, tree, model).analyse(state, seat, Limits(nodes=nodes))


def values(answer: Answer) -> dict[int, float]:
    """The value of each root move."""
    return {line.move: line.value for line in answer.report.lines}


def visits(answer: Answer) -> dict[int, int]:
    """The visits of each root move."""
    return {line.move: line.nodes for line in answer.report.lines}


def test_rivals_drawn_from_the_model_are_answered_best() -> None:
    model = MatrixModel([0.2, 0.3, 0.5], [0.125, 0.125, 0.75])
    answer = ask(ROCK, 0, replace(PLAIN, modelled=1.0), model, 20_000)
    assert answer.best == "c0"  # against the third column
    assert values(answer)[0] == pytest.approx(0.75 * 0.5 - 0.125 * 0.5, abs=0.02)
    answer = ask(ROCK, 1, replace(PLAIN, modelled=1.0), model, 20_000)
    assert values(answer)[1] == pytest.approx(-(0.2 * -0.5 + 0.5 * 0.5), abs=0.06)


def test_the_odds_of_a_rival_are_those_of_the_world_that_iterations_share() -> None:
    """Iterations in one world share the odds; the next world, with other cards of the rival, has its own."""
    state, rng = GAMES["nimmt"].initial(9, 2, ("round",)), Rng(7)
    while len(state.legal_actions()) != 3:
        for seat in state.players_to_move():
            actions = state.legal_actions(seat)
            state.apply_action(actions[rng.below(len(actions))], seat)
    model, points = model_of(GAMES["nimmt"]), replace(SMALL, objective="points")

    def worth(move: int, repeats: int) -> float:
        tree = replace(PLAIN, depth=1, modelled=1.0, shared=repeats)
        limits = Limits(nodes=20_000, searchmoves=(move,))
        return TreeSearch(points, tree, model).analyse(state.view(0), 0, limits).report.lines[0].value

    for move in state.legal_actions(0):
        assert worth(move, 4) == pytest.approx(worth(move, 1), abs=0.006)


def test_a_share_of_the_rivals_choices_is_modelled() -> None:
    """A rival that learns answers the searching seat; one by the model alone plays the third column."""
    model = MatrixModel([0.2, 0.3, 0.5], [0.01, 0.01, 0.98])
    found = [values(ask(ROCK, 0, replace(PLAIN, modelled=share), model))[0] for share in (0.0, 0.5, 1.0)]
    assert found[0] < found[1] < found[2]


def test_rivals_are_modelled_from_a_number_of_them_on() -> None:
    """A single rival below the crowd learns as without `modelled`."""
    model = MatrixModel([0.2, 0.3, 0.5], [0.125, 0.125, 0.75])
    learning = ask(ROCK, 0, PLAIN, model)
    assert visits(ask(ROCK, 0, replace(PLAIN, modelled=1.0, crowd=2), model)) == visits(learning)
    assert visits(ask(ROCK, 0, replace(PLAIN, modelled=1.0, crowd=1), model)) != visits(learning)


def test_estimates_hold_from_a_number_of_rivals_on() -> None:
    """A crowd of more than one leaves two seats with the evaluation of the game."""
    model, view = model_of(GAMES["nimmt"]), GAMES["nimmt"].initial(3, 2, ("round",)).view(0)
    tree = replace(PLAIN, depth=1, joint=1)
    told, crowded, without = (
        values(TreeSearch(SMALL, kind, model).analyse(view, 0, Limits(nodes=300)))
        for kind in (replace(tree, estimate=True), replace(tree, estimate=True, crowd=2), tree)
    )
    assert told != crowded
    assert crowded == without


def first_decision(seats: int, *rules: str) -> tuple[State, int]:
    """The view of a seat that decides first in a game of Colt Express, and the seat."""
    state, rng = GAMES["colt"].initial(4, seats, rules), Rng(1)
    while state.is_chance_node():
        state.apply_action(state.draw_chance(rng))
    seat = state.players_to_move()[0]
    return state.view(seat), seat


def test_nodes_between_two_may_be_other_ones() -> None:
    """Only between two."""
    tree = replace(PLAIN, guided=True, rounds=1)
    for seats in (2, 3):
        view, seat = first_decision(seats)
        duel, own, common = (
            values(TreeSearch(SMALL, kind).analyse(view, seat, Limits(nodes=200)))
            for kind in (replace(tree, nodes_duel="common"), tree, replace(tree, nodes="common"))
        )
        assert duel == (common if seats == 2 else own)
        assert own != common


@pytest.mark.parametrize(
    ("seats", "rules", "reliable"),
    [(4, (), True), (4, ("teams",), True), (2, ("stagecoach",), True), (3, ("stagecoach",), False)],
)
def test_playouts_are_longer_where_no_model_is_held_to_evaluate_better(
    seats: int, rules: tuple[str, ...], reliable: bool
) -> None:
    model = model_of(GAMES["colt"])
    assert model is not None
    view, seat = first_decision(seats, *rules)
    assert model.reliable(view) is reliable
    tree = replace(PLAIN, guided=True, rounds=1, rounds_plain=2, estimate=True)

    def told(tree: TreeSettings, model: ModelPlug | None) -> dict[int, float]:
        return values(TreeSearch(SMALL, tree, model).analyse(view, seat, Limits(nodes=200)))

    value = told(replace(tree, rounds_plain=0), model)
    two = told(replace(tree, rounds=2, estimate=False), model)
    one = told(replace(tree, rounds_plain=0, estimate=False), model)
    assert told(tree, model) == (value if reliable else two)
    assert told(tree, None) == told(replace(tree, estimate=False), model) == two
    assert len({tuple(found.values()) for found in (value, two, one)}) == (3 if reliable else 2)


def test_rollouts_draw_all_behind_the_root_from_the_model() -> None:
    """The rival's card, the next own one and the rest, up to a number of rivals."""
    model, view = model_of(GAMES["nimmt"]), GAMES["nimmt"].initial(3, 3, ("round",)).view(0)
    tree = replace(PLAIN, depth=1, shared=5)
    limits = Limits(nodes=300)
    plain, one, two, apart = (
        visits(TreeSearch(SMALL, kind, model).analyse(view, 0, limits))
        for kind in (
            tree,
            replace(tree, rollouts=1),
            replace(tree, rollouts=2),
            replace(tree, modelled=1.0, beyond=0, policy=1000),
        )
    )
    assert plain == one
    assert plain != two
    assert two == apart


def test_a_rollout_is_worth_what_the_model_makes_of_it() -> None:
    """In Kuhn poker a king bets: the jack of the model calls with nine of ten."""
    model = KuhnModel([(0.5, 0.9), (0.5, 0.9), (0.5, 0.5)])
    tree = replace(PLAIN, depth=1, patience=10**6, rollouts=1)
    drawn = values(ask(KuhnState([2, 0]), 0, tree, model, 8000))
    assert drawn[1] == pytest.approx(0.1 * 0.5 + 0.9 * 1.0, abs=0.03)


@pytest.mark.parametrize(("seats", "rollouts", "modelled"), [(2, True, False), (4, False, True)])
def test_two_of_nimmt_play_rollouts_and_more_have_modelled_rivals(
    seats: int, rollouts: bool, modelled: bool
) -> None:
    """The default: what leaving out changes shows what is used."""
    tree, model = GAMES["nimmt"].tree, model_of(GAMES["nimmt"])
    view = GAMES["nimmt"].initial(3, seats, ("round",)).view(0)
    found, no_rollouts, not_modelled = (
        visits(TreeSearch(SMALL, kind, model).analyse(view, 0, Limits(nodes=500)))
        for kind in (tree, replace(tree, rollouts=0), replace(tree, modelled=0.0))
    )
    assert (found != no_rollouts) == rollouts
    assert (found != not_modelled) == modelled


@pytest.mark.parametrize("weight", [0.3, 1.0])
def test_a_prior_decides_between_moves_of_equal_value(weight: float) -> None:
    """Both rows are worth the same; the likelier one is preferred, and more with a greater weight."""
    state = MatrixState([[0.5, -0.5], [-0.5, 0.5], [0.5, -0.5]])
    model = MatrixModel([0.1, 0.1, 0.8], [0.5, 0.5])
    tree = replace(PLAIN, modelled=1.0)
    assert ask(state, 0, tree, model).best != "c2"
    answer = ask(state, 0, replace(tree, prior=weight), model)
    assert answer.best == "c2"
    assert visits(answer)[2] > 1500


def test_a_prior_between_two_seats_replaces_the_other() -> None:
    state = MatrixState([[0.5, -0.5], [-0.5, 0.5], [0.5, -0.5]])
    model = MatrixModel([0.1, 0.1, 0.8], [0.5, 0.5])
    strong = visits(ask(state, 0, replace(PLAIN, prior=1.0), model))
    assert visits(ask(state, 0, replace(PLAIN, prior=0.1, prior_duel=1.0), model)) == strong
    assert visits(ask(state, 0, replace(PLAIN, prior=1.0, prior_duel=0.1), model)) != strong


def test_a_model_may_be_left_out_where_nothing_is_hidden() -> None:
    """Matrices hide only the choice at hand; a hand of 6 nimmt! between two hides the rival's cards."""
    model = MatrixModel([0.2, 0.3, 0.5], [0.01, 0.01, 0.98])
    tree = replace(PLAIN, prior=0.5, model_open=False)
    assert visits(ask(ROCK, 0, tree, model)) == visits(ask(ROCK, 0, PLAIN, model))
    assert visits(ask(ROCK, 0, replace(tree, model_open=True), model)) != visits(ask(ROCK, 0, PLAIN, model))


@pytest.mark.parametrize(("words", "used"), [(("round",), True), (("round", "small"), False)])
def test_two_of_nimmt_who_know_both_hands_are_searched_without_the_model(
    words: tuple[str, ...], used: bool
) -> None:
    game = GAMES["nimmt"]
    view = game.initial(3, 2, words).view(0)
    with_model, without = (
        visits(TreeSearch(SMALL, tree, model_of(game)).analyse(view, 0, Limits(nodes=500)))
        for tree in (game.tree, replace(game.tree, model=False))
    )
    assert (with_model != without) == used


def test_a_prior_does_not_hide_a_better_move() -> None:
    state = MatrixState([[1.0, 1.0], [-1.0, -1.0]])
    model = MatrixModel([0.05, 0.95], [0.5, 0.5])
    assert ask(state, 0, replace(PLAIN, prior=0.2), model).best == "c0"


def test_puct_tries_by_the_odds_and_finds_the_best_move() -> None:
    state = MatrixState([[-0.1, -0.1], [0.1, 0.1], [0.0, 0.0]])
    model = MatrixModel([0.6, 0.1, 0.3], [0.5, 0.5])
    few = visits(ask(state, 0, replace(PLAIN, bandit="puct", explore=2.0), model, 100))
    assert few[0] > few[2]
    assert ask(state, 0, replace(PLAIN, bandit="puct"), model, 5000).best == "c1"


def test_puct_in_the_trees_of_all_seats_finds_the_equilibrium_value() -> None:
    """Kuhn poker: a king after a bet is called, a jack never."""
    model = KuhnModel([(0.3, 0.3), (0.3, 0.3), (0.3, 0.3)])
    tree = replace(PLAIN, bandit="puct", nodes="information")
    for card, best in ((0, "p"), (2, "b")):
        assert ask(KuhnState([1, card], "b"), 1, tree, model).best == best


def test_playouts_follow_the_model_for_the_plies_set() -> None:
    """After a bet of the king, the jack calls with the odds of the model: the bet is worth so much."""
    model = KuhnModel([(0.5, 0.9), (0.5, 0.9), (0.5, 0.5)])
    tree = replace(PLAIN, depth=1, patience=10**6, rivals=False)
    state = KuhnState([2, 0])
    blind = values(ask(state, 0, tree, model, 8000))
    assert blind[1] == pytest.approx(0.5 * 0.5 + 0.5 * 1.0, abs=0.03)
    drawn = values(ask(state, 0, replace(tree, policy=2), model, 8000))
    assert drawn[1] == pytest.approx(0.1 * 0.5 + 0.9 * 1.0, abs=0.03)


def test_a_playout_that_ends_early_is_worth_the_estimate() -> None:
    """One ply after the root move the estimate of the model stands for the rest of the game."""
    model = KuhnModel([(0.5, 0.9), (0.5, 0.9), (0.5, 0.5)])
    tree = replace(PLAIN, depth=1, patience=10**6, rivals=False, joint=0, estimate=True)
    assert ask(KuhnState([2, 0]), 0, replace(tree, estimate=False), model, 8000).report.lines
    cut = ask(MatrixState([[0.25, 0.5]]), 1, replace(PLAIN, plies=1, estimate=True), None)
    assert values(cut) == {0: pytest.approx(-0.25), 1: pytest.approx(-0.5)}  # the end needs no estimate


def test_without_a_model_its_parameters_change_nothing() -> None:
    changed = replace(
        PLAIN,
        prior=1.0,
        modelled=1.0,
        shared=4,
        rollouts=1,
        inference=1,
        policy=3,
        estimate=True,
        bandit="puct",
    )
    state = KuhnState([2, 0])
    assert visits(ask(state, 0, changed, None)) == visits(ask(state, 0, PLAIN, None))
    model = KuhnModel([(0.5, 0.9), (0.5, 0.9), (0.5, 0.5)])
    assert visits(ask(state, 0, replace(changed, model=False), model)) == visits(ask(state, 0, PLAIN, None))


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("prior", "-1", "prior is 0"),
        ("duel", "1.5", "duel is 0 to 1"),
        ("modelled", "1.5", "modelled is 0 to 1"),
        ("prior_duel", "-1", "prior_duel is 0"),
        ("crowd", "0", "crowd is 1"),
        ("adapt", "-1", "adapt is 0"),
        ("adapt_most", "-1", "adapt_most is 0"),
        ("policy", "-1", "policy is 0"),
        ("rounds_plain", "-1", "rounds_plain is 0"),
        ("nodes_duel", "all", "no kind of node 'all'"),
        ("inference", "-1", "inference is 0"),
        ("inference", "true", "inference is a number"),
        ("rollouts", "-1", "rollouts is 0"),
        ("joint", "-1", "joint is 0"),
        ("model", "maybe", "true or false"),
    ],
)
def test_a_wrong_parameter_is_named(name: str, value: str, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        tuned(TreeSettings(), {name: value})


# --- the policy player --------------------------------------------------------------------------------------

BETS = KuhnModel([(0.25, 0.125), (0.25, 0.375), (0.75, 0.875)])


def test_the_policy_player_plays_the_likeliest_move_and_shows_the_odds() -> None:
    search = PolicySearch(replace(SMALL, multipv=2), BETS)
    answer = search.analyse(KuhnState([2, 0]), 0, Limits())
    assert answer.best == "b"
    assert [(line.move, line.notes) for line in answer.report.lines] == [
        (1, (("policy", 0.75),)),
        (0, (("policy", 0.25),)),
    ]
    assert search.analyse(KuhnState([2, 0]), 0, Limits(searchmoves=(0,))).best == "p"


def test_half_the_skill_draws_by_the_odds_and_less_skill_errs_more() -> None:
    assert [temperature(skill) for skill in (0, 10, MAX_SKILL)] == [2.0, 1.0, 0.0]

    def share(skill: int) -> float:
        found = Counter(
            PolicySearch(Settings(seed=seed, skill=skill), BETS).analyse(KuhnState([2, 0]), 0, Limits()).best
            for seed in range(2000)
        )
        return found["p"] / 2000

    assert share(MAX_SKILL) == 0
    assert share(10) == pytest.approx(0.25, abs=0.03)
    assert 0.05 < share(15) < 0.15  # 1 / (1 + 3^2)
    assert share(0) > 0.33  # 1 / (1 + 3^0.5)


def lonely(game: Game, model: ModelPlug | None) -> Game:
    """The game with another model, or with none installed."""
    return replace(game, model=lambda path: model)


def test_a_game_without_a_model_says_so_once_and_the_hand_made_player_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert GAMES["longhorn"].model is None
    state = GAMES["longhorn"].initial(3)
    analyser = Analyser(replace(SMALL, search="policy"))
    first = analyser.analyse(state, Limits())
    assert "no learnt policy" in first.remark
    assert first.best == Analyser(replace(SMALL, search="greedy")).analyse(state, Limits()).best
    assert analyser.analyse(state, Limits()).remark == ""


def test_weights_that_are_not_installed_are_told_once_and_the_search_plays_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = replace(lonely(GAMES["nimmt"], None), tree=replace(GAMES["nimmt"].tree, prior=0.2))
    monkeypatch.setattr("solver.analysis.game_of", lambda text: game)
    state = game.initial(3)
    limits = Limits(nodes=scale(300, least=100))
    told = Analyser(SMALL).analyse(state, limits)
    assert "not installed" in told.remark
    plain = TreeSearch(SMALL, replace(game.tree, model=False)).analyse(state, 0, limits)
    assert told.best == plain.best
    analyser = Analyser(replace(SMALL, search="random"))
    assert analyser.analyse(state, limits).remark == ""
    analyser.configure(SMALL)
    assert analyser.analyse(state, limits).remark
    assert analyser.analyse(state, limits).remark == ""


def test_a_model_is_loaded_once_and_only_where_something_uses_it() -> None:
    loads: list[str | None] = []

    def load(path: str | None) -> ModelPlug | None:
        loads.append(path)
        return None

    game = replace(GAMES["nimmt"], model=load, tree=replace(GAMES["nimmt"].tree, prior=0.0))
    make_search(game, replace(SMALL, tuning=(("model", "false"),)))
    assert loads == []
    for _ in range(2):
        make_search(game, replace(SMALL, tuning=(("prior", "0.2"),)))
        model_of(game, "other.weights")
    assert loads == [None, "other.weights"]
