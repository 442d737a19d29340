"""Fault 31 of PROTOCOL.md, standard streams closed at the start; a debug log on a full disk; slow figures."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from driver import ENGINE, PATIENCE, Engine

from solver.games.figures_file import MAX_BYTES, MAX_LINE, shipped_text

LOG = "setoption name Debug Log File value"
COMMANDS = {
    "engine": [],
    "deal": ["deal", "longhorn"],
    "analyse": ["analyse", "--deal", "7", "--nodes", "50"],
    "stdin": ["analyse", "-"],
    "play": ["play", "nimmt", "--plain"],
    "advise": ["advise", "nimmt"],
    "match": ["match", "nimmt", "random", "random", "--deals", "1"],
    "report": ["report", "/nowhere/log"],
    "bench": ["bench", "1"],
    "help": ["--help"],
}


def run(words: list[str], closed: str, home: Path) -> subprocess.CompletedProcess[bytes]:
    """The command as a shell starts it with streams closed."""
    script = f'exec "$0" "$@" {closed}'
    return subprocess.run(
        ["/bin/sh", "-c", script, *ENGINE, *words],
        capture_output=True,
        timeout=60,
        cwd=home,
        check=False,
    )


# 31: standard streams that are closed at the start ---------------------------------------------------------


@pytest.mark.parametrize("command", list(COMMANDS))
def test_fault_31_a_closed_output_is_one_word_at_once(tmp_path: Path, command: str) -> None:
    done = run(COMMANDS[command], ">&-", tmp_path)
    assert done.returncode == 2
    assert done.stderr == b"Error: standard output is closed; to see nothing, give it /dev/null\n"


def test_fault_31_with_all_of_them_closed_nothing_is_begun(tmp_path: Path) -> None:
    assert run(COMMANDS["engine"], "<&- >&- 2>&-", tmp_path).returncode == 2


@pytest.mark.parametrize("command", ["engine", "stdin", "play", "advise"])
def test_fault_31_a_closed_input_is_an_ended_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    closed = run(COMMANDS[command], "<&-", tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
    ended = run(COMMANDS[command], "</dev/null", tmp_path)
    assert closed.returncode == ended.returncode
    assert b"Traceback" not in closed.stdout + closed.stderr
    assert closed.stdout.count(b"\n") == ended.stdout.count(b"\n")


@pytest.mark.parametrize("command", ["engine", "deal", "match"])
def test_fault_31_without_an_error_stream_the_rest_goes_on(tmp_path: Path, command: str) -> None:
    done = run(COMMANDS[command], "2>&-", tmp_path)
    assert done.returncode == 0
    with Engine(["/bin/sh", "-c", 'exec "$0" "$@" 2>&-', *ENGINE]) as engine:
        engine.send("position startpos seed 7", "go nodes 50")
        engine.until("bestmove")
        engine.quit()


# the debug log on a full disk ------------------------------------------------------------------------------


def test_a_debug_log_that_cannot_go_on_is_said_once_and_the_session_goes_on(tmp_path: Path) -> None:
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
        "from protocol.session.session import run_stdio\n"
        "raise SystemExit(run_stdio())\n"
    )
    path = tmp_path / "log"
    with Engine([sys.executable, "-c", script]) as engine:
        assert engine.settled(f"{LOG} {path}") == []
        said = engine.settled(*["query turn"] * 100)
        told = [line for line in said if line.startswith("info string debug log")]
        assert told == [f"info string debug log {path} has ended: File too large"]
        assert len(said) == 101
        assert path.stat().st_size == 2000
        # another one may be named, and its end is said too
        assert engine.settled(f"{LOG} {tmp_path / 'second'}") == []
        said = engine.settled(*["query turn"] * 100)
        assert sum("second has ended" in line for line in said) == 1
        engine.quit()


# figures that take long to read ----------------------------------------------------------------------------


def test_figures_have_a_limit_of_length_and_of_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    with Engine() as engine:
        for content, reason in (
            ("a" + ".a" * 10_000 + " = 1\n", f"line 1 is over {MAX_LINE} characters"),
            ("#\n" * MAX_BYTES, f"over {MAX_BYTES} bytes"),
        ):
            path.write_text(content)
            begin = time.perf_counter()
            assert reason in engine.refused(f"setoption name Figures value {path}")
            assert time.perf_counter() - begin < 5
        path.write_text(shipped_text("longhorn"))
        assert engine.settled(f"setoption name Figures value {path}") == []
        assert len(engine.query("legal").split()) > 1
        engine.quit()


SLOW = """
import sys, threading, time
import solver.games.figures_file as reader
parsed = reader.parsed
def slowly(text):
    time.sleep(1)
    return parsed(text)
reader.parsed = slowly
from protocol.session.session import run_stdio
sys.exit(run_stdio())
"""


@pytest.mark.ci
def test_the_engine_hears_while_figures_are_read(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(shipped_text("longhorn"))
    with Engine([sys.executable, "-c", SLOW]) as engine:
        engine.settled()
        begin = time.perf_counter()
        # what follows waits for the figures, `isready` too; `quit` does not
        engine.send(f"setoption name Figures value {path}", "query turn", "isready", "nonsense")
        assert engine.silent(0.3)
        assert engine.line() == "response turn 1"
        assert engine.line() == "readyok"
        assert "nonsense" in engine.line()
        assert time.perf_counter() - begin > 0.8
        engine.send("setoption name Figures value <empty>", f"setoption name Figures value {path}", "quit")
        begin = time.perf_counter()
        assert engine.ended() == 0
        assert time.perf_counter() - begin < 0.95


def test_output_that_cannot_be_written_is_one_line_and_an_exit_code() -> None:
    """A full disk is not a success; a client that has gone is not a fault."""
    for text in ("uci\n", "uci\nquit\n", "go nodes 50\n"):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                ENGINE,
                input=text,
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr == "Error: cannot write to standard output: No space left on device\n"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            ENGINE,
            input="uci\nisready\n",
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
