"""One grammar for all commands: GAME by any of its names, --movetime, and the old option names."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from driver import Engines

from protocol.base.gameline import GameRecord
from protocol.cli import command_play as cli_play
from protocol.cli import command_review as cli_review
from protocol.cli import command_solve as cli_solve
from protocol.cli import main as cli
from protocol.cli.parts import GAME, movetime_option
from solver.games import GAMES, game_named

LATE = (
    "longhorn/1 blackstone:-:-,solomon:-:-,dagger:-:-/tulsa:-:-,nugget:-:-,kidcooper:-:-/"
    "redriver:g1:ambush,maverick:-:-,cherokee:o2:ambush herds=b4w1o4/b4w4o3 gold=200/500 outlaw=redriver "
    "turn=1 last=maverick/cherokee phase=play"
)


def run(*words: str, code: int = 0) -> Result:
    """A command in this process."""
    done = CliRunner().invoke(cli.main, list(words))
    assert done.exit_code == code, done.output
    return done


# --- names of games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *[(name, name) for name in GAMES],
        *[
            (typed, "nimmt")
            for typed in ("6nimmt", "6 Nimmt!", "6-nimmt", "take6", "Take 6!", "cow006", "COW 006")
        ],
        *[(typed, "colt") for typed in ("colt express", "ColtExpress", "colt-express", "Colt")],
        *[(typed, "heckmeck") for typed in ("Heckmeck Barbecue", "barbecue")],
        *[(typed, "pickomino") for typed in ("Pickomino", "Heckmeck am Bratwurmeck")],
        *[(typed, None) for typed in ("chess", "", "!", "../chess", "carcassonne", "game_type.py")],
    ],
)
def test_games_are_known_by_the_names_that_people_type(typed: str, name: str | None) -> None:
    game = game_named(typed)
    assert (None if game is None else game.name) == name
    assert GAME.convert(typed, None, None) == (typed if name is None else name)


def test_no_two_games_share_a_name() -> None:
    for one, two in combinations(GAMES.values(), 2):
        for name in (two.name, two.title, *two.aliases):
            assert game_named(name, {one.name: one}) is None, name


@pytest.mark.parametrize(
    "command", ["deal", "analyse", "match", "tournament", "solve", "tune", "play", "advise"]
)
def test_every_command_takes_its_game_first_and_by_any_name(command: str) -> None:
    kinds = {
        param.name: param.type
        for param in cli.main.commands[command].params
        if isinstance(param, click.Argument)
    }
    takes_positions_too = ("analyse", "solve")
    assert kinds.get("game") is GAME or command in takes_positions_too


def test_deal_and_analyse_agree_on_a_game() -> None:
    words = ("6 nimmt!", "--seats", "2", "--seed", "3", "--rules", "round")
    dealt = run("deal", *words).stdout.strip()
    found = json.loads(run("analyse", *words, "--nodes", "50", "--json").stdout)
    assert found["game"] == GAMES["nimmt"].edition
    assert found["position"] == dealt
    usual = json.loads(run("analyse", "nimmt", "--nodes", "50", "--json").stdout)
    assert usual["position"] == run("deal", "nimmt").stdout.strip()


def test_analyse_keeps_its_old_words() -> None:
    new = run("analyse", "colt", "--seed", "3", "--nodes", "50", "--json").stdout
    for words in (
        ("--game", "colt", "--deal", "3"),
        ("colt", "--deal", "3"),
        ("--seed", "3", "--game", "Colt Express"),
    ):
        old = run("analyse", *words, "--nodes", "50", "--json").stdout
        assert json.loads(old)["position"] == json.loads(new)["position"]
    old = run("analyse", "--deal", "3", "--nodes", "50", "--json").stdout
    assert json.loads(old)["position"] == run("deal", "longhorn", "--seed", "3").stdout.strip()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name a GAME"),
        (("chess",), "there is no game 'chess'"),
        ((LATE, "--seed", "3"), "a TEXT is complete"),
        ((LATE, "--rules", "round"), "a TEXT is complete"),
        ((LATE, "--game", "longhorn"), "a TEXT is complete"),
        (("nimmt", "--seats", "99"), "99"),
    ],
)
def test_what_analyse_cannot_take_is_said(words: tuple[str, ...], said: str) -> None:
    assert said in run("analyse", *words, code=2).stderr


@pytest.mark.long
def test_a_match_and_a_tournament_of_any_name_keep_the_first_one(tmp_path: Path) -> None:
    words = ("greedy", "random", "--seats", "2", "--rules", "round", "--deals", "1", "--jobs", "1")
    for command in ("match", "tournament"):
        log = tmp_path / f"{command}.jsonl"
        run(command, "Take 6!", *words, "--log", str(log))
        assert {GameRecord.read(line).game for line in log.read_text().splitlines()} == {
            GAMES["nimmt"].edition
        }
    config = tmp_path / "cup.toml"
    config.write_text(
        'deals = 1\njobs = 1\n[players]\na = "greedy"\nb = "random"\n'
        '[[games]]\ngame = "6nimmt"\nseats = 2\nrules = ["round"]\n'
    )
    found = json.loads(run("tournament", "--config", str(config), "--json").stdout)
    assert [game["game"] for game in found["games"]] == ["nimmt"]


# --- --movetime -------------------------------------------------------------------------------------------


@click.command()
@movetime_option("For a test.", "2s")
def timed(ms: int) -> None:
    """Say how long."""
    click.echo(ms)


@pytest.mark.parametrize(
    ("words", "ms"),
    [
        ((), "2000"),
        (("--movetime", "300"), "300"),
        (("--movetime", "300ms"), "300"),
        (("--movetime", "1.5s"), "1500"),
        (("--time", "3"), "3000"),
        (("--time", "300ms"), "300"),
    ],
)
def test_a_number_alone_is_milliseconds_and_in_the_old_word_seconds(words: tuple[str, ...], ms: str) -> None:
    done = CliRunner().invoke(timed, list(words))
    assert (done.exit_code, done.stdout.strip()) == (0, ms)


@pytest.mark.parametrize(
    "words",
    [("--movetime", "0"), ("--movetime", "soon"), ("--time", "1", "--movetime", "2"), ("--movetime", "2h")],
)
def test_no_time_and_two_times_are_one_error(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(timed, list(words))
    assert done.exit_code == 2
    assert done.stderr.count("Error: ") == 1


@pytest.mark.parametrize(
    "command", [cli.analyse, cli_play.play, cli_review.review, cli_solve.solve, cli.main.commands["advise"]]
)
def test_every_command_that_thinks_has_movetime(command: click.Command) -> None:
    names = [name for param in command.params if isinstance(param, click.Option) for name in param.opts]
    assert "--movetime" in names
    shown = CliRunner().invoke(command, ["--help"]).stdout
    assert "--movetime" in shown
    assert "--time " not in shown


@pytest.mark.long
def test_solve_takes_the_time_of_a_start_by_both_words(tmp_path: Path) -> None:
    for number, words in enumerate((("--limit", "0.05"), ("--movetime", "50"))):
        out = tmp_path / f"{number}.jsonl"
        run("solve", "longhorn", "--deals", "1", "--out", str(out), "--hash", "16", "--jobs", "1", *words)
        assert {json.loads(line)["limit"] for line in out.read_text().splitlines()} == {0.05}


@pytest.mark.parametrize("typed", ["6nimmt", "Take 6!", "NIMMT", "cow006"])
def test_the_option_of_the_protocol_takes_the_names_that_commands_take(engines: Engines, typed: str) -> None:
    with engines.lend() as engine:
        engine.send(f"setoption name UCI_Variant value {typed}", "query game", "isready")
        said = engine.until("readyok")
    assert any(line.startswith("response game nimmt") for line in said), said
