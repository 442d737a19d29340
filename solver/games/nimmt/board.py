"""The picture of a 6 nimmt! position, in ASCII."""

from __future__ import annotations

from collections.abc import Sequence

from solver.games.nimmt import names
from solver.games.nimmt.fields import Cards, Fields
from solver.games.nimmt.phrases import heads_text
from solver.games.nimmt.rules import heads_of
from solver.games.seats import seat_title, widest

#: Columns of a line.
WIDTH = 78
RESET = "\x1b[0m"
#: The colour of a card by its heads, as on the printed cards.
HEAD_CODES = {1: "", 2: "\x1b[36m", 3: "\x1b[33m", 5: "\x1b[31m", 7: "\x1b[1;35m"}
RULE = "-" * 60
#: The most seats for which rules separate the parts; with more, 24 lines are too few for them.
RULED = 7


def draw(fields: Fields, color: bool = False, names_of: Sequence[str] | None = None) -> str:
    """Rows with their heads, then the seats with heads, cards and commitments; at most 80 columns.

    ``names_of``: the seats' names.
    """
    rule = [RULE] if fields.seats <= RULED else []
    lines = [_head(fields, names_of), *rule]
    lines += [_row(fields, row, color) for row in range(names.ROWS)]
    if names_of is None:
        titles = [f"{seat:3} " for seat in range(fields.seats)]
        lines += [*rule, f"seat  round  total  {'plays':7}hand"]
    else:
        width = widest(names_of, fields.seats)
        titles = [f" {seat_title(names_of, seat):{width}}" for seat in range(fields.seats)]
        lines += [*rule, f"  {'':{width}} round  total  {'plays':7}hand"]
    for seat in range(fields.seats):
        lines.append(_seat(fields, seat, color, titles[seat]))
    lines += [*rule, _status(fields, names_of)]
    return "\n".join(line.rstrip() for line in lines)


def _head(fields: Fields, names_of: Sequence[str] | None) -> str:
    """The settings, the round and the trick."""
    parts = [f"round {fields.round}" + (f" to {fields.target}" if fields.target else ", the only one")]
    if fields.phase in (names.PLAY, names.REVEAL, names.ROW):
        parts.append(f"trick {fields.completed + 1} of {names.HAND}")
    if fields.small:
        parts.append(f"cards 1 to {names.deck_size(fields.seats, True)}")
    if fields.draft:
        parts.append("open draft")
    if fields.viewer is not None and names_of is None:
        parts.append(f"as seat {fields.viewer} sees it")
    return ", ".join(parts)


def _card(card: int, width: int, color: bool) -> str:
    text = str(card).rjust(width)
    code = HEAD_CODES[heads_of(card)]
    return f"{code}{text}{RESET}" if color and code else text


def _row(fields: Fields, row: int, color: bool) -> str:
    """``row 1    12   14   15    .    .      4 heads``."""
    cards = fields.rows[row]
    places = [_card(card, 5, color) for card in cards] + ["    ."] * (names.ROW_FULL - len(cards))
    heads = heads_text(sum(map(heads_of, cards)))
    full = "  the next takes it" if len(cards) == names.ROW_FULL else ""
    return f"row {row + 1} {''.join(places)}   {heads}{full}"


def _hand(hand: Cards | int, color: bool) -> str:
    if isinstance(hand, int):
        return f"{hand} unknown"
    return " ".join([_card(card, 0, color) for card in hand]) or "-"


def _seat(fields: Fields, seat: int, color: bool, title: str) -> str:
    """The line of one seat; ``>`` marks a seat that still has to decide."""
    table = fields.table[seat]
    phase = fields.phase
    turn = _turn(fields)
    owes = phase == names.PLAY and table == names.NONE
    mark = ">" if owes or seat == turn else " "
    plays = {names.NONE: "-", names.HIDDEN: "hidden"}.get(table, str(table))
    total = fields.totals[seat] + fields.heads[seat]
    hand = _hand(fields.hands[seat], color)
    return f"{mark}{title} {fields.heads[seat]:5}  {total:5}  {plays:7}{hand}"


def _turn(fields: Fields) -> int | None:
    """The only seat to decide; None when several seats or chance are due."""
    if fields.phase == names.ROW:
        return fields.table.index(min(fields.table))
    if fields.phase == names.DRAFT:
        return (fields.round - 1 + sum(fields.held(seat) for seat in range(fields.seats))) % fields.seats
    return None


def _status(fields: Fields, names_of: Sequence[str] | None) -> str:
    """One line with the seat to act or the end of the game."""
    turn = _turn(fields)
    if fields.phase == names.ROW:
        assert turn is not None
        return f"{seat_title(names_of, turn)} undercut all rows with {fields.table[turn]} and takes one"
    if fields.phase == names.DRAFT:
        left = names.deck_size(fields.seats, True) - sum(fields.held(seat) for seat in range(fields.seats))
        assert turn is not None
        return f"{seat_title(names_of, turn)} takes one of {left} open cards"
    if fields.phase == names.PLAY:
        owing = [seat for seat, card in enumerate(fields.table) if card == names.NONE]
        if names_of is None:
            return f"a card is awaited from seat {', '.join(map(str, owing))}"
        if len(owing) == fields.seats:
            return "a card is awaited from all"
        text = f"a card is awaited from {', '.join([names_of[seat] for seat in owing])}"
        # one line: pages keep it whatever they leave out
        return text if len(text) <= WIDTH else "a card is awaited from those marked >"
    if fields.phase == names.REVEAL:
        return f"the card of {seat_title(names_of, fields.table.index(names.HIDDEN))} is revealed next"
    if fields.phase == names.DEAL:
        return "the next round is dealt"
    totals = [total + heads for total, heads in zip(fields.totals, fields.heads, strict=True)]
    best = [seat for seat, total in enumerate(totals) if total == min(totals)]
    verb = "wins" if len(best) == 1 else "share the first place"
    if names_of is None:
        who = f"seat {' and '.join(map(str, best))}"
    else:
        who = " and ".join([names_of[seat] for seat in best])
    return f"game over: {who} {verb} with {heads_text(min(totals))}"
