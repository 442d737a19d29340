"""Speed of playouts and of ISMCTS, on one core, from a game's first decision.

A playout includes all its work: a world is sampled from the view, played at random to its leaf (the end of a
round of 6 nimmt!, of the whole game elsewhere) and scored. An ISMCTS iteration adds the work on the tree.

The yardstick is OpenSpiel's ISMCTS bot in C++ on four-handed hearts, with one random rollout per iteration
(pip install "herdmind[bench]"). It is measured in the same run, because machines differ.
"""

from __future__ import annotations

import importlib.util
import time

import click

from solver.analysis import model_of
from solver.game import State
from solver.games import GAMES
from solver.model import ModelPlug
from solver.reports import OBJECTIVES
from solver.rng import Rng
from solver.search.flat import Playouts
from solver.search.ismcts import TreeSettings
from solver.search.ismcts.tree import Tree
from solver.stop import StopFlag

#: (game, seats, rules words): measured when no game is named.
SETUPS = (("nimmt", 2, ("round",)), ("nimmt", 4, ("round",)), ("nimmt", 10, ("round",)))
HEARTS_SIMULATIONS = 20_000


def opening(game: str, seats: int, rules: tuple[str, ...]) -> State:
    """The first decision of the standard deal; chance events due before it take their first outcome."""
    state = GAMES[game].initial(GAMES[game].default_seed, seats=seats, rules=rules)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def rate(
    state: State,
    settings: TreeSettings,
    objective: int,
    seconds: float,
    hash_mb: int,
    model: ModelPlug | None = None,
) -> float:
    """Iterations per second of processor time, with a learnt model or without."""
    seat = state.players_to_move()[0]
    view = state.view(seat)
    tree = Tree(view, seat, view.legal_actions(seat), settings, objective, Rng(1), hash_mb, model)
    begin = time.process_time()
    tree.grow(1 << 60, seconds, StopFlag())
    return tree.iterations / (time.process_time() - begin)


def playout_rate(state: State, seconds: float) -> float:
    """Playouts per second of processor time, each in a world of its own."""
    seat = state.players_to_move()[0]
    view = state.view(seat)
    # one move only, since all moves of a round share a world
    playouts = Playouts(view, seat, view.legal_actions(seat)[:1], Rng(1), OBJECTIVES.index("points"))
    begin = time.process_time()
    playouts.advance(seconds, 1 << 60, 1 << 60, StopFlag())
    return playouts.rounds / (time.process_time() - begin)


def hearts() -> float | None:
    """Simulations per second of OpenSpiel's bot on hearts; None where it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    import pyspiel

    game = pyspiel.load_game("hearts")
    state = game.new_initial_state()
    rng = Rng(1)
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[rng.below(len(outcomes))][0])
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, HEARTS_SIMULATIONS, -1, final, False, False)
    begin = time.process_time()
    bot.step(state)
    return HEARTS_SIMULATIONS / (time.process_time() - begin)


@click.command()
@click.option("--game", type=click.Choice(list(GAMES)), help="Measure this game only; needs --seats.")
@click.option("--seats", type=click.IntRange(2), help="Number of seats for --game.")
@click.option("--seconds", type=float, default=2.0, show_default=True, help="Seconds per measurement.")
@click.option("--hash", "hash_mb", type=click.IntRange(1), default=256, show_default=True, metavar="MB")
def main(game: str | None, seats: int | None, seconds: float, hash_mb: int) -> None:
    """Playouts and ISMCTS iterations per second, compared with OpenSpiel's bot if it is installed."""
    setups = SETUPS if game is None else ((game, seats or GAMES[game].default_seats, ()),)
    for name, count, rules in setups:
        state = opening(name, count, rules)
        settings = GAMES[name].tree
        playouts = playout_rate(state, seconds)
        iterations = rate(state, settings, 0, seconds, hash_mb)
        click.echo(
            f"{name} {count} seats: {playouts:,.0f} playouts/s, {iterations:,.0f} ISMCTS iterations/s,"
            f" {iterations / playouts:.2f} of the playouts"
        )
        model = model_of(GAMES[name])
        if model is not None and settings.uses_model:
            learnt = rate(state, settings, 0, seconds, hash_mb, model)
            click.echo(f"{name} {count} seats, with the learnt model: {learnt:,.0f} ISMCTS iterations/s")
    yardstick = hearts()
    click.echo(
        "OpenSpiel is not installed: no yardstick"
        if yardstick is None
        else f"OpenSpiel ISMCTS on hearts, 4 seats: {yardstick:,.0f} simulations/s"
    )


if __name__ == "__main__":
    main()
