"""Changes in the course of a game: seats, moves taken back and replayed, chance by hand."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from driver import ENGINE
from seated import Seated

from protocol.base.gameline import SEATED
from protocol.frontend import record
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.record import Game
from protocol.frontend.review.log import LogError, read_log
from protocol.table.table import Table
from solver.games import GAMES

# Processes of whole commands; what they compute is checked elsewhere.
pytestmark = pytest.mark.pure

FAST = ["--time", "10ms", "--level", "beginner"]


def said(args: list[str], typed: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ENGINE, *args],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "XDG_STATE_HOME": str(home)},
    )


@pytest.mark.ci
def test_after_a_swap_each_move_is_that_of_who_sat_there(tmp_path: Path) -> None:
    """In the review as well, whose cost is told by player."""
    file = tmp_path / "game.jsonl"
    typed = "1\nswap\n1\nlevel 1 full\nlevel 2 full\nquit\n"
    said(["play", "longhorn", "--seed", "7", "--save", str(file), *FAST], typed, tmp_path)
    [game] = record.read_games(file)
    [logged] = read_log(file)
    assert len(logged.seated) > 1
    own = [at for at, (mover, _, ms) in enumerate(game.moves, 1) if mover == 0]
    assert "human" in logged.sitter(0, own[0])
    later = next(n for n in range(own[0] + 1, len(game.moves) + 1) if game.moves[n - 1][0] == 0)
    assert "engine" in logged.sitter(0, later)
    assert "human" in logged.sitter(1, next(n for n in range(later, 99) if game.moves[n - 1][0] == 1))
    made = said(["review", str(file), "--nodes", "300", "--json"], "", tmp_path)
    told = json.loads(made.stdout)
    by = {row["move"]: row["player"] for row in told["judged"]}
    assert "human" in by[own[0]]
    assert "engine" in by[later]
    text = said(["review", str(file), "--nodes", "300"], "", tmp_path).stdout
    assert "(human, then engine" in text
    seats = text.split("cost in all")[1]
    assert seats.index("seat 1 (human)") < seats.index("seat 1 (engine") < seats.index("seat 2 (")


def moved(names: str, count: int, game: Game) -> Game:
    after = replace(game, moves=tuple((0, f"m{n}", None) for n in range(count)))
    return record.seated(after, tuple(names), tuple(names))


def test_who_sat_where_follows_what_is_taken_back() -> None:
    game = moved("ab", 0, Game("longhorn/1", 7, (), (), ()))
    game = moved("ba", 0, game)
    assert SEATED not in game.extra  # nobody had moved
    game = moved("ba", 3, game)
    game = moved("ab", 3, game)
    game = moved("ab", 5, game)
    assert game.extra[SEATED] == [[0, ["b", "a"]], [3, ["a", "b"]]]
    assert moved("ab", 4, game).extra == game.extra
    assert moved("ab", 2, game).extra[SEATED] == [[0, ["b", "a"]], [2, ["a", "b"]]]
    assert SEATED not in moved("ab", 0, game).extra
    # changing back before the next move leaves no trace
    again = replace(game, names=tuple("ba"), extra={})
    assert SEATED not in moved("ba", 3, moved("ab", 3, again)).extra


@pytest.mark.parametrize("seated", [1, [[1, ["a", "b"]]], [[0, ["a"]]], [[0, ["a", "b\x1b"]]], [[0]]])
def test_a_list_of_places_that_is_none_is_refused(seated: object, tmp_path: Path) -> None:
    game = replace(moved("ab", 3, Game("longhorn/1", 7, (), (), ())), extra={"seated": seated})
    file = tmp_path / "game.jsonl"
    record.write_game(file, game)
    with pytest.raises(LogError, match=r"game.jsonl, line 1: 'seated' does not say"):
        read_log(file)


@pytest.mark.long
def test_a_game_in_which_places_were_changed_counts_for_nobody(tmp_path: Path) -> None:
    file, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    done = Game("longhorn/1", 7, (), ("x", "y"), ("human", "human"), ((1, "startdagger", None),))
    done = record.resigned(done, 1, (0, 0))
    record.write_game(file, done)
    record.write_game(other, replace(done, deal=8, extra={SEATED: [[0, ["x", "y"]], [1, ["y", "x"]]]}))
    alone = said(["report", str(other)], "", tmp_path)
    assert alone.returncode == 2
    assert "1 game in which places were changed and no other is in" in alone.stderr
    both = said(["report", str(file), str(other)], "", tmp_path).stdout
    assert "1 game in which places were changed left out" in both


@pytest.mark.long
def test_undo_takes_what_was_asked_and_redo_plays_it_again(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    args = ["play", "heckmeck", "--seats", "human,human", "--seed", "5", "--save", str(file)]
    run = said([*args], "1\n1\nundo 9\nquit\n", tmp_path)
    [game] = record.read_games(file)
    assert len(game.moves) == 2
    assert "of yours to take back" in run.stdout
    resume = ["play", "--resume", str(file)]
    run = said(resume, "redo\nundo 0\nundo\nredo\nredo\nquit\n", tmp_path)
    assert record.read_games(file)[0].tokens == game.tokens
    assert run.stdout.count("there is nothing to play again") == 2
    assert "'0' is not a whole number of 1 or more" in run.stdout
    run = said(resume, "undo 2\nquit\n", tmp_path)
    assert record.read_games(file)[0].tokens == ()


def test_dice_by_hand_are_asked_for_and_not_listed(tmp_path: Path) -> None:
    """And two dice are dice, not the number of a roll in a list that is not there."""
    file = tmp_path / "game.jsonl"
    args = ["play", "heckmeck", "--seats", "human,human", "--chance", "hand", "--save", str(file)]
    typed = "x\n1 1 2 3 w w 6\n1 1 1 2 2 2 3 3\n1roll\n2 2 2 3 3\n2roll\n12\nquit\n"
    run = said(args, typed, tmp_path)
    assert "r11111112" not in run.stdout
    assert "the 8 dice that seat 1 rolls" in run.stdout
    assert "8 dice are rolled, you typed 7" in run.stdout
    assert record.read_games(file)[0].tokens[-1] == "r12"


def test_enter_alone_is_the_only_move_right_below_the_table(tmp_path: Path) -> None:
    """And not after help, which Enter may be meant to leave."""
    file = tmp_path / "game.jsonl"
    with Desk.start(ENGINE) as desk:
        desk.set_up(Setup("heckmeck", 2, seed=5))
        while len(desk.choices()) != 1:
            desk.push(desk.choices()[0].token)
        only = desk.choices()[0].token
        moves = tuple((0, token, None) for token in desk.moves)
    people = ("human", "human")
    record.write_game(file, Game("heckmeck/1", 5, (), people, people, moves))
    run = said(["play", "--resume", str(file)], "help\n\n", tmp_path)
    assert f"Enter plays {only} right below the table alone" in " ".join(run.stdout.split())
    assert len(record.read_games(file)[0].moves) == len(moves)
    said(["play", "--resume", str(file)], "\n", tmp_path)
    assert record.read_games(file)[0].tokens[-1] == only


@pytest.mark.ci
def test_after_a_game_another_is_dealt_for_the_same_seats(tmp_path: Path) -> None:
    """Enter begins one in a file of its own; the first stays as it was."""
    args = ["play", "longhorn", "--seed", "7", "--time", "10ms", "--level", "beginner"]
    with Seated(args, tmp_path) as person:
        person.wait(r"seat 1>")
        person.type("resign")
        person.wait("yes or no")
        person.type("yes")
        person.wait("Another game with a new deal")
        person.type("")
        screen = person.wait(r"seat 1>\s*$|Tab completes")
        assert "game over" not in screen
        person.type("1")
        person.wait(r"\(you\)")
        person.type("resign")
        person.wait("yes or no")
        person.type("y")
        person.wait("Another game with a new deal")
        person.type("n")
        assert person.ended() == 0
    games = [
        record.read_games(path)[-1] for path in sorted((tmp_path / "herdmind" / "games").glob("*.jsonl"))
    ]
    assert len(games) == 2
    assert len({game.deal for game in games}) == 2
    assert all(game.over for game in games)


def test_after_a_swap_what_others_did_there_is_not_yours(tmp_path: Path) -> None:
    """Seat 2 was the engine's until the swap: the person does not own its first card."""
    card = Table.fresh(GAMES["nimmt"], 7, 2).legal()[-1]
    args = ["play", "nimmt", "--seats", "2", "--seed", "7", *FAST]
    done = said(args, f"{card}\nswap\nstory all\nquit\n", tmp_path)
    story = done.stdout.split("story all")[1]
    assert "seat 2 commits card" in story
    assert "seat 2 (you) commits card" not in story


