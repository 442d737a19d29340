"""The list of positions for ``bench longhorn --table``, made once so that runs on it can be compared.

Each deal of the list, after its random start (``bench._deals.opening``), is played by the engine against
itself with a node limit and one thread. As long as the search is unchanged, this gives the same game on every
machine. From each game the list takes the first decision with at most 36, 32, 28, 24, 20 and 16 cattle on the
board, if it has more cattle than the next smaller number. Chance is drawn from the deal's seed.
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from bench._deals import Span, opening
from bench._progress import progress
from solver.analysis import Analyser, Limits, Settings
from solver.game import State
from solver.games.longhorn.state import LonghornState
from solver.rng import Rng, mix

GROUPS = (36, 32, 28, 24, 20, 16)
STEP = 4  # a group takes positions with fewer cattle than its number by less than this
HASH_MB = 64


def cattle_left(state: State) -> int:
    """Cattle on the board."""
    assert isinstance(state, LonghornState)
    return sum(map(sum, state.fields().cattle))


def walk(analyser: Analyser, seed: int, nodes: int) -> list[dict[str, object]]:
    """The rows of one deal."""
    state = opening(seed)
    rows: list[dict[str, object]] = []
    open_groups = list(GROUPS)
    events = ply = 0
    analyser.clear()
    while not state.is_terminal() and open_groups:
        if state.is_chance_node():
            state.apply_action(state.draw_chance(Rng(mix(seed, events))))
            events += 1
            continue
        left = cattle_left(state)
        while open_groups and left <= open_groups[0]:
            group = open_groups.pop(0)
            if left > group - STEP:
                row = {"group": group, "deal": seed, "ply": ply, "cattle": left, "position": state.to_text()}
                rows.append(row)
        best = analyser.analyse(state, Limits(nodes=nodes)).best
        assert best is not None
        state.apply_action(state.string_to_action(best))
        ply += 1
    return rows


@click.command()
@click.option("--deals", type=Span(), default="1-40", show_default=True, help="Seeds of the deals.")
@click.option("--nodes", default=200_000, show_default=True, type=click.IntRange(1), help="Nodes per move.")
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The file to write."
)
def main(deals: range, nodes: int, out: Path) -> None:
    """Play deals out and write down positions by the cattle left."""
    analyser = Analyser(Settings(hash_mb=HASH_MB))
    rows: list[dict[str, object]] = []
    with progress() as bar:
        task = bar.add_task("playing", total=len(deals), note="")
        for seed in deals:
            rows += walk(analyser, seed, nodes)
            bar.update(task, advance=1, note=f"{len(rows)} positions")
    out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="ascii")
    for group in GROUPS:
        print(f"{group} cattle: {sum(row['group'] == group for row in rows)} positions")
