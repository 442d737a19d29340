"""Rounds between two kinds of player on the same deals, one or more of the first in each seat in turn.

    python -m bench rounds full:cputime=10 full:cputime=10,tree.model=false --seats 4 --deals 100

It plays like `herdmind match GAME --rules round`, but within this process and without its log and records, so
thousands of decisions of a millisecond take little more than their time. Prints how many heads (points) fewer
the first player takes than the mean of the others, and its share of first places, with 95 % intervals over
deals. With `--own K` it has K neighbouring seats; the figures are means over these. With half of the seats
fewest deals tell two players apart, but it is another question: how they do in mixed company.
"""

from __future__ import annotations

import json
import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import click

from protocol.records.lineup import PlayerSpec, check_model, read_player
from solver.analysis import Analyser
from solver.game import State
from solver.games import GAMES, Game
from solver.rng import Rng, mix


class Seated(Protocol):
    """A player in one seat of one game."""

    def begin(self, seed: int) -> None:
        """Begin a game with nothing learnt."""

    def choose(self, state: State, seat: int) -> int:
        """Its decision, given the truth."""


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


def play(state: State, players: Sequence[Seated], rng: Rng) -> State:
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


def play_deal(
    game: Game,
    make: tuple[Callable[[], Seated], Callable[[], Seated]],
    seats: int,
    rules: Sequence[str],
    chance: int,
    own: int = 1,
) -> tuple[float, float]:
    """Points apart and share of first places of the first player, over its seats on one deal.

    ``make``: makers of the player and of its rivals; ``own``: how many seats of a table are the player's.
    """
    fewer = 1 if game.fewer_win else -1
    margins, places = [], []
    for seat in range(seats):
        mine = [(seat + k) % seats for k in range(own)]
        players = [make[other not in mine]() for other in range(seats)]
        for other, sitter in enumerate(players):
            sitter.begin(mix(mix(chance, seat), other))
        state = play(game.initial(chance, seats, rules), players, Rng(chance))
        ranks, scores = state.result()
        others = [score for other, score in enumerate(scores) if other not in mine]
        margins.append(fewer * (statistics.fmean(others) - statistics.fmean(scores[k] for k in mine)))
        places.append(sum(ranks[k] == 1 for k in mine) / own / max(1, ranks.count(1)))
    return statistics.fmean(margins), statistics.fmean(places)


def keep(log: str | None, head: str, deals: Mapping[int, tuple[float, float]]) -> None:
    """Append deals to the log, if there is one: points apart and share of first places by number."""
    if log is not None:
        with Path(log).open("a", encoding="utf-8") as file:
            for deal, (apart, first) in deals.items():
                row = {"head": head, "deal": deal, "apart": apart, "first": first}
                file.write(json.dumps(row) + "\n")


def kept(log: str | None, head: str) -> dict[int, tuple[float, float]]:
    """The deals of this comparison that a log holds."""
    if log is None or not Path(log).exists():
        return {}
    rows = [json.loads(line) for line in Path(log).read_text(encoding="utf-8").splitlines()]
    return {row["deal"]: (row["apart"], row["first"]) for row in rows if row["head"] == head}


@click.command()
@click.argument("player")
@click.argument("rival")
@click.option("--game", type=click.Choice(list(GAMES)), default="nimmt", show_default=True)
@click.option("--rules", default="round", show_default=True, help="Rules words of the game.")
@click.option("--seats", type=int, default=4, show_default=True)
@click.option(
    "--own", type=click.IntRange(1), default=1, show_default=True, help="Seats of PLAYER at a table."
)
@click.option("--deals", type=click.IntRange(2), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--seconds", type=int, default=10**9, help="No deal begins after so many seconds.")
@click.option(
    "--log", type=click.Path(dir_okay=False), help="File of played deals, which are not played again."
)
def main(
    player: str,
    rival: str,
    game: str,
    rules: str,
    seats: int,
    own: int,
    deals: int,
    seed: int,
    seconds: int,
    log: str | None,
) -> None:
    """PLAYER against RIVALs in all other seats, in each seat in turn."""
    if own >= seats:
        raise click.BadParameter(f"{own} of {seats} seats leave none to the rivals", param_hint="--own")
    specs = (read_player(player), read_player(rival))
    for spec in specs:
        check_model(spec, game)
    table = f"{seats} seats" if own == 1 else f"{own} of {seats} seats"
    head = f"{game} {rules}, seed {seed}, {table}: {player} | {rival}"
    found, end = kept(log, head), time.monotonic() + seconds
    for deal in range(deals):
        if deal not in found and time.monotonic() < end:
            makers = (partial(Sitter, specs[0]), partial(Sitter, specs[1]))
            found[deal] = play_deal(GAMES[game], makers, seats, rules.split(), mix(seed, deal), own)
            keep(log, head, {deal: found[deal]})
    apart, first = zip(*found.values(), strict=True)
    click.echo(f"{head}: {len(found)} deals, {spell(apart, 2)} points apart, first places {spell(first, 3)}")
