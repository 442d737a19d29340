"""Common parts of the pictures of dice games: dice, worms, the tray of a turn, the layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from protocol.drawing.draw import Layout, Picture
from protocol.drawing.markup import Markup, Number, anchor, circle, group, join, line, number, path, rect
from protocol.drawing.shapes import Sight, label, seats_from, turn_mark

#: Width of the board and the tray as they are drawn; a wide picture enlarges them.
BOARD = 340
EDGE = 10
#: Heights of a seat's panel, and of the tray.
PANEL, TRAY = 64, 134
_PIPS = {
    "1": "c",
    "2": "ai",
    "3": "aci",
    "4": "adfi",
    "5": "adcfi",
    "6": "adbhfi",
}
_SPOTS = {
    "a": (-1, -1), "b": (-1, 0), "d": (-1, 1), "c": (0, 0), "f": (1, -1), "h": (1, 0), "i": (1, 1),
}  # fmt: skip
_NAMES = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "w": "worm"}


class Table(Sight):
    """A position of a game of dice turns."""

    def acts(self, seat: int) -> bool:
        """Whether it is the turn of a seat."""
        return self.view["result"] is None and self.position["turn"] == seat

    def rank(self, seat: int) -> int | None:
        """The rank of a seat at the end."""
        result = self.view["result"]
        return result["ranks"][seat] if result else None


def counted(count: int, word: str) -> str:
    """``1 worm``, ``2 worms``, ``2 sixes``."""
    return f"{count} {word}" if count == 1 else f"{count} {word}{'es' if word == 'six' else 's'}"


# --- where all is put -----------------------------------------------------------------------------------

#: Draws a part of a table; gives it with its height.
Part = Callable[[Table], tuple[Markup, float]]
#: Draws a seat's panel of a width; gives it without its frame.
Panel = Callable[[Table, int, float], Markup]


def table_picture(
    view: dict[str, Any],
    seat: int | None,
    names: Sequence[str] | None,
    layout: Layout,
    board: Part,
    panel: Panel,
    unit: str,
) -> Picture:
    """The picture of a table with a board above the dice, and the seats below or beside them.

    ``unit``: what the points of the game are called.
    """
    table = Table(view, seat, names)
    status = _status(table, unit)
    words = f"{view['title']}. {status}."
    upper, tall = board(table)
    left = upper
    if view["result"] is None:
        left = join(upper, group(_tray(table), y=tall + 8))
        tall += 8 + TRAY
    y = 50.0
    if layout == "narrow":
        seats, below = _seats(table, BOARD, 2, panel)
        parts = [
            _header(table, status, BOARD),
            group(left, x=EDGE, y=y),
            group(seats, x=EDGE, y=y + tall + 10),
        ]
        return Picture(BOARD + 2 * EDGE, y + tall + 10 + below + EDGE, join(*parts), words)
    scale, beside = 1.65, 370
    seats, below = _seats(table, beside, 1 if view["seats"] <= 5 else 2, panel)
    width = EDGE + BOARD * scale + 20 + beside + EDGE
    parts = [
        _header(table, status, width - 2 * EDGE),
        group(left, x=EDGE, y=y, scale=scale),
        group(seats, x=EDGE + BOARD * scale + 20, y=y),
    ]
    return Picture(width, y + max(tall * scale, below) + EDGE, join(*parts), words)


def _header(table: Table, status: str, width: float) -> Markup:
    return join(
        label(status, EDGE, 22, 14, bold=True, room=width),
        label(_told(table), EDGE, 40, 12, tone="dim", room=width),
    )


def _status(table: Table, unit: str) -> str:
    """The seat that acts, or the end of the game."""
    result = table.view["result"]
    if result:
        first = [table.short(seat) for seat, rank in enumerate(result["ranks"]) if rank == 1]
        most = counted(max(table.view["scores"]), unit)
        if len(first) == 1:
            return f"{first[0]} wins with {most}"
        return f"{', '.join(first[:-1])} and {first[-1]} share the first place with {most}"
    name = table.short(table.position["turn"])
    if table.position["phase"] == "roll":
        left = table.position["dice"]["left"]
        return f"{name} rolls {'1 die' if left == 1 else f'{left} dice'}"
    return f"{name} sets dice aside"


def _told(table: Table) -> str:
    """Progress of the turn."""
    dice = table.position["dice"]
    if table.view["result"]:
        return "The game is over"
    if not dice["total"]:
        return "The turn begins" if table.position["phase"] == "roll" else "Nothing is set aside yet"
    worm = "with a worm" if dice["worm_aside"] else "no worm yet"
    return f"{dice['total']} set aside, {worm}"


def _seats(table: Table, width: float, columns: int, panel: Panel) -> tuple[Markup, float]:
    """The panels of all seats, the one in front first; with their height."""
    across = (width - (columns - 1) * 8) / columns
    parts = []
    order = seats_from(table.view, table.front)
    for i, seat in enumerate(order):
        acts = table.acts(seat)
        start = 26 if acts else 14
        frame = join(
            rect(0.5, 0.5, across - 1, PANEL - 1, 8, class_="hm-panel" + (" hm-now" if acts else "")),
            rect(6, 12, 3, PANEL - 24, 1.5, class_="hm-accent") if seat == table.front else None,
            turn_mark(14, 18) if acts else None,
            label(
                table.name(seat),
                start,
                22.5,
                13,
                bold=True,
                room=across - start - (80 if table.rank(seat) else 52),
                least=13,
            ),
            panel(table, seat, across),
        )
        said = f"{table.name(seat)}: {table.view['scores'][seat]}"
        said += f", rank {table.rank(seat)}" if table.rank(seat) else ", to move" if acts else ""
        x, y = i % columns * (across + 8), i // columns * (PANEL + 6)
        parts.append(anchor(f"seat.{seat}", said, frame, x=x, y=y, role="group"))
    return join(*parts), -(-len(order) // columns) * (PANEL + 6) - 6


# --- dice -----------------------------------------------------------------------------------------------


def _tray(table: Table) -> Markup:
    """The dice set aside above those that were rolled or are to be."""
    dice = table.position["dice"]
    faces = dice["faces"]
    aside = [(face, face["aside"]) for face in faces if face["aside"]]
    rolled = [(face, face["rolled"]) for face in faces if face["rolled"]]
    total = str(dice["total"])
    parts = [
        rect(0, 0, BOARD, TRAY, 8, class_="hm-tray"),
        label("Set aside", 10, 17, 11, tone="tray-ink"),
        label("Total", BOARD - 12, 17, 11, align="end", tone="tray-ink"),
        label(total, BOARD - 12, 47, 28, bold=True, align="end", tone="tray-ink"),
        line(10, 66.5, BOARD - 10, 66.5, class_="hm-tray-line"),
        label("Rolled" if rolled else "To roll", 10, 83, 11, tone="tray-ink"),
    ]
    x = 10.0
    for face, count in aside:
        words = f"{counted(count, _NAMES[face['face']])} set aside"
        parts.append(
            anchor(f"aside.{face['anchor']}", words, *_dice(face, 0, count, 27), x=x, y=25, role="group")
        )
        x += count * 29 + 5
    if not aside:
        parts.append(label("none", 10, 42, 13, tone="tray-ink"))
    x = 10.0
    for face, count in rolled:
        words = counted(count, _NAMES[face["face"]]) + ("" if face["free"] else ", set aside before")
        touch = rect(-3, -3, count * 36 + 4, 40, 7, class_="hm-touch")
        them = _dice(face, face["aside"], count, 34)
        parts.append(anchor(f"face.{face['anchor']}", words, touch, *them, x=x, y=91, role="group"))
        x += count * 36 + 7
    if table.position["phase"] == "roll":
        for i in range(dice["left"]):
            blank = rect(1, 1, 32, 32, 7, class_="hm-die-blank")
            key = f"die.left.{i + 1}"
            parts.append(anchor(None, "a die to roll", blank, x=10 + i * 40, y=91, key=key, kind="die"))
    return join(*parts)


def _dice(face: dict[str, Any], before: int, count: int, size: Number) -> list[Markup]:
    """Dice of one face in a row; their keys count on from ``before``."""
    used = face["aside"] and before
    return [
        anchor(
            None,
            f"a {_NAMES[face['face']]}",
            die(face["face"], size, bool(used)),
            x=i * (size + 2),
            key=f"die.{face['anchor']}.{before + i + 1}",
            kind="die",
        )
        for i in range(count)
    ]


def die(face: str, size: Number, used: bool = False) -> Markup:
    """A die that shows a face; ``used``: the face cannot be set aside again."""
    middle = size / 2
    body = rect(0.5, 0.5, size - 1, size - 1, size * 0.2, class_="hm-die" + (" hm-die-used" if used else ""))
    if face == "w":
        return join(body, worm(size * 0.12, size * 0.27, size * 0.76))
    spots = [
        circle(middle + across * size * 0.26, middle + down * size * 0.26, size * 0.088, class_="hm-pip")
        for across, down in (_SPOTS[spot] for spot in _PIPS[face])
    ]
    return join(body, *spots)


def worm(x: Number, y: Number, width: Number) -> Markup:
    """A worm, twice as wide as high, its upper left corner at (x, y)."""
    u = width / 20
    wave = " ".join(number(value * u) for value in (3, -7, 6, -7, 8, -1))
    back = " ".join(number(value * u) for value in (1.4, 4.2, 4.6, 4, 6, 0))
    body = f"M{number(x + 2.2 * u)} {number(y + 7.4 * u)}c{wave}c{back}"
    head_x, head_y = x + 16.6 * u, y + 4.6 * u
    return join(
        path(body, class_="hm-worm", stroke_width=number(3.6 * u)),
        circle(head_x, head_y, 2.9 * u, class_="hm-worm-head"),
        circle(head_x + 0.9 * u, head_y - 0.8 * u, 0.75 * u, class_="hm-worm-eye"),
    )


@lru_cache(maxsize=512)
def worms(count: int, x: Number, y: Number, width: Number, size: Number) -> Markup:
    """Worms around x in a room of ``width``; more than fit are a number and one worm."""
    step = size * 1.02
    if count * step > width:
        said = str(count)
        return join(
            label(said, x - 1, y + size * 0.5, size * 0.85, bold=True, align="end", tone="worm-ink"),
            worm(x, y, size),
        )
    left = x - (step * (count - 1) + size) / 2
    return join(*(worm(left + i * step, y, size) for i in range(count)))
