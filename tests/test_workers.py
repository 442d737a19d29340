"""Basis of distributed work: lent players, flags of runs, errors sent across processes, tallies."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path

import pytest
from driver import PATIENCE
from toys.arena import ToyPlayer

from protocol.base.errors import Code, ProtocolError
from protocol.matches import solve as batch
from protocol.matches.players import KEPT, Bench, Benches, Patience
from protocol.matches.pool import open_pool
from protocol.matches.solve import Book, Record, Tally, summarise
from protocol.matches.workers import (
    FINISH,
    GIVE_UP,
    STOP,
    current_run,
    flag_of,
    heed_signals,
    run,
    stop_flag,
    work_for,
)
from protocol.records.lineup import read_player
from referee_help import Serial
from solver.rng import Rng
from solver.stop import StopFlag

# Processes of whole commands; what they compute is checked elsewhere.
pytestmark = pytest.mark.pure


class Watched(Bench):
    """A bench that knows whether it was closed."""

    def __init__(self, stop: StopFlag | None = None) -> None:
        super().__init__(ToyPlayer, Patience(), stop or StopFlag())
        self.closings: list[bool] = []

    @property
    def closed(self) -> bool:
        return bool(self.closings)

    def close(self) -> None:
        super().close()
        self.closings.append(True)


def test_no_two_games_have_the_same_bench_and_the_next_one_has_it_again() -> None:
    benches = Benches()
    with benches.lend(("run", 1), Watched) as one, benches.lend(("run", 1), Watched) as two:
        assert one is not two
    with benches.lend(("run", 2), Watched) as other:
        assert other not in (one, two)
    with benches.lend(("run", 1), Watched) as again:
        assert again in (one, two)
        benches.close("run")
        closed = [bench for bench in (one, two, other) if isinstance(bench, Watched) and bench.closed]
        assert len(closed) == 2
        assert again not in closed


def test_a_run_that_is_left_closes_its_own_benches_only() -> None:
    benches = Benches()
    with benches.lend(("mine", 1), Watched) as mine, benches.lend(("another", 1), Watched) as another:
        pass
    benches.close("mine")
    assert isinstance(mine, Watched)
    assert isinstance(another, Watched)
    assert (len(mine.closings), len(another.closings)) == (1, 0)
    benches.close("another")


def test_a_bench_whose_run_was_ended_is_closed_as_it_comes_back() -> None:
    benches, stop = Benches(), StopFlag()
    with benches.lend(("run", 1), lambda: Watched(stop)) as bench:
        stop.set()
    assert isinstance(bench, Watched)
    assert bench.closed
    with benches.lend(("run", 1), Watched) as other:
        assert other is not bench


def test_a_bench_that_nobody_borrows_is_closed() -> None:
    benches = Benches(idle=0.05)
    with benches.lend(("run", 1), Watched) as bench:
        time.sleep(0.1)  # one that is lent is not idle
        assert isinstance(bench, Watched)
        assert bench.closings == []
    end = time.monotonic() + 20
    while not bench.closed:
        assert time.monotonic() < end
        time.sleep(0.01)
    with benches.lend(("run", 1), Watched) as other:
        assert other is not bench
    benches.close("run")


def test_a_bench_keeps_the_players_that_were_asked_for_last() -> None:
    bench = Bench(ToyPlayer, Patience(), StopFlag())
    first, second = read_player("random"), read_player("greedy")
    mine, other = bench.take((first, second))
    for number in range(KEPT - 2):
        bench.take((first, read_player(f"flat:nodes={number + 1}")))
    assert bench.take((first, second)) == [mine, other]
    for number in range(KEPT):
        bench.take((first, read_player(f"flat:nodes={number + 100}")))
    again, late = bench.take((first, second))
    assert again is mine
    assert late is not other


def test_a_flag_belongs_to_a_run() -> None:
    found: list[tuple[str, bool]] = []

    def look(word: str) -> str:
        found.append((current_run(), stop_flag().is_set()))
        return word

    flag_of("ended run").set()
    assert work_for("ended run", look, "a") == "a"
    work_for("other run", look, "b")
    thread = threading.Thread(target=lambda: work_for("third run", lambda _: time.sleep(0.05), None))
    thread.start()
    look("c")
    thread.join()
    assert found == [("ended run", True), ("other run", False), ("", False)]
    assert stop_flag() is STOP


def wait_for_the_end(begun: Path) -> bool:
    """A task that says when it begins, and gives up as soon as it is asked to."""
    begun.touch()
    end = time.monotonic() + PATIENCE
    while not stop_flag().is_set() and time.monotonic() < end:
        time.sleep(0.01)
    return stop_flag().is_set()


def die(_: object) -> None:
    """A task that takes its process with it, as a machine short of memory would."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_the_workers_hear_of_the_end_and_hand_in_what_they_have(tmp_path: Path) -> None:
    begun = [tmp_path / "one", tmp_path / "two"]
    found: list[bool] = []

    def interrupt() -> None:
        if all(path.exists() for path in begun):
            raise KeyboardInterrupt

    with open_pool(2) as pool:
        assert not run(iter(begun), wait_for_the_end, pool.executor, 2, found.append, pool.end, interrupt)
    assert found == [True, True]


