"""Colt Express in random games of every setting: conservation, views, worlds, the end."""

from __future__ import annotations

import pytest
from colt_games import SETTINGS, check_conservation, follow, game, setting_name, step

from scaling import scale
from solver.game import CHANCE_PLAYER, State
from solver.games.colt.state import initial
from solver.rng import Rng

pytestmark = [pytest.mark.parametrize("setting", SETTINGS, ids=setting_name), pytest.mark.long]
GAMES = scale(20, least=3)


def test_nothing_is_lost_or_doubled(setting: tuple[int, int]) -> None:
    for seed in range(GAMES):
        rounds = []
        for state in game(*setting, seed):
            fields = state.fields()
            check_conservation(fields)
            rounds.append(fields.round)
        assert rounds == sorted(rounds)
        assert rounds[-1] == 4
        assert len(state.returns()) == setting[0]
        assert abs(sum(state.returns())) < 1e-9


def test_views_played_on_are_views_of_the_truth(setting: tuple[int, int]) -> None:
    """What a seat's view shows after a move that the seat saw, or did not see, is its view of the truth."""
    for seed in range(scale(8, least=2)):
        state = initial(seed, *setting)
        rng = Rng(seed + 99)
        views: list[State] = [state.view(seat) for seat in range(setting[0])]
        while not state.is_terminal():
            for seat in state.players_to_move():
                assert views[seat].legal_actions(seat) == state.legal_actions(seat)
            follow(views, *step(state, rng))
            for seat, view in enumerate(views):
                assert view.current_player() == state.current_player()
                assert view.players_to_move() == state.players_to_move()
                assert view.fields() == state.view(seat).fields()  # type: ignore[attr-defined]
                assert view.key(seat) == state.key(seat)
                assert view.key() == state.view(seat).key()


def test_worlds_are_told_apart_by_nobody(setting: tuple[int, int]) -> None:
    """A world's view is the view it was drawn from; it is a whole truth and can be played out."""
    for seed in range(scale(6, least=2)):
        rng = Rng(seed)
        for number, state in enumerate(game(*setting, seed)):
            if number % 5 or state.is_terminal():
                continue
            for seat in range(setting[0]):
                view = state.view(seat)
                world = view.resample_from_infostate(seat, rng)
                assert world.viewer is None
                assert world.view(seat).fields() == view.fields()
                fields = world.fields()
                check_conservation(fields)
                assert world.key(seat) == state.key(seat)
                for owing in state.players_to_move():
                    assert world.legal_actions(owing)
                if seat in state.players_to_move():
                    assert world.legal_actions(seat) == state.legal_actions(seat)
                world.playout(rng)
                step(world, rng)


def test_common_knowledge_is_the_same_for_all(setting: tuple[int, int]) -> None:
    """The key of common knowledge is that of every view and of every world, and moves with the game."""
    rng = Rng(8)
    keys = set()
    count = 0
    for number, state in enumerate(game(*setting, 77)):
        key = state.common_key()
        keys.add(key)
        count += 1
        for seat in range(setting[0]):
            view = state.view(seat)
            assert view.common_key() == key
            if number % 7 == 0:
                assert view.resample_from_infostate(seat, rng).common_key() == key
    assert len(keys) > count // 2


def test_legal_moves_and_odds_are_sane(setting: tuple[int, int]) -> None:
    """Odds sum to one, no action twice, in the truth and in every view."""
    for seed in range(scale(4, least=1)):
        for state in game(*setting, seed + 1000):
            for seat in range(setting[0]):
                legal = state.legal_actions(seat)
                assert len(set(legal)) == len(legal)
                assert bool(legal) == (seat in state.players_to_move())
            for other in (state, *(state.view(seat) for seat in range(setting[0]))):
                outcomes = other.chance_outcomes()
                assert bool(outcomes) == (state.current_player() == CHANCE_PLAYER)
                assert not outcomes or sum(odds for _, odds in outcomes) == 1
                assert all(odds > 0 for _, odds in outcomes)
                assert len({action for action, _ in outcomes}) == len(outcomes)


def test_playouts_are_random_games(setting: tuple[int, int]) -> None:
    """The fast playout and games stepped by legal moves and odds agree in what the first seat wins."""
    n = scale(150, least=40)
    slow = []
    for seed in range(n):
        *_, last = game(*setting, seed)
        slow.append(last.returns()[0])
    rng = Rng(21)
    fast = [initial(seed, *setting).playout(rng)[0] for seed in range(n) for _ in range(10)]
    mean = sum(slow) / n - sum(fast) / len(fast)
    assert abs(mean) < 4.5 * (1 / n) ** 0.5
