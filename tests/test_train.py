"""Training: lessons, the step in JAX, resuming, and the recipe from nothing."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

pytest.importorskip("jax")
# bench is not installed: it is imported from the checkout, behind everything else on the path
sys.path.append(str(Path(__file__).resolve().parent.parent))

from bench import imitate
from bench.train import imitation, networks, run, searches, stored
from bench.train.choice import Result, is_better, mean, results
from bench.train.lesson import Lesson
from bench.train.nimmt import NimmtCourse
from protocol.records.lineup import read_player
from solver.games.nimmt.lessons import heads_of_rounds
from solver.games.nimmt.net import NimmtNet
from solver.net.layers import Perceptron, Scorer
from solver.net.weights import Floats, load

COURSE = NimmtCourse()
COURSE.trials = [replace(trial, deals=30) for trial in COURSE.trials]


def test_the_networks_of_jax_are_those_of_c() -> None:
    net = networks.fresh(COURSE.shape, 3)
    lesson = Lesson.empty(COURSE.shape, 300)
    used = COURSE.play(net, [], lesson, 1)
    assert used >= 200
    logits = np.asarray(networks.logits(net, lesson.state, lesson.actions))
    worth = np.asarray(networks.worth(net, lesson.state))
    scorer, value = Scorer(net), Perceptron(net)
    for row in range(0, used, 7):
        count = int(lesson.legal[row].sum())
        found = scorer.logits(lesson.state[row], lesson.actions[row, :count])
        assert found == pytest.approx(logits[row, :count], abs=1e-4)
        assert value.run(lesson.state[row]) == pytest.approx(worth[row], abs=1e-4)


def test_a_lesson_holds_whole_rounds_and_the_same_for_a_seed() -> None:
    net = networks.fresh(COURSE.shape, 3)
    first, again, other = (Lesson.empty(COURSE.shape, 500) for _ in range(3))
    used = COURSE.play(net, [net], first, 8)
    assert used % 10 == 0
    assert COURSE.play(net, [net], again, 8) == used
    assert (first.gain == again.gain).all()
    COURSE.play(net, [net], other, 9)
    assert (first.gain != other.gain).any()
    tricks = first.legal[:used].sum(axis=1).reshape(-1)
    assert sorted(set(tricks)) == list(range(1, 11))
    # without values, the gains of a last trick but one are heads, and so of a size that heads have
    assert np.abs(first.gain).max() < 60


@pytest.mark.ci
def test_a_training_that_was_interrupted_ends_with_the_same_weights(tmp_path: Path) -> None:
    short = replace(COURSE_OF_SECONDS, decisions=4000)
    whole = list(run.train(COURSE, short, tmp_path / "whole", every=1e9))[-1][0]
    training = whole
    while steps := run.train(COURSE, short, tmp_path / "parts", every=0.0):
        found = next(steps, None)
        if found is None:
            break
        training = found[0]
    assert training is not whole
    for name, part in whole.net.items():
        assert (training.net[name] == part).all(), name
    assert training.step == whole.step > 3
    weights = run.finished(COURSE, short, training)
    assert weights.about["decisions"] == training.decisions >= 4000


COURSE_OF_SECONDS = run.Plan(seed=5, decisions=150_000, room=1024, earlier_every=20)


def recipe(plan: run.Plan, folder: Path) -> NimmtNet:
    """The best network of a training from nothing."""
    training = [training for training, _ in run.train(COURSE, plan, folder, every=20.0)][-1]
    assert training.best is not None
    return NimmtNet(training.best)


@pytest.mark.ci
def test_seconds_of_training_beat_random_cards(tmp_path: Path) -> None:
    net = recipe(COURSE_OF_SECONDS, tmp_path)
    weights = networks.fresh(COURSE.shape, COURSE_OF_SECONDS.seed)
    uniform = NimmtNet({name: 0 * part for name, part in weights.items()})
    for seats in (2, 4):
        heads = heads_of_rounds(net, uniform, seats, False, 300, 77, drawn=True)
        assert np.mean(heads) > 2
    log = (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(log) >= 1
    assert load(tmp_path / "state.npz", COURSE.features).numbers > 10_000


@pytest.mark.long
def test_the_recipe_beats_the_rule_of_the_hand_made_player(tmp_path: Path) -> None:
    plan = run.Plan(seed=2, decisions=4_000_000)
    net = recipe(plan, tmp_path)
    for seats in (2, 4, 10):
        assert np.mean(heads_of_rounds(net, None, seats, False, 3000 // seats, 78)) > 0.4


@pytest.mark.ci
def test_a_network_learns_what_players_choose(tmp_path: Path) -> None:
    specs = [read_player("greedy"), read_player("random")]
    decisions = searches.play(specs, 3000, 4)
    assert (searches.play(specs, 3000, 4).cards == decisions.cards).all()
    stored.write(tmp_path / "file", decisions)
    kept, held = searches.parted(stored.read(searches.Decisions, tmp_path / "file"))
    assert len(kept) + len(held) == len(decisions) >= 3000
    assert set(kept.table).isdisjoint(held.table)
    assert (decisions.chosen < decisions.count).all()
    assert decisions.count.min() == 2
    assert len(set(decisions.seats)) > 5
    ruled, drawn = (decisions.of(decisions.player == number) for number in (0, 1))

    def likeliest(found: Floats, of: searches.Decisions) -> float:
        return float((found.argmax(axis=1) == of.chosen).mean())

    assert likeliest(imitation.by_rule(ruled, 4.0), ruled) > 0.75
    assert likeliest(imitation.by_rule(drawn, 4.0), drawn) < 0.35
    assert imitation.fit_rule(ruled) > imitation.fit_rule(drawn)
    net = networks.fresh(COURSE.shape, 3)
    kept, held = (part.of(part.player == 0) for part in (kept, held))
    learnt = imitation.learn(net, kept, 150, 1)
    at = np.arange(len(held))
    before, after = (
        float(-imitation.by_network(arrays, held)[at, held.chosen].mean()) for arrays in (net, learnt)
    )
    assert after < before - 0.2
    assert (learnt["value/first"] == net["value/first"]).all()


@pytest.mark.ci
def test_choices_of_players_are_compared_with_odds(tmp_path: Path) -> None:
    words = ["greedy", "random", "--folder", str(tmp_path), "--decisions", "300", "--epochs", "1"]
    done = CliRunner().invoke(imitate.main, [*words, "--out", str(tmp_path / "net.npz")])
    assert done.exit_code == 0, done.output
    assert "1: greedy, nats/likeliest card" in done.output
    assert done.output.count("uniform") == done.output.count("the rule") == 2
    assert load(tmp_path / "net.npz", COURSE.features).arrays["policy/state"].shape[1] == 64
    files = sorted(path.name for path in tmp_path.iterdir())
    assert CliRunner().invoke(imitate.main, words).output == done.output
    assert sorted(path.name for path in tmp_path.iterdir()) == files


def test_a_checkpoint_is_chosen_by_its_gains_on_both_rivals() -> None:
    def of(*means: float) -> list[Result]:
        return [Result("duck", value, 0.1) for value in means]

    assert mean(of(1, 3)) == 2
    assert is_better(of(0.5, 0.5), of(1.0, 1.0), 1.2)
    assert not is_better(of(0.5, 0.5), of(1.0, 1.0), 1.6)
    assert not is_better(of(-0.3, -0.1), of(1.0, 1.0), 1.0)
    net = networks.fresh(COURSE.shape, 3)
    assert [result.mean for result in results(COURSE, net, net, 4)] == pytest.approx([0] * 5, abs=1e-5)
