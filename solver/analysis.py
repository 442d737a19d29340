"""The one door to all searches: a position and limits in, a stream of reports and then the answer out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from solver.game import CHANCE_PLAYER, State
from solver.games import game_of
from solver.reports import Answer, Limits, Line, Report, Settings
from solver.search.exhaustive import ExhaustiveSearch
from solver.stop import StopFlag

__all__ = ["Analyser", "Answer", "Limits", "Line", "Report", "Settings", "StopFlag"]


class Search(Protocol):
    """What every search offers; made for one game with its settings."""

    def analyse(
        self,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None,
        stop: StopFlag,
    ) -> Answer:
        """Search a position in which ``seat`` has to decide."""

    def configure(self, settings: Settings) -> None:
        """Bring other settings into force; what was learnt is kept where they allow it."""

    def clear(self) -> None:
        """Forget what was learnt."""


def nothing_to_decide(state: State, seat: int | None) -> str | None:
    """Why ``seat`` (or, when None, anybody) has nothing to decide here; None when there is something."""
    if state.is_terminal():
        return "the game is over"
    if state.current_player() == CHANCE_PLAYER:
        return "a chance event is due: the arbiter enters it"
    owing = state.players_to_move()
    if not owing:
        return "no seat owes a decision"
    if seat is not None and seat not in owing:
        return f"seat {seat} owes no decision, seat {' and '.join(map(str, owing))} does"
    return None


class Analyser:
    """Analyses positions of any game; keeps what was learnt from one call to the next."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._searches: dict[str, Search] = {}

    def configure(self, settings: Settings) -> None:
        """Bring other settings into force. Memory is allocated anew only where its size changes."""
        self.settings = settings
        for search in self._searches.values():
            search.configure(settings)

    def clear(self) -> None:
        """A new game: forget what was learnt."""
        for search in self._searches.values():
            search.clear()

    def analyse(
        self,
        state: State,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
        seat: int | None = None,
    ) -> Answer:
        """Search for ``seat`` (the first that owes a decision when None) and answer.

        Blocks until a limit is reached, all that is wanted is proven, or ``stop`` is set (at most 200 ms
        later).
        ``on_report`` is called from the calling thread. The GIL is free while the search runs.
        """
        reason = nothing_to_decide(state, seat)
        if reason is not None:
            return Answer(reason=reason)
        if seat is None:
            seat = state.players_to_move()[0]
        return self._search_for(state).analyse(state, seat, limits, on_report, stop or StopFlag())

    def _search_for(self, state: State) -> Search:
        game = game_of(state)
        if game.name not in self._searches:
            if game.proof is None:
                raise ValueError(f"{game.name} has no search")
            # one game's memory at a time: the limit is for the whole process
            self._searches.clear()
            self._searches[game.name] = ExhaustiveSearch(game.proof(), self.settings)
        return self._searches[game.name]
