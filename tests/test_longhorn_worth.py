"""The command that fits Longhorn's evaluation: the same samples and weights each time, and what it learns."""

from __future__ import annotations

import base64
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

ROOT = Path(__file__).resolve().parent.parent
# bench is not installed: it is imported from the checkout, behind everything else on the path
sys.path.append(str(ROOT))

from bench import builds, longhorn_worth  # noqa: E402
from bench._longhorn_fit import Net, Questions, fit, losses, stack  # noqa: E402
from bench._longhorn_samples import SMALL, Sampler  # noqa: E402
from solver.game import State  # noqa: E402
from solver.games import GAMES, parse_position  # noqa: E402
from solver.games.longhorn.evaluation import FEATURES, FILE, ROW_COUNT, rows_of_node  # noqa: E402
from solver.games.longhorn.packing import LonghornProof  # noqa: E402
from solver.net.weights import load  # noqa: E402
from solver.search.prover import Prover  # noqa: E402
from solver.stop import StopFlag  # noqa: E402

DEALS = 15


def run(folder: Path, name: str) -> Path:
    """A small fit from the samples in the folder; returns the file of weights."""
    out = folder / name
    samples = str(folder / "samples.jsonl")
    arguments = ["--samples", samples, "--deals", str(DEALS), "--epochs", "2", "--out", str(out)]
    result = CliRunner().invoke(longhorn_worth.main, arguments)
    assert result.exit_code == 0, result.output
    assert "held-out deals" in result.output
    return out


def test_a_small_fit_is_the_same_again_and_goes_on_from_its_samples(tmp_path: Path) -> None:
    one = run(tmp_path, "one.npz")
    samples = tmp_path / "samples.jsonl"
    lines = samples.read_text().splitlines(keepends=True)
    assert len(lines) == DEALS + 1
    samples.write_text("".join(lines[:-3]) + lines[-3][:40])
    two = run(tmp_path, "two.npz")
    assert samples.read_text() == "".join(lines)
    assert one.read_bytes() == two.read_bytes()


def test_samples_have_the_values_that_another_proof_finds() -> None:
    sampler, checked = Sampler(), 0
    for deal in range(7_900_001, 7_900_004):
        for sample in sampler.samples(deal):
            engine = Prover(LonghornProof(), 64, 1)
            engine.open(parse_position(sample.position))
            assert engine.run(1e9, 50_000_000, StopFlag())
            assert engine.lower == engine.upper == sample.value
            assert all(answer in (0, 1) for _, answer in sample.below)
            assert all(rows_of_node(base64.b85decode(node)) for node, _ in sample.below)
            checked += 1
    assert checked > 3
    assert SMALL > 8  # smaller positions are in no table


def test_the_fit_finds_a_rule() -> None:
    """Answers that depend on three rows, one of them reversed with another: not linear in the rows."""
    rng = np.random.default_rng(5)
    parts = []
    for number in range(6000):
        rows = [int(row) for row in rng.permutation(6)[:3]]
        answer = int((0 in rows) != (1 in rows))
        parts.append((rows, answer, 20, number, True))
    questions = stack(parts)
    held: Questions = questions.take(questions.deals >= 5000)
    found = [
        losses(net.logits(held), held.answers)
        for net in fit(questions.take(questions.deals < 5000), 30, 0.0, np.random.default_rng(1))
    ]
    loss, brier, right = found[-1]
    assert right > 0.97
    assert brier < 0.05
    assert loss < 0.2
    assert found[0][0] > 2 * loss


def test_files_hold_what_the_net_says(tmp_path: Path) -> None:
    net = Net.fresh(np.random.default_rng(2))
    net.save(tmp_path / "net.npz", {})
    arrays = load(tmp_path / "net.npz", FEATURES).arrays
    assert arrays["rows"].shape == net.rows.shape
    assert np.array_equal(arrays["rows"], np.round(arrays["rows"]))


def test_the_file_of_the_package_says_how_it_was_made() -> None:
    weights = load(FILE, FEATURES)
    assert weights.arrays["rows"].shape[0] == ROW_COUNT
    assert set(weights.about) >= {"deals", "epochs", "decay", "seed"}


def test_losses() -> None:
    found = losses(np.array([0.0, 0.0], np.float32), np.array([1.0, 0.0], np.float32))
    assert found[0] == pytest.approx(np.log(2))
    assert found[1] == pytest.approx(0.25)


class FirstMove:
    """Plays the first legal move, and counts its games and decisions."""

    def __init__(self) -> None:
        self.games = self.decisions = 0

    def begin(self, seed: int) -> None:
        """Count a game."""
        self.games += 1

    def choose(self, state: State, cputime: int) -> builds.Decision:
        """The first move."""
        self.decisions += 1
        return {"best": state.action_to_string(min(state.legal_actions())), "ms": 0.0}


def test_games_between_builds_are_written_down_as_they_were_played() -> None:
    players = [FirstMove(), FirstMove()]
    state = GAMES["longhorn"].initial(8_500_001)
    rows = builds.play(state, players, 5, 1)  # type: ignore[arg-type]
    assert state.is_terminal()
    assert [one.games for one in players] == [1, 1]
    assert [sum(row["seat"] == seat for row in rows) for seat in (0, 1)] == [one.decisions for one in players]
    for row in rows:
        again = parse_position(row["position"])
        assert again.current_player() == row["seat"]
        assert row["best"] == again.action_to_string(min(again.legal_actions()))
