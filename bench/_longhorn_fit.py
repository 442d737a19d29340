"""The fit of Longhorn's evaluation (solver/games/longhorn/evaluation.pyx) to questions with known answers.

A question is its rows; the evaluation is a network with one hidden layer whose first layer sums the numbers
of the rows. Loss: minus the logarithm of the probability given to the answer. Adam with weights that decay,
and a learning rate that falls to a thirtieth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solver.games.longhorn.evaluation import ACTIVE_ROWS, FEATURES, HIDDEN_UNITS, ROW_COUNT, WEIGHT_UNIT
from solver.net.weights import Weights, save

Floats = npt.NDArray[np.float32]
BATCH = 512
RATE = 0.005
SLOWDOWN = 1.5  # powers of ten by which the rate falls
FORGET = (0.1, 0.001)  # Adam: share of a new gradient in its mean and in the mean of its square
POSITION = 10.0  # the weight of a proved position, against 1 of a question met in its proof


@dataclass
class Questions:
    """``rows``: [n][ACTIVE_ROWS], filled up with ROW_COUNT; ``answers``: 0 or 1; ``cattle`` on the board;
    ``deals``; ``own``: whether the question is about a proved position itself."""

    rows: npt.NDArray[np.int16]
    answers: Floats
    cattle: npt.NDArray[np.int16]
    deals: npt.NDArray[np.int64]
    own: npt.NDArray[np.bool_]

    def take(self, which: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Questions:
        """The questions of a mask or of indices."""
        return Questions(
            self.rows[which], self.answers[which], self.cattle[which], self.deals[which], self.own[which]
        )

    def dense(self) -> Floats:
        """[n][ROW_COUNT], 1 where a row is present."""
        found = np.zeros((len(self.rows), ROW_COUNT + 1), np.float32)
        found[np.arange(len(self.rows))[:, None], self.rows] = 1
        return found[:, :ROW_COUNT]


@dataclass
class Net:
    """``rows`` [ROW_COUNT][hidden], ``bias`` [hidden], ``out`` [hidden]; the last unit is linear."""

    rows: Floats
    bias: Floats
    out: Floats

    @classmethod
    def fresh(cls, rng: np.random.Generator, hidden: int = HIDDEN_UNITS) -> Net:
        """Random weights; the linear part begins at 0."""
        rows = (0.1 * rng.standard_normal((ROW_COUNT, hidden))).astype(np.float32)
        out = (0.3 * rng.standard_normal(hidden)).astype(np.float32)
        rows[:, -1], out[-1] = 0, 1
        return cls(rows, np.zeros(hidden, np.float32), out)

    def arrays(self) -> tuple[Floats, Floats, Floats]:
        """All weights."""
        return self.rows, self.bias, self.out

    def hidden(self, inputs: Floats) -> Floats:
        """The units of a batch."""
        sums = inputs @ self.rows + self.bias
        sums[:, :-1] = np.maximum(sums[:, :-1], 0)
        return sums

    def logits(self, questions: Questions) -> Floats:
        """The logit of each question."""
        parts = [
            self.hidden(questions.take(np.arange(at, min(at + 4096, len(questions.rows)))).dense()) @ self.out
            for at in range(0, len(questions.rows), 4096)
        ]
        return np.concatenate(parts)

    def gradient(self, batch: Questions) -> tuple[Floats, Floats, Floats]:
        """The gradient of the mean loss of a batch."""
        inputs = batch.dense()
        hidden = self.hidden(inputs)
        share = np.where(batch.own, POSITION, 1.0)
        error = (1 / (1 + np.exp(-(hidden @ self.out))) - batch.answers) * share / share.sum()
        back = error[:, None] * self.out * (hidden > 0)
        back[:, -1] = error * self.out[-1]
        back = back.astype(np.float32)
        return inputs.T @ back, back.sum(0), (error @ hidden).astype(np.float32)

    def save(self, path: Path, about: dict[str, object]) -> None:
        """Write the file that the evaluation reads: whole numbers, the linear unit's output folded in."""
        rows, bias, out = (array.copy() for array in self.arrays())
        rows[:, -1] *= out[-1]
        bias[-1] *= out[-1]
        out[-1] = 1
        names = ("rows", "bias", "out")
        arrays = {
            name: np.round(array * WEIGHT_UNIT) for name, array in zip(names, (rows, bias, out), strict=True)
        }
        save(path, Weights(arrays, {"features": FEATURES, **about}))


def fit(questions: Questions, epochs: int, decay: float, rng: np.random.Generator) -> Iterator[Net]:
    """Fit a network; yields it after each epoch. ``decay``: the part of the rows' weights that is lost in a
    thousandth of a step at rate 1."""
    net = Net.fresh(rng)
    means = [np.zeros_like(array) for array in net.arrays()]
    squares = [np.zeros_like(array) for array in net.arrays()]
    batches = len(questions.rows) // BATCH
    done = 0
    for _ in range(epochs):
        order = rng.permutation(len(questions.rows))
        for at in range(batches):
            gradient = net.gradient(questions.take(order[at * BATCH : (at + 1) * BATCH]))
            done += 1
            rate = RATE * 10 ** (-SLOWDOWN * done / (batches * epochs))
            for array, slope, mean, square in zip(net.arrays(), gradient, means, squares, strict=True):
                mean += FORGET[0] * (slope - mean)
                square += FORGET[1] * (slope**2 - square)
                size = np.sqrt(square / (1 - (1 - FORGET[1]) ** done)) + 1e-8
                array -= (rate * (mean / (1 - (1 - FORGET[0]) ** done)) / size).astype(np.float32)
            net.rows[...] *= 1 - rate * decay
        yield net


def losses(logits: Floats, answers: Floats) -> tuple[float, float, float]:
    """Log loss in nats, Brier score, and the share of answers that were the likelier ones."""
    chance = 1 / (1 + np.exp(-logits))
    log = np.logaddexp(0, logits) - answers * logits
    return float(log.mean()), float(((chance - answers) ** 2).mean()), float(((logits > 0) == answers).mean())


def stack(parts: list[tuple[list[int], int, int, int, bool]]) -> Questions:
    """Questions from (rows, answer, cattle, deal, own)."""
    rows = np.full((len(parts), ACTIVE_ROWS), ROW_COUNT, np.int16)
    for at, part in enumerate(parts):
        rows[at, : len(part[0])] = part[0]
    return Questions(
        rows,
        np.array([part[1] for part in parts], np.float32),
        np.array([part[2] for part in parts], np.int16),
        np.array([part[3] for part in parts], np.int64),
        np.array([part[4] for part in parts], np.bool_),
    )
