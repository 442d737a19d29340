"""Player that follows a learnt model of the players, without a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver.clock import clock_time
from solver.game import State
from solver.model import ModelPlug
from solver.reports import MAX_SKILL, Answer, Limits, Line, Report, Settings
from solver.rng import Rng, mix
from solver.stop import StopFlag

#: Temperature of Skill 0. At 1, which is Skill 10, moves are drawn by the model's own odds.
HOTTEST = 2.0


def temperature(skill: int) -> float:
    """Temperature of a skill: a move's weight is its odds to the power of 1 / temperature; at 0 the likeliest
    move is played."""
    return HOTTEST * (1 - skill / MAX_SKILL)


def drawn(odds: Sequence[float], skill: int) -> list[float]:
    """The weights by which a player of this skill draws among moves with these odds (below the full one)."""
    top = max(odds)
    return [(share / top) ** (1 / temperature(skill)) for share in odds]


class PolicySearch:
    """Player by the odds of a model, with the interface of all searches; it reads the seat's view only.

    At full ``Settings.skill`` it plays the likeliest move. Below that it draws, so it errs where the players
    err whom the model has learnt from. Its random draws depend on ``Settings.seed`` and the view. Lines come
    by their odds, which are notes; they have no value.
    """

    def __init__(self, settings: Settings, model: ModelPlug) -> None:
        self.settings = settings
        self.model = model

    def configure(self, settings: Settings) -> None:
        """Apply new settings."""
        self.settings = settings

    def clear(self) -> None:
        """Do nothing: nothing is learnt here."""

    def analyse(
        self,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
    ) -> Answer:
        """Choose for ``seat``, which has to decide."""
        begin = clock_time()
        view = state.view(seat)
        found = self.model.policy(view, seat)
        ranked = sorted(
            [move for move in found if move[0] in limits.searchmoves] or found,
            key=lambda move: (-move[1], move[0]),
        )
        if temperature(self.settings.skill) > 0:
            weights = drawn([odds for _, odds in ranked], self.settings.skill)
            ticket = Rng(mix(self.settings.seed, view.key(seat))).random() * sum(weights)
            chosen = 0
            for i, weight in enumerate(weights):
                ticket -= weight
                if ticket < 0:
                    chosen = i
                    break
            ranked.insert(0, ranked.pop(chosen))
        lines = [
            Line(move, (view.action_to_string(move, seat),), wdl=(0, 1000, 0), notes=(("policy", odds),))
            for move, odds in ranked[: max(1, self.settings.multipv)]
        ]
        spent = int(1000 * (clock_time() - begin))
        report = Report(depth=1, seldepth=1, nodes=1, time_ms=spent, lines=tuple(lines))
        if on_report is not None:
            on_report(report)
        return Answer(best=report.lines[0].pv[0], report=report)
