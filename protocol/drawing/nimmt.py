"""The picture of 6 nimmt!: the four rows, the seats with heads and cards, the hand in front as a fan."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from protocol.drawing.draw import Layout, Picture
from protocol.drawing.markup import Markup, anchor, group, join, line, rect
from protocol.drawing.nimmt_cards import back, card, card_height, counted_heads, fanned_card, head, small_card
from protocol.drawing.nimmt_steps import steps
from protocol.drawing.shapes import Sight, label, seats_from, turn_mark
from protocol.drawing.table_shapes import gap, medal

__all__ = ["picture", "steps"]

FULL = 5
EDGE = 10
SMALL, SMALL_TALL = 30, 40
#: Height of a seat's panel, and what a hand that lies open adds to it.
PANEL, OPEN_HAND = 52, SMALL_TALL + 6
#: The least width of a panel with a hand that lies open.
OPEN_WIDTH = 340


class Table(Sight):
    """A position of 6 nimmt!."""

    def heads(self, value: int) -> int:
        """Heads of a card."""
        heads: int = self.position["card_heads"][value - 1]
        return heads

    def hand(self, seat: int) -> list[int] | None:
        """The known cards of a hand without the one that is committed."""
        own = self.position["seats"][seat]
        hand: list[int] | None = own["hand"]
        return None if hand is None else [value for value in hand if value != own["card"]]

    def open_hand(self, seat: int) -> list[int]:
        """The cards that lie on a seat's panel."""
        return [] if seat == self.front else self.hand(seat) or []


def picture(view: dict[str, Any], seat: int | None, names: Sequence[str] | None, layout: Layout) -> Picture:
    """The picture of a view."""
    table = Table(view, seat, names)
    if view["position"] is None:
        asks = view["setup"]["asks"]
        return Picture(
            360, 60, label(asks, 180, 34, room=340, align="middle"), f"6 nimmt!, the set-up: {asks}"
        )
    words = f"6 nimmt!, {view['round']}. {_status(table)}."
    if layout == "narrow":
        return _narrow(table, words)
    return _wide(table, words)


def _narrow(table: Table, words: str) -> Picture:
    """One column for a phone: rows, hand, seats."""
    width = 360
    parts = [_header(table, EDGE, width - 2 * EDGE)]
    y = 50.0
    board, tall = _board(table, EDGE, y, width - 2 * EDGE)
    parts.append(board)
    y += tall + 8
    fan, tall = _fan(table, EDGE, y, width - 2 * EDGE, 56)
    parts.append(fan)
    y += tall
    seats, tall = _seats(table, EDGE, y, width - 2 * EDGE, 2)
    parts.append(seats)
    return Picture(width, y + tall + EDGE, join(*parts), words)


def _wide(table: Table, words: str) -> Picture:
    """Rows and hand on the left, seats and the last trick on the right."""
    seats = range(table.view["seats"])
    opened = any(table.open_hand(seat) for seat in seats)
    left = 560
    right = 2 * OPEN_WIDTH + 8 if opened and len(seats) > 5 else 360
    width, y = EDGE + left + 20 + right + EDGE, 56.0
    board, tall = _board(table, EDGE, y, left)
    fan, under = _fan(table, EDGE, y + tall + 12, left, 84)
    aside = EDGE + left + 20
    panels, beside = _seats(table, aside, y, right, 2 if len(seats) > 5 else 1)
    parts = [_header(table, EDGE, width - 2 * EDGE), board, fan, panels]
    if not opened:
        last, more = _last_trick(table, aside, y + beside + 14, right)
        parts.append(last)
        beside += more
    return Picture(width, y + max(tall + 12 + under, beside) + EDGE, join(*parts), words)


# --- words ----------------------------------------------------------------------------------------------


def _header(table: Table, x: float, width: float) -> Markup:
    """The time in the game and its length; below, what is awaited."""
    view, position = table.view, table.position
    moment = (view["round"] or "").capitalize()
    target = position["target"]
    until = f"to {target} heads" if target else "one round"
    if position["small_deck"]:
        until = f"cards 1\u2013{len(position['card_heads'])}, {until}"
    return join(
        label(moment, x, 19, 13, bold=True, room=width * 0.48),
        label(until, x + width, 19, 13, align="end", tone="dim", room=width * 0.5),
        label(_status(table), x, 39, 13, room=width),
    )


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _status(table: Table) -> str:
    """The decision that is awaited, or the end of the game."""
    view, position = table.view, table.position
    if view["result"]:
        first = [table.short(seat) for seat, rank in enumerate(view["result"]["ranks"]) if rank == 1]
        least = counted_heads(min(view["scores"]))
        if len(first) == 1:
            return f"{first[0]} wins with {least}"
        return f"{_listed(first)} share the first place with {least}"
    if position["undercut"]:
        under = position["undercut"]
        return f"{table.short(under['seat'])} plays {under['card']}, below all rows, and takes a row"
    if position["phase"] == "reveal":
        return "The cards are revealed"
    if position["phase"] == "deal":
        place = position["dealt_next"]
        if place is None:
            return "The cards are laid out for the draft"
        to = table.short(place["seat"]) if place["row"] is None else f"row {place['row']}"
        return f"A card for {to}"
    waiting: list[int] = view["to_move"]
    if position["phase"] == "draft":
        return f"{table.short(waiting[0])} takes a card"
    if len(waiting) == view["seats"]:
        return "All choose a card"
    who = _listed([table.short(seat) for seat in waiting]) if len(waiting) <= 3 else str(len(waiting))
    return f"{who} {'has' if len(waiting) == 1 else 'have'} yet to choose a card"


