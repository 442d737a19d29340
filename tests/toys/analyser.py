"""A search for the toy games: random playouts from sampled worlds. Plain and slow, but it gives what the
door promises."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

from solver.analysis import Analyser, Answer, Limits, Line, Report, Settings, StopFlag
from solver.game import State
from solver.rng import Rng, mix

#: Playouts between two reports.
STEP = 64
#: Where it ends when nothing else ends it.
ENOUGH = 8_000


class ToyAnalyser:
    """Takes the toy games; hands every game with a C table to the real analyser."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.real = Analyser(settings)

    def configure(self, settings: Settings) -> None:
        self.settings = settings
        self.real.configure(settings)

    def clear(self) -> None:
        self.real.clear()

    def analyse(
        self,
        state: State,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
        seat: int | None = None,
    ) -> Answer:
        if state.has_table:
            return self.real.analyse(state, limits, on_report, stop, seat)
        begin = time.perf_counter()
        seat = state.players_to_move()[0] if seat is None else seat
        moves = list(limits.searchmoves) or state.legal_actions(seat)
        seats = state.num_players()
        total, count = {move: [0.0] * seats for move in moves}, dict.fromkeys(moves, 0)
        nodes = 0
        report = Report()
        # Under `infinite` a toy search ends by itself too: waiting for stop is the protocol's business.
        goal = min(limits.nodes or ENOUGH, ENOUGH)
        while True:
            move = moves[nodes % len(moves)]
            rng = Rng(mix(self.settings.seed, nodes))
            world = state.resample_from_infostate(seat, rng)
            if move in world.legal_actions(seat):
                world.apply_action(move, seat)
            total[move] = [a + b for a, b in zip(total[move], world.playout(rng), strict=True)]
            count[move] += 1
            nodes += 1
            late = (
                limits.movetime_ms is not None and (time.perf_counter() - begin) * 1000 >= limits.movetime_ms
            )
            ended = nodes >= goal or late or (stop is not None and stop.is_set())
            if ended or nodes % STEP == 0:
                report = self._report(state, seat, total, count, nodes, begin)
                if on_report is not None:
                    on_report(report)
            if ended or (limits.depth is not None and nodes >= STEP * limits.depth):
                return Answer(report.lines[0].pv[0], None, report)

    def _report(
        self,
        state: State,
        seat: int,
        total: dict[int, list[float]],
        count: dict[int, int],
        nodes: int,
        begin: float,
    ) -> Report:
        def value(move: int) -> float:
            return total[move][seat] / count[move] if count[move] else -1.0

        lines = []
        for move in sorted(total, key=lambda m: (-value(m), m))[: self.settings.multipv]:
            win = round(500 * (1 + value(move)))
            lines.append(
                Line(
                    move=move,
                    pv=(state.action_to_string(move, seat),),
                    value=value(move),
                    lower=Fraction(-1),
                    upper=Fraction(1),
                    wdl=(win, 0, 1000 - win),
                    nodes=count[move],
                    values=tuple(part / max(1, count[move]) for part in total[move]),
                )
            )
        elapsed = int((time.perf_counter() - begin) * 1000)
        return Report(
            depth=1 + nodes // STEP,
            seldepth=1 + nodes // STEP,
            nodes=nodes,
            nps=nodes * 1000 // max(1, elapsed),
            hashfull=0,
            time_ms=elapsed,
            lines=tuple(lines),
        )
