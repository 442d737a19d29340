"""Standings, crosstable and the report: hand-made games, and the command on logs."""

from __future__ import annotations

import gzip
import io
import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from played import game, rotated
from protocol.base.gameline import Ending, GameRecord
from protocol.cli.command_match import player_grid, print_faults
from protocol.cli.main import main
from protocol.ratings.pairs import crosstable, elo_difference, group_games
from protocol.ratings.standings import events_of, standings, whole_groups
from protocol.ratings.summary import summarise
from protocol.reports.plots import pictures
from protocol.reports.report_page import page, section
from protocol.reports.show import elo_line, ends, number, print_standings

# Processes of whole commands; what they compute is checked elsewhere.
pytestmark = pytest.mark.pure


def run(*words: str | Path) -> Result:
    """The command as from a shell."""
    return CliRunner().invoke(main, ["report", *map(str, words)])


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A played match of three."""
    path = tmp_path_factory.mktemp("logs") / "match.jsonl"
    words = ["match", "nimmt", "greedy", "random:name=r", "random:name=q"]
    words += ["--seats", "3", "--rules", "round", "--deals", "5", "--jobs", "1", "--log", str(path)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return path


GROUPS = {
    0: [game("abc", [1, 2, 2], 0, [9, 5, 5]), game("cab", [3, 1, 2], 0, [0, 8, 4])],
    1: [game("abc", [2, 1, 3], 1, [4, 6, 2]), game("cab", [1, 3, 1], 1, [7, 7, 7], Ending.CRASH, 1)],
}


def test_a_crosstable_by_hand() -> None:
    found = crosstable(GROUPS)
    cells = {(c.name, c.other): c for row in found.cells for c in row if c is not None}
    # a against b: won, won | lost, lost (the crash)
    assert (cells["a", "b"].won, cells["a", "b"].tied, cells["a", "b"].lost) == (2, 0, 2)
    assert cells["a", "b"].share.mean == 0.5
    # b against c: tied, won | won, tied (both others of the crash)
    assert (cells["b", "c"].won, cells["b", "c"].tied, cells["b", "c"].lost) == (2, 2, 0)
    assert cells["b", "c"].share.mean == 0.75
    assert cells["c", "b"].share.mean == 0.25
    assert (cells["c", "b"].won, cells["c", "b"].lost) == (0, 2)
    assert found.cells[0][0] is None
    assert crosstable(GROUPS, ["a", "z"]).cells[0][1] is None
    won = {k: [game("ab", ranks, k)] for k, ranks in enumerate([[1, 2]] * 7 + [[2, 1]])}
    (_, mine), (other, _) = crosstable(won).cells
    assert mine is not None
    assert other is not None
    one, two = mine.share, other.share
    assert one.low <= one.mean <= one.high
    assert one.low < one.high
    assert (two.low, two.high) == (1 - one.high, 1 - one.low)


def test_standings_by_hand() -> None:
    found = standings(GROUPS)
    a, b, c = (found[name] for name in "abc")
    # comparisons of a: 2/2 and 2/2 in group 0; 1/2 and 0/2 in group 1
    assert a.share.mean == pytest.approx((1 + 0.25) / 2)
    assert b.share.mean == pytest.approx(((0.5 * 1 + 0 + 1 + 0) / 4 + (2 + 1.5) / 4) / 2)
    assert c.share.mean == pytest.approx(((0.5 + 0) / 4 + (0 + 1.5) / 4) / 2)
    assert a.points == pytest.approx((9 + 8 + 4) / 3)  # the crashed game has no points
    assert a.summary.wins.mean == pytest.approx((1 + 0) / 2)
    assert a.summary.rank == pytest.approx((1 + 1 + 2 + 3) / 4)
    assert a.summary.faults == {"crash": 1}
    # a sat in seat 0 in the first game of each deal: 2/2 and 1/2 beaten, ranks 1 and 2
    seat = a.seats[0]
    assert (seat.games, seat.share, seat.wins, seat.rank, seat.points) == (2, 0.75, 0.5, 1.5, 6.5)
    assert a.seats[2].games == 0
    assert math.isnan(a.seats[2].share)
    # seat 1: b tied for 2nd, a won, b won, a crashed
    assert found.seats[1].wins == pytest.approx((0 + 1 + 1 + 0) / 4)
    # a and b have the same record against each other and against c
    assert [player.place for player in found.players] == [1, 1, 3]
    assert (found.groups, found.games, found.endings) == (2, 4, {"normal": 3, "crash": 1})
    assert found.elo is None
    text = json.dumps(found.as_dict(), allow_nan=False)
    assert json.loads(text)["players"][0]["rating"]["elo"] > 0


def test_equal_players_share_a_place() -> None:
    groups = {k: [game(names, [1, 2], k) for names in rotated("ab")] for k in range(4)}
    groups |= {4 + k: [game(names, [1, 2], 4 + k) for names in ("ca", "cb")] for k in range(4)}
    found = standings(groups)
    assert [(player.name, player.place) for player in found.players] == [("c", 1), ("a", 2), ("b", 2)]
    two = standings({k: groups[k] for k in range(4)})
    assert two.elo is not None
    assert two.elo.elo == 0


def test_players_whom_no_game_connects_have_their_own_places(tmp_path: Path) -> None:
    first = [
        game(names, [1, 2] if names[0] < names[1] else [2, 1], k) for k in range(4) for names in rotated("ab")
    ]
    other = [game(names, [1 + (n != "x") for n in names], 9 + k) for k in range(4) for names in rotated("xy")]
    third = [
        game(names, [1 + (n != "x") for n in names], 20 + k) for k in range(4) for names in rotated("xz")
    ]
    path = tmp_path / "x.jsonl"
    path.write_text("".join(record.line() + "\n" for record in [*first, *other, *third]))
    (event,) = json.loads(run(path, "--json").stdout)["events"]
    rows = [(p["name"], p["pool"], p["place"], p["rating"]["pool"]) for p in event["players"]]
    assert rows == [("x", 1, 1, 1), ("y", 1, 2, 1), ("z", 1, 2, 1), ("a", 2, 1, 2), ("b", 2, 2, 2)]
    assert sum(p["rating"]["elo"] for p in event["players"] if p["pool"] == 2) == pytest.approx(0, abs=1e-6)
    page_file = tmp_path / "x.html"
    text = run(path, "--html", page_file).stdout
    words = "no game connects the players of one pool with those of another"
    for said in (text, page_file.read_text()):
        assert words in said
        assert "pool 1: x, y, z; pool 2: a, b" in said
    assert "<th>pool</th>" in page_file.read_text()
    path.write_text("".join(record.line() + "\n" for record in [*first, *third, game("az", [1, 2], 77)]))
    done = run(path, "--html", page_file)
    assert "pool" not in done.stdout
    assert "<th>pool</th>" not in page_file.read_text()


def test_line_ups_that_were_not_played_in_all_seatings_are_left_out() -> None:
    whole = [game(names, [1, 2], 0) for names in rotated("ab")]
    other = [game(names, [1, 2], 0) for names in rotated("ac")]
    part = [game("ab", [1, 2], 1), *[game(names, [1, 2], 1) for names in rotated("ac")]]
    groups, left = whole_groups({0: whole + other, 1: part})
    assert groups == {0: whole + other, 1: part[1:]}
    assert left == 1
    groups, left = whole_groups({0: whole, 1: part[:1]})
    assert list(groups) == [0]
    (event,) = events_of([*whole, part[0]])
    assert (len(event.groups), event.left_out) == (1, 1)
    assert len(events_of([*whole, game("abc", [1, 2, 3])])) == 2


def test_games_with_other_rules_or_figures_are_other_events() -> None:
    one = game("ab", [1, 2])
    found = events_of([one, replace(one, rules=("round",)), replace(one, figures="0123456789")])
    assert [event.title for event in found] == [
        "hand/1, 2 seats", "hand/1, 2 seats, round", "hand/1, 2 seats, figures 01234567"
    ]  # fmt: skip


def test_an_event_is_called_as_people_call_the_game() -> None:
    one = game("ab", [1, 2])
    titles = {"hand": "Hand of Games"}
    assert [event.title for event in events_of([one], titles)] == ["Hand of Games, 2 seats"]
    assert [event.game for event in events_of([one], titles)] == ["hand/1"]
    # of several editions each is named
    both = [event.title for event in events_of([one, replace(one, game="hand/2")], titles)]
    assert both == ["Hand of Games (hand/1), 2 seats", "Hand of Games (hand/2), 2 seats"]


@pytest.mark.parametrize(("turn", "word"), [(1, "more"), (-1, "fewer")])
def test_tables_and_pictures_say_which_points_are_better(turn: int, word: str) -> None:
    games = [game("abc", [1, 2, 3], k, [turn * (9 - k), turn * 4, turn * -1]) for k in range(4)]
    # a fault has points that say nothing
    games.append(game("abc", [3, 1, 1], 9, [turn * 99, 0, 0], Ending.CRASH, 0))
    groups = group_games(games)
    found = standings(groups)
    assert found.fewer_win is (turn < 0)
    made = pictures(groups, found)
    said = {name: figure.axes[0].get_xlabel() for name, figure in made.items()}
    assert f"{word} are better" in said["points"]
    assert "more is better" in said["ratings"]
    assert "best darkest" in said["ranks"]
    assert "fewer are quicker" in said["time"]
    out = Console(file=io.StringIO(), width=200)
    print_standings(out, found)
    assert f"points: {word} are better" in out.file.getvalue()  # type: ignore[attr-defined]
    assert f"points: {word} are better" in section("x", found, [], [])
    assert standings({0: [game("ab", [1, 1], 0, [3, 3])]}).fewer_win is None


def test_a_game_of_one_player_alone_is_worth_nothing_but_to_compare_with() -> None:
    alone = {k: [*games, game("aaa", [1, 2, 3], k, [99, 50, 20])] for k, games in GROUPS.items()}
    one, two = standings(alone), standings(GROUPS)
    for name in "abc":
        assert one[name].seats == two[name].seats or name == "a"
        assert one[name].points == two[name].points
    assert [line.games for line in one["a"].seats] == [line.games for line in two["a"].seats]
    assert [line.wins for line in one.seats] == [line.wins for line in two.seats]


def test_a_line_that_is_being_written_is_no_game_yet(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(log.read_bytes()[:-20])
    done = run(path, "--json")
    assert done.exit_code == 0, done.output
    (event,) = json.loads(done.output)["events"]
    assert (event["games"], event["left_out"]) == (12, 2)


def test_the_page_holds_all_tables_and_no_words_of_others_as_html() -> None:
    names = ["<b>", "c&d"]
    groups = {k: [game(turn, [1, 2], k) for turn in rotated(names)] for k in range(3)}
    text = page("t<x", [section("e<i>", standings(groups), [("p<q", b"data")], ["n<o"])])
    for word in ("t&lt;x", "e&lt;i&gt;", "&lt;b&gt;", "c&amp;d", "p&lt;q", "n&lt;o"):
        assert word in text
    for word in ("t<x", "<i>", "<b>", "p<q", "n<o"):
        assert word not in text
    assert "data:image/png;base64,ZGF0YQ==" in text
    heads = [re.sub("<.*?>", "|", row) for row in text.split("<tr>") if "<th>" in row]
    assert len(heads) == 3
    assert [word for word in heads[2].split("|") if word.startswith("seat")] == ["seat 1", "seat 2"]
    # the first seat always wins
    assert text.rsplit("<tr>", 1)[1].startswith("<td>first places %, all</td><td>100.0</td><td>0.0</td>")


def test_numbers_for_tables() -> None:
    assert number(math.nan) == "-"
    assert (number(-0.2), number(-0.0, 1), number(-0.2, 0, True)) == ("0", "0.0", "+0")
    assert ends(-math.inf, 12.4) == "[.., 12]"
    assert ends(1, math.inf, 1, True) == "[+1.0, ..]"
    assert ends(math.nan, 1) == "-"


def test_one_deal_tells_nothing_of_who_is_stronger() -> None:
    pair = rotated(["a", "b"])
    games = {k: [game(names, [1, 2], k) for names in pair] for k in range(2)}
    assert "probability" in elo_line(elo_difference(games, "a", "b"))
    assert elo_line(elo_difference({0: games[0]}, "a", "b")).endswith("1 won, 0 tied, 1 lost")


def test_the_command_prints_all_tables(log: Path) -> None:
    done = run(log, "--verify", "--sprt", "elo0=0,elo1=50", "--player", "greedy")
    assert done.exit_code == 0, done.output
    assert "6 nimmt!, 3 seats, round" in done.output
    for words in ("Who beat whom", "Seat by seat", "15 games", "15 normal", "seat 2", "SPRT of 0 against 50"):
        assert words in done.output
    assert re.findall(r"seat \d", done.output) == ["seat 1", "seat 2", "seat 3"]
    assert "15 games played again: all as recorded" in done.output
    other = run(log, "--json", "--sprt", "elo0=0,elo1=50", "--player", "q")
    assert json.loads(other.output)["events"][0]["sprt"]["name"] == "q"


def test_json_has_everything_and_packed_logs_count_once(log: Path, tmp_path: Path) -> None:
    packed = tmp_path / "match.jsonl.gz"
    packed.write_bytes(gzip.compress(log.read_bytes()))
    done = run(log, packed, "--json", "--reference", "r")
    assert done.exit_code == 0, done.output
    (event,) = json.loads(done.output)["events"]
    assert event["games"] == 15
    assert {player["name"] for player in event["players"]} == {"greedy", "r", "q"}
    zero = next(player for player in event["players"] if player["name"] == "r")
    assert zero["rating"]["elo"] == 0
    assert len(event["crosstable"]["cells"]) == len(event["seats"]) == 3
    assert event["sprt"] is None


def test_the_report_needs_no_other_file(log: Path, tmp_path: Path) -> None:
    page, folder = tmp_path / "report.html", tmp_path / "pictures"
    done = run(log, "--html", page, "--png", folder, "--sprt", "elo1=100")
    assert done.exit_code == 0, done.output
    text = page.read_text("utf-8")
    sources = re.findall(r'(?:src|href)="([^"]*)', text)
    assert len(sources) == 5
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    assert "http" not in re.sub(r"base64,[^\"]*", "", text)
    assert "@import" not in text
    assert "url(" not in text
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        f"6-nimmt-3-seats-round-{word}.png" for word in ("points", "ranks", "ratings", "sprt", "time")
    ]
    for path in folder.iterdir():
        assert path.read_bytes().startswith(b"\x89PNG")


def test_names_are_text_and_not_markup(tmp_path: Path) -> None:
    odd = "cmd::[b]<i>$x$&.."
    path = tmp_path / "odd.jsonl"
    games = [game(names, [1, 2], k) for k in range(4) for names in rotated([odd, "b"])]
    path.write_text("".join(record.line() + "\n" for record in games))
    done = run(path, "--html", tmp_path / "odd.html")
    assert done.exit_code == 0, done.output
    assert odd in done.output
    assert "cmd::[b]&lt;i&gt;$x$&amp;.." in (tmp_path / "odd.html").read_text("utf-8")


def test_a_match_takes_names_as_text_too() -> None:
    odd = "cmd::engine [/x]"
    games = [
        game(names, [1, 2], k, ending=Ending.CRASH, fault=1)
        for k in range(2)
        for names in ([odd, "b"], ["b", odd])
    ]
    found = summarise(group_games(games), [odd, "b"], 2)
    out = Console(file=io.StringIO(), width=200)
    out.print(player_grid("match", found))
    print_faults(out, found)
    assert isinstance(out.file, io.StringIO)
    assert out.file.getvalue().count(odd) == 2


def test_a_game_that_did_not_happen_is_found(log: Path, tmp_path: Path) -> None:
    lines = log.read_text().splitlines()
    record = GameRecord.read(lines[3])
    lines[3] = lines[3].replace(json.dumps(list(record.scores), separators=(",", ":")), "[1,2,3]")
    path = tmp_path / "false.jsonl"
    path.write_text("\n".join(lines) + "\n")
    assert run(path).exit_code == 0
    done = run(path, "--verify")
    assert done.exit_code == 2
    assert "game 4 (nimmt/1, seed 1, group 1" in done.output
    assert "scores are" in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--reference", "nobody"), "'nobody' in the logs; there are: greedy, r, q"),
        (("--player", "nobody"), "'nobody' in the logs"),
        (("--sprt", "elo1=-1"), "elo1 should be above elo0 = 0"),
    ],
)
def test_bad_words_are_named(log: Path, words: tuple[str, ...], message: str) -> None:
    done = run(log, *words)
    assert done.exit_code == 2
    assert message in done.output.replace("\n", " ")


def test_a_file_that_is_no_log_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    for text in ('{"a": 1}', "no JSON", "[]"):
        path.write_text(text + "\n")
        done = run(path)
        assert done.exit_code == 2
        assert "x.jsonl, line 1: not a game" in done.output.replace("\n", "")
    path.write_text("")
    done = run(path, "--html", tmp_path / "x.html")
    assert done.exit_code == 2
    assert "there are no games in" in done.output
    assert not (tmp_path / "x.html").exists()
    path.write_bytes(gzip.compress(b"x" * 100)[:-9])
    done = run(path)
    assert done.exit_code == 2
    assert "is not a whole gzip file" in done.output.replace("\n", " ")


@pytest.mark.parametrize(("name", "fewer"), [("longhorn/1", False), ("nimmt/1", True)])
def test_points_of_a_known_game_have_its_direction_whoever_won_with_what(name: str, fewer: bool) -> None:
    # one game alone, whose winner is behind in points, as after an immediate win in Longhorn
    won_behind = replace(game("ab", [1, 2], 0, [9, 4] if fewer else [4, 9]), game=name)
    assert standings({0: [won_behind]}).fewer_win is fewer
