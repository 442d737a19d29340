"""The face that every search shows to the one door in front of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from solver.game import State
from solver.reports import Answer, Limits, Report, Settings
from solver.stop import StopFlag


class Learner(Protocol):
    """What has settings, and may learn from one search for the next."""

    def configure(self, settings: Settings) -> None:
        """Bring other settings into force; what was learnt is kept where they allow it."""

    def clear(self) -> None:
        """Forget what was learnt."""


class Search(Learner, Protocol):
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
