"""6 nimmt!'s part of the training: rounds at all numbers of seats, in heads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bench.train.lesson import Arrays, Lesson, Shape, Trial
from solver.games.nimmt.lessons import heads_of_rounds, measure, play
from solver.games.nimmt.net import CARD_INPUTS, FEATURES, STATE_INPUTS, NimmtNet
from solver.net.weights import Floats

#: Seats whose rounds are played for the figures of estimates, at each number of seats.
MEASURED, MEASURE_SEED = 4000, 1 << 41
#: Matches drawn from them, and the heads that end one.
MATCHES, TARGET = 2000, 66


class NimmtCourse:
    """All numbers of seats and both decks in one network; gains are heads less than the others take."""

    name = "nimmt"
    features = FEATURES
    shape = Shape(STATE_INPUTS, CARD_INPUTS, most=10)
    entropy = (1.0, 0.3)
    trials: Sequence[Trial] = (
        *(
            Trial(f"{seats} seats", {"seats": seats, "small": False}, 6000 // seats)
            for seats in (2, 4, 6, 10)
        ),
        Trial("2 seats, small deck", {"seats": 2, "small": True}, 1500),
    )

    def play(self, arrays: Arrays, earlier: Sequence[Arrays], lesson: Lesson, seed: int) -> int:
        """Rounds in which a network plays itself, its past or the hand-made player's rule."""
        return play(NimmtNet(arrays), [NimmtNet(old) for old in earlier], lesson, seed)

    def match(self, arrays: Arrays, rival: Arrays | None, trial: Trial, seed: int) -> Sequence[float]:
        """Heads less than the others in a round, one network in each place in turn."""
        options = trial.options
        other = None if rival is None else NimmtNet(rival)
        return heads_of_rounds(NimmtNet(arrays), other, options["seats"], options["small"], trial.deals, seed)

    def finish(self, arrays: Arrays) -> Arrays:
        """Spread and size of the heads of self-play by numbers of seats, for estimates (`NimmtModel`)."""
        net = NimmtNet(arrays)
        found = {"spread": (11, 11), "heads": (11, 11), "round_variance": (11,), "round_most": (11,)}
        extra = {f"rounds/{name}": np.zeros(size, np.float32) for name, size in found.items()}
        for seats in range(2, 11):
            figures = measure(net, seats, MEASURED // seats, MEASURE_SEED)
            variance, most = rounds_to_come(figures.pop("rounds"), TARGET)
            figures |= {"round_variance": variance, "round_most": most}
            for name, part in figures.items():
                extra[f"rounds/{name}"][seats] = part
        return {**arrays, **extra}


def rounds_to_come(heads: Floats, target: int) -> tuple[Floats, Floats]:
    """The spread that a match adds, from the heads of rounds [rounds][seats].

    Returns the variance of the difference of two seats in a round, and by how many heads the highest total
    grows in one. Matches are drawn from the rounds; the change of the differences up to their end is compared
    with the gap to the target.
    """
    rng = np.random.default_rng(MEASURE_SEED)
    variance = 2 * heads.var(axis=1, ddof=1).mean()
    totals = np.zeros((MATCHES, heads.shape[1]))
    gaps: list[Any] = []
    before: list[Any] = []
    while (going := totals.max(axis=1) < target).any():
        gaps.append(np.where(going, target - totals.max(axis=1), 0))
        before.append(totals.copy())
        totals[going] += heads[rng.integers(len(heads), size=int(going.sum()))]
    gap = np.array(gaps)
    change = 2 * (totals - np.array(before)).var(axis=2, ddof=1)
    most = variance * (gap**2).sum() / (gap * change).sum()
    return np.array(variance, np.float32), np.array(most, np.float32)
