"""One device that several people share: it is passed on, and no hand is seen meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from web_browser import NEEDS_CHROMIUM, PHONE, chromium, decide, opened, overflow, state, until, violations
from web_help import serving

pytestmark = NEEDS_CHROMIUM


async def shared(page: Page, game: str) -> None:
    """A new table for two people at one device."""
    await page.locator(f"#game-{game}").check()
    while await page.locator(".chairs li").count() > 2:
        await page.locator("#fewer").click()
    await page.locator("#seat-0").select_option("me")
    await page.locator("#seat-1").select_option("here")
    await page.locator("#name").fill("Zoë")
    await page.locator("#name-1").fill("Ben")
    assert await overflow(page) <= 0
    await page.locator("#deal").click()


@pytest.mark.ci
def test_a_hand_is_hidden_until_its_owner_has_the_device(tmp_path: Path) -> None:
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await opened(browser, service.address(), PHONE, faults, bare=True)
            await shared(page, "nimmt")

            async def meet(name: str, seat: int) -> None:
                await page.get_by_role("heading", name=f"Pass the device to {name}").wait_for()
                assert not await page.locator(".picture svg").is_visible()
                assert await page.get_by_role("main").count() == 1
                await page.locator("#ready").tap()
                await until(lambda: is_seat(page, seat))
                await page.locator(".picture svg").wait_for()
                assert not await page.locator("#ready").count()

            await meet("Zoë", 0)
            await decide(page)
            assert await violations(page) == []
            await page.locator("#retract").tap()  # she has changed her mind before she passes it on
            await page.locator(".picture svg").wait_for()
            await decide(page)
            await meet("Ben", 1)
            assert await page.locator(".people .dim", has_text="away").count() == 0
            await decide(page)
            await until(lambda: came_to(page, 2))
            # Both choose the next card, or one whose card is lower than all rows takes one.
            asked = await seats_that_owe(page)
            await until(lambda: page.locator("#ready" if 1 not in asked else ".todo.mine").count())
            await page.reload()
            await meet(*(("Zoë", 0) if 0 in asked else ("Ben", 1)))
            await page.locator("#undo").tap()  # both are there: nobody has to be asked
            await until(lambda: came_to(page, 0))

    asyncio.run(run())
    assert faults == []


@pytest.mark.ci
def test_in_a_game_without_secrets_the_seat_that_decides_is_shown(tmp_path: Path) -> None:
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await opened(browser, service.address(), PHONE, faults)
            await shared(page, "longhorn")
            seats = set()
            while True:
                await until(lambda: page.locator("#save, .todo.mine").count())
                seats.add(await state(page, "seat"))
                if not await decide(page):
                    break
                assert not await page.locator("#ready").count()
            assert seats == {0, 1}
            assert (
                "won." in await page.locator(".result").inner_text()
                or "share" in await page.locator(".result").inner_text()
            )
            await page.goto(service.address())
            await page.locator(".tables a").first.click()
            await page.locator(".result").wait_for()

    asyncio.run(run())
    assert faults == []


async def seats_that_owe(page: Page) -> list[int]:
    """The seats whose decisions are awaited."""
    chairs: Any = await state(page, "chairs")
    return [seat for seat, chair in enumerate(chairs) if chair["owes"]]


async def is_seat(page: Page, seat: int) -> bool:
    """Whether this seat is shown."""
    return await state(page, "seat") == seat


async def came_to(page: Page, at: int) -> bool:
    """Whether the table is at move ``at``, and asks for a decision."""
    return await state(page, "at") == at and bool(await page.locator(".todo.mine, #ready").count())
