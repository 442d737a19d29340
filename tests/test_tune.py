"""Tuning: its parameters, the same course after any interruption, and the test of significance."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from driver import ENGINE, PATIENCE

from protocol.base.errors import ProtocolError
from protocol.matches.tune import (
    Order,
    Parameter,
    Trial,
    Tuner,
    Tuning,
    final_confidence,
    open_study,
    read_parameter,
    tuning_dict,
    with_settings,
)
from protocol.ratings.statistics import Interval
from protocol.records.gamelog import GameLog
from protocol.records.lineup import read_player
from protocol.records.schedule import Setup
from referee_help import Serial

# Processes of whole commands; what they compute is checked elsewhere.
pytestmark = pytest.mark.pure

EXPLORE = Parameter("tree.explore", low=0.2, high=3.0)


def order(player: str = "full:nodes=15", against: str = "flat:nodes=15", **changes: Any) -> Order:
    """A small tuning of a round of 6 nimmt! at two seats."""
    plain: dict[str, Any] = {
        "setup": Setup("nimmt", 2, 1, ("round",)),
        "player": read_player(player),
        "baseline": read_player(against),
        "parameters": (EXPLORE, Parameter("tree.depth", low=1, high=6, whole=True)),
        "trials": 4,
        "deals": 10,
        "final": 6,
        "finalists": 2,
    }
    return Order(**{**plain, **changes})


def tune(wanted: Order, path: Path | None = None) -> dict[str, Any]:
    """Its result, played in this thread."""
    with GameLog(path) as log:
        study = open_study(wanted, path.with_name(path.name + ".study") if path else None)
        return tuning_dict(wanted, Tuner(wanted, log, study, Serial(), 1).run())


# --- parameters -------------------------------------------------------------------------------------------


def test_kinds_of_parameters() -> None:
    assert read_parameter("tree.explore=0.2:3") == EXPLORE
    assert read_parameter("tree.explore=1:3") == Parameter("tree.explore", low=1, high=3)
    assert read_parameter("tree.depth=1:64:log") == Parameter(
        "tree.depth", low=1, high=64, whole=True, log=True
    )
    assert read_parameter("skill=0:20") == Parameter("skill", low=0, high=20, whole=True)
    assert read_parameter("tree.bandit=ucb1,exp3") == Parameter("tree.bandit", ("ucb1", "exp3"))


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("tree.explore", "tree.explore"),
        ("=1:2", "=1:2"),
        ("nodes=1:100", "nodes"),
        ("tree.explore=low:3", "low"),
        ("tree.explore=1:inf", "inf"),
        ("tree.explore=3:1", "3:1"),
        ("tree.explore=0:1:log", "0"),
        ("tree.explore=0:1:lin", "0:1:lin"),
        ("tree.depth=1.5:4", "1.5:4"),
        ("tree.rivals=0:1", "tree.rivals"),
        ("tree.bandit=ucb1", "ucb1"),
        ("tree.bandit=ucb1,ucb1", "ucb1,ucb1"),
    ],
)
def test_a_bad_parameter_is_named(text: str, token: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_parameter(text)
    assert caught.value.token == token
    assert token in caught.value.message


@pytest.mark.parametrize(
    ("parameter", "token"),
    [("tree.daring=0:1", "tree.daring"), ("tree.bandit=ucb1,exp4", "exp4"), ("tree.share=0.5:2", "2")],
)
def test_a_parameter_that_the_player_cannot_have_is_named(parameter: str, token: str) -> None:
    with pytest.raises(ProtocolError, match=token):
        order(parameters=(read_parameter(parameter),))
    with pytest.raises(ProtocolError, match="twice"):
        order(parameters=(EXPLORE, EXPLORE))


def test_settings_take_the_place_of_the_players_own() -> None:
    player = with_settings(read_player("full:nodes=5,tree.depth=2,name=x"), {"tree.depth": "7"})
    assert player.text == "full:nodes=5,tree.depth=7"
    assert player.name == "tuned"
    engine = with_settings(read_player("cmd:nodes=5,Skill=3:engine --fast"), {"Skill": "7"})
    assert (engine.text, engine.command) == ("cmd:nodes=5,Skill=7:engine --fast", ("engine", "--fast"))


# --- the course -------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_course_is_the_same_from_any_part_of_its_files(tmp_path: Path) -> None:
    wanted = order()
    path, journal = tmp_path / "log.jsonl", tmp_path / "log.jsonl.study"
    whole = tune(wanted, path)
    assert whole["finished"]
    assert len(whole["trials"]) == 4
    assert len({trial["player"] for trial in whole["trials"]}) == 4
    games, trials = path.read_bytes(), journal.read_bytes()
    assert tune(wanted) == whole
    for part in (0.0, 0.3, 0.7):
        path.write_bytes(games[: int(part * len(games))])
        journal.write_bytes(trials[: int(part * len(trials))])
        assert tune(wanted, path) == whole
        # what was cut off in work does not stand there as if it still were
        states = Counter(trial.state.name for trial in open_study(wanted, journal).get_trials())
        assert not states["RUNNING"]
    assert states["FAIL"]
    # a longer one begins like it
    longer = tune(replace(wanted, trials=6), path)
    assert longer["trials"][:4] == whole["trials"]
    # another one in the same files is another one
    other = tune(replace(wanted, setup=replace(wanted.setup, seed=2)), path)
    assert other["trials"] != whole["trials"]


def test_trials_meet_the_same_deals_and_the_final_fresh_ones(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    result = tune(order(race=False), path)
    deals: dict[str, set[int]] = {}
    for game in map(json.loads, path.read_text().splitlines()):
        seat = next(seat for seat in game["seats"] if seat["name"] == "tuned")
        deals.setdefault(f"{game['seed']} {seat['player']}", set()).add(game["deal"])
    trials = [met for key, met in deals.items() if key.startswith("1 ")]
    finals = [met for key, met in deals.items() if not key.startswith("1 ")]
    assert len(trials) == 4
    assert len(finals) == 2
    assert all(met == trials[0] and len(met) == 10 for met in trials)
    assert all(met == finals[0] and len(met) == 6 for met in finals)
    assert not trials[0] & finals[0]
    assert {trial["difference"]["groups"] for trial in result["trials"]} == {10}


@pytest.mark.long
def test_a_trial_far_behind_is_given_up() -> None:
    parameters = (read_parameter("skill=0,20"),)
    whole = Setup("nimmt", 2, 1)  # a round alone is mostly luck
    wanted = order("flat:nodes=60", "random", setup=whole, parameters=parameters, deals=40, trials=8)
    assert wanted.looks() == [10, 20, 30, 40]
    trials = tune(wanted)["trials"]
    weak = [trial for trial in trials if trial["values"]["skill"] == "0"]
    strong = [trial for trial in trials if trial["values"]["skill"] == "20"]
    assert weak
    assert strong
    assert not any(trial["given_up"] for trial in strong)
    first = min(trial["number"] for trial in strong)
    later = [trial for trial in weak if trial["number"] > first]
    assert later
    assert all(trial["given_up"] and trial["difference"]["groups"] < 40 for trial in later)


# --- what is significant ----------------------------------------------------------------------------------


def test_a_better_player_is_significant_and_an_equal_one_is_not() -> None:
    parameters = (read_parameter("hash=1:8"),)
    better = tune(order("greedy", "random", parameters=parameters, trials=2, final=30, finalists=1))
    assert better["significant"]
    assert "better than the baseline" in better["verdict"]
    equal = tune(order("random", "random", parameters=parameters, trials=2, final=30, finalists=1))
    assert not equal["significant"]
    assert "nothing is significant" in equal["verdict"]


def test_the_verdict() -> None:
    def final(*spans: tuple[float, float]) -> tuple[bool, str]:
        trials = [
            Trial(number, f"p{number}", {}, Interval((low + high) / 2, low, high, 9))
            for number, (low, high) in enumerate(spans)
        ]
        return Tuning(final=trials).verdict()

    assert final((0.1, 0.3), (-0.1, 0.2)) == (True, "significant: p0 is better than the baseline")
    assert final((0.0, 0.3))[0] is False
    assert final((-0.2, -0.1), (-0.4, -0.2))[1].startswith("significant: all finalists are worse")
    assert final((-0.2, 0.1), (-0.4, -0.2))[1].startswith("nothing is significant")
    assert not Tuning().verdict()[0]
    assert final_confidence(order(finalists=5)) == pytest.approx(0.99)


# --- the command ------------------------------------------------------------------------------------------


WORDS = (
    *("tune", "nimmt", "--seats", "2", "--player", "full:nodes=40", "--param", "tree.explore=0.2:3"),
    *("--trials", "3", "--deals", "10", "--final", "6", "--finalists", "1"),
)


def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*ENGINE, *words], capture_output=True, text=True, timeout=2 * PATIENCE, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.long
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_the_command_goes_on_to_the_same_report(tmp_path: Path, sent: signal.Signals) -> None:
    log = tmp_path / "log.jsonl"
    words = [*WORDS, "--log", str(log)]
    process = subprocess.Popen(
        [*ENGINE, *words], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    end = time.monotonic() + PATIENCE
    while not (log.exists() and log.read_bytes().count(b"\n") >= 5) and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(sent)
    _, errors = process.communicate(timeout=PATIENCE)
    if sent == signal.SIGINT:
        assert process.returncode == 130, errors
        assert f"go on with: herdmind {' '.join(words)}" in errors
    text = run(*words).stdout
    assert "3 trials" in text
    assert "on fresh deals" in text
    assert "significant" in text
    assert json.loads(run(*words, "--json").stdout) == json.loads(run(*WORDS, "--json", "--jobs", "1").stdout)


@pytest.mark.parametrize(
    ("words", "token"),
    [
        (("draughts", "--player", "greedy", "--param", "skill=1:2"), "draughts"),
        (("nimmt", "--player", "strong", "--param", "skill=1:2"), "strong"),
        (("nimmt", "--player", "greedy", "--param", "tree.explore=1:2"), "tree.explore"),
        (("nimmt", "--player", "greedy", "--against", "full", "--param", "skill=1:2"), "full"),
        (("nimmt", "--player", "greedy", "--param", "skill=1-2"), "1-2"),
    ],
)
def test_bad_words_are_one_clear_error(words: tuple[str, ...], token: str) -> None:
    errors = run("tune", *words, code=2).stderr
    assert len([line for line in errors.splitlines() if line.startswith("Error: ")]) == 1
    assert token in errors


@pytest.mark.long
def test_an_engine_is_asked_for_its_option_before_the_first_game(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    engine = f"cmd:nodes=5:{shlex.join(ENGINE)}"
    words = ("nimmt", "--seats", "2", "--player", engine, "--jobs", "1", "--log", str(log))
    assert "no option Daring" in run("tune", *words, "--param", "Daring=0:9", code=2).stderr
    assert "21" in run("tune", *words, "--param", "Skill=0:21", code=2).stderr
    assert not log.read_bytes()


@pytest.mark.long
def test_games_lost_by_a_fault_are_told(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text(
        "import sys\n"
        "answers = {'uci': 'option name Speed type spin min 0 max 9\\nuciok', 'isready': 'readyok'}\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('go'):\n"
        "        sys.exit(3)\n"
        "    if line.strip() in answers:\n"
        "        print(answers[line.strip()], flush=True)\n"
    )
    words = [
        "tune",
        "nimmt",
        "--seats",
        "2",
        "--rules",
        "round",
        "--against",
        "random",
        "--param",
        "Speed=0:9",
    ]
    words += ["--player", f"cmd:nodes=5:{shlex.join([sys.executable, str(script)])}", "--jobs", "1"]
    words += ["--trials", "1", "--deals", "2", "--final", "2", "--log", str(tmp_path / "log.jsonl")]
    assert "tuned lost 8 of its games by a fault of its own" in run(*words).stdout
    assert json.loads(run(*words, "--json").stdout)["faults"] == {"tuned": 8}


def test_without_the_extra_the_error_says_what_to_install() -> None:
    program = "import sys; sys.modules['optuna'] = None; from protocol.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, *WORDS], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 2
    assert "herdmind[tune]" in done.stderr
