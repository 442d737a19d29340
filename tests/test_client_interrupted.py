"""A client that is interrupted or cancelled leaves its engine in step and at rest."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest
from driver import ENGINE, TOY_ENGINE

from protocol.client import AsyncEngine, Engine, Limit
from protocol.client.loop import Loop

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no timer signals")


@contextlib.contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """A KeyboardInterrupt in this thread after so many seconds."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


async def cancelled(work: Coroutine[Any, Any, Any], steps: int) -> bool:
    """Cancel ``work`` after so many rounds of the loop; whether it was in time."""
    task = asyncio.create_task(work)
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        return True
    return False


@pytest.mark.parametrize("steps", range(1, 5))
def test_the_answer_to_a_cancelled_question_is_not_that_of_the_next(steps: int) -> None:
    async def run() -> None:
        async with await AsyncEngine.start(TOY_ENGINE) as engine:
            await engine.position(seed=7)
            turn, about = await engine.turn(), await engine.about()
            assert await cancelled(engine.about(), steps)
            assert await engine.turn() == turn
            assert await engine.about() == about

    asyncio.run(run())


@pytest.mark.parametrize("steps", range(1, 5))
def test_a_search_that_is_cancelled_while_it_begins_does_not_go_on(steps: int) -> None:
    async def run() -> None:
        async with await AsyncEngine.start(ENGINE) as engine:
            await engine.position(seed=7)
            assert await cancelled(engine.analyse(infinite=True), steps)
            await engine.position(seed=8)  # refused while a search runs
            assert (await engine.play(Limit(nodes=10))).move

    asyncio.run(run())


def test_halt_ends_whatever_runs() -> None:
    with Engine.start(ENGINE) as engine:
        engine.halt()
        engine.position(seed=7)
        running = engine.analyse(infinite=True)
        engine.halt()
        assert running.result(0.1).move
        engine.position(seed=8)


def test_an_interrupt_waits_for_what_it_cancels() -> None:
    loop, cleaned = Loop(), threading.Event()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.2)
            cleaned.set()

    try:
        with pytest.raises(KeyboardInterrupt), interrupted_after(0.1):
            loop.call(work())
        assert cleaned.is_set()
    finally:
        loop.close()


@pytest.mark.filterwarnings("error")
def test_an_interrupt_before_the_first_step_is_not_waited_for() -> None:
    loop, busy = Loop(), threading.Event()
    loop.loop.call_soon_threadsafe(busy.wait)

    async def never() -> None:
        raise AssertionError

    try:
        threading.Timer(0.3, busy.set).start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt), interrupted_after(0.1):
            loop.call(never())
        assert time.monotonic() - began < 5
    finally:
        loop.close()


def test_a_closed_loop_leaves_no_task_behind() -> None:
    loop = Loop()

    async def forever() -> None:
        await asyncio.sleep(60)

    left = asyncio.run_coroutine_threadsafe(forever(), loop.loop)
    time.sleep(0.05)
    loop.close()
    assert loop.loop.is_closed()
    assert left.cancelled()
