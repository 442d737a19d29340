"""The unseen cards of a view in words: who may hold what."""

from __future__ import annotations

from solver.games.colt.fields import Fields
from solver.games.colt.phrases import card_title


def beliefs(fields: Fields) -> list[str]:
    """One line for each deck with unseen cards: the cards, and how many of them the seat holds in its hand.
    The rest lies in the deck, or face down in the pile. Empty for the whole truth."""
    if fields.viewer is None:
        return []
    lines = []
    for seat, cards in enumerate(fields.seats):
        unseen = sum(cards.deck)
        if not unseen:
            continue
        kinds = ", ".join(
            card_title(fields, seat, kind) + (f" x{count}" if count > 1 else "")
            for kind, count in enumerate(cards.deck)
            if count
        )
        if seat == fields.viewer:
            lines.append(f"seat {seat} may draw {unseen} cards: {kinds}")
            continue
        size = min(unseen, max(0, cards.hand_size - cards.guests))
        odds = size / unseen
        lines.append(f"seat {seat} holds {size} of {unseen} cards, each with probability {odds:.3f}: {kinds}")
    return lines
