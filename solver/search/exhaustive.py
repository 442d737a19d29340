"""Exhaustive search of a perfect-information game: estimates first, then proofs as time allows.

The order of work on a position:

1. a first, short try at a proof (settles late positions at once);
2. an estimating search by iterative deepening, which gives the root move ordering;
3. the proof of the root's value, in that order;
4. with MultiPV, the proofs of the other root moves;
5. with ``Settings.teach``, the choice among moves of equal value (``teacher.py``); the principal variations.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from solver.clock import clock_time
from solver.game import CHANCE_PLAYER, State
from solver.reports import LOST, WON, Answer, Limits, Report, Settings
from solver.search.proof import ProofPlug
from solver.search.prover import CERTAIN, Prover
from solver.search.roots import Root
from solver.search.teacher import Teacher
from solver.stop import StopFlag

FIRST_NODES = 60_000  # of the first try at a proof
GUESS_SHARE = 0.25  # of a limit of time or nodes, for the estimating search
GUESS_SECONDS = 0.1  # of it, at most, before the proof begins
GUESS_AGAIN = 0.5  # of the time: without a proof by then, the rest of the estimate's share is used
GUESS_NODES = 2_000_000
GUESS_DEPTH = 40
REPORT_SECONDS = 1.0  # between two reports of a proof in progress
REPORT_NODES = 2_000_000  # the same under a limit of nodes alone: the clock must not decide the reports
CHUNK_SECONDS = 0.1  # of proof between two checks whether a report is due
CHUNK_NODES = 2_000_000
TURN_NODES = 200_000  # of one root move's first turn when several are to be proven; doubled each round
LINE_NODES = 2_000_000  # for each move of a principal variation
BEST_LINE_SECONDS = 1.0  # for the whole best line, when there is time
LINE_SECONDS = 0.2  # for each further line
LINE_PLIES = 40
SKETCHES = 5  # lines of an estimating search that are longer than their first move
SKETCH_PLIES = 4
SKETCH_NODES = 3000
PLENTY = 1 << 62


class Budget:
    """The clock, the node count and the stop flag of one search."""

    def __init__(self, limits: Limits, stop: StopFlag) -> None:
        self.begin = clock_time()
        self.stop = stop
        self.nodes = 0
        self.max_nodes = PLENTY if limits.nodes is None else limits.nodes
        timed = limits.movetime_ms is not None and not limits.infinite
        self.max_seconds = limits.movetime_ms / 1000 if timed and limits.movetime_ms is not None else math.inf

    def seconds(self) -> float:
        """Seconds since the start."""
        return clock_time() - self.begin

    def seconds_left(self) -> float:
        """Seconds to the time limit; never negative."""
        return max(0.0, self.max_seconds - self.seconds())

    def nodes_left(self) -> int:
        """Nodes to the node limit; never negative."""
        return max(0, self.max_nodes - self.nodes)

    def counted(self) -> bool:
        """Whether nodes alone limit the search: the clock then decides nothing, and runs are reproducible."""
        return self.max_nodes < PLENTY and self.max_seconds == math.inf

    def spent(self) -> bool:
        """Whether the search has to end."""
        return self.stop.is_set() or self.nodes >= self.max_nodes or self.seconds() >= self.max_seconds


class ExhaustiveSearch:
    """Search of games that have a ``ProofPlug``."""

    def __init__(self, plug: ProofPlug, settings: Settings) -> None:
        self._plug = plug
        self.settings = settings
        #: The prover; its table is what earlier searches learnt.
        self.prover = Prover(plug, settings.hash_mb, settings.threads)

    def configure(self, settings: Settings) -> None:
        """Apply new settings; the table is lost only when its size or the threads change."""
        old, self.settings = self.settings, settings
        if (old.hash_mb, old.threads) != (settings.hash_mb, settings.threads):
            del self.prover  # before the new one is made: both would not fit into the limit
            self.prover = Prover(self._plug, settings.hash_mb, settings.threads)

    def clear(self) -> None:
        """Forget everything learnt."""
        self.prover.clear()

    def analyse(
        self,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None,
        stop: StopFlag,
    ) -> Answer:
        """Search a position in which ``seat`` has to decide; the module's docstring has the order of work."""
        return Investigation(self.prover, self.settings, state, seat, limits, on_report, stop).answer()


