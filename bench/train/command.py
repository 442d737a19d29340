"""The command `python -m bench train`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from bench._progress import progress

#: Makers of the games' parts: module and class.
COURSES = {
    "colt": ("bench.train.colt", "ColtCourse"),
    "nimmt": ("bench.train.nimmt", "NimmtCourse"),
}
#: One thread for JAX: on small matrices more of them gain little, and a training shares its machine.
FLAGS = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def course_of(game: str) -> Any:
    """The part of a game."""
    module, name = COURSES[game]
    make: Callable[[], Any] = getattr(import_module(module), name)
    return make()


def note(record: dict[str, Any]) -> str:
    """The last results in a line."""
    return ", ".join(f"{word} {mean:+.1f}" for word, (mean, _) in record.get("rule", {}).items())


@click.command()
@click.argument("game", type=click.Choice(sorted(COURSES)))
@click.option(
    "--folder", type=click.Path(path_type=Path), help="State, log and best network; build/train/GAME."
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--decisions", type=click.IntRange(min=1), default=28_000_000, show_default=True)
@click.option("--minutes", type=click.FloatRange(min=0, min_open=True), help="Stop after this much work.")
@click.option(
    "--every", type=click.FloatRange(min=0), default=60.0, show_default=True, help="Seconds a checkpoint."
)
@click.option("--out", type=click.Path(path_type=Path), help="Write the best network to this file, too.")
def main(
    game: str,
    folder: Path | None,
    seed: int,
    decisions: int,
    minutes: float | None,
    every: float,
    out: Path | None,
) -> None:
    """Train the network of GAME by self-play; the same command resumes a training that was interrupted."""
    os.environ.setdefault("XLA_FLAGS", FLAGS)
    try:
        run = import_module("bench.train.run")
    except ImportError as error:
        raise click.ClickException(f"{error.name} is missing: pip install 'herdmind[train]'") from error
    from solver.net.weights import save

    folder = folder or Path("build/train") / game
    course, plan = course_of(game), run.Plan(seed=seed, decisions=decisions)
    training = None
    with progress() as bar:
        task = bar.add_task(game, total=decisions, note="")
        for training, record in run.train(course, plan, folder, every=every, minutes=minutes):
            bar.update(task, completed=training.decisions)
            if "rule" in record:
                bar.update(task, note=note(record))
                save(folder / "best.npz", run.finished(course, plan, training))
    if training is None:
        print("nothing left to do: --decisions names more", file=sys.stderr)
        return
    if out is not None:
        save(out, run.finished(course, plan, training))
