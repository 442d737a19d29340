"""The picture of Pickomino: the tiles on the grill, the dice of the turn, the seats with their stacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from protocol.drawing.dice import BOARD, Table, counted, table_picture, worm, worms
from protocol.drawing.draw import Layout, Picture
from protocol.drawing.markup import Markup, Number, anchor, join, line, path, rect
from protocol.drawing.shapes import label
from protocol.drawing.table_shapes import medal

COLUMNS, WIDE, TALL = 8, 36, 54


def picture(view: dict[str, Any], seat: int | None, names: Sequence[str] | None, layout: Layout) -> Picture:
    """The picture of a view."""
    return table_picture(view, seat, names, layout, _board, _panel, "worm")


def _board(table: Table) -> tuple[Markup, float]:
    """The grill with the place of every tile: open, turned over, or gone to a seat."""
    tiles = table.position["tiles"]
    height = -(-len(tiles) // COLUMNS) * (TALL + 6) + 8
    bars = [line(6, y, BOARD - 6, y, class_="hm-grill-bar") for y in range(12, height - 4, 13)]
    parts = [rect(0, 0, BOARD, height, 8, class_="hm-grill"), *bars]
    step = (BOARD - 14 - WIDE) / (COLUMNS - 1)
    for i, own in enumerate(tiles):
        x, y = 7 + i % COLUMNS * step, 7 + i // COLUMNS * (TALL + 6)
        if own["open"]:
            parts.append(tile(own, x, y))
        elif own["seat"] is None:
            parts.append(_turned(own, x, y))
    return join(*parts), height


def tile(own: dict[str, Any], x: Number, y: Number) -> Markup:
    """A tile with its number and its worms."""
    return anchor(
        f"tile.{own['number']}",
        f"tile {own['number']}, {counted(own['worms'], 'worm')}",
        rect(0, 0, WIDE, TALL, 5, class_="hm-tile"),
        label(str(own["number"]), WIDE / 2, 20, 18, bold=True, align="middle", tone="tile-ink"),
        line(4, 27, WIDE - 4, 27, class_="hm-tile-line"),
        _worms(own["worms"]),
        x=x,
        y=y,
    )


def _worms(count: int) -> Markup:
    """The worms of a tile, at most two beside each other."""
    rows = [min(2, count), count - 2] if count > 2 else [count]
    top = 40.5 - len(rows) * 5.5
    return join(*(worms(many, WIDE / 2, top + i * 11, WIDE, 14) for i, many in enumerate(rows)))


def _turned(own: dict[str, Any], x: Number, y: Number) -> Markup:
    """A tile that is out of the game."""
    return anchor(
        f"tile.{own['number']}",
        f"tile {own['number']}, turned over",
        rect(1, 1, WIDE - 2, TALL - 2, 5, class_="hm-grill"),
        rect(1, 1, WIDE - 2, TALL - 2, 5, class_="hm-turned"),
        path("M11 18l14 18M25 18l-14 18", class_="hm-turned"),
        x=x,
        y=y,
    )


def _panel(table: Table, seat: int, width: float) -> Markup:
    """Worms of a seat and its stack: the top tile open, the edges of those below."""
    own, rank = table.position["seats"][seat], table.rank(seat)
    stack = own["stack"]
    tiles = {each["number"]: each for each in table.position["tiles"]}
    x, y = width - WIDE - 6, 5
    under = [
        rect(x - 3 * i, y, WIDE, TALL, 5, class_="hm-tile") for i in range(min(3, len(stack) - 1), 0, -1)
    ]
    below = ", ".join(map(str, reversed(stack[:-1])))
    return join(
        worm(13, 40, 18),
        label(str(own["worms"]), 35, 52, 17, bold=True),
        label(below, 58, 51, 11, tone="dim", room=width - WIDE - (106 if rank else 76), least=10)
        if below
        else None,
        *under,
        tile(tiles[stack[-1]], x, y)
        if stack
        else rect(x + 0.5, y + 0.5, WIDE - 1, TALL - 1, 5, class_="hm-gap"),
        medal(rank, x - 18, 46, 11) if rank else None,
    )
