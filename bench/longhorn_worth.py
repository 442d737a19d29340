"""Fitting of Longhorn's evaluation to proved positions, for solver/games/longhorn/evaluation.npz.

It needs numpy. The positions come from fresh deals (bench/_longhorn_samples.py), outside all lists; they are
kept in the file of samples, from which an interrupted run goes on. All questions of a deal are either
learnt from or, in every fifth deal, held out: the figures printed are of these.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click
import numpy as np

from bench._longhorn_fit import Net, Questions, fit, losses, stack
from bench._longhorn_samples import CAP, Sampler
from bench._progress import progress, show
from bench._records import Record, Records
from solver.games import GAMES
from solver.games.longhorn.evaluation import (
    CATTLE_ROWS,
    FILE,
    HIDDEN_UNITS,
    ROW_COUNT,
    load_weights,
    rows_of,
    rows_of_node,
    set_weights,
)
from solver.games.longhorn.state import parse
from solver.net.weights import WeightsError

FIRST = 7_500_001
HELD_OUT = 5  # every so many deals one is held out
FEWEST = 14  # cattle of a question
CATTLE = ((14, 19), (20, 23), (24, 27), (28, 32))


@contextmanager
def without_weights() -> Iterator[None]:
    """Zero for every evaluation meanwhile, so that samples do not depend on what was learnt before."""
    set_weights(np.zeros((ROW_COUNT, HIDDEN_UNITS)), np.zeros(HIDDEN_UNITS), np.zeros(HIDDEN_UNITS))
    try:
        yield
    finally:
        with suppress(OSError, WeightsError):
            load_weights()


def collect(path: Path, first: int, deals: int) -> list[Record]:
    """The records of the deals, made where the file lacks them."""
    records = Records(path, {"bench": "longhorn samples", "cap": CAP})
    sampler = Sampler()
    wanted = range(first, first + deals)
    with progress() as bar:
        task = bar.add_task("proving", total=deals, note="")
        for deal in wanted:
            if str(deal) not in records:
                rows = [
                    [one.position, one.value, one.cattle, one.nodes, one.below]
                    for one in sampler.samples(deal)
                ]
                records.add(str(deal), {"rows": rows})
            bar.update(task, advance=1)
    return [records.done[str(deal)] for deal in wanted]


def questions_of(records: list[Record]) -> Questions:
    """Both questions of each proved position, and those met in its proof."""
    kind = GAMES["longhorn"].proof
    assert kind is not None
    plug, parts = kind(), []

    def add(rows: list[int], answer: int, deal: int, own: bool) -> None:
        cattle = next(row - CATTLE_ROWS[0] for row in rows if CATTLE_ROWS[0] <= row < CATTLE_ROWS[1])
        if cattle >= FEWEST:
            parts.append((rows, answer, cattle, deal, own))

    for record in records:
        deal = int(record["key"])
        for position, value, _, _, below in record["rows"]:
            for target in (1, 0):
                add(rows_of(plug, parse(position), target), value >= target, deal, True)
            for node, answer in below:
                add(rows_of_node(base64.b85decode(node)), answer, deal, False)
    return stack(parts)


def report(net: Net, held: Questions) -> None:
    """The figures of the questions about the positions held out, by cattle."""
    logits, table = net.logits(held), []
    for low, high in CATTLE:
        which = held.own & (held.cattle >= low) & (held.cattle <= high)
        if not which.any():
            continue
        base = float(np.clip(held.answers[which].mean(), 0.001, 0.999))
        plain = np.full(which.sum(), np.log(base / (1 - base)))
        found, rate = losses(logits[which], held.answers[which]), losses(plain, held.answers[which])
        numbers = (found[0], rate[0], found[1], rate[1], found[2], rate[2])
        table.append([f"{low}-{high}", str(which.sum()), *(f"{number:.3f}" for number in numbers)])
    heads = ["cattle", "questions", "log loss", "by base rate", "Brier", "by rate", "right", "by rate"]
    show("held-out deals", heads, table)


@click.command()
@click.option("--samples", type=click.Path(dir_okay=False, path_type=Path), required=True)
@click.option("--deals", type=click.IntRange(10), default=1200, show_default=True)
@click.option("--first", type=int, default=FIRST, show_default=True, help="Seed of the first deal.")
@click.option("--epochs", type=click.IntRange(1), default=8, show_default=True)
@click.option("--decay", type=float, default=1.0, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=FILE, show_default=True)
def main(samples: Path, deals: int, first: int, epochs: int, decay: float, seed: int, out: Path) -> None:
    """Fit the evaluation of Longhorn to proved positions of fresh deals."""
    with without_weights():
        questions = questions_of(collect(samples, first, deals))
    held = questions.deals % HELD_OUT == 0
    learnt = questions.take(~held)
    click.echo(f"{len(learnt.rows)} questions to learn from, {held.sum()} held out")
    nets = []
    with progress() as bar:
        task = bar.add_task("epochs", total=epochs, note="")
        for one in fit(learnt, epochs, decay, np.random.default_rng(seed)):
            nets = [one]
            bar.update(task, advance=1)
    net = nets[0]
    about: dict[str, object] = {"deals": [first, deals], "epochs": epochs, "decay": decay, "seed": seed}
    net.save(out, about)
    report(net, questions.take(held))


if __name__ == "__main__":
    main()
