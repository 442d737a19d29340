"""Reviews of games entered by people: chance by hand, and a table that is not all entered yet."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from driver import ENGINE
from rich.cells import cell_len
from rich.console import Console

from protocol.frontend.advise import Notes
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.kept import GameFile
from protocol.frontend.layout import unmarked
from protocol.frontend.menu import read_list
from protocol.frontend.record import CHANCE, Game, write_game
from protocol.frontend.review.cache import Cache
from protocol.frontend.review.judge import Effort
from protocol.frontend.review.log import read_log
from protocol.frontend.review.review import Review, review_game
from protocol.frontend.review.text import show
from solver.games import GAMES

pytestmark = pytest.mark.pure


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    """An engine for all."""
    with Desk.start(ENGINE) as one:
        yield one


def reviewed(desk: Desk, path: Path) -> tuple[Review, str]:
    [logged] = read_log(path)
    with Cache(None) as cache:
        made = review_game(desk, logged, Effort(nodes=30), cache)
    out = StringIO()
    show(made, Console(file=out, width=100))
    return made, out.getvalue()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_whose_chance_was_entered_is_reviewed(name: str, desk: Desk, tmp_path: Path) -> None:
    seats = max(2, GAMES[name].min_seats)
    desk.set_up(Setup(name, seats))
    moves: list[tuple[int, str, float | None]] = []
    while sum(seat != CHANCE for seat, _, _ in moves) < 4:
        turn = desk.turn()
        assert turn != "none"
        seat = CHANCE if isinstance(turn, str) else turn[0]
        choices = desk.choices(None if seat == CHANCE else seat)
        moves.append((seat, choices[len(choices) // 2].token, None))
        desk.push(moves[-1][1])
    people = ("human",) * seats
    write_game(tmp_path / "game.jsonl", Game(desk.edition, None, (), people, people, tuple(moves)))
    made, _ = reviewed(desk, tmp_path / "game.jsonl")
    assert [v.site.token for v in made.verdicts] == [token for seat, token, _ in moves if seat != CHANCE]


#: What is told of each game before its set-up is complete, and a line with which something is decided.
TOLD = {
    "longhorn": ("tulsa ww snake kid",),
    "nimmt": ("38 23 102 63", "2 3 14 27"),
    "heckmeck": (),
    "colt": ("cheyenne ghost django p3j1",),
}


@pytest.mark.parametrize("name", TOLD)
def test_a_table_that_is_not_all_told_has_no_decision_yet(name: str, desk: Desk, tmp_path: Path) -> None:
    seats = 3 if name == "colt" else 2
    path = tmp_path / "notes.jsonl"
    notes = Notes(desk, Setup(name, seats, view=1), 1, GameFile(path))
    for line in TOLD[name]:
        notes.enter(line)
    if not notes.lines():
        notes.save()
    made, text = reviewed(desk, path)
    assert made.decisions == 0
    assert "There is no decision in this game yet." in text


def test_the_words_of_lists_stand_between_commas_or_blanks() -> None:
    for text in ("human,club", "human club", "human, club"):
        assert read_list(text) == ["human", "club"]
    assert read_list("engine:level=club,movetime=500,human") == ["engine:level=club,movetime=500", "human"]


@pytest.mark.parametrize("name", GAMES)
def test_a_mistakes_board_names_the_seat_at_fault_and_fits_its_terminal(
    name: str, desk: Desk, tmp_path: Path
) -> None:
    """Nobody at the table is the reader, so no row is "(you)"; columns stay below their heads, and at 60
    columns rows break between words and the words of the moves have room."""
    seats = GAMES[name].default_seats
    players = ("x" * 40, *["y"] * (seats - 1))
    desk.set_up(Setup(name, seats, seed=5))
    moves: list[tuple[int, str, float | None]] = []
    while len(moves) < 12 and desk.turn() != "none":
        seat = int(desk.turn()[0])
        moves.append((seat, desk.choices(seat)[-1].token, None))
        desk.push(moves[-1][1])
    write_game(tmp_path / "game.jsonl", Game(desk.edition, 5, (), players, players, tuple(moves)))
    [logged] = read_log(tmp_path / "game.jsonl")
    with Cache(None) as cache:
        made = review_game(desk, logged, Effort(nodes=30), cache)
    for width in (60, 80, 100):
        out = StringIO()
        show(made, Console(file=out, width=width))
        lines = out.getvalue().splitlines()
        assert max(map(cell_len, lines)) <= width
        assert "(you)" not in out.getvalue()
        assert "\u2026" not in out.getvalue()


def test_the_mark_of_a_row_leaves_its_columns_where_they_are() -> None:
    head, other = "               money   herd", "  seat 2       $2100   2"
    marked = [head, "> seat 1 (you) $3300   1", other, "seat 1 (you) to act"]
    assert unmarked(marked) == [head, "> seat 1       $3300   1", other, "seat 1 to act"]
    assert unmarked(["> \x1b[36mseat 1 (you)\x1b[0m     0"]) == ["> \x1b[36mseat 1      \x1b[0m     0"]
    assert unmarked(["> Tuco (you), first player: hand"]) == ["> Tuco, first player: hand"]
    assert unmarked(["> Tuco (you) (team 1): hand"]) == ["> Tuco (team 1): hand"]


@pytest.mark.long
def test_the_words_of_moves_have_room_in_a_narrow_review(desk: Desk, tmp_path: Path) -> None:
    desk.set_up(Setup("colt", 3, seed=5))
    moves: list[tuple[int, str, float | None]] = []
    while len(moves) < 6:
        seat = int(desk.turn()[0])
        moves.append((seat, desk.choices(seat)[-1].token, None))
        desk.push(moves[-1][1])
    people = ("human",) * 3
    write_game(tmp_path / "game.jsonl", Game(desk.edition, 5, (), people, people, tuple(moves)))
    made, wide = reviewed(desk, tmp_path / "game.jsonl")
    out = StringIO()
    show(made, Console(file=out, width=60))
    narrow = " ".join(out.getvalue().split())
    assert "for want of width left out: dollars" in narrow
    assert "left out" not in wide
    head = next(line for line in out.getvalue().splitlines() if line.startswith(" when"))
    assert "cost" in head
    words = [line for line in out.getvalue().splitlines() if line.startswith(" round 1, turn 1")]
    assert all(len(line.split("   ")) >= 3 for line in words)
