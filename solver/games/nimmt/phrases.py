"""The words for 6 nimmt!'s moves."""

from __future__ import annotations

from solver.games.nimmt import names
from solver.games.nimmt.fields import Fields
from solver.games.nimmt.rules import heads_of


def heads_text(count: int) -> str:
    """``1 head``, ``5 heads``."""
    return "1 head" if count == 1 else f"{count} heads"


def card_text(card: int) -> str:
    """``card 55 (7 heads)``."""
    return f"card {card} ({heads_text(heads_of(card))})"


def describe(fields: Fields, action: int, seat: int) -> str:
    """A seen decision or chance event in one English phrase."""
    if fields.phase == names.ROW:
        cards = fields.rows[action]
        count = heads_text(sum(map(heads_of, cards)))
        return f"seat {seat} takes row {action + 1} ({' '.join(map(str, cards))}: {count})"
    if fields.phase == names.PLAY:
        return f"seat {seat} commits {card_text(action)}"
    if fields.phase == names.DRAFT:
        return f"seat {seat} takes {card_text(action)}"
    if fields.phase == names.REVEAL:
        return f"seat {fields.table.index(names.HIDDEN)} reveals {card_text(action)}"
    if not action:
        return "the cards are laid out for the next draft"
    dealt = 0 if fields.due() else fields.dealt()
    if dealt < names.ROWS:
        return f"{card_text(action)} begins row {dealt + 1}"
    return f"{card_text(action)} is dealt to seat {(dealt - names.ROWS) // names.HAND}"
