"""The page of the state of play matches its logs, and the logs are verified games."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import click
import pytest

import scaling
from protocol.records.gamelog import verify
from protocol.records.lineup import read_player
from solver.games import GAMES

# Processes of whole commands; what they compute is checked elsewhere.
pytestmark = pytest.mark.pure

ROOT = Path(__file__).resolve().parent.parent
# bench is not installed: it is imported from the checkout, behind everything else on the path
sys.path.append(str(ROOT))

from bench._field import FieldCell, tables  # noqa: E402
from bench.state_of_play import LOGS, games_of, read_cells, written  # noqa: E402

CELLS = read_cells()


@pytest.mark.ci
def test_the_page_and_its_picture_are_what_the_logs_say() -> None:
    for path, text in written().items():
        assert path.read_bytes() == text.encode("utf-8"), f"{path.name}: run python -m bench state-of-play"


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_the_games_happened(cell: FieldCell) -> None:
    for record in scaling.some(games_of(cell), least=3):
        verify(record, GAMES)


def test_every_game_has_its_cells_and_the_logs_are_small() -> None:
    assert {cell.game for cell in CELLS} == set(GAMES)
    assert {path.name for path in LOGS.iterdir()} == {f"{cell.name}.jsonl.gz" for cell in CELLS}
    assert sum(path.stat().st_size for path in LOGS.iterdir()) < 3_000_000


def test_a_log_of_other_games_is_refused(tmp_path: Path) -> None:
    cell = CELLS[0]
    with pytest.raises(click.ClickException, match="is missing"):
        games_of(cell, tmp_path)
    (tmp_path / f"{cell.name}.jsonl.gz").write_bytes((LOGS / f"{CELLS[1].name}.jsonl.gz").read_bytes())
    with pytest.raises(click.ClickException, match="does not hold the games"):
        games_of(cell, tmp_path)


@pytest.mark.parametrize(("seats", "deals"), [(2, 36), (4, 18)])
def test_everyone_meets_everyone_about_equally_often(seats: int, deals: int) -> None:
    players = [read_player(f"random:name=p{number}") for number in range(9)]
    seated = list(tables(players, seats, deals, 1))
    assert all(len(set(table)) == seats for table in seated)
    met = Counter(frozenset(pair) for table in seated for pair in combinations(table, 2))
    assert len(met) == 36
    assert max(met.values()) - min(met.values()) <= (0 if seats == 2 else 2)
    assert list(tables(players, seats, deals, 1)) == seated
    assert list(tables(players, seats, deals, 2)) != seated
