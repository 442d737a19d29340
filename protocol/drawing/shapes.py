"""Shapes that the games' pictures share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from protocol.drawing.markup import Markup, Number, path, tag

#: Widths of letters as shares of the font's size, of a wide sans serif face; bold letters are a fifth wider.
_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[] -/"), frozenset("mwMW@%")
_CAPITAL = frozenset("ABCDEFGHJKLNOPQRSTUVXYZ$&")


@lru_cache(maxsize=4096, typed=True)
def width_of(text: str, size: Number, bold: bool = False) -> float:
    """The width of a text, estimated on the safe side."""
    shares = (
        0.33
        if letter in _NARROW
        else 0.88
        if letter in _WIDE
        else 0.7
        if letter in _CAPITAL
        else 1.05
        if letter > "\u2e7f"
        else 0.57
        for letter in text
    )
    return sum(shares) * size * (1.2 if bold else 1)


def shortened(text: str, room: Number, size: Number, bold: bool = False) -> str:
    """The text, its end replaced by an ellipsis where it is wider than ``room``."""
    if width_of(text, size, bold) <= room:
        return text
    while text and width_of(f"{text}\u2026", size, bold) > room:
        text = text[:-1]
    return f"{text.rstrip()}\u2026"


@lru_cache(maxsize=4096, typed=True)
def label(
    text: str,
    x: Number,
    y: Number,
    size: Number = 14,
    *,
    room: Number | None = None,
    least: Number = 11,
    bold: bool = False,
    align: str = "",
    tone: str = "",
) -> Markup:
    """A line of text, its baseline at ``y``. With ``room`` it shrinks down to the size ``least`` and is then
    shortened. ``align``: ``middle`` or ``end``; ``tone``: another class of colour, such as ``dim``."""
    if room is not None:
        while size > least and width_of(text, size, bold) > room:
            size = max(least, size - 0.5)
        text = shortened(text, room, size, bold)
    classes = ["hm-text", *(f"hm-{word}" for word in (tone, align, "bold" if bold else "") if word)]
    return tag("text", text, x=x, y=y, font_size=size, class_=" ".join(classes))


def wrapped(text: str, room: Number, size: Number, bold: bool = False, most: int = 2) -> list[str]:
    """The text in at most ``most`` lines broken between words; the last one is shortened."""
    lines: list[str] = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size, bold) > room and len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = longer
    return [shortened(each, room, size, bold) for each in lines]


def seat_name(view: dict[str, Any], names: Sequence[str] | None, seat: int) -> str:
    """The name of a seat in a picture: its given name, its character's name, or its number from 1."""
    if names is not None and seat < len(names) and names[seat]:
        return names[seat]
    own = view["seat_names"]
    return str(own[seat]) if own else f"Seat {seat + 1}"


@dataclass(frozen=True)
class Sight:
    """A view and how it is looked at: the seat in front, and given names."""

    view: dict[str, Any]
    front: int | None
    names: Sequence[str] | None

    @property
    def position(self) -> dict[str, Any]:
        """The game's own part of the view."""
        position: dict[str, Any] = self.view["position"]
        return position

    def name(self, seat: int) -> str:
        """A seat's name."""
        return seat_name(self.view, self.names, seat)

    def short(self, seat: int) -> str:
        """A seat's name within a sentence."""
        return shortened(self.name(seat), 150, 13)


def turn_mark(x: Number, y: Number, size: Number = 10) -> Markup:
    """A triangle that points to the right: whose turn it is."""
    return path(f"M{x} {y - size / 2}L{x + size * 0.8:.2f} {y}L{x} {y + size / 2}Z", class_="hm-accent")


def seats_from(view: dict[str, Any], seat: int | None) -> list[int]:
    """The seats in the order in which they sit around the table, ``seat`` first (seat 0 without one)."""
    first = seat or 0
    return [(first + step) % view["seats"] for step in range(view["seats"])]
