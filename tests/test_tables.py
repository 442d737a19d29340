"""Tables of results at every width: names are always shown, numbers are never cut."""

from __future__ import annotations

import io
import json
import math
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from driver import ENGINE, PATIENCE
from rich.console import Console

from played import game
from protocol.base import grids
from protocol.cli.main import main
from protocol.ratings.ratings import Rating
from protocol.ratings.standings import standings
from protocol.records.gamelog import GameLog
from protocol.records.lineup import read_player
from protocol.records.schedule import Schedule, Setup
from protocol.reports.plots import rank_shares
from protocol.reports.report_page import page
from protocol.reports.show import print_standings
from protocol.tournaments.live import table
from protocol.tournaments.pairings import seatings
from protocol.tournaments.tournament import Plan, Tournament, section_of

pytestmark = pytest.mark.pure


WIDTHS = [60, 80, 100, 140]


def checked(text: str, width: int, *words: str) -> str:
    """The text of tables, after a look at what holds for all: nothing too wide, nothing cut short, and each
    of ``words`` (names, ranks, figures) whole on one line."""
    for line in text.splitlines():
        said = line.lstrip().startswith(("for want of width", "mean over", "differences and", "looked"))
        assert said or not line.startswith((" ", "-", "\u2500")) or len(line.rstrip()) <= width, line
    assert "\u2026" not in text
    for word in words:
        assert any(word in line for line in text.splitlines()), word
    return text