class Investigation:
    """One call of ``analyse``: the root moves, the budget, and the work on them."""

    def __init__(
        self,
        prover: Prover,
        settings: Settings,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None,
        stop: StopFlag,
    ) -> None:
        self.prover = prover
        self.state = state
        self.seat = seat
        self.limits = limits
        self.on_report = on_report
        self.budget = Budget(limits, stop)
        self.depth = 0
        self.seldepth = 0
        self.reported = 0.0
        self.reported_nodes = 0
        self.root_open = False  # whether the prover is at work on the root
        self.hopeless = False  # whether the estimates are of not losing, since no move wins
        self.exact: dict[str, Fraction] = {}  # values for seat 0 of positions whose value is known
        legal = state.legal_actions(seat)
        wanted = [action for action in legal if action in limits.searchmoves] or legal
        self.whole = len(wanted) == len(legal)
        self.roots = [Root(action, state, seat) for action in wanted]
        self.multipv = min(settings.multipv, len(self.roots))
        self.teach = settings.teach
        self.seed = settings.seed

    # ---- the order of work

    def answer(self) -> Answer:
        """Do the work and return the result."""
        if self.limits.depth is None:
            self._prove_root(FIRST_NODES)
        share = self.budget.max_seconds * GUESS_SHARE
        if not self._enough():
            self._estimate(min(GUESS_SECONDS, share))
            self.root_open = False  # the proof begins anew, in the order of the estimates
        if self.limits.depth is None and math.inf > share > GUESS_SECONDS and not self._enough():
            self._prove_root(PLENTY, self.budget.max_seconds * GUESS_AGAIN)
            if not self._root_known():
                self._estimate(share - GUESS_SECONDS)
        if self.limits.depth is None:
            while not self._enough() and self.whole and not self._root_known() and not self.budget.spent():
                self._prove_root(PLENTY)
            self._prove_moves()
        teacher = Teacher(self) if self.teach and self._root_known() else None
        if teacher is not None:
            teacher.choose()
        if self.limits.depth is None:
            self._draw_lines()  # a search to a fixed depth has its lines already
        lesson = teacher.lesson() if teacher is not None else None
        report = self._report()
        if self.on_report is not None:
            self.on_report(report)
        best = report.lines[0]
        proven = tuple((root.token, root.lower) for root in self._ranked() if root.proven)
        ponder = best.pv[1] if len(best.pv) > 1 else None
        return Answer(best=best.pv[0], ponder=ponder, report=report, proven=proven, lesson=lesson)

    def _enough(self) -> bool:
        """Whether everything requested is proven: the best move, and MultiPV lines."""
        ranked = self._ranked()
        if not all(root.proven for root in ranked[: self.multipv]):
            return False
        last = ranked[: self.multipv][-1].lower
        return all(root.upper <= last for root in ranked[self.multipv :])

    def _root_known(self) -> bool:
        """Whether the value of the position itself is proven."""
        best = max(root.lower for root in self.roots)
        return all(root.upper <= best for root in self.roots)

    def _ranked(self) -> list[Root]:
        return sorted(self.roots, key=Root.rank, reverse=True)

    # ---- estimates

    def _estimate(self, seconds: float) -> None:
        """Rank the root moves by iterative deepening, from the depth reached before."""
        budget = self.budget
        nodes = min(GUESS_NODES, int(budget.max_nodes * GUESS_SHARE) + 1000)
        deepest = GUESS_DEPTH
        if self.limits.depth is not None:
            deepest, nodes, seconds = self.limits.depth, budget.max_nodes, budget.max_seconds
        elif budget.max_nodes < PLENTY:
            seconds = budget.max_seconds  # with a node limit the clock must not decide
        used = 0
        end = budget.seconds() + seconds
        for depth in range(self.depth + 1, deepest + 1):
            if depth > 1 and (budget.stop.is_set() or budget.seconds() >= end):
                break  # late in a game a depth takes no nodes, but reporting a thousand moves takes time
            # the first ply is always searched: even without time the answer is a sensible move
            left = max(end - budget.seconds(), 0.02 if depth == 1 else 0.0)
            allowed = max(nodes - used, 500 if depth == 1 else 0)
            values, count = self._values(depth, min(left, 1e9), allowed)
            used += count
            if values is None:
                break
            found = dict(values)
            lowest = -2 * CERTAIN
            before = [root.guess for root in self.roots]
            for root in self.roots:
                old, root.last = root.last, found.get(root.action, lowest)
                root.estimated(depth, old)
            self.depth = depth
            self.seldepth = max(self.seldepth, depth)
            self._order_guesses(found, before)
            self._sketch_lines()
            if self.on_report is not None:
                self.on_report(self._report())
            if all(abs(root.guess) > CERTAIN for root in self.roots):
                break

    def _values(self, depth: int, seconds: float, nodes: int) -> tuple[list[tuple[int, int]] | None, int]:
        """Estimates of the root moves that win, or where none does, of those that do not lose; and nodes."""
        stop, total = self.budget.stop, 0
        self.hopeless = self.hopeless or all(root.high <= 0.0 for root in self.roots)
        while True:
            values, count = self.prover.estimate(self.state, depth, seconds, nodes, stop, self.hopeless)
            total += count
            self.budget.nodes += count
            if self.hopeless or values is None or values:
                return values, total
            self.hopeless = True
            for root in self.roots:
                root.first = root.last = -2 * CERTAIN  # of another question

    def _order_guesses(self, found: dict[int, int], before: list[int]) -> None:
        """Keep the old estimates of the moves that a search left out because it stopped at a win."""
        if max(found.values(), default=0) > CERTAIN and len(found) == 1:
            for root, old in zip(self.roots, before, strict=True):
                if root.action not in found:
                    root.guess = min(old, CERTAIN - 1)

    def _root_order(self) -> list[tuple[int, int]]:
        bound = 1 << 30
        return [(root.action, max(-bound, min(bound, root.guess))) for root in self.roots]

    # ---- proofs

    def _advance(self, nodes: int, until: float = math.inf) -> bool:
        """Continue the proof of the open position; True when settled. ``until``: on the budget's clock."""
        budget, prover = self.budget, self.prover
        used = 0
        settled = False
        while used < nodes and not settled and not budget.spent() and budget.seconds() < until:
            before = prover.nodes_searched
            chunk = min(nodes - used, budget.nodes_left(), CHUNK_NODES)
            seconds = min(CHUNK_SECONDS, budget.seconds_left(), until - budget.seconds())
            if budget.counted():
                seconds = 1e9  # the clock must not decide where a chunk ends
            settled = prover.run(seconds, chunk, budget.stop)
            done = prover.nodes_searched - before
            used += done
            budget.nodes += done
            self.seldepth = max(self.seldepth, prover.seldepth)
            if self.on_report is not None and self._report_due():
                self.on_report(self._report())
        return settled

    def _report_due(self) -> bool:
        if self.budget.counted():
            return self.budget.nodes - self.reported_nodes >= REPORT_NODES
        return self.budget.seconds() - self.reported > REPORT_SECONDS

    def _prove_root(self, nodes: int, until: float = math.inf) -> None:
        """Work on the value of the root, if all moves are allowed. ``until``: on the budget's clock."""
        if not self.whole or self._root_known():
            return
        if not self.root_open:
            doubtful = self.hopeless or max(root.guess for root in self.roots) < 0
            self.prover.open(self.state, self._root_order(), doubtful)
            self.root_open = True
        settled = False
        known = (-1, 1)
        used = 0
        while not (settled or used >= nodes or self.budget.spent() or self.budget.seconds() >= until):
            before = self.budget.nodes
            settled = self._advance(min(CHUNK_NODES, nodes - used), until)
            used += self.budget.nodes - before
            bounds = (self.prover.lower, self.prover.upper)
            if bounds != known:
                known = bounds
                self._enter_root(*bounds)
                if self.on_report is not None:
                    self.on_report(self._report())
        refuted = self.prover.refuted
        for root in self.roots:
            root.nodes = max(root.nodes, refuted.get(root.action, 0))
        if not settled:
            self._enter_refuted()
        elif not self._root_known():
            self._settle_by_odds()

    def _enter_root(self, lower: int, upper: int) -> None:
        for root in self.roots:
            root.narrow(-1, upper)
            if root.action == self.prover.best:
                root.narrow(lower, 1)

    def _enter_refuted(self) -> None:
        """Enter what the unfinished proof has found out about single moves."""
        # that a move does not win when draws go against it bounds its value only where no draw matters
        questions = ((True, -1),) if self.prover.lucky else ((False, 0), (True, -1))
        for safe, bound in questions:
            winner, unfailed = self.prover.unfailed(safe)
            for root in self.roots:
                if winner is None and root.action not in unfailed:
                    root.narrow(-1, bound)
                    if not self.hopeless:
                        root.guess = min(root.guess, 0)  # of a win, which it is not

    def _settle_by_odds(self) -> None:
        """Compute the root's value move by move, when it depends on the odds of a chance draw."""
        for root in self._ranked():
            if self.budget.spent():
                return
            if not root.proven:
                root.narrow(*self._own(root.child, *self.resolve(root.child, math.inf, PLENTY)))

    def _prove_moves(self) -> None:
        """Prove single root moves: those of MultiPV, or those of searchmoves."""
        if self.whole and self.multipv == 1:
            return
        turn = TURN_NODES
        while not self._enough() and not self.budget.spent():
            for root in self._ranked():
                if self._enough() or self.budget.spent():
                    break
                if root.proven:
                    continue
                before = self.budget.nodes
                bounds = self.resolve(root.child, math.inf, turn)
                root.narrow(*self._own(root.child, *bounds))
                root.nodes += self.budget.nodes - before
            turn *= 2

    @staticmethod
    def _final(state: State) -> tuple[Fraction, Fraction]:
        value = Fraction(state.returns()[0]).limit_denominator(1)
        return value, value

    def _own(self, _state: State, lower: Fraction, upper: Fraction) -> tuple[Fraction, Fraction]:
        """Bounds for seat 0 as bounds for the searching seat."""
        return (lower, upper) if self.seat == 0 else (-upper, -lower)

    def resolve(self, state: State, until: float, nodes: int) -> tuple[Fraction, Fraction]:
        """Bounds on the value for seat 0; equal when proven. Gives up after so many nodes a question."""
        if state.is_terminal():
            return self._final(state)
        text = state.to_text()
        if text in self.exact:
            return self.exact[text], self.exact[text]
        lower, upper = LOST, WON
        if state.current_player() == CHANCE_PLAYER:
            lower = upper = Fraction(0)
            for outcome, odds in state.chance_outcomes():
                low, high = self.resolve(self._after(state, outcome), until, nodes)
                lower += odds * low
                upper += odds * high
        else:
            lower, upper = self._resolve_decision(state, until, nodes)
        if lower == upper:
            self.exact[text] = lower
        return lower, upper

    def whole_bounds(
        self, state: State, until: float = math.inf, nodes: int = PLENTY
    ) -> tuple[Fraction, Fraction, bool]:
        """Bounds (-1, 0 or 1) on the value for seat 0 that hold whatever is drawn, and whether no search can
        narrow them. Gives up after so many nodes."""
        self.prover.open(state)
        self.root_open = False
        settled = self._advance(nodes, until)
        low, high = Fraction(self.prover.lower), Fraction(self.prover.upper)
        return (low, high, settled) if state.current_player() == 0 else (-high, -low, settled)

    def _resolve_decision(self, state: State, until: float, nodes: int) -> tuple[Fraction, Fraction]:
        seat = state.current_player()
        low, high, settled = self.whole_bounds(state, until, nodes)
        if low == high or not settled:
            return low, high
        # every question is answered, so the value depends on odds: take the best of the moves
        best_low, best_high = LOST, LOST
        for action in state.legal_actions(seat):
            child_low, child_high = self.resolve(self._after(state, action), until, nodes)
            if seat == 1:
                child_low, child_high = -child_high, -child_low
            best_low, best_high = max(best_low, child_low), max(best_high, child_high)
        if seat == 1:
            best_low, best_high = -best_high, -best_low
        return max(low, best_low), min(high, best_high)

    @staticmethod
    def _after(state: State, action: int) -> State:
        child = state.clone()
        child.apply_action(action)
        return child

    # ---- principal variations

    def _draw_lines(self) -> None:
        """Extend each reported line by best play of both sides, while there is time."""
        # under a limit of nodes alone the clock must not decide the length of a line
        counted = self.budget.counted()
        for rank, root in enumerate(self._ranked()[: self.multipv]):
            if self.budget.spent():
                return  # a Rattlesnake's thousand moves take long even when none is followed
            seconds = LINE_SECONDS if rank else BEST_LINE_SECONDS
            until = math.inf if counted else self.budget.seconds() + seconds
            line = (root.token, *self._follow(root.child, until))
            if len(line) > 1 or not root.pv:
                root.pv = line

    def _sketch_lines(self) -> None:
        """Extend the reported lines by a shallow search, during the estimating search."""
        for root in self.roots:
            root.pv = ()
        for root in self._ranked()[: min(self.multipv, SKETCHES)]:
            if self.budget.spent():
                return
            state = root.child.clone()
            tokens = [root.token]
            while len(tokens) <= SKETCH_PLIES and not state.is_terminal():
                if state.current_player() == CHANCE_PLAYER or self.budget.spent():
                    break
                values, count = self.prover.estimate(state, 1, 1e9, SKETCH_NODES, self.budget.stop)
                self.budget.nodes += count
                action = max(values, key=lambda pair: pair[1])[0] if values else state.legal_actions()[0]
                tokens.append(state.action_to_string(action))
                state.apply_action(action)
            root.pv = tuple(tokens)

    def _follow(self, state: State, until: float) -> list[str]:
        """Tokens of best play from ``state``, up to a chance event or the end of what is known."""
        tokens: list[str] = []
        state = state.clone()
        while len(tokens) < LINE_PLIES and not state.is_terminal() and not self.budget.stop.is_set():
            if (
                state.current_player() == CHANCE_PLAYER
                or self.budget.spent()
                or self.budget.seconds() > until
            ):
                break
            action = self._reply(state, until)
            if action is None:
                break
            tokens.append(state.action_to_string(action))
            state.apply_action(action)
        return tokens

    def _reply(self, state: State, until: float) -> int | None:
        """The best action by a short search; in a certain loss the one hardest to refute; None if unknown."""
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        prover, budget = self.prover, self.budget
        seconds = min(budget.seconds_left(), until - budget.seconds())
        if budget.max_nodes < PLENTY:
            seconds = 1e9
        values, count = prover.estimate(
            state, 2, max(0.0, seconds), min(LINE_NODES, budget.nodes_left()), budget.stop
        )
        budget.nodes += count
        guesses = dict(values or ())
        prover.open(state, [(action, guesses.get(action, -CERTAIN)) for action in legal])
        self.root_open = False
        settled = self._advance(LINE_NODES, until)
        if settled and prover.best is not None:
            return prover.best
        if settled and prover.upper == -1:
            refuted = prover.refuted
            return max(legal, key=lambda action: (refuted.get(action, 0), guesses.get(action, -CERTAIN)))
        if settled:
            return None  # the value is an expectation over draws, and no move is known to keep it
        return max(guesses, key=lambda action: guesses[action]) if guesses else None

    # ---- reports

    def _report(self) -> Report:
        budget = self.budget
        self.reported = seconds = budget.seconds()
        self.reported_nodes = budget.nodes
        return Report(
            depth=self.depth,
            seldepth=max(self.seldepth, self.depth),
            nodes=budget.nodes,
            nps=int(budget.nodes / seconds) if seconds > 0 else 0,
            hashfull=self.prover.hashfull,
            time_ms=int(1000 * seconds),
            lower=max(root.lower for root in self.roots),
            upper=max(root.upper for root in self.roots),
            lines=tuple(root.line() for root in self._ranked()[: self.multipv]),
        )
