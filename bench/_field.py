"""Tables for a field of players: each deal seats a few of them, so that all pairs meet about equally
often."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from protocol.records.lineup import PlayerSpec, read_player
from protocol.records.schedule import GameTask, Setup, rotations
from solver.rng import Rng

SKILLS = (0, 5, 10, 15)


@dataclass(frozen=True)
class FieldCell:
    """The whole field at one game. ``full`` and ``flat``: nodes per decision of these players; ``deals``: the
    number of tables, each played in all rotations."""

    game: str
    seats: int
    deals: int
    full: int
    flat: int

    @property
    def name(self) -> str:
        """A word for the cell, which names its log."""
        return f"{self.game}-{self.seats}"

    @property
    def players(self) -> list[PlayerSpec]:
        """The field."""
        texts = ["random", "greedy", f"flat:nodes={self.flat},name=flat"]
        texts += [f"full:nodes={self.full},skill={level},name=skill-{level}" for level in SKILLS]
        texts += [f"full:nodes={self.full},name=full", f"full:nodes={4 * self.full},name=full-x4"]
        return [read_player(text) for text in texts]

    def tasks(self, seed: int = 1) -> Iterator[GameTask]:
        """All games of the cell."""
        setup = Setup(self.game, self.seats, seed)
        for group, table in enumerate(tables(self.players, self.seats, self.deals, seed)):
            for seated in rotations(table):
                yield GameTask(setup, group, seated)


def read_field(text: str) -> list[FieldCell]:
    """The cells of a file.

    Raises:
        TypeError: a key is unknown or missing.
    """
    return [FieldCell(**table) for table in tomllib.loads(text)["cells"]]


def tables(
    players: Sequence[PlayerSpec], seats: int, deals: int, seed: int
) -> Iterator[tuple[PlayerSpec, ...]]:
    """``deals`` tables of ``seats`` different players. Each is the table whose players have met least, ties
    broken by an order drawn from ``seed``; the seats are drawn too."""
    rng = Rng(seed)
    every = list(itertools.combinations(range(len(players)), seats))
    rng_order = sorted(every, key=lambda table: rng.below(1 << 31))
    met = dict.fromkeys(itertools.combinations(range(len(players)), 2), 0)
    for _ in range(deals):
        table = min(
            rng_order, key=lambda chosen: sum(met[pair] ** 2 for pair in itertools.combinations(chosen, 2))
        )
        for pair in itertools.combinations(table, 2):
            met[pair] += 1
        seated = sorted(table, key=lambda player: rng.below(1 << 31))
        yield tuple(players[player] for player in seated)
