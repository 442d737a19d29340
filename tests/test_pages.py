"""The pages are true: their code runs, their commands exist, and what is not run says why."""

from __future__ import annotations

import doctest
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from driver import ENGINE, PATIENCE
from pages import NOTEBOOKS, PAGES, ROOT, Block, Command, blocks, commands, of_kind, read_command

import herdmind
from protocol.cli.main import main as HERDMIND

pytestmark = [
    pytest.mark.pure,
    pytest.mark.skipif(not (ROOT / "docs").exists(), reason="the pages are in the checkout"),
]

#: Kinds of blocks with what tries them. Screens and pictures of terminals (`text`) stand for what one sees.
TRIED_BY = {
    "": "test_commands_are_the_command_lines",
    "ebnf": "tests/grammar.py",
    "json": "test_json_is_a_move_of_the_deal_before_it",
    "pycon": "test_examples_with_their_answers",
    "python": "test_code_runs",
    "text": "test_sessions_of_advice",
    "toml": "test_a_command_runs",
    "transcript": "tests/test_protocol_page.py",
    "transcript toys": "tests/test_protocol_page.py",
}
#: Commands that end by themselves, and so are run; the others are parsed alone.
ENDING = {"analyse", "deal", "draw", "match", "report", "review", "schema", "solve", "sprt", "tournament"}
#: Other people's packages that the code of a page needs.
NEEDED = {"openspiel.md": "pyspiel", "learning-environments.md": "pettingzoo"}
LINES = [command for page in PAGES for command in commands(page)]
OURS = [command for command in LINES if command.program == "herdmind"]


def pages_with(kind: str) -> list[Path]:
    return [page for page in PAGES if of_kind(page, kind)]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_every_block_has_a_kind_that_is_tried() -> None:
    found = [block for page in PAGES for block in blocks(page)]
    assert {block.kind for block in found} <= set(TRIED_BY)
    left_out = [str(block) for block in found if block.not_run]
    assert len(left_out) == 0, left_out  # mark a block with its reason, and count it here
    elsewhere = {block.page.name for block in found if block.kind.startswith(("transcript", "ebnf"))}
    assert elsewhere == {"PROTOCOL.md"}  # what tries them reads that page
    counts = Counter(block.kind for block in found)
    assert counts["python"] > 10
    assert counts["pycon"] > 10
    assert counts["transcript"] + counts["transcript toys"] > 20


@pytest.mark.ci
@pytest.mark.parametrize("page", pages_with("python"), ids=name)
def test_code_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are one program; the commands above them have left their files."""
    for module in {"openspiel.md": ["pyspiel"], "learning-environments.md": ["pettingzoo"]}.get(
        page.name, []
    ):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    if page.name == "matches.md":
        for command in commands(page):
            if "longhorn.jsonl" in command.words:
                run(command, tmp_path)
    names: dict[str, object] = {"__name__": page.stem}
    for block in of_kind(page, "python"):
        code = block.text.replace('["herdmind"]', repr(ENGINE))
        exec(compile("\n" * block.line + code, str(page), "exec"), names)


@pytest.mark.parametrize("page", pages_with("pycon"), ids=name)
def test_examples_with_their_answers(page: Path) -> None:
    text = "\n".join(block.text for block in of_kind(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    tried = doctest.DocTestRunner().run(test)
    assert tried.attempted
    assert not tried.failed


@pytest.mark.parametrize("block", [block for page in PAGES for block in of_kind(page, "json")], ids=str)
def test_json_is_a_move_of_the_deal_before_it(block: Block) -> None:
    move = json.loads(block.text)
    if "token" not in move:
        return
    before = "\n".join(block.page.read_text(encoding="utf-8").splitlines()[: block.line - 1])
    said = re.findall(r"`(herdmind deal [^`]+)`(?:,\s+after\s+`([^`]+)`)?:", before)[-1]
    game, *options = said[0].split()[2:]
    given = {key[2:]: int(value) for key, value in zip(options[::2], options[1::2], strict=True)}
    state = herdmind.deal(game, seats=given.get("seats"), seed=given["seed"])
    state.push(*said[1].split())
    assert move in state.json()["moves"]


@pytest.mark.ci
@pytest.mark.parametrize(
    "notebook",
    [path for path in NOTEBOOKS if path.stem != "training"],  # tests/test_learning_page.py runs that one
    ids=lambda path: path.stem,
)
def test_a_notebook_runs(notebook: Path) -> None:
    text = notebook.read_text(encoding="utf-8")
    if "IPython" in text:
        pytest.importorskip("IPython", reason="this notebook runs in `make docs`")
    assert text.startswith("# ---\n# jupyter:\n")
    assert text.count("\n# %%\n") >= 3
    runpy.run_path(str(notebook))


# --- command lines ----------------------------------------------------------------------------------------


def parsed(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold a command line against the tree of commands; a general one by its options alone."""
    monkeypatch.setattr(click.Path, "convert", lambda self, value, param, ctx: value)
    if not command.words or command.words[0].startswith("-"):
        HERDMIND.make_context("herdmind", list(command.words))
        return
    context = click.Context(HERDMIND)
    found = HERDMIND.get_command(context, command.words[0])
    assert found is not None, f"{command}: there is no such command"
    arguments = list(command.words[1:])
    if command.whole and not command.general:
        found.make_context(command.words[0], arguments, parent=context)
        return
    options = {word for param in found.params for word in (*param.opts, *param.secondary_opts)}
    for word in arguments:
        if re.match(r"--?[a-z]", word):
            assert word.partition("=")[0] in {*options, "--help"}, f"{command}: there is no {word}"


