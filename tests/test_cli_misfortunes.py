"""The command line in a system that fails: a full disk, a reader of the output that has gone."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from driver import ENGINE, PATIENCE

from protocol.base.grids import new_console
from protocol.ratings.standings import standings
from protocol.reports.show import print_standings

pytestmark = pytest.mark.pure

#: A file may have so many bytes: a disk that is full soon.
ROOM = 8192
BATCHES = {
    "match": ("match", "nimmt", "greedy", "random", "--seats", "2", "--deals", "40", "--jobs", "1", "--log"),
    "tournament": (
        *("tournament", "nimmt", "greedy", "random", "--seats", "2", "--deals", "40", "--jobs", "1", "--log"),
    ),
    "solve": (
        "solve",
        "longhorn",
        "--deals",
        "1-60",
        "--limit",
        "0.01",
        "--hash",
        "1",
        "--jobs",
        "1",
        "--out",
    ),
}


def run(*words: str, before: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ENGINE, *words], capture_output=True, text=True, timeout=PATIENCE, check=False, preexec_fn=before
    )


def little_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))


@pytest.mark.long
@pytest.mark.parametrize("batch", list(BATCHES))
def test_a_full_disk_is_named_and_what_is_written_is_kept(batch: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    done = run(*BATCHES[batch], str(log), before=little_room)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert "Error: bad-file: " in done.stderr
    assert f"{log}: File too large\n" in done.stderr
    assert log.stat().st_size == ROOM
    *whole, cut = log.read_text().split("\n")
    assert whole
    assert cut
    for line in whole:
        json.loads(line)


@pytest.mark.parametrize(
    "words", [("deal", "nimmt"), ("analyse", "--deal", "3", "--game", "nimmt", "--nodes", "9")]
)
def test_output_that_cannot_be_written_is_one_error(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*ENGINE, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["Error: bad-file: cannot read or write: No space left on device"]


@pytest.mark.parametrize(
    "words", [("deal", "colt"), ("analyse", "--deal", "3", "--game", "colt", "--nodes", "9")]
)
def test_a_reader_who_is_gone_is_no_error(words: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [*ENGINE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(PATIENCE) in (0, 1)


@pytest.mark.long
@pytest.mark.parametrize("game", ["heckmeck", "nimmt", "colt"])
def test_solve_refuses_games_whose_deals_cannot_be_proved(game: str, tmp_path: Path) -> None:
    done = run("solve", game, "--deals", "1", "--out", str(tmp_path / "out.jsonl"))
    assert done.returncode == 2
    assert done.stderr == f"Error: bad-value: whole deals of {game} cannot be proved; solve is for longhorn\n"
    assert not list(tmp_path.iterdir())


def test_a_match_is_between_two_players_at_least() -> None:
    done = run("match", "nimmt", "greedy")
    assert done.returncode == 2
    assert done.stderr == "Error: missing-argument: name a second player, for 'greedy' to play against\n"


def test_a_command_that_is_interrupted_says_so() -> None:
    with subprocess.Popen(
        [*ENGINE, "bench", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            assert "seed 1" in process.stderr.readline()  # the first of its positions is done
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "interrupted"


def test_a_tournament_without_a_game_lacks_games_and_no_library(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("choix")
    print_standings(new_console(), standings({}))
    said = capsys.readouterr().out
    assert "0 games" in said
    assert "extra" not in said
