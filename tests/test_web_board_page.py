"""Boards in a real browser: every game beside a table by touching alone, and looking around with lines."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, ViewportSize

from protocol.web import lines
from protocol.web.serving import Service
from web_browser import DESK, NEEDS_CHROMIUM, PHONE, chromium, opened, overflow, until, violations
from web_help import serving

pytestmark = NEEDS_CHROMIUM
BOARD = "document.querySelector('herd-board')"


async def board_state(page: Page, name: str) -> Any:
    """A field of the board's state."""
    return await page.evaluate(f"(name) => {BOARD}?.state?.[name] ?? null", name)


async def owner(
    browser: Browser, service: Service, size: ViewportSize, faults: list[str], **how: bool
) -> Page:
    """A page of the server's owner, at the choice of a board."""
    page = await opened(browser, service.address(), size, faults, **how)
    await page.wait_for_selector("#deal")
    await page.goto(f"http://127.0.0.1:{service.port}/board")
    await page.wait_for_selector("#begin")
    return page


async def begin(page: Page, how: str, game: str, seats: int | None = None) -> None:
    """Begin a board by the form."""
    await page.goto(page.url.partition("/b")[0] + "/board")
    await page.locator(f"#how-{how}").check()
    await page.locator(f"#game-{game}").check()
    if seats is not None:
        await page.locator("#seats").select_option(str(seats))
    await page.locator("#begin").click()
    await page.wait_for_selector(".todo h2")


async def touch(page: Page, label: str | None = None) -> int:
    """One entry by touching: the option with this label, or else whatever comes first, lit things in the
    picture before buttons. Returns the number of touches that it took."""
    at = await board_state(page, "at")
    for touches in range(1, 12):
        options, lit = page.locator(".todo > .options .option"), page.locator(".picture .lit")
        if label is not None:
            one = options.get_by_text(label, exact=True)
        else:
            one = lit.first if await lit.count() else options.first
        await one.evaluate("(thing) => thing.scrollIntoView({block: 'center'})")
        await (one.tap if page.viewport_size == PHONE else one.click)(force=True)
        done = f"(at) => {BOARD}.state.at !== at && !{BOARD}.waiting"
        parts = f"{BOARD}.composition.parts.length"
        await page.wait_for_function(f"(at) => {parts} > {touches - 1} || ({done})(at)", arg=at)
        if await page.evaluate(f"(at) => {BOARD}.waiting || ({done})(at)", at):
            await page.wait_for_function(done, arg=at)
            return touches
    raise AssertionError("an entry takes too many touches")


async def thinks(page: Page) -> bool:
    """Whether the player at this page has to decide."""
    return await board_state(page, "thinker") is not None


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "seats", "size", "least", "most"),
    [
        ("nimmt", 4, PHONE, 14, 14),  # the rows and the ten cards of one's hand
        # the characters, the cars, the first player, six cards of one's hand, the round card: under a minute
        ("colt", 4, DESK, 16, 16),
        pytest.param("longhorn", None, DESK, 18, 24, marks=pytest.mark.long),
        pytest.param("heckmeck", 3, PHONE, 1, 6, marks=pytest.mark.long),
        pytest.param("pickomino", 2, DESK, 1, 6, marks=pytest.mark.long),
    ],
)
def test_every_game_beside_a_table_by_touching(
    tmp_path: Path, game: str, seats: int | None, size: ViewportSize, least: int, most: int
) -> None:
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await owner(browser, service, size, faults)
            await begin(page, "beside", game, seats)
            touches = 0
            while not await thinks(page):
                touches += await touch(page)
            assert least <= touches <= most
            await page.wait_for_selector(".lines .advice")  # one is advised
            assert await page.locator(".picture svg").count()
            trick = 0
            while trick < 4 and await board_state(page, "phase") != "terminal":
                trick += await touch(page)
            if game == "nimmt":
                while await board_state(page, "round") == "round 1, trick 1":
                    trick += await touch(page)
                assert trick <= 6
            assert await overflow(page) <= 0
            assert "/b/" in page.url
            at = await board_state(page, "at")
            await page.locator("#back").click()
            await page.wait_for_function(f"(at) => {BOARD}.state.at === at - 1", arg=at)
            await page.reload()  # the table is kept, and so is where one is
            await page.wait_for_selector(".todo h2")
            assert await board_state(page, "at") == at - 1
            await page.locator("#forward").click()
            await page.wait_for_function(f"(at) => {BOARD}.state.at === at", arg=at)

    asyncio.run(run())
    assert faults == []


