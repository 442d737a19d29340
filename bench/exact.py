"""The number of cards from which a two-seat round of 6 nimmt! is solved exactly within a time limit.

The positions come from the tactical variant, where both hands are open. In the deal of each seed, the draft
and the first tricks are played at random until the wanted number of cards is left in each hand. Each is
solved by one thread with an empty table, in processor time.
"""

from __future__ import annotations

import math
import time

import click

from bench._statistics import quantile
from solver.game import State
from solver.games import GAMES
from solver.reports import OBJECTIVES
from solver.rng import Rng
from solver.search.equilibrium import solve_exact
from solver.stop import StopFlag

HAND = 10
PATIENCE = 3  # by the clock, for each second of processor time: the machine may be busy


def late(seed: int, cards: int) -> State:
    """A position of the seed with ``cards`` cards in each hand and both seats to choose."""
    state = GAMES["nimmt"].initial(seed, 2, ("tactical", "round"))
    rng = Rng(seed)
    while len(state.legal_actions(0)) != cards or len(state.players_to_move()) != 2:
        seat = state.players_to_move()[0] if state.players_to_move() else -1
        if seat < 0:
            state.apply_action(state.draw_chance(rng))
            continue
        actions = state.legal_actions(seat)
        state.apply_action(actions[rng.below(len(actions))], seat)
    return state


@click.command()
@click.option(
    "--least", type=click.IntRange(1, HAND), default=2, show_default=True, help="Smallest number of cards."
)
@click.option(
    "--most", type=click.IntRange(1, HAND), default=9, show_default=True, help="Largest number of cards."
)
@click.option(
    "--positions",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Positions per number of cards.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=1.0,
    show_default=True,
    help="Time limit per position.",
)
@click.option("--objective", type=click.Choice(OBJECTIVES), default="points", show_default=True)
@click.option(
    "--hash", "hash_mb", type=click.IntRange(1), default=64, show_default=True, help="Hash table, in MB."
)
def main(least: int, most: int, positions: int, seconds: float, objective: str, hash_mb: int) -> None:
    """Exact play of 6 nimmt! for two seats: the share solved in time, by cards left in each hand."""
    click.echo(f"objective {objective}, {seconds:g} s each, {positions} positions each")
    click.echo("cards  solved  median nodes  median ms  most ms  nodes/s")
    for cards in range(least, most + 1):
        nodes: list[float] = []
        times: list[float] = []
        for seed in range(1, positions + 1):
            state = late(seed, cards)
            begin = time.process_time()
            found = solve_exact(
                state, OBJECTIVES.index(objective), hash_mb, 1 << 62, PATIENCE * seconds, StopFlag()
            )
            spent = time.process_time() - begin
            in_time = found is not None and spent <= seconds
            times.append(spent if in_time else math.inf)
            nodes.append(found.nodes if found and in_time else math.inf)
        solved = [seconds_ for seconds_ in times if seconds_ < math.inf]
        most_spent = max(solved, default=math.nan)
        speed = sum(count for count in nodes if count < math.inf) / sum(solved) if solved else math.nan
        click.echo(
            f"{cards:5}  {len(solved) / positions:6.0%}  {quantile(nodes, 0.5):12,.0f}"
            f"  {1000 * quantile(times, 0.5):9.2f}  {1000 * most_spent:7.1f}  {speed:9,.0f}"
        )
