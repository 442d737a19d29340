"""Memory of Longhorn's proofs: nodes and processor time against ``Hash``.

The sixteen deals of ``bench/nodes.py`` are proved by one thread with an empty table of each size, each within
a cap of nodes. An open deal counts the cap. The results lie in bench/data/longhorn_memory.jsonl, and the
picture docs/longhorn-memory.svg is drawn from them; both are written again by ``--write``.
"""

from __future__ import annotations

import math
import time
from pathlib import Path

import click

from bench._deals import opening
from bench._progress import show
from bench._records import Record, Records
from bench._solved_pictures import svg_of
from bench.nodes import DEALS
from solver.games import GAMES
from solver.search.prover import Prover
from solver.stop import StopFlag

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "bench" / "data" / "longhorn_memory.jsonl"
PICTURE = ROOT / "docs" / "longhorn-memory.svg"
SIZES = (1, 2, 4, 8, 16, 64, 256, 1024, 4096, 8192)
CAP = 25_000_000


def prove(hash_mb: int, cap: int) -> Record:
    """Nodes and open deals with one size of the table."""
    plug = GAMES["longhorn"].proof
    assert plug is not None
    prover = Prover(plug(), hash_mb, 1)
    nodes = []
    still_open = []
    begin = time.process_time()
    for seed in DEALS:
        prover.clear()
        prover.open(opening(seed))
        if not prover.run(1e9, cap, StopFlag()):
            still_open.append(seed)
        nodes.append(max(1, prover.nodes_searched))
    return {"nodes": nodes, "open": still_open, "seconds": round(time.process_time() - begin, 1)}


def mean(record: Record) -> float:
    """Geometric mean of the nodes, in millions."""
    return math.exp(sum(map(math.log, record["nodes"])) / len(record["nodes"])) / 1e6


def draw(records: dict[str, Record]) -> str:
    """The curve of nodes and time against Hash, as SVG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.2), layout="constrained")
    axes = figure.add_subplot()
    sizes = [int(key) for key in records]
    axes.plot(sizes, [mean(r) for r in records.values()], "o-", label="geometric mean of the nodes, millions")
    axes.plot(
        sizes, [sum(r["nodes"]) / 1e7 for r in records.values()], "s-", label="all nodes, tens of millions"
    )
    axes.plot(
        sizes, [r["seconds"] / 10 for r in records.values()], "^--", label="processor time, tens of seconds"
    )
    axes.set_xscale("log", base=2)
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.set_ylim(bottom=0)
    axes.set_xlabel("Hash, MB")
    axes.grid(axis="y", alpha=0.3)
    axes.legend(frameon=False, fontsize=8)
    return svg_of(figure)


@click.command()
@click.option("--cap", type=click.IntRange(1), default=CAP, show_default=True, help="Node limit per deal.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="File of results; resume from it."
)
@click.option("--write", is_flag=True, help="Complete the data file and draw the picture of docs.")
def main(cap: int, out: Path | None, write: bool) -> None:
    """Nodes and time of Longhorn's proofs against Hash."""
    records = Records(DATA if write else out, {"bench": "longhorn-memory", "cap": cap})
    for size in SIZES:
        if str(size) not in records:
            records.add(str(size), prove(size, cap))
    show(
        "sixteen deals, by Hash",
        ["Hash, MB", "geometric mean, M nodes", "sum, M nodes", "open", "s of processor time"],
        [
            [
                key,
                f"{mean(row):.2f}",
                f"{sum(row['nodes']) / 1e6:.1f}",
                str(len(row["open"])),
                str(row["seconds"]),
            ]
            for key, row in records.done.items()
        ],
    )
    if write:
        PICTURE.write_text(draw(records.done), encoding="utf-8")