@pytest.mark.ci
def test_typing_works_too_and_says_what_is_wrong(tmp_path: Path) -> None:
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await owner(browser, service, DESK, faults)
            await begin(page, "beside", "colt", 3)
            for typed in ("doc ghost tuco", "p1 p3j1 j3 2"):
                at = await board_state(page, "at")
                await page.locator("#typed").fill(typed)
                await page.keyboard.press("Enter")
                await page.wait_for_function(f"(at) => {BOARD}.state.at > at", arg=at)
            await page.locator("#typed").fill("banana")
            await page.keyboard.press("Enter")
            await until(lambda: page.get_by_text("'banana'").count())
            assert await board_state(page, "at") == 2
            assert await page.locator(".beliefs li").count()

    asyncio.run(run())
    assert faults == []


@pytest.mark.ci
def test_looking_around_with_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "FIRST_MS", 300)
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await owner(browser, service, DESK, faults)
            await begin(page, "deal", "longhorn")
            await page.wait_for_selector(".lines .then button")
            assert await page.locator(".lines .move").count() > 1
            # a touch on a later move of a line enters all moves up to it
            await page.locator(".lines .then button").first.click()
            await page.wait_for_function(f"() => {BOARD}.state.at === 2")
            await page.keyboard.press("ArrowLeft")
            await page.wait_for_function(f"() => {BOARD}.state.at === 1")
            assert await page.locator(".steps li.ahead").count() == 1
            link = page.url
            assert "position=longhorn" in link
            assert "at=1" in link
            text = await board_state(page, "text")
            await page.reload()
            await page.wait_for_selector(".todo h2")
            assert await board_state(page, "text") == text
            await page.locator("#engine").uncheck()
            assert await page.locator(".lines .advice").count() == 0
            async with asyncio.timeout(20):
                while service.hall.boards.looks.engines._busy:
                    await asyncio.sleep(0.02)
            # only what can be is opened
            await page.locator("#change").click()
            await page.wait_for_selector(".verdict.good")
            field = page.locator(".fields.edit input").last
            good = await field.input_value()
            await field.fill("nowhere")
            await page.wait_for_selector(".verdict.bad")
            assert "nowhere" in await page.locator(".verdict").inner_text()
            assert await page.locator("#open").is_disabled()
            await field.fill(good)
            await page.wait_for_selector(".verdict.good")
            await page.locator("#open").click()
            await page.wait_for_function(f"() => {BOARD}.state?.at === 0")
            assert await board_state(page, "text") == text

    asyncio.run(run())
    assert faults == []


@pytest.mark.ci
def test_views_beliefs_and_chance(tmp_path: Path) -> None:
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await owner(browser, service, PHONE, faults)
            await begin(page, "deal", "nimmt", 3)
            assert await page.locator(".beliefs").is_hidden()
            text = str(await board_state(page, "text"))
            hands = re.findall(r"\d+", re.search(r"hands=(\S+)", text)[1])  # type: ignore[index]
            await page.locator("#eyes").select_option("2")
            await page.wait_for_selector(".beliefs li")
            labels = await page.locator(".picture [data-at]").evaluate_all(
                "(things) => things.map((thing) => thing.getAttribute('data-at')).join(' ')"
            )
            seen = set(re.findall(r"card\.(\d+)", labels))
            assert set(hands[20:]) <= seen
            assert not set(hands[:20]) & seen
            await touch(page)  # moves are for all sides, whoever looks
            assert await board_state(page, "at") == 1
            await begin(page, "open", "heckmeck", 2)
            await page.locator("#draw").click()
            await page.wait_for_function(f"() => {BOARD}.state.at === 1")
            assert await board_state(page, "phase") == "decision"

    asyncio.run(run())
    assert faults == []


@pytest.mark.ci
@pytest.mark.parametrize(("size", "dark"), [(DESK, False), pytest.param(PHONE, True, marks=pytest.mark.long)])
def test_axe_finds_nothing_on_boards(tmp_path: Path, size: ViewportSize, dark: bool) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await owner(browser, service, size, [], dark=dark, bare=True)
            assert await violations(page) == []
            await begin(page, "beside", "colt", 3)
            await touch(page, "Belle")
            assert await violations(page) == []
            await begin(page, "deal", "nimmt", 3)
            await page.wait_for_selector(".lines .why")
            assert await violations(page) == []
            await page.locator("#change").click()
            await page.wait_for_selector(".verdict.good")
            assert await violations(page) == []

    asyncio.run(run())
