"""Exact play of two-seat positions, against slow solvers in exact fractions and games with known values."""

from __future__ import annotations

import time
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from reference.longhorn_cases import vectors
from reference.matrix import game_value
from reference.nimmt import CHOOSE, ROW, Position, Settings
from reference.nimmt_solver import Solver, Utility, lead, rank
from scaling import CHECKED, scale, some
from solver.game import State
from solver.games import GAMES, parse_position
from solver.games.tiny import KuhnState, MatrixState
from solver.rng import Rng
from solver.search.equilibrium import Exact, fully_known, solve_exact
from solver.stop import StopFlag

WIN, RANK, POINTS = range(3)
WIDTH = 1e-9


def exact(state: State, objective: int = POINTS, hash_mb: int = 16) -> Exact:
    found = solve_exact(state, objective, hash_mb, 1 << 40, 600.0, StopFlag())
    assert found is not None
    assert found.lower <= found.upper <= found.lower + WIDTH
    return found


def random_pair(
    seed: int, cards: int, rules: tuple[str, ...] = ("tactical", "round")
) -> tuple[State, Position]:
    """A position of so many cards in each hand from random play, in the fast rules and in the reference."""
    random = Random(seed)
    state = GAMES["nimmt"].initial(seed, 2, rules)
    position = Position.start(Settings(2, small_deck=True, open_draft="tactical" in rules))
    if "tactical" not in rules:
        rows = [int(row) for row in state.to_text().split(" rows=")[1].split()[0].split("/")]
        position = position.deal([state.legal_actions(seat) for seat in (0, 1)], rows)
    while not (position.phase == CHOOSE and len(position.hands[0]) == len(position.hands[1]) == cards):
        position = decide(state, position, position.owing()[0], random)
    return state, position


def decide(state: State, position: Position, seat: int, random: Random) -> Position:
    """A random decision of a seat in both; they must agree about what is legal."""
    assert state.legal_actions(seat) == position.legal(seat)
    action = random.choice(position.legal(seat))
    state.apply_action(action, seat)
    return position.apply(seat, action)


def encloses(found: Exact, value: Fraction) -> bool:
    """Whether the bracket holds the value, one ulp of 1 granted: 1/40 is not a binary number itself."""
    ulp = Fraction(1, 2**52)
    return Fraction(found.lower) - ulp <= value <= Fraction(found.upper) + ulp


# 6 nimmt! against the reference


def check_matrix(found: Exact, rows: list[list[Fraction]], cards: tuple[list[int], list[int]]) -> None:
    """The mixtures found hold the value in the true matrix, and each action is worth what is said of it."""
    value = game_value(rows)
    assert encloses(found, value)
    x = dict(found.mixtures[0])
    y = dict(found.mixtures[1])
    assert sum(x.values()) == pytest.approx(1)
    assert sum(y.values()) == pytest.approx(1)
    for j, column in enumerate(cards[1]):
        worth = float(sum(Fraction(x.get(row, 0.0)) * rows[i][j] for i, row in enumerate(cards[0])))
        assert worth >= value - WIDTH
        lower, upper = next((low, high) for action, low, high in found.moves[1] if action == column)
        assert -upper - WIDTH <= worth <= -lower + WIDTH
        assert -upper >= found.lower - WIDTH
    for i, row in enumerate(cards[0]):
        worth = float(sum(Fraction(y.get(column, 0.0)) * rows[i][j] for j, column in enumerate(cards[1])))
        assert worth <= value + WIDTH
        lower, upper = next((low, high) for action, low, high in found.moves[0] if action == row)
        assert lower - WIDTH <= worth <= upper + WIDTH
    assert [sorted(action for action, _, _ in moves) for moves in found.moves] == list(cards)


