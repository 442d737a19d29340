"""The picture of Heckmeck: the grill with its plates and snails, the dice of the turn, the seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from protocol.drawing.dice import BOARD, Table, counted, table_picture, worm, worms
from protocol.drawing.draw import Layout, Picture
from protocol.drawing.markup import Markup, Number, anchor, circle, group, join, line, path, rect
from protocol.drawing.shapes import label
from protocol.drawing.table_shapes import medal

COLUMNS, WIDE, TALL = 7, 43, 76


def picture(view: dict[str, Any], seat: int | None, names: Sequence[str] | None, layout: Layout) -> Picture:
    """The picture of a view."""
    return table_picture(view, seat, names, layout, _board, _panel, "point")


def _board(table: Table) -> tuple[Markup, float]:
    """The grill in two lines of spaces, the snails beside it below."""
    spaces = table.position["spaces"]
    lines = -(-len(spaces) // COLUMNS)
    height = lines * (TALL + 5) + 9
    bars = [line(6, y, BOARD - 6, y, class_="hm-grill-bar") for y in range(12, height - 4, 13)]
    parts = [rect(0, 0, BOARD, height, 8, class_="hm-grill"), *bars]
    step = (BOARD - 14 - WIDE) / (COLUMNS - 1)
    for i, space in enumerate(spaces):
        x, y = 7 + i % COLUMNS * step, 7 + i // COLUMNS * (TALL + 5)
        parts.append(_space(table, space, x, y))
    supply, worth = table.position["supply"], f"{table.position['snail_points']} points each"
    beside = anchor(
        "snails",
        f"{counted(supply, 'snail')} beside the grill, {worth}",
        rect(0, -2, BOARD, 30, 6, class_="hm-touch"),
        snail(4, 2, 26) if supply else None,
        label(f"\u00d7 {supply}", 38, 19, 15, bold=True) if supply else None,
        label(
            f"beside the grill, {worth}" if supply else "no snail beside the grill",
            86 if supply else 6,
            19,
            12,
            tone="dim",
        ),
        y=height + 4,
    )
    return join(*parts, beside), height + 30


def _space(table: Table, space: dict[str, Any], x: float, y: float) -> Markup:
    """A space: its total, its worms, and what lies there."""
    total, plates = space["number"], space["plates"]
    lying, said = [], "empty"
    if space["snail"]:
        said = "a snail"
        lying.append(
            anchor(None, "a snail", snail(0, 0, 30), x=6.5, y=43, key=f"snail.{total}", kind="snail")
        )
    elif plates:
        seat, count = plates["seat"], plates["count"]
        said = f"{counted(count, 'plate')} of {table.name(seat)}"
        for i in range(count):
            at = WIDE / 2 + (8 * i - 4 if count > 1 else 0)
            key = f"plate.{total}.{i + 1}"
            lying.append(anchor(None, "a plate", plate(seat, 12), x=at, y=56, key=key, kind=f"plate.{seat}"))
    return anchor(
        f"tile.{total}",
        f"{total}, {counted(space['worms'], 'worm')}: {said}",
        rect(0, 0, WIDE, TALL, 6, class_="hm-tile"),
        label(str(total), WIDE / 2, 18, 16, bold=True, align="middle", tone="tile-ink"),
        worms(space["worms"], WIDE / 2, 25, WIDE - 4, 9.5),
        line(5, 36.5, WIDE - 5, 36.5, class_="hm-tile-line"),
        *lying,
        x=x,
        y=y,
        role="group",
    )


def _panel(table: Table, seat: int, width: float) -> Markup:
    """Points, worms, snails and plates of a seat."""
    own, rank = table.position["seats"][seat], table.rank(seat)
    return join(
        label(str(own["points"]), width - 12, 27, 20, bold=True, align="end"),
        medal(rank, width - 62, 20, 11) if rank else None,
        worm(13, 40, 18),
        label(str(own["worms"]), 34, 51, 13, bold=True),
        snail(57, 36, 20),
        label(str(own["snails"]), 80, 51, 13, bold=True),
        anchor(
            f"plate.{seat}",
            f"{counted(own['plates'], 'plate')} of {table.name(seat)} in hand",
            group(plate(seat, 9), x=112, y=46),
            label(f"\u00d7{own['plates']}", 125, 51, 13, bold=True),
        ),
    )


def plate(seat: int, r: Number) -> Markup:
    """A plate of a seat around (0, 0), with its number from 1."""
    return join(
        circle(0, 0, r, class_=f"hm-plate hm-plate-{seat}"),
        label(str(seat + 1), 0, r * 0.42, r * 1.15, bold=True, align="middle", tone="plate-ink"),
    )


def snail(x: Number, y: Number, width: Number) -> Markup:
    """A snail, its upper left corner at (x, y)."""
    return group(
        path("M2 21.5H24Q28 21 27 15L26.500 11M27 14L30 10.500", class_="hm-snail"),
        circle(14, 13, 8, class_="hm-snail-shell"),
        path("M14 13q3 -3.500 0 -4.500q-4.500 0 -4 5q1 4 5.500 3.500", class_="hm-snail-curl"),
        x=x,
        y=y,
        scale=width / 31,
    )
