"""What a table of 6 nimmt! is asked for next."""

from __future__ import annotations

from solver.game import State
from solver.games.nimmt import names
from solver.games.nimmt.fields import Fields


def asks(state: State) -> str:
    """What must be told or decided next, in words."""
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