# --- the table ------------------------------------------------------------------------------------------


def _board(table: Table, x: float, y: float, width: float) -> tuple[Markup, float]:
    """The rows, or the cards on offer in a draft; with the height."""
    if table.position["offer"] is not None:
        return _offer(table, x, y, width)
    size = 50 if width < 400 else 84
    step = card_height(size) + 8
    rows = [_row(table, at, x, y + at * step, width, size) for at in range(4)]
    return join(*rows), 4 * step - 8


def _row(table: Table, at: int, x: float, y: float, width: float, size: float) -> Markup:
    """A row with its number, its five places and its heads where the sixth card would lie."""
    row = table.position["rows"][at]
    cards, height = row["cards"], card_height(size)
    start = 18 if size < 60 else 28
    space = (width - start - size) / FULL
    full = len(cards) == FULL
    lying = [card(value, table.heads(value), start + i * space, 0, size) for i, value in enumerate(cards)]
    places = [gap(start + i * space, 0, size, height) for i in range(len(cards), FULL)]
    sixth = start + FULL * space
    head_size = size * 0.52
    mark = (
        join(
            rect(sixth, 0, size, height, 5, class_=f"hm-nimmt-sixth{' hm-nimmt-full' if full else ''}"),
            head(
                sixth + (size - head_size) / 2,
                height * 0.16,
                head_size,
                "hm-nimmt-sum-full" if full else "hm-nimmt-sum",
            ),
            label(
                str(row["heads"]),
                sixth + size / 2,
                height * 0.78,
                size * 0.36,
                bold=True,
                align="middle",
                tone="bad" if full else "",
            ),
        )
        if cards
        else join(gap(sixth, 0, size, height))
    )
    said = ", ".join(map(str, cards)) or "no card"
    words = f"row {at + 1}: {said}; {counted_heads(row['heads'])}" + (
        ", the next card takes it" if full else ""
    )
    return anchor(
        f"row.{at + 1}",
        words,
        rect(-4, -3, width + 8, height + 6, 8, class_="hm-touch"),
        label(str(at + 1), start / 2 - 3, height / 2 + 5, 14, bold=True, align="middle", tone="dim"),
        *places,
        mark,
        *lying,
        x=x,
        y=y,
        role="group",
    )


