"""The page on learning environments has the games' tables; and its notebook learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")

from herdmind.adapters.batch import layout, make_batch
from solver.games import GAMES

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "learning-environments.md"


def table(game: str) -> str:
    """The layout of a game's observations as the page has it."""
    rows = ["| block | shape | numbers |", "|---|---|---|"]
    rows += [
        f"| {block.name} | {' x '.join(map(str, block.shape))} | {block.words} |" for block in layout(game)
    ]
    return "\n".join(rows)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_the_layout_of_each_game(game: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert table(game) in page
    batch = make_batch(game, games=1, starts=1)
    title = GAMES[game].title
    assert f"### {title}: {batch.features:,} numbers, {batch.actions:,} actions" in page


@pytest.mark.ci
@pytest.mark.long
def test_the_training_notebook_beats_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    names = runpy.run_path(str(DOCS / "notebooks" / "training.py"))
    shown = capsys.readouterr().out
    assert "trained against random" in shown
    assert names["after"] - names["before"] > 3 * (names["error_after"] + names["error_before"])
    assert names["after"] > 5
