"""Invariants of every Heckmeck position, of its rolls, its results and its random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from scaling import scale
from solver.game import CHANCE_PLAYER, State
from solver.games import GAMES, parse_position
from solver.games.common import dice
from solver.games.heckmeck import HeckmeckState, names, parse
from solver.reports import OBJECTIVES
from solver.rng import Rng

BOX = "heckmeck/1 ladder=1,1,2,2,2,2,3,3,3,3,4,4,4,4 box=s12p10"
WIN, RANK, POINTS = range(len(OBJECTIVES))


def greedy(state: State, seat: int, rng: Rng) -> int:
    """The hand-made player's action."""
    play = GAMES["heckmeck"].greedy
    assert play is not None
    return play(state, seat, rng)


def random_action(state: HeckmeckState, rng: Rng) -> int:
    """A uniform decision."""
    legal = state.legal_actions()
    return legal[rng.below(len(legal))]


def game(seed: int, seats: int, share: int = 2) -> Iterator[tuple[HeckmeckState, int | None]]:
    """The positions of a game, each with the action played in it (None at the end); do not change them.

    One decision in `share` is random, the others are the hand-made player's, so that games go everywhere.
    """
    rng = Rng(seed)
    state = GAMES["heckmeck"].initial(1, seats)
    assert isinstance(state, HeckmeckState)
    while not state.is_terminal():
        seat = state.current_player()
        if seat == CHANCE_PLAYER:
            action = state.roll(rng)
        else:
            action = random_action(state, rng) if rng.below(share) == 0 else greedy(state, seat, rng)
        yield state, action
        state = state.clone()
        state._apply(action, seat)  # checked by the other tests; games are long
    yield state, None


def test_pieces_stay_in_the_box_and_worms_change_only_as_they_should() -> None:
    steals = evictions = 0
    for seed in range(scale(2_000, least=100)):
        before = None
        for state, _ in game(seed, 2 + seed % 4, share=2 + seed % 7):
            now = state.fields()
            assert (now.box_snails, now.box_plates) == (12, 10)
            for seat in range(now.seats):
                assert now.plates[seat] + now.on_grill(seat) == 10
                assert now.worms[seat] >= now.owed(seat)  # whoever is robbed can pay
            assert sum(now.snails) + now.supply + now.grill.count(names.SNAIL) == 12
            if before is not None:
                more = [new - old for new, old in zip(now.worms, before.worms, strict=True)]
                assert all(change == 0 or now.phase != dice.CHOOSE for change in more)
                if min(more) < 0:  # a theft: nothing comes from the bank
                    assert sum(more) == 0
                    assert sorted(more)[1:-1] == [0] * (now.seats - 2)
                    assert max(more) in now.ladder
                    steals += 1
                else:
                    assert sum(more) in (0, *now.ladder)
                assert all(new >= old for new, old in zip(now.snails, before.snails, strict=True))
                assert now.supply in (before.supply, before.supply - 1)
                home = sum(now.plates) > sum(before.plates)
                if home and min(more) >= 0:  # a snail sends a plate home
                    assert more == [0] * now.seats
                    evictions += 1
            before = now
    assert steals > 20
    assert evictions > 20


def test_every_position_of_a_game_is_a_position() -> None:
    for seed in range(scale(200, least=20)):
        for state, _ in game(seed, 2 + seed % 4):
            assert parse_position(state.to_text()) == state


# --- rolls --------------------------------------------------------------------------------------------------


def due(dice: int) -> HeckmeckState:
    """A position in which so many dice are to be rolled."""
    aside = "66666666"[dice:] or "-"
    return parse(
        f"{BOX} grill=-,-,-,-,-,-,-,-,-,-,-,-,-,- plates=10/10 worms=0/0 snails=0/0 supply=12"
        f" turn=0 aside={aside} roll=- phase=roll"
    )


@pytest.mark.parametrize("dice", range(1, 6))
def test_the_counted_rolls_are_the_plain_list_of_rolls(dice: int) -> None:
    plain = Counter(
        "r" + "".join(names.KIND.letters[face] for face in sorted(roll))
        for roll in product(range(6), repeat=dice)
    )
    state = due(dice)
    counted = {state.action_to_string(action): odds for action, odds in state.chance_outcomes()}
    assert counted == {token: Fraction(number, 6**dice) for token, number in plain.items()}


@pytest.mark.parametrize("dice", range(6, 9))
def test_many_dice_have_as_many_rolls_as_combinations(dice: int) -> None:
    outcomes = due(dice).chance_outcomes()
    assert len(outcomes) == {6: 462, 7: 792, 8: 1287}[dice]
    assert sum(odds for _, odds in outcomes) == 1


@pytest.mark.parametrize("dice", [1, 2, 3, 8])
def test_rolls_for_searches_come_by_the_same_odds(dice: int) -> None:
    """Chi squared of 20,000 rolls over the outcomes that are expected at least ten times."""
    state, rng, rolls = due(dice), Rng(17), 20_000
    found = Counter(state.roll(rng) for _ in range(rolls))
    expected = {action: float(odds) * rolls for action, odds in state.chance_outcomes()}
    assert set(found) <= set(expected)
    usual = [action for action, number in expected.items() if number >= 10]
    chi = sum((found[action] - expected[action]) ** 2 / expected[action] for action in usual)
    assert len(usual) >= 6
    assert chi < len(usual) + 5 * sqrt(2 * len(usual))


