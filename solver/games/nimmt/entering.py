"""The entry of a 6 nimmt! game from a real table: the first row's card, then an ordinary deal."""

from __future__ import annotations

from dataclasses import replace

from solver.game import State
from solver.games.entered import EnteredSetup, Item
from solver.games.nimmt import names
from solver.games.nimmt.deal import deal
from solver.games.nimmt.fields import Fields
from solver.games.nimmt.notation import EDITION
from solver.games.nimmt.phrases import card_text
from solver.games.nimmt.state import NimmtState


class FirstCard:
    """The question for the card that begins the first row; then the deal is under way."""

    def __init__(self, empty: Fields) -> None:
        self._empty = empty

    def item(self, entered: tuple[str, ...]) -> Item | None:
        if entered:
            return None
        top = names.deck_size(self._empty.seats, self._empty.small)
        cards = [(str(card), f"{card_text(card)} begins row 1", 1) for card in range(1, top + 1)]
        return Item("the card that begins row 1", tuple(cards))

    def state(self, entered: tuple[str, ...]) -> State:
        card = int(entered[0])
        rest = ((),) * (names.ROWS - 1)
        first = (card, *[names.NONE] * (names.ROWS - 1))
        return NimmtState.from_fields(replace(self._empty, first=first, rows=((card,), *rest)))


def enter(viewer: int | None, seats: int, rules: tuple[str, ...]) -> State:
    """The game before anything is entered, in the view of seat ``viewer`` (None: the whole truth).

    A draft needs no entry.
    """
    fields = deal(0, seats, rules)
    fields = replace(fields, viewer=viewer)
    if fields.draft:
        return NimmtState.from_fields(fields)
    empty = replace(
        fields,
        phase=names.DEAL,
        first=(names.NONE,) * names.ROWS,
        rows=((),) * names.ROWS,
        hands=((),) * seats,
    )
    return EnteredSetup(EDITION, FirstCard(empty), viewer, seats, rules)
