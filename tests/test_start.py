"""Start of the bare engine: the modules it loads, and its cost."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest

from solver.games import GAMES, OUTLINES, Outline

#: Modules that a session needs only for some of its commands, if at all.
NEEDLESS = (
    *("click", "rich", "prompt_toolkit", "numpy"),
    *("importlib.metadata", "email", "asyncio", "tomllib", "subprocess", "shutil"),
)
#: Seconds of processor time from the command to ``uciok``.
MOST = 0.12
#: The same in starts of a Python that does nothing.
TIMES = 12

LOADED = """
import sys
from protocol.__main__ import start
try:
    start()
except SystemExit:
    sys.stderr.write(" ".join(sys.modules))
"""


def run(*words: str, text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], input=text, capture_output=True, text=True, timeout=60, check=True
    )


def loaded(text: str) -> set[str]:
    done = run("-c", LOADED, text=text)
    assert "uciok" in done.stdout
    return set(done.stderr.split())


def test_a_session_loads_nothing_that_it_does_not_need() -> None:
    modules = loaded("uci\nisready\nquit\n")
    assert "protocol.session.session" in modules
    assert modules.isdisjoint(NEEDLESS)
    assert not [name for name in modules if name.startswith(("protocol.frontend", "protocol.cli"))]


def test_a_session_loads_the_game_that_is_played_and_no_other() -> None:
    def games(text: str) -> set[str]:
        names = [name.split(".") for name in loaded(text)]
        return {name[2] for name in names if len(name) == 4 and name[3] == "game"}

    assert games("uci\nquit\n") == set()
    assert games("uci\nsetoption name UCI_Variant value nimmt\nposition startpos\nquit\n") == {"nimmt"}


def test_the_outlines_are_those_of_the_games() -> None:
    for name, game in GAMES.items():
        assert game.name == name
        assert OUTLINES[name] == Outline(game.edition, game.min_seats, game.max_seats)


@pytest.mark.timing
def test_the_start_takes_little_processor_time() -> None:
    def used(*words: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(*words, text="uci\nquit\n")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    engine, nothing = (min(used(*words) for _ in range(5)) for words in (("-m", "protocol"), ("-c", "pass")))
    # where other work crowds the processor, all that Python does takes longer
    assert engine <= max(MOST, TIMES * nothing)
