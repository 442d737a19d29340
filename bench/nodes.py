"""Nodes of Longhorn proofs: a measure of search ideas that does not depend on the machine's load.

Sixteen deals of the fixed list (see bench/longhorn.py) are proved with an empty table, each within a cap of
nodes. They were chosen once for being neither trivial nor out of reach. To judge an idea,
compare a build with it and one without: by the geometric mean of the nodes (an open deal counts the cap),
their sum, the number of open deals, and the processor time, which is noisier.

With several threads the nodes of all are added up. N threads are at most N times as fast as one, divided by
the ratio of the nodes; they are not deterministic, so one run is one draw.
"""

from __future__ import annotations

import math
import time

import click

from bench._deals import opening
from solver.games import GAMES
from solver.search.prover import Prover
from solver.stop import StopFlag

DEALS = (1, 4, 5, 7, 8, 9, 12, 14, 21, 23, 24, 25, 28, 32, 33, 39)


@click.command()
@click.option(
    "--cap", type=click.IntRange(1), default=25_000_000, show_default=True, help="Node limit per deal."
)
@click.option(
    "--hash", "hash_mb", type=click.IntRange(1), default=512, show_default=True, help="Hash table, in MB."
)
@click.option(
    "--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="Threads of the proof."
)
def main(cap: int, hash_mb: int, threads: int) -> None:
    """Nodes to prove sixteen deals of Longhorn: to compare two builds."""
    plug = GAMES["longhorn"].proof
    assert plug is not None
    prover = Prover(plug(), hash_mb, threads)
    nodes = []
    still_open = 0
    begin = time.process_time()
    for seed in DEALS:
        prover.clear()
        prover.open(opening(seed))
        still_open += not prover.run(1e9, cap, StopFlag())
        nodes.append(max(1, prover.nodes_searched))
        click.echo(f"deal {seed}: {nodes[-1]:,} nodes", err=True)
    mean = math.exp(sum(map(math.log, nodes)) / len(nodes))
    click.echo(
        f"geometric mean {mean / 1e6:.2f} M nodes, sum {sum(nodes) / 1e6:.1f} M, open {still_open},"
        f" {time.process_time() - begin:.1f} s of processor time"
    )
