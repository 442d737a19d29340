"""Many tables at once with scripted players: no table starves, and a click is answered soon."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from protocol.frontend.desk import Setup
from protocol.web.course import Course
from protocol.web.journal import Journal
from protocol.web.seating import PERSON, Chair
from protocol.web.serving import Service
from scaling import scale
from solver.games import GAMES
from web_help import Browser, browser, seat_token, serving

pytestmark = [pytest.mark.pure, pytest.mark.timing]
#: Mean seconds that a person thinks, and seconds of play. Milliseconds from a click to its answer: the goal,
#: and how many times longer a busy machine may take.
THINK, PLAY = 10.0, scale(40, least=6)
GOAL, SLACK = 100.0, 10.0


def lay(folder: Path, count: int) -> list[str]:
    """Tables of two people, every game in turn."""
    (folder / "tables").mkdir(parents=True)
    names = []
    for number in range(count):
        entry = list(GAMES.values())[number % len(GAMES)]
        chairs = [Chair(PERSON, "Zoë", mine=True), Chair(PERSON, "Ben")]
        setup = Setup(entry.name, 2, (), number + 1)
        name = f"{number:016x}"
        course = Course(name, setup, entry.edition, entry.title, "2026-01-01T00:00:00+00:00", chairs)
        Journal(folder / "tables" / f"{name}.table").add(course.event())
        names.append(name)
    return names


async def click(guest: Browser, rng: random.Random) -> float:
    """A random legal move; returns the milliseconds to its answer."""
    at, began = guest.state["at"], time.perf_counter()
    await guest.say("move", token=rng.choice(guest.state["moves"])["token"], at=at)
    while (await guest.hear("table", "frame"))["say"] == "table":  # the first step that is shown is an answer
        if guest.state["at"] > at or guest.state["chosen"] or guest.state["end"]:
            break
    return (time.perf_counter() - began) * 1000


async def person(guest: Browser, table: str, think: float, waits: list[tuple[str, float]]) -> None:
    """Think for half to one and a half times ``think`` and click, for ever."""
    rng = random.Random(table)
    while not guest.state["end"]:
        if not guest.state["moves"]:
            await guest.hear("table", seconds=600)
            continue
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(think * rng.uniform(0.5, 1.5)):
                while guest.state["moves"]:
                    await guest.hear("table", seconds=600)
        if guest.state["moves"]:
            waits.append((table, await click(guest, rng)))


def test_many_tables_are_served_alike(tmp_path: Path) -> None:
    count = scale(200, least=10)
    think = THINK if count >= 200 else THINK * count / 100  # ten tables make half as many clicks
    waits: list[tuple[str, float]] = []
    tables = lay(tmp_path, count)

    async def seated(stack: AsyncExitStack, service: Service, table: str, seat: int) -> Browser:
        guest = await stack.enter_async_context(browser(service))
        await guest.sit(table, seat_token(service, table, seat))
        return guest

    async def run() -> None:
        async with AsyncExitStack() as stack:
            service = await stack.enter_async_context(serving(tmp_path))
            guests = [
                (table, await seated(stack, service, table, seat)) for table in tables for seat in (0, 1)
            ]
            tasks = [asyncio.create_task(person(guest, table, think, waits)) for table, guest in guests]
            done, _ = await asyncio.wait(tasks, timeout=PLAY)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for task in done:
                task.result()

    asyncio.run(run())
    times = sorted(wait for _, wait in waits)
    assert len(times) > count
    assert {table for table, _ in waits} == set(tables)
    assert times[int(0.99 * len(times))] < GOAL * SLACK


def test_a_busy_table_does_not_hold_up_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    busy, *_, quiet = lay(tmp_path, 6)
    served: list[str] = []

    async def run() -> None:
        async with AsyncExitStack() as stack:
            service = await stack.enter_async_context(serving(tmp_path))
            guests = [await stack.enter_async_context(browser(service)) for _ in range(6)]
            for number, guest in enumerate(guests):
                await guest.sit(busy, seat_token(service, busy, number % 2))
            calm = await stack.enter_async_context(browser(service))
            await calm.sit(quiet, seat_token(service, quiet, 0))
            if not calm.state["moves"]:
                await calm.sit(quiet, seat_token(service, quiet, 1))
            pool = service.hall.quick
            take = pool._take

            async def noted(key: str) -> Any:
                served.append(key)
                return await take(key)

            monkeypatch.setattr(pool, "_take", noted)
            for turn in range(15):
                for number, guest in enumerate(guests):
                    await guest.say("name", name=f"Z{turn}x{number}")
            while len(served) < 3:
                await asyncio.sleep(0.001)
            await calm.say("move", token=calm.state["moves"][0]["token"], at=0)
            while calm.state["at"] == 0:
                await calm.hear("table", seconds=60)
            for guest in guests:
                guest.socket.transport.abort()  # they have not read what they were sent

    asyncio.run(run())
    assert served.index(quiet) < 12  # the busy table has asked for 90 things