@pytest.fixture
def at_width(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Runs a command whose tables get so many columns."""

    def run(width: int, *words: str | Path) -> str:
        out = io.StringIO()
        with monkeypatch.context() as patch:
            console = Console(file=out, width=width, highlight=False)
            patch.setattr(grids, "new_console", lambda: console)
            done = CliRunner().invoke(main, list(map(str, words)))
        assert done.exit_code == 0, done.output
        return out.getvalue()

    return run


LONG = "a-player-of-a-very-long-name-that-folds"


def test_the_table_of_a_match_at_every_width(tmp_path: Path, at_width: Callable[..., str]) -> None:
    words = ["match", "nimmt", "greedy:name=fox", "random:name=owl", "--rules", "round", "--deals", "3"]
    words += ["--jobs", "1", "--baseline", "--log", str(tmp_path / "x.jsonl")]
    row = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)["players"]
    for width in WIDTHS:
        text = checked(at_width(width, *words), width, "6 nimmt!, 4 seats, round, seed 1")
        for player in row:
            mean = f"{player['difference']['mean']:+.3f} ["
            assert any(line.startswith(f" {player['name']} ") and mean in line for line in text.splitlines())
        assert ("left out: points over baseline" in text) == (width < 140)


def test_the_tables_of_a_tournament_at_every_width(tmp_path: Path, at_width: Callable[..., str]) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(
        f"""
        log = "{tmp_path / "x.jsonl"}"
        jobs = 1
        deals = 2
        [players]
        {LONG} = "greedy"
        owl = "random"
        [[games]]
        game = "nimmt"
        seats = 2
        rules = ["round"]
        [[games]]
        game = "pickomino"
        seats = 2
        """
    )
    row = json.loads(CliRunner().invoke(main, ["tournament", "--config", str(path), "--json"]).stdout)
    for width in WIDTHS:
        text = checked(
            at_width(width, "tournament", "--config", path), width, "6 nimmt!, 2 seats, round", "Pickomino, 2"
        )
        for part in (*row["games"], {"players": row["overall"]}):
            for player in part["players"]:
                ends = f"{player['rating']['elo']:+.0f} ["
                name = player["name"][:20]
                assert any(line.startswith(f" {name}") and ends in line for line in text.splitlines()), name


def test_the_table_of_a_running_tournament_at_every_width() -> None:
    rated = {
        name: Rating(name, elo, elo - 1111, math.inf, 40, 0.5, pool)
        for name, elo, pool in ((LONG, 1234.0, 1), ("owl", -1234.0, 1), ("elk", 0.0, 2))
    }
    names = [*rated, "newt"]
    plan = Plan(
        (
            section_of(
                Schedule(Setup("roll", 2, 1), seatings([read_player(f"random:name={n}") for n in names], 2)),
                20,
                names,
            ),
        )
    )
    with GameLog(None) as log:
        cup = Tournament(plan, log, {"roll": "roll/1"})
    for width in WIDTHS:
        out = Console(file=io.StringIO(), width=width)
        out.print(table(cup, "the words", rated, out))
        text = checked(out.file.getvalue(), width, LONG[:20], "the words")  # type: ignore[attr-defined]
        for name, rating in rated.items():
            ends = f"{rating.elo:+.0f} [{rating.low:+.0f}, ..]"
            assert any(line.startswith(f" {name[:20]}") and ends in line for line in text.splitlines()), name
        assert ("left out: faults" in " ".join(text.split())) == (width == 60)
    # more players than rows
    out = Console(file=io.StringIO(), width=80, height=9)
    out.print(table(cup, "the words", rated, out))
    assert "2 more players; the words" in out.file.getvalue()  # type: ignore[attr-defined]


def test_the_tables_of_solve_and_tune_at_every_width(tmp_path: Path, at_width: Callable[..., str]) -> None:
    solve = ["solve", "longhorn", "--deals", "1", "--limit", "0.01", "--hash", "1", "--jobs", "1"]
    solve += ["--out", str(tmp_path / "solved.jsonl")]
    tune = ["tune", "nimmt", "--seats", "2", "--rules", "round", "--player", "full:nodes=9", "--jobs", "1"]
    tune += ["--param", "tree.explore=0.2:3", "--param", "tree.depth=1:6", "--param", "tree.patience=1:9"]
    tune += ["--trials", "2", "--deals", "2", "--final", "2", "--log", str(tmp_path / "tuned.jsonl")]
    rows = json.loads(CliRunner().invoke(main, [*tune, "--json"]).stdout)["trials"]
    for width in WIDTHS:
        checked(at_width(width, *solve), width, "decided", "gain of the seat that chooses", "greatest")
        text = checked(at_width(width, *tune), width, "seed 1: the best trials")
        for trial in rows:
            mean = f"{trial['difference']['mean']:+.3f} ["
            number = str(trial["number"] + 1)
            assert any(line.split()[:1] == [number] and mean in line for line in text.splitlines())
        assert "tree.explore" in text


@pytest.mark.parametrize("kind", ["nimmt", "longhorn", "colt"])
def test_the_table_of_an_analysis_at_every_width(kind: str, at_width: Callable[..., str]) -> None:
    for width in WIDTHS:
        text = at_width(width, "analyse", kind, "--seed", "7", "--nodes", "200", "--multipv", "3")
        checked(text, width, "value", "Best: ")


@pytest.mark.ci
def test_no_column_is_left_out_in_a_pipe(tmp_path: Path) -> None:
    names = [f"{LONG}-{k}" for k in range(12)]
    path = tmp_path / "x.jsonl"
    games = [game(names, [1 + (k + n) % 12 for n in range(12)], k) for k in range(2)]
    path.write_text("".join(f"{one.line()}\n" for one in games))
    done = subprocess.run(
        [*ENGINE, "report", str(path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
        env={**os.environ, "COLUMNS": "40"},
    )
    assert "left out" not in done.stdout
    first, cross = done.stdout.split("Who beat whom")
    for name in names:
        assert f" {name} " in first
        assert f" {name} " in cross
    head = next(line for line in cross.splitlines() if line.startswith(" beaten %"))
    assert head.split()[-1] == "12"


def test_a_table_that_fits_nowhere_is_too_wide_rather_than_cut() -> None:
    out = Console(file=io.StringIO(), width=24)
    grid = grids.new_grid("title", "name", "first", "second")
    grid.add_row("somebody", "123456789 [1, 2]", "987654321")
    grids.put(out, grid, ["second", "no such column"])
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert "123456789 [1, 2]" in text
    assert "987654321" not in text
    assert "for want of width left out: second\n" in text


@pytest.mark.parametrize("width", [60, 80, 100, 140, 200])
def test_names_stand_and_numbers_are_whole(width: int) -> None:
    names = ("strong", "weak", "full:movetime=100,skill=5", "random")
    groups = {k: [game(names, [1 + (k + n) % 4 for n in range(4)], k)] for k in range(30)}
    out = Console(file=io.StringIO(), width=width, highlight=False)
    table = standings(groups)
    print_standings(out, table, "nimmt/1, 4 seats")
    text = out.file.getvalue()  # type: ignore[attr-defined]
    first = text[: text.index("Who beat whom")]
    for name in ("strong", "weak", "random"):
        (row,) = [line for line in first.splitlines() if line.startswith(f" {name} ")]
        player = table[name]
        assert row.split()[1] == str(player.place)
        if player.rating is not None:
            assert f"{player.rating.elo:+.0f}"[1:] in row
    assert "…" not in text
    tables = [line for line in first.splitlines() if not line.startswith("for want of width")]
    assert max(len(line.rstrip()) for line in tables) <= width
    assert ("for want of width left out: ms a move" in first) == (width < 140)
    if width == 200:
        assert "left out" not in text


def test_the_summary_of_a_match_has_the_elo_difference() -> None:
    words = ["match", "longhorn", "greedy", "random", "--deals", "4", "--jobs", "1"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "greedy - random: +" in done.output
    assert " Elo [" in done.output or " Elo " in done.output
    row = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)["elo"]
    assert row["won"] + row["tied"] + row["lost"] == 8


def test_the_bar_of_ranks_begins_with_the_first_places() -> None:
    games = [game("abc", ranks, k) for k, ranks in enumerate(([1, 1, 3], [1, 2, 3], [1, 1, 1], [2, 1, 2]))]
    shares = {name: rank_shares(games, name) for name in "abc"}
    assert shares["a"] == pytest.approx(
        [(1 / 2 + 1 + 1 / 3) / 4, (1 / 2 + 1 / 3 + 1 / 2) / 4, (1 / 3 + 1 / 2) / 4]
    )
    table = standings({k: [one] for k, one in enumerate(games)})
    for name, row in shares.items():
        assert sum(row) == pytest.approx(1)
        assert row[0] == pytest.approx(table[name].summary.wins.mean)


def test_a_page_says_when_and_by_what_it_was_made() -> None:
    text = page("Report", [])
    assert " UTC, herdmind " in text
