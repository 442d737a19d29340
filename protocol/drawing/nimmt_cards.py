"""The cards of 6 nimmt!: faces with their bulls' heads, small cards, backs, and the head itself.

A card is drawn around its upper left corner; ``card.55`` is its key wherever it lies.
"""

from __future__ import annotations

from protocol.drawing.markup import Markup, Number, anchor, join, number, path, rect, tag
from protocol.drawing.shapes import label

#: Outline of a head in a box of 12 x 10, as (command, numbers) relative to the point before.
_HEAD = (
    ("c", (0, 3, 1, 4.6, 3, 5)),
    ("l", (0.6, 3)),
    ("q", (0.4, 2, 2.4, 2)),
    ("q", (2, 0, 2.4, -2)),
    ("l", (0.6, -3)),
    ("c", (2, -0.4, 3, -2, 3, -5)),
    ("c", (-0.6, 1.8, -1.6, 2.6, -3, 2.6)),
    ("h", (-6,)),
    ("c", (-1.4, 0, -2.4, -0.8, -3, -2.6)),
)
#: Height of a head by its width.
TALL = 10 / 12
#: Heads that stand in one row; on a small card more are a number and one head.
DRAWN = 3


def _outline(x: Number, y: Number, width: Number) -> str:
    scale = width / 12
    steps = "".join(
        command + " ".join(number(value * scale) for value in values) for command, values in _HEAD
    )
    return f"M{number(x)} {number(y)}{steps}z"


def head(x: Number, y: Number, width: Number, class_: str = "hm-nimmt-head") -> Markup:
    """A bull's head, its upper left corner at (x, y)."""
    return path(_outline(x, y, width), class_=class_)


def counted_heads(count: int) -> str:
    """``1 head``, ``7 heads``."""
    return "1 head" if count == 1 else f"{count} heads"


def _heads(count: int, x: Number, y: Number, size: Number, left: bool = False) -> Markup:
    """Heads in rows of up to three, seven as four and three: centred around x, or from x on; y is below the
    last row."""
    rows = [count] if count <= 3 else [(count + 1) // 2, count // 2]
    if left and count > 5:
        rows = [3, 2, count - 5]
    step, tall = size * 1.12, size * TALL + 1.5
    outline = ""
    for line, many in enumerate(rows):
        start = x if left else x - (step * (many - 1) + size) / 2
        top = y - (len(rows) - line) * tall + 1.5
        outline += "".join(_outline(start + step * i, top, size) for i in range(many))
    return path(outline, class_="hm-nimmt-head")


def card(value: int, heads: int, x: Number, y: Number, width: Number, *, at: str | None = None) -> Markup:
    """A card that lies free: its number in the middle, its heads below."""
    height = card_height(width)
    middle = height * (0.6 if heads <= DRAWN else 0.52)
    size = 0.46 if value < 100 else 0.4
    face = join(
        _paper(heads, width),
        label(
            str(value),
            width / 2,
            middle,
            width * size,
            bold=True,
            align="middle",
            tone="nimmt-ink",
        ),
        _heads(heads, width / 2, height - width * 0.1, width * 0.2),
    )
    return anchor(at or f"card.{value}", _words(value, heads), face, x=x, y=y, key=f"card.{value}")


def fanned_card(
    value: int, heads: int, x: Number, y: Number, width: Number, *, at: str, turned: float
) -> Markup:
    """A card in a fan, of which the left part shows at least: number and heads stand there. ``turned``: by
    so many degrees around the middle of the lower edge."""
    height = card_height(width)
    watermark = width * 0.62
    face = tag(
        "g",
        _paper(heads, width),
        head((width - watermark) / 2, height * 0.4, watermark, "hm-nimmt-watermark"),
        label(str(value), width * 0.07, width * 0.36, width * 0.31, bold=True, tone="nimmt-ink"),
        _heads(heads, width * 0.08, height - width * 0.09, width * 0.15, left=True),
        transform=f"rotate({number(turned)} {number(width / 2)} {number(height)})",
    )
    return anchor(at, _words(value, heads), face, x=x, y=y, key=f"card.{value}")


def _paper(heads: int, width: Number) -> Markup:
    return rect(0, 0, width, card_height(width), width * 0.1, class_=f"hm-nimmt-card hm-nimmt-{heads}")


def card_height(width: Number) -> float:
    """Height of a card of this width."""
    return width * 1.34


def _words(value: int, heads: int) -> str:
    return f"card {value}, {counted_heads(heads)}"


def small_card(
    value: int,
    heads: int,
    x: Number,
    y: Number,
    *,
    at: str | None = None,
    hidden: bool = False,
) -> Markup:
    """A card of 30 x 40; ``hidden``: it lies face down for others, so its edge is that of a back."""
    if heads <= DRAWN:
        count = _heads(heads, 15, 36.5, 8)
    else:
        count = join(
            label(str(heads), 13.5, 36.5, 10, bold=True, align="end", tone="nimmt-ink"), head(15, 29, 10)
        )
    face = join(
        rect(0, 0, 30, 40, 4, class_=f"hm-nimmt-card hm-nimmt-{heads}{' hm-nimmt-down' if hidden else ''}"),
        label(str(value), 15, 21, 15, bold=True, align="middle", tone="nimmt-ink", room=27),
        count,
    )
    words = _words(value, heads) + (", face down" if hidden else "")
    return anchor(at or f"card.{value}", words, face, x=x, y=y, key=f"card.{value}")


def back(at: str, words: str, x: Number, y: Number) -> Markup:
    """A small card face down."""
    face = join(
        rect(0, 0, 30, 40, 4, class_="hm-nimmt-back"),
        rect(3, 3, 24, 34, 2.5, class_="hm-nimmt-back-line"),
        head(7, 13.5, 16, class_="hm-nimmt-back-head"),
    )
    return anchor(at, words, face, x=x, y=y)
