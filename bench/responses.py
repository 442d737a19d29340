"""Responses: how much a search that knows its rivals wins from them, at full size.

    python -m bench responses --cputime 10 --seconds 60 --log responses.jsonl

An exact best response is out of reach at full size, so this is a bound from below. A fixed player sits in all
seats but one; in that one, in each seat in turn on the same deals, sit searches whose picture of the rivals
comes as close to that player as the search's parameters can: even odds for `random`, the rules of thumb
for `greedy`, the learnt odds for `policy`, learners for `full`. Half of a cell's time chooses among them;
the figures are of the one chosen, on other deals, beside those of the default search on the same ones. What
it wins is at most what the fixed player loses to its worst opponent.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from functools import partial

import click

from bench._progress import progress
from bench.ceiling import TABLES, Table
from bench.rounds import Sitter, keep, kept, play_deal, spell
from protocol.records.lineup import PlayerSpec, read_player
from solver.games import GAMES
from solver.rng import mix

HASH_MB = 64
#: Tree parameters of the searches that respond to a fixed player; none: the default search.
RESPONSES: dict[str, tuple[str, ...]] = {
    "random": (
        "",
        "tree.model=false,tree.guided=false",
        "tree.model=false,tree.guided=false,tree.rivals=false",
    ),
    "greedy": (
        "",
        "tree.model=false,tree.guided=true",
        "tree.model=false,tree.guided=true,tree.rivals=false",
    ),
    "policy": (
        "",
        "tree.crowd=1,tree.modelled=1,tree.shared=5",
        "tree.crowd=1,tree.modelled=1,tree.shared=5,tree.policy=1000",
    ),
    "full": (
        "",
        "tree.crowd=1,tree.modelled=1,tree.shared=5",
        "tree.modelled=0,tree.learners=1000",
    ),
}
#: Fewest deals that choose, and that are shown.
FEWEST = 2


def searches(player: str, cputime: int, objective: str) -> list[PlayerSpec]:
    """The searches that respond to a fixed player, the default search first."""
    shared = f"full:cputime={cputime},objective={objective},hash={HASH_MB}"
    return [read_player(",".join(filter(None, (shared, words)))) for words in RESPONSES[player]]


class Cell:
    """A fixed player at one table: the results of its responses, kept in a log.

    ``cputime``: milliseconds of processor time for a decision of all that search.
    """

    def __init__(
        self, table: Table, player: str, cputime: int, objective: str, seed: int, log: str | None
    ) -> None:
        words = f"full:cputime={cputime},objective={objective},hash={HASH_MB}" if player == "full" else player
        self.table = table
        self.specs = searches(player, cputime, objective)
        self._rival = read_player(words)
        self._seed, self._log = seed, log
        self.heads = [
            f"{table.name} {cputime} ms {objective}, seed {seed}: {response or 'default'} | {player}"
            for response in RESPONSES[player]
        ]
        self.found = [kept(log, head) for head in self.heads]

    def play(self, which: int, deal: int) -> None:
        """Play a deal with one of the searches, unless the log has it."""
        if deal in self.found[which]:
            return
        makers = (partial(Sitter, self.specs[which]), partial(Sitter, self._rival))
        table = self.table
        chance = mix(self._seed, deal)
        result = play_deal(GAMES[table.game], makers, table.seats, table.rules.split(), chance)
        self.found[which][deal] = result
        keep(self._log, self.heads[which], {deal: result})

    def apart(self, which: int, deals: range) -> list[float]:
        """Points apart of a search, by deal."""
        return [self.found[which][deal][0] for deal in deals]

    def first(self, which: int, deals: range) -> list[float]:
        """Shares of first places of a search, by deal."""
        return [self.found[which][deal][1] for deal in deals]


def rounds_of(cell: Cell, which: Sequence[int], first: int, most: int, seconds: float) -> range:
    """Play deals from number ``first`` on with some of the searches, and say which.

    At least FEWEST, at most ``most``; none begins after so many seconds of processor time.
    """
    end = time.process_time() + seconds
    last = first
    with progress() as bar:
        task = bar.add_task(cell.table.name, total=most, note="")
        while last - first < most and (last - first < FEWEST or time.process_time() < end):
            for number in which:
                cell.play(number, last)
            last += 1
            bar.update(task, completed=last - first)
    return range(first, last)


def best_of(cell: Cell, deals: int, seconds: float) -> tuple[int, range]:
    """The search that gains most on deals of its own, and other deals that it and the default have played."""
    trial = rounds_of(cell, range(len(cell.specs)), 0, deals, seconds / 2)
    best = max(range(len(cell.specs)), key=lambda number: statistics.fmean(cell.apart(number, trial)))
    return best, rounds_of(cell, sorted({0, best}), deals, deals, seconds / 2)


@click.command()
@click.option("--only", multiple=True, metavar="WORD", help="Only tables or players named; repeat for more.")
@click.option(
    "--cputime", type=click.IntRange(1), default=10, show_default=True, help="Milliseconds a decision."
)
@click.option("--objective", default="points", show_default=True, help="Of all that search.")
@click.option(
    "--deals",
    type=click.IntRange(FEWEST),
    default=200,
    show_default=True,
    help="Most deals that choose, and that count.",
)
@click.option("--seconds", type=float, default=30.0, show_default=True, help="Processor time of a cell.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--log", type=click.Path(dir_okay=False), help="File of played deals, which are not played again."
)
def main(
    only: tuple[str, ...],
    cputime: int,
    objective: str,
    deals: int,
    seconds: float,
    seed: int,
    log: str | None,
) -> None:
    """What a search that knows its rivals wins from them: a bound from below of their exploitability."""
    heads = ("game, seats", "fixed player", "response", "points apart", "first places", "default", "deals")
    click.echo(f"| {' | '.join(heads)} |\n" + "|---" * len(heads) + "|")
    for table in TABLES:
        for player, responses in RESPONSES.items():
            if only and not {table.name, table.game, player} & set(only):
                continue
            cell = Cell(table, player, cputime, objective, seed, log)
            best, shown = best_of(cell, deals, seconds)
            words = (
                f"{table.game}, {table.seats}",
                f"`{player}`",
                f"`{responses[best]}`" if responses[best] else "default",
                spell(cell.apart(best, shown), table.places),
                spell(cell.first(best, shown), 3),
                spell(cell.apart(0, shown), table.places),
                str(len(shown)),
            )
            click.echo(f"| {' | '.join(words)} |")
