"""Players without a search: a game's own hand-made player, and random moves."""

from __future__ import annotations

from collections.abc import Callable

from solver.clock import clock_time
from solver.game import State
from solver.reports import Answer, Limits, Line, Report, Settings
from solver.rng import Rng, mix
from solver.stop import StopFlag

#: Chooses a move; arguments: the seat's view, the seat, the moves allowed, a random generator.
Choice = Callable[[State, int, list[int], Rng], int]


def at_random(view: State, seat: int, moves: list[int], rng: Rng) -> int:
    """Choose any move, each equally likely."""
    return moves[rng.below(len(moves))]


def hand_made(player: Callable[[State, int, Rng], int]) -> Choice:
    """A game's hand-made player; if its move is not among those allowed, a random one."""

    def choose(view: State, seat: int, moves: list[int], rng: Rng) -> int:
        wanted = player(view, seat, rng)
        return wanted if wanted in moves else at_random(view, seat, moves, rng)

    return choose


class SimpleSearch:
    """Player without a search, with the interface of all searches; it reads the seat's view only.

    Its random draws depend on ``Settings.seed`` and the view. It evaluates nothing: every line has the value
    0, the chosen move comes first.
    """

    def __init__(self, settings: Settings, choose: Choice) -> None:
        self.settings = settings
        self.choose = choose

    def configure(self, settings: Settings) -> None:
        """Apply new settings."""
        self.settings = settings

    def clear(self) -> None:
        """Do nothing: nothing is learnt."""

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
        legal = view.legal_actions(seat)
        moves = [action for action in legal if action in limits.searchmoves] or legal
        best = self.choose(view, seat, moves, Rng(mix(self.settings.seed, view.key(seat))))
        shown = [best, *(move for move in moves if move != best)][: max(1, self.settings.multipv)]
        report = Report(
            depth=1,
            seldepth=1,
            nodes=1,
            time_ms=int(1000 * (clock_time() - begin)),
            lines=tuple(
                Line(move=move, pv=(view.action_to_string(move, seat),), wdl=(0, 1000, 0)) for move in shown
            ),
        )
        if on_report is not None:
            on_report(report)
        return Answer(best=report.lines[0].pv[0], report=report)