def test_a_roll_that_is_not_due_is_refused() -> None:
    state = due(8)
    state.apply_action(state.roll(Rng(1)))
    with pytest.raises(ValueError, match="no roll is due"):
        state.roll(Rng(1))


# --- results ------------------------------------------------------------------------------------------------


def test_results_sum_to_nothing_and_follow_the_ranks() -> None:
    shared = 0
    for seed in range(scale(1_000, least=150)):
        *_, (end, _) = game(seed, 2 + seed % 4, share=1 + seed % 3)
        ranks, scores = end.result()
        returns = end.returns()
        seats = len(ranks)
        assert sum(returns) == pytest.approx(0)
        for seat in range(seats):
            better = sum(rank < ranks[seat] for rank in ranks)
            tied = sum(rank == ranks[seat] for rank in ranks) - 1
            assert returns[seat] == pytest.approx(1 - (2 * better + tied) / (seats - 1))
            assert ranks[seat] == better + 1
            for other in range(seats):
                assert ranks[seat] >= ranks[other] or scores[seat] >= scores[other]
                if ranks[seat] == ranks[other] and seat != other:
                    assert scores[seat] == scores[other]
                    assert end.fields().on_grill(seat) == end.fields().on_grill(other) == 0
                    shared += 1
        assert end.utility(WIN) == returns == end.utility(RANK)
    assert shared


def test_estimates_follow_the_points() -> None:
    for seed in range(scale(200, least=20)):
        for state, _ in game(seed, 2 + seed % 4):
            scores = state.scores()
            for objective in (WIN, RANK, POINTS):
                values = state.utility(objective)
                assert all(-1 <= value <= 1 for value in values)
                if state.is_terminal() and objective != POINTS:
                    continue
                assert sum(values) == pytest.approx(0)
                for a in range(len(scores)):
                    for b in range(len(scores)):
                        assert (scores[a] > scores[b]) == (values[a] > values[b] + 1e-12)
                if objective == POINTS:
                    lead = scores[0] - sum(scores[1:]) / (len(scores) - 1)
                    assert values[0] == pytest.approx(lead / 64)
    with pytest.raises(ValueError, match="an objective is 0 to 2"):
        due(8).utility(3)


# --- players ------------------------------------------------------------------------------------------------


def stepped(state: HeckmeckState, rng: Rng) -> list[float]:
    """The result of a random game played ply by ply."""
    now: State = state.clone()
    while not now.is_terminal():
        assert isinstance(now, HeckmeckState)
        seat = now.current_player()
        now._apply(now.roll(rng) if seat == CHANCE_PLAYER else random_action(now, rng), seat)
    return now.returns()


def test_playouts_end_like_random_games_ply_by_ply() -> None:
    """The mean result of either road, from a position where seat 0 is somewhat ahead of two others."""
    state = parse(
        f"{BOX} grill=-,-,0,0,-,1,1,-,-,-,-,s,s,s plates=8/8/10 worms=5/5/3 snails=1/0/0 supply=8"
        " turn=1 aside=ww6 roll=12346 phase=choose"
    )
    games = scale(20_000, least=2_000)
    rng = Rng(23)
    fast = [state.playout(rng) for _ in range(games)]
    slow = [stepped(state, rng) for _ in range(games)]
    for seat in range(3):
        means = [sum(returns[seat] for returns in road) / games for road in (fast, slow)]
        assert abs(means[0] - means[1]) < 5 * sqrt(2 / 3 / games) * sqrt(2)
    assert sum(returns[0] for returns in fast) / games > 0.1


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_hand_made_player_beats_a_random_one(seats: int) -> None:
    """One hand-made player among random ones, on each seat in turn: three errors above a mean of 0.5."""
    results = []
    for number in range(scale(400, least=100)):
        hero = number % seats
        rng = Rng(100 + number)
        state = GAMES["heckmeck"].initial(1, seats)
        while not state.is_terminal():
            assert isinstance(state, HeckmeckState)
            seat = state.current_player()
            if seat == CHANCE_PLAYER:
                action = state.roll(rng)
            else:
                action = greedy(state, seat, rng) if seat == hero else random_action(state, rng)
            state._apply(action, seat)
        results.append(state.returns()[hero])
    mean = sum(results) / len(results)
    error = sqrt(sum((result - mean) ** 2 for result in results)) / len(results)
    assert mean - 3 * error > 0.5


def test_the_hand_made_player_plays_legal_moves_and_repeats_itself() -> None:
    for seed in range(scale(100, least=10)):
        for state, _ in game(seed, 2 + seed % 4, share=1):
            if not state.is_terminal() and not state.is_chance_node():
                seat = state.current_player()
                text = state.to_text()
                action = greedy(state.view(seat), seat, Rng(3))
                assert action in state.legal_actions()
                assert action == greedy(state.view(seat), seat, Rng(3))
                assert state.to_text() == text
