"""Faults 24 to 27 of PROTOCOL.md: a lost `stop`, limits that do not hold, limits that limit nothing."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

import pytest
from driver import TOY_ENGINE, Engine
from positions import LATE, OPEN

from scaling import scale
from solver.games import GAMES
from solver.reports import SEARCHES

timing = pytest.mark.timing
every_game = pytest.mark.parametrize("game", list(OPEN))
#: Seconds in which an answer is there that takes none, whatever else the machine does.
SOON = 5.0


@pytest.fixture(scope="module")
def process() -> Iterator[Engine]:
    with Engine(TOY_ENGINE) as engine:
        engine.settled("uci", "setoption name Hash value 16")
        yield engine
        engine.quit()


@pytest.fixture
def engine(process: Engine) -> Engine:
    """One process for all tests, set back to how it began."""
    usual = {"Search": "full", "Skill": 20, "MultiPV": 1, "Move Overhead": 10, "UCI_Variant": "longhorn"}
    process.settled(*(f"setoption name {name} value {value}" for name, value in usual.items()))
    return process


def deciding(engine: Engine, game: str) -> None:
    """A fresh game, after what chance brings first."""
    engine.settled("ucinewgame", *OPEN[game])
    while engine.query("turn") == "chance":
        engine.settled(f"position startpos moves {engine.query('chance').split()[0]}")


# 24: a stop meant for work that still waits ----------------------------------------------------------------

ENDLESS = ("perft 30", "go perft 30", "query perft 30", "bench 1000000000", "go infinite")


@pytest.mark.parametrize("work", [*ENDLESS, "eval"])
@pytest.mark.parametrize("before", ["go infinite\nstop", "perft 30", "perft 30\nbench 1000000000\neval"])
def test_fault_24_a_stop_ends_work_that_still_waits(engine: Engine, before: str, work: str) -> None:
    engine.settled("position startpos seed 3")
    engine.send(*before.split("\n"), work, "stop", "isready")
    engine.until("readyok", SOON)
    assert engine.settled("query turn")[-1] == "response turn 1"


def test_fault_24_every_sequence_that_ends_in_stop_is_answered(engine: Engine) -> None:
    rng = random.Random(24)
    others = (
        "eval", "perft 1", "query perft 1", "go nodes 5", "go movetime 3", "go ponder nodes 5", "go",
        "go ponder infinite", "go ponder wtime 1000 btime 1000", "stop", "stop", "stop", "ponderhit",
        "isready", "ucinewgame", "position startpos seed 3", "setoption name MultiPV value 2", "d",
        "query legal", "query turn",
    )  # fmt: skip
    for number in range(scale(400)):
        engine.settled(*OPEN[list(OPEN)[number % len(OPEN)]])
        lines = [rng.choice((*ENDLESS, *others)) for _ in range(rng.randint(1, 12))]
        engine.send(*lines, "stop", "isready")
        said: list[str] = []
        for _ in range(lines.count("isready") + 1):
            try:
                said += engine.until("readyok", SOON)
            except AssertionError as error:
                raise AssertionError(f"no readyok after {lines}") from error
        searches = [line for line in lines if line.startswith("go") and "perft" not in line]
        answered = sum(line.startswith("bestmove") for line in said)
        refused = sum("'go' must wait" in line for line in said)
        if answered + refused < len(searches):  # the last one's move may come after readyok
            answered += engine.until("bestmove", SOON)[-1].startswith("bestmove")
        assert answered + refused == len(searches), (lines, said)
        engine.ask("query perft 0", "response perft", SOON)  # waits for a count that ends


# 25: pondering that never ends -----------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize(
    "limit", ["nodes 300", "depth 2", "mate 1", "movetime 20", "nodes 300 movetime 60000"]
)
def test_fault_25_the_limits_hold_after_ponderhit(engine: Engine, game: str, limit: str) -> None:
    for search in SEARCHES if game in GAMES else SEARCHES[:1]:
        for skill in (20, 3) if game in GAMES else (20,):
            engine.settled(f"setoption name Search value {search}", f"setoption name Skill value {skill}")
            deciding(engine, game)
            said = engine.settled(f"go ponder {limit}")
            assert not any(line.startswith("bestmove") for line in said), (search, skill)
            engine.send("ponderhit")
            engine.until("bestmove", SOON)
            assert engine.settled() == []


def test_fault_25_what_was_pondered_counts_towards_the_limit(engine: Engine) -> None:
    """The answer is that of the search without `ponder`, to the letter, and comes with the hit."""
    for game in GAMES:
        answers = []
        for word in ("", "ponder "):
            deciding(engine, game)
            engine.send(f"go {word}nodes 300", *(["ponderhit"] if word else []))
            answers.append(engine.until("bestmove", SOON)[-1])
        assert len(set(answers)) == 1


def test_fault_25_infinite_waits_for_stop_after_the_hit_too(engine: Engine) -> None:
    engine.settled(f"position fen {LATE}", "go ponder infinite nodes 5")
    time.sleep(0.2)  # solved at once: there is nothing left to search
    assert not any("bestmove" in line for line in engine.settled("ponderhit"))
    assert engine.silent(0.2)
    engine.send("stop")
    engine.until("bestmove", SOON)


# 26: a movetime that is not kept ---------------------------------------------------------------------------


@timing
@every_game
def test_fault_26_no_time_is_a_move_at_once(engine: Engine, game: str) -> None:
    deciding(engine, game)
    for movetime in (0, 1):
        times = []
        for _ in range(9):
            begin = time.perf_counter()
            engine.send(f"go movetime {movetime}")
            engine.until("bestmove")
            times.append(time.perf_counter() - begin)
        assert statistics.median(times) < 0.03, times


@timing
@pytest.mark.parametrize("game", list(GAMES))
def test_fault_26_movetime_is_what_it_says_whatever_the_overhead(engine: Engine, game: str) -> None:
    engine.settled("setoption name Move Overhead value 5000")
    deciding(engine, game)
    for movetime in (20, 100):
        times = []
        for _ in range(5):
            begin = time.perf_counter()
            engine.send(f"go movetime {movetime}")
            engine.until("bestmove")
            times.append(1000 * (time.perf_counter() - begin))
        # no answer may be early by more than answering takes
        assert min(times) > movetime - 4, times


# 27: limits that limit nothing -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "token"),
    [
        ("go winc 50 binc 50", "'winc'"),
        ("go binc 50", "'binc'"),
        ("go movestogo 5", "'movestogo'"),
        ("go ponder winc 50 binc 50", "'winc'"),
        ("go incs 50 50", "'incs'"),
        ("go wibble perft 3", "'perft'"),
        ("go nodes 5 perft 3", "'perft'"),
        ("go perft 3 movetime 5", "'perft'"),
        ("go infinite perft 3", "'perft'"),
    ],
)
def test_fault_27_what_limits_nothing_is_refused(engine: Engine, command: str, token: str) -> None:
    engine.settled("position startpos seed 3")
    assert token in engine.refused(command)


@pytest.mark.ci
@pytest.mark.parametrize(
    "command",
    [
        "go wtime 50 winc 5",
        "go btime 50",
        "go winc 50 binc 50 movetime 5",
        "go movestogo 3 nodes 5",
        "go clocks 50 50 movestogo 2",
    ],
)
def test_fault_27_a_clock_of_the_other_seat_limits_too(engine: Engine, command: str) -> None:
    for seed in (1, 2, 3):  # either seat begins
        engine.settled(f"position startpos seed {seed}")
        engine.send(command)
        engine.until("bestmove", SOON)
