"""The picture of Longhorn: nine locations, the prices of cattle, and what each seat holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from protocol.drawing.draw import Layout, Picture
from protocol.drawing.longhorn_shapes import COLOURS, animal, nugget, outlaw, row, token
from protocol.drawing.markup import Markup, anchor, group, join, rect
from protocol.drawing.shapes import label, seat_name, seats_from, shortened, turn_mark, width_of, wrapped

#: A location, the gaps between locations, and a seat's panel, in units.
CELL, TALL, GAP, RISE = 110, 126, 7, 12
PANEL, PANEL_TALL, PRICES_TALL = 344, 68, 42


def picture(view: dict[str, Any], seat: int | None, names: Sequence[str] | None, layout: Layout) -> Picture:
    """The board, and beside it (below it on narrow screens) the state of the game, the seats and the
    prices."""
    called = [seat_name(view, names, number) for number in range(2)]
    position = view["position"]
    board = _board(position)
    side, tall = _side(view, called, seats_from(view, seat))
    words = f"Longhorn. {_status(position, called)}"
    wide, high = 3 * CELL + 2 * GAP, 3 * TALL + 2 * RISE
    if layout == "narrow":
        content = join(group(board, x=8, y=18), group(side, x=8, y=18 + high + 6))
        return Picture(PANEL + 16, 18 + high + 6 + tall + 8, content, words)
    scale = 1.3
    height = scale * high + 36
    content = join(
        group(group(board, scale=scale), x=16, y=22),
        group(side, x=16 + scale * wide + 20, y=max(12, (height - 1.2 * tall) / 2), scale=1.2),
    )
    return Picture(16 + scale * wide + 20 + 1.2 * PANEL + 16, height, content, words)


# --- the board ------------------------------------------------------------------------------------------


def _board(position: dict[str, Any]) -> Markup:
    cells = []
    for square, location in enumerate(position["locations"]):
        x, y = (CELL + GAP) * (square % 3), (TALL + RISE) * (square // 3)
        cells.append(_location(position, location, x, y))
    return join(*cells)


def _location(position: dict[str, Any], location: dict[str, Any], x: float, y: float) -> Markup:
    place, here = location["place"], position["outlaw"] == location["place"]
    starts = position["step"] == "start" and location["start"]
    cattle = [(colour, location["cattle"][colour]) for colour in COLOURS if location["cattle"][colour]]
    empty = not cattle and location["token"] is None
    mark = "hm-here" if here else "hm-start" if starts else None
    title = wrapped(location["title"], CELL - 14 - (30 if here else 0), 11.5)
    return anchor(
        f"location.{place}",
        _location_words(location, here, starts),
        rect(0, 0, CELL, TALL, 8, class_="hm-sunk" if empty else "hm-panel"),
        None if mark is None else rect(0, 0, CELL, TALL, 8, class_=mark),
        *(
            label(text, 7, 15 + 13 * number, 11.5, tone="dim" if empty else "")
            for number, text in enumerate(title)
        ),
        *_cattle(place, cattle),
        _token(location),
        _outlaw() if here else None,
        x=x,
        y=y,
        role="group",
    )


def _location_words(location: dict[str, Any], here: bool, starts: bool) -> str:
    cattle = [f"{number} {colour}" for colour, number in location["cattle"].items() if number]
    token = location["token"]
    said = [", ".join(cattle) or "no cattle"]
    if token is not None:
        said.append(f"{token['title']}{' (dangerous)' if token['dangerous'] else ''}")
    if here:
        said.append("the outlaw is here")
    if starts:
        said.append("the game may start here")
    return f"{location['title']}: {'; '.join(said)}"


def _cattle(place: str, cattle: list[tuple[str, int]]) -> list[Markup]:
    """One colour a line; three or four in two columns."""
    columns = 1 if len(cattle) < 3 else 2
    room = (CELL - 12) / columns - (2 if columns == 2 else 0)
    out = []
    for index, (colour, number) in enumerate(cattle):
        x = 6 + (index % columns) * (room + 4)
        y = 36 + (index // columns) * 29 + (14 if len(cattle) == 1 else 0)
        out.append(
            anchor(
                f"cattle.{colour}.{place}",
                f"{number} {colour} cattle",
                rect(-2, -2, room + 2, 28, class_="hm-hit"),
                row(colour, number, room),
                x=x,
                y=y,
            )
        )
    return out


def _token(location: dict[str, Any]) -> Markup | None:
    found = location["token"]
    if found is None:
        return None
    gold = found["kind"] == "gold"
    word = f"${found['dollars']}" if gold else found["title"]
    tone = "danger" if found["dangerous"] else ""
    return anchor(
        f"token.{location['place']}",
        found["title"] + (", dangerous" if found["dangerous"] else ""),
        token(found["kind"], None, found["dangerous"]),
        label(word, 27, 16, 12, room=CELL - 44, least=9, bold=gold, tone=tone),
        x=5,
        y=TALL - 27,
        kind=f"token.{found['kind']}",
    )


def _outlaw() -> Markup:
    return anchor("outlaw", "the outlaw", group(outlaw(), scale=1.45), x=CELL - 36, y=-12)


# --- the side -------------------------------------------------------------------------------------------


def _side(view: dict[str, Any], called: list[str], order: list[int]) -> tuple[Markup, float]:
    """The state of the game, the seats in ``order``, the prices; and the height of all."""
    position = view["position"]
    parts, y = [], 0.0
    lines = wrapped(_status(position, called), PANEL - 6, 14, bold=True)
    for text in lines:
        parts.append(label(text, 3, y + 15, 14, bold=True, room=PANEL - 6))
        y += 18
    for text in _warnings(position, called):
        parts.append(label(text, 3, y + 13, 11.5, tone="dim", room=PANEL - 6, least=10))
        y += 16
    y += 4
    for seat in order:
        parts.append(_seat(view, called[seat], seat, y))
        y += PANEL_TALL + 6
    parts.append(_prices(position, y))
    return join(*parts), y + PRICES_TALL


def _seat(view: dict[str, Any], name: str, seat: int, y: float) -> Markup:
    position = view["position"]
    acts = seat in view["to_move"]
    won = view["result"] is not None and view["result"]["ranks"][seat] == 1
    money = f"${position['money'][seat]:,}"
    nuggets = position["nuggets"][seat]
    width = width_of(money, 19, bold=True)
    free = PANEL - 24 - width - 16
    room = min(28.0, free * 0.55 / len(nuggets)) if nuggets else 0
    herd = position["herds"][seat]
    held = ", ".join(f"{number} {colour}" for colour, number in herd.items() if number) or "no cattle"
    slot = (PANEL - 16) / 4
    return anchor(
        f"seat.{seat}",
        f"{name}: {money}, {held}" + (", to move" if acts else ", won" if won else ""),
        rect(0, 0, PANEL, PANEL_TALL, 8, class_="hm-panel hm-now" if acts or won else "hm-panel"),
        turn_mark(9, 17, 12) if acts else None,
        label(name, 24 if acts else 10, 22, 15, room=free - room * len(nuggets), least=12, bold=True),
        anchor(
            f"nuggets.{seat}",
            f"nuggets of {name}: " + (", ".join(f"${value}" for value in nuggets) or "none"),
            *(
                group(nugget(value), x=each * room, data_kind=f"nugget.{value}")
                for each, value in enumerate(nuggets)
            ),
            rect(-2, -2, max(24.0, room * len(nuggets)), 28, class_="hm-hit"),
            x=PANEL - 16 - width - max(24.0, room * len(nuggets)),
            y=4,
        ),
        label(money, PANEL - 10, 23, 19, bold=True, align="end"),
        *(
            _herd(name, seat, colour, herd[colour], 8 + slot * each, slot)
            for each, colour in enumerate(COLOURS)
        ),
        y=y,
        role="group",
    )


def _herd(name: str, seat: int, colour: str, number: int, x: float, slot: float) -> Markup:
    shown = row(colour, number, slot - 6) if number else group(animal(colour), class_="hm-faint")
    return anchor(
        f"herd.{seat}.{colour}",
        f"{number} {colour} in the herd of {name}",
        rect(-1, -2, slot - 2, 30, class_="hm-hit"),
        shown,
        x=x,
        y=36,
    )


def _prices(position: dict[str, Any], y: float) -> Markup:
    """The worth of an animal of each colour now."""
    slot = (PANEL - 84) / 4
    return group(
        rect(0, 0, PANEL, PRICES_TALL, 8, class_="hm-sunk"),
        label("Each is", 10, 18, 11.5, tone="dim"),
        label("worth now", 10, 32, 11.5, tone="dim"),
        *(
            anchor(
                f"price.{colour}",
                f"each {colour} animal is worth ${position['prices'][colour]} now",
                rect(-2, -4, slot - 2, 34, class_="hm-hit"),
                group(animal(colour), scale=0.92),
                label(f"${position['prices'][colour]}", 24, 17, 13, room=slot - 24, least=10, bold=True),
                x=82 + slot * each,
                y=10,
            )
            for each, colour in enumerate(COLOURS)
        ),
        y=y,
    )


# --- words ----------------------------------------------------------------------------------------------


def _titles(position: dict[str, Any]) -> dict[str, str]:
    return {location["place"]: location["title"] for location in position["locations"]}


def _status(position: dict[str, Any], called: list[str]) -> str:
    """The decision that is due, or the end of the game."""
    turn, step, steps = position["turn"], position["step"], position["steps"]
    who, other = called[turn], called[1 - turn]
    place = _titles(position).get(position["outlaw"], "")
    if step == "start":
        return f"{called[1]} chooses the start, {called[0]} plays first"
    if step == "play":
        return f"{who} steals at {place}"
    if step == "draw":
        return f"{who} draws a nugget of {other}"
    if step == "move":
        return f"{who} sends the outlaw {steps} {'step' if steps == 1 else 'steps'} on"
    if position["ending"] == "nine":
        return f"{who} has nine of a colour and wins"
    if position["ending"] == "sheriff":
        return f"{who} met the Sheriff: {other} wins"
    first, second = position["money"]
    if first == second:
        return f"A draw at ${first:,}"
    richer = called[0 if first > second else 1]
    return f"{richer} wins, ${max(first, second):,} to ${min(first, second):,}"


def _warnings(position: dict[str, Any], called: list[str]) -> list[str]:
    """Dangerous locations to which a seat may not be sent back."""
    dangers = {
        location["place"]
        for location in position["locations"]
        if location["token"] is not None and location["token"]["dangerous"]
    }
    if position["step"] == "over":
        return []
    return [
        f"{shortened(called[seat], 120, 11.5)} is not sent back to {_titles(position)[place]} (danger)"
        for seat, place in enumerate(position["last"])
        if place in dangers
    ]
