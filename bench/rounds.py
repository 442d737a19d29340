"""Rounds between two kinds of player on the same deals, one of the first in each seat in turn.

    python -m bench rounds full:cputime=10 full:cputime=10,tree.model=false --seats 4 --deals 100

It plays like `herdmind match GAME --rules round`, but within this process and without its log and records, so
thousands of decisions of a millisecond take little more than their time. Prints how many heads (points) fewer
the first player takes than the mean of the others, and its share of first places, with 95 % intervals over
deals.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import click

from protocol.records.lineup import PlayerSpec, read_player
from solver.analysis import Analyser
from solver.game import State
from solver.games import GAMES
from solver.rng import Rng, mix


class Sitter:
    """A player of a match, with a new seed for each game and seat."""

    def __init__(self, spec: PlayerSpec) -> None:
        self.spec = spec

    def begin(self, seed: int) -> None:
        """Begin a game with nothing learnt."""
        self.analyser = Analyser(self.spec.search_settings(seed))

    def choose(self, state: State, seat: int) -> int:
        """Its decision from its own view."""
        view = state.view(seat)
        legal = view.legal_actions(seat)
        if len(legal) == 1:
            return legal[0]
        answer = self.analyser.analyse(view, self.spec.search_limits, None, None, seat)
        return view.string_to_action(answer.best or "", seat)


def play(state: State, players: Sequence[Sitter], rng: Rng) -> State:
    """Play a game to its end; all simultaneous choices are made before any is entered."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.draw_chance(rng))
            continue
        owing = state.players_to_move()
        for seat, choice in [(seat, players[seat].choose(state, seat)) for seat in owing]:
            state.apply_action(choice, seat)
    return state


def spell(values: Sequence[float], places: int) -> str:
    """Mean and 95 % interval over the deals."""
    mean = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return f"{mean:+.{places}f} [{mean - half:+.{places}f}, {mean + half:+.{places}f}]"


@click.command()
@click.argument("player")
@click.argument("rival")
@click.option("--game", type=click.Choice(list(GAMES)), default="nimmt", show_default=True)
@click.option("--rules", default="round", show_default=True, help="Rules words of the game.")
@click.option("--seats", type=int, default=4, show_default=True)
@click.option("--deals", type=click.IntRange(2), default=100, show_default=True)
@click.option("--first", type=int, default=0, show_default=True, help="Number of the first deal.")
@click.option("--seed", type=int, default=1, show_default=True)
def main(
    player: str, rival: str, game: str, rules: str, seats: int, deals: int, first: int, seed: int
) -> None:
    """One PLAYER against RIVALs in all other seats, in each seat in turn."""
    entry, specs = GAMES[game], (read_player(player), read_player(rival))
    fewer = 1 if entry.fewer_win else -1
    apart, wins = [], []
    for deal in range(first, first + deals):
        chance = mix(seed, deal)
        margins, places = [], []
        for seat in range(seats):
            players = [Sitter(specs[other != seat]) for other in range(seats)]
            for other, sitter in enumerate(players):
                sitter.begin(mix(mix(chance, seat), other))
            state = play(entry.initial(chance, seats, rules.split()), players, Rng(chance))
            ranks, scores = state.result()
            others = [score for other, score in enumerate(scores) if other != seat]
            margins.append(fewer * (statistics.fmean(others) - scores[seat]))
            places.append((ranks[seat] == 1) / max(1, ranks.count(1)))
        apart.append(statistics.fmean(margins))
        wins.append(statistics.fmean(places))
    click.echo(
        f"{seats} seats, {deals} deals: {player} | {rival}: "
        f"{spell(apart, 2)} points apart, first {spell(wins, 3)}"
    )
