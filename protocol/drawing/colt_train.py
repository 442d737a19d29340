"""The train of Colt Express from the side: locomotive, cars, stagecoach, and who and what is there."""

from __future__ import annotations

from typing import Any

from protocol.drawing.colt_shapes import (
    Item,
    bandit,
    height,
    horse,
    loot,
    marshal,
    rail,
    rows,
    shotgun,
    wheel,
)
from protocol.drawing.markup import Markup, anchor, group, join, path, rect
from protocol.drawing.shapes import label, width_of

#: Heights of a roof's and an inside's room, of the roof itself, the sill with the car's name, the wheels.
ROOF_BAR, SILL, WHEELS = 6, 14, 12


def train(position: dict[str, Any], width: float, wide: bool) -> tuple[Markup, float]:
    """The whole train in ``width``: cars side by side, or below each other; and its height."""
    return _side_by_side(position, width) if wide else _stacked(position, width)


def _side_by_side(position: dict[str, Any], width: float) -> tuple[Markup, float]:
    cars = position["train"]["cars"]
    each = (width - 6 * (len(cars) - 1)) / len(cars)
    roof = max(_need(position, car["roof"], each - 10) for car in cars)
    inside = max(_need(position, car["inside"], each - 16) for car in cars)
    drawn, x = [], 0.0
    for number, car in enumerate(cars):
        drawn.append(group(_vehicle(position, number, car, each, roof, inside), x=x))
        x += each + 6
    high = roof + ROOF_BAR + inside + SILL + WHEELS
    drawn.append(rail(0, high, width))
    high += 4
    if any(car["horses"] for car in cars):
        for number, car in enumerate(cars):
            drawn.append(group(_horses(number, car["horses"], each), x=(each + 6) * number, y=high + 3))
        high += 30
    coach = position["train"]["coach"]
    if coach is not None:
        x = (each + 6) * coach["beside"]
        part, tall = _coach(position, coach, each, x, width)
        drawn.append(group(part, y=high + 6))
        high += 6 + tall
    riders = _riders(position, width)
    if riders is not None:
        drawn.append(group(riders[0], y=high + 8))
        high += 8 + riders[1]
    return join(*drawn), high


def _stacked(position: dict[str, Any], width: float) -> tuple[Markup, float]:
    drawn, y = [], 0.0
    coach = position["train"]["coach"]
    herds = any(car["horses"] for car in position["train"]["cars"])
    each = width - (34 if herds else 0)
    for number, car in enumerate(position["train"]["cars"]):
        roof = max(24.0, _need(position, car["roof"], each - 10, least=0))
        inside = max(36.0, _need(position, car["inside"], each - 16))
        high = roof + ROOF_BAR + inside + SILL
        drawn.append(group(_vehicle(position, number, car, each, roof, inside, low=True), y=y))
        if car["horses"]:
            drawn.append(group(_herd(number, car["horses"]), x=each + 6, y=y + high - 46))
        y += high
        y += 3
        if coach is not None and coach["beside"] == number:
            part, tall = _coach(position, coach, each - 24, 24, each)
            drawn.append(group(part, y=y + 2))
            y += tall + 8
    riders = _riders(position, width)
    if riders is not None:
        drawn.append(group(riders[0], y=y + 6))
        y += 6 + riders[1]
    return join(*drawn), y


# --- places ---------------------------------------------------------------------------------------------


def _items(position: dict[str, Any], place: dict[str, Any], at: str) -> list[Item]:
    """The figures and the loot at a place."""
    items = []
    if place["marshal"]:
        items.append(Item(28, 32, anchor("marshal", "the Marshal", marshal())))
    if place["shotgun"]:
        items.append(Item(28, 32, anchor("shotgun", "the Shotgun", shotgun())))
    items += [_figure(position, number) for number in place["bandits"]]
    return items + loot(f"loot.{at}", place["purses"], place["fresh"], _things(place))


