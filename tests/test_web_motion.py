"""Motion on a slow phone: the picture keeps moving while cards are revealed and placed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from web_browser import NEEDS_CHROMIUM, PHONE, chromium, deal, decide, state, until
from web_help import serving

pytestmark = [*NEEDS_CHROMIUM, pytest.mark.timing, pytest.mark.long]
#: How many times slower than this computer the phone is; milliseconds of a frame at 60 a second, and how many
#: times longer the median may take on a busy machine.
SLOWER, FRAME, SLACK = 4, 1000 / 60, 10
WATCH = """() => { window.gaps = []; let last = performance.now();
    const next = (now) => { window.gaps.push(now - last); last = now; requestAnimationFrame(next); };
    requestAnimationFrame(next); }"""


def test_a_reveal_moves_smoothly_on_a_slow_phone(tmp_path: Path) -> None:
    async def run() -> list[float]:
        async with serving(tmp_path) as service, chromium() as browser:
            context = await browser.new_context(viewport=PHONE, has_touch=True)
            page = await context.new_page()
            await page.goto(service.address())
            await deal(page, "nimmt", "me", "beginner", "beginner")
            await until(lambda: page.locator(".todo.mine").count())
            link = await context.new_cdp_session(page)
            await link.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            await page.evaluate(WATCH)
            await decide(page)

            async def again() -> object:
                return (
                    await state(page, "at")
                    and await page.locator(".todo.mine .option, .picture .lit").count()
                )

            await until(again)
            gaps: list[float] = await page.evaluate("window.gaps")
            return sorted(gaps)

    gaps = asyncio.run(run())
    assert len(gaps) > 20
    assert gaps[int(0.95 * len(gaps))] < FRAME * SLACK
