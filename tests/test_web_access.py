"""The page for everybody: axe finds no violation, and all can be done by keyboard alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Page, ViewportSize

from solver.games import GAMES
from web_browser import DESK, NEEDS_CHROMIUM, PHONE, chromium, deal, decide, opened, until, violations
from web_help import serving

pytestmark = NEEDS_CHROMIUM
#: Rules words that make a game short.
SHORT = {"nimmt": ("round",)}


@pytest.mark.ci
@pytest.mark.parametrize(("size", "dark"), [(DESK, False), pytest.param(PHONE, True, marks=pytest.mark.long)])
def test_axe_finds_nothing(tmp_path: Path, size: ViewportSize, dark: bool) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await opened(browser, service.address(), size, [], dark=dark, bare=True)
            await page.wait_for_selector("#deal")
            assert await violations(page) == []
            for game, seats in (("longhorn", ("me", "beginner")), ("nimmt", ("me", "beginner", "open"))):
                await page.goto(service.address())
                await deal(page, game, *seats)
                assert await page.locator(".beliefs").is_visible() == (game == "nimmt")
                if "open" in seats:
                    await page.locator(".people button.main").click()
                    await page.wait_for_selector("dialog")
                    assert await violations(page) == []
                    continue
                await until(lambda: page.locator(".todo.mine").count())
                assert await violations(page) == []
                await page.locator("#hint").click()
                await page.wait_for_selector(".advice")
                assert await violations(page) == []
                await page.locator("#rules").click()
                await page.wait_for_selector("dialog")
                assert await violations(page) == []

    asyncio.run(run())


@pytest.mark.ci
@pytest.mark.parametrize(
    "game",
    ["longhorn", *(pytest.param(name, marks=pytest.mark.long) for name in sorted({*GAMES} - {"longhorn"}))],
)
def test_a_table_of_each_game_by_keyboard_alone(tmp_path: Path, game: str) -> None:
    """A whole game by keys; axe finds nothing at the first decision, in the middle, and at the end."""
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await opened(browser, service.address(), DESK, faults, bare=True)
            await deal(page, game, "me", "beginner", rules=SHORT.get(game, ()))
            await until(lambda: page.locator(".todo.mine").count())
            assert await violations(page) == []
            decisions = 0
            while await decide(page, "keys"):
                decisions += 1
                if decisions == 3:
                    assert await violations(page) == []
            assert decisions >= 3
            assert await violations(page) == []

    asyncio.run(run())
    assert faults == []


@pytest.mark.ci
def test_by_keyboard_alone(tmp_path: Path) -> None:
    """From the lobby to a move: Tab reaches everything, arrows go through what is lit."""

    async def tab_to(page: Page, what: str) -> None:
        for _ in range(80):
            await page.keyboard.press("Tab")
            if await page.evaluate("(what) => document.activeElement?.matches(what) ?? false", what):
                return
        raise AssertionError(f"Tab does not reach {what}")

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await opened(browser, service.address(), DESK, [])
            await page.wait_for_selector("#deal")
            await tab_to(page, "#game-longhorn")
            await page.keyboard.press("ArrowDown")
            await page.keyboard.press("ArrowDown")
            assert await page.locator("#game-nimmt").is_checked()
            await tab_to(page, "#name")
            await page.keyboard.type("Ada")
            await page.keyboard.press("Enter")
            await until(lambda: page.locator(".picture .lit").count())
            await tab_to(page, ".lit")
            first = await page.evaluate("document.activeElement.dataset.at")
            await page.keyboard.press("ArrowRight")
            second = await page.evaluate("document.activeElement.dataset.at")
            assert first != second
            await page.keyboard.press("Enter")
            await page.wait_for_selector("#confirm:focus")
            await page.keyboard.press("Escape")
            assert await page.locator("#confirm").count() == 0
            assert await decide(page, "keys")  # it waits until the move is made

    asyncio.run(run())
