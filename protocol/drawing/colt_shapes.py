"""The things of Colt Express: bandits, Marshal, loot, horses, cards and turns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from protocol.drawing.markup import Markup, Number, anchor, circle, group, join, line, path, rect
from protocol.drawing.shapes import label, width_of

_HAT = "M2.6 10.4Q6 8.6 8.8 8.4L10 2.6Q14 4.6 18 2.6L19.2 8.4Q22 8.6 25.4 10.4 20 13 14 13T2.6 10.4Z"
_BODY = "M3 32Q3 19.6 14 19.6T25 32Z"
_STAR = "M0-6L1.6-1.9 6-1.8 2.5 .9 3.7 5.1 0 2.6-3.7 5.1-2.5 .9-6-1.8-1.6-1.9Z"


@dataclass(frozen=True)
class Item:
    """A thing with its size, to be set in a row with others."""

    width: float
    height: float
    drawn: Markup


def rows(items: list[Item], room: float, high: float, gap: float = 4) -> Markup:
    """Items in rows from left to right, standing on the floor ``high`` below; smaller where they need it."""
    scale = 1.0
    while scale > 0.4 and height(items, room / scale, gap) * scale > high:
        scale -= 0.04
    out, y = [], high / scale
    for one in reversed(lines(items, room / scale, gap)):
        x, tall = 0.0, max(item.height for item in one)
        for item in one:
            out.append(group(item.drawn, x=x, y=y - item.height))
            x += item.width + gap
        y -= tall + 3
    return group(*out, scale=scale)


def lines(items: list[Item], room: float, gap: float = 4) -> list[list[Item]]:
    """The items of each row."""
    out: list[list[Item]] = []
    x = room + 1
    for item in items:
        if x + item.width > room:
            out.append([])
            x = 0.0
        out[-1].append(item)
        x += item.width + gap
    return out


def height(items: list[Item], room: float, gap: float = 4) -> float:
    """The height of the rows at full size."""
    return sum(max(item.height for item in one) + 3 for one in lines(items, room, gap))


# --- figures, in a box of 28 by 32 ----------------------------------------------------------------------


@lru_cache(maxsize=512)
def bandit(character: str) -> Markup:
    """A bandit in the character's colour, with the first letters of the name."""
    tone = "on-light" if character == "ghost" else "on-dark"
    return join(
        path(_BODY, class_=f"hm-figure hm-{character}"),
        circle(14, 14.6, 5.4, class_="hm-figure hm-skin"),
        path(_HAT, class_=f"hm-figure hm-{character}"),
        label(character[:2].capitalize(), 14, 30, 10.5, bold=True, align="middle", tone=tone),
    )


@cache
def marshal() -> Markup:
    """The Marshal: a star on his chest."""
    return join(
        path(_BODY, class_="hm-figure hm-marshal"),
        circle(14, 14.6, 5.4, class_="hm-figure hm-skin"),
        path(_HAT, class_="hm-figure hm-marshal"),
        path(_STAR, class_="hm-star", transform="translate(14 26) scale(.8)"),
    )


@cache
def shotgun() -> Markup:
    """The Shotgun: a rifle across his chest."""
    return join(
        path(_BODY, class_="hm-figure hm-shotgun"),
        circle(14, 14.6, 5.4, class_="hm-figure hm-skin"),
        path(_HAT, class_="hm-figure hm-shotgun"),
        path("M4 30L24 21M4 30l3 1.4", class_="hm-rifle"),
    )


@cache
def horse() -> Markup:
    """A horse's head, in a box of 24 by 24."""
    return path(
        "M6 22Q7 14 5.6 12.6L3 14.4Q1.4 13 2.6 10.6L8.4 4.6 9.6 1.6 11.6 4Q19 5.6 19.6 14L20 22Z",
        class_="hm-horse",
    )


# --- loot -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def purse(dollars: int | None) -> Markup:
    """A purse with its value, in a box of 30 by 24."""
    worth = "?" if dollars is None else str(dollars)
    return join(
        path(
            "M10.6 2H19.4L17.4 6.4Q28.6 9.6 28 17.4 27.4 23 15 23T2 17.4Q1.4 9.6 12.6 6.4Z", class_="hm-purse"
        ),
        label(worth, 15, 18.6, 10.5, bold=True, align="middle", tone="purse-ink"),
    )


@cache
def jewel() -> Markup:
    """A jewel, in a box of 22 by 24."""
    return join(
        path("M2 10L6.4 4H15.6L20 10 11 22.6Z", class_="hm-jewel"),
        path("M2 10H20M7.6 10L11 21 14.4 10M7.6 10L9 4.6M14.4 10L13 4.6", class_="hm-facet"),
    )


