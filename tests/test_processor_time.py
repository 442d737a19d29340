"""Processor time as the limit of a search: the clock's switch, the searches of all games, and players."""

from __future__ import annotations

import threading
import time

import pytest

from solver.analysis import Analyser, Limits, Settings
from solver.clock import clock_time, processor_time
from solver.game import State
from solver.games import GAMES
from solver.rng import Rng


def begun(game: str) -> State:
    """A first decision with a choice."""
    state, rng = GAMES[game].initial(3), Rng(3)
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        actions = state.legal_actions()
        state.apply_action(actions[rng.below(len(actions))])
    return state


def test_the_clock_counts_processor_time_of_its_own_thread_within_the_context_alone() -> None:
    elsewhere: list[float] = []

    def look() -> None:
        before = clock_time()
        time.sleep(0.05)
        elsewhere.append(clock_time() - before)

    with processor_time():
        before = clock_time()
        other = threading.Thread(target=look)
        other.start()
        other.join()
        assert clock_time() - before < 0.04
        with processor_time():
            pass
        before = clock_time()
        time.sleep(0.05)
        assert clock_time() - before < 0.04
    assert elsewhere[0] >= 0.05
    before = clock_time()
    time.sleep(0.05)
    assert clock_time() - before >= 0.05


@pytest.mark.parametrize("search", ["full", "flat"])
@pytest.mark.parametrize("game", GAMES)
def test_a_search_uses_the_processor_time_that_it_was_given(game: str, search: str) -> None:
    state = begun(game)
    analyser = Analyser(Settings(hash_mb=8, search=search))
    analyser.analyse(state, Limits(nodes=1))  # modules, tables and memory
    before = time.thread_time()
    answer = analyser.analyse(state, Limits(cputime_ms=60))
    used = time.thread_time() - before
    if game in ("longhorn", "nimmt", "colt") and search == "full":
        assert used >= 0.05  # the others may be done or need no more
    assert used < 0.3
    assert answer.best is not None


def test_waiting_does_not_count() -> None:
    """A pause in the middle of a search leaves it the time that it had."""
    state = begun("nimmt")
    analyser = Analyser(Settings(hash_mb=8))
    before = time.thread_time()
    analyser.analyse(state, Limits(cputime_ms=150), lambda report: time.sleep(0.2))
    assert time.thread_time() - before >= 0.14


def test_processor_time_stands_alone_and_is_for_one_thread() -> None:
    state = begun("nimmt")
    with pytest.raises(ValueError, match="takes the place of movetime_ms"):
        Analyser(Settings(hash_mb=8)).analyse(state, Limits(movetime_ms=10, cputime_ms=10))
    with pytest.raises(ValueError, match="one thread"):
        Analyser(Settings(hash_mb=8, threads=2)).analyse(state, Limits(cputime_ms=10))
