"""What a solved position teaches, and the choice among moves of equal proven value.

Works on an :class:`~solver.search.exhaustive.Investigation` whose root value is proven, in a share of the
limits that is left for it:

- the other root moves are proved as far as that goes, to count the moves that keep the value;
- among winning moves the simplest to win with is the one after which the seat, if it were fallible too,
  would most likely keep the win at its next decision;
- among moves that win nothing by force the best is the one that a fallible opponent most often answers
  wrongly;
- a fallible player is a mixture: half of it goes by the means of random games after its moves, half by the
  lead in the game's own points after them;
- the moves reported that give the value away get the shortest line that proves it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from solver.game import CHANCE_PLAYER, State
from solver.reports import LOST, WON, Lesson, Refutation
from solver.rng import Rng, mix

if TYPE_CHECKING:
    from solver.search.exhaustive import Investigation
    from solver.search.roots import Root

SHARE = 0.1  # of a limit of time or nodes, for teaching
SECONDS = 1.0  # of it, at most
NODES = 1_000_000
PROOF_NODES = 2_000  # of a move's first turn in the count; four times as many in each further round
REPLY_NODES = 5_000  # for the value of one reply
ROUNDS = 3
MEASURED = 16  # root moves among which is chosen
REPLIES = 24  # of one root move that are looked at
PLAYOUTS = 24  # after each reply
LIKELY = 4  # replies of the loser that are followed
WARMTH = 0.15  # of the mean results between which a fallible opponent hardly tells
VISITS = 3_000  # positions for the shortest lines of one position
PLIES = 12  # of it, at most
LINES = 5  # refutations that are told


class _Allowance:
    """What teaching may use: a point on the budget's clock, or a number of nodes."""

    def __init__(self, inv: Investigation) -> None:
        budget = inv.budget
        self._budget = budget
        if budget.counted():
            self.until = math.inf
            self._nodes = budget.nodes + min(NODES, int(budget.max_nodes * SHARE), budget.nodes_left())
        else:
            span = SECONDS if math.isinf(budget.max_seconds) else budget.max_seconds * SHARE
            self.until = budget.seconds() + min(SECONDS, span, budget.seconds_left())
            self._nodes = budget.nodes + min(20 * NODES, budget.nodes_left())

    def spent(self) -> bool:
        """Whether it is used up, or the search has to end."""
        return self.late() or self._budget.nodes >= self._nodes

    def late(self) -> bool:
        """Whether its time is over; the clock is not read where nodes alone decide."""
        budget = self._budget
        return budget.stop.is_set() or (self.until < math.inf and budget.seconds() >= self.until)


