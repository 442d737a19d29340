"""Time of a client's steps through a long game: with whole positions, and with what is new alone."""

from __future__ import annotations

import shutil
import statistics
import sys
import time

import click

from protocol.client import Engine
from protocol.table.table import Table
from solver.games import GAMES
from solver.rng import Rng

#: A long game: 6 nimmt! to 500 heads.
GAME, SEATS, RULES, SEED = "nimmt", 4, ("target500",), 3
#: Steps that the medians at the beginning and at the end are of.
ENDS = 100


def long_game(moves: int) -> list[str]:
    """The decisions of a game between random players, at most ``moves``."""
    table = Table.fresh(GAMES[GAME], SEED, SEATS, RULES)
    draw = Rng(SEED)
    while not table.state.is_terminal() and len(table.history) < moves:
        legal = table.legal()
        table.push(legal[draw.below(len(legal))])
    return table.history


def step_times(moves: list[str], whole: bool) -> list[float]:
    """Milliseconds of each step of a client that sends the position after every move."""
    program = shutil.which("herdmind")
    times = []
    with Engine.start([program] if program else [sys.executable, "-m", "protocol"]) as engine:
        engine.set_option("UCI_Variant", GAME)
        if whole:  # as to an engine of version 1.0
            engine._inner.protocol = "1.0"
        for count in range(1, len(moves) + 1):
            begin = time.perf_counter()
            engine.position(seats=SEATS, seed=SEED, rules=RULES, moves=moves[:count])
            times.append(1000 * (time.perf_counter() - begin))
        if engine.history() != moves:
            raise click.ClickException("the engine does not hold the game")
    return times


@click.command()
@click.option("--moves", type=click.IntRange(1), default=1000, show_default=True, help="Length of the game.")
def main(moves: int) -> None:
    """Time of a client's steps through a game of 1,000 moves."""
    played = long_game(moves)
    ends = min(ENDS, len(played))
    click.echo(f"{len(played)} steps; medians of the first and the last {ends}, in ms")
    click.echo("sent              first      last   in all, s")
    for name, whole in (("whole position", True), ("what is new", False)):
        times = step_times(played, whole)
        first, last = statistics.median(times[:ends]), statistics.median(times[-ends:])
        click.echo(f"{name:14} {first:8.3f}  {last:8.3f}  {sum(times) / 1000:8.2f}")


if __name__ == "__main__":
    main()
