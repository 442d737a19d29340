"""Fitting of Heckmeck's values by self-play; the result goes to solver/games/heckmeck/worth.toml.

It needs numpy.

Round 0 maximises immediate worms and learns from the final results. Every later round plays for the result
with the values so far, one exact turn deep. Its values are perturbed now and then so that unusual positions
occur too, and it learns from final results mixed with the estimates along the way.
"""

from __future__ import annotations

import base64
import time
import tomllib
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from solver.games.heckmeck.selfplay import play_games
from solver.games.heckmeck.state import initial
from solver.games.heckmeck.worth import UNIT, WEIGHTS, HeckmeckTurns, load_weights, set_weights
from solver.rng import Rng, mix
from solver.search.turns import TurnTree, duel

SAMPLE = np.dtype(
    [("rows", "<i2", 21), ("seats", "<i2"), ("leads", "<f4", 4), ("now", "<f4"), ("goal", "<f4", 3)]
)
HIDDEN, SECOND, HEADS = 32, 16, 3
ROWS_LEAD, LEADS = 94, 41
POINTS_HEAD = 0.25
NOISE = 0.3
TRACE = 0.85
BATCH = 2048
Floats = npt.NDArray[np.float32]
Layers = dict[str, Floats]


def fresh(seats: int, rng: np.random.Generator) -> Layers:
    """Random weights."""
    rows = ROWS_LEAD + LEADS * (seats - 1)

    def normal(width: float, *shape: int) -> Floats:
        return (width * rng.standard_normal(shape)).astype(np.float32)

    return {
        "rows": normal(0.15, rows, HIDDEN),
        "slopes": normal(0.3, seats - 1, HIDDEN),
        "bias": normal(0.1, HIDDEN),
        "second": normal(0.25, HIDDEN, SECOND),
        "second_bias": normal(0.1, SECOND),
        "heads": normal(0.2, SECOND, HEADS),
        "heads_bias": normal(0.0, HEADS),
    }


def inputs(samples: npt.NDArray[np.void], rows: int) -> Floats:
    """One 0 or 1 a row of each sample, then the leads."""
    n = len(samples)
    dense = np.zeros((n, rows + 1), np.float32)
    dense[np.arange(n)[:, None], np.where(samples["rows"] < 0, rows, samples["rows"])] = 1
    return dense[:, :rows]


def step(net: Layers, x: Floats, leads: Floats, goal: Floats, now: Floats) -> tuple[float, Layers]:
    """The loss of a batch and its gradient."""
    a = x @ net["rows"] + leads @ net["slopes"] + net["bias"]
    h = np.maximum(a, 0)
    b = h @ net["second"] + net["second_bias"]
    g = np.maximum(b, 0)
    raw = g @ net["heads"] + net["heads_bias"]
    result = np.tanh(raw[:, 0])
    points = now + POINTS_HEAD * raw[:, 1]
    first = 1 / (1 + np.exp(-raw[:, 2]))
    errors = np.stack([result - goal[:, 0], points - goal[:, 1], first - goal[:, 2]], axis=1)
    loss = float((errors[:, 0] ** 2).mean())
    n = len(x)
    d_raw = errors * np.stack(
        [1 - result**2, np.full_like(result, POINTS_HEAD * 8), np.ones_like(result)], axis=1
    )
    d_raw = (d_raw / n).astype(np.float32)
    d_b = (d_raw @ net["heads"].T) * (b > 0)
    d_a = (d_b @ net["second"].T) * (a > 0)
    gradient = {
        "rows": x.T @ d_a,
        "slopes": leads.T @ d_a,
        "bias": d_a.sum(0),
        "second": h.T @ d_b,
        "second_bias": d_b.sum(0),
        "heads": g.T @ d_raw,
        "heads_bias": d_raw.sum(0),
    }
    return loss, gradient


