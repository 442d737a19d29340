"""Games among people: each is kept in its own file, listed, and chosen to resume or review."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from driver import ENGINE

from protocol.frontend import kept
from protocol.frontend.record import ADVISE, Game, read_games, write_game

# Processes of whole commands; what they compute is checked elsewhere.
pytestmark = pytest.mark.pure

FAST = ["--time", "10ms", "--level", "beginner"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state directory of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def said(args: list[str], typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ENGINE, *args], input=typed, capture_output=True, text=True, timeout=120, check=False
    )


def files(home: Path) -> list[Path]:
    return sorted((home / "herdmind" / "games").iterdir())


def game(deal: int = 7, moves: str = "startdagger", **more: object) -> Game:
    row = tuple((1, token, None) for token in moves.split())
    names = ("seat 0: human", "seat 1: engine (club)")
    extra = {"begun": "2026-01-02T03:04:05+00:00", **more}
    return Game("longhorn/1", deal, (), names, ("human", "engine"), row, extra=extra)


@pytest.mark.long
def test_a_new_game_leaves_the_others_alone(home: Path) -> None:
    """Two of a kind, begun in the same minute or not, and a finished one: all are there afterwards."""
    for seed in ("11", "12"):
        said(["play", "longhorn", "--seed", seed, *FAST], "1\nresign\nyes\n" if seed == "11" else "1\nquit\n")
    lines = [json.loads(path.read_text()) for path in files(home)]
    assert sorted((row["deal"], row["ending"]) for row in lines) == [(11, "resigned"), (12, "unfinished")]
    assert all("-longhorn-human-beginner" in path.name for path in files(home))
    sitting = ["advise", "nimmt", "--seat", "1", "--seats", "2"]
    for card in ("38", "39"):
        said(sitting, f"{card}\n")
    entered = [
        json.loads(path.read_text())[ADVISE]["entries"] for path in files(home) if "advise" in path.name
    ]
    assert sorted(lines[-1][0] for lines in entered) == ["38", "39"]


def test_nothing_is_kept_of_a_game_in_which_nothing_was_played(home: Path) -> None:
    assert "nothing is kept" in said(["play", "longhorn", *FAST], "help\nquit\n").stdout
    assert not (home / "herdmind").exists()


@pytest.mark.long
def test_the_list_is_what_is_kept_and_a_game_of_it_is_shown_and_gone_on_with(home: Path) -> None:
    assert "no game is kept yet" in said(["games"]).stdout
    for seed in ("11", "12"):
        said(["play", "longhorn", "--seed", seed, *FAST], "1\nquit\n")
    said(["play", "heckmeck", "--seed", "5", *FAST], "1\nresign\nyes\n")
    listed = said(["games"]).stdout.splitlines()
    assert "heckmeck-human-beginner" in listed[0]
    assert listed[0].endswith("1 move, given up")
    assert [line.split()[0] for line in said(["games", "longhorn"]).stdout.splitlines()[:2]] == ["2", "3"]
    name = listed[1].split()[1]
    for word in ("2", name):
        shown = said(["games", word]).stdout
        assert "seat 1 (you) takes" in shown
        assert "| Nugget Hill" in shown
        assert f"herdmind play --resume {name}" in shown
    done = said(["games", "moon"])
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "'moon' is neither a game of the list" in done.stderr
    # the newest is the first; what cannot go on is not offered
    asked = said(["play", "--resume", *FAST], "2\nquit\n").stdout
    assert "heckmeck" not in asked.split("Which one?")[0]
    assert "Longhorn" in asked
    assert len(files(home)) == 3
    assert "is kept that advise could go on with" in said(["advise", "--resume"]).stderr
    assert said(["play", "--resume", *FAST], "9\n").returncode == 2
    assert "no game was chosen" in said(["play", "--resume", *FAST]).stderr


def test_a_hand_is_not_shown_to_the_next_person_at_the_keyboard() -> None:
    said(["play", "nimmt", "--seats", "human,human", "--seed", "7"], "3\n98\nquit\n\n")
    [kept_game] = kept.shelf().games
    shown = said(["games", "1"]).stdout
    assert "the table is covered" in shown
    words = set(
        re.findall(r"[a-z0-9]+", re.sub(r"\d+-\d+-\d+\S*( \d+:\d+)?", "", shown))
    )  # without the day and time in names
    assert not words & set(kept_game.game.tokens)


def test_single_files_of_old_are_taken_over(home: Path) -> None:
    old = home / "herdmind"
    write_game(old / "longhorn.jsonl", game())
    os.utime(old / "longhorn.jsonl", (86400 * 365, 86400 * 365))
    (old / "colt.jsonl").write_text("no game\n")
    shelf = kept.shelf()
    [there] = shelf.games
    assert there.name.startswith("1971-01-0")
    assert there.name.endswith("-longhorn-human-club")
    assert there.when == 86400 * 365
    assert not (old / "longhorn.jsonl").exists()
    assert "colt.jsonl" in shelf.faults[0]
    assert (old / "colt.jsonl").exists()
    assert [g.path for g in kept.shelf().games] == [there.path]


@pytest.mark.long
def test_a_file_is_never_written_over(home: Path) -> None:
    """Neither by --save, nor by save FILE, nor where the name came to be there meanwhile; nor is a log of a
    match cut down to the game that goes on."""
    mine = home / "mine.txt"
    mine.write_text("letters\n")
    for command in (["play", "longhorn"], ["advise", "nimmt", "--seat", "1"]):
        done = said([*command, "--save", str(mine)], "1\nquit\n")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert f"{mine}: it is there already" in done.stderr
        done = said(command, f"save {mine}\nquit\n")
        assert f"{mine.name}: holds something else" in done.stdout.replace("\n", "")
    assert mine.read_text() == "letters\n"
    file = kept.GameFile(mine)
    with pytest.raises(FileExistsError):
        file.write(game())
    log = home / "log.jsonl"
    log.write_text(game(1).line() + "\n" + game(2).line() + "\n")
    before = log.read_bytes()
    said(["play", "--resume", str(log), *FAST], "1\nquit\n")
    assert log.read_bytes() == before
    assert [json.loads(path.read_text())["deal"] for path in files(home)] == [2]


def test_a_copy_of_a_game_may_be_written_again_and_another_game_not(home: Path) -> None:
    file, copy = kept.GameFile(), home / "copy.jsonl"
    first = game()
    file.write(first)
    file.copy(copy, first)
    file.copy(copy, game(moves="startdagger orangetotulsa"))
    assert file.path is not None
    file.copy(file.path, first)
    file.write(first)
    assert len(files(home)) == 1
    assert len(read_games(copy)[0].moves) == 2
    with pytest.raises(FileExistsError):
        file.copy(copy, game(begun="2027-01-01"))
    # one that cannot be kept in its place is kept where a copy can be written
    nowhere = kept.GameFile(home / "copy.jsonl" / "x.jsonl")
    with pytest.raises(OSError, match=r"exists|directory"):
        nowhere.write(first)
    nowhere.copy(home / "other.jsonl", first)
    nowhere.write(first)
    assert nowhere.path == home / "other.jsonl"


def test_names_say_who_sits_there() -> None:
    assert kept.who_of(["human", *["engine (club)"] * 4, "Ann B."]) == "human-4xclub-ann-b"
    assert kept.who_of(["\u00c4"]) == "seat"
    long = kept.name_of(game(), kept.begun(game()))
    assert long == "2026-01-02-0304-longhorn-human-club"


def test_two_who_go_on_with_the_same_game_keep_one_each(home: Path) -> None:
    kept.GameFile().write(game())
    [path] = files(home)
    one, other = (kept.GameFile(path, exists=True) for _ in range(2))
    one.write(game(moves="startdagger a"))
    other.write(game(moves="startdagger b"))
    one.write(game(moves="startdagger a a"))
    other.write(game(moves="startdagger b b"))
    assert one.path == path
    assert {read_games(file)[0].tokens[1:] for file in files(home)} == {("a", "a"), ("b", "b")}
    # a file that is gone is written again
    path.unlink()
    one.write(game())
    assert len(files(home)) == 2
