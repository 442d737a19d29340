"""Tournaments: pairings, rounds that retire players, resuming from a log in any state."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import Executor
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import CliRunner
from driver import ENGINE, HERE, PATIENCE
from toys.arena import toy_arena

import scaling
from protocol.base.errors import ProtocolError
from protocol.base.gameline import Ending, GameRecord
from protocol.cli import command_tournament as cli_tournament
from protocol.cli.main import main
from protocol.matches import match
from protocol.matches.players import Patience
from protocol.matches.referee import play_game
from protocol.ratings.sprt import read_test
from protocol.records import schedule
from protocol.records.gamelog import GameLog, fault_result, verify
from protocol.records.lineup import PlayerSpec, line_up, read_player
from protocol.records.schedule import GROUP_MAX, GameTask, Schedule, Setup, balanced, rotations
from protocol.tournaments import pairings
from protocol.tournaments.pairings import seatings
from protocol.tournaments.tournament import ROUND, Plan, SprtRule, Tournament, play_tournament, section_of
from referee_help import Serial, command
from solver.games import GAMES

# Processes of whole commands; what they compute is checked elsewhere.
pytestmark = pytest.mark.pure


def named(count: int) -> list[PlayerSpec]:
    """So many players: a, b, c and so on."""
    return [read_player(f"random:name={chr(ord('a') + number)}") for number in range(count)]


def words(lines: tuple[schedule.LineUp, ...] | list[schedule.LineUp]) -> list[str]:
    """The seatings as words of the players' letters."""
    return ["".join(spec.name for spec in line) for line in lines]


# --- who meets whom ---------------------------------------------------------------------------------------


def test_a_round_robin_of_two_seats_is_all_pairs_from_both_sides() -> None:
    found = words(seatings(named(4), 2))
    assert sorted(found) == sorted(one + two for one, two in permutations("abcd", 2))


@pytest.mark.parametrize(("players", "seats"), [(3, 3), (5, 3), (6, 4)])
def test_a_round_robin_of_more_seats_is_every_table_that_can_be_filled(players: int, seats: int) -> None:
    found = words(seatings(named(players), seats))
    assert Counter("".join(sorted(line)) for line in found) == {
        "".join(chosen): seats for chosen in combinations("abcdef"[:players], seats)
    }
    for seat in range(seats):
        assert len(set(Counter(line[seat] for line in found).values())) == 1


def test_too_few_players_for_a_table_meet_in_pairs() -> None:
    assert words(seatings(named(2), 4)) == ["abab", "baba"]
    found = words(seatings(named(3), 5))
    assert len(found) == len(set(found)) == 30
    for one, two in combinations("abc", 2):
        tables = [line for line in found if set(line) == {one, two}]
        for seat in range(5):
            assert Counter(line[seat] for line in tables) == {one: 5, two: 5}
    assert words(pairings.pairs(named(3), 2)) == ["ab", "ac", "bc"]


def test_too_many_tables_become_pairs() -> None:
    many = named(22)
    found = pairings.round_robin(many, 6)
    assert found == pairings.pairs(many, 6)
    assert len(found) == 231


def test_a_gauntlet_is_the_first_against_each_other() -> None:
    assert words(seatings(named(3), 2, mode="gauntlet")) == ["ab", "ba", "ac", "ca"]
    found = words(seatings(named(3), 4, mode="gauntlet"))
    assert Counter(found) == Counter(["abbb", "babb", "bbab", "bbba", "accc", "cacc", "ccac", "ccca"])


def test_one_table_for_all_and_teams() -> None:
    assert words(seatings(named(3), 3, mode="table")) == ["abc", "cab", "bca"]
    assert words(seatings(named(2), 4, team=2)) == ["aabb", "bbaa"]
    assert len(seatings(named(4), 4, mode="table", seating="all")) == 24


