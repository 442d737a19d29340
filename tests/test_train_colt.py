"""Training of Colt Express's networks: games, slopes of the value, resuming, and the recipe from nothing."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

pytest.importorskip("jax")
# bench is not installed: it is imported from the checkout, behind everything else on the path
sys.path.append(str(Path(__file__).resolve().parent.parent))

from bench.train import run
from bench.train.colt import BANDITS, ColtCourse, Memory, credits, leads_of, model, play_games, value_slopes
from bench.train.lesson import SlopesCourse, Trial
from scaling import FULL
from solver.net.weights import Floats, load

COURSE = ColtCourse()
TRIAL = Trial("4 seats", {"seats": 4, "words": ()}, 40)


def test_leads_and_credits() -> None:
    assert leads_of([3.0, 1.0], 4) == [2.0, 2.0, -2.0, -2.0]
    assert leads_of([3.0, 1.0, 2.0], 3) == [1.5, -1.5, 0.0]
    steps = np.array([[0, 2, 0, 0], [1, 2, 0, 0], [0, 2, 0, 0]], np.int32)
    found = credits(steps, np.array([0.5, 0.0, 1.0], np.float32), [3.0, -3.0])
    assert found == pytest.approx([0.5 + 0.9 * 2.0, -3.0, 2.0])


def test_games_are_recorded_whole_and_the_same_for_a_seed() -> None:
    current = model(COURSE.fresh(1))
    first, again, other = (Memory(1200) for _ in range(3))
    games = play_games(current, [current], first, 5)
    assert 400 < games.decisions <= 1200
    assert (play_games(current, [current], again, 5).gains == games.gains).all()
    assert (play_games(current, [current], other, 6).gains[:50] != games.gains[:50]).any()
    counts = first.steps[: games.decisions, 1]
    assert (counts > 1).all()
    assert (first.steps[: games.decisions, 2] < counts).all()
    assert (np.diff(games.starts[: games.decisions]) == counts[:-1]).all()
    assert ((first.notes[: games.decisions, 0] > 0) & (first.notes[: games.decisions, 0] < 1)).all()


def test_slopes_of_the_value_are_those_of_its_error() -> None:
    net = COURSE.fresh(2)
    rng = np.random.default_rng(1)
    net["value/out"] = rng.standard_normal(net["value/out"].shape).astype(np.float32)
    games = play_games(model(net), [], Memory(900), 3)
    assert games.money.shape[1] == BANDITS
    slopes, _ = value_slopes(net, games.positions, games.money)
    for name, slope in slopes.items():
        at = int(np.abs(slope).argmax())
        moved = []
        for change in (1e-2, -1e-2):
            other = {**net, name: net[name].copy()}
            other[name].reshape(-1)[at] += change
            moved.append(value_slopes(other, games.positions, games.money)[1])
        assert slope.reshape(-1)[at] == pytest.approx((moved[0] - moved[1]) / 2e-2, rel=0.05, abs=1e-4), name


SECONDS = run.Plan(seed=5, decisions=80_000, room=2048, earlier_every=20)


def test_a_training_that_was_interrupted_ends_with_the_same_weights(tmp_path: Path) -> None:
    course = ColtCourse()
    course.trials = (replace(TRIAL, deals=2),)
    short = replace(SECONDS, decisions=6000)
    whole = list(run.train(course, short, tmp_path / "whole", every=1e9))[-1][0]
    training = None
    for _ in range(20):
        for now, _ in run.train(course, short, tmp_path / "parts", every=0.0):
            training = now
            break
    assert training is not None
    for name, part in whole.net.items():
        assert (training.net[name] == part).all(), name
    assert training.step == whole.step > 2
    state = load(tmp_path / "parts" / "state.npz", course.features)
    assert any(name.startswith("second/") for name in state.arrays)


def recipe(plan: run.Plan, folder: Path) -> dict[str, Floats]:
    """The last network of a training from nothing."""
    course = ColtCourse()
    assert isinstance(course, SlopesCourse)
    course.trials = (replace(TRIAL, deals=10),)
    return list(run.train(course, plan, folder, every=1e9))[-1][0].net


@pytest.mark.ci
def test_seconds_of_training_beat_the_network_that_it_began_with(tmp_path: Path) -> None:
    net = recipe(SECONDS, tmp_path)
    assert lead(net, COURSE.fresh(SECONDS.seed)) > 0.15


@pytest.mark.skipif(not FULL, reason="long: minutes")
def test_minutes_of_training_beat_the_rules_of_thumb(tmp_path: Path) -> None:
    net = recipe(replace(SECONDS, decisions=3_000_000, earlier_every=200), tmp_path)
    assert lead(net, None) > 0.2


def lead(net: dict[str, Floats], rival: dict[str, Floats] | None) -> float:
    """The mean lead in thousands of dollars over a trial."""
    return fmean(COURSE.match(net, rival, TRIAL, 1 << 41))
