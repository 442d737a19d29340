"""Helpers shared by the tests of Longhorn's exhaustive search."""

from __future__ import annotations

from fractions import Fraction

from solver.analysis import Analyser, Answer, Limits, Settings
from solver.game import CHANCE_PLAYER, State
from solver.games import parse_position
from solver.games.longhorn.packing import LonghornProof
from solver.search.prover import Prover
from solver.stop import StopFlag

ALL = 10_000  # more lines than any position has moves


def analyser(hash_mb: int = 16, threads: int = 1, multipv: int = 1) -> Analyser:
    """A small one: memory is not what most tests are about."""
    return Analyser(Settings(hash_mb=hash_mb, threads=threads, multipv=multipv))


def values_of_moves(searcher: Analyser, position: str, seconds: float = 60) -> dict[str, Fraction]:
    """The proven value of each root move, by token; the analyser has to want ALL lines."""
    answer = searcher.analyse(parse_position(position), Limits(movetime_ms=int(1000 * seconds)))
    return dict(answer.proven)


def best(searcher: Analyser, position: str, seconds: float = 60) -> Answer:
    """The answer with one line."""
    return searcher.analyse(parse_position(position), Limits(movetime_ms=int(1000 * seconds)))


def prover(hash_mb: int = 16, threads: int = 1) -> Prover:
    """The engine below the door."""
    return Prover(LonghornProof(), hash_mb, threads)


def after(state: State, action: int) -> State:
    """A new state, one action later."""
    child = state.clone()
    child.apply_action(action)
    return child


def bounds(
    engine: Prover,
    state: State,
    root_order: tuple[tuple[int, int], ...] = (),
    doubtful: bool = False,
    nodes: int = 50_000_000,
) -> tuple[int, int]:
    """Proved bounds on the value for the side to move, every question being answered."""
    engine.open(state, root_order, doubtful)
    assert engine.run(120.0, nodes, StopFlag()), state.to_text()
    return engine.lower, engine.upper


def value_for(engine: Prover, state: State, seat: int) -> Fraction:
    """The exact value for ``seat``: the engine's where it is one number, else worked out from the moves."""
    if state.is_terminal():
        return Fraction(round(state.returns()[seat]))
    if state.current_player() == CHANCE_PLAYER:
        parts = [odds * value_for(engine, after(state, draw), seat) for draw, odds in state.chance_outcomes()]
        return sum(parts, Fraction(0))
    mine = state.current_player() == seat
    low, high = bounds(engine, state)
    if low == high:
        return Fraction(low if mine else -low)
    values = [value_for(engine, after(state, action), seat) for action in state.legal_actions()]
    return max(values) if mine else min(values)
