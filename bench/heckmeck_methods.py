"""Methods of valuing the outcomes of a Heckmeck turn, against a player that maximises immediate points.

A method gives every outcome a value. The exact turn for these values is then played, and its outcome drawn
from its odds. `values:D` searches D turns beyond the outcome, with learned values at the leaves; `playouts:N`
plays N games out from the position after each outcome; `gain` maximises immediate points. One seat uses the
method, in every seat in turn, and the others use `gain`.
"""

from __future__ import annotations

import time
from bisect import bisect
from collections.abc import Callable
from itertools import accumulate

import click

from bench._statistics import bootstrap
from solver.games.heckmeck.playouts import TurnPlayouts
from solver.games.heckmeck.state import HeckmeckState, initial
from solver.games.heckmeck.worth import HeckmeckTurns
from solver.rng import Rng, mix
from solver.search.expectimax import TurnTables
from solver.search.turns import TurnTree
from solver.stop import StopFlag

Method = Callable[[HeckmeckState], dict[int, float]]
FAILURE = 15


def outcomes(state: HeckmeckState) -> list[int]:
    """The possible outcomes of the turn that begins."""
    return [outcome for outcome in range(FAILURE) if state.gets(outcome)[0]] + [FAILURE]


def mover(state: HeckmeckState) -> int:
    """The seat whose turn begins, before the first roll."""
    return state.fields().turn


def by_gain(state: HeckmeckState) -> dict[int, float]:
    """Immediate points."""
    return {outcome: float(state.gets(outcome, mover(state))[1]) for outcome in outcomes(state)}


def by_values(depth: int) -> Method:
    """Learned values, ``depth`` turns ahead."""
    tree = TurnTree(HeckmeckTurns(), 64)

    def method(state: HeckmeckState) -> dict[int, float]:
        tree.plant(state, 0)
        found = {}
        for outcome in outcomes(state):
            values = tree.outcome(outcome, depth, 1e6, 1 << 62, StopFlag())
            assert values is not None
            found[outcome] = values[mover(state)]
        return found

    return method


def by_playouts(games: int, seats: int) -> Method:
    """Games played out, with the same random numbers after every outcome."""
    players = TurnPlayouts(initial(1, seats))
    rng = Rng(1)

    def method(state: HeckmeckState) -> dict[int, float]:
        found = {}
        seed = rng.random64()
        for outcome in outcomes(state):
            after = state.clone()
            after.play_outcome(outcome)
            found[outcome] = players.run(after, games, Rng(seed))[0][mover(state)]
        return found

    return method


def play(seats: int, seat: int, method: Method, tables: TurnTables, rng: Rng) -> tuple[float, float, int]:
    """One game: the result of ``seat``, the seconds that its method took, and its turns."""
    state = initial(1, seats)
    spent, turns = 0.0, 0
    while not state.is_terminal():
        own = mover(state) == seat
        begin = time.process_time()
        worth = method(state) if own else by_gain(state)
        if own:
            spent += time.process_time() - begin
            turns += 1
        stop = {total: worth[min(total, 37) - 23] for total in range(23, 49) if min(total, 37) - 23 in worth}
        chances, failing = tables.solve(stop, worth[FAILURE]).outcomes()
        ends = [*chances, 0]
        summed = list(accumulate([*chances.values(), failing]))
        total = ends[bisect(summed, rng.random() * summed[-1] * (1 - 1e-12))]
        state.play_outcome(min(total, 37) - 23 if total else FAILURE)
    return state.returns()[seat], spent, turns


@click.command()
@click.argument("methods", nargs=-1, required=True)
@click.option("--seats", default=2, show_default=True, type=click.IntRange(2, 5))
@click.option("--games", default=400, show_default=True, type=click.IntRange(2))
def main(methods: tuple[str, ...], seats: int, games: int) -> None:
    """Compare METHODS (gain, values:D, playouts:N) by their mean result against most points at once."""
    tables = TurnTables()
    for name in methods:
        word, _, number = name.partition(":")
        if word not in ("gain", "values", "playouts") or (word != "gain" and not number.isdecimal()):
            raise click.BadParameter(f"{name} is not a method: gain, values:D or playouts:N")
        if word == "gain":
            method: Method = by_gain
        else:
            method = by_values(int(number)) if word == "values" else by_playouts(int(number), seats)
        found = [
            play(seats, game % seats, method, tables, Rng(mix(1, game // seats))) for game in range(games)
        ]
        results = [result for result, _, _ in found]
        low, high = bootstrap(results)
        spent = 1000 * sum(spent for _, spent, _ in found) / sum(turns for _, _, turns in found)
        print(
            f"{name}, {seats} seats: {sum(results) / games:+.3f} ({low:+.3f} to {high:+.3f}), {games} games,"
            f" {spent:.2f} ms a turn",
            flush=True,
        )
