"""Colt Express with Horses & Stagecoach, teams and variants, in plain Python: a reference.

Written from the rules alone, slow and plain. The parts: figures (`colt_figures`), the position
(`colt_position`), set-up (`colt_setup`), effects on bandits (`colt_effects`), actions (`colt_actions`),
planning (`colt_planning`), events (`colt_events`), the course of the game (`colt_round`), scoring
(`colt_scoring`), and the knowledge of each seat (`colt_knowledge`). The rules are generators that yield a
question and receive its answer (`colt_flow`); `Game` steps through them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from reference.colt_flow import Chance, Decision, Flow, Option
from reference.colt_position import Position, Settings
from reference.colt_round import whole_game
from reference.colt_scoring import Result, result
from reference.colt_setup import Deal, deal, set_up


class Game:
    """A game, or a part of one, in progress.

    Attributes:
        position: the current position; read-only.
        history: the options and outcomes since the start.
    """

    def __init__(self, position: Position, flow: Callable[[Position], Flow[None]] = whole_game) -> None:
        self._start = position.copy()
        self._rules = flow
        self.position = position
        self.history: list[Any] = []
        self._flow = flow(position)
        self._pending: Decision | Chance | None = None
        self._go_on(None)

    @staticmethod
    def new(settings: Settings, dealt: Deal) -> Game:
        """A whole game from its set-up."""
        return Game(set_up(settings, dealt))

    @staticmethod
    def random(settings: Settings, random: Random) -> Game:
        """A whole game from a deal at random."""
        return Game.new(settings, deal(settings, random))

    def copy(self) -> Game:
        """An equal game that shares nothing with this one (played again from its start)."""
        other = Game(self._start.copy(), self._rules)
        for answer in self.history:
            other._take(answer)
        return other

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide or draw."""
        return self._pending is None

    @property
    def decision(self) -> Decision | None:
        """The decision that is due; None at a draw or the end."""
        return self._pending if isinstance(self._pending, Decision) else None

    @property
    def chance(self) -> Chance | None:
        """The draw that is due; None at a decision or the end."""
        return self._pending if isinstance(self._pending, Chance) else None

    def options(self) -> tuple[Option, ...]:
        """The legal options; empty at a draw or the end."""
        return self.decision.options if self.decision else ()

    def outcomes(self) -> dict[Any, Fraction]:
        """The odds of the possible draws; empty at a decision or the end."""
        return dict(self.chance.outcomes) if self.chance else {}

    def apply(self, answer: Any) -> None:
        """Choose an option or name an outcome; `ValueError` if it is not among those due."""
        legal = list(self.options()) + list(self.outcomes())
        if answer not in legal:
            due = ", ".join(map(str, legal)) or "nothing, the game is over"
            raise ValueError(f"{answer!r} is not due, expected one of: {due}")
        self._take(answer)

    def _take(self, answer: Any) -> None:
        self.history.append(answer)
        self._go_on(answer)

    def _go_on(self, answer: Any) -> None:
        try:
            self._pending = self._flow.send(answer)
        except StopIteration:
            self._pending = None

    def result(self) -> Result:
        """Money, Gunslinger and ranks; `ValueError` before the end."""
        if not self.over or self.position.phase != "over":
            raise ValueError("the game is not over")
        return result(self.position)

    def step_at_random(self, random: Random) -> None:
        """Choose or draw at random: an option by equal chances, an outcome by its odds."""
        outcomes = self.outcomes()
        if outcomes:
            weights = [float(part) for part in outcomes.values()]
            self.apply(random.choices(list(outcomes), weights)[0])
        else:
            self.apply(random.choice(self.options()))
