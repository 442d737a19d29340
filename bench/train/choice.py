"""Checkpoints chosen by matches: against the hand-made rule and against the best checkpoint before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from bench.train.lesson import Arrays, Course


@dataclass(frozen=True)
class Result:
    """The mean of a trial and half the width of its 95 % interval, over deals."""

    word: str
    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.word}: {self.mean:+.2f} +-{self.margin:.2f}"


def results(course: Course, arrays: Arrays, rival: Arrays | None, seed: int) -> list[Result]:
    """Results of a network against another one, or the game's rule, in all trials."""
    found = []
    for trial in course.trials:
        deals = course.match(arrays, rival, trial, seed)
        margin = 1.96 * stdev(deals) / len(deals) ** 0.5
        found.append(Result(trial.word, fmean(deals), margin))
    return found


def mean(found: Sequence[Result]) -> float:
    """The mean over all trials."""
    return fmean(result.mean for result in found)


def is_better(
    against_best: Sequence[Result], against_rule: Sequence[Result], best_against_rule: float
) -> bool:
    """Whether a candidate takes the place of the best: it gains more on both rivals together."""
    return mean(against_best) + mean(against_rule) > best_against_rule
