"""Heckmeck: the speed of solving, deciding and playing out turns, and the reach of exact late games.

The late positions follow a rule and can be reproduced. The open spaces are drawn from the seed and hold what
LATE says (`e` nothing, `s` a snail, `a` and `b` a plate of seat 0 or 1); each other space holds two plates of
the seat with more plates in hand. The remaining snails are shared so that the points are as even as possible.
"""

from __future__ import annotations

import time

import click

from bench._progress import show
from solver.games import GAMES, parse_position
from solver.games.heckmeck.playouts import TurnPlayouts
from solver.games.heckmeck.state import initial
from solver.games.heckmeck.worth import HeckmeckTurns
from solver.rng import Rng
from solver.search.expectimax import TurnTables
from solver.search.late import LateGame
from solver.search.turns import TurnTree
from solver.stop import StopFlag

WORMS = {23 + i: worms for i, worms in enumerate((1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4))}
#: The content of the open spaces, and the snails in the supply.
LATE = (("eeee", 0), ("eeeee", 0), ("sseee", 0), ("eeee", 1), ("eaebee", 0), ("sseeee", 0))
MOST = 400_000


def late_position(spaces: str, supply: int, seed: int) -> str:
    """The text of a late position; see the module's docstring."""
    numbers = list(range(23, 37))
    Rng(seed).shuffle(numbers)
    words = {
        number: {"e": "-", "s": "s", "a": "0", "b": "1"}[there]
        for number, there in zip(numbers, spaces, strict=False)
    }
    plates = [10 - spaces.count("a"), 10 - spaces.count("b")]
    worms = [sum(WORMS[n] for n, word in words.items() if word == str(seat)) for seat in range(2)]
    for number in range(36, 22, -1):
        if number not in words:
            seat = int(plates[1] > plates[0])
            words[number] = 2 * str(seat)
            plates[seat] -= 2
            worms[seat] += 2 * WORMS[number]
    snails = 12 - supply - spaces.count("s")
    share = min(range(snails + 1), key=lambda own: abs(worms[0] + 3 * own - worms[1] - 3 * (snails - own)))
    return (
        f"heckmeck/1 ladder={','.join(map(str, WORMS.values()))} box=s12p10"
        f" grill={','.join(words[number] for number in range(23, 37))} plates={plates[0]}/{plates[1]}"
        f" worms={worms[0]}/{worms[1]} snails={share}/{snails - share} supply={supply} turn=0"
        " aside=- roll=- phase=roll"
    )


def turns() -> list[list[str]]:
    """Rows: the exact turn."""
    begin = time.process_time()
    tables = TurnTables()
    made = time.process_time() - begin
    play = tables.solve({total: 1.0 + (min(total, 36) - 23) // 4 for total in range(23, 49)}, 0.0)
    rows = [["tables of the dice, once", f"{1e3 * made:.1f} ms"]]
    for name, run in (("cold solve of a turn", play.time_solve), ("its outcomes' odds", play.time_outcomes)):
        begin = time.process_time()
        run(2000)
        rows.append([name, f"{(time.process_time() - begin) / 2000 * 1e6:.1f} us"])
    begin = time.process_time()
    for _ in range(2000):
        play.choose(0, (2, 1, 0, 3, 1, 1))
    rows.append(["a decision afterwards", f"{(time.process_time() - begin) / 2000 * 1e6:.1f} us"])
    return rows


def playouts(seats: int, games: int) -> list[str]:
    """A row: whole games from the start; the first third is measured apart, since it computes the odds."""
    state = initial(1, seats)
    player = TurnPlayouts(state)
    rng = Rng(1)
    begin = time.process_time()
    player.run(state, games // 2, rng)
    warm = time.process_time()
    _, count = player.run(state, games, rng)
    end = time.process_time()
    first = games // 2 / (warm - begin)
    return [str(seats), f"{count / games:.1f}", f"{first:,.0f}", f"{games / (end - warm):,.0f}"]


def depths(seats: int) -> list[str]:
    """A row: processor time of looking 0, 1 and 2 turns beyond the first turn, all outcomes."""
    state = initial(1, seats)
    state.apply_action(state.draw_chance(Rng(1)))
    row = [str(seats)]
    for depth in range(3):
        tree = TurnTree(HeckmeckTurns(), 16)
        tree.plant(state, 0)
        begin = time.process_time()
        for outcome in tree.allowed():
            tree.outcome(outcome, depth, 1e6, 1 << 62, StopFlag())
        row.append(f"{(time.process_time() - begin) * 1e3:.2f}")
    return row


def late(spaces: str, supply: int, seed: int, seconds: float) -> list[str]:
    """A row: the exact value of a late position."""
    game = LateGame(HeckmeckTurns(), 0)
    begin = time.process_time()
    solved = game.solve(parse_position(late_position(spaces, supply, seed)), MOST, seconds, StopFlag())
    took = f"{time.process_time() - begin:.2f}"
    if solved is None:
        return [f"{spaces} {supply} {seed}", "-", "-", f"{game.states:,}", f"{game.solved_turns:,}", took]
    value, error = solved
    counts = [f"{game.states:,}", f"{game.solved_turns:,}"]
    return [f"{spaces} {supply} {seed}", f"{value:+.9f}", f"{error:.0e}", *counts, took]


@click.command()
@click.option(
    "--games", default=200_000, show_default=True, type=click.IntRange(100), help="Number of playouts."
)
@click.option("--seconds", default=30.0, show_default=True, type=float, help="Time limit per late position.")
def main(games: int, seconds: float) -> None:
    """Speed of turns, playouts and the search; reach of the exact late game."""
    assert "heckmeck" in GAMES
    show("the exact turn, processor time", ["", "time"], turns())
    heads = ["seats", "turns a game", "cold games/s", "warm games/s"]
    show("playouts with exact turns, one core", heads, [playouts(seats, games) for seats in (2, 3, 4, 5)])
    heads = ["seats", "0 turns ahead", "1", "2"]
    show("all outcomes of the first turn, ms of processor time", heads, [depths(seats) for seats in (2, 4)])
    rows = [late(spaces, supply, seed, seconds) for spaces, supply in LATE for seed in (1, 2)]
    heads = ["spaces, supply, seed", "value", "+-", "positions", "turns", "seconds"]
    show("late games, processor time", heads, rows)
