"""Fixed work: the same positions and node limits everywhere. Builds that differ differ in nodes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from protocol.table.searcher import SearcherType
from protocol.table.table import Table
from solver.analysis import Analyser, Limits, Settings, StopFlag
from solver.games import Game

#: Default nodes per position.
NODES = 20_000
#: Seeds of the fresh positions of each game.
SEEDS = (1, 2, 3, 4)


@dataclass(frozen=True)
class Sample:
    """One searched position."""

    game: str
    seed: int
    nodes: int
    milliseconds: int

    def text(self) -> str:
        """The sample in one line."""
        return f"{self.game} seed {self.seed} nodes {self.nodes} time {self.milliseconds}"


def run(
    games: Mapping[str, Game],
    nodes: int = NODES,
    stop: StopFlag | None = None,
    analyser_type: SearcherType = Analyser,
) -> Iterator[Sample]:
    """Search the fixed positions one after another with one thread and a small fresh table each."""
    for game in games.values():
        for seed in SEEDS:
            if stop is not None and stop.is_set():
                return
            state = Table.fresh(game, seed).state
            owing = state.players_to_move()
            if not owing:
                continue
            seat = owing[0]
            analyser = analyser_type(Settings(hash_mb=16))
            begin = time.perf_counter()
            answer = analyser.analyse(state.view(seat), Limits(nodes=nodes), None, stop, seat)
            elapsed = time.perf_counter() - begin
            yield Sample(game.name, seed, answer.report.nodes, round(elapsed * 1000))


def summary(samples: list[Sample]) -> str:
    """The last line of a bench: node total, time in ms, nodes per second."""
    total = sum(s.nodes for s in samples)
    elapsed = sum(s.milliseconds for s in samples)
    return f"nodes {total} time {elapsed} nps {total * 1000 // max(1, elapsed)}"