#: A program whose workers take their time to begin, and say when they do.
SLOW = """
import pathlib, sys, time
from protocol.matches.pool import open_pool
from protocol.matches.workers import run
if __name__ != "__main__":
    pathlib.Path(sys.argv[1], "begun").touch()
    time.sleep(0.4)
def double(number):
    return 2 * number
if __name__ == "__main__":
    found = []
    with open_pool(1, patient=sys.argv[2] == "patient") as pool:
        whole = run(iter(range(9)), double, pool.executor, 1, found.append, pool.end, asked=pool.asked)
    print(whole, found)
"""


def slow_run(folder: Path, manner: str, presses: int) -> tuple[int, str, str]:
    """(exit code, output, errors) when Ctrl-C comes ``presses`` times before the program's worker is
    ready."""
    path = folder / "slow.py"
    path.write_text(SLOW)
    process = subprocess.Popen(
        [sys.executable, str(path), str(folder), manner],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    end = time.monotonic() + PATIENCE
    while not (folder / "begun").exists() and time.monotonic() < end:
        time.sleep(0.005)
    for _ in range(presses):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.05)
    out, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, out, errors


def test_ctrl_c_before_the_workers_are_ready_is_the_parents_business(tmp_path: Path) -> None:
    code, out, errors = slow_run(tmp_path, "patient", 1)
    assert (code, out) == (0, "False [0]\n")
    assert errors == "finishing the running game; press Ctrl-C again to end at once\n"


def test_work_that_is_not_played_to_the_end_is_given_up_by_the_first_ctrl_c(tmp_path: Path) -> None:
    code, out, errors = slow_run(tmp_path, "hasty", 1)
    assert (code, errors) == (0, "")
    assert out.startswith("False ")


def test_the_third_ctrl_c_leaves_at_once(tmp_path: Path) -> None:
    code, out, errors = slow_run(tmp_path, "patient", 3)
    assert (code, out) == (130, "")
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("presses", "urgent"),
    [((), 0), ((signal.SIGINT,), FINISH), ((signal.SIGINT,) * 2, GIVE_UP), ((signal.SIGTERM,), GIVE_UP)],
)
def test_signals_are_counted_while_a_pool_is_open(presses: tuple[signal.Signals, ...], urgent: int) -> None:
    before = [signal.signal(number, signal.default_int_handler) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        with heed_signals(patient=True) as asked:
            for number in presses:
                signal.raise_signal(number)
            assert asked() == urgent
        assert signal.getsignal(signal.SIGTERM) is signal.default_int_handler
    finally:
        for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
            signal.signal(number, handler)


def test_a_signal_that_a_program_handles_itself_stays_its_own() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        with heed_signals() as asked:
            signal.raise_signal(signal.SIGINT)
            assert asked() == 0
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]


@pytest.mark.parametrize("wanted", [FINISH, GIVE_UP])
def test_an_end_that_is_asked_for_when_nothing_is_left_to_do_ends_nothing_early(wanted: int) -> None:
    found: list[int] = []
    assert run(iter(()), abs, Serial(), 1, found.append, lambda: None, asked=lambda: wanted)
    assert not run(iter((1,)), abs, Serial(), 1, found.append, lambda: None, asked=lambda: wanted)
    assert found == []