def _things(place: dict[str, Any]) -> dict[str, int]:
    flasks = {state: place["flasks"].count(state) for state in ("full", "half", "old")}
    return {"jewel": place["jewels"], "box": place["boxes"], **flasks}


def _figure(position: dict[str, Any], number: int) -> Item:
    one = position["bandits"][number]
    return Item(28, 32, anchor(f"bandit.{one['character']}", one["title"], bandit(one["character"])))


def _need(position: dict[str, Any], place: dict[str, Any], room: float, least: float = 40) -> float:
    """The height that a place takes when its things stand in rows of ``room``."""
    return min(max(least, height(_items(position, place, ""), room) + 1), 112)


def _words(position: dict[str, Any], place: dict[str, Any]) -> str:
    said = ["the Marshal"] if place["marshal"] else []
    said += ["the Shotgun"] if place["shotgun"] else []
    said += [position["bandits"][number]["title"] for number in place["bandits"]]
    purses = place["fresh"] + len(place["purses"])
    counts = (("purse", purses), ("jewel", place["jewels"]), ("strongbox", place["boxes"]))
    said += [
        f"{count} {word}{'' if count == 1 else 'es' if word[-1] == 'x' else 's'}"
        for word, count in counts
        if count
    ]
    if place["flasks"]:
        said.append(f"{len(place['flasks'])} flask{'s' if len(place['flasks']) > 1 else ''}")
    return ", ".join(said) or "empty"


def _place(
    position: dict[str, Any], place: dict[str, Any], at: str, title: str, width: float, high: float
) -> Markup:
    return anchor(
        at,
        f"{title}: {_words(position, place)}",
        rect(0, 0, width, high, class_="hm-hit"),
        rows(_items(position, place, at), width, high),
        role="group",
    )


# --- vehicles -------------------------------------------------------------------------------------------


def _vehicle(
    position: dict[str, Any],
    number: int,
    car: dict[str, Any],
    width: float,
    roof: float,
    inside: float,
    low: bool = False,
) -> Markup:
    """The locomotive or a car with its roof; ``low``: without wheels."""
    tone = "engine" if number == 0 else "car"
    title = "the locomotive" if number == 0 else f"car {number}"
    name = "locomotive" if number == 0 else f"car {number}"
    body = inside + SILL
    floor = roof + ROOF_BAR + body
    wheels = [wheel(x, floor + 3, 8) for x in (20, 42, width - 42, width - 20)]
    return join(
        None if low else join(*wheels),
        path(f"M{width - 4} {floor - 6}h12v4h-12Z", class_=f"hm-{tone}")
        if not low and number < len(position["train"]["cars"]) - 1
        else None,
        rect(2, roof + ROOF_BAR, width - 4, body, 3, class_=f"hm-{tone}"),
        _engine_front(roof, floor, low) if number == 0 else None,
        rect(7, roof + ROOF_BAR + 3, width - 14, inside - 3, 3, class_="hm-inside"),
        rect(-1 if not low else 0, roof, width + (2 if not low else 0), ROOF_BAR, 3, class_=f"hm-{tone}"),
        label(name, 10, floor - 3.5, 10.5, bold=True, tone="on-car"),
        group(
            _place(position, car["roof"], f"car.{number}.roof", f"the roof of {title}", width - 10, roof), x=5
        ),
        group(
            _place(
                position, car["inside"], f"car.{number}.inside", f"inside {title}", width - 18, inside - 4
            ),
            x=9,
            y=roof + ROOF_BAR + 3,
        ),
    )


def _engine_front(roof: float, floor: float, low: bool) -> Markup | None:
    """The chimney and the cowcatcher."""
    if low:
        return None
    return path(f"M2 {floor - 16}L-9 {floor + 6}H2Z", class_="hm-engine")


def _horses(number: int, count: int, width: float) -> Markup | None:
    """The horses beside a car, side by side."""
    if not count:
        return None
    step = min(24.0, (width - 26) / count)
    heads = [group(horse(), x=step * each, data_kind="horse") for each in range(count)]
    return anchor(f"horses.{number}", _horse_words(number, count), *heads)


