"""The tree search on games of known values and equilibria, and its limits, memory and seeds."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from solver.game import SIMULTANEOUS_PLAYER, State
from solver.games import GAMES, parse_position
from solver.games.nimmt.worlds import roll_out
from solver.games.tiny import KuhnState, MatrixState
from solver.reports import Limits, Settings
from solver.rng import Rng
from solver.search.ismcts import TreeSearch, TreeSettings
from solver.search.ismcts.settings import BANDITS, NODES
from solver.search.ismcts.tree import Tree
from solver.stop import StopFlag

PENNIES = [[1, -1], [-1, 1]]
ROCK = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
#: No saddle point, and no symmetry that a search could profit from.
LOPSIDED = [[0.5, -0.25], [-0.1, 0.2]]
#: A saddle point: row 1 and column 0, worth 0.2.
SADDLE = [[0.1, 0.9, -0.5], [0.2, 0.5, 0.4], [-0.3, 0.8, 0.6]]


def tree(state: State, seat: int, iterations: int, **settings: object) -> Tree:
    view = state.view(seat)
    megabytes = settings.pop("megabytes", 32)
    tuned = TreeSettings(**settings)  # type: ignore[arg-type]
    grown = Tree(view, seat, view.legal_actions(seat), tuned, 0, Rng(5), megabytes)  # type: ignore[arg-type]
    grown.grow(iterations, 60.0, StopFlag())
    assert grown.iterations == iterations
    return grown


def worth(grown: Tree, seat: int) -> float:
    rows = grown.moves()
    return sum(row[2][seat] for row in rows) / sum(row[1] for row in rows)


def lopsided_solution() -> tuple[float, float, float]:
    """(value, probability of row 0, of column 0) of LOPSIDED by the textbook formula for 2 x 2."""
    (a, b), (c, d) = LOPSIDED
    total = a + d - b - c
    return (a * d - b * c) / total, (d - c) / total, (d - b) / total


@pytest.mark.parametrize("bandit", ["regret", "exp3"])
@pytest.mark.parametrize("seat", [0, 1])
def test_mixing_bandits_find_the_equilibrium_of_matrix_games(bandit: str, seat: int) -> None:
    explore = 0.05
    value, row, column = lopsided_solution()
    cases: list[tuple[Sequence[Sequence[float]], float, list[float]]] = [
        (PENNIES, 0.0, [0.5, 0.5]),
        (ROCK, 0.0, [1 / 3] * 3),
        (LOPSIDED, value, [row, 1 - row] if seat == 0 else [column, 1 - column]),
    ]
    for matrix, expected, mixture in cases:
        grown = tree(MatrixState(matrix), seat, 200_000, bandit=bandit, explore=explore, share=explore)
        for (_, found), right in zip(grown.strategy(), mixture, strict=True):
            assert found == pytest.approx(right, abs=0.06)
        assert worth(grown, 0) == pytest.approx(expected, abs=0.04)


@pytest.mark.parametrize("bandit", ["ucb1", "tuned", "regret", "exp3"])
def test_every_bandit_finds_a_saddle_point(bandit: str) -> None:
    explore = {"ucb1": 0.7, "tuned": 1.0, "regret": 0.1, "exp3": 0.1}[bandit]
    for seat, best in ((0, 1), (1, 0)):
        grown = tree(MatrixState(SADDLE), seat, 100_000, bandit=bandit, explore=explore, share=explore)
        strategy = dict(grown.strategy())
        assert max(strategy, key=lambda action: strategy[action]) == best
        assert strategy[best] > 0.75


@pytest.mark.parametrize("nodes", NODES)
@pytest.mark.parametrize("bandit", ["ucb1", "tuned", "regret", "exp3"])
def test_no_choice_knows_the_others_hidden_commitment(bandit: str, nodes: str) -> None:
    """Matching pennies, the rival's penny already on the table and hidden.

    The rival's choice is drawn anew in every world. Were it to leak, the value would be near 1 for the seat
    that sees it and -1 for the other; nobody can win more than nothing, and the bandits that mix do not lose.
    """
    for committed in (None, 0, 1):
        state = MatrixState(PENNIES)
        if committed is not None:
            state.apply_action(committed, 1)
        grown = tree(state, 0, 50_000, bandit=bandit, nodes=nodes, explore=0.1, share=0.1)
        if committed is not None or bandit in ("regret", "exp3"):
            assert worth(grown, 0) == pytest.approx(0.0, abs=0.05)
    state = MatrixState(PENNIES)
    texts = set()
    for committed in (0, 1):
        other = state.clone()
        other.apply_action(committed, 1)
        rows = tree(other, 0, 5_000, bandit=bandit, nodes=nodes).moves()
        texts.add(repr(rows))
    assert len(texts) == 1, "the search saw which penny lies hidden"


@pytest.mark.parametrize("bandit", ["ucb1", "tuned", "regret", "exp3"])
def test_kuhn_poker_where_best_play_is_pure(bandit: str) -> None:
    """A jack never calls, a king always does, a queen never opens the betting (Kuhn 1950)."""
    explore = {"ucb1": 0.7, "tuned": 1.0, "regret": 0.05, "exp3": 0.05}[bandit]

    def best(cards: tuple[int, int], moves: str, seat: int) -> int:
        grown = tree(
            KuhnState(cards, moves),
            seat,
            60_000,
            bandit=bandit,
            explore=explore,
            share=explore,
            nodes="information",
        )
        strategy = dict(grown.strategy())
        return max(strategy, key=lambda action: strategy[action])

    for other in (1, 2):
        assert best((other, 0), "b", 1) == 0
        assert best((0, other), "pb", 0) == 0
    for other in (0, 1):
        assert best((other, 2), "b", 1) == 1
        assert best((2, other), "pb", 0) == 1
    for other in (0, 2):
        # regret matching may drift between the two; what each is worth does not
        rows = tree(
            KuhnState((1, other)),
            0,
            60_000,
            bandit=bandit,
            explore=explore,
            share=explore,
            nodes="information",
        ).moves()
        passed, bet = (row[2][0] / row[1] for row in rows)
        assert passed > bet


def test_the_other_card_in_kuhn_poker_does_not_matter() -> None:
    """Hidden information changes no bit of the search."""
    for card in range(3):
        rows = {repr(tree(KuhnState((card, other)), 0, 3_000).moves()) for other in range(3) if other != card}
        assert len(rows) == 1


def test_with_common_knowledge_a_rival_cannot_tell_what_the_searching_seat_holds() -> None:
    """Kuhn poker: by common knowledge the rival has one node for each course of betting, not one a hand."""
    common, full = (
        tree(KuhnState((2, 0)), 0, 2_000, nodes=nodes).nodes for nodes in ("common", "information")
    )
    # the root, the rival after a pass and after a bet, and the root's own answer to a bet
    assert common == 4
    # the same with two hands of the rival
    assert full == 6


def test_visits_values_and_notes_add_up() -> None:
    grown = tree(MatrixState(SADDLE), 0, 4_000)
    rows = grown.moves()
    assert sum(row[1] for row in rows) == 4_000
    assert sum(row[3] for row in rows) == 500
    for _, visits, values, noted, points, at_once, hits, best in rows:
        assert abs(values[0] + values[1]) < 1e-9 * max(1, visits)
        assert 0 <= hits <= noted
        assert 0 <= best <= noted
        # everything happens at once in a matrix game
        assert points == at_once


def test_the_same_seed_gives_the_same_answer_and_another_does_not() -> None:
    state = MatrixState(ROCK)
    answers = {
        seed: [
            TreeSearch(Settings(seed=seed, multipv=3, hash_mb=16), TreeSettings(exact=False))
            .analyse(state, 0, Limits(nodes=500))
            .report.lines
            for _ in range(2)
        ]
        for seed in (1, 2)
    }
    assert answers[1][0] == answers[1][1]
    assert answers[1][0] != answers[2][0]


def test_limits_are_kept() -> None:
    state = MatrixState(ROCK)
    search = TreeSearch(Settings(hash_mb=16), TreeSettings(exact=False))
    assert search.analyse(state, 0, Limits(nodes=1)).report.nodes == 1
    assert search.analyse(state, 0, Limits(nodes=777)).report.nodes == 777
    assert search.analyse(state, 0, Limits(depth=3)).report.depth == 3
    begin = time.perf_counter()
    search.analyse(state, 0, Limits(movetime_ms=50))
    assert time.perf_counter() - begin < 2
    stop = StopFlag()
    threading.Timer(0.05, stop.set).start()
    begin = time.perf_counter()
    answer = search.analyse(state, 0, Limits(infinite=True), None, stop)
    assert time.perf_counter() - begin < 2
    assert answer.best in ("c0", "c1", "c2")


def too_much_to_solve() -> State:
    """Two seats that know everything, ten cards each: the attempt to solve it takes far longer than tests."""
    state = GAMES["nimmt"].initial(2, 2, ("tactical", "round"))
    while state.current_player() != SIMULTANEOUS_PLAYER or len(state.legal_actions(0)) < 10:
        state.apply_action(state.legal_actions(state.players_to_move()[0])[0])
    return state


@pytest.mark.parametrize("limits", [Limits(infinite=True), Limits(movetime_ms=60_000)])
def test_a_stop_while_a_position_is_being_solved_still_gets_a_considered_answer(limits: Limits) -> None:
    state = too_much_to_solve()
    stop = StopFlag()
    threading.Timer(0.05, stop.set).start()
    begin = time.perf_counter()
    answer = TreeSearch(Settings(multipv=10, hash_mb=16)).analyse(state, 0, limits, None, stop)
    assert time.perf_counter() - begin < 2
    assert all(line.nodes > 0 for line in answer.report.lines)
    assert len({line.value for line in answer.report.lines}) > 1


def test_an_attempt_to_solve_keeps_to_the_depth_that_is_asked_for() -> None:
    begin = time.perf_counter()
    answer = TreeSearch(Settings(hash_mb=16)).analyse(too_much_to_solve(), 0, Limits(depth=1))
    assert time.perf_counter() - begin < 2
    assert answer.report.nodes == 512


def test_searchmoves_confine_the_root() -> None:
    answer = TreeSearch(Settings(multipv=9, hash_mb=16)).analyse(
        MatrixState(ROCK), 0, Limits(nodes=300, searchmoves=(0, 2))
    )
    assert sorted(line.move for line in answer.report.lines) == [0, 2]


def test_threads_share_the_work() -> None:
    search = TreeSearch(Settings(threads=3, hash_mb=16), TreeSettings(exact=False))
    answer = search.analyse(MatrixState(SADDLE), 0, Limits(nodes=10_000))
    assert answer.report.nodes == 10_000
    assert answer.best == "c1"


@pytest.mark.parametrize("bandit", BANDITS)
def test_a_full_memory_ends_growth_and_nothing_else(bandit: str) -> None:
    """One megabyte is soon full in a game with many information sets; the search goes on."""
    state = GAMES["longhorn"].initial(60)
    while state.is_chance_node() or len(state.legal_actions()) < 3:
        state.apply_action(state.legal_actions()[0])
    grown = tree(
        state,
        state.current_player(),
        30_000,
        bandit=bandit,
        nodes="information",
        plies=2,
        explore=0.2,
        share=0.2,
        megabytes=1,
    )
    assert 500 < grown.hashfull <= 1000
    assert sum(row[1] for row in grown.moves()) == 30_000


def test_settings_say_what_is_wrong() -> None:
    for wrong in (
        {"bandit": "best"},
        {"nodes": "all"},
        {"explore": -1.0},
        {"explore": math.nan},
        {"share": 0.0},
        {"share": 1.1},
        {"depth": 0},
        {"repeats": 0},
        {"beyond": -1},
        {"patience": 2**31},
    ):
        with pytest.raises(ValueError, match=str(next(iter(wrong.values())))):
            TreeSettings(**wrong)


@pytest.mark.parametrize("seat", [0, 1])
def test_what_can_be_solved_is_solved_and_its_mixture_told(seat: int) -> None:
    """Rock, paper, scissors: worth nothing, each a third, the move drawn by the seed."""
    drawn = set()
    for seed in range(40):
        answer = TreeSearch(Settings(seed=seed, multipv=9)).analyse(
            MatrixState(ROCK), seat, Limits(nodes=5_000)
        )
        assert [odds for _, odds in answer.mixture] == pytest.approx([1 / 3] * 3, abs=1e-9)
        assert dict(answer.proven) == {"c0": 0, "c1": 0, "c2": 0}
        assert answer.best == answer.report.lines[0].pv[0]
        drawn.add(answer.best)
    assert drawn == {"c0", "c1", "c2"}


def test_a_solved_position_is_worth_its_equilibrium() -> None:
    value, row, column = lopsided_solution()
    for seat, sign, share in ((0, 1, row), (1, -1, column)):
        answer = TreeSearch(Settings(multipv=9)).analyse(
            MatrixState(LOPSIDED), seat, Limits(movetime_ms=1000)
        )
        assert float(dict(answer.mixture)["c0"]) == pytest.approx(share, abs=1e-8)
        for _, found in answer.proven:
            assert float(found) == pytest.approx(sign * value, abs=1e-8)
        assert all(line.proven for line in answer.report.lines)


def test_beyond_its_depth_the_searching_seat_plays_as_playouts_do() -> None:
    """A card drawn at random in the next trick costs heads that rules of thumb avoid."""
    expected = []
    for beyond in (4, 3):
        heads = 0.0
        for seed in range(6):
            state = GAMES["nimmt"].initial(seed, 5, ("round",))
            grown = tree(state, 0, 4_000, depth=1, guided=True, learners=1, beyond=beyond)
            heads += sum(row[4] for row in grown.moves()) / sum(row[3] for row in grown.moves()) / 6
        expected.append(heads)
    at_random, guided = expected
    assert at_random - guided > 0.5


def test_too_many_rivals_do_not_learn() -> None:
    """They have no node of their own then; a card is judged by what informed players would answer."""
    text = (
        "nimmt/1 view=0 target=- deck=full draft=dealt round=1 phase=play first=-/-/-/- tricks=?8"
        " rows=10/50+51+52+53/60+61+62+63+64/90 out=1+2+3+4+5+6+7+8+11+13+14+15+16+17+18+19+21"
        " hands=12+65/?2/?2 table=-/-/- heads=0/14/9 totals=0/0/0"
    )
    state = parse_position(text)
    for guided in (False, True):
        for learners, nodes in ((1, 1), (2, 3)):
            grown = tree(state, 0, 2_000, nodes="own", depth=1, guided=guided, learners=learners)
            assert grown.nodes == nodes
            by_card = {row[0]: row[2][0] / row[1] for row in grown.moves()}
            assert by_card[12] > by_card[65]


def test_rivals_that_do_not_learn_play_as_playouts_do() -> None:
    """The rate at which a card takes a row at once equals that of playouts stepped through sampled worlds."""
    state = parse_position(
        "nimmt/1 view=0 target=- deck=full draft=dealt round=1 phase=play first=-/-/-/- tricks=?4"
        " rows=26+29+39/61+62/70/104 out=2+3+4+5+6+7+13+18+19+23+24+38+60"
        " hands=36+40+43+47+89+100/?6/?6/?6 table=-/-/-/- heads=6/0/10/0 totals=0/0/0/0"
    )
    card, worlds = 36, 1_500  # it undercuts unless another card is lower
    shares = {}
    for guided in (True, False):
        rng = Rng(4)
        taken = 0
        for _ in range(worlds):
            world = state.resample_from_infostate(0, rng)
            before = world.scores()[0]
            world.apply_action(card, 0)
            world, _ = roll_out(world, rng, 3, guided)
            if len(world.players_to_move()) == 1:
                world, _ = roll_out(world, rng, 1, guided)
            taken += world.scores()[0] != before
        settings = TreeSettings(guided=guided, learners=1, depth=1)
        grown = Tree(state, 0, [card], settings, 0, Rng(5), 8)
        grown.grow(8 * worlds, 60.0, StopFlag())
        ((_, _, _, noted, _, _, hits, _),) = grown.moves()
        shares[guided] = hits / noted
        assert shares[guided] == pytest.approx(taken / worlds, abs=0.05)
    assert shares[True] > shares[False] + 0.2


@pytest.mark.parametrize("seats", [2, 3])
def test_the_margin_of_duels_holds_between_two_seats_alone(seats: int) -> None:
    state = GAMES["nimmt"].initial(5, seats, ["round"])
    plain = TreeSettings(depth=1, model=False)

    def values(tree: TreeSettings) -> list[tuple[str, int]]:
        search = TreeSearch(Settings(hash_mb=1, multipv=10), tree)
        lines = search.analyse(state, 0, Limits(nodes=600)).report.lines
        return [(line.pv[0], line.nodes) for line in lines]

    duel = values(replace(plain, duel=0.8))
    assert (duel == values(replace(plain, margin=0.8))) == (seats == 2)
    assert (duel == values(plain)) == (seats != 2)
    assert values(replace(plain, duel=0.3, margin=0.8)) == values(replace(plain, margin=0.8))
