"""The packaged networks: size, recipe, speed, and the pictures of docs/learnt-play.md.

python -m bench networks --pictures docs/pictures
"""

from __future__ import annotations

from pathlib import Path

import click

from bench._progress import show
from bench.train.curves import hands, learning, read_log
from solver.games import GAMES
from solver.games.nimmt import learnt

DATA = Path(__file__).parent / "data"
#: What the curves of each game's training count, and where their axis begins.
CURVES = {
    "nimmt": ("heads less than the rule's players, a round", -3.0),
    "colt": ("$1000 more than the rule's players, a game", -0.25),
}


def speeds(repeats: int) -> list[list[str]]:
    """Microseconds of processor time of a policy and a value, the least of some runs, by seats."""
    model = learnt.load()
    if model is None:
        return []
    rows = []
    for seats in (2, 4, 10):
        states = [GAMES["nimmt"].initial(seed, seats) for seed in range(1, 21)]
        runs = [learnt.timed(model, states, 100) for _ in range(repeats)]
        policy, value = (min(run[at] for run in runs) * 1e6 for at in (0, 1))
        rows.append([f"nimmt, {seats} seats, ten cards", f"{policy:.2f}", f"{value:.2f}"])
    return rows


def draw(folder: Path) -> None:
    """Write the pictures."""
    nimmt, model = GAMES["nimmt"], learnt.load()
    if model is None:
        raise click.ClickException("no network of nimmt is packaged")
    for game, (unit, lowest) in CURVES.items():
        curve = learning(read_log(DATA / f"{game}_training.jsonl"), unit, lowest)
        (folder / f"learnt-{game}-curve.svg").write_text(curve, encoding="utf-8")
    counts = (2, 4, 10)
    states = [nimmt.initial(3, seats, ["round"]).view(0) for seats in counts]
    rows = [str(state).split(" rows=")[1].split()[0] for state in states]
    titles = [f"{seats} seats, rows {row}" for seats, row in zip(counts, rows, strict=True)]
    (folder / "learnt-nimmt-hand.svg").write_text(hands(model, titles, states, 0), encoding="utf-8")


@click.command()
@click.option("--repeats", type=click.IntRange(1), default=20, show_default=True)
@click.option("--pictures", type=click.Path(path_type=Path, file_okay=False), help="Draw into it, too.")
def main(repeats: int, pictures: Path | None) -> None:
    """Size, recipe and speed of the packaged networks."""
    for game in GAMES.values():
        model = game.model(None) if game.model else None
        if model is not None:
            recipe = ", ".join(f"{word} {value}" for word, value in model.about.items())
            print(f"{game.name}: {model.digest[:16]}, {recipe}")
    show("microseconds of processor time", ["position", "policy", "value"], speeds(repeats))
    if pictures is not None:
        draw(pictures)
