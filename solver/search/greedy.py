"""Greedy player: takes a sure win, else the best margin of points after the best reply to its move.

It needs no knowledge of any game: it sees positions only through ``returns`` and ``scores``. A yardstick for
the real searches, and an opponent for beginners.

The value of a position is a pair, compared in this order: the result of a finished game (0 before the end),
and the present margin in the game's own points over the best other seat. The value of an action is that of
the position after it, or with two plies of the position after the reply that its player would choose by the
same measure one ply ahead. Chance enters by its odds; before an event of more than MOST_OUTCOMES outcomes,
such as a roll of many dice, the present value of the position counts. Ties are broken at random, by the seed
and the position.
"""

from __future__ import annotations

from collections.abc import Callable

from solver.clock import clock_time
from solver.game import State
from solver.reports import Answer, Limits, Line, Report, Settings
from solver.rng import Rng, mix
from solver.stop import StopFlag

MOST_OUTCOMES = 64
WORLDS = 8  # drawn if the seat does not know everything
Worth = tuple[float, float]
WORST: Worth = (float("-inf"), float("-inf"))


class GreedySearch:
    """Greedy player with the interface of all searches, for any game.

    ``plies``: 2 includes the replies of the next seat, 1 does not; ``Limits.depth`` lowers it. If time, nodes
    (positions evaluated) or a stop end the second ply, the first decides.
    """

    def __init__(self, settings: Settings | None = None, plies: int = 2) -> None:
        if plies not in (1, 2):
            raise ValueError(f"a greedy player looks 1 or 2 plies ahead, not {plies}")
        self.settings = settings or Settings()
        self.plies = plies

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
        """Choose for ``seat``, which has to decide; reads that seat's view alone."""
        look = _Look(state, seat, limits, stop or StopFlag(), self.settings.seed)
        plies = self.plies if limits.depth is None else max(1, min(self.plies, limits.depth))
        report = Report()
        for depth in range(1, plies + 1):
            worths = look.worths(depth)
            if worths is None:
                break
            report = look.report(worths, depth, self.settings.multipv)
            if on_report is not None:
                on_report(report)
        return Answer(best=report.lines[0].pv[0], report=report)


class _Look:
    """One decision: the possible worlds, the limits and the node count."""

    def __init__(self, state: State, seat: int, limits: Limits, stop: StopFlag, seed: int) -> None:
        self.begin = clock_time()
        self.seat = seat
        self.view = state.view(seat)
        self.limits = limits
        self.stop = stop
        self.nodes = 0
        self.rng = Rng(mix(seed, self.view.key(seat)))
        legal = self.view.legal_actions(seat)
        self.actions = [action for action in legal if action in limits.searchmoves] or legal
        self.worlds = [self.view]
        if self.view.viewer is not None:
            self.worlds = [self.view.resample_from_infostate(seat, self.rng) for _ in range(WORLDS)]

    def worths(self, depth: int) -> dict[int, Worth] | None:
        """The value of each action; None when a limit came first (the first ply ignores the limits)."""
        found: dict[int, Worth] = {}
        for action in self.actions:
            sums = [0.0, 0.0]
            for world in self.worlds:
                if depth > 1 and self._spent():
                    return None
                result, margin = self._worth(_after(world, action, self.seat), self.seat, depth - 1)
                sums[0] += result / len(self.worlds)
                sums[1] += margin / len(self.worlds)
            found[action] = (sums[0], sums[1])
        return found

    def _spent(self) -> bool:
        limits = self.limits
        if self.stop.is_set() or (limits.nodes is not None and self.nodes >= limits.nodes):
            return True
        timed = limits.movetime_ms is not None and not limits.infinite
        return timed and 1000 * (clock_time() - self.begin) >= (limits.movetime_ms or 0)

    def _worth(self, state: State, seat: int, plies: int) -> Worth:
        """The value of a position to ``seat`` after so many more replies, chance by its odds."""
        if state.is_chance_node() and len(state.legal_actions()) <= MOST_OUTCOMES:
            result = margin = 0.0
            for outcome, odds in state.chance_outcomes():
                part = self._worth(_after(state, outcome, None), seat, plies)
                result += float(odds) * part[0]
                margin += float(odds) * part[1]
            return result, margin
        mover = state.current_player()
        if plies == 0 or mover < 0:
            self.nodes += 1
            scores = state.scores()
            others = max(points for other, points in enumerate(scores) if other != seat)
            return state.returns()[seat], float(scores[seat] - others)
        best, kept = WORST, WORST
        for action in state.legal_actions(mover):
            after = _after(state, action, mover)
            theirs = self._worth(after, mover, plies - 1)
            if theirs > best:
                best, kept = theirs, self._worth(after, seat, plies - 1)
        return kept

    def report(self, worths: dict[int, Worth], depth: int, multipv: int) -> Report:
        """The actions, best first; a tie for the first place is broken at random."""
        ranked = sorted(worths, key=lambda action: worths[action], reverse=True)
        ties = sum(worths[action] == worths[ranked[0]] for action in ranked)
        ranked.insert(0, ranked.pop(self.rng.copy().below(ties)))
        widest = max(1.0, *(abs(margin) for _, margin in worths.values()))
        lines = []
        for action in ranked[: max(1, multipv)]:
            result, margin = worths[action]
            value = max(-1.0, min(1.0, result or 0.5 * margin / widest))  # points say little: stay near 0
            won = round(500 * (1 + value))
            token = self.view.action_to_string(action, self.seat)
            lines.append(Line(move=action, pv=(token,), value=value, wdl=(won, 0, 1000 - won)))
        seconds = clock_time() - self.begin
        return Report(
            depth=depth,
            seldepth=depth,
            nodes=self.nodes,
            nps=int(self.nodes / seconds) if seconds > 0 else 0,
            time_ms=int(1000 * seconds),
            lines=tuple(lines),
        )


def _after(state: State, action: int, seat: int | None) -> State:
    child = state.clone()
    child.apply_action(action, seat)
    return child
