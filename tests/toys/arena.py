"""Games and players for matches of the toy games; imported by name in worker processes."""

from __future__ import annotations

from collections.abc import Callable

from protocol.matches.match import Arena
from solver.analysis import Answer, Limits, Report, Settings, StopFlag
from solver.game import State
from solver.games import GAMES
from solver.rng import Rng, mix
from toys import TOYS
from toys.analyser import ToyAnalyser


class ToyPlayer:
    """``random``: any legal move; ``greedy``: the highest one; all others are the toys' search."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.search = ToyAnalyser(settings)

    def configure(self, settings: Settings) -> None:
        self.settings = settings

    def clear(self) -> None:
        pass

    def analyse(
        self,
        state: State,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
        seat: int | None = None,
    ) -> Answer:
        assert seat is not None
        if self.settings.search == "full":
            return self.search.analyse(state, limits, on_report, stop, seat)
        legal = state.legal_actions(seat)
        index = len(legal) - 1
        if self.settings.search == "random":
            index = Rng(mix(self.settings.seed, state.key(seat))).below(len(legal))
        return Answer(best=state.action_to_string(legal[index], seat))


def toy_arena() -> Arena:
    """The toy games beside the real ones."""
    return Arena({**GAMES, **TOYS}, ToyPlayer)
