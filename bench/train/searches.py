"""Choices of searches in rounds of 6 nimmt!, to compare a network with or to learn from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.rounds import Sitter
from protocol.records.lineup import PlayerSpec
from solver.games import GAMES
from solver.games.nimmt.learnt import inputs
from solver.games.nimmt.lessons import SHARES_OF_SEATS
from solver.luck import digest_of
from solver.net.weights import Floats
from solver.rng import Rng

HAND = 10
#: Share of the rounds that is played with the small deck, for fewer than ten seats.
SMALL = 0.25
#: One in so many rounds is held out.
HELD = 8


@dataclass(frozen=True)
class Decisions:
    """Choices of a card, a row each.

    ``state`` [n][inputs] and ``cards`` [n][10][inputs]: what the network sees (float16); ``count``: cards of
    the hand; ``chosen``: which of them was played; ``seats``: at the table; ``player``: who chose, by number;
    ``table``: number of the round.
    """

    state: npt.NDArray[np.float16]
    cards: npt.NDArray[np.float16]
    count: npt.NDArray[np.int8]
    chosen: npt.NDArray[np.int8]
    seats: npt.NDArray[np.int8]
    player: npt.NDArray[np.int8]
    table: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.chosen)

    def of(self, which: npt.NDArray[np.bool_]) -> Decisions:
        """Some of the rows."""
        return Decisions(*(getattr(self, field.name)[which] for field in fields(self)))

    @property
    def legal(self) -> Floats:
        """[n][10]: 1 for a card."""
        return (np.arange(HAND) < self.count[:, None]).astype(np.float32)


def name_of(players: Sequence[str], decisions: int, seed: int) -> str:
    """The name of the file of what these players choose."""
    return digest_of(*players, f"{decisions} {seed}")


def parted(decisions: Decisions) -> tuple[Decisions, Decisions]:
    """Those to learn from, and those of every eighth round."""
    held = decisions.table % HELD == 0
    return decisions.of(~held), decisions.of(held)


def play(specs: Sequence[PlayerSpec], decisions: int, seed: int) -> Decisions:
    """Whole rounds in which every seat draws one of the players, until so many choices were noted.

    Numbers of seats are drawn so that the shares of the decisions are SHARES_OF_SEATS.
    """
    pick, table = random.Random(seed), 0
    rows: list[tuple[Any, ...]] = []
    sizes = sorted(SHARES_OF_SEATS)
    while len(rows) < decisions:
        seats = pick.choices(sizes, [SHARES_OF_SEATS[n] / n for n in sizes])[0]
        small = seats < 10 and pick.random() < SMALL
        words = ["round", "small"] if small else ["round"]
        state, chance = GAMES["nimmt"].initial(pick.getrandbits(48), seats, words), Rng(pick.getrandbits(48))
        numbers = [pick.randrange(len(specs)) for _ in range(seats)]
        sitters = [Sitter(specs[number]) for number in numbers]
        for sitter in sitters:
            sitter.begin(pick.getrandbits(48))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.draw_chance(chance))
                continue
            owing = state.players_to_move()
            choices = [(seat, sitters[seat].choose(state, seat)) for seat in owing]
            legal = [state.legal_actions(seat) for seat in owing]
            if len(owing) == seats and len(legal[0]) > 1:  # a choice among cards
                for (seat, choice), cards in zip(choices, legal, strict=True):
                    rows.append((*inputs(state, seat), cards.index(choice), seats, numbers[seat], table))
            for seat, choice in choices:
                state.apply_action(choice, seat)
        table += 1
    kinds = (np.float16, np.float16, np.int8, np.int8, np.int8, np.int8, np.int32)
    parts = zip(*rows, strict=True)
    return Decisions(*(np.array(part, kind) for part, kind in zip(parts, kinds, strict=True)))