@pytest.mark.long
@pytest.mark.parametrize(("objective", "utility"), [(POINTS, lead), (RANK, rank)], ids=["points", "rank"])
@pytest.mark.parametrize(("cards", "positions"), [(1, 40), (2, 150), (3, 40), (4, 8)])
def test_last_tricks_against_the_reference(
    cards: int, positions: int, objective: int, utility: Utility
) -> None:
    solver = Solver(utility)
    for seed in range(scale(positions)):
        state, position = random_pair(1000 * cards + seed, cards)
        found = exact(state, objective)
        check_matrix(found, solver.matrix(position), (position.legal(0), position.legal(1)))


def test_mixtures_are_needed_somewhere() -> None:
    """The positions of these tests are not all saddle points."""
    found = [exact(random_pair(3000 + seed, 3)[0]) for seed in range(20)]
    assert any(len(answer.mixtures[0]) > 1 for answer in found)


@pytest.mark.parametrize(("cards", "positions"), [(0, 30), (1, 30), (2, 15)])
def test_row_choices_against_the_reference(cards: int, positions: int) -> None:
    """One seat decides: every row is worth what the reference says, for the seat that owes the choice."""
    solver = Solver(lead)
    random = Random(cards)
    seen = set()
    for seed in range(400):
        state, position = random_pair(50_000 + seed, cards + 1)
        while len(position.owing()) == 2 or position.phase == CHOOSE:
            if len(position.hands[0]) != cards + 1 and len(position.owing()) == 2:
                break
            position = decide(state, position, position.owing()[0], random)
        if position.phase != ROW:
            continue
        seat = position.owing()[0]
        seen.add(seat)
        found = exact(state)
        choices = solver.choices(position)
        assert encloses(found, max(choices) if seat == 0 else min(choices))
        assert [action for action, _, _ in sorted(found.moves[seat])] == [0, 1, 2, 3]
        assert found.moves[1 - seat] == []
        assert found.mixtures[1 - seat] == []
        for row, lower, upper in found.moves[seat]:
            value = float(choices[row]) if seat == 0 else -float(choices[row])
            assert lower - WIDTH <= value <= upper + WIDTH
        assert found.mixtures[seat][0][0] == found.moves[seat][0][0]
        positions -= 1
        if positions <= 30 - scale(30, least=4) and seen == {0, 1}:
            break
    assert seen == {0, 1}


def test_a_deduced_hand_counts_as_known() -> None:
    """With the small deck dealt to two seats, what a seat does not hold and never saw is the other's hand."""
    solver = Solver(lead)
    for seed in range(scale(30, least=3)):
        state, position = random_pair(seed, 3, ("small", "round"))
        value = solver.value(position)
        assert fully_known(state)
        for seat in (0, 1):
            view = state.view(seat)
            assert fully_known(view)
            found = exact(view)
            assert encloses(found, value)
            assert found == exact(state)


def test_what_lies_face_down_changes_nothing() -> None:
    """A seat that still owes its card solves the same game, whatever the other has put down."""
    for seed in range(scale(40, least=4)):
        state, position = random_pair(seed, 4)
        before = exact(state)
        for seat in (0, 1):
            for action in position.legal(seat):
                after = state.clone()
                after.apply_action(action, seat)
                for seen in (after, after.view(1 - seat)):
                    found = exact(seen)
                    assert found.lower == pytest.approx(before.lower, abs=WIDTH)
                    assert found.mixtures[seat] == []
                    assert found.moves[seat] == []
                    moves = {move for move, _, _ in found.moves[1 - seat]}
                    assert moves == set(position.legal(1 - seat))
                assert solve_exact(after.view(seat), POINTS, 1, 1 << 40, 60.0, StopFlag()) is None


def test_little_memory_changes_nothing_but_the_work() -> None:
    for seed in range(scale(20, least=2)):
        state, _ = random_pair(seed, 5)
        ample, scarce = exact(state, hash_mb=64), exact(state, hash_mb=0)
        assert ample.lower == pytest.approx(scarce.lower, abs=WIDTH)
        assert ample.nodes < scarce.nodes


def test_a_search_can_be_repeated() -> None:
    state, _ = random_pair(7, 5)
    assert exact(state) == exact(state)


# Other games


