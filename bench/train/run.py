"""A training: its state, steps, checkpoints, and population of past selves.

All randomness comes from the seed and the number of the step, so a training that is interrupted and resumed
ends with the same weights as one that was not.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bench.train import networks
from bench.train.choice import Result, is_better, mean, results
from bench.train.lesson import Course, Lesson, LessonCourse, SlopesCourse, Step
from solver.net.weights import Floats, Weights, load, save
from solver.rng import mix

Net = dict[str, Floats]
#: Deals of the matches that choose are the same for all checkpoints; none of them is in a lesson.
TRIAL_SEED = 1 << 40
MOST_EARLIER = 8
RATE = (2e-3, 2e-4)


@dataclass(frozen=True)
class Plan:
    """What determines the weights: seed, decisions of the whole training, decisions of a step."""

    seed: int = 1
    decisions: int = 28_000_000
    room: int = 2048
    earlier_every: int = 400

    def entropy(self, course: Course, done: float) -> float:
        """The price of entropy: it falls geometrically during the first half."""
        begin, end = course.entropy
        return float(begin * (end / begin) ** min(1.0, 2.0 * done))

    def rate(self, done: float) -> float:
        """The step size of Adam, falling geometrically."""
        return float(RATE[0] * (RATE[1] / RATE[0]) ** min(1.0, done))


@dataclass
class Training:
    """The state of a training."""

    net: Net
    first: Net
    second: Net
    step: int = 0
    decisions: int = 0
    seconds: float = 0.0
    earlier: list[Net] = field(default_factory=list)
    best: Net | None = None
    best_step: int = 0
    best_against_rule: float = 0.0

    @classmethod
    def begin(cls, course: Course, plan: Plan) -> Training:
        """Random weights."""
        if isinstance(course, SlopesCourse):
            net = course.fresh(plan.seed)
        else:
            net = networks.fresh(course.shape, plan.seed)
        first, second = ({name: np.zeros_like(part) for name, part in net.items()} for _ in range(2))
        return cls(net, first, second)


def write_state(path: Path, course: Course, training: Training) -> None:
    """Write the whole state; `read_state` continues exactly there."""
    arrays: Net = {}
    groups = {"net": training.net, "first": training.first, "second": training.second}
    groups |= {f"earlier{at}": net for at, net in enumerate(training.earlier)}
    if training.best is not None:
        groups["best"] = training.best
    for group, net in groups.items():
        arrays |= {f"{group}/{name}": part for name, part in net.items()}
    numbers = {
        name: getattr(training, name)
        for name in ("step", "decisions", "seconds", "best_step", "best_against_rule")
    }
    save(path, Weights(arrays, {"features": course.features, "numbers": numbers}))


def read_state(path: Path, course: Course) -> Training:
    """The state that a file holds. Raises WeightsError when it is another kind of file."""
    found = load(path, course.features)
    groups: dict[str, Net] = {}
    for name, part in found.arrays.items():
        group, _, rest = name.partition("/")
        groups.setdefault(group, {})[rest] = part
    earlier = [groups[name] for name in sorted(groups) if name.startswith("earlier")]
    return Training(
        groups["net"],
        groups["first"],
        groups["second"],
        earlier=earlier,
        best=groups.get("best"),
        **found.about["numbers"],
    )


def own_step(course: SlopesCourse, plan: Plan, training: Training) -> tuple[int, dict[str, Any]]:
    """Games of a course with slopes of its own, and a step of the optimiser; decisions and figures."""
    done = training.decisions / plan.decisions
    about_step = Step(plan.room, plan.entropy(course, done), mix(plan.seed, training.step))
    slope, used, figures = course.learn(training.net, training.earlier, about_step)
    training.step += 1
    training.net, training.first, training.second, norm = networks.adam(
        training.net, training.first, training.second, training.step, slope, plan.rate(done)
    )
    return used, figures | {"norm": norm}


def lesson_step(course: LessonCourse, plan: Plan, training: Training, lesson: Lesson) -> tuple[int, Any]:
    """One lesson and one step of the optimiser; decisions and figures."""
    done = training.decisions / plan.decisions
    used = course.play(training.net, training.earlier, lesson, mix(plan.seed, training.step))
    rows = (lesson.state, lesson.actions, lesson.legal, lesson.gain, lesson.goal)
    filled = (np.arange(plan.room) < used).astype(np.float32)
    training.step += 1
    net, first, second, figures = networks.update(
        training.net,
        training.first,
        training.second,
        np.float32(training.step),
        (*rows, filled),
        np.float32(plan.entropy(course, done)),
        np.float32(plan.rate(done)),
    )
    training.net, training.first, training.second = map(networks.as_numpy, (net, first, second))
    return used, figures


def step(course: Course, plan: Plan, training: Training, lesson: Lesson | None) -> dict[str, float]:
    """One step of a training; its figures."""
    began = time.process_time()
    if isinstance(course, SlopesCourse):
        used, figures = own_step(course, plan, training)
    else:
        assert isinstance(course, LessonCourse)
        assert lesson is not None
        used, figures = lesson_step(course, plan, training, lesson)
    training.decisions += used
    if training.step % plan.earlier_every == 0:
        training.earlier.append(training.net)
        if len(training.earlier) > MOST_EARLIER:  # the rest reaches back ever further
            del training.earlier[1 + training.step // plan.earlier_every % (MOST_EARLIER - 1)]
    training.seconds += time.process_time() - began
    return {name: float(figure) for name, figure in figures.items()}


def judge(course: Course, training: Training) -> dict[str, Any]:
    """Matches of the network as it is, which may make it the best; the results, for the log."""
    against_rule = results(course, training.net, None, TRIAL_SEED)
    against_best: list[Result] = []
    if training.best is not None:
        against_best = results(course, training.net, training.best, TRIAL_SEED + 1)
    chosen = not against_best or is_better(against_best, against_rule, training.best_against_rule)
    if chosen:
        training.best = training.net
        training.best_step = training.step
        training.best_against_rule = mean(against_rule)
    return {
        "rule": {result.word: (result.mean, result.margin) for result in against_rule},
        "best": {result.word: (result.mean, result.margin) for result in against_best},
        "chosen": chosen,
    }


def train(
    course: Course, plan: Plan, folder: Path, *, every: float = 60.0, minutes: float | None = None
) -> Iterator[tuple[Training, dict[str, Any]]]:
    """Train in a folder, from its checkpoint where there is one; yields state and log record of each step.

    A checkpoint is written and judged every ``every`` seconds of work and at the end of ``plan.decisions`` or
    ``minutes``. The log (``log.jsonl``) gets a line for each checkpoint.
    """
    folder.mkdir(parents=True, exist_ok=True)
    state = folder / "state.npz"
    training = read_state(state, course) if state.exists() else Training.begin(course, plan)
    lesson = None if isinstance(course, SlopesCourse) else Lesson.empty(course.shape, plan.room)
    began = written = training.seconds
    while training.decisions < plan.decisions:
        figures = step(course, plan, training, lesson)
        record: dict[str, Any] = {
            "step": training.step,
            "decisions": training.decisions,
            "seconds": round(training.seconds, 1),
            "price": plan.entropy(course, training.decisions / plan.decisions),
            **figures,
        }
        late = minutes is not None and training.seconds - began >= 60 * minutes
        if late or training.seconds - written >= every or training.decisions >= plan.decisions:
            written = training.seconds
            record |= judge(course, training)
            write_state(state, course, training)
            with (folder / "log.jsonl").open("a", encoding="utf-8") as log:
                log.write(json.dumps(record) + "\n")
        yield training, record
        if late:
            return


def finished(course: Course, plan: Plan, training: Training) -> Weights:
    """The best network as the weights of a file, with what the game adds."""
    return Weights(course.finish(training.best or training.net), about(course, plan, training))


def about(course: Course, plan: Plan, training: Training) -> dict[str, Any]:
    """The recipe of the best network, for its file."""
    kind = "sampled" if isinstance(course, SlopesCourse) else "all-action"
    return {
        "game": course.name,
        "features": course.features,
        "method": f"{kind} actor-critic, entropy price, population of past selves, choice by matches",
        "command": f"python -m bench train {course.name} --seed {plan.seed} --decisions {plan.decisions}",
        "decisions": training.decisions,
        "hours": round(training.seconds / 3600, 2),
        "chosen_at_step": training.best_step,
        "entropy_price": list(course.entropy),
        "licence": "MIT",
    }
