"""The server's memory over many games: a finished game leaves next to nothing behind."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from pathlib import Path

import pytest

from protocol.drawing import markup
from protocol.frontend.desk import Setup
from protocol.web.course import Course
from protocol.web.journal import Journal
from protocol.web.seating import PERSON, Chair
from scaling import FULL
from solver.games import GAMES
from web_help import browser, play, seat_token, serving

pytestmark = [pytest.mark.pure, pytest.mark.long]
#: Games before anything is measured, which fill caches; bytes that each game after them may leave, and what
#: the connections of the moment may hold.
WARM, LEFT, HELD = 8, 1_000, 170_000
#: Messages on their way to the test's own browsers.
OTHERS = tracemalloc.Filter(False, "*/websockets/*")


def test_memory_stays_flat_over_many_games(tmp_path: Path) -> None:
    games = 10_000 if FULL else 30
    entry = GAMES["longhorn"]
    (tmp_path / "tables").mkdir()
    tables = [f"{number:016x}" for number in range(WARM + games)]
    for number, name in enumerate(tables):
        chairs = [Chair(PERSON, "Zoë", mine=True), Chair(PERSON, "Ben")]
        setup = Setup(entry.name, 2, (), number + 1)
        course = Course(name, setup, entry.edition, entry.title, "2026-01-01T00:00:00+00:00", chairs)
        Journal(tmp_path / "tables" / f"{name}.table").add(course.event())
    used: list[int] = []

    async def run() -> None:
        async with serving(tmp_path, sleep=0.05) as service:
            for number, table in enumerate([*tables, ""]):
                if number in (WARM, len(tables)):
                    while service.hall.awake:
                        await asyncio.sleep(0.02)
                    markup._remembered.cache_clear()  # bounded by itself, and long in filling
                    gc.collect()
                    kept = tracemalloc.take_snapshot().filter_traces([OTHERS])
                    used.append(sum(trace.size for trace in kept.statistics("filename")))
                if table:
                    async with browser(service) as me, browser(service) as friend:
                        await me.sit(table, seat_token(service, table, 0))
                        await friend.sit(table, seat_token(service, table, 1))
                        await asyncio.gather(play(me), play(friend))

    tracemalloc.start()
    try:
        asyncio.run(run())
    finally:
        tracemalloc.stop()
    assert len(list((tmp_path / "games").glob("*.jsonl"))) == len(tables)
    assert used[1] - used[0] < HELD + LEFT * games, used
