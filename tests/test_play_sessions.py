"""Whole sessions of ``herdmind play`` in a pseudo-terminal, as a person sees them."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
from pathlib import Path

import pytest
from driver import ENGINE, HERE
from seated import Seated

from protocol.base.gameline import GameRecord
from protocol.frontend import record
from protocol.records.gamelog import verify
from protocol.session.options import standard_table
from solver.games import GAMES

pytestmark = pytest.mark.timing

#: At the end of the screen: the program waits for a line.
ASKED = r"([A-Z]\w+|seat \d+|chance)>\s*$|([A-Z]\w+|seat \d+|chance)>[^>]*Tab completes"
#: A move of one's own has been answered; on a small screen it may be among what is only counted.
PLAYED = r"\(you\)|lines before"
FULL = bool(os.environ.get("HERDMIND_FULL"))
BOARDS = {
    "longhorn": r"\| Nugget Hill",
    "heckmeck": r"\| 23 \| 24 \|",
    "nimmt": r"^row 1 ",
    "colt": r"\+locomotive\+--car 1",
}


def plain(args: list[str], typed: str, home: Path) -> subprocess.CompletedProcess[str]:
    """A session whose input and output are pipes."""
    surroundings = {**os.environ, "XDG_STATE_HOME": str(home)}
    return subprocess.run(
        [*ENGINE, "play", *args],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        env=surroundings,
        check=False,
    )


def kept_file(home: Path) -> Path:
    """The file of the one game that is kept."""
    [path] = (home / "herdmind" / "games").glob("*.jsonl")
    return path


#: Each game at both sizes, with colours and without; by default half of that.
VIEWS = [(game, *size, color) for game in GAMES for size in ((80, 24), (200, 60)) for color in (False, True)]
SHORT = [VIEWS[0], VIEWS[7], VIEWS[9], VIEWS[14]]


@pytest.mark.parametrize(("game", "columns", "lines", "color"), VIEWS if FULL else SHORT)
def test_every_board_is_drawn_and_a_move_is_answered(
    game: str, columns: int, lines: int, color: bool, tmp_path: Path
) -> None:
    args = ["play", game, "--seed", "7", "--time", "30ms", "--level", "beginner"]
    env = {} if color else {"NO_COLOR": "1"}
    with Seated(args, tmp_path, columns=columns, lines=lines, env=env) as person:
        screen = person.wait(ASKED)
        assert re.search(BOARDS[game], screen, re.MULTILINE)
        assert max(map(len, screen.splitlines())) <= columns
        colours = re.findall(rb"\x1b\[(?:3[0-7]|9[0-7])m", person.raw)
        assert bool(colours) == color
        card = re.search(r"^> .*\(you\) +0 +0 +- +(\d+)", screen, re.MULTILINE)
        typed = card[1] if card is not None else "1"
        person.type(typed)
        screen = person.wait(PLAYED)
        assert re.search(BOARDS[game], screen, re.MULTILINE)
        person.type("quit")
        person.wait("kept in")
        assert person.ended() == 0
    kept = record.read_games(kept_file(tmp_path))[-1]
    assert kept.moves
    assert not kept.over


def test_what_is_typed_on_a_page_of_its_own_is_obeyed(tmp_path: Path) -> None:
    """Moves whose words are longer than the screen is wide are told in full, and one is named right there."""
    args = ["play", "longhorn", "--seed", "7", "--time", "30ms", "--level", "beginner"]
    with Seated(args, tmp_path) as person:
        person.wait(ASKED)
        person.type("moves")
        screen = person.wait("Enter: ")
        told = " ".join(screen.split())
        assert re.search(r"1 +\w+ +takes [^.]*, sends the outlaw to [A-Z]", told), screen
        person.type("scores")
        person.wait(r"^seat 2: \$0")
        person.type("1")
        person.wait(PLAYED)


def test_the_table_is_shown_while_the_engine_thinks_first(tmp_path: Path) -> None:
    args = ["play", "longhorn", "--seed", "7", "--seats", "human,full", "--time", "60s"]
    with Seated(args, tmp_path) as person:  # seat 2 chooses where the game starts
        screen = person.wait(r"(?s)Nugget Hill.*seat 2, engine \(full\), thinks: ")
        assert "seat 1 (you) plays first" in screen
        assert "New to the game?" in screen
        person.child.sendintr()
        assert "New to the game?" in person.wait(ASKED)


SETTINGS = [
    ("longhorn", "human,engine", ""),
    ("longhorn", "engine,human", ""),
    ("heckmeck", "human,beginner", ""),
    ("heckmeck", "beginner,human,beginner", ""),
    ("nimmt", "human,beginner,beginner", "round"),
    ("nimmt", "human,beginner", "tactical round"),
    ("nimmt", "human,human,beginner", "target1"),
    ("colt", "human,beginner,beginner", ""),
    ("colt", "human,beginner", "stagecoach"),
    ("colt", "human,beginner,beginner,beginner", "stagecoach teams expert"),
    ("colt", "beginner,beginner,human", "horses"),
]


@pytest.mark.parametrize(("game", "seats", "rules"), SETTINGS if FULL else SETTINGS[2:9:2])
def test_a_whole_game_is_played_and_its_record_is_true(
    game: str, seats: str, rules: str, tmp_path: Path
) -> None:
    """Typing the first move of the list, or any card, leads to the end of the game and its scores."""
    file = tmp_path / "game.jsonl"
    args = [
        game,
        "--seats",
        seats,
        "--seed",
        "11",
        "--time",
        "10ms",
        "--level",
        "beginner",
        "--save",
        str(file),
    ]
    cards = "\n".join(map(str, range(1, 105))) if game == "nimmt" else ""
    typed = "1\n" * 900 if game != "nimmt" else f"{cards}\n1\n" * 40
    done = plain([*args, *(["--rules", rules] if rules else [])], typed, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout, done.stdout[-2000:]
    assert len(re.findall(r"^  place \d: [A-Zs]\w+", done.stdout, re.MULTILINE)) == seats.count(",") + 1
    kept = record.read_games(file)[-1]
    assert kept.ending == "normal"
    verify(GameRecord.read(file.read_text().strip()), GAMES)


def test_a_whole_game_in_the_terminal(tmp_path: Path) -> None:
    """A newcomer, who reads the screen only, takes the first move that it offers."""
    args = ["play", "longhorn", "--seed", "3", "--time", "10ms", "--level", "beginner"]
    with Seated(args, tmp_path) as person:
        for _ in range(60):
            screen = person.wait(rf"{ASKED}|The game is over")
            if "The game is over" in screen:
                break
            person.type("1")
        screen = person.wait("The game is over")
        assert "place 1: seat" in screen
        person.type("n")
        assert person.ended() == 0


def test_the_commands_do_what_they_say(tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    args = ["play", "longhorn", "--seed", "7", "--time", "20ms", "--level", "beginner"]
    with Seated(args, tmp_path, columns=100, lines=40) as person:
        person.wait(ASKED)
        for command, shown in (
            ("help", "take your last move back"),
            ("rules", "Nine of a colour"),
            ("moves", "sends the outlaw to"),
            ("story", "the game starts at"),
            ("scores", r"seat 2: \$0: nothing"),
            ("hint 0.1", "The engine would play"),
        ):
            person.type(command)
            person.wait(rf"(?s){shown}.*Enter: back to the table")
            person.type("")
            person.wait(ASKED)
        before = person.wait(ASKED)
        person.type("1")
        person.wait(PLAYED)
        person.type("undo")
        screen = person.wait("taken back")
        assert board(screen) == board(before)
        person.type(f"save {copy}")
        person.wait("saved in")
        person.type("save /dev/null/game")
        screen = person.wait("directory|exists")
        assert "Errno" not in screen
        person.type("startmoon")
        person.wait("is not a move here")
        person.type("level 2 expert")
        person.wait("seldom errs")
        person.type("swap")
        person.wait("have changed places")
        person.wait(r"seat 2>")
        person.type(f"resume {copy}")
        person.wait(r"goes\s+on")
        person.type("resign")
        person.wait("yes or no")
        person.type("yes")
        screen = person.wait("The game is over")
        assert "seat 1 resigned" in screen
        person.type("n")
        assert person.ended() == 0
    kept = record.read_games(copy)[-1]
    assert (kept.ending, kept.fault, kept.ranks) == ("resigned", 0, (2, 1))
    assert all(mover != 0 for mover, _, _ in kept.moves)  # the move that was taken back is not kept
    verify(GameRecord.read(copy.read_text().strip()), GAMES)


def board(screen: str) -> list[str]:
    """The lines of a Longhorn board."""
    return [line for line in screen.splitlines() if line.startswith(("|", "+"))]


def test_several_people_never_see_each_others_hands(tmp_path: Path) -> None:
    args = ["play", "nimmt", "--seats", "human,human", "--rules", "round", "--seed", "3", "--no-color"]
    hands = ("13 19 24 26 36 40 43 47 89 100", "5 7 23 29 35 46 57 90 93 96")
    with Seated(args, tmp_path) as person:
        screen = person.wait("press Enter")
        assert "nobody else may look" in screen
        assert not any(hand in screen for hand in hands)
        person.type("")
        screen = person.wait(r"seat 1>")
        assert hands[0] in screen
        assert hands[1] not in screen
        person.type("13")
        screen = person.wait("Seat 2, press Enter")
        assert "13" not in screen
        person.type("")
        screen = person.wait(r"seat 2>")
        assert hands[1] in screen
        assert hands[0][3:] not in screen
        assert "card 13" not in screen
        person.type("5")
        screen = person.wait("Seat 1, press Enter")
        person.type("")
        screen = person.wait(r"seat 1>")
        assert "reveals card 5" in screen


def test_ctrl_c_and_the_end_of_input_keep_the_game_in_every_state(tmp_path: Path) -> None:
    args = ["play", "longhorn", "--seed", "7", "--time", "3s", "--level", "full"]
    # At the prompt: once is a warning, twice leaves.
    with Seated(args, tmp_path) as person:
        person.wait(ASKED)
        person.child.send("\x03")
        person.wait("Ctrl-C: once more")
        person.child.send("\x03")
        person.wait("nothing is kept")
        assert person.ended() == 130
    # While the engine searches, which it says: it moves at once. Before that Ctrl-C warns.
    with Seated([*args, "--time", "60s"], tmp_path) as person:
        person.wait("move now")
        person.child.sendintr()
        person.wait(ASKED)
        person.type("1")
        person.wait("move now")
        person.child.sendintr()
        person.wait(PLAYED)
        person.wait(ASKED)
        # On a page, and in a question.
        person.type("help")
        person.wait("Enter")
        person.child.send("\x04")
        person.wait("kept in")
        assert person.ended() == 0
    with Seated(["play", "longhorn", "--resume"], tmp_path) as person:
        person.wait(ASKED)
        person.type("resign")
        person.wait("yes or no")
        person.child.send("\x03")
        person.wait("Ctrl-C: once more")
        person.child.send("\x04")
        assert person.ended() == 0
    # At the curtain.
    with Seated(["play", "nimmt", "--seats", "human,human"], tmp_path) as person:
        person.wait("press Enter")
        person.child.send("\x04")
        assert person.ended() == 0
    # Pipes: the end of the input at once, after a move, on a page.
    for typed in ("", "1\n", "help\n", "hint 0.1\n", "resign\n"):
        done = plain(["longhorn", "--seed", "7", "--time", "20ms"], typed, tmp_path)
        assert done.returncode == 0, done.stderr
        assert ("kept in" if typed == "1\n" else "nothing is kept") in done.stdout


def test_a_game_goes_on_after_the_process_was_killed(tmp_path: Path) -> None:
    args = ["play", "heckmeck", "--seed", "5", "--time", "20ms", "--level", "beginner"]
    with Seated(args, tmp_path) as person:
        person.wait(ASKED)
        person.type("1")
        screen = person.wait(PLAYED)
        rolled = re.findall(r"^rolled.*|^set aside.*", screen, re.MULTILINE)
        assert len(rolled) == 2
        person.child.kill(signal.SIGKILL)
    with Seated(["play", "--resume", str(kept_file(tmp_path))], tmp_path) as person:
        screen = person.wait(ASKED)
        assert re.findall(r"^rolled.*|^set aside.*", screen, re.MULTILINE) == rolled


def test_a_game_that_goes_on_tells_what_happened_since_the_last_move(tmp_path: Path) -> None:
    """And not all of it: neither after a resume, nor on the page of the story."""
    file = tmp_path / "game.jsonl"
    args = ["nimmt", "--seats", "human,beginner", "--rules", "round", "--seed", "3", "--save", str(file)]
    done = plain([*args, "--time", "10ms"], "13\n1\n19\nquit\n", tmp_path)
    assert "seat 1 (you) commits card 19" in done.stdout
    done = plain(["--resume", str(file)], "story\nstory all\nquit\n", tmp_path)
    assert done.returncode == 0, done.stderr
    first, since, everything = re.split(r"^seat 1> story.*$", done.stdout, flags=re.MULTILINE)
    for page in (first, since):
        assert "commits card 19" in page
        assert "commits card 13" not in page
    assert "Since your last move" in since
    assert "commits card 13" in everything
    assert "commits card 19" in everything


def test_the_page_is_drawn_anew_when_the_terminal_changes_its_size(tmp_path: Path) -> None:
    args = ["play", "longhorn", "--seed", "7", "--time", "20ms", "--level", "beginner"]
    with Seated(args, tmp_path, columns=80, lines=24) as person:
        person.wait(ASKED)
        person.child.send("bla")
        person.wait("> bla$")
        for columns, lines, shown in (
            (160, 40, "Seat 1, your move"),
            (70, 20, "the table needs 7"),
        ):
            person.resize(columns, lines)
            screen = person.wait(rf"(?s){shown}.*seat 1> bla$")
            assert screen.startswith(("Longhorn", "+-----", "| Maverick"))  # a short page has no frames
        person.resize(80, 24)
        person.wait(r"^Longhorn")
        person.type("cktomav")
        person.wait(PLAYED)


def test_a_table_that_is_taller_than_the_screen_is_shown_in_parts(tmp_path: Path) -> None:
    seats = "human,beginner,beginner,beginner,beginner,beginner"
    args = ["play", "colt", "--seats", seats, "--rules", "stagecoach", "--time", "10ms", "--seed", "7"]
    with Seated(args, tmp_path) as person:  # all of it where it can be
        screen = person.wait(ASKED)
        assert screen.count(": hand none") == 6
        assert "Tuco (you): hand none" in screen
        person.resize(80, 13)
        screen = person.wait("type table")
        assert re.search(r"\+locomotive\+--car 1", screen)
        assert screen.count(": hand none") < 6
        person.type("table")
        screen = person.wait("Enter: more")
        assert re.search(r"\+locomotive\+--car 1", screen)
        person.type("")
        assert ": hand none" in person.wait("Enter: back to the table")
        person.type("")
        screen = person.wait(ASKED)
        person.type("board")  # what a bandit does here, and no command
        person.wait("round 1 of 5")
    kept = record.read_games(kept_file(tmp_path))[-1]
    assert kept.moves[0][:2] == (0, "board")


def test_dice_are_entered_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "dice.jsonl"
    args = ["heckmeck", "--seats", "human,human", "--chance", "hand", "--save", str(file)]
    done = plain(args, "r1123ww66\nwroll\nr111111\nr11223344\nquit\n", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "the dice show 2 ones, 1 two, 1 three, 2 worms, 2 sixes" in done.stdout
    kept = record.read_games(file)[-1]
    assert [mover for mover, _, _ in kept.moves] == [-1, 0, -1]
    done = plain(["--resume", str(file)], "quit\n", tmp_path)
    assert "total 10" in done.stdout


def test_dice_are_typed_as_they_lie_there(tmp_path: Path) -> None:
    """In any order, the worm as w or 5; anything but a roll is refused in the words of the game."""
    file = tmp_path / "dice.jsonl"
    args = ["heckmeck", "--seats", "human,human", "--chance", "hand", "--save", str(file)]
    done = plain(args, "bad\nr1123ww66 wroll\n1 2 3 6 w 5 6 1\nwroll\n654321 1\n654321\nquit\n", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Enter what came: the 8 dice that seat 1 rolls" in done.stdout
    assert "'bad' fits nothing here; asked is the 8 dice that seat 1 rolls" in done.stdout
    assert "'r1123ww66 wroll' is more than the 8 dice that seat 1 rolls" in done.stdout
    assert [token for _, token, _ in record.read_games(file)[-1].moves] == ["r1123ww66", "wroll", "r1234w6"]


def test_what_was_told_is_not_told_again_at_the_next_move(tmp_path: Path) -> None:
    done = plain(
        ["longhorn", "--seed", "7", "--time", "20ms", "--level", "beginner"], "1\n1\nquit\n", tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the game starts at") == 1
    assert done.stdout.count("(you) takes") == 2


def test_dice_that_were_mistyped_are_taken_back(tmp_path: Path) -> None:
    """Roll by roll and choice by choice, as far as anything was typed."""
    file = tmp_path / "dice.jsonl"
    args = ["heckmeck", "--seats", "human,human", "--chance", "hand", "--save", str(file)]
    typed = "r1123ww66\nundo\nr11223344\n1roll\nr223344\nundo\nundo\n2roll\nundo\nundo\nundo\nquit\n"
    done = plain(args, typed, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("what chance brought is taken back") == 3
    assert done.stdout.count("your last move is taken back") == 2
    assert done.stdout.count("there is no move of yours") == 1
    assert record.read_games(file)[-1].moves == ()


def test_after_undo_the_story_is_that_of_the_move_before(tmp_path: Path) -> None:
    args = ["longhorn", "--seed", "7", "--time", "20ms", "--level", "beginner"]
    done = plain(args, "1\n1\nundo\nstory\nquit\n", tmp_path)
    assert done.returncode == 0, done.stderr
    _, page = re.split(r"^seat 1> story.*$", done.stdout, flags=re.MULTILINE)
    assert "Since your last move" in page
    assert page.count("(you) takes") == 1
    assert "the game starts at" not in page


def test_an_only_outcome_is_not_taken_back_alone(tmp_path: Path) -> None:
    """The last card of a deck is entered by the program; taken back alone it would come again at once."""
    rows = json.loads((HERE / "data" / "colt_perft.json").read_text(encoding="utf-8"))
    start = next(row["position"] for row in rows if row["id"] == "plan-3-expert")
    file = tmp_path / "late.jsonl"
    seats = ("engine:level=beginner", "engine:level=beginner", "human")
    game = record.Game("colt/2", None, ("expert",), ("a", "b", "c"), seats, start=start)
    record.write_game(file, game)
    done = plain(["--resume", str(file)], "draw\nundo\nquit\n", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "chance>" in done.stdout
    assert done.stdout.count("your last move is taken back") == 1
    assert record.read_games(file)[-1].moves == ()


def test_the_table_is_covered_while_nobodys_eyes_are_on_it(tmp_path: Path) -> None:
    """Chance entered by hand among several people with hands of their own."""
    args = ["colt", "--seats", "human,human,human", "--chance", "hand"]
    done = plain(args, "\ndraw\nquit\n", tmp_path)
    assert done.returncode == 0, done.stderr
    before, _, after = done.stdout.partition("the table is covered")
    assert before.count("(you)") == 2  # in one table: the seat's row and what is asked of it
    assert "chance>" in after
    assert "hand" not in after.replace("entered by hand", "")


def test_moves_are_named_by_words_and_completed(tmp_path: Path) -> None:
    args = ["play", "longhorn", "--seed", "7", "--time", "20ms", "--level", "beginner"]
    with Seated(args, tmp_path, columns=100, lines=40) as person:
        screen = person.wait(ASKED)
        token = re.search(r"^1  (\w+)", screen, re.MULTILINE)
        assert token is not None
        person.child.send(token[1][:-1])
        person.wait(rf"> {token[1][:-1]}")
        person.child.send("\t")
        person.wait(rf"> {token[1]}\b")
        person.type("")
        person.wait(PLAYED)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["chess"], "there is no game 'chess'"),
        ([], "name a GAME"),
        (["nimmt", "--seats", "human,robot"], "'robot' is not a player"),
        (["nimmt", "--seats", "human"], "seats"),
        (["nimmt", "--seats", "11"], "nimmt has 2 to 10 seats, not 11"),
        (["longhorn", "--seats", "9" * 12], "longhorn has 2 seats, not 999999999999"),
        (["longhorn", "--seats", "human,engine:skill=\u00b2"], "expected level="),
        (["longhorn", "--rules", "fast"], "fast"),
        (["longhorn", "--level", "god"], "there is no level 'god'"),
        (["longhorn", "--time", "soon"], "'soon' should be a time"),
        (["longhorn", "--resume", "nowhere.jsonl"], "nowhere.jsonl"),
        (["longhorn", "--engine", "no-such-engine"], "cannot start"),
    ],
)
def test_a_wrong_word_is_named_in_one_line(args: list[str], said: str, tmp_path: Path) -> None:
    done = plain(args, "", tmp_path)
    assert done.returncode in (1, 2)
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_what_cannot_be_done_at_the_prompt_is_one_line_and_the_game_goes_on(tmp_path: Path) -> None:
    said = {
        "\u00b2": "'\u00b2' is not a move here",
        "9" * 5000: "there is no move 9999",
        **{
            f"hint {word}": f"'{word}' is not a number of seconds"
            for word in ("inf", "nan", "-1", "0", "1e9s", "x")
        },
        "level \u00b2 club": "'\u00b2' is not a seat",
        "swap 3": "'3' is not a seat",
        "save /": "/: this is a folder",
        f"save {tmp_path}": "this is a folder",
        "undo": "no move of yours",
    }
    typed = "\n".join([*said, "quit"])
    done = plain(["longhorn", "--seed", "7", "--seats", "human,human"], typed, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for words in said.values():
        assert words in done.stdout
    assert (
        done.stdout.count("Longhorn, the beginning   seat") == 1
    )  # nothing has changed, so nothing is drawn again
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_disk_that_is_full_is_named_with_the_file(tmp_path: Path) -> None:
    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    file = tmp_path / "copy.jsonl"
    done = subprocess.run(
        [*ENGINE, "play", "longhorn", "--seed", "7", "--save", str(tmp_path / "game.jsonl")],
        input=f"1\nsave {file}\nquit\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        preexec_fn=no_room,
    )
    assert (done.returncode, done.stderr) == (0, "")
    said = " ".join(done.stdout.split())
    assert f"cannot be kept in {tmp_path / 'game.jsonl'}: File too large; save FILE" in said
    assert f"copy.jsonl {file}: File too large seat 1>" in said
    assert "The game is kept" not in said
    assert not list(tmp_path.iterdir())


def test_the_levels_are_told_and_are_settings_of_the_engine(tmp_path: Path) -> None:
    from protocol.frontend.levels import LEVELS

    done = plain(["--levels"], "", tmp_path)
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(LEVELS)
    skills = [level.skill for level in LEVELS.values()]
    assert skills == sorted(set(skills))
    option = next(o for o in standard_table(["a"]) if o.name == "Skill")
    assert (skills[0], skills[-1]) == (option.low, option.high)


def test_a_game_that_was_given_up_is_reviewed_in_plain_words(tmp_path: Path) -> None:
    """Every seat is named once, and whoever gave up too."""
    file = tmp_path / "game.jsonl"
    args = ["heckmeck", "--seats", "human,beginner", "--seed", "3", "--time", "10ms", "--save", str(file)]
    done = plain(args, "1\n1\nresign\nyes\n", tmp_path)
    assert "The game is over: seat 1 resigned" in done.stdout
    review = subprocess.run(
        [*ENGINE, "review", str(file), "--nodes", "20"],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert review.returncode == 0, review.stderr
    head = review.stdout.splitlines()[:5]
    assert head[1].startswith("  seat 1 (human), place 2")
    assert head[2].startswith("  seat 2 (engine (beginner)), place 1")
    assert head[3].endswith("moves, given up by seat 1 (human)")
    assert "seat 1 (seat 1" not in review.stdout


@pytest.mark.parametrize(
    ("game", "seats", "fits"), [("pickomino", 7, True), ("nimmt", 10, True), ("longhorn", 2, False)]
)
def test_sixty_columns_are_enough_for_a_table_that_fits_them(
    tmp_path: Path, game: str, seats: int, fits: bool
) -> None:
    args = ["play", game, "--seats", str(seats), "--seed", "7", "--time", "20ms"]
    with Seated(args, tmp_path, columns=60) as person:
        screen = person.wait(ASKED)
    assert ("the table needs" in screen) is not fits
    assert f"seat {seats} " in screen


def test_a_message_hides_no_seat_of_a_crowded_train(tmp_path: Path) -> None:
    args = ["play", "colt", "--seats", "6", "--rules", "stagecoach", "--seed", "7", "--time", "20ms"]
    with Seated(args, tmp_path) as person:
        person.wait(ASKED)
        person.type("nonsense")
        screen = person.wait("is not a move here")
    rows = [line[2:].split(",")[0].split(":")[0] for line in screen.splitlines() if ": hand " in line]
    assert len(rows) == 6
