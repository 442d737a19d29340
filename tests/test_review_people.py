"""Reviews of games entered by people: chance by hand, and a table that is not all entered yet."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from driver import ENGINE
from rich.console import Console

from protocol.frontend.advise import Notes
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.kept import GameFile
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