def _offer(table: Table, x: float, y: float, width: float) -> tuple[Markup, float]:
    """All cards of the deck in their places, as far as nobody has taken them."""
    deck, offered = len(table.position["card_heads"]), set(table.position["offer"])
    columns = 10 if width < 400 else 14
    across = (width - SMALL) / (columns - 1)
    parts = []
    for value in range(1, deck + 1):
        at_x, at_y = x + (value - 1) % columns * across, y + (value - 1) // columns * (SMALL_TALL + 5)
        if value in offered:
            parts.append(small_card(value, table.heads(value), at_x, at_y, at=f"offer.card.{value}"))
        else:
            parts.append(gap(at_x, at_y))
    return join(*parts), -(-deck // columns) * (SMALL_TALL + 5)


def _fan(table: Table, x: float, y: float, width: float, size: float) -> tuple[Markup, float]:
    """The hand of the seat in front; with the height."""
    hand = None if table.front is None else table.hand(table.front)
    if not hand:
        return join(), 0
    middle, lean, dip = (len(hand) - 1) / 2, min(2.0, 14 / len(hand)), size * 0.008
    slack = card_height(size) * math.sin(math.radians(middle * lean))
    step = min(size + 6, (width - size - 2 * slack) / max(1, 2 * middle))
    parts = []
    for i, value in enumerate(hand):
        off = i - middle
        left, top = x + (width - size) / 2 + off * step, y + 2 + off * off * dip
        at = f"hand.card.{value}"
        parts.append(fanned_card(value, table.heads(value), left, top, size, at=at, turned=off * lean))
    words = f"hand of {table.name(table.front or 0)}: {', '.join(map(str, hand))}"
    fan = anchor("hand", words, *parts, role="group")
    return fan, card_height(size) + middle * middle * dip + 14


def _last_trick(table: Table, x: float, y: float, width: float) -> tuple[Markup, float]:
    """The cards of the last trick in the order in which they were placed; with the height."""
    last = table.position["last_trick"]
    if last is None:
        return join(), 0
    lines = [label("Last trick", x, y + 12, 12, bold=True, tone="dim")]
    for i, placed in enumerate(last["placements"]):
        base = y + 34 + 20 * i
        said = f"row {placed['row']}"
        if placed["takes"]:
            said += f", takes {counted_heads(placed['heads'])}"
        lines += [
            label(str(placed["card"]), x + 30, base, 13, bold=True, align="end"),
            label(table.name(placed["seat"]), x + 42, base, 13, room=width - 190),
            label(said, x + width, base, 13, align="end", tone="bad" if placed["takes"] else "dim"),
        ]
    return group(*lines, role="group", aria_label="the last trick"), 34 + 20 * len(last["placements"])


# --- the seats ------------------------------------------------------------------------------------------


def _seats(table: Table, x: float, y: float, width: float, columns: int) -> tuple[Markup, float]:
    """The panels of all seats, the one in front first; with their height."""
    order = seats_from(table.view, table.front)
    shown = {seat: table.open_hand(seat) for seat in order}
    if any(shown.values()):
        columns = max(1, int((width + 8) // (OPEN_WIDTH + 8)))
    across = (width - (columns - 1) * 8) / columns
    parts, height = [], 0.0
    for first in range(0, len(order), columns):
        line_of = order[first : first + columns]
        tall = PANEL + (OPEN_HAND if any(shown[seat] for seat in line_of) else 0)
        for column, seat in enumerate(line_of):
            panel = _panel(table, seat, across, tall, shown[seat])
            left, top, said = x + column * (across + 8), y + height, _seat_words(table, seat)
            parts.append(anchor(f"seat.{seat}", said, panel, x=left, y=top, role="group"))
        height += tall + 6
    return join(*parts), height - 6


def _panel(table: Table, seat: int, width: float, tall: float, hand: list[int]) -> Markup:
    """Name, heads and card of a seat, and its hand where that lies open."""
    own = table.position["seats"][seat]
    due = seat in table.view["to_move"]
    alone = due and len(table.view["to_move"]) == 1
    start, room = 26 if due else 14, width - SMALL - 12
    front = seat == table.front
    more = f"+{own['heads']} now" if own["heads_before"] and own["heads"] else ""
    total = str(own["heads_total"])
    parts = [
        rect(0.5, 0.5, width - 1, tall - 1, 8, class_="hm-panel" + (" hm-now" if alone else "")),
        rect(6, 11, 3, PANEL - 22, 1.5, class_="hm-accent") if front else None,
        turn_mark(14, 17) if due else None,
        label(table.name(seat), start, 21.5, 13, bold=True, room=room - start, least=13),
        anchor(
            f"pile.{seat}",
            f"{counted_heads(own['heads_total'])} taken by {table.name(seat)}",
            head(14, 31, 15, "hm-nimmt-sum"),
            label(total, 34, 43, 16, bold=True),
        ),
        label(more, 44 + 10 * len(total), 43, 12, tone="dim") if more else None,
        _slot(table, seat, width - SMALL - 7, 6),
    ]
    if hand:
        step = min(SMALL + 4, (width - 20 - SMALL) / max(1, len(hand) - 1))
        parts.append(line(10, PANEL - 1.5, width - 10, PANEL - 1.5, class_="hm-line hm-faint"))
        parts += [
            small_card(value, table.heads(value), 10 + i * step, PANEL + 1, at=f"hand.card.{value}")
            for i, value in enumerate(hand)
        ]
    return join(*parts)


def _slot(table: Table, seat: int, x: float, y: float) -> Markup:
    """The card of a seat in this trick; at the end its rank."""
    own = table.position["seats"][seat]
    if table.view["result"]:
        return medal(table.view["result"]["ranks"][seat], x + SMALL / 2, y + SMALL_TALL / 2)
    if own["card"] is not None:
        down = table.position["phase"] == "play"
        return small_card(own["card"], table.heads(own["card"]), x, y, hidden=down)
    if own["committed"]:
        return back(f"table.{seat}", f"card of {table.name(seat)}, face down", x, y)
    return gap(x, y, awaited=seat in table.view["to_move"] and table.position["phase"] == "play")


def _seat_words(table: Table, seat: int) -> str:
    own = table.position["seats"][seat]
    said = f"{table.name(seat)}: {counted_heads(own['heads_total'])}"
    if own["heads_before"]:
        said += f", {own['heads']} of them in this round"
    if table.view["result"]:
        said += f", rank {table.view['result']['ranks'][seat]}"
    elif seat in table.view["to_move"]:
        said += ", to move"
    elif own["committed"] and own["card"] is None:
        said += ", has chosen a card"
    return said
