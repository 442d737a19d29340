"""The value of Colt Express's network, fitted to ends of rounds: how games went on from there.

First to games by the rules of thumb, of which any number is cheap, then to games of the search itself, whose
players are far stronger. Held-out games tell how much of the leads at the end the value explains.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.train.colt import foretell, value_slopes
from bench.train.colt_games import Ends, guided_games
from bench.train.lesson import Arrays
from bench.train.networks import adam
from solver.net.weights import Floats
from solver.rng import mix

Net = dict[str, Floats]
#: Step sizes of Adam, falling geometrically: on guided games, on searched ones.
GUIDED_RATE, SEARCHED_RATE = (3e-3, 1e-4), (5e-4, 5e-5)
#: Games of a step on guided games, positions of a step on searched ones.
GAMES, ROOM = 256, 512


class Fit:
    """The value's arrays on their way, and Adam's moments."""

    def __init__(self, arrays: Arrays, rates: tuple[float, float], steps: int) -> None:
        self.net: Net = {name: part.copy() for name, part in arrays.items() if name.startswith("value/")}
        self.first, self.second = ({name: 0 * part for name, part in self.net.items()} for _ in range(2))
        self.rates, self.steps, self.done = rates, steps, 0

    def step(self, ends: Ends) -> float:
        """One step on some rows; the mean squared error of the leads before it, in ($1000)^2."""
        slopes, error = value_slopes(self.net, ends.truths.tobytes(), ends.money)
        begin, end = self.rates
        rate = begin * (end / begin) ** (self.done / self.steps)
        self.done += 1
        self.net, self.first, self.second, _ = adam(
            self.net, self.first, self.second, self.done, slopes, rate
        )
        return error


def by_guided_games(arrays: Arrays, steps: int, seed: int) -> Iterator[tuple[Net, float]]:
    """The value's arrays and the error, after each of ``steps`` steps on fresh games."""
    fit = Fit(arrays, GUIDED_RATE, steps)
    for number in range(steps):
        error = fit.step(guided_games(GAMES, mix(seed, number)))
        yield fit.net, error


def by_searched_games(arrays: Arrays, ends: Ends, epochs: int, seed: int) -> Iterator[Net]:
    """The value's arrays after each of ``epochs`` passes over the rows."""
    rng, room = np.random.default_rng(seed), min(ROOM, len(ends))
    fit = Fit(arrays, SEARCHED_RATE, epochs * (len(ends) // room))
    for _ in range(epochs):
        order = rng.permutation(len(ends))
        for start in range(0, len(order) - room + 1, room):
            fit.step(ends.of(order[start : start + room]))
        yield fit.net


def explained(arrays: Arrays, ends: Ends) -> dict[str, Any]:
    """The share of the leads' variance at the end that is explained: [by the value, by the rules of thumb].

    By rounds played ("1" to "4"), as far as there are any, and of "all".
    """
    told = foretell(arrays, ends.truths.tobytes())
    final = told.ahead(ends.money)

    def share(dollars: Any, rows: Any) -> float:
        left = ((final - told.ahead(dollars))[rows] ** 2).sum()
        return round(float(1 - left / (final[rows] ** 2).sum()), 3)

    found = {}
    for word, rows in [("all", ends.rounds >= 0), *((str(n), ends.rounds == n) for n in range(1, 5))]:
        if rows.any():
            found[word] = [share(told.expected, rows), share(told.estimated, rows)]
    return found
