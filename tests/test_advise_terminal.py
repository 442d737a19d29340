"""``herdmind advise`` in a pseudo-terminal and in a pipe: slips, bad input, every way to end, resuming."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from seated import Seated

from solver.games import GAMES

pytestmark = pytest.mark.pure

COMMAND = [sys.executable, "-m", "protocol", "advise"]
NIMMT = ["nimmt", "--seat", "2", "--seats", "2", "--rules", "round", "--time", "50ms"]
ROWS, HAND = "38 23 102 63", "2 3 14 27 43 61 64 73 74 95"
SIZES = [(24, 80), (60, 200)]


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "XDG_STATE_HOME": str(folder), "TERM": "xterm", **more}


def sit_down(folder: Path, *arguments: str, size: tuple[int, int] = (24, 80)) -> pexpect.spawn:
    return pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *arguments],
        env=environment(folder),
        dimensions=size,
        encoding="utf-8",
        timeout=60,
    )


def piped(folder: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=100,
        env=environment(folder),
        check=False,
    )


def kept(folder: Path, game: str = "nimmt") -> dict[str, object]:
    [path] = (folder / "herdmind" / "games").glob(f"*-{game}-advise-*.jsonl")
    lines = path.read_text().splitlines()
    assert len(lines) == 1
    row: dict[str, object] = json.loads(lines[0])
    return row


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("color", ["--color", "--no-color"])
def test_a_sitting_at_a_terminal(tmp_path: Path, size: tuple[int, int], color: str) -> None:
    table = sit_down(tmp_path, *NIMMT, color, size=size)
    table.expect("the card that begins row 1")
    table.sendline(ROWS)
    table.expect("card 1 of 10 dealt to seat 2")
    table.sendline(HAND)
    table.expect("Advice: seat 2 commits card")
    table.expect("to win")
    table.expect("the card that seat 2 plays")
    table.sendline("64")
    table.expect("the card that seat 1 played")
    table.sendline("16 row2")
    table.expect("Advice: seat 2")
    table.expect("the card that seat 2 plays")
    table.sendline("undo")
    table.expect("the card that seat 1 played")
    table.sendline("quit")
    table.expect("kept; go on with")
    table.expect(pexpect.EOF)
    table.close()
    assert table.exitstatus == 0
    assert bool(re.search(r"\x1b\[[0-9;]*3[0-9]m", table.before or "")) is False
    assert str(kept(tmp_path)["moves"]).endswith(" 95 x 64")


@pytest.mark.long
@pytest.mark.parametrize("typed", ["\x04", "quit\r"])
def test_a_table_shown_in_parts_can_be_left(tmp_path: Path, typed: str) -> None:
    """By the end of the input, and by what would be typed at the prompt."""
    args = ["advise", "heckmeck", "--seat", "1", "--seats", "5", "--time", "50ms"]
    with Seated(args, tmp_path, columns=80, lines=10) as person:
        person.wait("do not fit: type show")
        person.type("show")
        person.wait("Enter: more")
        person.type("")
        person.wait("Enter: back to the table")
        person.type("")
        person.wait("do not fit: type show")
        person.type("show")
        person.wait("Enter: more")
        person.child.send(typed)
        person.wait("nothing was entered, so nothing is kept")
        assert person.ended() == 0


def test_slips_are_corrected_and_bad_input_is_one_error(tmp_path: Path) -> None:
    text = f"{ROWS}\n{HAND}\n64\nbogus\n16 2\nedit 3 61\nedit 99 1\nedit 3 4\nlog\nundo soon\nsave\n"
    run = piped(tmp_path, text, *NIMMT)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("'bogus' fits nothing here") == 1
    assert "there is no line 99" in run.stdout
    assert run.stdout.count("card 4 is not in the hand") == 1  # 4 begins 43, but a number is not cut in two
    assert "'soon' is not a whole number" in run.stdout
    assert "   3  61\n   4  16 2" in run.stdout
    assert "Traceback" not in run.stderr
    row = kept(tmp_path)
    assert str(row["moves"]).endswith(" 95 x 61 16 row2 x")
    assert row["movers"][-6:] == [-1, 0, 1, -1, 0, 0]  # type: ignore[index]
    assert str(row["position"]).startswith("nimmt/1 view=1 ")


@pytest.mark.ci
def test_the_table_stays_on_a_small_screen_with_the_advice(tmp_path: Path) -> None:
    start = "cheyenne ghost django p3j1 p3 j3 1 move move floor fire rob punch marshal"
    args = ["advise", "colt", "--seat", "1", "--seats", "3", "--time", "50ms", "--no-color"]
    with Seated(args, tmp_path) as person:
        screen = person.wait("^the character of seat 1\n>")
        assert "seat 0" not in screen
        person.type(start)
        screen = person.wait("^Or: ")
        assert "|MARSHAL" in screen
        assert "chance to be the richest" in screen
        assert screen.endswith("whether it draws\n>")


def test_a_set_up_is_told_and_asked_about_line_by_line(tmp_path: Path) -> None:
    """Nothing of the game itself is asked of a set-up that is not complete."""
    run = piped(tmp_path, "cheyenne ghost\nscores\np3j1 p3\n", "colt", "--seat", "1", "--seats", "3")
    assert run.returncode == 0, run.stderr
    assert "Error" not in run.stdout + run.stderr
    assert "- Ghost is played by seat 2" in run.stdout
    assert run.stdout.count("the set-up is still being told") == 3
    assert "- the car with 3 purses and 1 jewel" not in run.stdout  # the third character was asked


def test_cattle_are_typed_as_the_board_shows_them(tmp_path: Path) -> None:
    text = "dagger 2b1o1g gold300\nkid woog brand\n"
    run = piped(tmp_path, text, "longhorn", "--seat", "1", "--no-color")
    assert run.returncode == 0, run.stderr
    assert "- 2 black, 1 orange, 1 green\n" in run.stdout
    assert "- 1 white, 2 orange, 1 green\n" in run.stdout
    assert "fits nothing" not in run.stdout


@pytest.mark.long
def test_a_line_too_many_after_an_edit_is_told(tmp_path: Path) -> None:
    run = piped(tmp_path, f"{ROWS}\n{HAND}\n64\n16 2\n61\nedit 3 61\nlog\n", *NIMMT)
    assert run.returncode == 0, run.stderr
    assert "the last line does not fit after that and is gone" in run.stdout
    assert run.stdout.count("   3  61\n   4  16 2\n") == 1
    assert "   5  61" not in run.stdout
    assert str(kept(tmp_path)["moves"]).endswith(" 95 x 61 16 row2 x")


@pytest.mark.long
def test_the_move_advised_is_entered_by_a_full_stop(tmp_path: Path) -> None:
    run = piped(tmp_path, f"{ROWS}\n{HAND}\n.\n", *NIMMT)
    advised = re.search(r"Advice: .* \[(\d+)\]", run.stdout)
    assert advised is not None
    assert str(kept(tmp_path)["moves"]).endswith(f" 95 x {advised[1]}")
    # the next position is another one: what was advised before is not played there
    run = piped(tmp_path, f"{ROWS}\n{HAND}\n.\n.\n", *NIMMT)
    assert "there is no advice here to follow" in run.stdout


@pytest.mark.long
@pytest.mark.parametrize("lines", [[], [ROWS], [ROWS, HAND], [ROWS, HAND, "64"]], ids=len)
@pytest.mark.parametrize("how", ["ctrl-c", "end"])
def test_ctrl_c_and_the_end_of_input_keep_the_game(tmp_path: Path, lines: list[str], how: str) -> None:
    table = sit_down(tmp_path, *NIMMT, "--no-color")
    prompts = ["the card that begins row 1", "dealt to seat 2", "seat 2 plays", "seat 1 played"]
    for line, prompt in zip(lines, prompts, strict=False):
        table.expect(prompt)
        table.expect(">")
        table.sendline(line)
    table.expect(prompts[len(lines)])
    table.expect(">")
    if how == "ctrl-c":
        table.sendcontrol("c")
    else:
        table.sendcontrol("d")
    table.expect("kept; go on with" if lines else "nothing was entered")
    table.expect(pexpect.EOF)
    table.close()
    assert (tmp_path / "herdmind").exists() == bool(lines)
    assert table.exitstatus == (130 if how == "ctrl-c" else 0)
    entries = kept(tmp_path)["advise"]["entries"] if lines else []  # type: ignore[index]
    assert [typed for typed, _ in entries] == lines


@pytest.mark.long
def test_ctrl_c_while_it_thinks_ends_the_thinking(tmp_path: Path) -> None:
    slow = [*NIMMT[:-1], "100s"]
    table = sit_down(tmp_path, *slow, "--no-color")
    table.expect("row 1")
    table.sendline(ROWS)
    table.expect("dealt to seat 2")
    table.sendline(HAND)
    table.expect("thinking, ")
    table.sendintr()
    table.expect("stopped thinking")
    table.expect("seat 2 plays")
    table.sendline("64")
    table.expect("seat 1 played")
    table.sendline("quit")
    table.expect(pexpect.EOF)


@pytest.mark.long
def test_a_killed_sitting_is_resumed(tmp_path: Path) -> None:
    table = sit_down(tmp_path, *NIMMT, "--no-color")
    table.expect("row 1")
    table.sendline(ROWS)
    table.expect("dealt to seat 2")
    table.sendline(HAND)
    table.expect("Advice")
    table.expect(">")
    table.sendline("64")
    table.expect("seat 1 played")
    table.kill(signal.SIGKILL)
    table.expect(pexpect.EOF)
    run = piped(tmp_path, "16 2\nundo\n", "nimmt", "--resume", "--time", "50ms")
    assert run.returncode == 0, run.stderr
    assert "the card that seat 1 played" in run.stdout
    assert str(kept(tmp_path)["moves"]).endswith(" 95 x 64")


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name the game and your seat"),
        (["chess", "--seat", "1"], "'chess'"),
        (["nimmt", "--seat", "8", "--seats", "3"], "7"),
        (["nimmt", "--seat", "1", "--rules", "moon"], "moon"),
        (["nimmt", "--seat", "1", "--time", "soon"], "soon"),
        (["--resume", "nowhere.jsonl"], "nowhere.jsonl"),
        (["colt", "--seat", "1", "--start", "nonsense"], "nonsense"),
    ],
    ids=str,
)
def test_wrong_words_on_the_command_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    run = piped(tmp_path, "", *arguments)
    assert run.returncode != 0
    assert said in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.ci
def test_a_page_of_24_lines_holds_the_dice_and_the_advice(tmp_path: Path) -> None:
    """Nothing that one decides by is left out while rows stand empty."""
    with Seated(["advise", "heckmeck", "--seat", "1", "--seats", "4", "--time", "200ms"], tmp_path) as person:
        person.wait("the 8 dice")
        person.type("1 1 2 3 5 w 6 6")
        screen = person.wait(r"(?s)Advice: .*what seat 1 sets aside")
        assert "rolled     [1][1][2][3][w][w][6][6]" in screen
        assert "do not fit" not in screen
        assert screen.startswith("Heckmeck Barbecue, turn 1: you are seat 1 of 4")
        assert "% chance to be first" in screen


@pytest.mark.ci
def test_a_page_of_24_lines_holds_the_whole_table_above_short_advice(tmp_path: Path) -> None:
    """Advice that takes fewer lines than are kept for it leaves them to the table."""
    ranch = (
        "dagger 2b1o1g gold300 kid woog brand sol wwg ambush cher bbgg brand tulsa oo rattle"
        " nugget bbwwog ambush mav wwwg snake red bwog gold200 gold400 red"
    )
    with Seated(["advise", "longhorn", "--seat", "1", "--time", "200ms"], tmp_path) as person:
        person.wait("the location of square 1")
        person.type(ranch)
        screen = person.wait(r"(?s)Advice: .*the move of seat 1")
        assert "do not fit" not in screen
        assert "> seat 1 (you) $0" in screen
        assert screen.startswith("Longhorn, turn 1: you are seat 1 of 2")


TABLES = {
    "nimmt": ("--seat 10 --seats 10", ["97 1 76 7", "15 20 43 51 56 61 64 66 88 95"], "seat 10 (you)"),
    "heckmeck": ("--seat 1 --seats 5", ["11123455"], "rolled     [1][1][1][2][3][4][w][w]"),
    "pickomino": ("--seat 1 --seats 7", ["11123455"], "rolled     [1][1][1][2][3][4][5][5]"),
    "colt": (
        "--seat 1 --seats 3",
        ["cheyenne ghost django p3j1 p3 j3 1 move move floor fire rob punch marshal"],
        "Cheyenne (you), first player",
    ),
    "longhorn": (
        "--seat 1",
        [
            "dagger 2b1o1g gold300 kid woog brand sol wwg ambush cher bbgg brand tulsa oo rattle"
            " nugget bbwwog ambush mav wwwg snake red bwog gold200 gold400 red"
        ],
        "seat 1 (you) $0",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("game", TABLES)
def test_a_page_of_advice_stands_from_its_head_to_its_prompt(tmp_path: Path, game: str, columns: int) -> None:
    """Nothing scrolls away above; what one decides by is kept, a picture is never broken, and no row stands
    empty while lines of the table are left out."""
    words, typed, kept_line = TABLES[game]
    args = ["advise", game, *words.split(), "--movetime", "50ms", "--no-color"]
    with Seated(args, tmp_path, columns=columns) as person:
        for line in typed:
            person.wait("^>$")
            person.type(line)
        screen = person.wait(r"(?s)Advice: .*\n>$")
    lines = screen.splitlines()
    assert lines[0].startswith(GAMES[game].title)
    assert kept_line in screen
    assert len(lines) == 24 or "not fit" not in screen
    assert not any(re.fullmatch(r"-*\+[-+]*", line) for line in lines if not line.startswith("+--"))
    assert ("the table needs" in screen) == (game in ("heckmeck", "longhorn") and columns == 60)
