"""Overhead of the referee, in milliseconds per move, with players in this process and with engine processes
on pipes."""

from __future__ import annotations

import shlex
import shutil
import statistics
import sys

import click

from protocol.matches.players import Bench, Patience
from protocol.matches.referee import play_game
from protocol.records.lineup import PlayerSpec, read_player
from protocol.records.schedule import GameTask, Setup
from solver.analysis import Analyser
from solver.games import GAMES
from solver.stop import StopFlag


def engine() -> PlayerSpec:
    """This engine as a process that plays random moves, so its time is that of the communication."""
    program = shutil.which("herdmind")
    command = [program] if program else [sys.executable, "-m", "protocol"]
    return read_player(f"cmd:nodes=1,Hash=1,Search=random:{shlex.join(command)}")


def overhead(
    game: str, specs: tuple[PlayerSpec, ...], games: int, bench: Bench
) -> tuple[list[float], list[float]]:
    """Overhead per move for each game, and the time of each decision of the first player, both in
    milliseconds. ``specs`` are in seat order."""
    beside, asked = [], []
    for group in range(games):
        task = GameTask(Setup(game, len(specs), 1), group, specs)
        record = play_game(task, GAMES, bench.take(specs), bench.patience)
        taken = sum(ms for _, _, ms in record.moves if ms is not None)
        beside.append((1000 * record.seconds - taken) / len(record.moves))
        asked += [ms for seat, _, ms in record.moves if seat == 0 and ms is not None]
    return beside, asked


@click.command()
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="Games per measurement.")
def main(games: int) -> None:
    """Overhead of the referee, in milliseconds per move."""
    bench = Bench(Analyser, Patience(), StopFlag())
    own, process = read_player("random"), engine()
    click.echo("medians, in ms                 beside the players     a random move   by an engine")
    try:
        for name, game in GAMES.items():
            seats = game.default_seats
            rest = (own,) * (seats - 1)
            beside, random = overhead(name, (own, *rest), games, bench)
            _, piped = overhead(name, (process, *rest), games, bench)
            click.echo(
                f"{name:10} {seats} seats {len(random):6} moves {statistics.median(beside):18.3f}"
                f" {statistics.median(random):17.3f} {statistics.median(piped):17.3f}"
            )
    finally:
        bench.close()


if __name__ == "__main__":
    main()
