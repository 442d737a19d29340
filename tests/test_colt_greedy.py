"""Colt Express's hand-made player: legal everywhere, and clearly better than random play."""

from __future__ import annotations

import pytest
from colt_games import SETTINGS, STAGE, setting_name

from scaling import scale
from solver.game import CHANCE_PLAYER
from solver.games.colt import codes, names
from solver.games.colt.greedy import greedy
from solver.games.colt.rules import action_bases
from solver.games.colt.state import ColtState, initial
from solver.rng import Rng


def play(state: ColtState, hands: set[int], rng: Rng) -> ColtState:
    """Play to the end: the seats of ``hands`` greedily, the others at random."""
    while not state.is_terminal():
        owing = state.players_to_move()
        if not owing:
            state.apply_action(state.draw_chance(rng), CHANCE_PLAYER)
            continue
        seat = owing[0]
        if seat in hands:
            action = greedy(state.view(seat), seat, rng)
        else:
            legal = state.legal_actions(seat)
            action = legal[rng.below(len(legal))]
        state.apply_action(action, seat)
    return state


def test_codes_are_those_of_the_rules() -> None:
    assert action_bases() == {word: getattr(codes, word) for word in action_bases()}


@pytest.mark.parametrize("setting", SETTINGS, ids=setting_name)
def test_greedy_plays_every_setting_to_its_end(setting: tuple[int, int]) -> None:
    for seed in range(scale(6, least=2)):
        play(initial(seed, *setting), set(range(setting[0])), Rng(seed))


@pytest.mark.parametrize(
    "setting",
    [(3, 0), (4, 0), (6, 0), (4, STAGE), (2, names.PAIRS), (4, names.TEAMS)],
    ids=setting_name,
)
def test_greedy_beats_random_clearly(setting: tuple[int, int]) -> None:
    seats, flags = setting
    total = 0.0
    games = scale(60, least=30)
    for seed in range(games):
        hands = {seed % seats}
        if flags & names.TEAMS:
            hands |= {min(hands) ^ 1}
        total += play(initial(seed, seats, flags), hands, Rng(seed)).returns()[min(hands)]
    assert total / games > 0.6