@cache
def box() -> Markup:
    """A strongbox, in a box of 26 by 24."""
    return join(
        rect(1.5, 6, 23, 16.5, 2, class_="hm-box"),
        path("M1.5 11.6H24.5V13.8H1.5Z", class_="hm-band"),
        rect(10.6, 10, 4.8, 6, 1, class_="hm-gold"),
    )


@lru_cache(maxsize=512)
def flask(state: str) -> Markup:
    """A flask, full or half empty, in a box of 16 by 24; that of old whiskey bears two crosses."""
    level = 9.6 if state == "full" else 15.4
    crosses = path("M5 17.4l2.4 3.4M7.4 17.4L5 20.8M8.8 17.4l2.4 3.4M11.2 17.4L8.8 20.8", class_="hm-facet")
    return join(
        path("M6 1.6h4v4.6q4 1.6 4 5V21q0 1.6-1.6 1.6H3.6Q2 22.6 2 21V11.2q0-3.4 4-5Z", class_="hm-flask"),
        rect(2.9, level, 10.2, 21.8 - level, 1, class_="hm-whiskey"),
        crosses if state == "old" else None,
    )


def several(at: str, words: str, drawn: Markup, width: float, count: int, kind: str) -> Item:
    """Equal things: one of them and their number."""
    number = f"\u00d7{count}"
    more = width_of(number, 11, bold=True) + 1 if count > 1 else 0
    said = label(number, width + 1, 19, 11, bold=True) if count > 1 else None
    hit = rect(0, 0, width + more, 24, class_="hm-hit")
    return Item(width + more, 24, anchor(at, words, hit, drawn, said, kind=kind))


FLASKS = {
    "full": ("full flask", "full flasks"),
    "half": ("half flask", "half flasks"),
    "old": ("half flask of old whiskey", "half flasks of old whiskey"),
}


def loot(where: str, purses: list[dict[str, Any]], fresh: int, things: dict[str, int]) -> list[Item]:
    """Loot as items with anchors below ``where``: all purses together, then jewels, boxes and flasks."""
    items = []
    if purses or fresh:
        items.append(_purses(where, purses, fresh))
    if things["jewel"]:
        words = f"{things['jewel']} jewel{'s' if things['jewel'] > 1 else ''}"
        items.append(several(f"{where}.jewel", words, jewel(), 22, things["jewel"], "jewel"))
    if things["box"]:
        words = f"{things['box']} strongbox{'es' if things['box'] > 1 else ''}"
        items.append(several(f"{where}.box", words, box(), 26, things["box"], "box"))
    for state, (one, many) in FLASKS.items():
        count = things[state]
        if count:
            words = f"{count} {one if count == 1 else many}"
            items.append(several(f"{where}.{state}", words, flask(state), 16, count, f"flask.{state}"))
    return items


def _purses(where: str, purses: list[dict[str, Any]], fresh: int) -> Item:
    drawn, x = [], 0.0
    for each in purses:
        dollars = each["dollars"]
        words = f"purse number {each['number']}, {'unseen' if dollars is None else f'${dollars}'}"
        key = f"purse.{each['number']}"
        drawn.append(
            anchor(f"{where}.purse{each['number']}", words, purse(dollars), x=x, key=key, kind="purse")
        )
        x += 31
    if fresh:
        number = f"\u00d7{fresh}"
        drawn.append(group(purse(None), label(number, 31, 19, 11, bold=True) if fresh > 1 else None, x=x))
        x += 31 + (width_of(number, 11, bold=True) if fresh > 1 else 0)
    count = len(purses) + fresh
    words = f"{count} purse{'s' if count > 1 else ''}"
    return Item(x - 1, 24, anchor(f"{where}.purse", words, *drawn, role="group"))


# --- cards ----------------------------------------------------------------------------------------------

CARD_TITLES = {
    "move": "Move",
    "floor": "Floor",
    "fire": "Fire",
    "robbery": "Robbery",
    "punch": "Punch",
    "marshal": "Marshal",
    "ride": "Ride",
    "bullet": "Bullet",
    "neutral": "Bullet",
}


def sign(kind: str) -> Markup:
    """The sign of an action, in a box of 20 by 20."""
    if kind == "marshal":
        return path(_STAR, class_="hm-ink", transform="translate(10 10.4) scale(1.45)")
    if kind == "robbery":
        return group(purse_sign(), x=1, y=1, scale=0.75)
    if kind == "ride":
        return group(horse(), scale=0.84)
    if kind in ("bullet", "neutral"):
        tone = "hm-bullet" if kind == "bullet" else "hm-bullet-neutral"
        return path("M6 18V9Q6 2.4 10 1.4 14 2.4 14 9V18ZM5.4 15.4H14.6V18.6H5.4Z", class_=tone)
    return path(_SIGNS[kind], class_="hm-stroke")


