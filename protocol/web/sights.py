"""The content of a browser's page: a picture, moves in parts and a story, from the view of one seat alone.

For somebody who looks on, it is made from what the views of all seats have in common.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from protocol.client import EngineRefused, Told
from protocol.drawing.draw import PICTURES, Layout, draw
from protocol.frontend.names import spelt
from protocol.frontend.narrator import sentence
from protocol.frontend.onlooker import common, public
from protocol.web.engines import Worker

#: Most frames of a picture that show step by step what happened.
FRAMES_MAX = 24
Json = dict[str, Any]


@dataclass
class Frame:
    """A view on the way to the present one, and what has just happened, in words."""

    view: Json
    words: list[str] = field(default_factory=list)


@dataclass
class Sight:
    """The content shown to one seat (``seat`` None: somebody who looks on)."""

    seat: int | None
    view: Json | None = None
    names: list[str] = field(default_factory=list)
    board: str = ""
    moves: list[Json] = field(default_factory=list)
    story: list[Told] = field(default_factory=list)
    tally: list[str] = field(default_factory=list)
    beliefs: list[str] = field(default_factory=list)
    round: str = ""
    frames: list[Frame] = field(default_factory=list)
    _drawn: dict[str, str] = field(default_factory=dict)
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

    def film(self, layout: Layout) -> list[Json]:
        """The frames with their pictures; empty if one of them has none."""
        drawn = [picture(frame.view, self.seat, self.names, layout) for frame in self.frames]
        film = [
            {"picture": text, "words": frame.words} for text, frame in zip(drawn, self.frames, strict=True)
        ]
        return film if all(drawn) else []


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


async def look(
    worker: Worker, seat: int | None, seats: int, told: Sequence[Told], names: Sequence[str], decides: bool
) -> Sight:
    """The content shown to a seat for the engine's position. ``told``: the story that it knows already;
    ``decides``: whether it owes a decision."""
    engine = worker.engine
    sight = Sight(seat)
    if seat is None:
        views = [view for number in range(seats) if (view := await json_view(worker, number)) is not None]
        view = common(views) if len(views) == seats else None
        stories = [await engine.story(number) for number in range(seats)]
        sight.story = public(stories)
        tallies = [await engine.tally(number) for number in range(seats)]
        sight.tally = [texts[0] if len({*texts}) == 1 else "" for texts in zip(*tallies, strict=True)]
    else:
        view = await json_view(worker, seat, moves=decides)
        seen = sum(not event.follows for event in told)
        sight.story = [*told, *await engine.story(seat, seen)]
        sight.tally = await engine.tally(seat)
        with contextlib.suppress(EngineRefused):
            sight.beliefs = [spelt(text, names) for text in await engine.beliefs(seat)]
        if decides:
            sight.moves = await moves_of(worker, seat, view)
        if view is None or not has_picture(view):
            sight.board = await engine.board(seat)
    try:
        sight.round = await engine.round()
    except EngineRefused:
        sight.round = ""
    sight.view, sight.names = view, list(names)
    for move in sight.moves:
        move["words"] = spelt(move["words"], names)
        for part in move["parts"]:
            part["words"] = spelt(part["words"], names)
    sight.board = spelt(sight.board, names)
    return sight


async def frames(
    worker: Worker,
    game: str,
    people: Sequence[str],
    names: Sequence[str],
    seat: int,
    before: str,
    events: Sequence[Told],
) -> list[Frame]:
    """The events step by step, as the seat saw them: one frame after each event but the last. ``before`` is
    its view at the beginning, ``events`` its story since then."""
    tokens = [event.token for event in events if not event.follows]
    if not 1 < len(tokens) <= FRAMES_MAX:
        return []
    out: list[Frame] = []
    try:
        for count in range(1, len(tokens)):
            await worker.view(game, people, before, tokens[:count])
            view = await json_view(worker, seat)
            if view is None or not has_picture(view):
                return []
            out.append(Frame(view))
    except EngineRefused:
        return []  # the picture then changes at once
    at = -1
    for event in events:
        at += not event.follows
        if 0 <= at < len(out):
            out[at].words.append(spelt(sentence(event, names=names).strip(), names))
    return out