def fit(
    net: Layers, samples: npt.NDArray[np.void], seats: int, epochs: int, rng: np.random.Generator
) -> float:
    """Fit by Adam, with the learning rate falling to a twentieth; returns the mean loss of the last epoch."""
    rows = ROWS_LEAD + LEADS * (seats - 1)
    first = {name: np.zeros_like(layer) for name, layer in net.items()}
    second = {name: np.zeros_like(layer) for name, layer in net.items()}
    steps = epochs * (len(samples) // BATCH)
    done = 0
    loss = 0.0
    for _ in range(epochs):
        order = rng.permutation(len(samples))
        losses = []
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            batch = samples[order[begin : begin + BATCH]]
            done += 1
            leads = np.ascontiguousarray(batch["leads"][:, : seats - 1])
            loss, gradient = step(net, inputs(batch, rows), leads, batch["goal"], batch["now"])
            losses.append(loss)
            pace = 0.003 * 10 ** (-1.3 * done / steps)
            for name, layer in net.items():
                first[name] += 0.1 * (gradient[name] - first[name])
                second[name] += 0.001 * (gradient[name] ** 2 - second[name])
                mean = first[name] / (1 - 0.9**done)
                size = np.sqrt(second[name] / (1 - 0.999**done))
                layer -= (pace * mean / (size + 1e-8)).astype(np.float32)
        loss = float(np.mean(losses))
    return loss


def install(seats: int, net: Layers) -> None:
    """Make the search use these weights."""
    set_weights(seats, {name: layer.ravel().tolist() for name, layer in net.items()})


def write(path: Path, nets: dict[int, Layers], heading: str) -> None:
    """The weights as a data file: 16-bit numbers in units of UNIT, the lowest byte first, base 64."""
    parts = [f"# {heading}\n"]
    for seats, net in sorted(nets.items()):
        parts.append(f"[seats{seats}]\n")
        for name, layer in net.items():
            numbers = np.clip(np.round(layer.ravel() / UNIT), -32768, 32767).astype("<i2")
            text = base64.b64encode(numbers.tobytes()).decode("ascii")
            lines = "\\\n".join(text[begin : begin + 100] for begin in range(0, len(text), 100))
            parts.append(f'{name} = """\\\n{lines}"""\n')
        parts.append("\n")
    path.write_text("".join(parts), encoding="ascii")


def read(path: Path) -> dict[int, Layers]:
    """The weights of a data file."""
    nets: dict[int, Layers] = {}
    if not path.exists():
        return nets
    for name, layers in tomllib.loads(path.read_text(encoding="ascii")).items():
        seats = int(name.removeprefix("seats"))
        shapes = {layer: value.shape for layer, value in fresh(seats, np.random.default_rng(0)).items()}
        nets[seats] = {
            layer: (np.frombuffer(base64.b64decode(text), "<i2") * UNIT)
            .astype(np.float32)
            .reshape(shapes[layer])
            for layer, text in layers.items()
        }
    return nets


def learn(seats: int, games: int, rounds: int, epochs: int, seed: int, known: Layers | None) -> Layers:
    """All rounds of one number of seats; with ``known`` weights round 0 is left out."""
    start = initial(1, seats)
    rng = np.random.default_rng(seed)
    net = fresh(seats, rng) if known is None else {name: layer.copy() for name, layer in known.items()}
    samples = np.empty(0, SAMPLE)
    for turn in range(rounds):
        begin = time.monotonic()
        objective, noise, trace = (-1, 3.0, 1.0) if turn == 0 and known is None else (0, NOISE, TRACE)
        data = play_games(start, games, Rng(mix(seed, 100 * seats + turn)), objective, noise, trace)
        new = np.frombuffer(data, SAMPLE)
        samples = new if turn <= 1 else np.concatenate([samples[-2 * len(new) :], new])
        played = time.monotonic() - begin
        loss = fit(net, samples, seats, epochs, rng)
        install(seats, net)
        results = duel(TurnTree(HeckmeckTurns(), 1), start, [0, *[-1] * (seats - 1)], 2000, Rng(seed))
        against = np.mean([result[0] for result in results])
        print(
            f"{seats} seats, round {turn}: {len(new) / games:.1f} turns a game, {games / played:.0f} games/s"
            f", loss {loss:.4f}, against most worms at once {against:+.3f}, {time.monotonic() - begin:.0f} s",
            flush=True,
        )
    return net


@click.command()
@click.option("--seats", default="2,3,4,5", show_default=True, help="Numbers of seats, separated by commas.")
@click.option("--games", default=8000, show_default=True, type=click.IntRange(10), help="Games per round.")
@click.option("--rounds", default=4, show_default=True, type=click.IntRange(1))
@click.option("--epochs", default=4, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option("--go-on", is_flag=True, help="Continue from the weights in the file.")
@click.option("--out", default=WEIGHTS, show_default=True, type=click.Path(dir_okay=False, path_type=Path))
def main(seats: str, games: int, rounds: int, epochs: int, seed: int, go_on: bool, out: Path) -> None:
    """Fit Heckmeck's values by self-play; other numbers of seats in the file are kept."""
    load_weights(out)
    nets = read(out)
    for number in map(int, seats.split(",")):
        nets[number] = learn(number, games, rounds, epochs, seed, nets.get(number) if go_on else None)
        write(out, nets, "Weights of worth.pyx, fitted by self-play: python -m bench heckmeck-worth")
