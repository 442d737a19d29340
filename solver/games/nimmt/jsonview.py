"""The JSON view of a 6 nimmt! position, and its moves in parts. Schema: schema.json."""

from __future__ import annotations

from typing import Any

from solver.game import CHANCE_PLAYER, State
from solver.games.nimmt import names
from solver.games.nimmt.deal import TARGETS
from solver.games.nimmt.fields import Cards, Fields
from solver.games.nimmt.phrases import card_text, heads_text
from solver.games.nimmt.rules import heads_of
from solver.jsonview import part

Parts = list[dict[str, Any]]


def _fields(state: State) -> Fields:
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    return fields


def as_json(state: State) -> dict[str, Any]:
    """The position as JSON-able data, from what the state knows. Rows count from 1, as in move tokens."""
    fields = _fields(state)
    top = names.deck_size(fields.seats, fields.small)
    return {
        "target": fields.target or None,
        "small_deck": fields.small,
        "open_draft": fields.draft,
        "card_heads": [heads_of(card) for card in range(1, top + 1)],
        "round": fields.round,
        "phase": names.PHASES[fields.phase],
        "tricks_completed": fields.completed,
        "rows": [{"cards": list(row), "heads": _heads(row)} for row in fields.rows],
        "seats": [_seat(fields, seat) for seat in range(fields.seats)],
        "taken": list(fields.out),
        "first": [card or None for card in fields.first],
        "tricks_unrecorded": fields.untold,
        "tricks": [
            {"cards": list(trick.cards), "row": None if trick.row is None else trick.row + 1}
            for trick in fields.tricks
        ],
        "last_trick": _last_trick(fields),
        "offer": _offer(fields),
        "undercut": _undercut(fields),
        "dealt_next": _dealt_next(fields),
    }


def _heads(cards: Cards | list[int]) -> int:
    return sum(map(heads_of, cards))


def _seat(fields: Fields, seat: int) -> dict[str, Any]:
    """The things of one seat; a hand that is not known here is null."""
    hand, table = fields.hands[seat], fields.table[seat]
    known = fields.knows(seat) and not isinstance(hand, int)
    return {
        "hand": list(hand) if known and not isinstance(hand, int) else None,
        "hand_count": fields.held(seat),
        "committed": table != names.NONE,
        "card": table if table > 0 else None,
        "heads": fields.heads[seat],
        "heads_before": fields.totals[seat],
        "heads_total": fields.heads[seat] + fields.totals[seat],
    }


def _last_trick(fields: Fields) -> dict[str, Any] | None:
    """The last completed trick card by card; None where it or the rows before it are not recorded."""
    if not fields.tricks or fields.untold:
        return None
    rows: list[list[int]] = [[card] for card in fields.first]
    before: list[list[int]] = []
    placed: list[dict[str, Any]] = []
    for trick in fields.tricks:
        before = [list(row) for row in rows]
        placed = []
        for card, seat in sorted((card, seat) for seat, card in enumerate(trick.cards)):
            below = [row for row in range(names.ROWS) if rows[row][-1] < card]
            row = max(below, key=lambda number: rows[number][-1]) if below else trick.row
            assert row is not None
            takes = rows[row] if not below or len(rows[row]) == names.ROW_FULL else []
            rows[row] = [card] if takes else [*rows[row], card]
            placed.append(
                {"seat": seat, "card": card, "row": row + 1, "takes": takes, "heads": _heads(takes)}
            )
    return {"rows_before": before, "placements": placed}


def _offer(fields: Fields) -> list[int] | None:
    """The open cards of a draft that nobody holds yet."""
    if fields.phase != names.DRAFT:
        return None
    held = {card for hand in fields.hands if not isinstance(hand, int) for card in hand}
    return [card for card in range(1, names.deck_size(fields.seats, True) + 1) if card not in held]


def _undercut(fields: Fields) -> dict[str, int] | None:
    if fields.phase != names.ROW:
        return None
    card = min(fields.table)
    return {"seat": fields.table.index(card), "card": card}


def _dealt_next(fields: Fields) -> dict[str, int | None] | None:
    """The place of the next card of a deal; of an open draft the layout comes first."""
    if fields.phase != names.DEAL or (fields.draft and fields.due()):
        return None
    dealt = 0 if fields.due() else fields.dealt()
    if dealt < names.ROWS:
        return {"row": dealt + 1, "seat": None}
    return {"row": None, "seat": (dealt - names.ROWS) // names.HAND}


def rules_of(state: State) -> list[str]:
    """Every rules word that holds; a target that only a position text can name has none."""
    fields = _fields(state)
    words = [f"target{fields.target}" if fields.target else "round"]
    if fields.target and fields.target not in TARGETS:
        words.clear()
    if fields.small:
        words += ["small", "draft", "tactical"] if fields.draft else ["small"]
    return words


def move_parts(state: State, action: int, seat: int) -> Parts:
    """One part: a card or a row. A card that chance deals or reveals has no anchor, since it lies nowhere."""
    fields = _fields(state)
    if fields.phase == names.ROW:
        row = fields.rows[action]
        words = f"row {action + 1}: {' '.join(map(str, row))}, {heads_text(_heads(row))}"
        return [part("row", action + 1, words, f"row.{action + 1}")]
    if not action:
        return [part("layout", "layout", "all cards are laid out")]
    at = None
    if fields.phase == names.DRAFT:
        at = f"offer.card.{action}"
    elif seat != CHANCE_PLAYER:
        at = f"hand.card.{action}"
    return [part("card", action, card_text(action), at)]
