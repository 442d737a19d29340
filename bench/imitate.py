"""How well the network of 6 nimmt! foretells what searches play, and the same after learning from them.

    python -m bench imitate full:cputime=2,objective=points full:cputime=2,objective=points,tree.model=false

Rounds are played in which every seat draws one of the players; all choices of a card are kept in a file,
which is played once. An eighth of the rounds is held out. For each player and number of seats the command
prints the cross-entropy of these choices, in nats, and how often the likeliest card was played: under uniform
odds, under odds by the hand-made player's rule, under the network, and under networks trained on the others.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import click
import numpy as np

from bench._progress import show
from bench.train import searches, stored
from bench.train.command import FLAGS
from bench.train.searches import Decisions
from protocol.records.lineup import check_model, read_player
from solver.games.nimmt.learnt import PACKAGED
from solver.games.nimmt.net import FEATURES
from solver.net.weights import Floats, Weights, load, save

SEATS = (2, 3, 4, 5, 6, 8, 10)


@click.command()
@click.argument("players", nargs=-1, required=True)
@click.option(
    "--folder", type=click.Path(path_type=Path), default=Path("build/imitate"), help="Of files of decisions."
)
@click.option("--weights", type=click.Path(path_type=Path), default=PACKAGED, help="The network; packaged.")
@click.option("--decisions", type=click.IntRange(min=1), default=40_000, show_default=True)
@click.option("--epochs", type=click.IntRange(min=1), default=12, show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Write the network trained on all players.")
def main(
    players: tuple[str, ...],
    folder: Path,
    weights: Path,
    decisions: int,
    epochs: int,
    seed: int,
    out: Path | None,
) -> None:
    """Compare odds with the choices of PLAYERS, and train the policy on these."""
    specs = [read_player(player) for player in players]
    for spec in specs:
        check_model(spec, "nimmt")
    os.environ.setdefault("XLA_FLAGS", FLAGS)
    try:
        imitation = import_module("bench.train.imitation")
    except ImportError as error:
        raise click.ClickException(f"{error.name} is missing: pip install 'herdmind[train]'") from error
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{searches.name_of(players, decisions, seed)}.npz"
    if not file.exists():
        stored.write(file, searches.play(specs, decisions, seed))
    kept, held = searches.parted(stored.read(Decisions, file))
    before = load(weights, FEATURES)

    odds = {
        "uniform": imitation.by_rule(held, 0.0),
        "the rule": imitation.by_rule(held, imitation.fit_rule(kept)),
        weights.stem: imitation.by_network(before.arrays, held),
    }
    learnt = imitation.learn(before.arrays, kept, epochs, seed)
    odds["learnt from all"] = imitation.by_network(learnt, held)
    for number in range(len(players)):
        net = imitation.learn(before.arrays, kept.of(kept.player == number), epochs, seed)
        odds[f"learnt from {number + 1}"] = imitation.by_network(net, held)
    for number, player in enumerate(players):
        title = f"{number + 1}: {player}, nats/likeliest card"
        rows = [[word, *cells(found, held, number)] for word, found in odds.items()]
        show(title, ["odds", *map(str, SEATS)], rows)
    if out is not None:
        save(out, Weights(learnt, {**before.about, "method": "policy trained on choices of searches"}))


def cells(found: Floats, held: Decisions, player: int) -> list[str]:
    """By number of seats the mean nats of a player's choices, and the share of likeliest cards.

    ``found``: logarithms of the odds at the choices that were held out.
    """
    at = np.arange(len(held))
    nats, likeliest = -found[at, held.chosen], found.argmax(axis=1) == held.chosen
    told = []
    for seats in SEATS:
        here = (held.player == player) & (held.seats == seats)
        told.append(f"{nats[here].mean():.2f}/{likeliest[here].mean():.2f}" if here.any() else "-")
    return told
