"""Colt Express's part of the training: whole games in all settings, in thousands of dollars.

Answers cannot all be tried, because a game branches too much: the answer that was played is credited with the
change of the value that followed (generalised advantage estimation, Schulman and others 2016). The slopes of
the policy come from C (solver/games/colt/learning.pyx), those of the small value from numpy.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.train.lesson import Arrays, Shape, Step, Trial
from solver.games.colt.answers import sizes
from solver.games.colt.game import COLT
from solver.games.colt.learning import NAMES, slopes
from solver.games.colt.net import FEATURES, ColtModel
from solver.games.colt.rules import struct_size
from solver.games.colt.selfplay import bandit_features, counted, estimates, learning_game
from solver.net.weights import Floats, Weights
from solver.rng import Rng, mix

Setting = tuple[int, tuple[str, ...]]
BANDIT, SEAT, ANSWER = sizes()
BANDITS = 6
#: Settings of the games by how often they are played.
SETTINGS: dict[Setting, int] = {
    (4, ()): 30,
    (2, ()): 18,
    (3, ()): 9,
    (6, ()): 8,
    (5, ()): 3,
    (4, ("horses",)): 2,
    (2, ("horses",)): 1,
    (4, ("stagecoach",)): 14,
    (2, ("stagecoach",)): 6,
    (3, ("stagecoach",)): 2,
    (6, ("stagecoach",)): 3,
    (4, ("teams",)): 6,
    (4, ("stagecoach", "teams")): 1,
    (4, ("expert",)): 1,
}
#: Expected leads, in $1000, that are half a win, by rounds to come: fitted to games of the tree search.
SCALE = (0.3, 0.3, 0.55, 0.7, 0.9, 0.9)
CREDIT, CLIP = 0.9, 0.2
#: Share of the games in which some seats follow a network of the past or the rules of thumb.
MIXED = 0.3
#: Most decisions and rows of answers of one game.
MOST_DECISIONS, ROWS_EACH = 400, 8


class Memory:
    """Arrays that `learning_game` fills with decisions."""

    def __init__(self, room: int) -> None:
        self.told = np.zeros((room, SEAT), np.float32)
        self.each = np.zeros((ROWS_EACH * room, ANSWER), np.float32)
        self.steps = np.zeros((room, 4), np.int32)
        self.notes = np.zeros((room, 2), np.float32)

    def clear(self) -> None:
        """All zeros again."""
        for array in (self.told, self.each, self.steps, self.notes):
            array.fill(0)


def model(arrays: Arrays) -> ColtModel:
    """The plug over the arrays of a training."""
    return ColtModel(Weights(dict(arrays), {"features": FEATURES}), "training")


def leads_of(money: Sequence[float], seats: int) -> list[float]:
    """How far each seat's side is ahead of the mean of the others."""
    share, total = seats // len(money), sum(money)
    return [money[k // share] - (total - money[k // share]) / (len(money) - 1) for k in range(seats)]


def credits(steps: npt.NDArray[np.int32], values: Floats, leads: Sequence[float]) -> list[float]:
    """The gain of each decision of a game over the lead that was expected before it."""
    then, sums = list(leads), [0.0] * len(leads)
    found = [0.0] * len(steps)
    for at in range(len(steps) - 1, -1, -1):
        seat, value = int(steps[at, 0]), float(values[at])
        sums[seat] = then[seat] - value + CREDIT * sums[seat]
        found[at], then[seat] = sums[seat], value
    return found


@dataclass
class Games:
    """What a step learns from."""

    decisions: int
    starts: npt.NDArray[np.int64]
    gains: Floats
    positions: bytes
    money: Floats  # [positions][BANDITS], dollars of each side at the end, in thousands


def play_games(current: ColtModel, earlier: Sequence[ColtModel], memory: Memory, seed: int) -> Games:
    """Play games of all settings until the memory is full."""
    pick = random.Random(seed)
    memory.clear()
    room = len(memory.told)
    starts, gains = np.zeros(room, np.int64), np.zeros(room, np.float32)
    found: list[bytes] = []
    money: list[list[float]] = []
    at = row = 0
    while at + MOST_DECISIONS <= room and row + ROWS_EACH * MOST_DECISIONS <= len(memory.each):
        seats, words = pick.choices(list(SETTINGS), list(SETTINGS.values()))[0]
        state = COLT.deal(pick.getrandbits(48), seats, words, None)
        models: list[ColtModel | None] = [current] * seats
        recorded = (1 << seats) - 1
        if pick.random() < MIXED:
            other = pick.choice([None, *earlier])
            for seat in range(seats):
                if pick.random() < 0.5:
                    models[seat] = other
                    recorded &= ~(1 << seat)
        arrays = (memory.told[at:], memory.each[row:], memory.steps[at:], memory.notes[at:])
        count, rows, positions = learning_game(state, models, recorded, Rng(pick.getrandbits(48)), *arrays)
        dollars = [part / 1000 for part in counted(state)]
        leads = leads_of(dollars, seats)
        counts = memory.steps[at : at + count, 1]
        starts[at : at + count] = row + np.cumsum(counts) - counts
        gains[at : at + count] = credits(
            memory.steps[at : at + count], memory.notes[at : at + count, 1], leads
        )
        found.append(positions)
        padded = [*dollars, *[0.0] * (BANDITS - len(dollars))]
        money += [padded] * (len(positions) // struct_size())
        at += count
        row += rows
    gains[:at] -= gains[:at].mean()
    return Games(at, starts, gains, b"".join(found), np.array(money, np.float32))


@dataclass(frozen=True)
class Foretold:
    """What the value says of positions, a row each, and the layers on the way.

    ``rows``: features of BANDITS bandits each; ``first``, ``then``: hidden units; ``owner``
    [n][BANDITS][BANDITS]: 1 where a bandit is of a side; ``sides`` [n][1]: their number; ``expected``,
    ``estimated`` [n][BANDITS]: dollars of each side in thousands, by the value and by the rules of thumb.
    """

    rows: Floats
    first: Floats
    then: Floats
    owner: Floats
    sides: npt.NDArray[np.int64]
    expected: npt.NDArray[Any]
    estimated: npt.NDArray[Any]

    @property
    def live(self) -> npt.NDArray[np.bool_]:
        """[n][BANDITS]: the sides that there are."""
        found: npt.NDArray[np.bool_] = np.arange(BANDITS) < self.sides
        return found

    def ahead(self, dollars: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """How far each side [n][BANDITS] is ahead of the mean of the others; 0 for those that are none."""
        kept = dollars * self.live
        found: npt.NDArray[Any] = (self.sides * kept - kept.sum(axis=1, keepdims=True)) / (self.sides - 1)
        return found * self.live


def foretell(arrays: Arrays, positions: bytes) -> Foretold:
    """The value of recorded truths."""
    rows = np.frombuffer(bandit_features(positions), np.float32).reshape(-1, BANDIT)
    told = estimates(positions)
    side = np.array([row[0] for row in told])
    owner = (side[:, :, None] == np.arange(BANDITS)).astype(np.float32)
    first = np.maximum(rows @ arrays["value/first"] + arrays["value/bias"], 0)
    then = np.maximum(first @ arrays["value/second"] + arrays["value/second_bias"], 0)
    change = (then @ arrays["value/out"][0] + arrays["value/out_bias"][0]).reshape(-1, BANDITS)
    estimated = np.array([row[1] for row in told]) / 1000
    expected = estimated + np.einsum("nb,nbs->ns", change, owner)
    return Foretold(rows, first, then, owner, side.max(axis=1, keepdims=True) + 1, expected, estimated)


def value_slopes(arrays: Arrays, positions: bytes, money: Floats) -> tuple[dict[str, Floats], float]:
    """Slopes of the mean squared error of the leads by the value's arrays, and that error.

    ``positions``: recorded truths; ``money``: each side's dollars at the end, in $1000 [positions][BANDITS].
    """
    told = foretell(arrays, positions)
    error = told.ahead(told.expected - money)
    slopes = 2 * told.ahead(error) / told.live.sum()
    back = np.einsum("ns,nbs->nb", slopes, told.owner).reshape(-1).astype(np.float32)
    slope_then = np.outer(back, arrays["value/out"][0]) * (told.then > 0)
    slope_first = slope_then @ arrays["value/second"].T * (told.first > 0)
    found = {
        "value/first": told.rows.T @ slope_first,
        "value/bias": slope_first.sum(axis=0),
        "value/second": told.first.T @ slope_then,
        "value/second_bias": slope_then.sum(axis=0),
        "value/out": (back @ told.then)[None],
        "value/out_bias": back.sum(keepdims=True),
    }
    return found, float((error**2).sum() / told.live.sum())


class ColtCourse:
    """All settings in one network; gains are thousands of dollars ahead of the others' mean."""

    name = "colt"
    features = FEATURES
    shape = Shape(SEAT, ANSWER, most=64, policy=(64, 16), value=(32, 16))
    entropy = (0.09, 0.03)
    trials: Sequence[Trial] = (
        Trial("4 seats", {"seats": 4, "words": ()}, 150),
        Trial("2 seats", {"seats": 2, "words": ()}, 150),
        Trial("4 seats, expansion", {"seats": 4, "words": ("stagecoach",)}, 80),
        Trial("6 seats", {"seats": 6, "words": ()}, 60),
    )

    def __init__(self) -> None:
        self.memory: Memory | None = None

    def fresh(self, seed: int) -> dict[str, Floats]:
        """Random weights; the value begins as the rules of thumb."""
        rng = np.random.default_rng(seed)
        hidden, second = self.shape.policy
        value, then = self.shape.value

        def normal(*size: int, gain: float = 1.0) -> Floats:
            found: Floats = (np.sqrt(gain / size[0]) * rng.standard_normal(size)).astype(np.float32)
            return found

        return {
            "policy/state": normal(SEAT, hidden),
            "policy/bias": np.zeros(hidden, np.float32),
            "policy/action": normal(ANSWER, hidden),
            "policy/second": normal(hidden, second, gain=2.0),
            "policy/second_bias": np.zeros(second, np.float32),
            "policy/score": normal(second, gain=0.04),
            "policy/score_bias": np.zeros(1, np.float32),
            "value/first": normal(BANDIT, value),
            "value/bias": np.zeros(value, np.float32),
            "value/second": normal(value, then, gain=2.0),
            "value/second_bias": np.zeros(then, np.float32),
            "value/out": np.zeros((1, then), np.float32),
            "value/out_bias": np.zeros(1, np.float32),
            "scale": np.array(SCALE, np.float32),
        }

    def learn(
        self, net: Arrays, earlier: Sequence[Arrays], step: Step
    ) -> tuple[Arrays, int, dict[str, float]]:
        """Play ``step.room`` decisions and find the slopes of the loss by every array."""
        if self.memory is None or len(self.memory.told) != step.room + MOST_DECISIONS:
            self.memory = Memory(step.room + MOST_DECISIONS)
        memory = self.memory
        games = play_games(model(net), [model(old) for old in earlier], memory, step.seed)
        found, error = value_slopes(net, games.positions, games.money)
        arrays = [np.ascontiguousarray(net[f"policy/{name}"]) for name in NAMES]
        chosen = np.arange(games.decisions)
        odds = np.ascontiguousarray(memory.notes[:, 0])
        parts, entropy, _ = slopes(
            arrays, memory.told, memory.each, memory.steps, games.starts, chosen, games.gains, odds,
            step.price, CLIP,
        )  # fmt: skip
        share = np.float32(1 / games.decisions)
        found |= {f"policy/{name}": share * part for name, part in zip(NAMES, parts, strict=True)}
        found["scale"] = np.zeros_like(net["scale"])
        figures = {"entropy": entropy, "error": error, "gain": float(games.gains.std())}
        return found, games.decisions, figures

    def match(self, arrays: Arrays, rival: Arrays | None, trial: Trial, seed: int) -> Sequence[float]:
        """$1000 ahead of the others' mean, for each deal, in each place in turn; answers are drawn.

        Without a rival the others follow the rules of thumb (guide.pyx).
        """
        mine, other = model(arrays), None if rival is None else model(rival)
        seats, words = trial.options["seats"], trial.options["words"]
        memory = Memory(1)
        found = []
        for deal in range(trial.deals):
            total = 0.0
            for seat in range(seats):
                state = COLT.deal(mix(seed, deal), seats, words, None)
                models: list[ColtModel | None] = [other] * seats
                models[seat] = mine
                rng = Rng(mix(mix(seed, deal), seat + 1))
                learning_game(state, models, 0, rng, memory.told, memory.each, memory.steps, memory.notes)
                total += leads_of([part / 1000 for part in counted(state)], seats)[seat]
            found.append(total / seats)
        return found

    def finish(self, arrays: Arrays) -> Arrays:
        """The arrays as they are."""
        return arrays
