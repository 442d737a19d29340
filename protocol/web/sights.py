"""The content of a browser's page: a picture, moves in parts and a story, from the view of one seat alone.

For somebody who looks on, it is made from what the views of all seats have in common.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from protocol.client import EngineRefused, Told, together
from protocol.drawing.draw import PICTURES, Layout, draw
from protocol.frontend.desk import Setup
from protocol.frontend.names import spelt
from protocol.frontend.narrator import sentence
from protocol.frontend.onlooker import common, public
from protocol.web.engines import Worker

#: Most frames of a picture that show step by step what happened.
FRAMES_MAX = 24
#: Frames that the engine is asked for at once.
FRAMES_AT_ONCE = 6
T = TypeVar("T")
Json = dict[str, Any]


@dataclass
class Frame:
    """A view on the way to the present one, and what has just happened, in words."""

    view: Json
    words: list[str] = field(default_factory=list)


@dataclass
class Sight:
    """The content shown to one seat (``seat`` None: somebody who looks on). ``before``: the text of its view
    before the events ``news``; empty where they are not shown step by step."""

    seat: int | None
    view: Json | None = None
    text: str = ""
    names: list[str] = field(default_factory=list)
    board: str = ""
    moves: list[Json] = field(default_factory=list)
    story: list[Told] = field(default_factory=list)
    tally: list[str] = field(default_factory=list)
    beliefs: list[str] = field(default_factory=list)
    round: str = ""
    before: str = ""
    news: list[Told] = field(default_factory=list)
    _drawn: dict[Layout, str] = field(default_factory=dict)
    _told: list[Json] = field(default_factory=list)

    def picture(self, layout: Layout) -> str:
        """The picture; empty where there is none."""
        if layout not in self._drawn:
            self._drawn[layout] = picture(self.view, self.seat, self.names, layout)
        return self._drawn[layout]

    def told(self) -> list[Json]:
        """The story as data for the page."""
        if len(self._told) != len(self.story):
            self._told = [
                {
                    "seat": event.seat,
                    "words": spelt(sentence(event, names=self.names).strip(), self.names),
                    "follows": event.follows,
                }
                for event in self.story
            ]
        return self._told


def picture(view: Json | None, seat: int | None, names: Sequence[str], layout: Layout) -> str:
    """The picture of a view as SVG without a style of its own; empty where the game has no drawing, or where
    the view of somebody who looks on says too little for one."""
    if view is None or not has_picture(view):
        return ""
    if seat is not None:
        return draw(view, seat=seat, standalone=False, names=names, layout=layout)
    with contextlib.suppress(Exception):
        return draw(view, standalone=False, names=names, layout=layout)
    return ""


def has_picture(view: Json) -> bool:
    """Whether there is a drawing of the view's game."""
    return view.get("game") in PICTURES and view.get("position") is not None


async def json_view(worker: Worker, seat: int | None, *, moves: bool = False) -> Json | None:
    """The view of a seat as JSON, or of all that the engine knows, with its moves or without; None from an
    engine that cannot say it."""
    try:
        return await worker.engine.json(seat, bare=not moves)
    except EngineRefused:
        return None


async def moves_of(worker: Worker, seat: int, view: Json | None) -> list[Json]:
    """The legal moves of a seat in parts; without a JSON view each is one part."""
    if view is not None and "moves" in view:
        return [
            {"token": move["token"], "words": move["words"], "parts": move["parts"]}
            for move in view["moves"]
            if move["seat"] == seat
        ]
    words = await worker.engine.words(seat)
    part = {"part": "move", "at": None}
    return [
        {"token": token, "words": text, "parts": [{**part, "value": token, "words": text}]}
        for token, text in words.items()
    ]


async def known(ask: Callable[[], Awaitable[T]], otherwise: T) -> T:
    """The answer to a question, or ``otherwise`` from an engine that has none."""
    try:
        return await ask()
    except EngineRefused:
        return otherwise


async def look(
    worker: Worker, seat: int | None, seats: int, told: Sequence[Told], names: Sequence[str], decides: bool
) -> Sight:
    """The content shown to a seat for the engine's position. ``told``: the story that it knows already;
    ``decides``: whether it owes a decision."""
    if seat is None:
        return await look_on(worker, seats, names)
    engine = worker.engine
    sight = Sight(seat, names=list(names))
    seen = sum(not event.follows for event in told)
    sight.view, sight.text, story, sight.tally, beliefs, sight.round = await together(
        json_view(worker, seat, moves=decides),
        engine.view(seat),
        engine.story(seat, seen),
        engine.tally(seat),
        known(partial(engine.beliefs, seat), []),
        known(engine.round, ""),
    )
    sight.story = [*told, *story]
    sight.beliefs = [spelt(text, names) for text in beliefs]
    if decides:
        sight.moves = await moves_of(worker, seat, sight.view)
    if sight.view is None or not has_picture(sight.view):
        sight.board = spelt(await engine.board(seat), names)
    for move in sight.moves:
        move["words"] = spelt(move["words"], names)
        for part in move["parts"]:
            part["words"] = spelt(part["words"], names)
    return sight


async def look_on(worker: Worker, seats: int, names: Sequence[str]) -> Sight:
    """The content shown to somebody who looks on."""
    engine, every = worker.engine, range(seats)
    sight = Sight(None, names=list(names))
    sight.round, *said = await together(
        known(engine.round, ""),
        *(json_view(worker, number) for number in every),
        *(engine.story(number) for number in every),
        *(engine.tally(number) for number in every),
    )
    views, stories, tallies = said[:seats], said[seats : 2 * seats], said[2 * seats :]
    sight.view = None if None in views else common(views)
    sight.story = public(stories)
    sight.tally = [texts[0] if len({*texts}) == 1 else "" for texts in zip(*tallies, strict=True)]
    return sight


async def frames(worker: Worker, game: str, people: Sequence[str], sight: Sight) -> AsyncIterator[Frame]:
    """The news of a sight step by step, as its seat saw them: one frame after each event but the last. The
    first one comes alone, since somebody waits for it."""
    tokens = [event.token for event in sight.news if not event.follows]
    if not 1 < len(tokens) <= FRAMES_MAX:
        return
    words: list[list[str]] = [[] for _ in tokens]
    at = -1
    for event in sight.news:
        at += not event.follows
        if at >= 0:
            words[at].append(spelt(sentence(event, names=sight.names).strip(), sight.names))
    start = Setup(game, start=sight.before)
    first, end = 0, 1
    try:
        await worker.set_up(start, people, ())
        while first < len(tokens) - 1:
            steps: list[Awaitable[Any]] = []
            for count in range(first, end):
                steps += [worker.place(start, tokens[: count + 1]), json_view(worker, sight.seat)]
            for count, view in zip(range(first, end), (await together(*steps))[1::2], strict=True):
                if view is None or not has_picture(view):
                    return
                yield Frame(view, words[count])
            first, end = end, min(end + FRAMES_AT_ONCE, len(tokens) - 1)
    except EngineRefused:
        return  # the picture then changes at once
