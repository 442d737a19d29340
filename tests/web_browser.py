"""A real browser for tests of the page: Chromium, driven by Playwright."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

import pytest
from playwright.async_api import Browser, Page, ViewportSize, async_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}

if not CHROMIUM and os.environ.get("CI"):
    pytest.fail("the page's tests need Chromium (Debian: apt-get install chromium)", pytrace=False)
#: For modules whose tests need it.
NEEDS_CHROMIUM = [
    pytest.mark.pure,
    pytest.mark.skipif(not CHROMIUM, reason="NO CHROMIUM: THE PAGE IS NOT TESTED (Debian: install chromium)"),
]


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A real browser."""
    async with async_playwright() as plays:
        browser = await plays.chromium.launch(
            executable_path=CHROMIUM,
            # The checked build preloads a sanitizer meant for Python: a browser does not start with it.
            env={name: value for name, value in os.environ.items() if name != "LD_PRELOAD"},
            args=["--disable-gpu", "--disable-background-networking"],
        )
        try:
            yield browser
        finally:
            await browser.close()


async def opened(
    browser: Browser,
    address: str,
    size: ViewportSize,
    faults: list[str],
    *,
    dark: bool = False,
    bare: bool = False,
) -> Page:
    """A page of a person of its own, without animations; its errors are collected. ``bare``: without the
    policy that lets no script in but the page's own, for tools that look into it."""
    context = await browser.new_context(
        viewport=size,
        reduced_motion="reduce",
        has_touch=size == PHONE,
        color_scheme="dark" if dark else "light",
        bypass_csp=bare,
    )
    page = await context.new_page()
    page.set_default_timeout(20_000)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    await page.goto(address)
    return page


async def state(page: Page, name: str) -> object:
    """A field of the table's state."""
    return await page.evaluate("(name) => document.querySelector('herd-table')?.state?.[name] ?? null", name)


async def until(ready: Callable[[], Awaitable[object]], seconds: float = 30) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(seconds):
        while not await ready():
            await asyncio.sleep(0.03)


async def deal(page: Page, game: str, *seats: str, rules: tuple[str, ...] = ()) -> None:
    """A new table in the lobby."""
    await page.locator(f"#game-{game}").check()
    while await page.locator(".chairs li").count() > len(seats):
        await page.locator("#fewer").click()
    for seat, kind in enumerate(seats):
        await page.locator(f"#seat-{seat}").select_option(kind)
    for word in rules:
        await page.locator(f"#rule-{word}").check()
    await page.locator("#name").fill("Zoë")
    await page.locator("#deal").click()
    await page.wait_for_selector(".todo h2")


async def decide(page: Page, act: str = "tap") -> bool:
    """One decision by touching what is lit, or a button where nothing is; False once the game is over."""

    async def asked() -> object:
        return await page.locator("#save, .picture .lit, .todo .option, #confirm").count()

    await until(asked)
    if await page.locator("#save").count():
        return False
    at, chosen = await state(page, "at"), page.locator("#confirm")
    for _ in range(20):
        if await chosen.count():
            break
        lit = page.locator(".picture .lit")
        one = lit.first if await lit.count() else page.locator(".todo .option, #end").first
        await one.evaluate("(thing) => thing.scrollIntoView({block: 'center'})")
        if act == "tap":
            await one.tap(force=True)
        elif act == "click":
            await one.click(force=True)
        else:
            await one.focus()
            await page.keyboard.press("Enter")
    await (
        chosen.tap() if act == "tap" else chosen.click() if act == "click" else page.keyboard.press("Enter")
    )

    async def went_on() -> bool:
        return await state(page, "at") != at or await state(page, "chosen") is not None

    await until(went_on)
    return True


async def overflow(page: Page) -> float:
    """Pixels by which the page is wider than the window."""
    width = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return float(width)


async def violations(page: Page) -> list[Any]:
    """Violations that axe finds: each rule and the elements that break it."""
    await page.evaluate(AXE)
    found: list[Any] = await page.evaluate(
        """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
            .map((rule) => [rule.id, ...rule.nodes.slice(0, 3).map((node) => node.html.slice(0, 200))])"""
    )
    return found
