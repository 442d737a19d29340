"""The page in a real browser: whole games by touching and by keyboard, two devices, a restart."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, ViewportSize

import protocol.web
from protocol.web.serving import Service
from web_browser import DESK, NEEDS_CHROMIUM, PHONE, chromium, deal, decide, opened, overflow, state, until
from web_help import serving

PAGE = Path(protocol.web.__file__).parent / "page"
pytestmark = NEEDS_CHROMIUM


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "size", "act", "rules"),
    [
        ("longhorn", PHONE, "tap", ()),
        pytest.param("nimmt", DESK, "click", ("round",), marks=pytest.mark.long),
        pytest.param("heckmeck", PHONE, "tap", (), marks=pytest.mark.long),
        pytest.param("pickomino", DESK, "click", (), marks=pytest.mark.long),
        pytest.param("colt", DESK, "keys", (), marks=pytest.mark.long),
    ],
)
def test_a_whole_game_by_touching(
    tmp_path: Path, game: str, size: ViewportSize, act: str, rules: tuple[str, ...]
) -> None:
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await opened(browser, service.address(), size, faults)
            await deal(page, game, "me", "beginner", rules=rules)
            assert "#" not in page.url  # the key has left the address bar
            decisions = 0
            while await decide(page, act):
                decisions += 1
            assert decisions >= 3
            assert await page.locator(".result").inner_text()
            assert await page.locator(".story li").count() > decisions
            assert await overflow(page) <= 0
            place = await page.locator(".hand").evaluate("(hand) => getComputedStyle(hand).position")
            assert place == "static"  # the result does not lie over the picture
            async with page.expect_download() as saved:
                await page.locator("#save").click()
            assert (await (await saved.value).path()).read_text().startswith('{"game":')

    asyncio.run(run())
    assert faults == []
    assert list((tmp_path / "games").glob("*.jsonl"))


@pytest.mark.long
def test_two_devices_at_one_table_and_a_server_that_comes_back(tmp_path: Path) -> None:
    faults: list[str] = []

    async def run() -> None:
        port = 0
        async with chromium() as browser:
            async with serving(tmp_path) as service:
                port = service.port
                me = await opened(browser, service.address(), DESK, faults)
                await deal(me, "nimmt", "me", "open", "beginner")
                await me.locator(".people button.main").click()
                link = await me.locator("dialog input").input_value()
                assert await me.locator("dialog svg.code path").count()
                await me.keyboard.press("Escape")
                friend = await opened(browser, link, PHONE, faults)
                assert "Zoë" in await friend.locator("main").inner_text()
                await friend.locator("#name").fill("Ben")
                await friend.locator("button.main").tap()
                await decide(friend)
                assert await me.locator(".people li").nth(1).locator(".done").count()
                assert await state(friend, "at") == 0  # the others' choices wait
                assert await state(friend, "chosen")
            await me.locator(".picture .lit").first.click(force=True)
            await me.locator("#hint").click()  # nobody hears it
            faults.clear()  # connections that are refused meanwhile
            async with restarted(tmp_path, port):
                await until(lambda: connected(me))
                await until(lambda: connected(friend))
                faults.clear()
                await heard_again(me)
                assert await me.locator("#hint").is_enabled()
                await me.locator("#confirm").click(timeout=2_000)  # what was chosen before is still chosen
                await until(lambda: moved(friend, 3))
                await until(lambda: moved(me, 3))
                assert "Ben reveals" in await me.locator(".story").inner_text()
                assert "Zoë reveals" in await friend.locator(".story").inner_text()

    asyncio.run(run())
    assert faults == []


@pytest.mark.ci
def test_a_new_name_is_seen_by_all_and_who_leaves_is_away(tmp_path: Path) -> None:
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            me = await opened(browser, service.address(), DESK, faults)
            await deal(me, "longhorn", "me", "open")
            await me.locator(".people button.main").click()
            link = await me.locator("dialog input").input_value()
            await me.keyboard.press("Escape")
            friend = await opened(browser, link, PHONE, faults)
            await friend.locator("#name").fill("Ben")
            await friend.locator("button.main").tap()
            await friend.locator("#rename").tap()
            await friend.locator("#new-name").fill("Zoë")
            await friend.locator("dialog button.main").tap()
            await friend.locator(".trouble").get_by_text("Zoë").wait_for()  # her name is taken
            await friend.locator("#rename").tap()
            await friend.locator("#new-name").fill("Bénédict <b>")
            await friend.locator("dialog button.main").tap()
            row = me.locator(".people li").nth(1)
            await row.get_by_text("Bénédict <b>").wait_for()
            assert "away" not in await row.inner_text()
            await friend.close()
            await row.get_by_text("away").wait_for()
            await row.get_by_role("button", name="Seat the engine").click()
            await row.get_by_text("engine, club").wait_for()
            back = await friend.context.new_page()
            await back.goto(link)
            await back.get_by_role("heading").wait_for()
            assert not await back.locator(".picture").count()  # the seat is somebody else's

    asyncio.run(run())
    assert faults == []


async def connected(page: Page) -> bool:
    """Whether the page has its line to the server."""
    return bool(await page.evaluate("document.querySelector('herd-table').line.socket.readyState === 1"))


async def heard_again(page: Page) -> None:
    """Wait until the server has told the page the table: its answer to a question comes after it."""
    await page.locator("#rules").click()
    await page.get_by_role("dialog").wait_for()
    await page.keyboard.press("Escape")


async def moved(page: Page, at: int) -> bool:
    """Whether the table has come to move ``at``."""
    return int(str(await state(page, "at"))) >= at


@asynccontextmanager
async def restarted(folder: Path, port: int) -> AsyncIterator[Service]:
    """A server at the same port."""
    service = Service(folder, port=port)
    running = asyncio.create_task(service.serve())
    try:
        await until(lambda: asyncio.sleep(0, service.started))
        yield service
    finally:
        service.stop()
        await running


@pytest.mark.long
def test_advice_undo_rules_and_escape(tmp_path: Path) -> None:
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await opened(browser, service.address(), DESK, faults)
            await deal(page, "longhorn", "me", "beginner")
            await decide(page, "click")
            await until(lambda: page.locator(".todo.mine").count())
            await page.locator("#hint").click()
            await page.wait_for_selector(".advice li")
            await page.locator(".advice button").first.click()
            assert await page.locator("#confirm").count()
            await page.keyboard.press("Escape")
            assert await page.locator("#confirm").count() == 0
            before = await state(page, "at")
            await page.locator("#undo").click()
            await until(lambda: less(page, before))
            await page.locator("#rules").click()
            assert len(await page.locator("dialog .primer").inner_text()) > 500
            await page.locator("dialog .term", has_text="outlaw").first.click()  # leads to the table
            assert await page.locator("dialog").count() == 0
            assert await page.locator("[data-at=outlaw] .pointed").count()
            await page.locator("#rules").click()
            await page.wait_for_selector("dialog")
            await page.keyboard.press("Escape")
            assert await page.locator("dialog").count() == 0

    asyncio.run(run())
    assert faults == []


async def less(page: Page, before: object) -> bool:
    """Whether the table has gone back."""
    return int(str(await state(page, "at"))) < int(str(before))


@pytest.mark.ci
def test_the_page_is_small_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    sent: list[tuple[str, int]] = []

    async def run() -> str:
        async with serving(tmp_path) as service, chromium() as browser:
            context = await browser.new_context(viewport=PHONE)
            page = await context.new_page()
            network = await context.new_cdp_session(page)
            await network.send("Network.enable")
            network.on("Network.loadingFinished", lambda event: sent.append(("", event["encodedDataLength"])))
            page.on("request", lambda request: sent.append((request.url, 0)))
            await page.goto(service.address())
            await page.wait_for_selector("#deal")
            assert await overflow(page) <= 0
            await page.set_viewport_size({"width": 360, "height": 640})
            assert await overflow(page) <= 0
            return f"http://127.0.0.1:{service.port}/"

    home = asyncio.run(run())
    assert all(url.startswith(home) for url, _ in sent if url)
    assert 0 < sum(size for _, size in sent) < 200_000


def test_every_sentence_of_the_page_is_in_the_catalogue_and_used() -> None:
    catalogue = set(re.findall(r'^  "([a-z-]+)":', (PAGE / "words.en.js").read_text(), re.MULTILINE))
    scripts = "".join(path.read_text() for path in PAGE.glob("*.js") if path.name != "words.en.js")
    named = set(re.findall(r'say\(\s*"([a-z-]+)"', scripts)) | set(
        re.findall(r'\? "([a-z-]+)" : "[a-z-]+"', scripts)
    )
    named |= set(re.findall(r'\? "[a-z-]+" : "([a-z-]+)"', scripts))
    assert set(re.findall(r'say\(\s*"([a-z-]+)"', scripts)) <= catalogue
    codes = "".join(path.read_text() for path in PAGE.parent.rglob("*.py"))
    said = {f"refused-{code}" for code in re.findall(r'Refusal\(\s*"([a-z-]+)"', codes)}
    said |= {"refused-engine-trouble"}
    assert said <= catalogue
    built = {word for word in catalogue if word.startswith(("how-", "theme-", "pace-"))} | {"theme", "pace"}
    assert catalogue - named - said - built == set()


@pytest.mark.ci
@pytest.mark.parametrize(
    "game",
    ["colt", *(pytest.param(game, marks=pytest.mark.long) for game in ("longhorn", "nimmt", "heckmeck"))],
)
def test_what_can_be_touched_is_in_sight_on_a_phone(tmp_path: Path, game: str) -> None:
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await opened(browser, service.address(), PHONE, faults)
            await deal(page, game, "me", "beginner")
            below = 0
            for _ in range(6):
                await page.evaluate("history.scrollRestoration = 'manual'")
                await page.reload()
                await until(lambda: page.locator(".todo.mine").count())
                assert await page.evaluate(IN_SIGHT)
                await page.evaluate("scrollTo(0, 0)")
                below += not await page.evaluate(IN_SIGHT)
                await decide(page)
            assert below or game != "colt"  # the hand lies below the train

    asyncio.run(run())
    assert faults == []


#: Whether some lit thing is in the window, above the panel that says what to do; or nothing is lit.
IN_SIGHT = """() => {
    const lit = [...document.querySelectorAll(".picture .lit")];
    const floor = document.querySelector(".todo").getBoundingClientRect().top;
    const middle = (thing) => thing.getBoundingClientRect().top + thing.getBoundingClientRect().height / 2;
    return !lit.length || lit.some((thing) => middle(thing) > 0 && middle(thing) < floor);
}"""
