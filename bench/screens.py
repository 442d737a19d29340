"""Pictures of the table in the browser, for the README and docs/serve.md.

    python -m bench screens

A server in this process shows games in the middle and at their end; Chromium takes the pictures.
"""

from __future__ import annotations

import asyncio
import base64
import shutil
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import click
from playwright.async_api import Browser, ViewportSize, async_playwright

from protocol.client import Engine, Limit
from protocol.frontend.desk import Setup
from protocol.web.course import Course
from protocol.web.engines import own_engine
from protocol.web.journal import SUFFIX, Journal
from protocol.web.seating import PERSON, SEAT, Chair, Role
from protocol.web.serving import Service

OUT = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
#: Nodes of the searches that play the games shown.
NODES = 300
#: Quality of the WebP files, of 100.
QUALITY = 82


@dataclass(frozen=True)
class Shown:
    """A game to show: who plays, by which rules, and after how many sets of decisions, when the first
    seat decides again (None: at its end)."""

    name: str
    game: str
    people: tuple[str, ...]
    rules: tuple[str, ...] = ()
    groups: int | None = None
    seed: int = 7


SHOWN = (
    Shown("longhorn", "longhorn", ("Ada", "Ben"), groups=4),
    Shown("nimmt", "nimmt", ("Ada", "Ben", "Chloé", "Dario"), groups=6),
    Shown("heckmeck", "heckmeck", ("Ada", "Ben", "Chloé"), groups=26),
    Shown("pickomino", "pickomino", ("Ada", "Ben", "Chloé"), groups=26),
    Shown("colt", "colt", ("Ada", "Ben", "Chloé", "Dario"), groups=26),
)


def play(engine: Engine, shown: Shown) -> tuple[Course, bool]:
    """The course of a game, and whether it is over."""
    engine.set_option("UCI_Variant", shown.game)
    engine.set_option("Seed", 1)
    setup = Setup(shown.game, len(shown.people), shown.rules, shown.seed)
    chairs = [Chair(PERSON, name) for name in shown.people]
    edition, title = engine.games[shown.game], engine.about().title
    course = Course(shown.name, setup, edition, title, "2026-01-01T00:00:00+00:00", chairs)
    while True:
        engine.position(seed=setup.seed, seats=setup.seats, rules=setup.rules, moves=course.tokens)
        turn = engine.turn()
        if not isinstance(turn, list):
            return course, True
        if shown.groups is not None and len(course.groups) >= shown.groups and 0 in turn:
            return course, False
        moves = []
        for seat in turn:
            answer = engine.play(Limit(nodes=NODES), seat=seat)
            moves.append([seat, answer.move, 4000.0])
        course.apply({"event": "play", "moves": moves})


def write(course: Course, folder: Path) -> None:
    """Write the file of a table."""
    (folder / "tables").mkdir(parents=True, exist_ok=True)
    journal = Journal(folder / "tables" / f"{course.table}{SUFFIX}")
    journal.path.unlink(missing_ok=True)
    journal.add(course.event())
    starts = [*course.groups, len(course.moves)]
    for start, end in pairwise(starts):
        journal.add({"event": "play", "moves": [list(move) for move in course.moves[start:end]]})


async def take(
    browser: Browser, address: str, out: Path, size: ViewportSize, *, dark: bool = False, whole: bool = False
) -> None:
    """A picture of the page at an address, as WebP or PNG. ``whole``: beyond the window's height."""
    context = await browser.new_context(
        viewport=size, reduced_motion="reduce", color_scheme="dark" if dark else "light"
    )
    page = await context.new_page()
    await page.goto(address)
    await page.wait_for_selector(".todo h2, #deal")
    await page.wait_for_timeout(600)
    session = await context.new_cdp_session(page)
    kind = out.suffix[1:]
    told = {
        "format": kind,
        "captureBeyondViewport": whole,
        **({"quality": QUALITY} if kind == "webp" else {}),
    }
    if whole:
        high = await page.evaluate("document.documentElement.scrollHeight")
        told["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": high, "scale": 1}
    picture = await session.send("Page.captureScreenshot", told)
    out.write_bytes(base64.b64decode(picture["data"]))
    await context.close()


async def pictures(folder: Path, out: Path, courses: list[Course]) -> None:
    """Take the pictures of tables in a data folder."""
    service = Service(folder, port=0)
    running = asyncio.create_task(service.serve())
    try:
        while not service.started:
            await asyncio.sleep(0.02)
        home = f"http://127.0.0.1:{service.port}"
        async with async_playwright() as plays:
            browser = await plays.chromium.launch(executable_path=shutil.which("chromium"))
            for course in courses:
                token = service.hall.keys.token(course.table, Role(SEAT, 0), course.chairs)
                address = f"{home}/t/{course.table}#{token}"
                await take(browser, address, out / f"{course.table}.webp", DESK)
                await take(browser, address, out / f"{course.table}-phone.webp", PHONE, dark=True)
            await take(browser, service.address(), out / "lobby.webp", DESK)
            await browser.close()
    finally:
        service.stop()
        await running


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=OUT, show_default=True)
def main(out: Path) -> None:
    """Take the pictures of the table in the browser that README and docs show."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, Engine.start(own_engine()) as engine:
        folder = Path(name)
        courses = [play(engine, shown)[0] for shown in SHOWN]
        for course in courses:
            write(course, folder)
        asyncio.run(pictures(folder, out, courses))
    for path in sorted(out.glob("*.webp")):
        click.echo(f"{path.stat().st_size / 1000:6.1f} kB  {path.name}")
