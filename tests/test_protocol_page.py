"""The protocol's page is true: transcripts run, tables are the code's, the grammar is the parser's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from driver import PATIENCE, TOY_ENGINE, Engine, Engines
from grammar import GRAMMAR, PAGE, blocks, valid_lines
from hypothesis import given

from protocol.base.errors import Code, ProtocolError
from protocol.session.commands import TOPICS
from protocol.session.options import EMPTY, Kind, standard_table
from protocol.session.parsing import COMMANDS, QUERIES, parse


def rows(heading: str) -> list[list[str]]:
    """The rows of the first table after a heading, without the head."""
    part = PAGE[PAGE.index(f"\n{heading}\n") :]
    lines = [line for line in part[: part.find("\n#", 3)].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def fits(pattern: str, line: str) -> bool:
    """Whether a line matches a transcript's line, in which ``*`` is any text."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), line) is not None


def run_transcript(text: str, engine: Engine, patience: float = PATIENCE) -> None:
    """Send what the transcript sends, up to `quit`, and hold every answer against it."""
    lines = text.splitlines()
    if lines[-1] == "> quit":
        del lines[-1]
    skipping = False
    sent = False
    for number, line in enumerate(lines):
        mark, content = line[:2], line[2:]
        assert mark in ("> ", "< "), line
        if mark == "> ":
            if sent and not skipping and not searching(lines[:number]):
                assert engine.settled() == [], f"said more than the page before: {line}"
            engine.send(content)
            sent = True
            skipping = False
        elif content == "...":
            skipping = True
        else:
            heard = engine.line(patience)
            while skipping and not fits(content, heard):
                heard = engine.line(patience)
            assert fits(content, heard), f"the page says {content!r}, the engine {heard!r}"
            skipping = False
    if not skipping and not searching(lines):
        assert engine.settled() == [], "said more than the page"


def searching(lines: list[str]) -> bool:
    """Whether a search runs after these lines."""
    state = False
    for line in lines:
        if line.startswith("> go"):
            state = True
        elif line.startswith(("< bestmove", "< info string error")) and "busy" not in line:
            state = False
    return state


@pytest.mark.parametrize("text", blocks("transcript"))
def test_the_transcripts_run(engines: Engines, text: str) -> None:
    with engines.lend() as engine:
        run_transcript(text, engine)


@pytest.mark.parametrize("text", blocks("transcript toys"))
def test_the_transcripts_of_the_toy_games_run(engines: Engines, text: str) -> None:
    with engines.lend(TOY_ENGINE) as engine:
        run_transcript(text, engine)


def test_there_are_transcripts_of_every_kind() -> None:
    assert len(blocks("transcript")) >= 4
    toys = "".join(blocks("transcript toys"))
    assert all(f"value {game}" in toys for game in ("roll", "hand", "bid"))
    assert " x" in toys


@pytest.mark.ci
def test_a_wrong_transcript_fails(engines: Engines) -> None:
    for wrong in (
        "> query gameover\n< response gameover true\n",
        "> query gameover\n> query turn\n< response turn 1\n",
        "> query turn\n< response turn 1\n< response turn 1\n> quit\n",
    ):
        with engines.lend() as engine, pytest.raises(AssertionError):
            run_transcript(wrong, engine, patience=2.0)


def test_the_error_codes_are_the_codes() -> None:
    assert [row[0].strip("`") for row in rows("## 13 Errors")] == [code.value for code in Code]


def test_the_options_are_the_options() -> None:
    table = standard_table(["a", "b"])
    page = rows("## 12 Options")
    assert [row[0].strip("`") for row in page] == [option.name for option in table]
    for row, option in zip(page, table, strict=True):
        assert row[1] == option.kind.value
        default = {Kind.CHECK: str(option.default).lower(), Kind.BUTTON: ""}
        if option.name == "UCI_Variant":
            default[Kind.COMBO] = "the first game"
        text = default.get(option.kind, str(option.default or (EMPTY if option.kind is Kind.STRING else 0)))
        assert row[2].strip("`") == text


def test_the_commands_are_the_commands() -> None:
    page = " ".join(row[0] for row in rows("## 5 Commands"))
    named = {re.match(r"[a-z]+", text).group() for text in re.findall(r"`([^`]+)`", page)}  # type: ignore[union-attr]
    assert named == {*COMMANDS, "register"}
    assert set(TOPICS) == set(COMMANDS)
    assert {row[0].strip("`").split()[1] for row in rows("### Questions")} == set(QUERIES)


def test_the_faults_name_tests_that_exist() -> None:
    tests = "".join(
        Path(__file__).with_name(name).read_text(encoding="utf-8")
        for name in (
            "test_protocol_faults.py",
            "test_protocol_faults_limits.py",
            "test_protocol_faults_streams.py",
            "test_client.py",
        )
    )
    page = rows("## 18 Faults that are tested for")
    assert [int(row[0]) for row in page] == [*range(1, 28), 31]
    for number, _, names in page:
        found = re.findall(r"`(\w+)`", names)
        assert found
        for name in found:
            assert name.startswith(f"test_fault_{int(number):02}_")
            assert f"def {name}(" in tests


# --- the grammar -------------------------------------------------------------------------------------------


@given(valid_lines)
def test_the_parser_takes_every_line_of_the_grammar(line: str) -> None:
    try:
        parse(line)
    except ProtocolError as problem:
        refused: ProtocolError | None = problem
    else:
        refused = None
    # That each part of `fresh` stands once is said beside the grammar.
    assert refused is None or (refused.code is Code.EXTRA and "twice" in refused.message), line


def test_the_grammar_reaches_every_command() -> None:
    assert {w.strip('"') for w in GRAMMAR.rules["command"] if w.startswith('"')} | {
        w for w in GRAMMAR.rules["command"] if w in GRAMMAR.rules
    } == {*COMMANDS, "register"}
