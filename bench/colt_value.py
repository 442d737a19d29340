"""Fit the value of Colt Express's network to games of the search, for its evaluation at ends of rounds.

    python -m bench colt-value --games 1200 --out solver/games/colt/net.npz

The policy stays as it is. Everything comes from the seed. The folder keeps the value of the first stage
(games by the rules of thumb) and the games of the second, so the same command goes on after an interruption,
and with more `--games` it plays only those that are missing.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import numpy as np

from bench._progress import progress
from bench.train import stored
from bench.train.command import FLAGS
from solver.games.colt.net import FEATURES, PACKAGED
from solver.net.weights import Floats, Weights, load, save
from solver.rng import mix

#: Games of a file.
BATCH = 25
PLAYER = "full:nodes={nodes},tree.rounds=1,tree.estimate=true"


def first_stage(value: Any, base: Weights, folder: Path, steps: int, seed: int) -> Path:
    """The file of the value that was fitted to guided games."""
    path = folder / f"guided-{seed}-{steps}.npz"
    if path.exists():
        return path
    course = import_module("bench.train.colt").ColtCourse()
    arrays: dict[str, Floats] = {**base.arrays, **only_value(course.fresh(seed))}
    with progress() as bar:
        task = bar.add_task("guided games", total=steps, note="")
        for net, error in value.by_guided_games(arrays, steps, mix(seed, 1)):
            arrays |= net
            bar.update(task, advance=1, note=f"error {error:.3f}")
    save(path, Weights(arrays, {"features": FEATURES}))
    return path


def only_value(arrays: dict[str, Floats]) -> dict[str, Floats]:
    """The arrays of the value."""
    return {name: part for name, part in arrays.items() if name.startswith("value/")}


def second_stage(games: Any, guided: Path, folder: Path, count: int, seed: int) -> Any:
    """The games of the search with that value, played as far as they are not in the folder."""
    player = f"{PLAYER},weights={guided}"
    parts = []
    with progress() as bar:
        task = bar.add_task("games of the search", total=count, note="")
        for batch in range(-(-count // BATCH)):
            path = folder / f"{guided.stem}-games-{batch:04}.npz"
            if not path.exists():
                numbers = range(BATCH * batch, BATCH * (batch + 1))
                stored.write(
                    path, games.joined([games.searched_game(player, k, mix(seed, 2)) for k in numbers])
                )
            parts.append(stored.read(games.Ends, path))
            bar.update(task, completed=min(count, BATCH * (batch + 1)))
    found = games.joined(parts)
    return found.of(np.asarray(found.game < count))


def fitted(value: Any, arrays: dict[str, Floats], ends: Any, epochs: int, seed: int) -> tuple[Any, int, Any]:
    """The value after the pass that explains most of the held-out games, its number, and what it explains."""
    learnt, held = ends.parted()
    best = (only_value(arrays), 0, value.explained(arrays, held))
    print("rounds played: share of the leads' variance explained by the value, by the rules of thumb")
    print("guided games:", best[2])
    for number, net in enumerate(value.by_searched_games(arrays, learnt, epochs, mix(seed, 3)), 1):
        shares = value.explained(net, held)
        print(f"pass {number}:", shares)
        if shares["all"][0] > best[2]["all"][0]:
            best = (net, number, shares)
    return best


@click.command()
@click.option("--folder", type=click.Path(path_type=Path), default=Path("build/colt-value"))
@click.option(
    "--weights", type=click.Path(path_type=Path), default=PACKAGED, help="The rest of the network; packaged."
)
@click.option("--steps", type=click.IntRange(1), default=1500, show_default=True, help="On guided games.")
@click.option("--games", "count", type=click.IntRange(8), default=1200, show_default=True)
@click.option("--epochs", type=click.IntRange(1), default=8, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Write the network to this file.")
def main(
    folder: Path, weights: Path, steps: int, count: int, epochs: int, seed: int, out: Path | None
) -> None:
    """Fit the value in two stages: to games by the rules of thumb, then to games of the search."""
    os.environ.setdefault("XLA_FLAGS", FLAGS)
    try:
        value = import_module("bench.train.value")
    except ImportError as error:
        raise click.ClickException(f"{error.name} is missing: pip install 'herdmind[train]'") from error
    games = import_module("bench.train.colt_games")
    folder.mkdir(parents=True, exist_ok=True)
    base = load(weights, FEATURES)
    guided = first_stage(value, base, folder, steps, seed)
    ends = second_stage(games, guided, folder, count, seed)
    net, number, shares = fitted(value, dict(load(guided, FEATURES).arrays), ends, epochs, seed)
    about = {
        "method": "value: ends of rounds of guided games, then of games of the search",
        "command": f"python -m bench colt-value --seed {seed} --steps {steps} --games {count}"
        f" --epochs {epochs}",
        "passes": number,
        "explained": shares,
    }
    if out is not None:
        save(out, Weights({**base.arrays, **net}, {**base.about, "value": about}))
