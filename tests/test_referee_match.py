"""Matches: seatings, resuming from a log, the same games however they are spread, the end."""

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
from pathlib import Path

import pytest
from driver import ENGINE, HERE, PATIENCE, TOY_ENGINE
from toys.arena import toy_arena

from protocol.base.errors import ProtocolError
from protocol.base.gameline import GameRecord, Key
from protocol.matches.match import FIRST_LOOK, LOOK, Course, StopRule, close_players, play_match
from protocol.matches.workers import local_executor
from protocol.ratings.statistics import paired_difference
from protocol.ratings.summary import summarise
from protocol.records.gamelog import GameLog, task_key, verify
from protocol.records.lineup import line_up, read_player
from protocol.records.schedule import GROUP_MAX, Schedule, Setup, arrangements, baseline, rotations
from referee_help import Serial, command, schedule
from scaling import some
from solver.games import GAMES


def play(
    plan: Schedule,
    groups: int,
    path: Path | None = None,
    half_width: float | None = None,
    executor: Executor | None = None,
) -> tuple[Course, dict[Key, GameRecord]]:
    """A match in this thread: its course and its games."""
    with GameLog(path) as log:
        first = plan.seatings[0][0].name
        course = play_match(
            plan,
            first,
            StopRule(groups, half_width),
            log,
            executor or Serial(),
            2 if executor else 1,
            make_arena=toy_arena,
        )
        return course, dict(log.games)


def without_times(record: GameRecord) -> dict[str, object]:
    """All of a record that must be the same every time."""
    fields: dict[str, object] = json.loads(record.line())
    del fields["seconds"], fields["ms"]
    return fields


def essence(games: dict[Key, GameRecord]) -> list[str]:
    """The games without their times, in an order of their own."""
    return sorted(json.dumps(without_times(record)) for record in games.values())


# --- who sits where ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_player_sits_in_every_seat_equally_often(seats: int) -> None:
    for players in (["greedy", "random"], ["greedy", "random", "flat:nodes=1"][:seats]):
        line = line_up([read_player(text) for text in players], seats)
        turns = rotations(line)
        assert len(set(turns)) == len(turns)
        for seat in range(seats):
            assert Counter(turn[seat].name for turn in turns) == Counter(spec.name for spec in line)


def test_a_line_up_that_repeats_has_fewer_turns() -> None:
    a, b = read_player("greedy"), read_player("random")
    assert rotations([a, b, a, b]) == [(a, b, a, b), (b, a, b, a)]
    assert rotations([a, a]) == [(a, a)]
    assert baseline([a, b, b]) == (b, b, b)


def test_teams_stay_together_and_turn_as_one() -> None:
    a, b, c = (read_player(text) for text in ("greedy", "random", "flat:nodes=1"))
    line = line_up([a, b], 6, team=2)
    assert line == [a, a, b, b, b, b]
    assert rotations(line, team=2) == [(a, a, b, b, b, b), (b, b, a, a, b, b), (b, b, b, b, a, a)]
    assert len(arrangements(line_up([a, b, c], 6, team=2), team=2)) == 6
    with pytest.raises(ProtocolError, match="teams of 2 do not fill 5 seats"):
        line_up([a, b], 5, team=2)
    with pytest.raises(ProtocolError, match="3 players for 4 seats in teams of 2: name 1 to 2"):
        line_up([a, b, c], 4, team=2)


def test_every_order_once() -> None:
    a, b, c = (read_player(text) for text in ("greedy", "random", "flat:nodes=1"))
    assert len(set(arrangements([a, b, c]))) == len(arrangements([a, b, c])) == 6
    assert arrangements([a, b, b]) == [(a, b, b), (b, a, b), (b, b, a)]
    assert len(arrangements([a] + [b] * 9)) == 10
    with pytest.raises(ProtocolError, match=str(GROUP_MAX)):
        arrangements([read_player(f"random:name=r{number}") for number in range(10)])


