"""6 nimmt!'s move tokens, both ways. Grammar: docs/games/nimmt.md."""

from __future__ import annotations

import re
from collections.abc import Sequence

from solver.errors import IllegalMove, NotationError
from solver.game import CHANCE_PLAYER, UNSEEN_ACTION
from solver.games.common.text_fields import whole_number
from solver.games.nimmt import names
from solver.games.nimmt.fields import Fields

LAYOUT = "layout"


def token(phase: int, action: int) -> str:
    """The token of an action: a card's number, ``row2``, or ``layout``."""
    if phase == names.ROW:
        return f"row{action + 1}"
    return str(action) if action else LAYOUT


def read(word: str, fields: Fields, seat: int, legal: Sequence[int]) -> int:
    """The action that a token names.

    Raises NotationError for a word that is not a token of this game, IllegalMove for a token not legal here.
    """
    row = re.fullmatch(r"row([1-4])", word, re.ASCII)
    card = whole_number(word, 1, names.CARDS)
    if row is None and not card and word != LAYOUT:
        message = f"{word}: a move is a card of 1 to {names.CARDS}, a row of row1 to row4, or {LAYOUT}"
        raise NotationError(message, word)
    if seat != CHANCE_PLAYER and not legal:
        raise IllegalMove(f"{word}: seat {seat} has nothing to decide now", word)
    if list(legal) == [UNSEEN_ACTION]:
        raise IllegalMove(f"{word}: this seat does not see which card it is; what is not seen is x", word)
    if row is not None:
        if fields.phase != names.ROW:
            raise IllegalMove(f"{word}: no row is to be chosen now", word)
        return int(row[1]) - 1
    if fields.phase == names.ROW:
        raise IllegalMove(f"{word}: seat {seat} has undercut all rows and chooses one, row1 to row4", word)
    if fields.due() and fields.draft:
        if word != LAYOUT:
            raise IllegalMove(f"{word}: the cards are laid out first, which is {LAYOUT}", word)
        return 0
    if not card:
        raise IllegalMove(f"{word}: no cards are to be laid out now", word)
    if card not in legal:
        raise IllegalMove(f"{word}: {_why(card, fields, seat)}", word)
    return card


def _why(card: int, fields: Fields, seat: int) -> str:
    """The reason why a card may not be played, taken or dealt."""
    top = names.deck_size(fields.seats, fields.small)
    if card > top:
        return f"the deck in use ends at {top}"
    if fields.phase == names.PLAY:
        return f"seat {seat} does not hold this card"
    if fields.phase == names.REVEAL and fields.draft:
        return f"seat {fields.table.index(names.HIDDEN)} does not hold this card"
    return "this card is known to lie somewhere else"
