"""What the cards that a player of 6 nimmt! has played tell of its hand.

    python -m bench inference full:nodes=300,objective=points flat:depth=200,objective=points --seats 2

Each player plays rounds among its own kind. For every choice of a card the command prints the mean
cross-entropy, in nats, of uniform odds, the rules of thumb, the learnt policy (a tenth of the choices random,
as in all the likelihoods) and the likelihood that the search infers by. Then, for worlds drawn by the deal
alone and by what was played: the share of the rivals' cards that are where they are in truth, by the number
of cards in a hand; and the share of the rivals' choices that a search which adapts gives to the model.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from statistics import fmean

import click

from bench._progress import progress
from bench.rounds import Sitter
from protocol.records.lineup import PlayerSpec, read_player
from solver.analysis import model_of
from solver.game import State
from solver.games import GAMES
from solver.games.nimmt.inference import likelihood
from solver.model import ModelPlug
from solver.rng import Rng, mix
from solver.search.ismcts.tree import Tree

#: Cards in a hand at the tricks whose worlds are looked at.
LOOKED_AT = (8, 6, 4, 2)
#: Worlds, and how many of them are passed over before.
WORLDS, EARLIER = 400, 100
BLIND = 0.1
POINTS = 2
HASH_MB = 1


@dataclass
class Found:
    """Nats of each choice by kind of odds; by the cards in a hand shares of cards at their places, inferred
    or not, and shares of choices given to the model.
    """

    nats: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    places: dict[tuple[int, bool], list[float]] = field(default_factory=lambda: defaultdict(list))
    modelled: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))


def tricks(player: PlayerSpec, seats: int, deal: int) -> Iterator[tuple[State, dict[int, int]]]:
    """The positions at the beginning of the tricks of a round, and what each seat then plays."""
    sitters = [Sitter(player) for _ in range(seats)]
    for seat, sitter in enumerate(sitters):
        sitter.begin(mix(deal, seat))
    state, rng = GAMES["nimmt"].initial(deal, seats, ("round",)), Rng(deal)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.draw_chance(rng))
            continue
        owing = state.players_to_move()
        choices = {seat: sitters[seat].choose(state, seat) for seat in owing}
        if len(owing) == seats:
            yield state.clone(), choices
        for seat, choice in choices.items():
            state.apply_action(choice, seat)


def by_rules(before: State, after: State) -> list[float]:
    """The odds of each seat's card by the rules of thumb."""
    seats = before.num_players()
    others = [math.log(likelihood(after, seat) / likelihood(before, seat)) for seat in range(seats)]
    return [math.exp(sum(others) / (seats - 1) - other) for other in others]


def weigh(found: Found, before: State, choices: dict[int, int], model: ModelPlug) -> None:
    """Add the nats of one trick's choices."""
    after = before.clone()
    for seat, card in choices.items():
        after.apply_action(card, seat)
    count = len(before.legal_actions(0))
    if count == 1 or after.is_terminal():
        return
    rules = by_rules(before, after)
    for seat, card in choices.items():
        learnt = dict(model.policy(before.view(seat), seat))[card]
        told = model.likelihood(after, seat) / model.likelihood(before, seat)
        odds = {"uniform": 1 / count, "rules": rules[seat]}
        odds |= {"policy": BLIND / count + (1 - BLIND) * learnt, "likelihood": told}
        for kind, share in odds.items():
            found.nats[kind].append(-math.log(share))


def look(found: Found, truth: State, model: ModelPlug, seed: int) -> None:
    """Add how well the worlds of seat 0 agree with the truth, and what it takes the others for."""
    seats = truth.num_players()
    hands = [set(truth.legal_actions(seat)) for seat in range(1, seats)]
    tree = replace(GAMES["nimmt"].tree, shared=1, rollouts=seats - 1)
    view = truth.view(0)
    for inferred in (False, True):
        settings = replace(tree, inference=(seats - 1) * inferred)
        search = Tree(view, 0, view.legal_actions(0), settings, POINTS, Rng(seed), HASH_MB, model)
        shares = [
            len(hand & set(world.legal_actions(seat))) / len(hand)
            for world in search.worlds(EARLIER + WORLDS)[EARLIER:]
            for seat, hand in enumerate(hands, 1)
        ]
        found.places[len(hands[0]), inferred].append(fmean(shares))
    adapting = replace(tree, crowd=1, rollouts=0, adapt=1, adapt_most=seats)
    search = Tree(view, 0, view.legal_actions(0), adapting, POINTS, Rng(seed), HASH_MB, model)
    found.modelled[len(hands[0])] += search.modelled[1:]


@click.command()
@click.argument("players", nargs=-1, required=True)
@click.option("--seats", type=click.IntRange(2, 10), multiple=True, default=(2, 4), show_default=True)
@click.option("--deals", type=click.IntRange(1), default=25, show_default=True, help="Of each table.")
@click.option("--seed", type=click.IntRange(0), default=1000, show_default=True, help="The first deal.")
def main(players: tuple[str, ...], seats: tuple[int, ...], deals: int, seed: int) -> None:
    """What the cards of PLAYERS tell of their hands."""
    model = model_of(GAMES["nimmt"])
    if model is None:
        raise click.ClickException("no network of 6 nimmt! is installed")
    for player in players:
        spec = read_player(player)
        for count in seats:
            found = Found()
            with progress() as bar:
                task = bar.add_task(f"{player}, {count} seats", total=deals, note="")
                for deal in range(seed, seed + deals):
                    for before, choices in tricks(spec, count, deal):
                        weigh(found, before, choices, model)
                        if len(before.legal_actions(0)) in LOOKED_AT:
                            look(found, before, model, deal)
                    bar.advance(task)
            nats = ", ".join(f"{kind} {fmean(parts):.2f}" for kind, parts in found.nats.items())
            click.echo(f"{player}, {count} seats, nats a card: {nats}")
            for cards in LOOKED_AT:
                dealt, inferred = (100 * fmean(found.places[cards, kind]) for kind in (False, True))
                click.echo(
                    f"  {cards} cards: {dealt:.1f} % in place by the deal, {inferred:.1f} % inferred;"
                    f" {100 * fmean(found.modelled[cards]):.0f} % of the choices by the model"
                )
