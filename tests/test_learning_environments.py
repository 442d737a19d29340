"""PettingZoo and Gymnasium environments, judged by those projects' own tests and by the games."""

from __future__ import annotations

import doctest
import sys
import warnings
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from protocol.matches.players import SearchPlayer
from scaling import scale
from solver.errors import IllegalMove, SetupError
from solver.game import State
from solver.games import GAMES

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.utils.conversions import parallel_to_aec

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the tests import games of their own, which warn, or fail without pygame
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from herdmind.adapters import gymnasium as seat_envs
from herdmind.adapters import pettingzoo as zoo
from herdmind.adapters.batch import layout, make_batch
from herdmind.adapters.episode import Episode, Observation

#: Settings of each game, short ones where the game has them.
SHORT: dict[str, dict[str, Any]] = {
    name: {"rules": ["round"]} if name == "nimmt" else {"seats": 4} if name == "colt" else {}
    for name in GAMES
}
every_game = pytest.mark.parametrize("game", GAMES)
# PettingZoo warns of two things that its own card games do too: an observation with a mask is a dictionary,
# and the mask of a seat that owes no decision is empty.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{words}:UserWarning")
    for words in (
        "Observation space for each agent probably should be",
        "Observation is not a NumPy array",
        "Action mask numpy array is all zeros",
    )
]


def policy(seen: Observation, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


@every_game
def test_pettingzoo_accepts_the_turn_by_turn_form(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(zoo.env(game, **SHORT[game]), num_cycles=scale(3000, least=150))
    api_test(zoo.env(game, **SHORT[game], reward="points"), num_cycles=100)
    seed_test(partial(zoo.env, game, **SHORT[game]), num_cycles=scale(1000, least=60))
    assert "Passed API test" in capsys.readouterr().out


@every_game
def test_pettingzoo_accepts_the_simultaneous_form(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(zoo.parallel_env(game, **SHORT[game]), num_cycles=scale(3000, least=150))
    assert "Passed Parallel API test" in capsys.readouterr().out
    # the seed test samples without masks
    parallel_seed_test(partial(zoo.parallel_env, game, illegal="random"), num_cycles=scale(1000, least=60))


@every_game
def test_pettingzoo_accepts_the_limit_of_cycles(game: str) -> None:
    """The test's actions ignore masks, and all agents have to act in each cycle: the simultaneous form."""
    parallel = partial(zoo.parallel_env, game, illegal="random")
    max_cycles_test(
        SimpleNamespace(
            parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles=max_cycles))
        )
    )


@every_game
def test_gymnasium_accepts_a_seat(game: str) -> None:
    env = gymnasium.make(f"herdmind/{game}-v0", illegal="random", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=3)
    picture = env.render()
    assert isinstance(picture, str)
    assert "\n" in picture
    env.close()


@every_game
@pytest.mark.parametrize("reward", ["result", "points"])
def test_the_forms_play_the_same_game(game: str, reward: str) -> None:
    """Turn by turn and all at once, the same seed and choices give the same rewards."""
    settings = SHORT[game] | {"reward": reward}
    turns, together = zoo.raw_env(game, **settings), zoo.parallel_env(game, **settings)
    turns.reset(seed=8)
    together.reset(seed=8)
    rng = np.random.default_rng(1)
    sums = dict.fromkeys(turns.agents, 0.0), dict.fromkeys(turns.agents, 0.0)
    everybody = turns.possible_agents
    while together.agents:
        assert turns.episode.state == together.episode.state
        owing = together.episode.state.players_to_move()
        wait = together.episode.actions
        actions = dict.fromkeys(everybody, wait)
        for seat in owing:
            assert turns.agent_selection == everybody[seat]
            seen = turns.observe(everybody[seat])
            actions[everybody[seat]] = policy(seen, rng)
            turns.step(actions[everybody[seat]])
            for agent in everybody:
                sums[0][agent] += turns.rewards[agent]
        _, rewards, terminations, truncations, _ = together.step(actions)
        assert not any(truncations.values())
        for agent in everybody:
            sums[1][agent] += rewards[agent]
        assert terminations == turns.terminations
    assert sums[0] == pytest.approx(sums[1])
    state = together.episode.state
    if reward == "result":
        assert list(sums[0].values()) == pytest.approx(state.returns())
    else:
        scores = np.array(state.scores())
        sign = -1 if GAMES[game].fewer_win else 1
        margins = sign * (scores - (scores.sum() - scores) / (len(scores) - 1))
        assert list(sums[0].values()) == pytest.approx(list(margins))


def test_choices_of_the_same_moment_are_hidden_from_those_who_choose_later() -> None:
    env = zoo.raw_env("nimmt", seats=3, rules=["round"])
    seen = []
    for card in (0, -1):
        env.reset(seed=4)
        env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"])[card]))
        assert env.agent_selection == "seat_1"
        seen.append(env.observe("seat_1")["observation"].tobytes())
    assert seen[0] == seen[1]


def test_an_illegal_action_is_refused_by_name_and_changes_nothing() -> None:
    env = zoo.raw_env("nimmt", seats=2)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.observe("seat_0")["action_mask"] == 0)[0])
    before = env.episode.state.to_text()
    for action in (wrong, 108, -1, None, "a"):
        with pytest.raises(IllegalMove, match=f"action {action} is not legal for seat 0"):
            env.step(action)  # type: ignore[arg-type]
    assert env.episode.state.to_text() == before
    both = zoo.parallel_env("nimmt", seats=2)
    observations, _ = both.reset(seed=1)
    legal = int(np.flatnonzero(observations["seat_0"]["action_mask"])[0])
    with pytest.raises(IllegalMove, match="seat 1"):
        both.step({"seat_0": legal, "seat_1": 108})  # to wait is not legal either
    with pytest.raises(IllegalMove, match="action None"):
        both.step({"seat_0": legal})
    assert both.episode.state.to_text() == before
    alone = seat_envs.SeatEnv("nimmt", seats=2)
    alone.reset(seed=1)
    with pytest.raises(IllegalMove):
        alone.step(108)
    replaced = zoo.raw_env("nimmt", seats=2, illegal="random")
    replaced.reset(seed=1)
    replaced.step(wrong)
    assert replaced.infos["seat_0"] == {"illegal": True}


