"""Entry point of all searches: takes a position and limits, sends reports and returns the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from solver.clock import processor_time
from solver.game import CHANCE_PLAYER, State
from solver.games import Game, game_of
from solver.model import ModelPlug
from solver.reports import MAX_SKILL, Answer, Limits, Line, Report, Settings
from solver.search.exhaustive import ExhaustiveSearch
from solver.search.face import Search
from solver.search.flat import FlatSearch
from solver.search.greedy import GreedySearch
from solver.search.ismcts import TreeSearch, TreeSettings, tuned
from solver.search.policy import PolicySearch
from solver.search.simple import SimpleSearch, at_random, hand_made
from solver.search.skill import Weakened
from solver.stop import StopFlag

__all__ = ["Analyser", "Answer", "Limits", "Line", "Report", "Settings", "StopFlag"]


def nothing_to_decide(state: State, seat: int | None) -> str | None:
    """Reason why ``seat`` (None: any seat) has nothing to decide here; None if it has a decision."""
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


@cache
def _loaded(load: Callable[[str | None], ModelPlug | None], weights: str) -> ModelPlug | None:
    return load(weights or None)


def model_of(game: Game, weights: str = "") -> ModelPlug | None:
    """The learnt model of a game's players, loaded at its first use; None if there is none.

    ``weights``: a file of weights instead of the packaged ones. Raises ValueError if it cannot be used.
    """
    return None if game.model is None else _loaded(game.model, weights)


def missing_model(game: Game, settings: Settings) -> str:
    """The words for a player that has to do without a learnt model; empty if it misses none."""
    if settings.search == "policy" and model_of(game, settings.weights) is None:
        return f"{game.title} has no learnt policy here: the hand-made player plays"
    planned = settings.search == "full" and game.tree.uses_model
    if planned and game.model is not None and model_of(game, settings.weights) is None:
        return f"the learnt model of {game.title} is not installed: the search plays without it"
    return ""


def make_search(game: Game, settings: Settings) -> Search:
    """The search that ``settings.search`` names, for one game, at ``settings.skill``."""
    search = _named_search(game, settings)
    if settings.skill >= MAX_SKILL or isinstance(search, PolicySearch):
        return search
    return Weakened(search, settings, rounds=settings.search == "flat")


def _named_search(game: Game, settings: Settings) -> Search:
    if settings.search == "random":
        return SimpleSearch(settings, at_random)
    if settings.search == "policy":
        model = model_of(game, settings.weights)
        if model is not None:
            return PolicySearch(settings, model)
    if settings.search in ("greedy", "policy"):
        return (
            GreedySearch(settings) if game.greedy is None else SimpleSearch(settings, hand_made(game.greedy))
        )
    if settings.search == "flat":
        return FlatSearch(settings) if game.flat is None else game.flat(settings)
    if settings.tuning:  # parameters of the tree search ask for it, even if the game has a better search
        tree = tuned(game.tree, dict(settings.tuning))
        return TreeSearch(settings, tree, _model_for(game, settings, tree))
    if game.proof is not None:
        return ExhaustiveSearch(game.proof(), settings)
    if game.search is not None:
        return game.search(settings)
    return TreeSearch(settings, game.tree, _model_for(game, settings, game.tree))


def _model_for(game: Game, settings: Settings, tree: TreeSettings) -> ModelPlug | None:
    """The model for a tree search, which is not loaded where nothing uses it."""
    return model_of(game, settings.weights) if tree.uses_model else None


def check_tuning(changes: Mapping[str, str]) -> None:
    """Raise ValueError naming the wrong parameter or value, if any, in ``Settings.tuning``."""
    tuned(TreeSettings(), changes)


class Analyser:
    """Analyser of positions of any game; keeps its tables from one call to the next.

    >>> from solver.games import GAMES
    >>> state = GAMES["longhorn"].initial(60)
    >>> answer = Analyser(Settings(hash_mb=16)).analyse(state, Limits(depth=2))
    >>> answer.best in [state.action_to_string(action) for action in state.legal_actions()]
    True
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._key: tuple[str, str, bool, str] | None = None
        self._remark = ""
        self._told: set[str] = set()
        self._search: Search | None = None

    def configure(self, settings: Settings) -> None:
        """Apply new settings. Memory is reallocated only if its size changes."""
        self.settings = settings
        if self._search is not None and self._key is not None and self._key[1:] == self._kind():
            self._search.configure(settings)

    def clear(self) -> None:
        """Forget everything learnt, for a new game."""
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

        Blocks until a limit is reached, everything requested is proven, or ``stop`` is set (returns at most
        200 ms later). With ``limits.cputime_ms`` the times of reports are of the same clock. ``on_report`` is
        called from the calling thread. The search releases the GIL.
        """
        reason = nothing_to_decide(state, seat)
        if reason is not None:
            return Answer(reason=reason)
        if seat is None:
            seat = state.players_to_move()[0]
        search, stop = self._search_for(state), stop or StopFlag()
        answer = self._timed(search, state, seat, limits, on_report, stop)
        if not self._remark:
            return answer
        remark, self._remark = self._remark, ""
        self._told.add(remark)
        return replace(answer, remark=remark)

    def _timed(
        self,
        search: Search,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None,
        stop: StopFlag,
    ) -> Answer:
        """The answer within ``limits``, by the clock that they want."""
        if limits.cputime_ms is None:
            return search.analyse(state, seat, limits, on_report, stop)
        if limits.movetime_ms is not None or self.settings.threads > 1:
            raise ValueError("cputime_ms is for one thread and takes the place of movetime_ms")
        limits = replace(limits, movetime_ms=limits.cputime_ms, cputime_ms=None)
        with processor_time():
            return search.analyse(state, seat, limits, on_report, stop)

    def _kind(self) -> tuple[str, bool, str]:
        return self.settings.search, self.settings.skill >= MAX_SKILL, self.settings.weights

    def _search_for(self, state: State) -> Search:
        game = game_of(state.to_text())
        key = (game.name, *self._kind())
        if self._search is None or self._key != key:
            # free the old search first: the memory limit is for the whole process
            self._search = None
            self._search = make_search(game, self.settings)
            self._key = key
            remark = missing_model(game, self.settings)
            self._remark = "" if remark in self._told else remark
        return self._search