@pytest.mark.parametrize(
    "rows",
    [[[1.0, -1.0], [-1.0, 1.0]], [[0.0, -0.5, 0.25], [0.5, 0.0, -0.75]], [[0.5]], [[0.25, 0.5], [0.0, 1.0]]],
)
def test_matrix_games(rows: list[list[float]]) -> None:
    found = exact(MatrixState(rows), WIN)
    cards = (list(range(len(rows))), list(range(len(rows[0]))))
    check_matrix(found, [[Fraction(entry) for entry in row] for row in rows], cards)


LATE = [
    vector for vector in vectors() if "moves" in vector and vector["cattle_left"] <= (8 if CHECKED else 12)
]


@pytest.mark.parametrize("vector", some(LATE, least=8), ids=lambda vector: vector["id"])
def test_late_longhorn(vector: dict[str, Any]) -> None:
    """A game of turns and draws: every move has its known value, a fraction where a draw decides."""
    state = parse_position(vector["position"])
    seat = state.current_player()
    if seat < 0:
        pytest.skip("chance acts: there is nothing to choose")
    found = exact(state, WIN)
    assert encloses(found, Fraction(vector["value"]))
    sign = 1 if seat == 0 else -1
    for action, lower, upper in found.moves[seat]:
        value = sign * float(Fraction(vector["moves"][state.action_to_string(action)]))
        assert lower - WIDTH <= value <= upper + WIDTH
    assert len(found.moves[seat]) == len(vector["moves"])


def test_fractional_values_are_among_the_longhorn_positions() -> None:
    assert any("/" in value for vector in LATE for value in vector["moves"].values())


# What is not for it


def test_hidden_hands_are_refused() -> None:
    full = GAMES["nimmt"].initial(1, 2, ())
    for state in (full, full.view(0), full.view(1), KuhnState([0, 2]), KuhnState([0, 2]).view(1)):
        assert not fully_known(state)
        assert solve_exact(state, POINTS, 1, 1 << 40, 60.0, StopFlag()) is None
    full.apply_action(full.legal_actions(1)[0], 1)
    assert not fully_known(full)
    assert not fully_known(full.view(0))


def test_three_seats_are_refused() -> None:
    state = GAMES["nimmt"].initial(1, 3, ("tactical", "round"))
    assert not fully_known(state)
    assert solve_exact(state, POINTS, 1, 1 << 40, 60.0, StopFlag()) is None


def test_a_finished_game_is_refused() -> None:
    state, position = random_pair(1, 1)
    state.apply_action(position.legal(0)[0], 0)
    state.apply_action(position.legal(1)[0], 1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert not fully_known(state)
    assert solve_exact(state, POINTS, 1, 1 << 40, 60.0, StopFlag()) is None


def test_wrong_arguments_are_refused() -> None:
    state = MatrixState([[0.0]])
    with pytest.raises(ValueError, match="objective 3"):
        solve_exact(state, 3, 1, 1, 1.0, StopFlag())
    with pytest.raises(ValueError, match="-1 MB"):
        solve_exact(state, WIN, -1, 1, 1.0, StopFlag())


def test_limits_end_a_search() -> None:
    state, _ = random_pair(2, 10)
    stop = StopFlag()
    assert solve_exact(state, POINTS, 1, 10_000, 600.0, stop) is None
    begin = time.monotonic()
    assert solve_exact(state, POINTS, 1, 1 << 40, 0.05, stop) is None
    assert time.monotonic() - begin < (30 if CHECKED else 3)
    stop.set()
    assert solve_exact(state, POINTS, 1, 1 << 40, 600.0, stop) is None


def test_the_position_is_left_alone() -> None:
    state, _ = random_pair(3, 4)
    text = state.to_text()
    exact(state)
    assert state.to_text() == text


def test_random_worlds_do_not_enter_the_answer() -> None:
    """The same position gives the same answer, even if other code draws random numbers."""
    state, _ = random_pair(4, 3)
    one = exact(state)
    Rng(1).below(10)
    assert exact(state.clone()) == one
