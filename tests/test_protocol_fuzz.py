"""Lines of every kind at the parsers, and commands of every kind at an engine that is searching."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import hypothesis
import pytest
from driver import HERE, TOY_ENGINE, Engine
from grammar import nearly_valid_lines, valid_lines
from hypothesis import given, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from positions import ALL, OPEN

from protocol.base.errors import ProtocolError, error_line
from protocol.session.parsing import parse
from protocol.session.streams import LineSplitter
from scaling import CHECKED, scale
from solver.errors import HerdmindError
from solver.game import State
from solver.rng import Rng

any_line = st.one_of(
    valid_lines, nearly_valid_lines(), st.text(max_size=80), st.binary(max_size=80).map(repr)
)


@given(any_line)
def test_the_parser_reads_or_refuses_every_line(line: str) -> None:
    try:
        parse(line)
    except ProtocolError as error:
        text = error_line(error)
        assert text.isascii()
        assert text.isprintable()
        assert len(text) < 800


@given(
    st.lists(st.binary(max_size=30).filter(lambda b: b"\r" not in b and b"\n" not in b), max_size=8),
    st.data(),
)
def test_lines_survive_any_cutting(lines: list[bytes], data: st.DataObject) -> None:
    hypothesis.assume(not (lines and lines[0].startswith(b"\xef\xbb\xbf")))
    ends = data.draw(
        st.lists(st.sampled_from([b"\n", b"\r\n", b"\r"]), min_size=len(lines), max_size=len(lines))
    )
    # A lone CR followed by an empty line that LF ends would read as one CRLF.
    stream = b"".join(line + end for line, end in zip(lines, ends, strict=True))
    hypothesis.assume(
        b"\r\n" not in stream.replace(b"\r\n", b"") and stream.count(b"\r\n") == ends.count(b"\r\n")
    )
    splitter = LineSplitter()
    heard: list[object] = []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        heard += splitter.feed(stream[:cut])
        stream = stream[cut:]
    heard += splitter.end()
    assert heard == [line.decode("utf-8", "surrogateescape") for line in lines]


def reached(game: str, seed: int, plies: int) -> State:
    """A position of random play."""
    state = ALL[game].initial(seed)
    rng = Rng(seed)
    for _ in range(plies):
        legal = state.legal_actions()
        if not legal:
            break
        state.apply_action(legal[rng.below(len(legal))])
    return state


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str]:
    """A game and a text that is or nearly is one of its positions."""
    game = draw(st.sampled_from(list(ALL)))
    state = reached(game, draw(st.integers(0, 200)), draw(st.integers(0, 20)))
    if draw(st.booleans()):
        state = state.view(draw(st.integers(0, state.num_players() - 1)))
    text = state.to_text()
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        piece = draw(
            st.one_of(st.sampled_from([*"0123456789/=+-:,? xbwog", "", "nugget", "9"]), st.text(max_size=3))
        )
        text = text[:at] + piece + text[at + draw(st.integers(0, 2)) :]
    return game, text


@given(texts())
def test_a_position_is_read_exactly_or_refused(pair: tuple[str, str]) -> None:
    game, text = pair
    try:
        state = ALL[game].parse(text)
    except HerdmindError:
        return
    assert state.to_text() == text
    assert state.is_terminal() or state.legal_actions()


@given(texts(), st.text(max_size=12), st.data())
def test_a_token_is_read_exactly_or_refused(pair: tuple[str, str], token: str, data: st.DataObject) -> None:
    game, text = pair
    try:
        state = ALL[game].parse(text)
    except HerdmindError:
        return
    legal = [state.action_to_string(action) for action in state.legal_actions()]
    if legal and len(token) % 2:
        at = data.draw(st.integers(0, len(legal) - 1))
        token = legal[at][: data.draw(st.integers(0, len(legal[at])))] + token
    try:
        action = state.string_to_action(token)
    except HerdmindError:
        assert token not in legal
    else:
        assert state.action_to_string(action) == token
        if action in state.legal_actions():
            assert token in legal
    assert state.to_text() == text


# --- a session ---------------------------------------------------------------------------------------------

SEARCHES = (
    "go infinite",
    "go nodes 30",
    "go movetime 5",
    "go depth 1",
    "go wtime 20 btime 20",
    "go ponder movetime 3",
    "go",
    "go seat 0 nodes 5",
    "go seat 1 infinite",
)


class Session(RuleBasedStateMachine):
    """Commands of all kinds between searches and during them; after each the engine must answer and keep
    its word."""

    def __init__(self) -> None:
        super().__init__()
        self.engine = Engine(TOY_ENGINE)
        #: Whether a bestmove is to come, which time decides; and whether a `go` has had no `stop` yet,
        #: which does not
        #: depend on time, so that hypothesis can repeat its choices.
        self.searching = False
        self.commanded = False
        self.position = ""

    def teardown(self) -> None:
        try:
            self.stop_it()
            self.engine.quit()
        finally:
            self.engine.__exit__(None, None, None)

    def settle(self, *lines: str) -> list[str]:
        """Lines of the engine up to ``readyok``; the search may end by itself meanwhile."""
        said = self.engine.settled(*lines)
        for line in said:
            if line.startswith("bestmove"):
                assert self.searching, "a bestmove that nothing asked for"
                self.searching = False
        return said

    @initialize(game=st.sampled_from(list(OPEN)))
    def begin(self, game: str) -> None:
        self.settle(*OPEN[game])
        self.position = self.question("position")

    @precondition(lambda self: not self.commanded)
    @rule(go=st.sampled_from(SEARCHES))
    def go(self, go: str) -> None:
        self.searching = self.commanded = True
        said = self.settle(go)
        if any("info string error" in line for line in said):
            assert not any(line.startswith("bestmove") for line in said)
            self.searching = self.commanded = False

    def stop_it(self) -> None:
        """Stop, and wait for the answer if it has not come by itself."""
        self.settle("stop")
        self.commanded = False
        if self.searching:
            self.engine.until("bestmove")
            self.searching = False

    def question(self, what: str) -> str:
        """The answer of a query; the search may end by itself meanwhile."""
        answers = [line for line in self.settle(f"query {what}") if line.startswith(f"response {what}")]
        assert len(answers) == 1
        return answers[0].removeprefix(f"response {what}").strip()

    @precondition(lambda self: self.commanded)
    @rule()
    def stop(self) -> None:
        self.stop_it()

    @rule(game=st.sampled_from(list(OPEN)))
    def another_game(self, game: str) -> None:
        self.settle(*OPEN[game])
        self.position = self.question("position")  # refused or not: the search may have ended in between

    @precondition(lambda self: not self.commanded)
    @rule(number=st.integers(0, 50))
    def make_a_move(self, number: int) -> None:
        tokens = self.question("legal").split() or self.question("chance").split()[::2]
        if tokens:
            token = tokens[number % len(tokens)]
            assert self.settle(f"position fen {self.position} moves {token}") == []
            self.position = self.question("position")

    @rule(
        line=st.sampled_from(
            (
                "stop",
                "ponderhit",
                "",
                "# remark",
                "d",
                "help",
                "debug on",
                "uci",
                "query turn",
                "query legal",
            )
        )
    )
    def harmless(self, line: str) -> None:
        if line == "stop":
            self.stop_it()
        else:
            self.settle(line)

    @rule(
        line=st.sampled_from(
            (
                "position startpos moves zz",
                "position fen x/1 y",
                "position",
                "setoption name Hash value 0",
                "setoption",
                "query view 99",
                "query",
                "go movetime",
                "go seat 99",
                "hello",
                "go searchmoves zz",
                "perft 99",
                "\x01",
            )
        )
    )
    def refused(self, line: str) -> None:
        said = self.settle(line)
        assert sum("info string error" in text for text in said) == 1, said

    @rule(data=st.binary(min_size=1, max_size=40))
    def bytes_of_any_kind(self, data: bytes) -> None:
        data = re.sub(rb"quit|position|go|setoption|ucinewgame", b"", data)
        note(repr(data))
        self.engine.raw(b"x" + data + b"\n")
        self.settle()

    @rule(value=st.sampled_from(("1", "3", "500")))
    def an_option(self, value: str) -> None:
        self.settle(f"setoption name MultiPV value {value}")

    @rule()
    def the_position_is_kept(self) -> None:
        assert self.question("position") == self.position


TestSession = Session.TestCase
TestSession.settings = hypothesis.settings(
    max_examples=scale(200, least=8),
    stateful_step_count=30,
    # Every try starts a process: a failure is reported as it was found.
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    deadline=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)


# --- guided by coverage ------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris is not installed")
@pytest.mark.skipif(CHECKED, reason="atheris brings sanitizers of its own")
@pytest.mark.parametrize("target", ["command", "position", "bytes"])
def test_coverage_guided_fuzzing_finds_nothing(target: str, tmp_path: Path) -> None:
    corpus = HERE / "fuzz" / "corpus" / target
    assert list(corpus.iterdir())
    command = [
        sys.executable,
        str(HERE / "fuzz" / "run.py"),
        target,
        str(tmp_path),
        str(corpus),
        f"-runs={scale(300_000)}",
        f"-max_total_time={scale(100, least=8)}",
        "-seed=1",
        f"-artifact_prefix={tmp_path}/",
        "-print_final_stats=1",
    ]
    env = {**os.environ, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=400, check=False, cwd=tmp_path, env=env
    )
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    runs = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    assert runs is not None
    assert int(runs.group(1)) > 100
