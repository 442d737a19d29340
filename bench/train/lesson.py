"""The interface between a game and the trainer.

A game gives lessons: batches of decisions, each with the inputs of its state and of its actions, the gain of
every action and the target of the value. The trainer raises the expected gain under the policy, plus the
price of entropy, and fits the value to its target. A game that cannot try all its actions gives the gain of
the one that was played, divided by its probability, and zeros for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from solver.net.weights import Floats

Arrays = Mapping[str, Floats]


@dataclass(frozen=True)
class Shape:
    """Widths of a policy (`solver.net.layers.Scorer`) and a value (`Perceptron`) over the same state inputs.

    ``most``: actions of a decision, at most. Hidden layers have multiples of 16 units.
    """

    state: int
    action: int
    most: int
    policy: tuple[int, int] = (64, 16)
    value: tuple[int, int] = (128, 32)
    outputs: int = 1


@dataclass(frozen=True)
class Lesson:
    """Decisions of whole games, as float32 arrays that a game fills anew for each step.

    ``state`` [room][inputs]; ``actions`` [room][most][inputs]; ``legal`` [room][most], 1 for an action that
    exists; ``gain`` [room][most], 0 where none exists; ``goal`` [room][outputs], the target of the value.
    """

    state: Floats
    actions: Floats
    legal: Floats
    gain: Floats
    goal: Floats

    @classmethod
    def empty(cls, shape: Shape, room: int) -> Lesson:
        """Arrays for ``room`` decisions."""
        return cls(
            np.zeros((room, shape.state), np.float32),
            np.zeros((room, shape.most, shape.action), np.float32),
            np.zeros((room, shape.most), np.float32),
            np.zeros((room, shape.most), np.float32),
            np.zeros((room, shape.outputs), np.float32),
        )


@dataclass(frozen=True)
class Trial:
    """A kind of matches by which checkpoints are chosen: a word for people, and the game's options."""

    word: str
    options: Mapping[str, Any]
    deals: int


class Course(Protocol):
    """A game's part of the training.

    ``name``: the game's word; ``features``: the edition of its inputs; ``entropy``: the price of entropy at
    the start and at the end, in units of the gain for each nat; ``trials``: the matches that choose.
    """

    name: str
    features: str
    shape: Shape
    entropy: tuple[float, float]
    trials: Sequence[Trial]

    def match(self, arrays: Arrays, rival: Arrays | None, trial: Trial, seed: int) -> Sequence[float]:
        """Results of ``arrays`` against ``rival`` for each deal of a trial, above 0 where it is better.

        Without a rival it plays the game's hand-made rule. The same seed gives the same deals.
        """

    def finish(self, arrays: Arrays) -> Arrays:
        """Arrays that the game adds to the file of a finished network, such as figures of its play."""


@runtime_checkable
class LessonCourse(Course, Protocol):
    """A course whose lessons JAX learns from."""

    def play(self, arrays: Arrays, earlier: Sequence[Arrays], lesson: Lesson, seed: int) -> int:
        """Fill a lesson with the decisions of whole games from ``seed``; returns how many they are.

        The network of ``arrays`` learns; some rivals are networks of its past, ``earlier``.
        """


@dataclass(frozen=True)
class Step:
    """What a step of a course with slopes of its own is about.

    ``room``: decisions, about; ``price``: of a nat of entropy, in units of the gain.
    """

    room: int
    price: float
    seed: int


@runtime_checkable
class SlopesCourse(Course, Protocol):
    """A course with networks of its own, whose slopes it computes itself."""

    def fresh(self, seed: int) -> dict[str, Floats]:
        """Random weights to begin with."""

    def learn(
        self, net: Arrays, earlier: Sequence[Arrays], step: Step
    ) -> tuple[Arrays, int, dict[str, float]]:
        """Slopes of the loss by every array after games of ``net``, the number of decisions, and figures."""
