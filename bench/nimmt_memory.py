"""The value of remembering swept cards in 6 nimmt!, by a player that remembers only the cards in the rows.

The forgetful player uses the full search, but assumes that a card swept from the table may be in any hand
again. It plays against players that remember, and sits in every seat in turn on each deal.
"""

from __future__ import annotations

import click

from bench._progress import progress
from protocol.base.gameline import GameRecord
from protocol.matches.players import Patience, SearchPlayer
from protocol.matches.referee import play_game
from protocol.ratings.summary import summarise
from protocol.records.lineup import read_player
from protocol.records.schedule import GameTask, Setup, rotations
from protocol.reports.show import spell
from protocol.table.clock import ShownClocks
from solver.analysis import Analyser
from solver.game import State
from solver.games import GAMES
from solver.games.nimmt.worlds import forget
from solver.stop import StopFlag


class Forgetful(SearchPlayer):
    """A search that is shown a table without a past."""

    def choose(self, view: State, seat: int, clock: ShownClocks | None = None) -> str:
        return super().choose(forget(view), seat, clock)


@click.command()
@click.option("--seats", type=click.IntRange(2, 10), default=4, show_default=True)
@click.option("--deals", type=click.IntRange(2), default=100, show_default=True)
@click.option("--nodes", type=click.IntRange(1), default=3000, show_default=True, help="Nodes per decision.")
@click.option("--rules", default="round", show_default=True, help="Rules words of the game.")
def main(seats: int, deals: int, nodes: int, rules: str) -> None:
    """The forgetful player against those who remember."""
    forgets = read_player(f"full:nodes={nodes},name=forgets")
    others = read_player(f"full:nodes={nodes},name=remembers")
    groups: dict[int, list[GameRecord]] = {}
    stop = StopFlag()
    with progress() as bar:
        task = bar.add_task("deals", total=deals, note="")
        for group in range(deals):
            records = []
            for seating in rotations((forgets, *[others] * (seats - 1))):
                work = GameTask(Setup("nimmt", seats, 1, tuple(rules.split())), group, seating)
                players = [
                    (Forgetful if spec is forgets else SearchPlayer)(spec, Analyser, stop) for spec in seating
                ]
                records.append(play_game(work, GAMES, players, Patience()))
            groups[group] = records
            bar.advance(task)
    found = summarise(groups, [forgets.name], seats).players[0]
    click.echo(f"{seats} seats, {deals} deals, {found.games} games, the one who forgets less the others:")
    click.echo(f"difference {spell(found.difference)}, heads {spell(found.points, 2)}")


if __name__ == "__main__":
    main()