def test_a_group_shares_its_deal_and_groups_do_not() -> None:
    plan = schedule("bid", ["greedy", "random"], 4)
    deals = [{task.deal for task in plan.group(index)} for index in range(50)]
    assert all(len(deal) == 1 for deal in deals)
    known = {deal for group in deals for deal in group}
    assert len(known) == 50
    other = schedule("bid", ["greedy", "random"], 4, seed=2)
    assert not {task.deal for task in other.group(0)} & known


# --- the same games ---------------------------------------------------------------------------------------


def test_a_mirror_match_of_fixed_players_is_exactly_even() -> None:
    course, _ = play(schedule("hand", ["greedy", "greedy"], 2), 60)
    assert course.found.mean == course.found.low == course.found.high == 0


def test_a_mirror_match_of_equal_players_is_even_within_its_interval() -> None:
    for game, seats in (("hand", 3), ("bid", 3), ("roll", 2)):
        course, _ = play(schedule(game, ["random"] * 2, seats), 80)
        assert course.found.low <= 0 <= course.found.high
        assert course.found.half_width > 0


def test_a_better_player_wins() -> None:
    course, _ = play(schedule("roll", ["full:nodes=60", "random"], 2), 30)
    assert course.found.low > 0


@pytest.mark.ci
def test_the_games_do_not_depend_on_how_many_run_at_once(tmp_path: Path) -> None:
    plan = schedule("hand", ["full:nodes=40", "random", "greedy"], 3)
    one, games_one = play(plan, 12, tmp_path / "one.jsonl")
    executor, end = local_executor(2)
    try:
        two, games_two = play(plan, 12, tmp_path / "two.jsonl", executor=executor)
    finally:
        end()
        executor.shutdown()
    assert essence(games_one) == essence(games_two)
    assert len(games_one) == 36
    assert one.found == two.found
    for record in games_two.values():
        verify(record, toy_arena().games)


def test_a_match_is_the_same_with_an_engine_process(tmp_path: Path) -> None:
    engine = f"cmd:nodes=64,Seed=0:{' '.join(TOY_ENGINE)}"
    plan = schedule("bid", [engine, "random"], 3)
    try:
        _, games = play(plan, 2, tmp_path / "a.jsonl")
        _, again = play(plan, 2, tmp_path / "b.jsonl")
    finally:
        close_players()
    assert essence(games) == essence(again)
    assert {record.ending.value for record in games.values()} == {"normal"}


# --- the log ----------------------------------------------------------------------------------------------


