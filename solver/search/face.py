"""Interface of all searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from solver.game import State
from solver.reports import Answer, Limits, Report, Settings
from solver.stop import StopFlag


class Learner(Protocol):
    """Object with settings that may learn from one search for the next."""

    def configure(self, settings: Settings) -> None:
        """Apply new settings; everything learnt is kept if they allow it."""

    def clear(self) -> None:
        """Forget everything learnt."""


class Search(Learner, Protocol):
    """Search of one game."""

    def analyse(
        self,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None,
        stop: StopFlag,
    ) -> Answer:
        """Search a position in which ``seat`` has to decide."""
