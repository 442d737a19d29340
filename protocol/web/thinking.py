"""Searches for a table: the move of an engine's seat, and advice to a person."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from protocol.client import EngineRefused, Limit
from protocol.frontend.names import spelt
from protocol.frontend.verdict import Line, lines_of, telling_apart
from protocol.web.course import Course
from protocol.web.engines import Engines, Worker
from protocol.web.sights import Json

#: Milliseconds of a search for advice, and the number of moves that it values.
ADVICE_MS = 1500
ADVICE_LINES = 3
#: Greatest value of the engine's options Skill and Seed.
SKILL_MAX = 20
SEED_END = 2**31


async def _strength(worker: Worker, skill: int, lines: int) -> None:
    await worker.option("Skill", skill)
    await worker.option("MultiPV", lines)
    await worker.option("UCI_ShowWDL", True)
    await worker.option("Seed", random.randrange(SEED_END))


async def choice(deep: Engines, course: Course, seat: int, view: str) -> str:
    """The token that an engine's seat decides for, from its view alone.

    Raises:
        EngineError: no engine gave one.
    """
    level = course.chairs[seat].strength

    async def work(worker: Worker) -> str:
        await _strength(worker, level.skill, 1)
        await worker.view(course.setup.game, course.names(), view)
        result = await worker.engine.play(Limit(movetime=level.movetime), seat=seat)
        if result.move is None:
            raise EngineRefused("nothing", result.reason or "nothing to decide")
        return result.move

    return await deep.run(course.table, work)


async def advice(
    deep: Engines, course: Course, seat: int, view: str, words: dict[str, str], names: list[str]
) -> Json:
    """The best moves of a seat with their values, the reasons, and what is lost by the second best.

    Raises:
        EngineError: no engine gave any.
    """

    async def work(worker: Worker) -> Json:
        await _strength(worker, SKILL_MAX, ADVICE_LINES)
        await worker.view(course.setup.game, course.names(), view)
        meanings = await worker.engine.meanings()
        result = await worker.engine.play(Limit(movetime=ADVICE_MS), seat=seat)
        lines = telling_apart(
            [
                replace(line, phrase=words.get(line.token, line.token))
                for line in lines_of(result, seat, len(course.chairs), words, meanings)
            ]
        )
        lines.sort(key=lambda line: line.token != result.move)
        best = lines[0].value if lines else 0.0
        return {
            "say": "hint",
            "at": len(course.moves),
            "lines": [line_json(line, best, names) for line in lines],
        }

    return await deep.run(course.table, work)


def line_json(line: Line, best: float, names: Sequence[str]) -> Json:
    """The verdict on a move as data for the page. ``best``: the value of the best move."""
    return {
        "token": line.token,
        "words": spelt(line.phrase, names),
        "verdict": line.verdict(),
        "proven": line.proven is not None,
        "value": round((1 + line.value) / 2, 4),
        "loses": round(max(0.0, best - line.value) * 50, 1),
        "why": [spelt(text, names) for text in line.reasons()],
    }
