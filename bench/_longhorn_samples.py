"""Positions of Longhorn with proved values, to learn from: a tree of positions from each of many fresh deals.

A deal is played by a mixture of random moves, greedy moves and those of a short proof until a
number of cattle is left that was drawn before. From there on some moves, and some replies to these, are tried
too. Each position is proved within a cap of nodes, the latest first; those that stay open, and those whose
value depends on the odds of a draw, are left out. The clock decides nothing, so a seed makes the same samples
on every machine.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, field

from bench._deals import opening
from bench.positions import cattle_left
from solver.game import State
from solver.games import GAMES
from solver.reports import Limits, Settings
from solver.rng import Rng, mix
from solver.search.greedy import GreedySearch
from solver.search.prover import Prover
from solver.stop import StopFlag

LEAST, MOST = 18, 31  # cattle of the first position of a deal
CAP = 400_000  # nodes of a proof
HASH_MB = 128
WIDTHS = (2, 1)  # moves tried from the first position, and replies tried after each
WALKS = 60  # through the answers of each proof
SMALL = 14  # cattle of the smallest positions met on them
SHALLOW = 2_000  # nodes of the proof that plays: no move of it is one that it refuted


@dataclass(frozen=True)
class Sample:
    """A position with its value for the side to move, 1, 0 or -1, and packed questions below it that its
    proof answered, with the answers."""

    position: str
    value: int
    cattle: int
    nodes: int
    below: list[tuple[str, int]] = field(default_factory=list)  # base 85


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
            sample = self._prove(one, rng)
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
        prover = self._prover
        prover.open(state)
        prover.run(1e9, SHALLOW, self._stop)
        winner, unfailed = prover.unfailed()
        if winner is not None:
            unfailed = {winner}
        actions = state.legal_actions()
        likely = [action for action in actions if action in unfailed] or actions
        return likely[rng.below(len(likely))] if prover.best is None else prover.best

    def _moves(self, state: State, count: int, rng: Rng) -> list[State]:
        """Positions after so many moves, the first by one of the players; no ends."""
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

    def _prove(self, state: State, rng: Rng) -> Sample | None:
        prover = self._prover
        prover.open(state)
        settled = prover.run(1e9, CAP, self._stop)
        if not settled or prover.lower != prover.upper:
            return None
        below = [
            (base64.b85encode(node).decode("ascii"), answer)
            for node, answer in prover.lesson(rng, WALKS, SMALL)
        ]
        return Sample(state.to_text(), prover.lower, cattle_left(state), prover.nodes_searched, below)
