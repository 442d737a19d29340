"""The words for what must be entered next at a 6 nimmt! table, and the reasons for refusing a card."""

from __future__ import annotations

from collections.abc import Sequence

from solver.errors import IllegalMove
from solver.game import State
from solver.games.entered import EnteredSetup
from solver.games.nimmt import names
from solver.games.nimmt.fields import Fields


def asks(state: State) -> str:
    """The decision or chance event that must be entered next, in words."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    if fields.phase == names.PLAY:
        owing = state.players_to_move()
        seat = fields.viewer if fields.viewer in owing else owing[0]
        return f"the card that seat {seat} plays"
    if fields.phase == names.REVEAL:
        return f"the card that seat {fields.table.index(names.HIDDEN)} played"
    if fields.phase == names.ROW:
        return f"the row that seat {state.players_to_move()[0]} takes"
    if fields.phase == names.DRAFT:
        return f"the card that seat {state.players_to_move()[0]} takes"
    dealt = 0 if fields.due() else fields.dealt()
    if dealt < names.ROWS:
        return f"the card that begins row {dealt + 1}"
    seat, held = divmod(dealt - names.ROWS, names.HAND)
    return f"card {held + 1} of {names.HAND} dealt to seat {seat}"


def spell(state: State, words: Sequence[str], tokens: Sequence[str]) -> tuple[str, int] | None:
    """Read cards by their numbers. The error for a card that cannot be entered says where it lies."""
    word = words[0]
    cards = [token for token in tokens if token.isdecimal()]
    if not cards or not word.isdecimal() or word in tokens:
        return None
    if isinstance(state, EnteredSetup):
        raise IllegalMove(f"there is no card {word}: they are {cards[0]} to {cards[-1]}", word)
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    top = names.deck_size(fields.seats, fields.small)
    if len(word) > 3 or not 1 <= int(word) <= top:
        raise IllegalMove(f"there is no card {word}: they are 1 to {top}", word)
    raise IllegalMove(f"card {word} {_whereabouts(fields, int(word))}", word)


def _whereabouts(fields: Fields, card: int) -> str:
    """The place of a card that cannot be entered, in words."""
    for row, cards in enumerate(fields.rows, 1):
        if card in cards:
            return f"lies in row {row}"
    if card in fields.table:
        return f"has been played by seat {fields.table.index(card)}"
    if card in fields.out:
        return "has been taken with a row"
    for seat, hand in enumerate(fields.hands):
        if not isinstance(hand, int) and card in hand:
            return f"is in the hand of seat {seat}"
    if fields.phase == names.DRAFT:
        return "does not lie there to be taken"
    return "is not in the hand"
