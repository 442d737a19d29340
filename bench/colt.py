"""Colt Express: random games and ISMCTS iterations per second, on one core.

A random game is a whole game from the first decision to the end, with all chance events. An iteration samples
a world from the first seat's view, descends the tree, and plays out as the game's parameters say.
"""

from __future__ import annotations

import time

import click

from bench._progress import show
from bench.ismcts import opening, rate
from solver.analysis import model_of
from solver.game import State
from solver.games import GAMES
from solver.rng import Rng

#: (title, seats, rules words)
SETUPS = (
    ("base game", 4, ()),
    ("horses and whiskey", 4, ("horses",)),
    ("expansion", 4, ("stagecoach",)),
    ("teams", 4, ("teams",)),
    ("two bandits each", 2, ()),
    ("base game", 6, ()),
)


def games_a_second(state: State, games: int) -> float:
    """Random games per second of processor time from ``state``: the best of three runs."""
    best = 0.0
    rng = Rng(1)
    for _ in range(3):
        begin = time.process_time()
        for _ in range(games):
            state.playout(rng)
        best = max(best, games / (time.process_time() - begin))
    return best


@click.command()
@click.option(
    "--games", default=20_000, show_default=True, type=click.IntRange(1), help="Games per measurement."
)
@click.option(
    "--seconds", type=float, default=2.0, show_default=True, help="Seconds per measurement of iterations."
)
@click.option("--hash", "hash_mb", type=click.IntRange(1), default=64, show_default=True, metavar="MB")
def main(games: int, seconds: float, hash_mb: int) -> None:
    """Random games and ISMCTS iterations of Colt Express per second, from the first decision."""
    table = []
    for name, seats, rules in SETUPS:
        state = opening("colt", seats, rules)
        game = GAMES["colt"]
        iterations = rate(state, game.tree, 0, seconds, hash_mb, model_of(game))
        table.append([name, str(seats), f"{games_a_second(state, games):,.0f}", f"{iterations:,.0f}"])
    show("a second, one core", ["", "seats", "random games", "iterations"], table)


if __name__ == "__main__":
    main()
