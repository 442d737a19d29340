"""The public State: its move stack, copies, views and texts, over random games of every game."""

from __future__ import annotations

import copy
import json
import pickle
import random

import pytest

import herdmind
from protocol.table.table import Table
from protocol.table.telling import moment
from scaling import scale
from solver.games import GAMES


def step(state: herdmind.State, draw: random.Random) -> None:
    """One random move."""
    if state.is_chance_node():
        state.apply_action(draw.choice(state.chance_outcomes())[0])
    else:
        seat = draw.choice(state.players_to_move())
        state.push(draw.choice(state.legal_moves(seat)), player=seat)


def walk(state: herdmind.State, moves: int, draw: random.Random) -> None:
    """Up to ``moves`` random moves."""
    for _ in range(moves):
        if state.is_terminal():
            return
        step(state, draw)


@pytest.mark.parametrize("game", herdmind.GAMES)
def test_pushes_and_pops_lead_where_the_moves_alone_do(game: str) -> None:
    for seed in range(max(2, scale(100))):
        draw = random.Random(seed)
        state = herdmind.deal(game, seed=seed)
        texts = [state.text()]
        for _ in range(60):
            if state.move_stack and (state.is_terminal() or draw.random() < 0.4):
                move = state.pop()
                texts.pop()
                assert move.token
            else:
                step(state, draw)
                texts.append(state.text())
            assert state.text() == texts[-1]
        again = herdmind.deal(game, seed=seed)
        for move in state.move_stack:
            again.push(move.token, player=move.player)
        assert again == state
        assert again.history() == state.history()
        while state.move_stack:
            state.pop()
        assert state == herdmind.deal(game, seed=seed)


@pytest.mark.parametrize("game", herdmind.GAMES)
def test_copies_are_independent_and_carry_the_stack(game: str) -> None:
    draw = random.Random(1)
    state = herdmind.deal(game, seed=3)
    walk(state, 5, draw)
    text, moves = state.text(), state.move_stack
    for other in (state.copy(), state.clone(), copy.copy(state), copy.deepcopy(state)):
        assert (other, other.move_stack) == (state, moves)
        other.pop()
        assert (state.text(), state.move_stack) == (text, moves)
    loaded = pickle.loads(pickle.dumps(state))
    assert (loaded, loaded.move_stack) == (state, moves)
    loaded.pop()
    assert loaded != state
    assert state.copy(stack=False).move_stack == []
    if not state.is_terminal():
        child = state.child(state.legal_actions()[0])
        assert len(child.move_stack) == len(moves) + 1


@pytest.mark.parametrize("game", herdmind.GAMES)
def test_views_are_states_that_show_what_the_seat_knows(game: str) -> None:
    state = herdmind.deal(game, seed=3)
    walk(state, 5, random.Random(1))
    for seat in range(state.num_players()):
        view = state.view(seat)
        assert view.text() == state.information_state_string(seat)
        assert view.move_stack == []
        world = view.resample_from_infostate(seat, herdmind.Rng(2))
        assert world.viewer is None
        assert world.view(seat) == view


def test_a_refused_push_changes_nothing() -> None:
    state = herdmind.deal("nimmt", seats=2, seed=1, rules=["round"])
    before = state.text()
    first = state.legal_moves(0)[0]
    with pytest.raises(herdmind.IllegalMove, match="does not hold this card") as caught:
        state.push(first, next(str(c) for c in range(1, 105) if str(c) not in state.legal_moves(1)))
    assert caught.value.token
    assert (state.text(), state.move_stack) == (before, [])
    with pytest.raises(herdmind.NotationError):
        state.push("nonsense")
    with pytest.raises(herdmind.IllegalMove):
        state.apply_action(10**6)
    with pytest.raises(herdmind.IllegalMove, match="no move to take back"):
        state.pop()
    assert (state.text(), state.move_stack) == (before, [])


def test_seats_that_choose_together_push_in_any_order() -> None:
    state = herdmind.deal("nimmt", seats=3, seed=1, rules=["round"])
    tokens = [state.legal_moves(seat)[0] for seat in range(3)]
    other = state.copy()
    state.push(*tokens)
    for seat in (2, 0, 1):
        other.push(tokens[seat], player=seat)
    assert state == other
    assert [move.player for move in other.move_stack] == [2, 0, 1]


def test_a_real_table_is_entered_and_taken_back() -> None:
    state = herdmind.enter("nimmt", 0, seats=2, rules=["round"])
    begun = state.text()
    asked = []
    while "card that seat" not in state.asks():
        asked.append(state.asks())
        state.push(state.legal_moves()[0])
    assert state.viewer == 0
    assert len(asked) == len(state.move_stack) == 24, "four rows and two hands"
    state.push(state.legal_moves(0)[0], "x")
    while state.move_stack:
        state.pop()
    assert state.text() == begun


@pytest.mark.parametrize("game", herdmind.GAMES)
def test_the_time_in_the_game_is_that_of_the_protocol(game: str) -> None:
    draw, state = random.Random(2), herdmind.deal(game)
    table = Table.fresh(GAMES[game])
    told = set()
    while not state.is_terminal() and len(state.move_stack) < 60:
        told.add(moment(table))
        assert state.round() == moment(table)
        token = draw.choice(state.legal_moves())
        state.push(token)
        table.push(token)
    assert len(told) > 1


@pytest.mark.parametrize("game", herdmind.GAMES)
def test_the_state_as_data_is_that_of_the_protocol(game: str) -> None:
    state = herdmind.deal(game, seed=2)
    walk(state, 6, random.Random(2))
    for seen in (state, *map(state.view, range(state.num_players()))):
        told = json.loads(json.dumps(seen.json()))
        assert (told["game"], told["text"], told["round"]) == (game, seen.text(), seen.round())
        assert (told["viewer"], told["to_move"]) == (seen.viewer, seen.players_to_move())
        assert told["rules"] == seen.rules


@pytest.mark.parametrize("game", herdmind.GAMES)
def test_the_representation_is_short(game: str) -> None:
    state = herdmind.deal(game, seed=3)
    for _ in range(2000):
        assert len(repr(state)) < 120
        assert repr(state).startswith(f"<State {game}: ")
        if state.is_terminal():
            break
        step(state, random.Random(len(state.move_stack)))
    assert "over, scores" in repr(state)
    assert len(repr(herdmind.GAMES[game])) < 80


def test_a_game_that_does_not_exist() -> None:
    with pytest.raises(herdmind.SetupError, match="chess") as caught:
        herdmind.deal("chess")
    assert caught.value.token == "chess"
    assert herdmind.deal("6 Nimmt").game == "nimmt"
