"""The value of Colt Express's network, fitted to ends of rounds: games, the fit, and the command."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

pytest.importorskip("jax")
# bench is not installed: it is imported from the checkout, behind everything else on the path
sys.path.append(str(Path(__file__).resolve().parent.parent))

from bench import colt_value
from bench.train import colt_games, stored, value
from bench.train.colt import ColtCourse
from bench.train.colt_games import Ends, guided_games, joined, searched_game
from solver.games.colt.net import FEATURES, PACKAGED
from solver.net.weights import load

PLAYER = "full:nodes={nodes},tree.rounds=1"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of a few iterations, and steps of few games."""
    monkeypatch.setattr(colt_games, "NODES", (4, 9))
    monkeypatch.setattr(value, "GAMES", 64)


def same(one: Ends, other: Ends) -> bool:
    return one.truths.tobytes() == other.truths.tobytes() and bool((one.money == other.money).all())


def test_games_of_the_search_are_the_same_for_a_seed() -> None:
    first = searched_game(PLAYER, 3, 1)
    assert same(first, searched_game(PLAYER, 3, 1))
    assert not same(first, searched_game(PLAYER, 3, 2))
    assert not same(first, searched_game(PLAYER, 4, 1))


def test_ends_of_rounds_are_recorded_with_the_money_at_the_end(tmp_path: Path) -> None:
    ends = joined([searched_game(PLAYER, number, 1) for number in range(9)])
    for number in range(9):
        game = ends.of(ends.game == number)
        assert game.rounds.tolist() == [1, 2, 3, 4]
        assert (game.money == game.money[0]).all()
        assert game.money.max() > 0
    assert len(set(ends.seats)) > 1
    stored.write(tmp_path / "games.npz", ends)
    again = stored.read(Ends, tmp_path / "games.npz")
    assert same(again, ends)
    learnt, held = again.parted()
    assert set(held.game) == {0, 8}
    assert set(learnt.game) == set(range(1, 8))


@pytest.mark.ci
def test_a_value_learns_from_guided_games_what_the_rules_of_thumb_do_not_know() -> None:
    arrays = ColtCourse().fresh(1)
    held = guided_games(1500, 99)
    before = value.explained(arrays, held)
    assert before["all"][0] == before["all"][1]
    shares = [by_rounds[1] for by_rounds in (before["1"], before["2"], before["3"], before["4"])]
    assert shares == sorted(shares)
    *_, (net, _) = value.by_guided_games(arrays, 80, 2)
    after = value.explained(net, held)
    assert after["all"][0] > after["all"][1] + 0.02
    assert after["all"][1] == before["all"][1]
    # and the second stage learns from rows
    *_, net = value.by_searched_games(net, guided_games(3000, 98), 4, 3)
    assert value.explained(net, held)["all"][0] > after["all"][0]


@pytest.mark.ci
def test_the_command_goes_on_where_it_stopped_and_keeps_the_policy(tmp_path: Path) -> None:
    words = ["--folder", str(tmp_path / "games"), "--steps", "2", "--games", "9", "--epochs", "2"]
    out = tmp_path / "net.npz"
    done = CliRunner().invoke(colt_value.main, [*words, "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "pass 2" in done.output
    found, packaged = load(out, FEATURES), load(PACKAGED, FEATURES)
    for name, part in packaged.arrays.items():
        assert (found.arrays[name] == part).all() != name.startswith("value/"), name
    assert found.about["decisions"] == packaged.about["decisions"]
    assert found.about["value"]["command"].endswith("--seed 1 --steps 2 --games 9 --epochs 2")
    digest = found.digest
    files = sorted((tmp_path / "games").iterdir())
    times = [path.stat().st_mtime_ns for path in files]
    assert CliRunner().invoke(colt_value.main, [*words, "--out", str(out)]).stdout == done.stdout
    assert load(out, FEATURES).digest == digest
    assert [path.stat().st_mtime_ns for path in files] == times
    files[-1].unlink()  # the games: they are played again
    assert CliRunner().invoke(colt_value.main, [*words, "--out", str(out)]).stdout == done.stdout
    assert np.isfinite(found.arrays["value/first"]).all()
