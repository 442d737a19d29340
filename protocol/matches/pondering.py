"""Pondering: the position that an engine searches on its opponent's time, if its predicted reply is
played."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.client import AsyncAnalysis
from solver.errors import HerdmindError
from solver.game import State


@dataclass(frozen=True)
class Thought:
    """A running search of the view ``text``, which may arise."""

    text: str
    search: AsyncAnalysis


def expected_view(view: State, seat: int, move: str, reply: str) -> str | None:
    """The view of ``seat`` after its ``move`` and the expected ``reply``. None when the seat would not decide
    next there (other seats or chance come between), or when the reply is not legal."""
    state = view.clone()
    try:
        state.apply_action(state.string_to_action(move, seat), seat)
        others = state.players_to_move()
        if len(others) != 1 or others[0] == seat:
            return None
        state.apply_action(state.string_to_action(reply, others[0]), others[0])
        return state.to_text() if state.players_to_move() == [seat] else None
    except HerdmindError:
        return None