class Teacher:
    """The teaching of one investigation."""

    def __init__(self, inv: Investigation) -> None:
        self._inv = inv
        self._allowed = _Allowance(inv)
        self.value = max(root.lower for root in inv.roots)
        self._rng = Rng(mix(inv.seed, inv.state.key()))
        self._forced = ForcedWin(1 - inv.seat, VISITS, self._allowed)

    # ---- the choice

    def choose(self) -> None:
        """Give the best root moves a charm, by which equal ones are ranked, as far as the limits go."""
        inv = self._inv
        if len(inv.roots) > 1 and self.value > LOST:
            self._prove_others()
        best = [root for root in inv._ranked() if root.lower == self.value]
        best = [root for root in best if root.proven][:MEASURED]
        if len(best) < 2:
            return
        measure = self._ease if self.value == WON else self._trap
        for root in best:
            if self._allowed.spent():
                return
            root.charm = measure(root)

    def _prove_others(self) -> None:
        """Prove root moves beside the best one, in rounds of growing effort."""
        inv, nodes = self._inv, PROOF_NODES
        for _ in range(ROUNDS):
            for root in inv._ranked():
                if self._allowed.spent():
                    return
                if not root.proven:
                    root.narrow(*inv._own(root.child, *inv.resolve(root.child, self._allowed.until, nodes)))
            nodes *= 4

    def _ease(self, root: Root) -> float:
        """The chance that the next decision of the searching seat after a winning move, if it were fallible
        too, would keep the win."""
        return self._keep(root.child)

    def _keep(self, state: State) -> float:
        inv = self._inv
        if state.is_terminal():
            return 1.0
        if state.current_player() == CHANCE_PLAYER:
            parts = [(float(odds), inv._after(state, one)) for one, odds in state.chance_outcomes()]
            return sum(odds * self._keep(child) for odds, child in parts)
        children = [inv._after(state, action) for action in state.legal_actions()[:REPLIES]]
        mover = state.current_player()
        weights = self._weights(children, mover)
        if mover == inv.seat:
            kept = [self._won(child) for child in children]
            return sum(weight for weight, one in zip(weights, kept, strict=True) if one)
        likely = sorted(zip(weights, range(len(children)), strict=True), reverse=True)[:LIKELY]
        whole = sum(weight for weight, _ in likely)
        return sum(weight * self._keep(children[at]) for weight, at in likely) / whole

    def _won(self, state: State) -> bool:
        inv = self._inv
        nodes = 0 if self._allowed.spent() else REPLY_NODES
        return min(inv._own(state, *inv.resolve(state, self._allowed.until, nodes))) == WON

    def _trap(self, root: Root) -> float:
        """The chance that a fallible opponent's next decision improves the result of the searching seat."""
        return self._slip(root.child, 2)

    def _slip(self, state: State, depth: int) -> float:
        inv = self._inv
        if state.is_terminal() or depth == 0:
            return 0.0
        if state.current_player() == CHANCE_PLAYER:
            parts = [(float(odds), inv._after(state, one)) for one, odds in state.chance_outcomes()]
            return sum(odds * self._slip(child, depth) for odds, child in parts)
        children = [inv._after(state, action) for action in state.legal_actions()[:REPLIES]]
        if state.current_player() == inv.seat:
            return max(self._slip(child, depth - 1) for child in children)
        weights = self._weights(children, 1 - inv.seat)
        errs = [self._improves(child) for child in children]
        # of equally likely errors the position with fewer right replies is the harder one
        return sum(w for w, err in zip(weights, errs, strict=True) if err) + 0.01 * sum(errs) / len(errs)

    def _improves(self, state: State) -> bool:
        """Whether a position is proved to be better for the searching seat than the root."""
        inv = self._inv
        nodes = 0 if self._allowed.spent() else REPLY_NODES
        lower, upper = inv._own(state, *inv.resolve(state, self._allowed.until, nodes))
        return min(lower, upper) > self.value

    def _weights(self, children: list[State], mover: int) -> list[float]:
        """The chance of each move from a fallible player."""
        means, leads = [], []
        for child in children:
            if child.is_terminal():
                means.append(child.returns()[mover])
                leads.append(1e6 * child.returns()[mover])
                continue
            means.append(sum(child.playout(self._rng)[mover] for _ in range(PLAYOUTS)) / PLAYOUTS)
            scores = child.scores()
            leads.append(float(scores[mover] - scores[1 - mover]))
        most, lead = max(means), max(leads)
        warm = [math.exp((mean - most) / WARMTH) for mean in means]
        greedy = [float(one == lead) for one in leads]
        return [
            0.5 * one / sum(warm) + 0.5 * two / sum(greedy) for one, two in zip(warm, greedy, strict=True)
        ]

    # ---- the lesson

    def lesson(self) -> Lesson:
        """The counts, and the refutations of the moves that are reported."""
        inv = self._inv
        refuted: list[Refutation] = []
        for root in inv._ranked()[: inv.multipv]:
            if root.proven and (root.lower < self.value or root.high == -1.0) and len(refuted) < LINES:
                plies, line = self._refutation(root)
                refuted.append(Refutation(root.token, root.lower, plies, line))
        return Lesson(
            value=self.value,
            keeping=sum(root.proven and root.lower == self.value for root in inv.roots),
            losing=sum(root.upper < self.value for root in inv.roots),
            legal=len(inv.roots),
            whole=inv.whole,
            refuted=tuple(refuted),
        )

    def _refutation(self, root: Root) -> tuple[int, tuple[str, ...]]:
        """The number of plies in which the opponent's win is forced and the line; where that is too far, 0
        and the search's line."""
        if root.high == -1.0 and not root.child.is_terminal():
            found = self._forced.line(root.child)
            if found is not None:
                return found
        return 0, root.pv[1:]


class _Exhausted(Exception):
    """The visits are used up."""


class ForcedWin:
    """The quickest forced wins of ``seat``, by iterative deepening over ``visits`` positions in all."""

    def __init__(self, seat: int, visits: int, allowed: _Allowance | None = None) -> None:
        self._seat = seat
        self._visits = visits
        self._allowed = allowed
        self._known: dict[tuple[int, int], bool] = {}

    def line(self, state: State) -> tuple[int, tuple[str, ...]] | None:
        """The plies of the quickest win against the longest defence, and its tokens up to the next draw of
        chance; None if there is none within reach."""
        try:
            for plies in range(1, PLIES + 1):
                if self._wins(state, plies):
                    return plies, self._spell(state, plies)
        except _Exhausted:
            return None
        return None

    def _wins(self, state: State, plies: int) -> bool:
        if state.is_terminal():
            return state.returns()[self._seat] > 0
        if plies == 0:
            return False
        key = (state.key(), plies)
        if key not in self._known:
            self._visits -= 1
            if self._visits < 0 or (self._allowed is not None and self._allowed.late()):
                raise _Exhausted
            mover = state.current_player()
            after = (_after(state, action) for action in state.legal_actions())
            left = plies if mover == CHANCE_PLAYER else plies - 1
            won = (self._wins(child, left) for child in after)
            self._known[key] = any(won) if mover == self._seat else all(won)
        return self._known[key]

    def _least(self, state: State, plies: int) -> int:
        return next(n for n in range(plies + 1) if self._wins(state, n))

    def _spell(self, state: State, plies: int) -> tuple[str, ...]:
        tokens: list[str] = []
        while not state.is_terminal() and state.current_player() != CHANCE_PLAYER:
            children = [(action, _after(state, action)) for action in state.legal_actions()]
            plies -= 1
            if state.current_player() == self._seat:
                action, child = next((a, c) for a, c in children if self._wins(c, plies))
            else:
                action, child = max(children, key=lambda pair: self._least(pair[1], plies))
            tokens.append(state.action_to_string(action))
            state = child
        return tuple(tokens)


def _after(state: State, action: int) -> State:
    child = state.clone()
    child.apply_action(action)
    return child
