"""6 nimmt!: random rounds per second, from the first trick on, on one core.

A round is the playout of a search: the unknown cards are dealt anew from seat 0's view, ten tricks are played
at random (an undercutter takes the cheapest row), and the result is valued for all seats.

``--fit`` instead measures by how much totals still change in matches of random play.
``solver/games/nimmt/rules.pyx`` estimates the result of an unfinished match by these numbers.
"""

from __future__ import annotations

import time

import click

from bench._progress import show
from solver.games import GAMES
from solver.games.nimmt.worlds import play_rounds, play_worlds
from solver.reports import OBJECTIVES
from solver.rng import Rng, mix

TARGET = 66


def speed(seats: int, rounds: int, objective: int) -> float:
    """Rounds per second of processor time: the best of three runs."""
    view = GAMES["nimmt"].initial(3, seats).view(0)
    best = 0.0
    for _ in range(3):
        begin = time.process_time()
        play_worlds(view, 0, rounds, Rng(1), objective)
        best = max(best, rounds / (time.process_time() - begin))
    return best


def fit(seats: int, matches: int) -> tuple[float, float, float]:
    """(heads a round of the seat nearest to the target, variance a round, error of the estimate).

    The first is the number by which the gap to the target, divided by it and at least 1, agrees best with
    the rounds that are still played; the second the mean square by which the difference of two totals still
    moves, for each round so estimated. The error is that of the estimated variance in the worst of four
    classes of gaps, as a share.
    """
    samples: list[tuple[int, int, float]] = []
    for seed in range(matches):
        rng = Rng(mix(seed, seats))
        totals = play_rounds(GAMES["nimmt"].initial(seed, seats), rng)
        final = totals[-1]
        for done, now in enumerate(totals[:-1], start=1):
            moved = [end - start for start, end in zip(now, final, strict=True)]
            mean = sum(moved) / seats
            spread = 2 * sum((m - mean) ** 2 for m in moved) / (seats - 1)
            samples.append((TARGET - max(now), len(totals) - done, spread))
    most = min(
        (step / 10 for step in range(60, 500)),
        key=lambda m: sum((max(1.0, gap / m) - left) ** 2 for gap, left, _ in samples),
    )
    rounds = [max(1.0, gap / most) for gap, _, _ in samples]
    variance = sum(spread for _, _, spread in samples) / sum(rounds)
    worst = 0.0
    for low, high in ((1, 15), (15, 30), (30, 45), (45, 66)):
        here = [i for i, (gap, _, _) in enumerate(samples) if low <= gap < high]
        if len(here) > 100:
            real = sum(samples[i][2] for i in here)
            worst = max(worst, abs(variance * sum(rounds[i] for i in here) / real - 1))
    return most, variance, worst


@click.command()
@click.option(
    "--rounds", default=300_000, show_default=True, type=click.IntRange(1), help="Rounds per measurement."
)
@click.option("--fit", "fitting", is_flag=True, help="Measure by how much totals still change in a match.")
@click.option(
    "--matches",
    default=2_000,
    show_default=True,
    type=click.IntRange(10),
    help="With --fit: number of matches.",
)
def main(rounds: int, fitting: bool, matches: int) -> None:
    """Random rounds of 6 nimmt! per second, for 2, 4, 6 and 10 seats."""
    if fitting:
        table = []
        for seats in range(2, 11):
            most, variance, worst = fit(seats, matches)
            table.append([str(seats), f"{most:.1f}", f"{variance:.0f}", f"{worst:.0%}"])
        show("matches of random play", ["seats", "heads a round", "variance a round", "worst error"], table)
        return
    table = [
        [str(seats), *(f"{speed(seats, rounds, index):,.0f}" for index in range(len(OBJECTIVES)))]
        for seats in (2, 4, 6, 10)
    ]
    show("random rounds a second, one core", ["seats", *OBJECTIVES], table)
