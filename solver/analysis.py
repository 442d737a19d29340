"""The one door to all searches: a position and limits in, a stream of reports and then the answer out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from solver.game import CHANCE_PLAYER, State
from solver.games import Game, game_of
from solver.reports import MAX_SKILL, Answer, Limits, Line, Report, Settings
from solver.search.exhaustive import ExhaustiveSearch
from solver.search.face import Search
from solver.search.flat import FlatSearch
from solver.search.greedy import GreedySearch
from solver.search.ismcts import TreeSearch, TreeSettings, tuned
from solver.search.simple import SimpleSearch, at_random, hand_made
from solver.search.skill import Weakened
from solver.stop import StopFlag

__all__ = ["Analyser", "Answer", "Limits", "Line", "Report", "Settings", "StopFlag"]


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


def make_search(game: Game, settings: Settings) -> Search:
    """The search that ``settings.search`` names, for one game, at ``settings.skill``."""
    search = _named_search(game, settings)
    if settings.skill >= MAX_SKILL:
        return search
    return Weakened(search, settings, rounds=settings.search == "flat")


def _named_search(game: Game, settings: Settings) -> Search:
    if settings.search == "random":
        return SimpleSearch(settings, at_random)
    if settings.search == "greedy":
        return (
            GreedySearch(settings) if game.greedy is None else SimpleSearch(settings, hand_made(game.greedy))
        )
    if settings.search == "flat":
        return FlatSearch(settings) if game.flat is None else game.flat(settings)
    if settings.tuning:  # asks for the tree search, also where the game has a better one
        return TreeSearch(settings, tuned(game.tree, dict(settings.tuning)))
    if game.proof is not None:
        return ExhaustiveSearch(game.proof(), settings)
    if game.search is not None:
        return game.search(settings)
    return TreeSearch(settings, game.tree)


def check_tuning(changes: Mapping[str, str]) -> None:
    """Raise ValueError naming what is wrong with values for ``Settings.tuning``."""
    tuned(TreeSettings(), changes)


class Analyser:
    """Analyses positions of any game; keeps what was learnt from one call to the next."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._key: tuple[str, str, bool] | None = None
        self._search: Search | None = None

    def configure(self, settings: Settings) -> None:
        """Bring other settings into force. Memory is allocated anew only where its size changes."""
        self.settings = settings
        if self._search is not None and self._key is not None and self._key[1:] == self._kind():
            self._search.configure(settings)

    def clear(self) -> None:
        """A new game: forget what was learnt."""
        if self._search is not None:
            self._search.clear()

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

    def _kind(self) -> tuple[str, bool]:
        return self.settings.search, self.settings.skill >= MAX_SKILL

    def _search_for(self, state: State) -> Search:
        game = game_of(state)
        key = (game.name, *self._kind())
        if self._search is None or self._key != key:
            # one search's memory at a time: the limit is for the whole process
            self._search = None
            self._search = make_search(game, self.settings)
            self._key = key
        return self._search
