"""Contents of a board: the picture, what is asked for, what can be entered, the story, and beliefs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from protocol.client import EngineRefused, Told
from protocol.drawing.draw import Layout
from protocol.frontend.names import spelt
from protocol.frontend.narrator import sentence
from protocol.web.board_course import BoardCourse
from protocol.web.engines import Worker
from protocol.web.sights import Json, has_picture, picture

#: Number of moves from which their words are left to the page, which puts them together from the parts.
WORDS_MAX = 300


@dataclass
class BoardSight:
    """The position as one pair of eyes sees it. ``eyes``: the seat whose view it is; None for all that the
    board knows."""

    eyes: int | None
    view: Json
    board: str = ""
    story: list[Told] = field(default_factory=list)
    tally: list[str] = field(default_factory=list)
    beliefs: list[str] = field(default_factory=list)
    _drawn: dict[str, str] = field(default_factory=dict)

    def picture(self, names: Sequence[str], layout: Layout) -> str:
        """The picture; empty during a set-up."""
        if layout not in self._drawn:
            seat = self.eyes if self.eyes is not None else self.view["viewer"]
            self._drawn[layout] = picture(self.view, seat, names, layout)
        return self._drawn[layout]


@dataclass
class BoardScene:
    """A board at one moment. ``whole``: all that it knows, as JSON; ``mover``: the seat that owes the next
    entry, None for chance and at the end; ``thinker``: the seat that the engine can be asked for."""

    whole: Json
    asks: str
    names: list[str]
    mover: int | None
    thinker: int | None
    text: str
    sights: dict[int | None, BoardSight]
    end: Json | None = None

    def words(self, token: str) -> str:
        """An entry in words."""
        moves = self.whole["moves"]
        said = next((move["words"] for move in moves if move["token"] == token), token)
        return spelt(said, self.names)


async def look_at(worker: Worker, course: BoardCourse, eyes: Sequence[int | None]) -> BoardScene:
    """The board's position, for each of ``eyes``. The worker holds the position."""
    engine = worker.engine
    whole = await engine.json()
    names = [spelt(name, course.names) for name in await engine.names()]
    sights: dict[int | None, BoardSight] = {}
    for seat in {None: None, **dict.fromkeys(eyes)}:
        sights[seat] = await _sight(worker, whole, seat)
    mover = whole["to_move"][0] if whole["to_move"] else None
    viewer = whole["viewer"]
    thinker = None
    if whole["setup"] is None and mover is not None:
        if viewer is None and course.setup.view is None:
            thinker = mover
        else:
            seat = viewer if viewer is not None else course.setup.view
            thinker = seat if seat in whole["to_move"] else None
    text = whole["text"] if thinker is None or viewer is not None else await engine.view(thinker)
    over = whole["phase"] == "terminal"
    asks = "" if over else spelt(await engine.asks(), course.names)
    end = {"ranks": whole["result"]["ranks"], "scores": whole["scores"]} if over else None
    return BoardScene(whole, asks, names, mover, thinker, text, sights, end)


async def _sight(worker: Worker, whole: Json, seat: int | None) -> BoardSight:
    engine = worker.engine
    view = whole if seat is None else await engine.json(seat)
    sight = BoardSight(seat, view)
    if whole["setup"] is not None:
        return sight
    sight.story = await engine.story(seat)
    sight.tally = await engine.tally(seat)
    try:
        sight.beliefs = await engine.beliefs(seat)
    except EngineRefused:
        sight.beliefs = []
    if not has_picture(view):
        sight.board = await engine.board(seat)
    return sight


def packed(moves: Sequence[Json], mover: int | None, names: Sequence[str]) -> Json:
    """The moves of the next mover for the page: each part once, and each move as its token and the numbers of
    its parts. Words are given where they are few; eight dice fall in a thousand ways."""
    parts: list[Json] = []
    known: dict[tuple[Any, ...], int] = {}
    own = [move for move in moves if move["seat"] == mover]
    rows: list[list[Any]] = []
    for move in own:
        numbers = []
        for part in move["parts"]:
            key = (part["part"], part["value"], part["at"], part["words"])
            if key not in known:
                known[key] = len(parts)
                parts.append({**part, "words": spelt(part["words"], names)})
            numbers.append(known[key])
        rows.append([move["token"], numbers])
    if len(own) <= WORDS_MAX:
        for row, move in zip(rows, own, strict=True):
            row.append(spelt(move["words"], names))
    return {"parts": parts, "rows": rows}


def board_json(course: BoardCourse, scene: BoardScene, eyes: int | None, layout: Layout) -> Json:
    """The board as a browser is told it. A board beside a real table holds one seat's view alone."""
    sight, names, whole = scene.sights[eyes], scene.names, scene.whole
    return {
        "say": "board",
        "board": course.board,
        "title": course.title,
        "game": course.setup.game,
        "rules": whole["rules"],
        "seats": whole["seats"],
        "viewer": whole["viewer"] if whole["viewer"] is not None else course.setup.view,
        "eyes": eyes,
        "whole": whole["viewer"] is None and course.setup.view is None,
        "at": course.at,
        "entries": [{"asks": e.asks, "words": e.words} for e in course.entries],
        "start": course.setup.start,
        "tokens": [list(e.tokens) for e in course.entries],
        "phase": whole["phase"],
        "setup": whole["setup"] is not None,
        "round": "" if whole["setup"] is not None else whole["round"] or "",
        "asks": scene.asks,
        "mover": scene.mover,
        "thinker": scene.thinker,
        "more": whole["more_moves"],
        "moves": packed(whole["moves"], scene.mover, names),
        "names": names,
        "tally": [spelt(text, names) for text in sight.tally],
        "beliefs": [spelt(text, names) for text in sight.beliefs],
        "picture": sight.picture(names, layout),
        "drawing": sight.board,
        "text": sight.view["text"],
        "story": [told_json(event, names) for event in sight.story],
        "end": scene.end,
    }


def told_json(event: Told, names: Sequence[str]) -> Json:
    """An event of the story as data for the page."""
    words = spelt(sentence(event, names=names).strip(), names)
    return {"seat": event.seat, "words": words, "follows": event.follows}
