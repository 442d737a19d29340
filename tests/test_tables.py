"""Tables of results at every width: names always stand, numbers are never cut."""

from __future__ import annotations

import io
import json

import pytest
from click.testing import CliRunner
from rich.console import Console

from played import game
from protocol.cli.main import main
from protocol.ratings.standings import standings
from protocol.reports.plots import rank_shares
from protocol.reports.report_page import page
from protocol.reports.show import print_standings

pytestmark = pytest.mark.pure


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