def test_a_resumed_game_knows_who_sat_where(tmp_path: Path) -> None:
    card = Table.fresh(GAMES["nimmt"], 7, 2).legal()[-1]
    file = tmp_path / "game.jsonl"
    args = ["play", "nimmt", "--seats", "2", "--seed", "7", "--save", str(file), *FAST]
    said(args, f"{card}\nswap\nquit\n", tmp_path)
    story = said(["play", "--resume", str(file), *FAST], "story all\nquit\n", tmp_path).stdout
    assert "seat 2 commits card" in story
    assert "(you) commits card" not in story


def test_redo_knows_who_sat_where(tmp_path: Path) -> None:
    """Also when an undo went back beyond the change of places."""
    table = Table.fresh(GAMES["nimmt"], 7, 2)
    card = table.legal()[-1]
    args = ["play", "nimmt", "--seats", "2", "--seed", "7", *FAST]
    other = table.legal(1)[0]
    typed = f"{card}\nswap\n{other}\nundo\nundo\nredo\nstory all\nquit\n"
    story = said(args, typed, tmp_path).stdout.split("story all")[1]
    first = next(line for line in story.splitlines() if "seat 2" in line and "commits card" in line)
    assert "(you)" not in first


def test_a_place_between_commas_is_not_skipped(tmp_path: Path) -> None:
    done = said(["play", "heckmeck", "--seats", "human,,engine", *FAST], "", tmp_path)
    assert done.returncode != 0
    assert "'human,,engine' has an empty place between commas" in done.stderr