def test_a_worker_that_was_killed_is_an_error_and_no_wait() -> None:
    begin = time.monotonic()
    with pytest.raises(ProtocolError, match="a worker process was killed"), open_pool(2) as pool:
        run(iter(range(2)), die, pool.executor, 2, lambda _: None, pool.end)
    assert time.monotonic() - begin < PATIENCE


def test_errors_travel_between_processes() -> None:
    error = pickle.loads(pickle.dumps(ProtocolError(Code.FILE, "no such file", "x.jsonl")))
    assert (error.code, error.message, error.token) == (Code.FILE, "no such file", "x.jsonl")


@pytest.mark.parametrize("first", [False, True])
def test_the_tally_of_thousands_of_deals_is_that_of_a_count_of_all(tmp_path: Path, first: bool) -> None:
    deals = {deal: ["a", "b", "c"] for deal in range(3000)}
    rng = Rng(5)
    with Book(tmp_path / "deals.jsonl", "longhorn/1", None) as book:
        book.add = book._keep  # type: ignore[method-assign]  # no disk: thousands of syncs take their time
        tally = Tally(deals, book, 1.0, first)
        assert (tally.starts, tally.settled, tally.proved, tally.decided) == (9000, 0, 0, 0)
        begin = time.process_time()
        for _ in range(4000):
            value = Fraction(rng.below(3) - 1)
            upper = value if rng.below(4) else Fraction(1)
            deal, start = rng.below(3000), "abc"[rng.below(3)]
            book.add(Record("longhorn/1", deal, start, value, upper, 1, 1, 1.0, 16, None, "0", 1))
            tally.heed(deal)
        spent = time.process_time() - begin
        anew = Tally(deals, book, 1.0, first)
        assert (tally.settled, tally.proved, tally.decided) == (anew.settled, anew.proved, anew.decided)
        found = summarise(deals, book.records)
        assert (tally.proved, tally.decided) == (found.starts_proved, found.decided)
        assert 0 < tally.decided < 3000
        assert (tally.settled > len(book.records)) == first
    assert spent < 5  # a count of all for every record takes minutes


def test_two_runs_cannot_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    with Book(path, "longhorn/1", None), pytest.raises(ProtocolError, match="in use"):
        Book(path, "longhorn/1", None)
    Book(path, "longhorn/1", None).close()


def test_a_book_keeps_the_narrowest_bounds_and_of_equal_ones_those_of_the_longest_search(
    tmp_path: Path,
) -> None:
    def found(start: str, upper: int, limit: float) -> Record:
        return Record("longhorn/1", 7, start, Fraction(-1), Fraction(upper), 1, 1, limit, 16, None, "0", 1)

    path = tmp_path / "deals.jsonl"
    with Book(path, "longhorn/1", None) as book:
        for record in (found("a", 1, 1), found("a", 1, 3), found("a", 1, 2)):
            book.add(record)
        for record in (found("b", 1, 3), found("b", 0, 1), found("b", 1, 4)):
            book.add(record)
    with Book(path, "longhorn/1", None) as again:
        assert again.records == book.records
    kept = {start: (int(record.upper), record.limit) for (_, start), record in book.records.items()}
    assert kept == {"a": (1, 3), "b": (0, 1)}
    assert book.done(7, "a", 3)
    assert not book.done(7, "a", 4)


@pytest.mark.ci
def test_an_open_start_whose_search_was_cut_short_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(task: batch.Task) -> Record:
        upper = Fraction(-1 if "proved" in task.start else 1)
        cut = "cut" in task.start
        return Record(
            "longhorn/1", task.deal, task.start, Fraction(-1), upper, 1, 1, 1, 16, None, "0", 1, cut
        )

    monkeypatch.setattr(batch, "solve_start", searched)
    tasks = [
        batch.Task("longhorn", 1, start, 1, 16) for start in ("open", "proved", "open cut", "proved cut")
    ]
    found: list[Record] = []
    assert batch.run(iter(tasks), Serial(), 1, found.append, lambda: None)
    assert [record.start for record in found] == ["open", "proved", "proved cut"]
