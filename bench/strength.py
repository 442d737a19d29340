"""Playing strength where nothing is proved yet: the engine against plain players, on paired deals.

Pair k is the deal of seed k after its random start (``bench._deals.opening``), played twice, each side once
the engine's. Chance events of a pair come from one seed, so both games see the same luck as long as they run
alike. The result of a pair is the engine's mean result of its two games; pairs are independent, so the
interval is a bootstrap over pairs.

The engine plays under the same time for each move as the Monte Carlo player. The greedy player needs a few
milliseconds.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from bench._deals import opening
from bench._progress import progress, show
from bench._records import Record, Records
from bench._statistics import bootstrap
from solver.analysis import Analyser, Answer, Limits, Settings
from solver.game import State
from solver.rng import Rng, mix
from solver.search.flat import FlatSearch
from solver.search.greedy import GreedySearch


class Engine:
    """The analyser as a player that starts each game with nothing learnt."""

    def __init__(self, hash_mb: int) -> None:
        self.analyser = Analyser(Settings(hash_mb=hash_mb))

    def analyse(self, state: State, seat: int, limits: Limits) -> Answer:
        """Choose for ``seat``."""
        return self.analyser.analyse(state.view(seat), limits, seat=seat)

    def clear(self) -> None:
        """A new game."""
        self.analyser.clear()


def opponent(name: str, seed: int) -> FlatSearch | GreedySearch:
    """The plain player of that name."""
    return FlatSearch(Settings(seed=seed)) if name == "flat" else GreedySearch(Settings(seed=seed))


def play(engine: Engine, against: str, pair: int, side: int, movetime: int) -> Record:
    """One game with the engine on seat ``side``; see ``summary`` for what is recorded."""
    state = opening(pair)
    other = opponent(against, pair)
    engine.clear()
    limits = Limits(movetime_ms=movetime)
    spent = [0.0, 0.0]
    moves = [0, 0]
    proved_at: int | None = None
    sure = 0.0  # the result that the engine had proved for itself when it last had a proof
    events = ply = 0
    line: list[str] = []
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.draw_chance(Rng(mix(pair, events)))
            events += 1
        else:
            seat = state.current_player()
            begin = time.monotonic()
            player: Any = engine if seat == side else other
            answer = player.analyse(state, seat, limits)
            spent[seat] += time.monotonic() - begin
            moves[seat] += 1
            assert answer.best is not None
            action = state.string_to_action(answer.best)
            if seat == side and answer.report.lines[0].proven and proved_at is None:
                proved_at = ply
                sure = float(answer.report.lines[0].lower)
            ply += 1
        line.append(state.action_to_string(action))
        state.apply_action(action)
    return {
        "pair": pair,
        "side": side,
        "result": state.returns()[side],
        "scores": state.scores(),
        "plies": ply,
        "proved_at": proved_at,
        "sure": sure,
        "chance": events,
        "engine_ms": round(1000 * spent[side] / max(1, moves[side]), 1),
        "other_ms": round(1000 * spent[1 - side] / max(1, moves[1 - side]), 1),
        "line": " ".join(line),
    }


def summary(games: list[Record], against: str, movetime: int) -> None:
    """Print what came of the games."""
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game["pair"], []).append(game["result"])
    means = [sum(results) / len(results) for results in pairs.values()]
    low, high = bootstrap(means)
    rows = []
    for name, chosen in (
        ("both sides", games),
        ("engine moves first", [game for game in games if game["side"] == 0]),
        ("engine moves second", [game for game in games if game["side"] == 1]),
    ):
        results = [game["result"] for game in chosen]
        counts = [sum(result > 0 for result in results), sum(result == 0 for result in results)]
        mean = sum(results) / max(1, len(results))
        rows.append(
            [name, str(len(results)), *map(str, counts), str(len(results) - sum(counts)), f"{mean:+.3f}"]
        )
    heads = ["", "games", "wins", "draws", "losses", "mean"]
    show(f"engine against {against}, {movetime} ms a move", heads, rows)
    print(f"mean result {sum(means) / len(means):+.3f}, 95 % interval over deals {low:+.3f} to {high:+.3f}")
    proofs = sorted(game["proved_at"] for game in games if game["proved_at"] is not None)
    if proofs:
        print(
            f"the engine's first proof: in {len(proofs)} games, at ply {proofs[len(proofs) // 2]} (median); "
            f"before the first move in {sum(game['proved_at'] == game['side'] for game in games)}"
        )
    thrown = [game for game in games if game["result"] < game["sure"] and not game["chance"]]
    print(f"games without chance that ended below what the engine had proved: {len(thrown)}")
    print(
        f"time a move: engine {sum(game['engine_ms'] for game in games) / len(games):.0f} ms, "
        f"{against} {sum(game['other_ms'] for game in games) / len(games):.0f} ms"
    )


@click.command()
@click.option("--games", default=100, show_default=True, type=click.IntRange(2), help="Two to a deal.")
@click.option(
    "--movetime", default=100, show_default=True, type=click.IntRange(1), help="Milliseconds a move."
)
@click.option("--against", default="greedy", show_default=True, type=click.Choice(["greedy", "flat"]))
@click.option("--hash", "hash_mb", default=64, show_default=True, type=click.IntRange(1, 1 << 20), help="MB.")
@click.option(
    "--first", default=1001, show_default=True, type=click.IntRange(0), help="Seed of the first deal."
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Keep the games; go on from them."
)
def main(games: int, movetime: int, against: str, hash_mb: int, first: int, out: Path | None) -> None:
    """Play the engine against a plain player: greedy, or Monte Carlo (flat)."""
    settings = {"bench": "strength", "against": against, "movetime": movetime, "hash": hash_mb}
    records = Records(out, settings)
    engine = Engine(hash_mb)
    wanted = [(first + index // 2, index % 2) for index in range(games)]
    with progress() as bar:
        task = bar.add_task(f"against {against}", total=games, note="")
        for pair, side in wanted:
            key = f"{pair}/{side}"
            if key not in records:
                records.add(key, play(engine, against, pair, side, movetime))
            results = [records.done[f"{p}/{s}"]["result"] for p, s in wanted if f"{p}/{s}" in records]
            bar.update(task, advance=1, note=f"{sum(results) / len(results):+.2f}")
    summary([records.done[f"{pair}/{side}"] for pair, side in wanted], against, movetime)