def test_a_cut_log_goes_on_to_the_same_table(tmp_path: Path) -> None:
    plan = schedule("hand", ["greedy", "random"], 3)
    path = tmp_path / "log.jsonl"
    whole, games = play(plan, 15, path)
    data = path.read_bytes()
    names = ["greedy", "random"]
    table = summarise(whole.groups, names, 3).as_dict()
    for size in (0, 1, len(data) // 3, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:size])
        lines = data[:size].count(b"\n")
        again, games_again = play(plan, 15, path)
        assert essence(games_again) == essence(games)
        assert {GameRecord.read(line).key for line in path.read_text().splitlines()} == set(games)
        assert path.read_bytes().count(b"\n") == 45
        assert path.read_bytes()[: data[:size].rfind(b"\n") + 1] == data[: data[:size].rfind(b"\n") + 1]
        found = summarise(again.groups, names, 3).as_dict()
        for one, two in zip(found["players"], table["players"], strict=True):
            assert {**one, "ms": 0} == {**two, "ms": 0}
        assert again.games == 45
        assert lines < 45


def test_a_finished_match_plays_nothing(tmp_path: Path) -> None:
    plan = schedule("hand", ["greedy", "random"], 2)
    path = tmp_path / "log.jsonl"
    course, _ = play(plan, 10, path)
    before = path.read_bytes()

    class Never(Executor):
        def submit(self, *args: object, **kwargs: object) -> None:  # type: ignore[override]
            raise AssertionError("a game is played again")

    again, _ = play(plan, 10, path, executor=Never())
    assert path.read_bytes() == before
    assert again.found == course.found


def test_other_matches_in_the_file_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    one, _ = play(schedule("hand", ["greedy", "random"], 2), 5, path)
    other, games = play(schedule("hand", ["greedy", "random"], 2, seed=2), 5, path)
    play(schedule("bid", ["greedy", "random"], 2), 5, path)
    assert len(games) == 20
    assert len(path.read_bytes().splitlines()) == 30
    assert play(schedule("hand", ["greedy", "random"], 2), 5, path)[0].found == one.found
    assert play(schedule("hand", ["greedy", "random"], 2, seed=2), 5, path)[0].found == other.found


def test_the_key_of_a_task_is_that_of_its_record(tmp_path: Path) -> None:
    plan = Schedule(
        Setup("roll", 2, 3, ("long",)),
        tuple(rotations([read_player("greedy"), read_player("random:name=r")])),
    )
    _, games = play(plan, 3)
    wanted = {task_key(task, "roll/1") for index in range(3) for task in plan.group(index)}
    assert set(games) == wanted
    assert {GameRecord.read(record.line()).key for record in games.values()} == wanted


@pytest.mark.parametrize("line", ["nonsense", "{}", "[1]", '{"game": 1}'])
def test_a_line_that_is_no_game_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "log.jsonl"
    play(schedule("hand", ["greedy", "random"], 2), 1, path)
    data = path.read_text() + line + "\n"
    path.write_text(data)
    with pytest.raises(ProtocolError, match="line 3"):
        GameLog(path)
    assert path.read_text() == data


def test_two_matches_cannot_write_one_log(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with GameLog(path), pytest.raises(ProtocolError, match="in use"):
        GameLog(path)
    with GameLog(path):
        pass
    with pytest.raises(ProtocolError, match="missing"):
        GameLog(tmp_path / "missing" / "log.jsonl")


# --- where it ends ----------------------------------------------------------------------------------------


def test_the_looks() -> None:
    assert StopRule(400, 0.03).looks() == list(range(FIRST_LOOK, 401, LOOK))
    assert StopRule(50, 0.03).looks() == [40, 50]
    assert StopRule(7, 0.03).looks() == [7]
    assert StopRule(400, None).looks() == [400]


def test_a_match_ends_at_the_first_look_at_which_the_interval_is_narrow(tmp_path: Path) -> None:
    plan = schedule("roll", ["random", "greedy"], 3)
    whole, games = play(plan, 120)
    assert len(games) == 360
    widths = {
        look: paired_difference({k: whole.groups[k] for k in range(look)}, "random").half_width
        for look in StopRule(120, 0.1).looks()
    }
    looks = list(widths)
    wanted = next(look for look in looks[1:] if all(widths[look] < widths[k] for k in looks if k < look))
    width = (widths[wanted] + min(widths[look] for look in looks if look < wanted)) / 2
    path = tmp_path / "log.jsonl"
    course, _ = play(plan, 120, path, half_width=width)
    assert course.finished
    assert course.narrow
    assert (len(course.groups), course.looks) == (wanted, looks.index(wanted) + 1)
    # games that a longer match has left in the log do not move the end
    play(plan, 120, path)
    again, _ = play(plan, 120, path, half_width=width)
    assert again.found == course.found
    assert play(plan, 120, path, half_width=max(widths.values()))[0].looks == 1 + looks.index(
        next(look for look in looks if widths[look] <= max(widths.values()))
    )
    open_end, _ = play(plan, 120, path, half_width=1e-6)
    assert not open_end.narrow
    assert len(open_end.groups) == 120


# --- the command ------------------------------------------------------------------------------------------


def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return command("match", *words, code=code)


@pytest.mark.long
def test_the_command_prints_a_table_and_json(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    words = ("longhorn", "greedy", "random", "--deals", "6", "--baseline", "--log", str(log))
    text = run(*words).stdout
    assert "Longhorn, 2 seats, seed 1" in text
    assert "greedy" in text
    assert "points over baseline" in text
    assert "6 deals with 3 games each, looked at once" in text
    found = json.loads(run(*words, "--json").stdout)
    assert found["groups"] == 6
    assert found["games"] == 18
    assert found["course"]["finished"]
    greedy, random = found["players"]
    assert greedy["name"] == "greedy"
    assert greedy["difference"]["mean"] == -random["difference"]["mean"]
    assert greedy["difference"]["low"] <= greedy["difference"]["mean"] <= greedy["difference"]["high"]
    for line in log.read_text().splitlines():
        verify(GameRecord.read(line), GAMES)


@pytest.mark.parametrize(
    ("words", "token"),
    [
        (("draughts", "random", "random"), "draughts"),
        (("longhorn", "strong", "random"), "strong"),
        (("longhorn", "full:movetime=soon", "random"), "soon"),
        (("longhorn", "random", "random", "random"), "3 players for 2 seats"),
        (("longhorn", "random", "random", "--seats", "3"), "3"),
        (("longhorn", "random", "random", "--rules", "wild"), "wild"),
        (("longhorn", "random", "random", "--log", "/no/such/folder/log.jsonl"), "/no/such/folder"),
        (("longhorn", "cmd:movetime=5:/no/such/engine", "random"), "/no/such/engine"),
        (("longhorn", "random", "random", "--figures", "/no/such/file"), "/no/such/file"),
    ],
)
def test_bad_words_are_one_clear_error(words: tuple[str, ...], token: str) -> None:
    done = run(*words, code=2)
    assert done.stdout == ""
    assert token in done.stderr
    assert len([line for line in done.stderr.splitlines() if line.startswith("Error: ")]) == 1


@pytest.mark.long
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_match_says_how_to_go_on_and_goes_on(tmp_path: Path, sent: signal.Signals) -> None:
    path = tmp_path / "log.jsonl"
    words = ["longhorn", "flat:nodes=400", "random", "--deals", "25", "--log", str(path), "--jobs", "2"]
    process = subprocess.Popen(
        [*ENGINE, "match", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    end = time.monotonic() + PATIENCE
    while not (path.exists() and path.read_bytes().count(b"\n") >= 5) and time.monotonic() < end:
        time.sleep(0.01)
    os.killpg(process.pid, sent) if sent == signal.SIGINT else process.send_signal(sent)
    out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert f"go on with: herdmind match {' '.join(words)}" in errors
    assert "looked at" in out
    kept = path.read_text()
    assert kept.endswith("\n")
    assert 5 <= kept.count("\n") < 50
    found = json.loads(run(*words, "--json").stdout)
    assert path.read_text().startswith(kept)
    undisturbed = json.loads(run(*words[:-4], "--json").stdout)
    for one, two in zip(found["players"], undisturbed["players"], strict=True):
        assert {**one, "ms": 0} == {**two, "ms": 0}


@pytest.mark.parametrize("late", some([0.02 * step for step in range(60)], 3))
def test_ctrl_c_at_any_moment_of_the_start_ends_without_a_traceback(tmp_path: Path, late: float) -> None:
    words = ["match", "longhorn", "random", "greedy", "--deals", "9999", "--log", str(tmp_path / "log.jsonl")]
    process = subprocess.Popen(
        [*ENGINE, *words, "--jobs", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    # python itself has to be there to hear it
    end = time.monotonic() + PATIENCE
    while "/_json" not in Path(f"/proc/{process.pid}/maps").read_text() and time.monotonic() < end:
        time.sleep(0.005)
    time.sleep(late)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    # both are 130 in a shell: python ends by the signal itself when that met it in text under execution
    assert process.returncode in (130, -signal.SIGINT), errors
    assert "Traceback" not in errors


def test_a_match_in_which_an_engine_failed_ends_with_1_also_when_it_is_run_again(tmp_path: Path) -> None:
    bad = shlex.join([sys.executable, str(HERE / "bad_engine.py"), "plays nonsense"])
    words = ["longhorn", f"cmd:nodes=9:{bad}", "random", "--deals", "1", "--jobs", "1"]
    log = tmp_path / "log.jsonl"
    for _ in range(2):
        found = json.loads(run(*words, "--log", str(log), "--json", code=1).stdout)
        assert found["endings"] == {"illegal": 2}
    assert log.read_text().count("\n") == 2
