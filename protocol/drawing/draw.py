"""One picture from the JSON view of a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, Protocol

from protocol.drawing.markup import Markup, number, rect, tag
from protocol.drawing.style import THEMES, Theme, resolved, stylesheet

Layout = Literal["narrow", "wide"]

#: The games that have pictures; the module of this folder with the game's name has a ``picture``, a
#: :class:`Painter`.
PICTURES: tuple[str, ...] = ("colt", "heckmeck", "longhorn", "nimmt", "pickomino")
#: Width in units up to which a picture is drawn narrow unless a layout is named.
NARROW = 560


@dataclass(frozen=True)
class Picture:
    """The drawing of a game: its size in units, about CSS pixels at the size it is made for; its content; and
    what it shows, in words."""

    width: float
    height: float
    content: Markup
    words: str


class Painter(Protocol):
    """Draws the views of one game. ``seat``: the seat in front, None for the first; ``names``: the names of
    the seats, which may be shorter than the table or hold empty names."""

    def __call__(
        self, view: dict[str, Any], seat: int | None, names: Sequence[str] | None, layout: Layout
    ) -> Picture: ...


class NoPicture(ValueError):
    """The game has no picture."""


def draw(
    view: dict[str, Any],
    *,
    seat: int | None = None,
    names: Sequence[str] | None = None,
    theme: Theme = "auto",
    width: int | None = None,
    layout: Layout | None = None,
    standalone: bool = True,
    flat: bool = False,
) -> str:
    """The picture of a view (``query json``, ``State.json()``) as one SVG element.

    ``seat``: the seat in front; the viewer by default. ``width``: in CSS pixels, the picture fills its place
    without one. ``layout``: narrow for phones, or wide; by default what fits ``width``. A ``standalone``
    picture carries its style; otherwise the page includes :func:`~protocol.drawing.style.stylesheet` once.
    ``flat``: colours are written out, for programs that know no custom properties.

    Raises:
        NoPicture: the game has no picture.
        ValueError: a word or a seat is not one of those there are.
    """
    if view["game"] not in PICTURES:
        raise NoPicture(f"there is no picture of {view['game']}; there is one of {', '.join(PICTURES)}")
    if theme not in THEMES:
        raise ValueError(f"a theme is one of {', '.join(THEMES)}, not {theme}")
    if layout not in (None, "narrow", "wide"):
        raise ValueError(f"a layout is narrow or wide, not {layout}")
    if seat is None:
        seat = view["viewer"]
    if seat is not None and not 0 <= seat < view["seats"]:
        raise ValueError(f"there is no seat {seat}, the seats are 0 to {view['seats'] - 1}")
    if layout is None:
        layout = "narrow" if width is not None and width < NARROW else "wide"
    painter: Painter = import_module(f"protocol.drawing.{view['game']}").picture
    drawn = painter(view, seat, names, layout)
    style = None
    if standalone:
        css = resolved(theme) if flat else stylesheet()
        style = Markup(f"<style>{css}</style>")
    return tag(
        "svg",
        style,
        rect(0, 0, drawn.width, drawn.height, 10, class_="hm-ground"),
        drawn.content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(drawn.width)} {number(drawn.height)}",
        width=width,
        height=None if width is None else width * drawn.height / drawn.width,
        class_="hm",
        data_theme=theme,
        data_game=view["game"],
        role="group",
        aria_label=drawn.words,
    )


def frames(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The views that lead to this one since the last decision, where a lot happens at once: the cards of a
    trick of 6 nimmt! are placed one by one. They are made from the view alone, and are for :func:`draw` only.
    Empty for games without such events.
    """
    if view["game"] not in PICTURES or view["position"] is None:
        return []
    steps = getattr(import_module(f"protocol.drawing.{view['game']}"), "steps", None)
    made: list[dict[str, Any]] = steps(view) if steps is not None else []
    return made
