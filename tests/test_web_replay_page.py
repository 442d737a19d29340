"""Replays in a real browser: a recorded game of each kind is dropped, stepped through, judged and saved."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import Page

import herdmind
from protocol.drawing.draw import PICTURES, draw
from protocol.frontend.desk import Desk
from protocol.frontend.review.log import read_log
from protocol.web.replay.replays import reel_of
from web_browser import DESK, NEEDS_CHROMIUM, PHONE, chromium, opened, overflow, until, violations
from web_help import serving

pytestmark = NEEDS_CHROMIUM
DROP = """([name, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name));
    for (const kind of ["dragenter", "dragover", "drop"])
        document.body.dispatchEvent(
            new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


def recorded(game: str, deals: int = 1) -> str:
    """The lines of a short match."""
    games = herdmind.play_match(game, ["greedy", "random"], deals=deals, seed=5).games
    return "".join(record.line() + "\n" for record in games)


async def drop(page: Page, text: str) -> None:
    """Drop a file onto the page."""
    await page.evaluate(DROP, ["games.jsonl", base64.b64encode(text.encode()).decode()])


async def at(page: Page) -> int:
    """The number of the step whose picture is on the screen; -1 while it is on its way."""
    return int(
        await page.evaluate(
            "(() => { const it = document.querySelector('herd-replay');"
            " return it?.shown && it.shown === it.place(it.step) ? it.step : -1; })()"
        )
    )


async def reach(page: Page, step: int) -> None:
    """Wait until a step is on the screen."""

    async def there() -> bool:
        return await at(page) == step

    await until(there)


#: Pictures by what they consist of: the page adds states and labels of its own to the elements.
SHAPE = """(text) => { const root = text
        ? new DOMParser().parseFromString(text, "image/svg+xml").documentElement
        : document.querySelector(".picture svg");
    return [...root.querySelectorAll("*")].map((e) => [e.localName, e.dataset.key ?? "", e.dataset.at ?? "",
        e.getAttribute("d") ?? "", e.getAttribute("transform") ?? "",
        e.children.length ? "" : e.textContent]); }"""


@pytest.mark.ci
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=() if game in ("longhorn", "nimmt") else pytest.mark.long)
        for game in PICTURES
    ],
)
def test_a_dropped_game_is_replayed_judged_and_saved(tmp_path: Path, game: str) -> None:
    line = recorded(game).splitlines()[0] + "\n"
    (tmp_path / "one.jsonl").write_text(line)
    (logged,) = read_log(tmp_path / "one.jsonl")
    whole = game == "longhorn"  # the review of the others takes longer: it is ended early
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path / "data") as service, chromium() as browser:
            page = await opened(browser, service.address(), DESK, faults, bare=True)
            await page.wait_for_selector("#deal")
            await drop(page, line)
            await page.wait_for_selector("herd-replay .picture svg")
            await reach(page, 0)
            # keys, buttons, the slider and the address lead to the same steps
            await page.keyboard.press("ArrowRight")
            await reach(page, 1)
            await page.locator("#to-forward").click()
            await reach(page, 2)
            await page.keyboard.press("ArrowLeft")
            await page.locator("#to-forward").click()
            await page.locator("#slider").fill("3")
            await reach(page, 3)
            await page.select_option("#view", "0")
            await until(lambda: page.evaluate("location.hash.includes('seat=1')"))
            await reach(page, 3)
            link = page.url
            moves = int(re.findall(r"move=(\d+)", link)[0])
            shape = await page.evaluate(SHAPE, None)
            with Desk.start() as desk:
                reel = reel_of(logged, None)  # type: ignore[arg-type]
                desk.call(reel.people)
                desk.set_up(reel.setup, reel.tokens[:moves])
                view = desk.engine.json(0)
                text = draw(view, seat=0, standalone=False, names=desk.names(), layout="wide")
            assert shape == await page.evaluate(SHAPE, text)
            assert await page.locator(".told[aria-current]").count() == 1
            # the judgement
            await page.locator("#effort").evaluate("(e) => { e.add(new Option('x', '50')); e.value = '50'; }")
            await page.locator("#judge").click()
            if not whole:
                await page.locator("#stop").evaluate("(button) => { window.begun = button; }")
                await until(lambda: page.evaluate("document.querySelector('progress')?.value >= 5"), 90)
                # the same button all the time: a click on one that is replaced meanwhile would be lost
                assert await page.evaluate("document.querySelector('#stop') === begun")
                await page.locator("#stop").click()
            await page.wait_for_selector(".chart, .verdict", timeout=90_000)
            assert await page.locator(".chart .line").count() >= 1
            assert await page.locator(".curve details tbody tr").count() >= 2
            assert await page.locator(".mistakes button, .judgement p").count() >= 1
            if whole:
                assert (
                    await page.locator(".chart .mark").count()
                    == await page.locator(".mistakes li").count()
                    > 0
                )
                await page.locator(".mistakes button").first.click()
                await page.wait_for_selector(".verdict:is(.slip, .mistake, .blunder)")
                assert "It cost" in await page.locator(".verdicts").inner_text()
            assert await violations(page) == []
            assert await overflow(page) <= 0
            # saving
            await page.locator("#saving").click()
            for what, begin in (("game", line.encode()), ("svg", b"<svg"), ("png", b"\x89PNG")):
                async with page.expect_download() as saved:
                    await page.locator(f"#save-{what}").click()
                content = (await (await saved.value).path()).read_bytes()
                assert content.startswith(begin)
                assert what != "game" or content == begin
            # the link leads there again
            await page.goto("about:blank")
            await page.goto(link)
            await page.wait_for_selector("herd-replay .picture svg")
            await until(lambda: page.evaluate("document.querySelector('#view')?.value === '0'"))
            await reach(page, 3)

    asyncio.run(run())
    assert faults == []


