"""Games between this build and the build of another checkout, at equal processor time.

    python -m bench builds ../old --game longhorn --cputime 10 --deals 100 --log games.jsonl

Two builds do not fit into one process, so each plays in one of its own; they take turns. Each deal is played
once with this build in either seat. With ``--log`` every decision is written down with its position, and a
later run goes on from there. For games of two seats without hidden information.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

import click

from bench._progress import progress
from bench._records import Records
from bench.rounds import spell
from solver.game import State
from solver.games import GAMES
from solver.rng import Rng

HERE = Path(__file__).parent.parent
WORKER = Path(__file__).with_name("_builds_worker.py")
Decision = dict[str, Any]


class Build:
    """The player of one checkout; a context manager."""

    def __init__(self, checkout: Path) -> None:
        self._checkout = checkout

    def __enter__(self) -> Build:
        path = os.pathsep.join([str(self._checkout), str(self._checkout / "build" / "face")])
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def _send(self, asked: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()

    def begin(self, seed: int) -> None:
        """Begin a game with nothing learnt."""
        self._send(seed)

    def choose(self, state: State, cputime: int) -> Decision:
        """Its decision."""
        self._send({"position": state.to_text(), "cputime": cputime})
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise click.ClickException(f"the build in {self._checkout} ended")
        found: Decision = json.loads(line)
        return found


def play(state: State, builds: list[Build], cputime: int, seed: int) -> list[Decision]:
    """Play the game to its end, seat k by the k-th build; returns the decisions with a choice."""
    rng, rows = Rng(seed), []
    for build in builds:
        build.begin(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.draw_chance(rng))
            continue
        seat, legal = state.current_player(), state.legal_actions()
        if len(legal) == 1:
            state.apply_action(legal[0])
            continue
        row = builds[seat].choose(state, cputime)
        rows.append({"seat": seat, "position": state.to_text(), **row})
        state.apply_action(state.string_to_action(row["best"]))
    return rows


@click.command()
@click.argument("other", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", default="longhorn", show_default=True, type=click.Choice(["longhorn"]))
@click.option("--cputime", type=click.IntRange(1), default=10, show_default=True, help="ms a decision.")
@click.option("--deals", type=click.IntRange(2), default=100, show_default=True)
@click.option("--first", type=int, default=9_000_001, show_default=True, help="Seed of the first deal.")
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path))
def main(other: Path, game: str, cputime: int, deals: int, first: int, log: Path | None) -> None:
    """This build against that of the checkout OTHER."""
    records = Records(log, {"bench": "builds", "game": game, "cputime": cputime})
    with Build(HERE) as ours, Build(other) as theirs, progress() as bar:
        task = bar.add_task("deals", total=deals, note="")
        for deal in range(first, first + deals):
            for seat in (0, 1):
                key = f"{deal}/{seat}"
                if key not in records:
                    state = GAMES[game].initial(deal)
                    rows = play(state, [ours, theirs] if seat == 0 else [theirs, ours], cputime, deal)
                    records.add(key, {"result": state.returns()[seat], "decisions": rows})
            bar.update(task, advance=1)
    games = [[records.done[f"{deal}/{seat}"] for seat in (0, 1)] for deal in range(first, first + deals)]
    sums = [sum(one["result"] for one in pair) for pair in games]
    spent: tuple[list[float], list[float]] = ([], [])
    for pair in games:
        for seat, one in enumerate(pair):
            for row in one["decisions"]:
                spent[row["seat"] != seat].append(row["ms"])
    click.echo(
        f"{game}, {cputime} ms, {deals} deals, both seats: difference of results a deal {spell(sums, 2)},"
        f" ms a decision {statistics.fmean(spent[0]):.2f} and {statistics.fmean(spent[1]):.2f}"
    )


if __name__ == "__main__":
    main()
