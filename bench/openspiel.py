"""Steps a second of the games as OpenSpiel's, played at random, beside a game of OpenSpiel's own in Python.

A step is a decision or a chance event: its legal actions or outcomes are listed and one is applied. A second
column also asks for the acting seat's information state as text and as a tensor before each decision.
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import time
from typing import Any

import click

#: The games measured; OpenSpiel's own examples of Python games are the yardstick.
GAMES = (
    "herdmind_longhorn",
    "herdmind_heckmeck",
    "herdmind_pickomino",
    "herdmind_nimmt(rules=round)",
    "herdmind_nimmt(rules=round,turn_based=true)",
    "herdmind_colt",
    "python_kuhn_poker",
    "python_tic_tac_toe",
    "python_liars_poker",
)


def steps_a_second(game: Any, seconds: float, observed: bool) -> float:
    """Steps a second of random games for about so many seconds."""
    rng = random.Random(1)
    steps, begin = 0, time.perf_counter()
    state = game.new_initial_state()
    while time.perf_counter() - begin < seconds:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(numbers, odds)[0])
        else:
            together = state.is_simultaneous_node()
            seats = range(game.num_players()) if together else [state.current_player()]
            if observed:
                state.information_state_string(seats[0])
                state.information_state_tensor(seats[0])
            legal = [state.legal_actions(seat) for seat in seats]
            moves = [rng.choice(actions) if actions else 0 for actions in legal]
            if together:
                state.apply_actions(moves)
            else:
                state.apply_action(moves[0])
        steps += 1
    return steps / (time.perf_counter() - begin)


@click.command()
@click.option("--seconds", type=click.FloatRange(0.05), default=1.0, show_default=True, help="Per figure.")
def main(seconds: float) -> None:
    """Steps a second of the games as OpenSpiel's."""
    if importlib.util.find_spec("pyspiel") is None:
        raise click.ClickException("OpenSpiel is not installed (extra openspiel)")
    import pyspiel
    from open_spiel.python import games

    from herdmind.adapters import openspiel

    assert games
    assert openspiel
    click.echo("medians of three, steps/s                           plain   observed")
    for words in GAMES:
        game = pyspiel.load_game(words)
        plain, observed = (
            statistics.median(steps_a_second(game, seconds / 3, look) for _ in range(3))
            for look in (False, True)
        )
        click.echo(f"{words:48} {plain:8,.0f} {observed:10,.0f}")