@pytest.mark.parametrize("command", OURS, ids=str)
def test_commands_are_the_command_lines(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed(command, monkeypatch)


def test_a_wrong_command_line_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for whole in (True, False):
        for words in (("ponder",), ("deal", "nimmt", "--sead", "3")):
            with pytest.raises((AssertionError, click.UsageError)):
                parsed(Command("here", "herdmind", words, whole), monkeypatch)
    with pytest.raises(click.UsageError):
        parsed(Command("here", "herdmind", ("deal", "nimmt", "4"), True), monkeypatch)


def test_other_commands_are_there() -> None:
    """Targets of make, extras of pip, modules of `python -m`."""
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    for command in LINES:
        words = command.words
        if command.program == "make":
            for word in words:
                assert "=" in word or word in targets, command
        elif command.program == "pip":
            for extras in re.findall(r"(?:herdmind|\.)\[([\w,]+)\]", " ".join(words)):
                assert set(extras.split(",")) <= set(project["optional-dependencies"]), command
        elif command.program == "python" and words[:1] == ("-m",):
            if words[1] == "bench":
                source = ROOT / "bench" / f"{words[2].replace('-', '_')}.py"
                if not source.exists():
                    source = source.with_suffix("") / "command.py"
                assert source.exists(), command  # tests/test_bench.py starts each
                options = set(re.findall(r'"(--[\w-]+)', source.read_text(encoding="utf-8")))
                assert {word for word in words[3:] if word.startswith("--")} <= options, command
            elif words[1].startswith(("herdmind", "solver", "protocol")):
                assert find_spec(words[1]), command


SHORTER = [
    (r"^\d+-\d+$", "1-1"),
    (r"\bmovetime=\d+", "movetime=1"),
    (r"\bnodes=\d+", "nodes=5"),
    (r"\bdepth=\d+", "depth=2"),
]
OPTIONS = {"--deals": "1", "--movetime": "20ms", "--nodes": "50", "--game": "1"}
#: Given where the line leaves them to their defaults.
GIVEN = {"match": "--deals", "tournament": "--deals", "analyse": "--movetime"}


def shortened(words: tuple[str, ...]) -> list[str]:
    """The same command with little to do."""
    short = list(words)
    for at, word in enumerate(words):
        for pattern, less in SHORTER:
            word = re.sub(pattern, less, word)
        short[at] = word
        if at and words[at - 1] in OPTIONS and not re.fullmatch(r"\d+-\d+", words[at]):
            short[at] = OPTIONS[words[at - 1]]
    given = GIVEN.get(words[0], "")
    return [*short, given, OPTIONS[given]] if given and given not in words else short


def run(command: Command, folder: Path) -> str:
    """Run a command of a page, shortened, in a folder of its own with what such a command needs there."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    for program, words in {
        "herdmind": ENGINE,
        "herdmind-0.1": ENGINE,
        "python": [sys.executable],
    }.items():
        (programs / program).write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n', encoding="utf-8")
        (programs / program).chmod(0o755)
    words = shortened(command.words)
    for word in words:
        if (folder / word).exists():
            continue
        if word.endswith(".jsonl") and words[0] in ("report", "review"):
            log = ("match", "longhorn", "flat:movetime=1", "greedy", "--log", word)
            run(Command("here", "herdmind", log, True), folder)
        if word.endswith(".toml"):
            (text,) = [block.text for block in of_kind(ROOT / "docs" / "tournaments.md", "toml")]
            text = re.sub(r"^deals = \d+", "deals = 1", text, flags=re.MULTILINE)
            text = re.sub(r"\b(movetime|nodes|inc)( ?= ?)[1-9]\d*", r"\1\g<2>5", text)
            text = re.sub(r"\bclock = \d+", "clock = 1000", text)
            (folder / word).write_text(text, encoding="utf-8")
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "XDG_STATE_HOME": str(folder),
    }
    done = subprocess.run(
        ["herdmind", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
        check=False,
    )
    asked = words[0] == "review" and "--game" not in words and "choose one by --game" in done.stderr
    assert done.returncode == (2 if asked else 0), f"{command}\n{words}\n{done.stderr}"
    return done.stdout


RUN = [
    command
    for command in OURS
    if command.whole and not command.general and command.words and command.words[0] in ENDING
]


def test_most_commands_that_end_are_run() -> None:
    ending = [
        command for command in OURS if command.whole and command.words[:1] and command.words[0] in ENDING
    ]
    assert len(RUN) > 20
    assert len(RUN) > 0.7 * len(ending)


@pytest.mark.long
@pytest.mark.parametrize("command", RUN, ids=str)
def test_a_command_runs(command: Command, tmp_path: Path) -> None:
    run(command, tmp_path)


SESSIONS = [
    block for page in PAGES for block in of_kind(page, "text") if block.text.startswith("$ herdmind advise")
]


@pytest.mark.parametrize("block", SESSIONS, ids=str)
def test_sessions_of_advice(block: Block, tmp_path: Path) -> None:
    """Sessions print the page's lines in order up to the first advice, which depends on the time."""
    first, *lines = block.text.splitlines()
    command = read_command(first, str(block), True)
    assert command is not None
    shown = lines[: next(at for at, line in enumerate(lines) if line.startswith("Advice:"))]
    typed = [line[2:] for line in shown if re.match(r"> (?!seat )[a-z0-9]", line)]
    assert typed
    done = subprocess.run(
        [*ENGINE, *shortened(command.words)],
        input="\n".join([*typed, "quit", ""]),
        cwd=tmp_path,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    heard = iter(done.stdout.splitlines())
    for line in shown:
        assert line.rstrip() in (said.rstrip() for said in heard), f"{line!r} is not said\n{done.stdout}"


def test_there_are_sessions() -> None:
    assert len(SESSIONS) >= 4
