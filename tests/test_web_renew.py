"""Panels that change under people's hands: focus, opened lists and a press that has begun outlast it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from web_browser import DESK, NEEDS_CHROMIUM, chromium, deal, opened, until
from web_help import serving

pytestmark = [*NEEDS_CHROMIUM, pytest.mark.ci]
#: Makes a place whose content `show` sets; `said` is what has been pressed, `line` a line of a list.
BEGIN = """async () => {
    const { renew } = await import("/page/renew.js");
    const { h, button } = await import("/page/dom.js");
    const place = h("div", { id: "place" });
    document.body.prepend(place);
    window.said = [];
    window.line = (token, words, value) => h("li", { "data-key": token },
        button(words, () => said.push([token, value]), { class: "line" }),
        h("meter", { min: 0, max: 1, value }), h("details", {}, h("summary", {}, "why"), `worth ${value}`));
    window.show = (...content) => renew(place, content);
    window.h = h;
    window.button = button;
}"""


def with_page(tmp_path: Path, act: Callable[[Page], Awaitable[None]]) -> None:
    """Run a test on a page of the lobby; it may find no error of the page."""
    faults: list[str] = []

    async def run() -> None:
        async with serving(tmp_path) as service, chromium() as browser:
            page = await opened(browser, service.address(), DESK, faults)
            await page.wait_for_selector("#deal")
            await act(page)

    asyncio.run(run())
    assert faults == []


async def lines(page: Page, *told: tuple[str, str, float]) -> None:
    await page.evaluate(
        "(told) => show(h('ol', {}, ...told.map((line) => window.line(...line))))", list(told)
    )


async def shown(page: Page) -> list[Any]:
    found: list[Any] = await page.evaluate(
        """() => [...document.querySelectorAll("#place li")].map((line) =>
            [line.querySelector("button").textContent, line.querySelector("meter").value,
             line.querySelector("details").lastChild.textContent])"""
    )
    return found


def test_what_stays_is_the_same_element_with_what_is_new(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        await page.evaluate(BEGIN)
        await lines(page, ("a", "Take 5", 0.5), ("b", "Take 9", 0.25))
        await page.evaluate(
            "() => { window.first = document.querySelectorAll('#place li button');"
            " document.querySelectorAll('#place details')[1].open = true; first[1].focus(); }"
        )
        # the second becomes the first, a third comes
        await lines(page, ("b", "Take 9", 0.75), ("a", "Take 5", 0.5), ("c", "Take 7", 0.125))
        assert await shown(page) == [
            ["Take 9", 0.75, "worth 0.75"],
            ["Take 5", 0.5, "worth 0.5"],
            ["Take 7", 0.125, "worth 0.125"],
        ]
        now = "document.querySelectorAll('#place li button')"
        assert await page.evaluate(f"() => {now}[0] === first[1] && {now}[1] === first[0]")
        assert await page.evaluate("() => document.activeElement === first[1]")
        assert await page.evaluate("() => document.querySelector('#place details').open")
        await page.keyboard.press("Enter")
        await page.locator("#place button").nth(2).click()
        assert await page.evaluate("() => said") == [["b", 0.75], ["c", 0.125]]  # by the newest acts
        await lines(page, ("c", "Take 7", 0.125))
        assert await shown(page) == [["Take 7", 0.125, "worth 0.125"]]

    with_page(tmp_path, act)


def test_a_press_that_a_change_falls_into_is_not_lost_and_acts_on_nothing_else(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        await page.evaluate(BEGIN)
        for words, pressed in (("Take 5", 1), ("Take 9", 1)):  # the same button, and another in its place
            await page.evaluate("() => { show(button('Take 5', () => said.push(5))); }")
            box = await page.locator("#place button").bounding_box()
            assert box is not None
            await page.mouse.move(box["x"] + 5, box["y"] + 5)
            await page.mouse.down()
            await page.evaluate("(words) => { show(button(words, () => said.push(words))); }", words)
            await page.mouse.up()
            assert len(await page.evaluate("() => said")) == pressed
        assert await page.evaluate("() => said") == ["Take 5"]
        # a button that says the same for another decision by its name
        await page.evaluate("() => { show(button('Yes', () => said.push(1), { id: 'one' })); }")
        await page.locator("#one").focus()
        await page.evaluate("() => { show(button('Yes', () => said.push(2), { id: 'two' })); }")
        assert await page.evaluate("() => document.activeElement === document.body")

    with_page(tmp_path, act)


def test_a_choice_that_is_not_confirmed_keeps_the_focus_while_others_choose(tmp_path: Path) -> None:
    """What an engine commits to changes the list of players, not what a hand is about to confirm."""

    async def act(page: Page) -> None:
        await deal(page, "nimmt", "me", "beginner", "beginner", rules=("round",))
        await until(lambda: page.locator(".todo.mine").count())
        await page.locator(".picture .lit").first.focus()
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#confirm:focus")
        kept = await page.evaluate(
            """() => {
                const table = document.querySelector("herd-table");
                const before = document.querySelector("#confirm");
                for (const chair of table.state.chairs) chair.thinks = !chair.thinks;
                table.refresh({ story: { from: 1e9, events: [] } }, false);
                return document.querySelector("#confirm") === before && document.activeElement === before;
            }"""
        )
        assert kept
        # what happens meanwhile is shown in its place; behind it the hand is where it was
        await page.evaluate("() => document.querySelector('herd-table').watch()")
        assert await page.evaluate("document.activeElement === document.body")
        await page.evaluate("() => document.querySelector('herd-table').compose(false)")
        assert await page.evaluate("document.activeElement.id") == "confirm"
        at = await page.evaluate("document.querySelector('herd-table').state.at")
        await page.keyboard.press("Enter")
        went_on = "(at) => { const { state } = document.querySelector('herd-table');"
        went_on += " return state.at !== at || state.chosen !== null; }"
        await page.wait_for_function(went_on, arg=at)

    with_page(tmp_path, act)


def test_a_card_keeps_the_focus_while_others_choose(tmp_path: Path) -> None:
    """Nothing is lit for a moment while a message is shown, and the picture may be drawn anew."""

    async def act(page: Page) -> None:
        await deal(page, "nimmt", "me", "beginner", "beginner", rules=("round",))
        await until(lambda: page.locator(".todo.mine").count())
        # when the others have chosen nothing more comes by itself
        await page.wait_for_function(
            "() => document.querySelector('herd-table').state.chairs.slice(1).every((chair) => chair.chosen)"
        )
        for again in ("state.picture", "state.picture.replace('<svg', '<svg data-again=\"1\"')"):
            await page.locator(".picture .lit").nth(3).focus()
            held = await page.evaluate("document.activeElement.dataset.at")
            await page.evaluate(
                f"""async () => {{
                    const table = document.querySelector("herd-table"), state = table.state;
                    const story = {{ from: 1e9, events: [] }};
                    table.hear({{ ...state, say: "table", picture: {again}, story }});
                    await new Promise((done) => setTimeout(done, 300));
                }}"""
            )
            assert await page.evaluate("document.activeElement?.dataset.at ?? ''") == held
        await page.locator("#hint").focus()
        await page.evaluate("() => document.querySelector('herd-table').compose(false)")
        assert await page.evaluate("document.activeElement.id") == "hint"

    with_page(tmp_path, act)
