"""Shapes of games with cards, tiles and dice: places that wait for a thing, ranks at the end."""

from __future__ import annotations

from protocol.drawing.markup import Markup, Number, circle, join, rect
from protocol.drawing.shapes import label


def gap(x: Number, y: Number, width: Number = 30, height: Number = 40, awaited: bool = False) -> Markup:
    """The empty place of a card; ``awaited``: one is due there."""
    return rect(
        x + 0.5, y + 0.5, width - 1, height - 1, 4, class_="hm-gap hm-gap-due" if awaited else "hm-gap"
    )


def medal(rank: int, x: Number, y: Number, r: Number = 14) -> Markup:
    """The rank of a seat at the end, around (x, y); the first one is gold."""
    first = rank == 1
    return join(
        circle(x, y, r, class_="hm-gold" if first else "hm-medal"),
        label(
            str(rank),
            x,
            y + r * 0.38,
            r * 1.1,
            bold=True,
            align="middle",
            tone="gold-ink" if first else "dim",
        ),
    )
