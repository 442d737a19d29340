"""Whole games of Colt Express, with the positions at the ends of their rounds and the money at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from bench.rounds import Sitter
from bench.train.colt import BANDITS, SETTINGS
from protocol.records.lineup import read_player
from solver.games.colt.game import COLT
from solver.games.colt.rules import struct_size
from solver.games.colt.selfplay import counted, estimates, guided_game, raw
from solver.net.weights import Floats
from solver.rng import Rng, mix

#: Iterations of a decision, and the share of answers that are random, drawn for each game.
NODES = (60, 100, 160, 250)
RANDOM = (0.0, 0.02, 0.06)
#: One game in so many is held out.
HELD = 8


@dataclass(frozen=True)
class Ends:
    """Ends of rounds, a row each.

    ``truths`` [n]: the positions as they are; ``money`` [n][BANDITS]: each side's dollars at the end of the
    game, in thousands; ``rounds`` [n]: rounds played; ``seats`` [n]: at the table; ``game`` [n]: its number.
    """

    truths: npt.NDArray[np.void]
    money: Floats
    rounds: npt.NDArray[np.int8]
    seats: npt.NDArray[np.int8]
    game: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.truths)

    def of(self, which: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Ends:
        """Some of the rows."""
        return Ends(*(getattr(self, field.name)[which] for field in fields(self)))

    def parted(self) -> tuple[Ends, Ends]:
        """Those to learn from, and those of every eighth game."""
        held = self.game % HELD == 0
        return self.of(~held), self.of(held)


def joined(parts: Sequence[Ends]) -> Ends:
    """The rows of all parts."""
    return Ends(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Ends)))


def ends_of(number: int, seats: int, positions: bytes, dollars: Sequence[int]) -> Ends:
    """The rows of one game: its recorded positions and each side's dollars at its end."""
    truths = np.frombuffer(positions, np.dtype((np.void, struct_size())))
    money = np.zeros((len(truths), BANDITS), np.float32)
    money[:, : len(dollars)] = np.array(dollars) / 1000
    rounds = np.array([row[2] for row in estimates(positions)], np.int8)
    return Ends(
        truths,
        money,
        rounds,
        np.full(len(truths), seats, np.int8),
        np.full(len(truths), number, np.int32),
    )


def drawn_setting(pick: random.Random) -> tuple[int, tuple[str, ...]]:
    """Seats and rules words of a game."""
    return pick.choices(list(SETTINGS), list(SETTINGS.values()))[0]


def guided_games(count: int, seed: int) -> Ends:
    """Games by the playouts' rules of thumb."""
    found = []
    for number in range(count):
        pick = random.Random(mix(seed, number))
        seats, words = drawn_setting(pick)
        state = COLT.deal(pick.getrandbits(48), seats, words, None)
        positions = guided_game(state, Rng(pick.getrandbits(48)))
        found.append(ends_of(number, seats, positions, counted(state)))
    return joined(found)


def searched_game(player: str, number: int, seed: int) -> Ends:
    """A game whose seats all search; ``player``: as in `herdmind match`, ``{nodes}`` for the iterations."""
    pick = random.Random(mix(seed, number))
    seats, words = drawn_setting(pick)
    spec = read_player(player.format(nodes=pick.choice(NODES)))
    share = pick.choice(RANDOM)
    state, chance = COLT.deal(pick.getrandbits(48), seats, words, None), Rng(pick.getrandbits(48))
    sitters = [Sitter(spec) for _ in range(seats)]
    for sitter in sitters:
        sitter.begin(pick.getrandbits(48))
    found, played = [], 0
    while not state.is_terminal():
        truth = raw(state)
        rounds = estimates(truth)[0][2]
        if rounds != played:  # the last round's end is no position to evaluate: the number stays
            found.append(truth)
            played = rounds
        if state.is_chance_node():
            state.apply_action(state.draw_chance(chance))
            continue
        choices = []
        for seat in state.players_to_move():
            blind = pick.random() < share
            legal = state.legal_actions(seat)
            choices.append((seat, pick.choice(legal) if blind else sitters[seat].choose(state, seat)))
        for seat, choice in choices:
            state.apply_action(choice, seat)
    return ends_of(number, seats, b"".join(found), counted(state))
