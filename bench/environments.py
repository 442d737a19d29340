"""Steps a second of the learning environments, and in the same run of PettingZoo's own card games.

Seconds are those of the processor, so other work on the machine does not count. Every step plays a random
legal action. PettingZoo's card games need rlcard and pygame (Leduc and Texas hold'em) or open_spiel and
shimmy (Hanabi); those that cannot be made here are named with the reason.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import click
import numpy as np

from herdmind.adapters import gymnasium as seat_envs
from herdmind.adapters import pettingzoo as zoo
from herdmind.adapters.batch import make_batch

#: Game, seats, rules words.
SETTINGS: tuple[tuple[str, int, str], ...] = (
    ("nimmt", 2, "round"),
    ("nimmt", 4, "round"),
    ("nimmt", 4, ""),
    ("nimmt", 10, ""),
    ("heckmeck", 2, ""),
    ("pickomino", 2, ""),
    ("longhorn", 2, ""),
    ("colt", 4, ""),
)
#: PettingZoo's games of cards; connect four and tic-tac-toe as its quickest.
OTHERS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5", "connect_four_v3")
GAMES = 4096


def rate(step: Callable[[], int], seconds: float) -> float:
    """Steps a second of a function that returns how many it made, after one call that does not count."""
    step()
    begin = time.process_time()
    steps = 0
    while (spent := time.process_time() - begin) < seconds:
        steps += step()
    return steps / spent


def batch_rates(game: str, seats: int, rules: list[str], games: int, seconds: float) -> tuple[float, float]:
    """Steps a second of a batch: of ``step`` alone, and with the choice of random actions."""
    batch = make_batch(game, seats=seats, rules=rules, games=games, seed=1)
    inside = 0.0
    steps = 0

    def step() -> int:
        nonlocal inside, steps
        actions = batch.random_actions()
        begin = time.process_time()
        batch.step(actions)
        inside += time.process_time() - begin
        steps += games
        return games

    both = rate(step, seconds)
    return steps / inside, both


def turns(env: Any) -> Callable[[], int]:
    """A step of a PettingZoo environment of the turn by turn form; a new game where one is over."""
    rng = np.random.default_rng(1)

    def games() -> Iterator[int]:
        while True:
            env.reset()
            for agent in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                mask = seen["action_mask"] if isinstance(seen, dict) else np.ones(env.action_space(agent).n)
                env.step(int(rng.choice(np.flatnonzero(mask))))
                yield 1

    play = games()
    return lambda: sum(next(play) for _ in range(20))


def decisions(env: seat_envs.SeatEnv) -> Callable[[], int]:
    """A step of a Gymnasium environment; a new game where one is over."""
    rng = np.random.default_rng(1)

    def games() -> Iterator[int]:
        while True:
            seen, _ = env.reset()
            over = False
            while not over:
                seen, _, over, _, _ = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                yield 1

    play = games()
    return lambda: sum(next(play) for _ in range(20))


@click.command()
@click.option("--games", type=click.IntRange(1), default=GAMES, show_default=True, help="Games of a batch.")
@click.option("--seconds", type=float, default=1.0, show_default=True, help="Of each measurement.")
def main(games: int, seconds: float) -> None:
    """Steps a second of the learning environments and of PettingZoo's own card games."""
    head = f"{'':<26}{'batch':>12}{'with choice':>13}{'PettingZoo':>12}{'Gymnasium':>11}"
    click.echo(f"steps a second of one core; batches of {games} games\n{head}")
    for game, seats, words in SETTINGS:
        rules = words.split()
        alone, both = batch_rates(game, seats, rules, games, seconds)
        aec = rate(turns(zoo.env(game, seats=seats, rules=rules)), seconds)
        seat = rate(decisions(seat_envs.SeatEnv(game, seats=seats, rules=rules)), seconds)
        name = " ".join([game, f"{seats} seats", *rules])
        click.echo(f"{name:<26}{alone:>12,.0f}{both:>13,.0f}{aec:>12,.0f}{seat:>11,.0f}")
    for name in OTHERS:
        try:
            warnings.simplefilter("ignore")  # of PettingZoo about its own games
            env = import_module(f"pettingzoo.classic.{name}").env()
            click.echo(f"{'PettingZoo ' + name:<51}{rate(turns(env), seconds):>12,.0f}")
        except Exception as error:  # whatever a package that is missing or does not fit raises
            reason = str(error).split("\n")[0]
            click.echo(f"PettingZoo {name}: not possible here, {type(error).__name__}: {reason}")


if __name__ == "__main__":
    main()