@pytest.mark.parametrize("count", range(2, 11))
def test_balanced_seatings_balance_seats_and_neighbours(count: int) -> None:
    found = words(balanced(named(count)))
    assert len(found) == len(set(found)) == (count if count % 2 == 0 else 2 * count)
    for seat in range(count):
        assert set(Counter(line[seat] for line in found).values()) == {len(found) // count}
    behind = Counter(line[k : k + 2] for line in found for k in range(count - 1))
    assert len(behind) == count * (count - 1)
    assert len(set(behind.values())) == 1
    if count > 2:  # rotations do not
        behind = Counter(line[k : k + 2] for line in words(rotations(named(count))) for k in range(count - 1))
        assert len(behind) < count * (count - 1)


def test_balanced_seatings_of_teams_and_of_repeated_players() -> None:
    found = words(balanced(line_up(named(3), 6, team=2), team=2))
    assert len(found) == 6
    assert all(line[0] == line[1] and line[2] == line[3] for line in found)
    line = line_up(named(2), 4)
    assert balanced(line) == rotations(line)


@pytest.mark.parametrize(
    ("players", "seats", "team", "mode", "message"),
    [
        (1, 2, 1, "round-robin", "at least 2 players, not 1"),
        (3, 2, 1, "table", "3 players for 2 seats"),
        (3, 5, 2, "pairs", "teams of 2"),
        (3, 4, 4, "pairs", "teams of 4"),
        (26, 10, 1, "pairs", None),
        (26, 2, 1, "gauntlet", None),
    ],
)
def test_what_cannot_be_seated(players: int, seats: int, team: int, mode: str, message: str | None) -> None:
    if message is None:
        assert len(seatings(named(players), seats, team, mode)) <= GROUP_MAX
        return
    with pytest.raises(ProtocolError, match=message):
        seatings(named(players), seats, team, mode)
    with pytest.raises(ProtocolError, match=str(GROUP_MAX)):
        seatings(named(9), 5, 1, "round-robin", "all")


def test_the_command_knows_all_modes_and_seatings() -> None:
    assert tuple(pairings.MODES) == cli_tournament.MODES
    assert tuple(schedule.SEATINGS) == cli_tournament.SEATINGS


# --- rounds -----------------------------------------------------------------------------------------------


def plan_of(
    players: list[PlayerSpec],
    deals: int = 25,
    retire: int = 0,
    games: tuple[str, ...] = ("hand",),
    **more: Any,
) -> Plan:
    """A round robin of pairs at toy games."""
    sections = [
        section_of(Schedule(Setup(game, 2, 1), seatings(players, 2)), deals, [spec.name for spec in players])
        for game in games
    ]
    return Plan(tuple(sections), retire, **more)


def play(plan: Plan, path: Path | None = None, executor: Executor | None = None, jobs: int = 1) -> Tournament:
    """A tournament in this thread."""
    with GameLog(path) as log:
        found, whole = play_tournament(plan, log, executor or Serial(), jobs, make_arena=toy_arena)
    assert whole
    return found


def essence(found: Tournament) -> list[object]:
    """All games that count, but for times, and what was decided."""
    out: list[object] = [found.verdict]
    for number in range(len(found.plan.sections)):
        out.append(found.retired(number))
        for index, games in sorted(found.groups(number).items()):
            for game in games:
                fields = json.loads(game.line())
                del fields["seconds"], fields["ms"]
                out.append((index, fields))
    return out


@pytest.fixture
def _faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player c crashes in every game at roll, b in every other one; the rest is played."""
    real = play_game

    def game(task: GameTask, *rest: Any) -> GameRecord:
        record = real(task, *rest)
        names = [spec.name for spec in task.players]
        bad = "c" if task.setup.game == "roll" and "c" in names else None
        bad = bad or ("b" if "b" in names and task.group % 2 else None)
        if bad is None:
            return record
        ranks, returns = fault_result(2, names.index(bad))
        return replace(
            record, ending=Ending.CRASH, fault=names.index(bad), ranks=ranks, returns=returns, detail="x"
        )

    monkeypatch.setattr(match, "play_game", game)


@pytest.mark.usefixtures("_faults")
def test_a_player_that_only_fails_is_retired_from_that_game_and_the_others_go_on() -> None:
    found = play(plan_of(named(3), 25, retire=20, games=("hand", "roll")))
    assert found.retired(0) == {}
    assert found.retired(1) == {"c": ROUND}
    groups = found.groups(1)
    assert sorted(groups) == list(range(25))
    assert [len(groups[index]) for index in (0, ROUND - 1, ROUND, 24)] == [6, 6, 2, 2]
    assert all(len(games) == 6 for games in found.groups(0).values())
    assert found.total == found.games == 25 * 6 + ROUND * 6 + 15 * 2
    assert found.endings["crash"] == 13 * 0 + 12 * 4 + 10 * 4 + 5 * 2 + 7 * 2
    assert found.tally["c"].faults == 40


@pytest.mark.usefixtures("_faults")
def test_what_rounds_decide_is_the_same_however_the_games_come() -> None:
    plan = plan_of(named(3), 25, retire=20, games=("hand", "roll"))
    whole = play(plan)
    with GameLog(None) as log:
        # the last games first: all were played before anything was decided
        editions = {name: game.edition for name, game in toy_arena().games.items()}
        late = Tournament(plan, log, editions)
        for task in reversed(list(late.tasks())):
            late.add(match.play_task(task, toy_arena, Patience()))
        assert late.finished
        assert late.games > whole.games
        assert essence(late) == essence(whole)


def test_nobody_is_retired_when_that_is_not_wanted() -> None:
    assert Plan((), 0).retire == 0
    found = play(plan_of(named(2), 12))
    assert found.finished
    assert found.total == found.games == found.fresh == 24


def test_it_ends_when_it_is_enough() -> None:
    asked = []

    def enough(groups: dict[int, list[GameRecord]]) -> str | None:
        asked.append(len(groups))
        return "it is enough" if len(groups) >= 60 else None

    found = play(plan_of(named(2), 95, games=("hand", "roll"), enough=enough))
    assert asked == [20, 40, 60]
    assert found.verdict == "it is enough"
    assert len(found.groups(0)) == len(found.groups(1)) == 30
    narrow = play(plan_of(named(3), 100, half_width=0.9))
    assert narrow.verdict is not None
    assert "the difference of a is known to" in narrow.verdict
    assert len(narrow.groups(0)) == 40


def test_games_ahead_of_the_end_do_not_count() -> None:
    def enough(groups: dict[int, list[GameRecord]]) -> str | None:
        return "it is enough" if len(groups) >= ROUND else None

    plan = plan_of(named(3), 25, enough=enough)
    whole = play(plan)
    with GameLog(None) as log:
        editions = {name: game.edition for name, game in toy_arena().games.items()}
        late = Tournament(plan, log, editions)
        *ahead, first = reversed(list(late.tasks()))
        for task in ahead:
            late.add(match.play_task(task, toy_arena, Patience()))
        # nothing is decided: what there is counts
        assert not late.finished
        assert sorted(late.groups(0)) == list(range(1, 25))
        assert len(late.complete()) == 24
        assert late.all_groups() == {}
        late.add(match.play_task(first, toy_arena, Patience()))
        assert late.verdict == "it is enough"
        assert late.games == 25 * 6
        assert sorted(late.groups(0)) == list(range(ROUND))
        assert late.complete() == late.all_groups() == late.groups(0)
        assert essence(late) == essence(whole)


@pytest.mark.ci
def test_a_sequential_test_ends_it() -> None:
    players = [read_player("full:nodes=60,name=good"), read_player("random:name=bad")]
    rule = SprtRule("good", read_test("elo0=0,elo1=50"))
    found = play(plan_of(players, 300, games=("roll", "hand"), enough=rule))
    assert found.verdict is not None
    assert "H1 accepted" in found.verdict
    assert rule.result(found.all_groups()).sentence == found.verdict
    assert cli_tournament.Outcome(found).test == rule.result(found.all_groups())
    assert len(found.groups(0)) < 300
    assert len(found.groups(0)) % ROUND == 0


@pytest.mark.long
@pytest.mark.usefixtures("_faults")
def test_a_cut_log_goes_on_to_the_same_tournament(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    plan = plan_of(named(3), 15, retire=5, games=("hand", "roll"))
    whole = essence(play(plan, path))
    data = path.read_bytes()
    for size in (0, 1, len(data) // 3, len(data) // 2, len(data) - 1, len(data)):
        path.write_bytes(data[:size])
        found = play(plan, path)
        assert essence(found) == whole
        kept = data[:size].count(b"\n") + (size == len(data) - 1)  # a line that lacks only its end is whole
        assert found.fresh == data.count(b"\n") - kept
        assert sorted(path.read_bytes().splitlines()) != []
    more = plan_of(named(3), 20, retire=5, games=("hand", "roll"))
    assert play(more, path).fresh > 0


# --- the command ------------------------------------------------------------------------------------------


def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return command("tournament", *words, code=code)


def timeless(text: str) -> dict[str, Any]:
    """The result of a run without what depends on the clock."""
    found: dict[str, Any] = json.loads(text)
    for game in found["games"]:
        del game["seconds"]
        for player in game["players"]:
            del player["summary"]["ms"]
    return found


@pytest.mark.long
def test_the_command_prints_tables_and_json(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    words = ("longhorn", "greedy", "random", "random", "--deals", "3", "--log", str(log))
    text = run(*words).stdout
    assert "Longhorn, 2 seats, seed 1" in text
    assert "random#2" in text
    assert "Who beat whom" in text
    assert "3 deals, 18 games" in text
    found = json.loads(run(*words, "--json").stdout)
    assert found["finished"]
    assert found["overall"][0]["name"] == "greedy"
    assert found["games"][0]["games"] == 18
    assert sum(row["difference"] for row in found["overall"]) == pytest.approx(0)
    for line in log.read_text().splitlines():
        verify(GameRecord.read(line), GAMES)


@pytest.mark.parametrize(
    ("words", "token"),
    [
        ((), "GAME"),
        (("longhorn", "random"), "two PLAYERs"),
        (("draughts", "random", "random"), "draughts"),
        (("longhorn", "strong", "random"), "strong"),
        (("longhorn", "random", "random", "--mode", "cup"), "cup"),
        (("longhorn", "random", "random", "--deals", "0"), "deals"),
        (("longhorn", "random", "random", "--seed", "-1"), "-1"),
        (("longhorn", "random", "random", "--stop", "0"), "stop"),
        (("longhorn", "random", "random", "--sprt", "elo2=3"), "elo2=3"),
        (("longhorn", "random", "random", "--rules", "wild"), "wild"),
        (("longhorn", "random", "random", "--team", "2"), "teams of 2"),
        (("longhorn", "random", "random", "random", "--mode", "table"), "3 players for 2 seats"),
        (("longhorn", "random", "random", "--log", "/no/such/folder/log.jsonl"), "/no/such/folder"),
        (("longhorn", "cmd:movetime=5:/no/such/engine", "random"), "/no/such/engine"),
        (("longhorn", "random", "random", "--figures", "/no/such/file"), "/no/such/file"),
        (("--config", "/no/such/file.toml"), "/no/such/file.toml"),
        (("longhorn", "random", "random", "--config", "x.toml"), "--config"),
    ],
)
def test_bad_words_are_one_clear_error_and_exit_code_2(words: tuple[str, ...], token: str) -> None:
    done = CliRunner().invoke(main, ["tournament", *words])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert token in done.stderr
    assert len([line for line in done.stderr.splitlines() if line.startswith("Error: ")]) == 1


@pytest.mark.long
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_tournament_says_how_to_go_on(tmp_path: Path, sent: signal.Signals) -> None:
    path = tmp_path / "log.jsonl"
    words = ["longhorn", "flat:nodes=400", "random", "--deals", "25", "--log", str(path), "--jobs", "2"]
    process = start(words)
    wait_for(process, path, 5)
    os.killpg(process.pid, sent) if sent == signal.SIGINT else process.send_signal(sent)
    out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert f"go on with: herdmind tournament {' '.join(words)}" in errors
    assert "Longhorn, 2 seats" in out
    assert 5 <= path.read_text().count("\n") < 50


@pytest.mark.long
def test_a_killed_tournament_leaves_no_process_behind(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    bad = shlex.join([sys.executable, str(HERE / "bad_engine.py"), "ignores everything"])
    words = ["longhorn", f"cmd:nodes=9:{bad}", "random", "--log", str(path), "--jobs", "1", "--retire", "0"]
    process = start([*words, "--deals", "100000"])
    wait_for(process, path, 3)
    left = psutil.Process(process.pid).children(recursive=True)
    assert any("ignores everything" in child.cmdline() for child in left)
    process.kill()
    process.communicate(timeout=PATIENCE)
    _, alive = psutil.wait_procs(left, timeout=PATIENCE)
    assert not alive


@pytest.mark.long
@pytest.mark.parametrize("game", ["tournament", "match"])
def test_a_worker_that_is_killed_ends_it_with_3_and_the_same_command_goes_on(
    game: str, tmp_path: Path
) -> None:
    path = tmp_path / "log.jsonl"
    words = ["longhorn", "flat:nodes=400", "random", "--deals", "25", "--log", str(path), "--jobs", "2"]
    process = start(words, game)
    wait_for(process, path, 3)
    workers = [
        child
        for child in psutil.Process(process.pid).children()
        if any("spawn_main" in word for word in child.cmdline())
    ]
    workers[0].kill()
    out, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (3, ""), errors
    assert "Traceback" not in errors
    assert "a worker process was killed" in errors
    kept = path.read_text()
    assert 3 <= kept.count("\n") < 50
    command(game, *words)
    assert path.read_text().startswith(kept)
    assert path.read_text().count("\n") == 50


def start(words: list[str], game: str = "tournament") -> subprocess.Popen[str]:
    """The command in a process group of its own, left to itself."""
    return subprocess.Popen(
        [*ENGINE, game, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )


def wait_for(process: subprocess.Popen[str], path: Path, lines: int) -> None:
    """Until the log has so many lines."""
    end = time.monotonic() + PATIENCE * 4
    while not (path.exists() and path.read_bytes().count(b"\n") >= lines):
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            raise AssertionError(process.communicate())
        time.sleep(0.01)


FOUR = """
deals = {deals}
seed = 7
jobs = 2
log = "{log}"
[players]
tree = "full:nodes=30"
greedy = "greedy"
faulty = {{ engine = {engine}, nodes = 20, options = {{ Hash = 4 }} }}
[[games]]
game = "longhorn"
players = {{ tree = {{ nodes = 300 }}, greedy = {{}}, faulty = {{}} }}
[[games]]
game = "nimmt"
seats = 3
rules = ["round"]
[[games]]
game = "heckmeck"
seats = 2
[[games]]
game = "colt"
seats = 3
mode = "table"
"""


@pytest.mark.long
def test_four_games_three_engines_one_crashing_killed_twice(tmp_path: Path) -> None:
    """The table is that of an undisturbed tournament, and so is every game."""
    engine = json.dumps([sys.executable, str(HERE / "relay_engine.py"), "crashes", "20"])
    deals, results, games = scaling.scale(10), [], []
    for name, kills in (("calm", 0), ("killed", 2)):
        config, log = tmp_path / f"{name}.toml", tmp_path / f"{name}.jsonl"
        config.write_text(FOUR.format(log=log.name, engine=engine, deals=deals))
        for kill in range(kills):
            process = start(["--config", str(config)])
            wait_for(process, log, 5 * (kill + 1))
            process.kill()
            process.communicate(timeout=PATIENCE)
            assert process.returncode == -signal.SIGKILL
        done = run("--config", str(config), "--json", code=1)
        results.append(timeless(done.stdout))
        records = [GameRecord.read(line) for line in log.read_text().splitlines()]
        for record in records:
            verify(record, GAMES)
        games.append({record.key: [move[:2] for move in record.moves] for record in records})
        assert len(records) == len(games[-1])
    assert results[0] == results[1]
    assert games[0] == games[1]
    assert len(games[0]) == deals * (6 + 3 + 6 + 3)
    players = [player for game in results[0]["games"] for player in game["players"]]
    blamed = {player["name"] for player in players if player["summary"]["faults"]}
    assert blamed == {"faulty"}
    assert any("crash" in player["summary"]["faults"] for player in players)
    endings = Counter[str]()
    for game in results[0]["games"]:
        endings.update(game["endings"])
    assert endings["normal"] > 0


def test_a_report_that_cannot_be_written_is_known_before_the_first_game(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "file").write_text("")
    log = tmp_path / "log.jsonl"
    words = ["longhorn", "greedy", "random", "--deals", "1", "--jobs", "1", "--log", str(log)]
    assert "--report" in run(*words, "--report", str(tmp_path / "file" / "out"), code=2).stderr
    assert not log.exists()


@pytest.mark.long
def test_a_report_is_one_page_and_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ["longhorn", "greedy", "random", "--deals", "3", "--jobs", "1", "--report", str(tmp_path / "out")]
    run(*words, "--sprt", "elo0=0,elo1=400")
    page = (tmp_path / "out" / "report.html").read_text()
    assert "longhorn" in page
    assert "SPRT of 0 against 400" in page
    assert list((tmp_path / "out").glob("*.png"))
