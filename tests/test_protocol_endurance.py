"""Long use and misuse: memory and threads stay flat, and options accept only valid values."""

from __future__ import annotations

import os
import random
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from driver import TOY_ENGINE, Engine
from positions import ALL, random_state

from scaling import scale


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(TOY_ENGINE) as engine:
        yield engine
        engine.quit()


@pytest.mark.timing
def test_memory_and_threads_stay_flat(engine: Engine) -> None:
    """Positions and go/stop cycles of every game in one process; every answer is legal."""
    process = psutil.Process(engine.process.pid)
    rng = random.Random(5)
    engine.settled("setoption name Hash value 4")
    # the first search of a game with a model loads it, and numpy with a thread
    engine.send("setoption name UCI_Variant value nimmt", "position startpos", "go seat 0 nodes 5")
    engine.until("bestmove")
    engine.heard.clear()
    rounds = scale(10_000, least=400)
    warm = threads = 0
    name = "longhorn"
    for number in range(rounds):
        if number % 20 == 0:
            name = rng.choice(list(ALL))
        state = random_state(ALL[name], rng)
        seat = state.players_to_move()[0]
        legal = [state.action_to_string(action) for action in state.legal_actions(seat)]
        go = rng.choice(
            (f"go seat {seat} nodes 5", "go infinite", "go movetime 1", "go depth 1", "go ponder movetime 1")
        )
        engine.send(f"setoption name UCI_Variant value {name}", f"position fen {state.to_text()}", go)
        if "infinite" in go or "ponder" in go:
            engine.send("stop")
        assert engine.until("bestmove")[-1].split()[1] in legal
        engine.heard.clear()
        if number == rounds // 4:
            warm = process.memory_info().rss
            threads = process.num_threads()
    engine.settled()
    assert process.num_threads() <= threads
    assert process.memory_info().rss - warm < 24 * 2**20, (warm, process.memory_info().rss)
    assert process.num_fds() < 20


def test_a_client_that_does_not_read_costs_no_memory(engine: Engine) -> None:
    """Its answers wait, its search reports are left out; when it reads again nothing is broken."""
    import threading

    gate = threading.Event()
    reading = engine._lines.put
    engine._lines.put = lambda item, *rest: (gate.wait(30), reading(item, *rest))[1]  # type: ignore[method-assign]
    before = psutil.Process(engine.process.pid).memory_info().rss
    engine.send(
        "setoption name UCI_Variant value hand",
        "setoption name MultiPV value 9",
        "position startpos seats 3 seed 3",
    )
    for _ in range(scale(300, least=30)):
        engine.send(*["go nodes 5000", "stop"], *["query legal"] * 20)
    assert psutil.Process(engine.process.pid).memory_info().rss - before < 64 * 2**20
    gate.set()
    engine.settled()


WATCHED = ("open", "os.", "socket.", "subprocess.", "shutil.", "ctypes.", "pty.")

WATCHER = """
import sys
seen = []
def hook(event, args):
    if armed and event.split('.')[0] + '.' in {watched} or (armed and event == 'open'):
        seen.append((event, repr(args[:3])))
armed = False
from protocol.session.session import Session
sys.addaudithook(hook)
session = Session()
armed = True
code = session.run()
armed = False
session.close()
for event, args in seen:
    print(event, args, file=sys.stderr)
"""


def test_the_engine_opens_only_what_its_options_name(tmp_path: Path) -> None:
    import solver.games.longhorn

    figures = tmp_path / "own.toml"
    figures.write_text(Path(solver.games.longhorn.__file__).with_name("figures.toml").read_text())
    log = tmp_path / "engine.log"
    with Engine([sys.executable, "-c", WATCHER.format(watched=WATCHED)]) as engine:
        engine.settled("uci", "position startpos seed 3", "d")
        for command, end in (("go nodes 50", "bestmove"), ("perft 2", "info string perft")):
            engine.send(command)
            engine.until(end)
        engine.settled(
            f"setoption name Figures value {figures}",
            f"setoption name Debug Log File value {log}",
            "position startpos",
            "setoption name Figures value $(touch hacked)",
            "setoption name Debug Log File value |touch hacked",
            "setoption name Debug Log File value <empty>",
            "position fen ../../etc/passwd",
            "query view ../x",
        )
        engine.send("quit")
        assert engine.ended() == 0
    seen = engine.errors.decode().splitlines()
    opened = [line for line in seen if line.startswith("open ")]
    assert any(str(log) in line for line in opened)
    assert any(str(figures) in line for line in opened)
    allowed = (
        str(figures),
        str(log),
        "$(touch hacked)",
        "|touch hacked",
        ".py",
        ".so",
        ".toml",
        "evaluation.npz",
    )
    assert all(any(name in line for name in allowed) for line in opened), opened
    assert [line for line in seen if not line.startswith(("open ", "os.listdir", "os.scandir"))] == []
    (Path.cwd() / "|touch hacked").unlink(missing_ok=True)


def test_the_debug_log_is_a_plain_file_that_is_added_to(engine: Engine, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for bad in (fifo, tmp_path, "/dev/null", "/dev/stdout", "/proc/self/mem", f"{tmp_path}/no/such"):
        assert engine.refused(f"setoption name Debug Log File value {bad}").startswith("bad-file: ")
    log = tmp_path / "log"
    log.write_text("precious\n")
    engine.settled(f"setoption name Debug Log File value {log}", "query turn")
    assert log.read_text().startswith("precious\n")
    assert not stat.S_IMODE(log.stat().st_mode) & 0o111
    # A log in use that is refused another path goes on.
    engine.refused(f"setoption name Debug Log File value {fifo}")
    engine.settled("query gameover")
    assert ">> query gameover" in log.read_text()


def test_the_figures_file_is_a_plain_file_of_sane_size(engine: Engine, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(2**30)
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    for bad in (fifo, tmp_path, huge, binary, "/dev/zero", "/proc/self/environ"):
        assert engine.refused(f"setoption name Figures value {bad}").startswith("bad-file: "), bad


def test_requests_for_memory_and_time_are_bounded(engine: Engine) -> None:
    for bad in (
        "setoption name Hash value 1000000000",
        "setoption name Threads value 100000",
        "setoption name MultiPV value 1000000",
        "perft 65",
        "go perft 1000",
        "position startpos seats 1000000000",
        "bench 99999999999",
        "position startpos seed 340282366920938463463374607431768211456",
    ):
        engine.refused(bad)
    engine.raw(b"y" * (5 * 2**20) + b"\n")
    assert engine.until("info string error")[-1].startswith("info string error bad-line: ")
    assert psutil.Process(engine.process.pid).memory_info().rss < 2**29
