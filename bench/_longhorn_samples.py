"""Positions of Longhorn with proved values, to learn from: a tree of positions from each of many fresh deals.

A deal is played by a mixture of random moves, the hand-made player's and those of a shallow search until a
number of cattle is left that was drawn before. From there on some moves, and some replies to these, are tried
too. Each position is proved within a cap of nodes, the latest first; those that stay open, and those whose
value depends on the odds of a draw, are left out. The clock decides nothing, so a seed makes the same samples
on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from bench._deals import opening
from bench.positions import cattle_left
from solver.game import State
from solver.games import GAMES
from solver.rng import Rng, mix
from solver.search.greedy import GreedySearch
from solver.reports import Limits, Settings
from solver.search.prover import Prover
from solver.stop import StopFlag

LEAST, MOST = 16, 36  # cattle of the first position of a deal
CAP = 3_000_000  # nodes of a proof
HASH_MB = 256
WIDTHS = (5, 2)  # moves tried from the first position, and replies tried after each
SHALLOW = 2  # plies of the search that plays


@dataclass(frozen=True)
class Sample:
    """A position with its value for the side to move: 1, 0 or -1."""

    position: str
    value: int
    cattle: int
    nodes: int


class Sampler:
    """Makes the samples of deals."""

    def __init__(self) -> None:
        plug = GAMES["longhorn"].proof
        assert plug is not None
        self._prover = Prover(plug(), HASH_MB, 1)
        self._stop = StopFlag()

    def samples(self, deal: int) -> list[Sample]:
        """The samples of one deal; none where the play ended too early."""
        self._prover.clear()
        rng = Rng(mix(deal, 11))
        state = opening(deal)
        cattle = LEAST + rng.below(MOST - LEAST + 1)
        wild = rng.random()
        while not state.is_terminal() and (state.is_chance_node() or cattle_left(state) > cattle):
            self._play(state, rng, wild)
        if state.is_terminal():
            return []
        found = [(state, 0)]
        for child in self._moves(state, WIDTHS[0], rng):
            found.append((child, 1))
            found += [(reply, 2) for reply in self._moves(child, WIDTHS[1], rng)]
        proved = []
        for one, _ in sorted(found, key=lambda pair: -pair[1]):
            sample = self._prove(one)
            if sample is not None:
                proved.append(sample)
        return proved

    def _play(self, state: State, rng: Rng, wild: float) -> None:
        """One move: at random with probability ``wild``, else by one of two players."""
        if state.is_chance_node():
            state.apply_action(state.draw_chance(rng))
        elif rng.random() < wild:
            actions = state.legal_actions()
            state.apply_action(actions[rng.below(len(actions))])
        else:
            state.apply_action(self._sound(state, rng))

    def _sound(self, state: State, rng: Rng) -> int:
        if rng.below(4) == 0:
            seat = state.current_player()
            answer = GreedySearch(Settings(), 1).analyse(state, seat, Limits(), None, StopFlag())
            return answer.report.lines[0].move
        values, _ = self._prover.estimate(state, SHALLOW, 1e9, 20_000, self._stop)
        if not values:
            return state.legal_actions()[0]
        return max(values, key=lambda pair: pair[1])[0]

    def _moves(self, state: State, count: int, rng: Rng) -> list[State]:
        """Positions after so many moves, the first the one that the shallow search likes; no ends."""
        actions = state.legal_actions()
        rng.shuffle(actions)
        best = self._sound(state, rng)
        actions.sort(key=lambda action: action != best)
        found = []
        for action in actions[:count]:
            child = state.clone()
            child.apply_action(action)
            if child.is_chance_node():
                child.apply_action(child.draw_chance(rng))
            if not child.is_terminal():
                found.append(child)
        return found

    def _prove(self, state: State) -> Sample | None:
        prover = self._prover
        prover.open(state)
        settled = prover.run(1e9, CAP, self._stop)
        if not settled or prover.lower != prover.upper:
            return None
        return Sample(state.to_text(), prover.lower, cattle_left(state), prover.nodes_searched)
