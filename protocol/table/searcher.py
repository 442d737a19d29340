"""The interface of an analyser that the protocol uses, so that tests can substitute another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from solver.analysis import Answer, Limits, Report, Settings, StopFlag
from solver.game import State
from solver.search.face import Learner


class Searcher(Learner, Protocol):
    """The methods of :class:`solver.analysis.Analyser` that the protocol calls."""

    def analyse(
        self,
        state: State,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
        seat: int | None = None,
    ) -> Answer:
        """Search ``state`` for ``seat``; blocks until a limit, a proof or ``stop``."""


SearcherType = Callable[[Settings], Searcher]
