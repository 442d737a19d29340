"""Search of games of dice turns: outcomes valued by looking turns ahead, dice decided exactly.

The order of work on a position:

1. every outcome of the turn gets the game's estimate of the position after it;
2. with two seats, a share of the time goes to the exact value of every outcome (`late`), which succeeds when
   few positions can follow;
3. otherwise the outcomes are searched deeper and deeper (`turns`), until a limit is reached.

The exact turn for these values then decides the dice.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from fractions import Fraction
from queue import Empty, SimpleQueue

from solver.clock import clock_time
from solver.game import State
from solver.reports import LOST, OBJECTIVES, WON, Answer, Limits, Line, Report, Settings
from solver.search.late import LateGame
from solver.search.turngame import TurnPlug
from solver.search.turns import TurnChoice, TurnTree
from solver.stop import StopFlag

#: Turns looked ahead beyond the turn itself, at most.
DEEPEST = 30
#: Share of the time for the exact late game, before the search.
LATE_SHARE = 0.4
LATE_STATES = 200_000
#: Least seconds for one position of the late game.
LATE_STATE_SECONDS = 0.0003
#: Most positions that may follow, and seconds, where nodes or nothing limits the search.
LATE_STATES_UNTIMED = 2_000
LATE_SECONDS_UNTIMED = 600.0
#: Turns computed for each position of the late game, by which a limit of nodes is divided.
LATE_TURNS = 30
#: Half the width of the bracket of a proven value in reports.
PROVEN_WITHIN = Fraction(1, 10**9)
#: Seconds before its time limit at which a search ends, for the last report.
REPORT_MARGIN = 0.001
PLENTY = 1 << 62

Values = tuple[float, ...]  # one a seat
Worth = dict[int, Values]


class Clock:
    """The limits of one search."""

    def __init__(self, limits: Limits, stop: StopFlag) -> None:
        self.begin = clock_time()
        self.stop = stop
        self.max_nodes = PLENTY if limits.nodes is None else max(1, limits.nodes)
        timed = limits.movetime_ms is not None and not limits.infinite
        self.max_seconds = math.inf
        if timed and limits.movetime_ms is not None:
            self.max_seconds = max(0.0, limits.movetime_ms / 1000 - REPORT_MARGIN)

    def seconds(self) -> float:
        """Seconds since the start."""
        return clock_time() - self.begin

    def left(self) -> float:
        """Seconds left, never negative."""
        return max(0.0, self.max_seconds - self.seconds())


class TurnSearch:
    """Search of one game of dice turns.

    In ``Limits``, ``nodes`` counts exact turns computed and ``depth`` turns looked ahead, the seat's own as
    the first. With one thread, equal settings, position and ``nodes`` give equal answers after the same
    searches.
    """

    def __init__(self, plug: TurnPlug, settings: Settings | None = None) -> None:
        self.plug = plug
        self.settings = settings or Settings()
        self._trees: list[TurnTree] = []
        self._late: LateGame | None = None
        self._allot()

    def _allot(self) -> None:
        threads = max(1, self.settings.threads)
        self._trees = []  # before the new ones are made: both would not fit into the limit
        self._trees = [
            TurnTree(self.plug, max(1, self.settings.hash_mb // 2 // threads)) for _ in range(threads)
        ]

    def configure(self, settings: Settings) -> None:
        """Apply new settings; everything learnt is lost when the memory or the threads change."""
        old, self.settings = self.settings, settings
        if (old.hash_mb, old.threads) != (settings.hash_mb, settings.threads):
            self._allot()

    def clear(self) -> None:
        """Forget everything learnt."""
        for tree in self._trees:
            tree.clear()
        self._late = None

    def analyse(
        self,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
    ) -> Answer:
        """Search a position in which ``seat`` has to decide."""
        clock = Clock(limits, stop or StopFlag())
        objective = OBJECTIVES.index(self.settings.objective)
        for tree in self._trees:
            tree.plant(state, objective)
        tree = self._trees[0]
        legal = state.legal_actions(seat)
        actions = [action for action in legal if action in limits.searchmoves] or legal
        view = _View(self, state, seat, actions, clock)
        worth = {outcome: self._value(tree, outcome, 0, clock) for outcome in tree.allowed()}
        known = {outcome: values for outcome, values in worth.items() if values is not None}
        depth = 1
        report = view.report(known, depth, None)
        send = on_report or (lambda report: None)
        send(report)
        deepest = DEEPEST if limits.depth is None else max(1, limits.depth)
        if len(legal) == 1 and not limits.infinite:
            deepest = 1
        if deepest > 1 and limits.depth is None:
            exact = self._exact(state, clock)
            if exact is not None:
                report = view.report(exact, depth, exact)
                send(report)
                return view.answer(report, exact)
        while depth < deepest and self._more(clock):
            deeper = self._deepen(known, depth, clock)
            if deeper is None:
                break
            known = deeper
            depth += 1
            report = view.report(known, depth, None)
            send(report)
        return view.answer(report, None)

    @property
    def nodes(self) -> int:
        """Turns computed in the search of the position, without those of the exact late game."""
        return sum(tree.nodes for tree in self._trees)

    def _more(self, clock: Clock) -> bool:
        return not clock.stop.is_set() and clock.left() > 0 and self.nodes < clock.max_nodes

    def _value(self, tree: TurnTree, outcome: int, depth: int, clock: Clock) -> Values | None:
        share = clock.max_nodes if clock.max_nodes == PLENTY else clock.max_nodes // len(self._trees)
        return tree.outcome(outcome, depth, clock.left(), max(1, share), clock.stop)

    def _deepen(self, known: Worth, depth: int, clock: Clock) -> Worth | None:
        """The values of all outcomes, ``depth`` turns beyond them; None when a limit came first."""
        found: Worth = {}
        work: SimpleQueue[int] = SimpleQueue()
        for outcome in known:
            work.put(outcome)

        def help_with(tree: TurnTree) -> None:
            while True:
                try:
                    outcome = work.get_nowait()
                except Empty:
                    return
                values = self._value(tree, outcome, depth, clock)
                if values is None:
                    return
                found[outcome] = values

        helpers = [threading.Thread(target=help_with, args=(tree,), daemon=True) for tree in self._trees[1:]]
        for helper in helpers:
            helper.start()
        help_with(self._trees[0])
        for helper in helpers:
            helper.join()
        return {outcome: found[outcome] for outcome in known} if len(found) == len(known) else None

    def _exact(self, state: State, clock: Clock) -> Worth | None:
        """The exact values of all outcomes, within PROVEN_WITHIN; None when a limit came first."""
        if state.num_players() != 2:
            return None
        objective = OBJECTIVES.index(self.settings.objective)
        if self._late is None or self._late.objective != objective:
            self._late = LateGame(self.plug, objective)
        seconds, most = LATE_SECONDS_UNTIMED, LATE_STATES_UNTIMED
        if clock.max_nodes < PLENTY:
            most = min(most, clock.max_nodes // LATE_TURNS)
        if clock.max_seconds < math.inf:
            seconds = clock.max_seconds * LATE_SHARE
            most = min(LATE_STATES, 20 + int(seconds / LATE_STATE_SECONDS))
        mover = state.current_player()
        found: Worth = {}
        end = clock.seconds() + seconds
        for outcome in self._trees[0].allowed():
            solved = self._late.outcome(state, outcome, most, max(0.0, end - clock.seconds()), clock.stop)
            if solved is None or solved[1] >= PROVEN_WITHIN / 2:
                return None
            value = max(-1.0, min(1.0, solved[0]))
            found[outcome] = (value, -value) if mover == 0 else (-value, value)
        return found


class OneTurnSearch(TurnSearch):
    """Player that maximizes the points of the turn at hand and looks no further.

    Its dice are decided exactly. Values are points in units of FULL_GAIN; ``notes`` give the points as
    ``gain``, and as ``first`` the estimated chance to finish first after the turn.
    """

    FULL_GAIN = 16.0

    def _allot(self) -> None:
        self._trees = [TurnTree(self.plug, 0)]

    def analyse(
        self,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
    ) -> Answer:
        """Choose for ``seat``, which has to decide."""
        clock = Clock(limits, stop or StopFlag())
        tree = self._trees[0]
        tree.plant(state, OBJECTIVES.index(self.settings.objective))
        legal = state.legal_actions(seat)
        actions = [action for action in legal if action in limits.searchmoves] or legal
        seats = state.num_players()
        worth: Worth = {}
        for outcome in tree.allowed():
            gain = tree.gain(outcome) / self.FULL_GAIN
            worth[outcome] = tuple(gain if k == seat else -gain / (seats - 1) for k in range(seats))
        view = _View(self, state, seat, actions, clock)
        report = view.report(worth, 1, None)
        if on_report is not None:
            on_report(report)
        return view.answer(report, None)


class _View:
    """Decisions of one position, as the search reports them."""

    def __init__(self, search: TurnSearch, state: State, seat: int, actions: list[int], clock: Clock) -> None:
        self.search = search
        self.state = state
        self.seat = seat
        self.actions = actions
        self.clock = clock
        self.tokens = {action: state.action_to_string(action, seat) for action in actions}
        self.tree = search._trees[0]

    def report(self, worth: Worth, depth: int, exact: Worth | None) -> Report:
        """All decisions by the values of the outcomes, best first."""
        choice = self.tree.decide(worth)
        ranked = sorted(self.actions, key=choice.value, reverse=True)
        shown = ranked[: max(1, self.search.settings.multipv)]
        lines = tuple(self._line(choice, action, worth, exact) for action in shown)
        seconds = self.clock.seconds()
        lower = max((line.lower for line in lines), default=LOST)
        whole = exact is not None and len(self.actions) == len(self.state.legal_actions(self.seat))
        return Report(
            depth=depth,
            seldepth=depth,
            nodes=self.search.nodes,
            nps=int(self.search.nodes / seconds) if seconds > 0 else 0,
            time_ms=int(1000 * seconds),
            lower=lower if whole else LOST,
            upper=lines[0].upper if whole else WON,
            lines=lines,
        )

    def _line(self, choice: TurnChoice, action: int, worth: Worth, exact: Worth | None) -> Line:
        odds = choice.odds(action)
        seats = self.state.num_players()
        values = [sum(odds[o] * worth[o][k] for o in worth) for k in range(seats)]
        value = max(-1.0, min(1.0, choice.value(action)))
        lower, upper = LOST, WON
        if exact is not None:
            lower, upper = bracket(value)
        won = round(500 * (1 + value))
        return Line(
            move=action,
            pv=(self.tokens[action],),
            value=value,
            lower=lower,
            upper=upper,
            wdl=(won, 0, 1000 - won),
            values=() if seats == 2 else tuple(max(-1.0, min(1.0, v)) for v in values),
            notes=self._notes(odds, value, exact),
        )

    def _notes(self, odds: list[float], value: float, exact: Worth | None) -> tuple[tuple[str, float], ...]:
        """The chance of each possible outcome, the mean points of the turn, the chance to finish first."""
        words = self.search.plug.words
        notes = [(words[o], chance) for o, chance in enumerate(odds) if chance > 0.0]
        two = self.state.num_players() == 2
        gain = sum(chance * self.tree.gain(o) for o, chance in enumerate(odds) if chance > 0.0)
        notes.append(("gain", gain))
        wins = two and self.search.settings.objective != "points"
        if wins and not isinstance(self.search, OneTurnSearch):  # else the value is in points
            notes.append(("first", (1 + value) / 2))
        else:
            first = sum(
                chance * self.tree.first(o)[self.seat] for o, chance in enumerate(odds) if chance > 0.0
            )
            notes.append(("first", first))
        return tuple(notes)

    def answer(self, report: Report, exact: Worth | None) -> Answer:
        """The last report's best move, and with exact values everything that is proven."""
        proven: tuple[tuple[str, Fraction], ...] = ()
        if exact is not None:
            choice = self.tree.decide(exact)
            proven = tuple((self.tokens[action], rounded(choice.value(action))) for action in self.actions)
        return Answer(best=report.lines[0].pv[0], report=report, proven=proven)


def rounded(value: float) -> Fraction:
    """A proven value as reported: to nine decimals."""
    return Fraction(round(max(-1.0, min(1.0, value)) * 10**9), 10**9)


def bracket(value: float) -> tuple[Fraction, Fraction]:
    """Proved bounds around a value within PROVEN_WITHIN / 2 of the true one; certain results are exact."""
    near = rounded(value)
    if near in (LOST, WON):
        return near, near
    return max(LOST, near - PROVEN_WITHIN), min(WON, near + PROVEN_WITHIN)
