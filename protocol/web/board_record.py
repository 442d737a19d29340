"""A game that was entered beside a real table as a line of a file that reviews read."""

from __future__ import annotations

from protocol.base.gameline import worth_of
from protocol.client import EngineRefused
from protocol.frontend.record import CHANCE, NORMAL, Game
from protocol.web.board_course import BoardCourse
from protocol.web.engines import Worker


async def record(worker: Worker, course: BoardCourse) -> Game:
    """The finished game from the end of its set-up on, as the seat beside which it lies saw it. The worker
    holds its last position, and holds it again afterwards.

    Raises:
        EngineRefused: the game is not over.
    """
    engine, tokens = worker.engine, course.tokens
    story = [event for event in await engine.story() if not event.follows]
    ranks, scores = await engine.outcome()
    try:
        returns = await engine.returns()
    except EngineRefused:
        returns = list(worth_of(ranks))
    await worker.set_up(course.setup, course.names, tokens[: len(tokens) - len(story)])
    start = await engine.text()
    await worker.set_up(course.setup, course.names, tokens)
    seats = len(ranks)
    names = [name or f"seat {seat}" for seat, name in enumerate([*course.names, *[""] * seats][:seats])]
    return Game(
        edition=start.partition(" ")[0],
        deal=None,
        rules=course.setup.rules,
        names=tuple(names),
        players=("human",) * seats,
        moves=tuple((CHANCE if event.seat is None else event.seat, event.token, None) for event in story),
        ending=NORMAL,
        ranks=tuple(ranks),
        scores=tuple(scores),
        returns=tuple(returns),
        start=start,
        extra={"position": start, "begun": course.begun},
    )
