"""Answers of Heckmeck's search: legal, repeatable, in time, with reasons."""

from __future__ import annotations

import math
import threading
import time

import pytest

from solver.analysis import Analyser, Limits, Settings, StopFlag
from solver.game import State
from solver.games import GAMES
from solver.games.heckmeck.worth import HeckmeckTurns
from solver.reports import Answer, Report
from solver.rng import Rng
from solver.search.expectimax import TurnTables
from solver.search.turns import TurnTree

GAME = GAMES["heckmeck"]
LADDER = (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4)


def decision(seats: int, seed: int, plies: int) -> State:
    """A position in which a seat has to decide, some random plies from the start."""
    rng = Rng(seed)
    state = GAME.initial(seed, seats)
    while plies > 0 or state.is_chance_node():
        before = state.clone()
        legal = state.legal_actions()
        state.apply_action(state.draw_chance(rng) if state.is_chance_node() else legal[rng.below(len(legal))])
        if state.is_terminal():
            state = before
            if not state.is_chance_node():
                break
        plies -= 1
    return state


def shown(answer: Answer) -> list[object]:
    """All that must not change from one search to the next."""
    report = answer.report
    return [answer.best, answer.proven, report.depth, report.nodes, report.lines]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("objective", ["win", "rank", "points"])
@pytest.mark.parametrize("player", ["full", "flat"])
def test_answers_are_legal_repeatable_and_explained(seats: int, objective: str, player: str) -> None:
    for seed in range(3):
        state = decision(seats, seed, 7 * seed)
        text = state.to_text()
        seat = state.current_player()
        settings = Settings(search=player, objective=objective, multipv=20, seed=seed, hash_mb=8)
        answers = [Analyser(settings).analyse(state, Limits(nodes=40)) for _ in range(2)]
        assert shown(answers[0]) == shown(answers[1])
        assert state.to_text() == text
        lines = answers[0].report.lines
        assert {line.move for line in lines} == set(state.legal_actions())
        assert answers[0].best == lines[0].pv[0]
        assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
        for line in lines:
            assert -1 <= line.value <= 1
            assert sum(line.wdl) == 1000
            notes = dict(line.notes)
            assert 0 <= notes.pop("gain") <= 48
            assert 0 <= notes.pop("first") <= 1
            assert math.isclose(sum(notes.values()), 1.0, rel_tol=1e-9)
            assert notes.keys() <= {*(f"total{n}" for n in range(23, 37)), "snail", "fail"}
            if seats > 2:
                assert len(line.values) == seats
                assert abs(sum(line.values)) < 0.1
                assert abs(line.values[seat] - line.value) < 1e-6 or abs(line.value) > 0.99


def test_nodes_are_heeded() -> None:
    state = decision(2, 1, 0)
    for nodes in (1, 10, 100):
        report = Analyser(Settings(hash_mb=8)).analyse(state, Limits(nodes=nodes)).report
        assert report.nodes <= nodes + 2


def test_depth_and_searchmoves_are_heeded() -> None:
    state = decision(4, 2, 4)
    legal = state.legal_actions()
    for depth in (1, 2):
        assert Analyser(Settings(hash_mb=8)).analyse(state, Limits(depth=depth)).report.depth == depth
    for action in legal:
        answer = Analyser(Settings(hash_mb=8)).analyse(state, Limits(depth=1, searchmoves=(action,)))
        assert answer.best == state.action_to_string(action)


def test_several_threads_find_the_same_values() -> None:
    state = decision(3, 5, 10)
    one = Analyser(Settings(hash_mb=8, multipv=20)).analyse(state, Limits(depth=3)).report
    two = Analyser(Settings(hash_mb=8, multipv=20, threads=2)).analyse(state, Limits(depth=3)).report
    assert {line.move: line.value for line in one.lines} == pytest.approx(
        {line.move: line.value for line in two.lines}, abs=1e-12
    )


@pytest.mark.timing
def test_stop_and_time_are_heeded() -> None:
    state = decision(4, 3, 0)
    analyser = Analyser(Settings(hash_mb=8))
    stop = StopFlag()
    threading.Timer(0.2, stop.set).start()
    begin = time.perf_counter()
    analyser.analyse(state, Limits(infinite=True), stop=stop)
    assert 0.15 < time.perf_counter() - begin < 2.2
    begin = time.perf_counter()
    analyser.analyse(state, Limits(movetime_ms=100))
    assert time.perf_counter() - begin < 1.1


def test_reports_go_deeper() -> None:
    reports: list[Report] = []
    Analyser(Settings(hash_mb=8)).analyse(decision(2, 9, 0), Limits(depth=3), reports.append)
    assert [report.depth for report in reports] == [1, 2, 3]


def test_the_one_turn_player_wants_worms_and_nothing_else() -> None:
    # on an empty grill: the printed worms, three points above 36
    tables = TurnTables()
    worth = {total: float(LADDER[total - 23]) if total < 37 else 3.0 for total in range(23, 49)}
    play = tables.solve(worth, 0.0)
    rng = Rng(4)
    state = GAME.initial(1)
    analyser = Analyser(Settings(search="flat"))
    while state.is_chance_node():
        state.apply_action(state.draw_chance(rng))
        if state.current_player() != 0:
            break
        used = turn = total = 0
        while True:
            fields = state.fields()  # type: ignore[attr-defined]
            action = state.string_to_action(analyser.analyse(state, Limits()).best or "")
            face = action & 7
            best = play.choose(turn, fields.roll)
            after = tables.after(turn, face, fields.roll[face])
            assert best is not None
            assert after is not None
            assert play.value_of(after) == pytest.approx(best[1])
            used, total, turn = used | 1 << face, total + fields.roll[face] * (face + 1), after
            assert bool(action & 8) == (play.stops(after) and total in worth and bool(used >> 4 & 1))
            state.apply_action(action)
            if action & 24:
                break
            state.apply_action(state.draw_chance(rng))
            if state.current_player() != 0:
                break
        break


def test_looking_ahead_is_an_expectation_over_the_next_turn() -> None:
    # one turn deeper by hand: the next seat's exact turn over the estimates after it
    state = GAME.initial(1)
    state.apply_action(state.draw_chance(Rng(1)))
    tree = TurnTree(HeckmeckTurns(), 1)
    stop = StopFlag()
    tree.plant(state, 0)
    found = tree.outcome(2, 1, 60.0, 1 << 40, stop)
    assert found is not None
    after = state.clone()
    after.play_outcome(2)  # type: ignore[attr-defined]
    after.apply_action(after.draw_chance(Rng(1)))
    tree.plant(after, 0)
    worth = {outcome: tree.outcome(outcome, 0, 60.0, 1 << 40, stop) for outcome in tree.allowed()}
    stops = {}
    for total in range(23, 49):
        values = worth.get(min(total, 37) - 23)
        if values is not None:
            stops[total] = values[1]
    failing = worth[15]
    assert failing is not None
    value = TurnTables().solve(stops, failing[1]).value
    assert found[1] == pytest.approx(value, abs=1e-12)
    assert found[0] == pytest.approx(-value, abs=1e-12)