def _herd(number: int, count: int) -> Markup:
    """The horses beside a car: one head and their number."""
    said = label(f"\u00d7{count}", 12, 38, 12, bold=True, align="middle") if count > 1 else None
    return anchor(f"horses.{number}", _horse_words(number, count), group(horse(), data_kind="horse"), said)


def _horse_words(number: int, count: int) -> str:
    beside = "the locomotive" if number == 0 else f"car {number}"
    return f"{count} horse{'s' if count > 1 else ''} beside {beside}"


def _coach(
    position: dict[str, Any], coach: dict[str, Any], width: float, x: float, whole: float
) -> tuple[Markup, float]:
    """The stagecoach at ``x``, and beside it the hostages in it; and the height."""
    roof = max(34.0, _need(position, coach["roof"], width - 10, least=0))
    inside = max(38.0, _need(position, coach["inside"], width - 16))
    chips = _hostages(coach["hostages"])
    floor = roof + ROOF_BAR + inside + SILL
    drawn = [
        rect(2, roof + ROOF_BAR, width - 4, inside + SILL, 8, class_="hm-coach"),
        rect(8, roof + ROOF_BAR + 3, width - 16, inside - 3, 6, class_="hm-inside"),
        rect(0, roof, width, ROOF_BAR, 3, class_="hm-coach"),
        label("stagecoach", 40, floor - 3.5, 10.5, bold=True, tone="on-car"),
        wheel(24, floor + 2, 10),
        wheel(width - 24, floor + 2, 10),
        group(
            _place(position, coach["roof"], "coach.roof", "the roof of the stagecoach", width - 10, roof), x=5
        ),
        group(
            _place(
                position, coach["inside"], "coach.inside", "inside the stagecoach", width - 18, inside - 4
            ),
            x=9,
            y=roof + ROOF_BAR + 3,
        ),
    ]
    high = floor + 13
    if not chips:
        return group(*drawn, x=x), high
    right, left = whole - x - width - 12, x - 12
    room = max(right, left)
    if room < 150:
        tall = height(chips, width)
        return join(group(*drawn, x=x), group(rows(chips, width, tall), x=x, y=high + 2)), high + tall + 4
    beside = rows(chips, min(room, 420), inside + SILL)
    at = x + width + 12 if right >= left else max(0.0, x - 12 - min(room, 420))
    return join(group(*drawn, x=x), group(beside, x=at, y=roof + ROOF_BAR)), high


def _hostages(hostages: list[dict[str, str]]) -> list[Item]:
    out = []
    for each in hostages:
        text = each["title"].removeprefix("the ")
        wide = width_of(text, 12) + 14
        chip = anchor(
            f"hostage.{each['name']}",
            f"hostage: {each['title']}",
            rect(0, 0, wide, 24, 12, class_="hm-chip"),
            label(text, wide / 2, 16.5, 12, align="middle"),
        )
        out.append(Item(wide, 24, chip))
    return out


def _riders(position: dict[str, Any], width: float) -> tuple[Markup, float] | None:
    """The bandits on horseback in the horse attack, and those who rode off."""
    riding, away = position["train"]["riding"], position["train"]["away"]
    if not riding and not away:
        return None
    drawn, x = [], 0.0
    for at, who, text in (("riding", riding, "on horseback"), ("away", away, "rode away")):
        if who:
            items = [_figure(position, number) for number in who]
            drawn.append(
                anchor(
                    at,
                    f"{text}: {', '.join(position['bandits'][number]['title'] for number in who)}",
                    rect(0, 0, 90 + 34 * len(who), 40, 8, class_="hm-sunk"),
                    label(text, 8, 25, 12, tone="dim"),
                    group(rows(items, 34 * len(who), 36), x=86, y=2),
                    x=x,
                    role="group",
                )
            )
            x += 100 + 34 * len(who)
    return join(*drawn), 42
