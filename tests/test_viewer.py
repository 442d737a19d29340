"""A game as a viewer, and reports as tables."""

from __future__ import annotations

import asyncio
import html.parser
import json
import re
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


def pictures(page: str) -> list[str]:
    """The pictures of a page, put together as its script does."""
    (held,) = re.findall(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    game = json.loads(held)
    return ["".join(game["pieces"][place] for place in row) for row in game["pictures"]]


def test_a_game_is_a_page_that_loads_nothing() -> None:
    viewer = herdmind.Viewer(states(), names=["<b>Ann", "Bo"])
    page = viewer.html()
    parser = Loads()
    parser.feed(page)
    assert parser.loads == []
    assert parser.tags.count("svg") == 1
    assert len(pictures(page)) == len(viewer) == 5
    assert parser.tags.count("style") == 1
    assert "b" not in parser.tags
    assert repr(viewer) == "<Viewer of 6 nimmt!: 5 positions>"
    assert viewer._repr_html_().startswith("<iframe title=")
    assert "<script" not in viewer._repr_html_()  # it is escaped inside the frame's document


def test_a_seat_sees_what_its_views_show_and_nothing_else() -> None:
    """The page does not depend on the hand of the other seat."""
    positions = states()
    hidden = [herdmind.State(state.view(0).text()) for state in positions]
    shown = herdmind.Viewer(positions, seat=0).html()
    assert shown == herdmind.Viewer(hidden, seat=0).html()
    assert shown != herdmind.Viewer(positions).html()
    assert pictures(shown) == [draw(view.json(), seat=0, layout="wide", standalone=False) for view in hidden]


def test_a_page_holds_what_its_pictures_share_once() -> None:
    """The positions of a long game in the space of a few."""
    game = herdmind.play_match("colt", ["random", "random"], deals=1).games[0]
    positions = list(herdmind.replay(game))
    page = herdmind.Viewer(game).html()
    drawn = [draw(state.json(), names=game.names, layout="wide", standalone=False) for state in positions]
    assert pictures(page) == drawn
    assert len(page) < sum(map(len, drawn)) / 8


def test_names_are_those_of_the_seats() -> None:
    """In the second game of a deal the players have changed seats."""
    games = herdmind.play_match("longhorn", ["random", "greedy"], deals=1).games
    for game, names in zip(games, (["random", "greedy"], ["greedy", "random"]), strict=True):
        start = next(iter(herdmind.replay(game))).json()
        shown = pictures(herdmind.Viewer(game).html())[0]
        assert shown == draw(start, names=names, layout="wide", standalone=False)
        assert shown != draw(start, names=names[::-1], layout="wide", standalone=False)


@pytest.mark.ci
@pytest.mark.pure
def test_a_browser_leafs_through_a_game(tmp_path: Path) -> None:
    pytest.importorskip("playwright", reason="NOT TESTED: playwright is not installed")
    from web_browser import CHROMIUM, DESK, chromium, opened

    if not CHROMIUM:
        pytest.skip("NOT TESTED: no Chromium on this machine")
    herdmind.Viewer(states(), names=["</script>", "Bo"]).save(tmp_path / "game.html")

    async def leaf() -> None:
        faults: list[str] = []
        async with chromium() as browser:
            page = await opened(browser, (tmp_path / "game.html").as_uri(), DESK, faults)
            picture, caption = page.locator("#picture"), page.locator("#caption")
            first = await picture.inner_html()
            assert await caption.inner_text() == "0 of 4: the start"
            await page.keyboard.press("End")
            assert await caption.inner_text() == f"4 of 4: {states()[-1].move_stack[-1].token}"
            assert await picture.inner_html() != first
            await page.click("#first")
            assert await picture.inner_html() == first
        assert faults == []

    asyncio.run(leaf())


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
