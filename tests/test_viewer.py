"""A game as a viewer, and reports as tables."""

from __future__ import annotations

import html.parser
from pathlib import Path

import pytest

import herdmind
from protocol.drawing.album import album
from protocol.drawing.draw import draw


class Loads(html.parser.HTMLParser):
    """Collects all that a page would load, and its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [f"{tag} {name}" for name, _ in attrs if name in ("src", "href", "style")]


def states(seed: int = 4) -> list[herdmind.State]:
    state = herdmind.deal("nimmt", seats=2, seed=seed, rules=["round"])
    found = [state.copy()]
    for _ in range(4):
        state.push(state.legal_moves()[0])
        found.append(state.copy())
    return found


def test_a_game_is_a_page_that_loads_nothing() -> None:
    viewer = herdmind.Viewer(states(), names=["<b>Ann", "Bo"])
    page = viewer.html()
    parser = Loads()
    parser.feed(page)
    assert parser.loads == []
    assert parser.tags.count("svg") == 5
    assert parser.tags.count("style") == 1
    assert "b" not in parser.tags
    assert repr(viewer) == "<Viewer of 6 nimmt!: 5 positions>"
    assert viewer._repr_html_().startswith("<iframe title=")
    assert "<script" not in viewer._repr_html_()  # it is escaped inside the frame's document


def test_a_seat_sees_what_its_views_show_and_nothing_else() -> None:
    """Whatever the other seat holds, the page is the same."""
    positions = states()
    hidden = [herdmind.State(state.view(0).text()) for state in positions]
    shown = herdmind.Viewer(positions, seat=0).html()
    assert shown == herdmind.Viewer(hidden, seat=0).html()
    assert shown != herdmind.Viewer(positions).html()
    assert shown.count("<svg") == 5
    for view in hidden:
        assert draw(view.json(), seat=0, layout="wide", standalone=False) in shown


def test_a_viewer_is_saved(tmp_path: Path) -> None:
    viewer = herdmind.Viewer(states())
    viewer.save(tmp_path / "game.html")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == viewer.html()
    with pytest.raises(ValueError, match="no picture"):
        album("Nothing", [])


def test_reports_are_tables() -> None:
    state = herdmind.deal("nimmt", seats=2, seed=1, rules=["round"])
    answer = herdmind.analyse(state, herdmind.Limit(nodes=100), multipv=2).result()
    table = answer._repr_html_()
    assert table.startswith(f"<p>best: {answer.best}</p><table>")
    assert table.count("<tr>") == 3
    parser = Loads()
    parser.feed(table)
    assert parser.tags.count("td") == 8