@pytest.mark.ci
def test_a_phone_plays_a_game_by_itself_in_the_dark(tmp_path: Path) -> None:
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await opened(browser, service.address(), PHONE, faults, dark=True, bare=True)
            await page.wait_for_selector("#deal")
            await page.evaluate("localStorage.setItem('herdmind.pace', 'none')")
            await page.goto(f"http://127.0.0.1:{service.port}/replay")
            await page.wait_for_selector("#file")
            assert await violations(page) == []
            text = recorded("longhorn")
            await page.set_input_files(
                "#file",
                {"name": "g.jsonl", "mimeType": "text/plain", "buffer": text.encode()},  # two games
            )
            await page.wait_for_selector(".tables a")
            assert await page.locator(".tables a").count() == 2
            assert await page.locator(".sums tbody tr").count() == 2
            assert await violations(page) == []
            await page.locator(".tables a").nth(1).tap()
            await page.wait_for_selector("herd-replay .picture svg")
            await reach(page, 0)
            await page.locator("#to-play").tap()
            last = int(await page.locator("#slider").get_attribute("max") or 0)
            await page.locator("#slider").fill(str(last - 2))
            await reach(page, last)
            assert await page.locator("#to-play").get_attribute("aria-label") == "Play"  # it has stopped
            assert await page.locator(".people .done").count() == 2
            assert await overflow(page) <= 0
            assert await violations(page) == []
            await page.go_back()
            await page.wait_for_selector(".tables a")
            await drop(page, "\x89PNG")
            await until(lambda: page.locator(".trouble:not(:empty)").count())
            assert "games.jsonl: This cannot be opened:" in await page.locator(".trouble").inner_text()

    asyncio.run(run())
    assert [fault for fault in faults if "400" not in fault] == []


@pytest.mark.ci
def test_a_tournament_appears_game_by_game(tmp_path: Path) -> None:
    log = tmp_path / "cup.jsonl"
    lines = recorded("longhorn", 2).splitlines(keepends=True)
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path / "data", watch=[log]) as service, chromium() as browser:
            page = await opened(browser, service.address(), DESK, faults)
            await page.locator(".replays .tables a").click()
            await page.wait_for_selector("text=No game has ended yet.")
            for count, line in enumerate(lines, 1):
                with log.open("a") as file:
                    file.write(line)
                await until(partial(has, page, ".games-list .tables li", count))
            assert "Game 4" in await page.locator(".games-list .tables li").first.inner_text()  # the newest
            assert json.loads(lines[0])["seats"]
            assert await page.locator(".sums tbody tr").count() == 2
            await page.locator(".games-list .tables a").first.click()
            await reach(page, 0)

    asyncio.run(run())
    assert faults == []


async def has(page: Page, what: str, count: int) -> bool:
    """Whether the page has that many of an element."""
    return await page.locator(what).count() == count
