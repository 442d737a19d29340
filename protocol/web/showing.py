"""Messages to a watcher: frames that lead to the table's state, and the state as its seat sees it, of which
only what has changed is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from protocol.drawing.draw import Layout
from protocol.frontend.names import spelt
from protocol.web.course import Course
from protocol.web.seating import ENGINE, HOST, SEAT, Role
from protocol.web.sights import Frame, Json, Sight, picture


@dataclass
class Scene:
    """A table at one moment. ``turn``: the seats that owe a decision; ``over``: whether the game has ended;
    ``names``: of all seats; ``sights``: by seat; ``thinks``: the seat whose engine searches; ``trouble``: a
    code for what keeps the table waiting; ``secret``: whether seats know what others do not."""

    course: Course
    turn: list[int] = field(default_factory=list)
    over: bool = False
    names: list[str] = field(default_factory=list)
    sights: dict[int | None, Sight] = field(default_factory=dict)
    thinks: int | None = None
    trouble: str = ""
    secret: bool = False


@dataclass(eq=False)
class Watcher:
    """A browser at a table: what it may see, how it is sent something, and what it has been told."""

    role: Role
    send: Callable[[Json], None]
    told: list[Json] = field(default_factory=list)
    #: The last state sent; only what has changed since is sent again.
    last: Json = field(default_factory=dict)
    #: Number of moves of the last position shown, so that frames are shown once.
    shown: int = -1
    #: The layout of its pictures.
    layout: Layout = "wide"
    #: How often its seat had changed hands when it came.
    turn: int = 0

    @property
    def seat(self) -> int | None:
        """The seat whose view it sees; None for a look on."""
        return self.role.seat if self.role.kind == SEAT else None


def shown(scene: Scene, watcher: Watcher, online: Collection[int | None]) -> Json:
    """The table as a watcher sees it, as far as it has not been told. ``online``: the seats that
    are watched."""
    course = scene.course
    seat = watcher.seat
    sight = scene.sights.get(seat) or Sight(seat)
    names = scene.names
    story = sight.told()
    same = 0
    while same < min(len(story), len(watcher.told)) and story[same] == watcher.told[same]:
        same += 1
    watcher.told = story
    chosen = course.chosen.get(seat) if seat is not None else None
    shared = any(other.mine and number in online for number, other in enumerate(course.chairs))
    message: Json = {
        "say": "table",
        "table": course.table,
        "title": course.title,
        "game": course.setup.game,
        "rules": list(course.setup.rules),
        "seat": seat,
        "secret": scene.secret,
        "host": watcher.role.kind == HOST or (seat is not None and course.chairs[seat].mine),
        "at": len(course.moves),
        "chairs": [
            {
                "name": chair.name or course.names()[number] or name_in_game(names, number),
                "acts": name_in_game(names, number),
                "kind": chair.kind,
                "level": chair.level,
                "here": chair.kind == ENGINE or number in online or (chair.mine and shared),
                "owes": number in scene.turn and course.end is None,
                "chosen": number in course.chosen,
                "thinks": number == scene.thinks,
            }
            for number, chair in enumerate(course.chairs)
        ],
        "round": sight.round,
        "tally": [spelt(text, names) for text in sight.tally],
        "beliefs": sight.beliefs if course.end is None else [],
        "picture": sight.picture(watcher.layout),
        "board": sight.board,
        "moves": sight.moves if chosen is None and course.complete and course.end is None else [],
        "chosen": None if chosen is None else chosen[0],
        "story": {"from": same, "events": story[same:]},
        "back": seat is not None
        and course.end is None
        and (chosen is not None or course.back(seat) is not None),
        "wish": None
        if course.wish is None
        else {"seat": course.wish.seat, "agreed": sorted(course.wish.agreed)},
        "end": None if course.end is None else {k: course.end[k] for k in ("ranks", "scores")},
        "trouble": scene.trouble,
    }
    watcher.shown = len(course.moves)
    always = ("say", "story")
    new = {k: v for k, v in message.items() if k in always or k not in watcher.last or watcher.last[k] != v}
    watcher.last = {k: v for k, v in message.items() if k not in always}
    return new


def new_to(scene: Scene, watcher: Watcher) -> bool:
    """Whether a watcher has seen what was before the scene, and not yet the scene."""
    return watcher.shown not in (-1, len(scene.course.moves))


def frame_json(frame: Frame, sight: Sight, layout: Layout) -> Json:
    """A frame as it is told."""
    drawn = picture(frame.view, sight.seat, sight.names, layout)
    return {"say": "frame", "picture": drawn, "words": frame.words}


def name_in_game(names: Sequence[str], seat: int) -> str:
    """The name of a seat in words for people."""
    return names[seat] if seat < len(names) else ""