@pytest.mark.parametrize(
    ("settings", "token"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "nimmt", "seats": 11}, "11"),
        ({"game": "nimmt", "rules": ["fast"]}, "fast"),
        ({"game": "nimmt", "reward": "money"}, "money"),
        ({"game": "nimmt", "illegal": "lose"}, "lose"),
        ({"game": "nimmt", "seat": 4}, "4"),
        ({"game": "nimmt", "opponents": ["random"]}, "1"),
        ({"game": "nimmt", "opponents": "full:clock=1000"}, "clock"),
        ({"game": "nimmt", "opponents": "grandmaster"}, "grandmaster"),
        ({"game": "nimmt", "opponents": "full"}, "full"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], token: str) -> None:
    with pytest.raises(ValueError, match=token) as caught:
        seat_envs.SeatEnv(**settings)
    assert caught.value.token == token  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "opponents",
    [
        "greedy",
        "full:nodes=30",
        ["random", "flat:nodes=20", lambda seen: int(np.flatnonzero(seen["action_mask"])[-1])],
        f"cmd:nodes=10:{sys.executable} -m protocol",
    ],
    ids=["greedy", "full", "mixed", "engine"],
)
def test_opponents_of_every_kind_play_and_a_seed_repeats_them(opponents: Any) -> None:
    env = seat_envs.SeatEnv("nimmt", seats=4, rules=["round"], seat=None, opponents=opponents)
    games = []
    for seed in (5, 5, 6):
        seen, info = env.reset(seed=seed)
        rng = np.random.default_rng(2)
        history = [info["seat"]]
        over, reward = False, 0.0
        while not over:
            assert not reward
            assert seen["action_mask"].any()
            seen, reward, over, truncated, _ = env.step(policy(seen, rng))
            history.append(seen["observation"].tobytes())
            assert not truncated
        assert reward == pytest.approx(env.episode.state.returns()[env.seat])
        games.append(history)
    env.close()
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_opponents_see_their_own_seats_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int | None, int]] = []
    choose = SearchPlayer.choose

    def watched(self: SearchPlayer, view: State, seat: int, clock: None = None) -> str:
        asked.append((view.viewer, seat))
        return choose(self, view, seat, clock)

    monkeypatch.setattr(SearchPlayer, "choose", watched)
    hands = []

    def lowest(seen: Observation) -> int:
        legal = np.flatnonzero(seen["action_mask"])
        hands.append((legal[legal < 104] + 1, np.flatnonzero(seen["observation"][:104]) + 1))
        return int(legal[0])

    env = seat_envs.SeatEnv("nimmt", seats=4, rules=["round"], opponents=["greedy", lowest, "greedy"])
    seen, _ = env.reset(seed=1)
    for _ in range(4):
        seen, _, _, _, _ = env.step(int(seen["action_mask"].argmax()))
    assert {seat for _, seat in asked} == {1, 3}
    assert all(viewer == seat for viewer, seat in asked)
    assert all(not len(legal) or legal.tolist() == hand.tolist() for legal, hand in hands)


def test_greedy_opponents_beat_a_random_seat() -> None:
    env = seat_envs.SeatEnv("nimmt", seats=2, rules=["round"], opponents="greedy", reward="points")
    rng = np.random.default_rng(3)
    total = 0.0
    for seed in range(40):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            seen, reward, over, _, _ = env.step(policy(seen, rng))
            total += reward
    assert total / 40 < -2  # heads a round


@every_game
def test_a_batch_is_laid_out_like_an_environment(game: str) -> None:
    settings = SHORT[game]
    batch = make_batch(game, games=3, starts=4, seed=1, **settings)
    env = zoo.raw_env(game, **settings)
    assert batch.actions == env.action_space("seat_0").n
    space = env.observation_space("seat_0")["observation"]
    assert space.shape == (batch.features,)
    assert sum(block.size for block in layout(game, **settings)) == batch.features
    episode = Episode(game, **settings)
    episode.begin(3)
    episode.state = batch.state(2)
    assert batch.observations[2].tobytes() == episode.observation(int(batch.seats[2])).tobytes()


def test_a_batch_refuses_what_the_games_refuse() -> None:
    with pytest.raises(SetupError, match="chess"):
        make_batch("chess", games=2)
    with pytest.raises(SetupError, match="money"):
        make_batch("nimmt", games=2, reward="money")
    with pytest.raises(ValueError, match="needs a start"):
        make_batch("colt", games=2, starts=0)


@pytest.mark.parametrize("name", ["batch", "gymnasium", "pettingzoo", "episode"])
def test_examples_in_docstrings_run(name: str) -> None:
    assert not doctest.testmod(import_module(f"herdmind.adapters.{name}")).failed


#: What the examples of ``make_batch`` and ``layout`` show, and a name of a type.
SHOWN_ELSEWHERE = {"Batch", "Block", "Opponent"}


@pytest.mark.parametrize("module", ["batch", "gymnasium", "pettingzoo"])
def test_every_public_name_of_an_adapter_has_an_example(module: str) -> None:
    loaded = import_module(f"herdmind.adapters.{module}")
    for name in set(loaded.__all__) - SHOWN_ELSEWHERE:
        assert ">>> " in (getattr(loaded, name).__doc__ or ""), f"{name} has no example"
