"""Positions of 6 nimmt! from the reference's plain data, and the parts of them that tests compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reference.nimmt import Settings, heads_of
from solver.game import CHANCE_PLAYER
from solver.games.nimmt import names
from solver.games.nimmt.fields import Fields
from solver.games.nimmt.state import NimmtState


def rules_words(settings: Settings) -> tuple[str, ...]:
    """The set-up's words for the settings of a match, the target left out."""
    return ("small",) * settings.small_deck + ("draft",) * settings.open_draft


def make(settings: Settings, data: Mapping[str, Any]) -> NimmtState:
    """The position that the arguments of the reference's `Position.make` describe: no history is told."""
    seats = settings.seats
    hands = [sorted(hand) for hand in data.get("hands", [[]] * seats)]
    down = list(data.get("face_down", [None] * seats))
    waiting = {seat: card for card, seat in data.get("waiting", [])}
    rows = tuple(tuple(row) for row in data.get("rows", [])) or ((),) * names.ROWS
    piles = [sorted(pile) for pile in data.get("piles", [[]] * seats)]
    totals = tuple(data.get("totals", (0,) * seats))
    number = data.get("round", 0) + 1
    if number == 1 and any(totals):
        number += seats  # the same seat begins a draft then
    lying = sum(map(len, rows)) + sum(map(len, piles))
    untold = (lying - names.ROWS) // seats if any(rows) else 0
    phase = names.ROW if waiting else names.PLAY if any(rows) else names.DRAFT
    table = tuple(waiting.get(seat, down[seat] or names.NONE) for seat in range(seats))
    for seat, card in enumerate(down):
        if card is not None:
            hands[seat] = sorted([*hands[seat], card])
    return NimmtState.from_fields(
        Fields(
            viewer=None,
            target=settings.target,
            small=settings.small_deck,
            draft=settings.open_draft,
            round=number,
            phase=phase,
            first=(names.NONE,) * names.ROWS if untold else tuple(row[0] if row else 0 for row in rows),
            untold=untold,
            tricks=(),
            rows=rows,
            out=tuple(sorted(card for pile in piles for card in pile)),
            hands=tuple(map(tuple, hands)),
            table=table,
            heads=tuple(map(heads_of, piles)),
            totals=totals,
        )
    )


def lay_out(state: NimmtState) -> None:
    """The cards are laid out for a draft that follows a round."""
    if state.current_player() == CHANCE_PLAYER and state.fields().draft:
        state.apply_action(0, CHANCE_PLAYER)


def unknown(state: NimmtState, seat: int) -> list[int]:
    """The cards that were not shown to a seat, by its view."""
    view = state.view(seat)
    assert isinstance(view, NimmtState)
    fields = view.fields()
    known = fields.shown() | {card for card in fields.table if card > 0}
    known |= {card for hand in fields.hands if not isinstance(hand, int) for card in hand}
    return [c for c in range(1, names.deck_size(fields.seats, fields.small) + 1) if c not in known]
