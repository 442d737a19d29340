"""Lines typed at a real table: a slip loses nothing, and nothing is entered by accident."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import ENGINE
from seated import Seated

from protocol.client import EngineRefused
from protocol.frontend.advise import Notes
from protocol.frontend.adviser import Adviser
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.kept import GameFile
from protocol.frontend.record import read_games
from protocol.frontend.terminal import Terminal
from protocol.table.table import Table
from protocol.table.telling import tally
from solver.games import GAMES
from solver.rng import Rng

pytestmark = pytest.mark.pure

ROWS, HAND = "38 23 102 63", "2 3 14 27 43 61 64 73 74 95"
SETUP = Setup("nimmt", 2, ("round",), view=1)


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    """An engine for all."""
    with Desk.start(ENGINE) as one:
        yield one


def told(desk: Desk, path: Path, *lines: str) -> Notes:
    notes = Notes(desk, SETUP, 1, GameFile(path / "notes.jsonl"))
    for line in lines:
        notes.enter(line)
    return notes


def typed(notes: Notes) -> list[str]:
    assert list(notes.desk.moves) == notes.tokens()
    return [entry.typed for entry in notes.lines()]


def test_undo_never_takes_more_than_was_asked_for(desk: Desk, tmp_path: Path) -> None:
    notes = told(desk, tmp_path, ROWS, HAND, "64", "16 2")
    with pytest.raises(ValueError, match="there are only 4 lines to take back"):
        notes.undo(99)
    assert typed(notes) == [ROWS, HAND, "64", "16 2"]
    notes.undo(2)
    assert typed(notes) == [ROWS, HAND]
    notes.undo(1)
    with pytest.raises(ValueError, match="there is only 1 line to take back"):
        notes.undo(2)
    notes.undo(1)
    with pytest.raises(ValueError, match="there is nothing to take back"):
        notes.undo(1)


def test_what_was_taken_back_is_put_back_also_after_the_program_ended(desk: Desk, tmp_path: Path) -> None:
    notes = told(desk, tmp_path, ROWS, HAND, "64", "16 2")
    every = notes.tokens()
    notes.undo(1)
    notes.undo(3)
    [game] = read_games(tmp_path / "notes.jsonl")
    again = Notes.resume(desk, game, GameFile(tmp_path / "notes.jsonl", exists=True))
    again.redo()
    assert typed(again) == [ROWS, HAND, "64"]
    again.redo()
    assert again.tokens() == every
    with pytest.raises(ValueError, match="nothing to put back"):
        again.redo()
    # a line that is typed after it makes the way back another game's
    again.undo(1)
    again.enter("17 2")
    with pytest.raises(ValueError, match="nothing to put back"):
        again.redo()


def test_an_edit_that_loses_lines_can_be_taken_back(desk: Desk, tmp_path: Path) -> None:
    notes = told(desk, tmp_path, ROWS, HAND, "64", "16 2", "61")
    assert notes.edit(3, "61") == 1
    assert typed(notes) == [ROWS, HAND, "61", "16 2"]
    with pytest.raises(EngineRefused):
        notes.edit(3, "4")
    assert typed(notes) == [ROWS, HAND, "61", "16 2"]
    notes.redo()
    assert typed(notes) == [ROWS, HAND, "64", "16 2", "61"]


@pytest.mark.long
def test_enter_means_the_advice_only_where_the_advice_stands(tmp_path: Path) -> None:
    """Not after help, the list of lines, all moves, or an error."""
    args = ["advise", "nimmt", "--seat", "1", "--seats", "2", "--rules", "round", "--time", "50ms"]
    with Seated(args, tmp_path, lines=40) as person:
        person.wait("begins row 1")
        person.type(ROWS)
        person.wait("dealt to seat 1")
        person.type(HAND)
        screen = person.wait(r"^Advice: .*\n(.*\n)*>\s*$")
        for command, shown in (
            ("help", "  quit     leave"),
            ("log", "  2  2 3 14"),
            ("bogus", "fits nothing"),
        ):
            person.type(command)
            person.wait(shown)
            person.type("")
            screen = person.wait(r"\A.*you are seat 1(.*\n)*^Advice: .*\n(.*\n)*>\s*$")
            assert "commits" not in screen.split("Advice")[0].replace("is dealt", "")
        advised = re.search(r"Advice: .* \[(\d+)\]", screen)
        assert advised is not None
        person.type("")
        person.wait(f"commits card {advised[1]} ")


def test_purses_are_turned_up_before_a_result_is_told(desk: Desk, tmp_path: Path) -> None:
    """Until then what seats have is said to be about so much, and the game is not over."""
    setup = Setup("colt", 3, ("doc", "ghost", "tuco"), view=0)
    for seed in range(1, 20):
        notes, rng = Notes(desk, setup, 0, GameFile(tmp_path / f"{seed}.jsonl")), Rng(seed)
        notes.enter("p1 p3j1 j3 first0")
        while not desk.over():
            choices = desk.choices()
            if "turned up at the end" in desk.asks() and len(choices) > 1:
                break
            token = choices[rng.below(len(choices))].token
            desk.push(token)
        if not desk.over():
            break
    assert not desk.over()
    with pytest.raises(EngineRefused, match="not over"):
        desk.ending()
    assert any(text.startswith("about $") for text in desk.tally())
    while not desk.over():
        desk.enter(desk.read(desk.choices()[0].token.removeprefix("value")))
    assert not any("about" in text for text in desk.tally())
    assert desk.ending().winners


def test_scores_that_rest_on_unseen_purses_are_called_estimates(capsys: pytest.CaptureFixture[str]) -> None:
    rng, table = random.Random(1), Table.fresh(GAMES["colt"], 3, seats=3)
    while not any(text.startswith("about ") for text in tally(table, 0)):
        if not table.legal():
            table = Table.fresh(GAMES["colt"], rng.getrandbits(30), seats=3)
        table.push(rng.choice(table.legal()))
    view = table.view_text(0)
    with Desk.start() as desk:
        for start, said in ((view, True), ("heckmeck", False)):
            setup = Setup("colt", start=start) if said else Setup("heckmeck", 2, view=0)
            adviser = Adviser(Notes(desk, setup, 0), Terminal(color=False, plain=True), 10)
            adviser._do(["scores"])
            shown = " ".join(capsys.readouterr().out.split())
            assert ("scores are estimates until what is hidden is turned up" in shown) == said
