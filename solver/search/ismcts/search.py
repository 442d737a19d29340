"""Tree search with the interface of all searches: limits, threads and reports."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence

from solver.clock import clock_time
from solver.game import State
from solver.model import ModelPlug
from solver.reports import OBJECTIVES, Answer, Limits, Line, Report, Settings
from solver.rng import Rng, mix
from solver.search.equilibrium import fully_known
from solver.search.ismcts.exact import solved
from solver.search.ismcts.settings import TreeSettings
from solver.search.ismcts.tree import Tree
from solver.stop import StopFlag

#: Between two reports.
REPORT_SECONDS = 1.0
FIRST_REPORT_SECONDS = 0.1
#: Iterations to the first report, and most iterations between two reports, in searches limited by nodes
#: alone: there the clock must not decide the reports.
FIRST_REPORT_ITERATIONS = 8192
REPORT_ITERATIONS = 1 << 20
#: Iterations when only one move is legal, to estimate its value.
FORCED = 512
#: Depth d is reported when DEPTH_UNIT * 2**d iterations are done: a tree of chance has no depth of its own.
DEPTH_UNIT = 256
PLENTY = 1 << 62
#: Seconds for a tree if the stop came before it began to grow: the answer is due at once, but should be
#: better than a random move.
LAST_MOMENT = 0.01


class TreeSearch:
    """ISMCTS for one game; see :class:`~solver.search.ismcts.settings.TreeSettings` for its
    parameters, ``model`` for the learnt model that they use.

    In ``Limits``, ``nodes`` counts iterations and ``depth`` d stands for 256 x 2^d of them. With one thread,
    equal settings, view and ``nodes`` give equal answers. The search reads the searching seat's view alone.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        tree: TreeSettings | None = None,
        model: ModelPlug | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.tree = tree or TreeSettings()
        self.model = model if self.tree.uses_model else None

    def configure(self, settings: Settings) -> None:
        """Apply new settings."""
        self.settings = settings

    def clear(self) -> None:
        """Do nothing: no search keeps anything for the next."""

    def analyse(
        self,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
    ) -> Answer:
        """Search a position in which ``seat`` has to decide."""
        begin = clock_time()
        stop = stop or StopFlag()
        view = state.view(seat)
        legal = view.legal_actions(seat)
        actions = [action for action in legal if action in limits.searchmoves] or legal
        goal = self._goal(limits, len(legal))
        timed = limits.movetime_ms is not None and not limits.infinite
        seconds = (limits.movetime_ms or 0) / 1000 if timed else math.inf
        if self.tree.exact and not limits.searchmoves:
            iterations = goal if goal < PLENTY else math.inf
            answer = solved(view, seat, self.settings, iterations, seconds, stop)
            if answer is not None:
                if on_report is not None:
                    on_report(answer.report)
                return answer
        forest = self._plant(view, seat, actions)
        if stop.is_set():
            self._grow(forest, goal, min(LAST_MOMENT, seconds), StopFlag())
        end = begin + seconds
        counted = goal < PLENTY and not timed
        next_report = math.inf if counted else begin + FIRST_REPORT_SECONDS
        done = 0
        while True:
            now = clock_time()
            step = min(max(done, FIRST_REPORT_ITERATIONS), REPORT_ITERATIONS) if counted else PLENTY
            self._grow(forest, min(goal, done + step), min(end, next_report) - now, stop)
            now = clock_time()
            done = sum(tree.iterations for tree in forest)
            ended = stop.is_set() or done >= goal or now >= end
            if not counted:
                next_report = now + REPORT_SECONDS
            if not ended and on_report is None:
                continue
            report = self._report(view, seat, forest, now - begin)
            if on_report is not None:
                on_report(report)
            if ended:
                return Answer(best=report.lines[0].pv[0], report=report)

    def _plant(self, view: State, seat: int, actions: Sequence[int]) -> list[Tree]:
        settings = self.settings
        threads = max(1, settings.threads)
        seed = mix(settings.seed, view.key(seat))
        model = self.model
        if model is not None and not self.tree.model_open and fully_known(view):
            model = None
        return [
            Tree(
                view,
                seat,
                actions,
                self.tree,
                OBJECTIVES.index(settings.objective),
                Rng(mix(seed, thread)),
                max(1, settings.hash_mb // threads),
                model,
            )
            for thread in range(threads)
        ]

    def _goal(self, limits: Limits, moves: int) -> int:
        if limits.infinite:
            return PLENTY
        goal = PLENTY if limits.nodes is None else max(1, limits.nodes)
        if limits.depth is not None:
            goal = min(goal, DEPTH_UNIT << min(max(0, limits.depth), 50))
        return min(goal, FORCED) if moves == 1 else goal

    @staticmethod
    def _grow(forest: Sequence[Tree], goal: int, seconds: float, stop: StopFlag) -> None:
        """Grow every tree; the first in this thread, each other one in a thread of its own."""
        share, rest = divmod(goal, len(forest))
        helpers = [
            threading.Thread(target=tree.grow, args=(share + (i < rest), seconds, stop), daemon=True)
            for i, tree in enumerate(forest[1:], 1)
        ]
        for helper in helpers:
            helper.start()
        forest[0].grow(share + (rest > 0), max(0.0, seconds), stop)
        for helper in helpers:
            helper.join()

    def _report(self, view: State, seat: int, forest: Sequence[Tree], seconds: float) -> Report:
        seats = view.num_players()
        lines = []
        tables = [tree.moves() for tree in forest]
        tallies = [tree.tallies() for tree in forest]
        odds: dict[int, float] = {}
        for tree in forest:
            for action, odd in tree.strategy():
                odds[action] = odds.get(action, 0.0) + odd * tree.iterations
        for number, rows in enumerate(zip(*tables, strict=True)):
            action = rows[0][0]
            visits = sum(row[1] for row in rows)
            values = tuple(
                sum(row[2][k] for row in rows) / visits if visits else (-1.0 if k == seat else 0.0)
                for k in range(seats)
            )
            recorded = sum(row[3] for row in rows)
            notes: list[tuple[str, float]] = []
            if recorded:
                points, at_once, hits, first = (sum(row[k] for row in rows) / recorded for k in (4, 5, 6, 7))
                notes = [("points", points), ("now", at_once), ("hit", hits), ("first", first)]
                for same in zip(*tallies, strict=True):
                    notes.append((same[0][0], sum(sums[number] for _, sums in same) / recorded))
            won = round(500 * (1 + values[seat]))
            token = view.action_to_string(action, seat)
            line = Line(
                move=action,
                pv=(token,),
                value=values[seat],
                wdl=(won, 0, 1000 - won),
                nodes=visits,
                values=values,
                notes=tuple(notes),
                samples=visits,
            )
            lines.append((odds[action], values[seat], line))
        lines.sort(key=lambda entry: entry[:2], reverse=True)
        done = sum(tree.iterations for tree in forest)
        paths = [tree.path for tree in forest]
        depth = max(1, (done // DEPTH_UNIT).bit_length() - 1)
        return Report(
            depth=depth,
            seldepth=max(depth, *(most for _, most in paths)),
            nodes=done,
            nps=int(done / seconds) if seconds > 0 else 0,
            hashfull=min(1000, max(tree.hashfull for tree in forest)),
            time_ms=int(1000 * seconds),
            lines=tuple(line for _, _, line in lines[: max(1, self.settings.multipv)]),
        )
