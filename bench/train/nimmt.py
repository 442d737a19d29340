"""6 nimmt!'s part of the training: rounds at all numbers of seats, in heads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bench.train.lesson import Arrays, Lesson, Shape, Trial
from solver.games.nimmt.lessons import heads_of_rounds, measure, play
from solver.games.nimmt.net import CARD_INPUTS, FEATURES, STATE_INPUTS, NimmtNet

#: Seats whose rounds are played for the figures of estimates, at each number of seats.
MEASURED, MEASURE_SEED = 4000, 1 << 41


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
            for name, part in measure(net, seats, MEASURED // seats, MEASURE_SEED).items():
                extra[f"rounds/{name}"][seats] = part if len(part) > 1 else part[0]
        return {**arrays, **extra}
