"""Reports of the exhaustive search while it runs: lines, bounds, estimates."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from longhorn_late import read
from longhorn_search import ALL, after, analyser
from scaling import scale, some
from solver.analysis import Limits, Report
from solver.game import CHANCE_PLAYER, State
from solver.games import GAMES, parse_position

VECTORS = Path(__file__).parent / "data" / "longhorn_vectors.jsonl"
POSITIONS = [
    entry
    for entry in map(json.loads, VECTORS.read_text(encoding="utf-8").splitlines())
    if 7 <= entry.get("cattle_left", 0) <= 22
]


def opening(seed: int, plies: int) -> State:
    """A position some random plies into a game, a decision being due."""
    choose = random.Random(seed)
    while True:
        state = GAMES["longhorn"].initial(seed)
        for _ in range(plies):
            if not state.is_terminal():
                state = after(state, choose.choice(state.legal_actions()))
        if not state.is_terminal() and state.current_player() != CHANCE_PLAYER:
            return state


@pytest.mark.parametrize("multipv", [1, 3, ALL])
def test_lines_are_distinct_and_ranked(multipv: int) -> None:
    for entry in some(POSITIONS, least=8):
        state = parse_position(entry["position"])
        reports: list[Report] = []
        answer = analyser(multipv=multipv).analyse(state, Limits(movetime_ms=20_000), reports.append)
        wanted = min(multipv, len(state.legal_actions()))
        for report in [*reports, answer.report]:
            assert len({line.move for line in report.lines}) == len(report.lines) == wanted
            values = [line.value for line in report.lines]
            assert values == sorted(values, reverse=True)
            for line in report.lines:
                assert float(line.lower) <= line.value <= float(line.upper)
                assert line.pv[0] == state.action_to_string(line.move)
        assert all(line.proven for line in answer.report.lines)
        sign = 1 if state.current_player() == 0 else -1
        right = sorted((sign * Fraction(value) for value in entry["moves"].values()), reverse=True)
        assert [line.lower for line in answer.report.lines] == right[:wanted]


@pytest.mark.parametrize("seed", range(scale(30, least=4)))
def test_bounds_only_narrow(seed: int) -> None:
    """Within one search, whatever is tried first."""
    state = opening(seed, 5 + seed % 6)
    reports: list[Report] = []
    analyser(multipv=ALL).analyse(state, Limits(movetime_ms=1_200), reports.append)
    known: dict[int, tuple[Fraction, Fraction]] = {}
    times = [report.time_ms for report in reports]
    nodes = [report.nodes for report in reports]
    assert times == sorted(times)
    assert nodes == sorted(nodes)
    assert reports
    for report in reports:
        for line in report.lines:
            lower, upper = known.get(line.move, (Fraction(-1), Fraction(1)))
            assert lower <= line.lower <= line.upper <= upper
            assert float(line.lower) <= line.value <= float(line.upper)
            known[line.move] = (line.lower, line.upper)


def test_a_proven_line_is_best_play() -> None:
    """Every position along the principal variation is worth what the line says, until chance takes over."""
    searcher = analyser(hash_mb=64)
    for entry in some(POSITIONS, least=6, seed=2):
        state = parse_position(entry["position"])
        line = searcher.analyse(state, Limits(movetime_ms=20_000)).report.lines[0]
        if line.lower not in (-1, 0, 1):
            continue  # it hangs on a draw of chance
        seat = state.current_player()
        for token in line.pv:
            state = after(state, state.string_to_action(token))
            if state.is_terminal():
                assert state.returns()[seat] == line.lower
            elif state.current_player() != CHANCE_PLAYER:
                here = searcher.analyse(state, Limits(movetime_ms=20_000)).report.lines[0]
                sign = 1 if state.current_player() == seat else -1
                assert here.lower == here.upper == sign * line.lower


def test_a_line_ends_where_no_move_is_known_to_keep_the_value() -> None:
    """The draw is an expectation over nuggets: every reply but one loses, and no proof tells which."""
    state = parse_position(
        "longhorn/1 nugget:w2o1:ambush,maverick:-:-,redriver:-:-/dagger:w1:epidemic,blackstone:w2:gold400,"
        "kidcooper:-:-/cherokee:g2:ambush,solomon:-:-,tulsa:-:- herds=b3w4o1g3/b6o7g4 gold=200+400/- "
        "outlaw=dagger turn=1 last=-/- phase=play"
    )
    line = analyser(hash_mb=16).analyse(state, Limits(movetime_ms=20_000)).report.lines[0]
    assert line.lower == line.upper == 0
    assert line.pv == ("whiteepidemicwhitetocherokee",)


def test_play_without_a_proof_is_not_the_first_move() -> None:
    """Open bounds after a moment: the move with the best estimate, whose estimate is seldom the first's."""
    others = 0
    number = scale(40, least=12)
    for seed in range(number):
        state = opening(1000 + seed, 1)
        answer = analyser(multipv=ALL).analyse(state, Limits(movetime_ms=60))
        lines = answer.report.lines
        assert answer.report.depth >= 1
        values = {line.move: line.value for line in lines}
        best = state.string_to_action(str(answer.best))
        assert values[best] == max(values.values())
        others += best != min(state.legal_actions())
    assert others > number // 2


def test_estimates_prefer_what_wins_more() -> None:
    """The best estimated moves of late positions are nearly always among the best: no proof, a few plies."""
    right = wrong = 0
    searcher = analyser()
    for entry in read():
        best = max(entry["moves"].values())
        if min(entry["moves"].values()) == best:
            continue
        answer = searcher.analyse(parse_position(entry["position"]), Limits(depth=3))
        if entry["moves"][str(answer.best)] == best:
            right += 1
        else:
            wrong += 1
    assert right > 6 * wrong
    assert right > 50
