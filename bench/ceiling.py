"""A ceiling of playing strength: how much a player would gain that sees what is hidden.

    python -m bench ceiling --cputime 3 --seconds 20 --log ceiling.jsonl

For each table the players `random`, `greedy`, `flat`, `policy` (the learnt model alone) and the *ceiling* sit
alone among players of the default search, in each seat in turn on the same deals. The ceiling is the default
search with one change: its worlds are the truth. It does not know what the others are about to choose at the
same time. It is a lower bound of what perfect knowledge of the cards is worth.

All that search have the same processor time for a decision. Prints points apart (heads fewer, dollars more
than the mean of the others) and shares of first places, with 95 % intervals over deals.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import click

from bench._progress import progress
from bench.rounds import Seated, Sitter, keep, kept, play_deal, spell
from protocol.records.lineup import read_player
from solver.analysis import model_of
from solver.clock import processor_time
from solver.game import State
from solver.games import GAMES
from solver.reports import Limits, Settings
from solver.rng import mix
from solver.search.ismcts.search import TreeSearch
from solver.search.ismcts.tree import Tree

PLAYERS = ("random", "greedy", "flat", "policy", "ceiling")
HASH_MB = 64


@dataclass(frozen=True)
class Table:
    """A game at one number of seats, with the decimals of its points."""

    game: str
    seats: int
    rules: str
    places: int

    @property
    def name(self) -> str:
        """A word for the table."""
        return f"{self.game}-{self.seats}"


TABLES = (
    *(Table("nimmt", seats, "round", 2) for seats in (2, 4, 6, 10)),
    *(Table("colt", seats, "", 0) for seats in (2, 4, 6)),
)


class SeeingSearch(TreeSearch):
    """The tree search of a game with the truth for its worlds."""

    truth: State

    def _plant(self, view: State, seat: int, actions: Sequence[int]) -> list[Tree]:
        forest = super()._plant(view, seat, actions)
        for tree in forest:
            tree.fix_world(self.truth)
        return forest


class Ceiling:
    """The player that sees everything; ``limits`` of a decision with ``cputime_ms`` or ``nodes``."""

    def __init__(self, game: str, limits: Limits, objective: str) -> None:
        self.game = game
        self.limits = limits
        self.objective = objective

    def begin(self, seed: int) -> None:
        """Begin a game."""
        game = GAMES[self.game]
        settings = Settings(hash_mb=HASH_MB, seed=seed, objective=self.objective)
        model = model_of(game) if game.tree.uses_model else None
        self.search = SeeingSearch(settings, game.tree, model)

    def choose(self, state: State, seat: int) -> int:
        """Its decision, by the truth."""
        legal = state.legal_actions(seat)
        if len(legal) == 1:
            return legal[0]
        self.search.truth = state
        if self.limits.cputime_ms is None:
            answer = self.search.analyse(state, seat, self.limits)
        else:
            limits = Limits(movetime_ms=self.limits.cputime_ms)
            with processor_time():
                answer = self.search.analyse(state, seat, limits)
        return answer.report.lines[0].move


def maker(player: str, game: str, limits: Limits, objective: str) -> Callable[[], Seated]:
    """The maker of a player of PLAYERS, or of ``full``."""
    if player == "ceiling":
        return partial(Ceiling, game, limits, objective)
    if player in ("flat", "full"):
        limit = f"nodes={limits.nodes}" if limits.cputime_ms is None else f"cputime={limits.cputime_ms}"
        player += f":{limit},objective={objective},hash={HASH_MB}"
    return partial(Sitter, read_player(player))


def play_cell(
    table: Table, player: str, limits: Limits, objective: str, deals: int, seconds: float, seed: int
) -> Iterator[tuple[int, tuple[float, float]]]:
    """The deals of one player at one table: number, points apart, share of first places.

    No deal begins after so many seconds of processor time; two are played at least.
    """
    makers = (maker(player, table.game, limits, objective), maker("full", table.game, limits, objective))
    end = time.process_time() + seconds
    for deal in range(deals):
        if deal >= 2 and time.process_time() >= end:
            return
        found = play_deal(GAMES[table.game], makers, table.seats, table.rules.split(), mix(seed, deal))
        yield deal, found


def watched(
    cell: Iterator[tuple[int, tuple[float, float]]], name: str, deals: int, log: str | None, head: str
) -> dict[int, tuple[float, float]]:
    """The deals of a cell, with progress. They are written to the log at its end, so that an interrupted cell
    is played again whole."""
    found = {}
    with progress() as bar:
        task = bar.add_task(name, total=deals, note="")
        for deal, (apart, first) in cell:
            found[deal] = apart, first
            bar.update(task, completed=deal + 1)
    keep(log, head, found)
    return found


@click.command()
@click.option("--only", multiple=True, metavar="WORD", help="Only tables or players named; repeat for more.")
@click.option("--cputime", type=click.IntRange(1), help="Milliseconds of processor time a decision.")
@click.option("--nodes", type=click.IntRange(1), help="Nodes a decision instead.")
@click.option("--objective", default="points", show_default=True, help="Of all that search.")
@click.option("--deals", type=click.IntRange(2), default=400, show_default=True, help="Most deals of a cell.")
@click.option("--seconds", type=float, default=20.0, show_default=True, help="Processor time of a cell.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--log", type=click.Path(dir_okay=False), help="File of played deals; cells in it are not played again."
)
def main(
    only: tuple[str, ...],
    cputime: int | None,
    nodes: int | None,
    objective: str,
    deals: int,
    seconds: float,
    seed: int,
    log: str | None,
) -> None:
    """What hidden information is worth: players between random and all-seeing against the default search."""
    if (cputime is None) == (nodes is None):
        raise click.UsageError("one of --cputime and --nodes is needed")
    limits = Limits(nodes=nodes, cputime_ms=cputime)
    click.echo(
        "| game, seats | player | points apart | first places | fair share | deals |\n" + "|---" * 6 + "|"
    )
    for table in TABLES:
        for player in PLAYERS:
            if only and not {table.name, table.game, player} & set(only):
                continue
            head = f"{table.name} {limits} {objective}, seed {seed}: {player}"
            found = kept(log, head)
            if not found:
                cell = play_cell(table, player, limits, objective, deals, seconds, seed)
                found = watched(cell, f"{table.name} {player}", deals, log, head)
            apart, first = zip(*found.values(), strict=True)
            cells = (f"{table.game}, {table.seats}", f"`{player}`", spell(apart, table.places))
            share = f"{1 / table.seats:.3f}"
            click.echo(f"| {' | '.join(cells)} | {spell(first, 3)} | {share} | {len(found)} |")
