"""What an engine thinks of while others do: the position in which it will be asked next, if its guess is
right."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.client import AsyncAnalysis
from solver.errors import HerdmindError
from solver.game import State


@dataclass(frozen=True)
class Thought:
    """A search under way of the view ``text``, which may come about."""

    text: str
    search: AsyncAnalysis


def expected_view(view: State, seat: int, move: str, reply: str) -> str | None:
    """The view of ``seat`` after its ``move`` and the ``reply`` that it expects; None when that is not where
    it decides next: others or chance are between, or there is no such reply."""
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
