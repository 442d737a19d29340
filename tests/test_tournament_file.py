"""Tournament files: players, games, settings, and the errors for bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.base.errors import ProtocolError, error_text
from protocol.records.lineup import read_player, with_settings
from protocol.tournaments.tournament_file import DEALS, Order, check_settings, order, read_file, read_players
from solver.games import GAMES

# Processes of whole commands; what they compute is checked elsewhere.
pytestmark = pytest.mark.pure

GOOD = """
deals = 30
seed = 5
seating = "balanced"
retire = 3
stop = 0.05
margin = 500
log = "logs/out.jsonl"

[players]
strong = "full:movetime=50"
old = { engine = "herdmind --one 'b c'", nodes = 200, options = { Hash = 16, "Move Overhead" = 5, X = true }}
weak = { search = "full", nodes = 200, skill = 3, "tree.bandit" = "exp3" }

[[games]]
game = "nimmt"
seats = 3
rules = ["round", "tactical"]
deals = 7
players = { strong = { movetime = "", nodes = 9 }, weak = {} , old = {} }

[[games]]
game = "longhorn"
mode = "gauntlet"
players = ["weak", "strong"]
"""


def read(text: str, folder: Path) -> Order:
    """The tournament of a file with this content."""
    path = folder / "cup.toml"
    path.write_text(text)
    values = read_file(path)
    return order(values, read_players(values), GAMES)


def test_a_file_says_all(tmp_path: Path) -> None:
    found = read(GOOD, tmp_path)
    first, second = found.plan.sections
    assert (first.schedule.setup.game, first.schedule.setup.seats, first.deals) == ("nimmt", 3, 7)
    assert first.schedule.setup.rules == ("round", "tactical")
    assert first.schedule.setup.seed == second.schedule.setup.seed == 5
    assert first.players == ("strong", "weak", "old")
    assert len(first.schedule.seatings) == 6  # balanced, three seats
    texts = {spec.name: spec.text for spec in first.schedule.seatings[0]}
    assert texts == {
        "strong": "full:nodes=9",
        "weak": "full:nodes=200,skill=3,tree.bandit=exp3",
        "old": "cmd:nodes=200,Hash=16,Move Overhead=5,X=true:herdmind --one 'b c'",
    }
    assert (second.schedule.setup.seats, second.deals, second.players) == (2, 30, ("weak", "strong"))
    assert {spec.text for spec in second.schedule.seatings[0]} == {
        "full:movetime=50",
        "full:nodes=200,skill=3,tree.bandit=exp3",
    }
    assert found.plan.retire == 3
    assert found.plan.half_width == 0.05
    assert found.settings == {
        "retire": 3, "stop": 0.05, "margin": 500, "log": str(tmp_path / "logs/out.jsonl")
    }  # fmt: skip
    assert found.titles == ["6 nimmt!, 3 seats, round, tactical", "Longhorn, 2 seats"]


def test_what_a_file_leaves_out(tmp_path: Path) -> None:
    found = read('[players]\na = "random"\nb = "greedy"\n[[games]]\ngame = "longhorn"\n', tmp_path)
    (section,) = found.plan.sections
    assert section.deals == DEALS
    assert section.schedule.setup.seed == 1
    assert len(section.schedule.seatings) == 2
    assert found.plan.half_width is None


PLAYERS = '[players]\na = "random"\nb = "greedy"\n'


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("deals = ", "cup.toml"),
        ("deals = 3", "players"),
        (PLAYERS, "games"),
        (PLAYERS + "[games]\ngame = 'longhorn'", "games"),
        (PLAYERS + "[[games]]\nseats = 2", "game"),
        (PLAYERS + "[[games]]\ngame = 'whist'", "whist"),
        (PLAYERS + "[[games]]\ngame = 'longhorn'\nseats = 9", "9"),
        (PLAYERS + "[[games]]\ngame = 'longhorn'\nseats = true", "True"),
        (PLAYERS + "[[games]]\ngame = 'longhorn'\nrules = 'x'", "x"),
        (PLAYERS + "[[games]]\ngame = 'longhorn'\nplayers = ['a', 'z']", "z"),
        (PLAYERS + "[[games]]\ngame = 'longhorn'\nplayers = ['a']", "1"),
        (PLAYERS + "[[games]]\ngame = 'longhorn'\njobs = 2", "jobs"),
        (PLAYERS + "[[games]]\ngame = 'longhorn'\nmode = 'cup'", "cup"),
        (PLAYERS + "[[games]]\ngame = 'longhorn'\nplayers = {a = {skill = 30}, b = {}}", "30"),
        (PLAYERS + "[[games]]\ngame = 'longhorn'\n[[games]]\ngame = 'longhorn'", "longhorn"),
        ("speed = 3\n" + PLAYERS + "[[games]]\ngame = 'longhorn'", "speed"),
        ("deals = 0\n" + PLAYERS + "[[games]]\ngame = 'longhorn'", "0"),
        ("deals = 2.5\n" + PLAYERS + "[[games]]\ngame = 'longhorn'", "2.5"),
        ("stop = -1\n" + PLAYERS + "[[games]]\ngame = 'longhorn'", "-1"),
        (PLAYERS + "c = 7\n[[games]]\ngame = 'longhorn'", "c"),
        (PLAYERS + "c = {nodes = 7}\n[[games]]\ngame = 'longhorn'", "c"),
        (PLAYERS + "c = {search = 'full'}\n[[games]]\ngame = 'longhorn'", "full"),
        (PLAYERS + "c = {search = 'best', nodes = 1}\n[[games]]\ngame = 'longhorn'", "best"),
        (PLAYERS + "c = {engine = '', nodes = 1}\n[[games]]\ngame = 'longhorn'", "c"),
        (
            PLAYERS + "c = {engine = 'x', nodes = 1, options = {File = 'a,b'}}\n[[games]]\ngame='longhorn'",
            "a,b",
        ),
        (PLAYERS + "'c d' = 'random'\n[[games]]\ngame = 'longhorn'", "c d"),
    ],
)
def test_a_bad_file_is_one_error_that_names_the_word(text: str, token: str, tmp_path: Path) -> None:
    with pytest.raises(ProtocolError) as caught:
        read(text, tmp_path)
    assert token in error_text(caught.value)


def test_settings_of_the_command_line_are_checked_alike() -> None:
    check_settings("", {"jobs": 2, "stop": 1, "seed": 0, "warmup": 0})
    for values, right in (({"jobs": 0}, "1 or more, not 0"), ({"stop": -1}, "above 0, not -1")):
        with pytest.raises(ProtocolError, match=right):
            check_settings("", values)
    for values, token in (({"jobs": 0}, "0"), ({"seed": 2**64}, str(2**64)), ({"log": 3}, "3")):
        with pytest.raises(ProtocolError) as caught:
            check_settings("", values)
        assert caught.value.token == token


def test_changed_settings() -> None:
    spec = read_player("full:movetime=5,skill=3,name=x")
    assert with_settings(spec, {"movetime": "", "nodes": "7"}).text == "full:nodes=7,skill=3"
    assert with_settings(spec, {}, "y").name == "y"
    assert with_settings(read_player("random"), {}) == read_player("random")


def test_the_test_in_sequence_is_of_the_first_player(tmp_path: Path) -> None:
    found = read(f"sprt = 'elo1=5'\n{PLAYERS}[[games]]\ngame = 'longhorn'", tmp_path)
    assert getattr(found.plan.enough, "name", None) == "a"