def purse_sign() -> Markup:
    """A purse without a value, in a box of 24 by 24."""
    return path("M8 2H16L14 6.4Q22.6 9.6 22 17.4 21.4 23 12 23T2 17.4Q1.4 9.6 10 6.4Z", class_="hm-purse")


_SIGNS = {
    "move": "M2.4 10H17M12 4.6L17.4 10 12 15.4",
    "floor": "M6.4 17.6V3.4M2.8 7L6.4 3 10 7M13.6 2.4V16.6M10 13L13.6 17 17.2 13",
    "fire": "M2 6.4H18V9.4H12.4Q12 12.6 9.2 12.6L8 17H4L5.6 11 2 9.4ZM9 9.4V12",
    "punch": "M3.6 8.6Q3.6 6.6 5.6 6.6T7.6 8.6V5.8Q7.6 4 9.6 4T11.6 5.8V6Q11.6 4.6 13.4 4.6T15.2 6.4V8"
    "Q15.2 7 16.6 7T18 8.6V12.4Q18 17.4 12.6 17.4H8.4Q3.6 17.4 3.6 12.6ZM7.6 8.6V11M11.6 6V10M15.2 8V11",
}


@lru_cache(maxsize=512)
def card(
    kind: str, character: str | None, wide: float, high: float, title: bool, down: bool = False
) -> Markup:
    """A card: a band in the bandit's colour, the action's sign, and where there is room its name."""
    band = 13.0
    tone = "on-light" if character == "ghost" else "on-dark"
    size = min(wide - 8, high - band - (18 if title else 8))
    return join(
        rect(0, 0, wide, high, 4, class_="hm-card-down" if down else "hm-card"),
        None if character is None else rect(1.5, 1.5, wide - 3, band, 3, class_=f"hm-{character}"),
        None
        if character is None
        else label(character[:2].capitalize(), wide / 2, 11.6, 10, bold=True, align="middle", tone=tone),
        group(sign(kind), x=(wide - size) / 2, y=band + 4, scale=size / 20),
        label(CARD_TITLES[kind], wide / 2, high - 4, 10.5, room=wide - 3, least=9, align="middle")
        if title
        else None,
    )


@lru_cache(maxsize=512)
def back(text: str, wide: float, high: float, character: str | None = None) -> Markup:
    """The back of a card."""
    tone = "on-light" if character == "ghost" else "on-dark"
    return join(
        rect(0, 0, wide, high, 4, class_="hm-back"),
        rect(3, 3, wide - 6, high - 6, 2.5, class_="hm-back-line"),
        None if character is None else rect(1.5, 1.5, wide - 3, 13, 3, class_=f"hm-{character}"),
        None
        if character is None
        else label(character[:2].capitalize(), wide / 2, 11.6, 10, bold=True, align="middle", tone=tone),
        label(
            text, wide / 2, high / 2 + (10 if character else 5), 13, bold=True, align="middle", tone="on-back"
        ),
    )


TURN_WORDS = {
    "standard": "face up",
    "tunnel": "tunnel: face down",
    "double": "two cards each",
    "reverse": "the other way round",
    "turmoil": "turmoil: all at once",
}


@lru_cache(maxsize=512)
def turn(symbol: str, size: Number, now: bool, past: bool) -> Markup:
    """A turn of the round card."""
    inner = {
        "standard": rect(8, 5, 12, 18, 2, class_="hm-card"),
        "tunnel": join(
            path("M4 23V14Q4 5 14 5T24 14V23Z", class_="hm-tunnel"),
            path("M9 23V16Q9 11 14 11T19 16V23Z", class_="hm-panel"),
        ),
        "double": join(rect(5, 6, 11, 16, 2, class_="hm-card"), rect(12, 6, 11, 16, 2, class_="hm-card")),
        "reverse": path("M23 19Q23 9 14 9H6M10.4 4.6L5.6 9 10.4 13.4", class_="hm-stroke"),
        "turmoil": path("M15.6 3.6L7.6 15.4H13L11.8 24.4 20.4 12H14.6Z", class_="hm-gold"),
    }[symbol]
    frame = "hm-panel hm-now" if now else "hm-panel"
    return group(
        rect(0, 0, 28, 28, 5, class_=frame), inner, scale=float(size) / 28, class_="hm-done" if past else None
    )


def bullet() -> Markup:
    """A bullet, in a box of 8 by 14."""
    return path("M1.4 13V6Q1.4 1.6 4 .8 6.6 1.6 6.6 6V13Z", class_="hm-bullet")


@lru_cache(maxsize=512)
def wheel(x: float, y: float, r: float) -> Markup:
    """A wheel."""
    return join(circle(x, y, r, class_="hm-wheel"), circle(x, y, r * 0.3, class_="hm-hub"))


def rail(x: float, y: float, width: float) -> Markup:
    """The rail under the train."""
    return line(x, y, x + width, y, class_="hm-rail")
