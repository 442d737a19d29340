"""The plain players, greedy and flat Monte Carlo, on every game and on Longhorn cases with obvious moves."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest

from solver.analysis import Analyser, Limits, Settings, StopFlag
from solver.game import State
from solver.games import GAMES, Game, parse_position
from solver.reports import Report
from solver.rng import Rng
from solver.search.flat import FlatSearch, Playouts
from solver.search.greedy import GreedySearch

VECTORS = Path(__file__).parent / "data" / "longhorn_vectors.jsonl"


def decision(game: Game, seed: int, plies: int, seats: int | None = None) -> State:
    """A position of a random game in which a seat decides."""
    rng = Rng(seed)
    state = game.initial(seed, seats)
    while plies > 0 or state.is_chance_node():
        actions = state.legal_actions()
        after = state.clone()
        after.apply_action(actions[rng.below(len(actions))])
        if after.is_terminal():
            break
        state = after
        plies -= 1
    return state


each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
each_player = pytest.mark.parametrize("player", [GreedySearch, FlatSearch])


@each_game
@each_player
def test_answers_are_legal_repeatable_and_leave_the_state_alone(
    game: Game, player: type[GreedySearch | FlatSearch]
) -> None:
    for seed in range(12):
        state = decision(game, seed, seed)
        seat = state.players_to_move()[0]
        text = state.to_text()
        search = player(Settings(seed=seed, multipv=3))
        first = search.analyse(state, seat, Limits(nodes=3000))
        again = player(Settings(seed=seed, multipv=3)).analyse(state, seat, Limits(nodes=3000))
        assert first.best is not None
        assert state.string_to_action(first.best, seat) in state.legal_actions(seat)
        assert [line.pv for line in again.report.lines] == [line.pv for line in first.report.lines]
        assert again.report.nodes == first.report.nodes
        assert len(first.report.lines) == min(3, len(state.legal_actions(seat)))
        for line in first.report.lines:
            assert -1.0 <= line.value <= 1.0
            assert sum(line.wdl) == 1000
        assert state.to_text() == text


def test_a_win_at_once_is_taken() -> None:
    cases = 0
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        state = parse_position(json.loads(line)["position"])
        if state.is_chance_node() or state.is_terminal():
            continue
        seat = state.current_player()
        wins = set()
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            if after.is_terminal() and after.returns()[seat] == 1:
                wins.add(state.action_to_string(action))
        if not wins or len(wins) == len(state.legal_actions()):
            continue
        cases += 1
        for plies in (1, 2):
            answer = GreedySearch(plies=plies).analyse(state, seat, Limits())
            assert plies == 2 or answer.best in wins  # a reply that must lose wins as surely
            assert answer.report.lines[0].value == 1.0
        flat = FlatSearch(Settings(multipv=1000)).analyse(state, seat, Limits(depth=20)).report
        values = {line.pv[0]: line.value for line in flat.lines}
        assert all(values[token] == 1.0 for token in wins)
    assert cases >= 15


def test_greedy_looks_at_points_after_the_reply_that_looks_best() -> None:
    # the first plies of deals: nothing ends here, so points alone decide
    cases = 0
    for seed in range(1, 30):
        state = decision(GAMES["longhorn"], seed, 1)

        def gain(position: State, seat: int) -> int:
            scores = position.scores()
            return scores[seat] - scores[1 - seat]

        best: dict[int, int] = {}
        after: dict[int, State] = {}
        for action in state.legal_actions():
            after[action] = state.clone()
            after[action].apply_action(action)
        if not all(child.current_player() == 1 for child in after.values()):
            continue
        for action, child in after.items():
            replies = []
            for reply in child.legal_actions():
                last = child.clone()
                last.apply_action(reply)
                replies.append(last)
            if any(last.current_player() < 0 for last in replies):
                break
            best[action] = -max(gain(last, 1) for last in replies)
        else:
            cases += 1
            for plies, worth in ((1, {a: gain(child, 0) for a, child in after.items()}), (2, best)):
                answer = GreedySearch(plies=plies).analyse(state, 0, Limits())
                assert answer.best is not None
                assert worth[state.string_to_action(answer.best)] == max(worth.values())
    assert cases >= 5


def test_greedy_falls_back_to_one_ply_when_stopped() -> None:
    state = decision(GAMES["longhorn"], 2, 3)
    seat = state.players_to_move()[0]
    stop = StopFlag()
    stop.set()
    answer = GreedySearch().analyse(state, seat, Limits(), None, stop)
    assert answer.report.depth == 1
    assert answer.best == GreedySearch(plies=1).analyse(state, seat, Limits()).best
    with pytest.raises(ValueError, match="1 or 2 plies"):
        GreedySearch(plies=3)


@each_game
@each_player
def test_searchmoves_confine_the_choice(game: Game, player: type[GreedySearch | FlatSearch]) -> None:
    state = decision(game, 3, 2)
    seat = state.players_to_move()[0]
    for action in state.legal_actions(seat):
        answer = player().analyse(state, seat, Limits(nodes=500, searchmoves=(action,)))
        assert answer.best == state.action_to_string(action, seat)


@each_game
def test_flat_plays_the_same_number_of_playouts_for_each_action(game: Game) -> None:
    state = decision(game, 5, 1)
    seat = state.players_to_move()[0]
    answer = FlatSearch(Settings(multipv=1000)).analyse(state, seat, Limits(depth=50))
    assert [line.nodes for line in answer.report.lines] == [50] * len(state.legal_actions(seat))
    cut = FlatSearch(Settings(multipv=1000)).analyse(state, seat, Limits(nodes=2000)).report
    counts = [line.nodes for line in cut.lines]
    assert max(counts) - min(counts) <= 1
    assert cut.nodes >= 2000


def test_flat_counts_what_playouts_return() -> None:
    # after each action the position's own playouts, by the same generator, must add up to the same means
    state = decision(GAMES["longhorn"], 4, 6)
    seat = state.players_to_move()[0]
    actions = state.legal_actions(seat)
    playouts = Playouts(state.view(seat), seat, actions, Rng(9))
    playouts.advance(1e9, 1 << 60, 40, StopFlag())
    rng = Rng(9)
    totals = dict.fromkeys(actions, 0.0)
    for _ in range(40):
        for action in actions:
            world = state.resample_from_infostate(seat, rng)
            world.apply_action(action, seat)
            totals[action] += world.playout(rng)[seat]
    for action, mean, wins, draws, losses, _ in playouts.found():
        assert wins + draws + losses == 40
        assert mean == pytest.approx(totals[action] / 40)
        assert mean == pytest.approx((wins - losses) / 40)


def test_flat_counts_first_places_where_more_than_two_play() -> None:
    """As many, but for the luck of the draw, as other playouts of the same moves end with; none are lost."""
    state, many = GAMES["nimmt"].initial(4, 4, ("round",)), 1500
    seat = state.players_to_move()[0]
    action = state.legal_actions(seat)[0]
    playouts = Playouts(state.view(seat), seat, [action], Rng(9))
    playouts.advance(1e9, 1 << 60, many, StopFlag())
    rng, first = Rng(5), 0.0
    for _ in range(many):
        world = state.resample_from_infostate(seat, rng)
        world.apply_action(action, seat)
        ends = world.playout(rng)
        if ends[seat] == max(ends):
            first += 1 / ends.count(max(ends))
    (row,) = playouts.found()
    assert row[5] / many == pytest.approx(first / many, abs=0.06)  # four standard deviations
    assert 0.05 < row[5] / many < 0.95


@pytest.mark.parametrize("name", ["nimmt", "heckmeck", "colt"])
@pytest.mark.parametrize("search", ["full", "flat"])
def test_every_search_of_many_seats_tells_the_chance_of_the_first_place(name: str, search: str) -> None:
    """Under one name, which has words in the game."""
    state = decision(GAMES[name], 7, 1, seats=3)
    answer = Analyser(Settings(search=search, multipv=2)).analyse(state, Limits(nodes=2000))
    for line in answer.report.lines:
        if (name, search) != ("heckmeck", "flat"):  # which looks at the turn alone
            assert 0 <= dict(line.notes)["first"] <= 1
    assert "{%}" in GAMES[name].expects["first"]


@pytest.mark.timing
def test_flat_keeps_to_its_time_and_stops_at_once() -> None:
    state = GAMES["longhorn"].initial(1)
    begin = time.monotonic()
    FlatSearch().analyse(state, 1, Limits(movetime_ms=200))
    assert 0.2 <= time.monotonic() - begin < 0.4
    stop = StopFlag()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    begin = time.monotonic()
    answer = FlatSearch().analyse(state, 1, Limits(infinite=True), None, stop)
    assert 0.1 <= time.monotonic() - begin < 0.3
    assert answer.best in {state.action_to_string(action) for action in state.legal_actions()}


def test_reports_come_and_the_last_one_is_the_answer() -> None:
    state = decision(GAMES["longhorn"], 2, 3)
    seat = state.players_to_move()[0]
    for search in (GreedySearch(), FlatSearch()):
        seen: list[Report] = []
        answer = search.analyse(state, seat, Limits(nodes=5000), seen.append)
        assert seen
        assert seen[-1] == answer.report
        assert answer.report.lines[0].pv == (answer.best,)
