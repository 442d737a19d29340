"""The strength tables: their cells, and a small one from its logs."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

ROOT = Path(__file__).resolve().parent.parent
# bench is not installed: it is imported from the checkout, behind everything else on the path
sys.path.append(str(ROOT))

from bench import strength_table  # noqa: E402
from bench.strength_table import DATA, Cell, main, read_cells  # noqa: E402
from solver.games import GAMES  # noqa: E402

CELLS = """
[[cells]]
player = ["greedy"]
against = ["random", "flat:name=f"]
cputime = [2]
seats = [2]
deals = 4
"""


def run(*words: str) -> Result:
    """The benchmark as from the command line."""
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize("path", sorted(DATA.glob("strength_*.toml")), ids=lambda path: path.stem)
def test_the_cells_of_every_game_can_be_read_and_have_names_of_their_own(path: Path) -> None:
    cells = list(read_cells(path.read_text("utf-8")))
    assert cells
    assert len({cell.name for cell in cells}) == len(cells)
    for cell in cells:
        schedule = cell.schedule("longhorn", 1)  # the seats of the schedule are the cell's
        first = cell.spec(cell.player)
        assert all(len(seating) == cell.seats for seating in schedule.seatings)
        assert all([spec.text for spec in s].count(first) == cell.team for s in schedule.seatings)
        assert len(schedule.seatings) == cell.seats // cell.team


@pytest.mark.parametrize("path", sorted(DATA.glob("strength_*.toml")), ids=lambda path: path.stem)
def test_the_game_of_every_cell_can_be_set_up(path: Path) -> None:
    game = GAMES[path.stem.removeprefix("strength_")]
    for cell in read_cells(path.read_text("utf-8")):
        assert game.initial(1, cell.seats, cell.rules).num_players() == cell.seats


def test_both_sides_have_the_time_of_the_cell() -> None:
    cell = Cell(4, 100, "full:skill=3", "flat", ("round",))
    assert cell.name == "round-4seats-100ms-full_skill_3-vs-flat"
    assert cell.spec(cell.player) == "full:cputime=100,skill=3"
    assert cell.spec(cell.against) == "flat:cputime=100"
    assert cell.spec("greedy") == "greedy"


@pytest.mark.parametrize(("line", "word"), [("colour = 1", "colour"), ("", "seats")])
def test_a_bad_table_is_named(line: str, word: str) -> None:
    text = CELLS.replace("seats = [2]", line) if not line else CELLS + line
    with pytest.raises(click.ClickException, match=f"table 1 of the cells: {word}"):
        list(read_cells(text))


@pytest.mark.long
def test_a_table_is_made_and_made_again_from_its_logs(tmp_path: Path) -> None:
    (tmp_path / "cells.toml").write_text(CELLS)
    words = ("longhorn", "--logs", str(tmp_path / "logs"), "--cells", str(tmp_path / "cells.toml"))
    first = run(*words, "--jobs", "1", "--out", str(tmp_path / "table.md"))
    assert first.exit_code == 0, first.output
    rows = [line for line in first.stdout.splitlines() if line.startswith("| 2 | 2 |")]
    assert [row.split(" | ")[2:4] for row in rows] == [["greedy", "random"], ["greedy", "flat:name=f"]]
    assert all(row.endswith(" | 4 | 8 |") for row in rows)
    assert (tmp_path / "table.md").read_text() in first.stdout
    logs = {path: path.read_bytes() for path in (tmp_path / "logs").iterdir()}
    assert len(logs) == 2
    assert all(data.count(b"\n") == 8 for data in logs.values())
    again = run(*words, "--jobs", "1")
    assert again.stdout == first.stdout
    assert {path: path.read_bytes() for path in logs} == logs
    more = run(*words, "--jobs", "1", "--only", "random", "--deals", "6")
    assert " | 6 | 12 |" in more.stdout
    assert "flat" not in more.stdout


@pytest.mark.long
def test_an_adjusted_table_takes_the_luck_off(tmp_path: Path) -> None:
    (tmp_path / "cells.toml").write_text(
        CELLS.replace("greedy", "full").replace('["random", "flat:name=f"]', '["greedy"]').replace("4", "12")
    )
    words = ("heckmeck", "--logs", str(tmp_path), "--cells", str(tmp_path / "cells.toml"), "--jobs", "1")
    adjusted, plain = run(*words, "--adjust"), run(*words)
    rows = []
    for done in (adjusted, plain):
        assert done.exit_code == 0, done.output
        heads, _, row = done.stdout.splitlines()
        rows.append(dict(zip(heads.strip("| ").split(" | "), row.strip("| ").split(" | "), strict=True)))
    assert "luck-adjusted by AIVAT" in adjusted.stderr
    assert "luck" not in plain.stderr
    assert rows[0]["games"] == rows[1]["games"] == "24"  # the same games, of the same log

    def width(row: dict[str, str], head: str) -> float:
        low, high = row[head].split(" [")[1].rstrip("]").split(", ")
        return float(high) - float(low)

    saved = [float(text.rstrip("x")) for text in rows[0]["deals saved"].split(", ")]
    for head, times in zip(("difference", "first places", "points apart"), saved, strict=True):
        assert width(rows[0], head) < width(rows[1], head)
        assert times == pytest.approx((width(rows[1], head) / width(rows[0], head)) ** 2, rel=0.1)
    assert "deals saved" not in rows[1]


def test_what_cannot_be_played_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength_table, "DATA", tmp_path)
    done = run("longhorn", "--logs", str(tmp_path))
    assert done.exit_code == 1
    assert "no cells for longhorn" in done.output
    (tmp_path / "cells.toml").write_text(CELLS.replace('"greedy"', '"strong"'))
    done = run("longhorn", "--logs", str(tmp_path), "--cells", str(tmp_path / "cells.toml"))
    assert done.exit_code == 1
    assert "'strong'" in done.output
