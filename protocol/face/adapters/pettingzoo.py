"""Every seat of a game, as PettingZoo environments (extra ``rl``).

``env`` is the turn by turn form (AEC): the seats that owe a decision act one after the other; simultaneous
choices stay hidden until the last is in. ``parallel_env`` is the form in which all seats act at once; those
that owe no decision play the action ``wait``, the last number. Both serve every game. Importing this module
registers them with PettingZoo, as ``herdmind/GAME-v0``:

>>> import pettingzoo
>>> import herdmind.adapters.pettingzoo
>>> pettingzoo.make("aec", "herdmind/nimmt-v0", seats=3).possible_agents
['seat_0', 'seat_1', 'seat_2']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np

try:
    import pettingzoo
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError("PettingZoo is not installed: pip install 'herdmind[rl]'") from missing

from herdmind.adapters.episode import Episode, Observation, Substitute
from herdmind.games import GAMES, Game

__all__ = ["SeatsEnv", "SimultaneousEnv", "env", "parallel_env", "raw_env"]


class _Seats:
    """The common part of both forms: the agents ``seat_0`` and so on, their spaces, seeds and pictures."""

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        rules: Sequence[str] = (),
        figures: str | PathLike[str] | None = None,
        reward: str = "result",
        illegal: str = "error",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        wait: bool = False,
    ) -> None:
        self.episode = Episode(game, seats=seats, rules=rules, figures=figures, reward=reward)
        self.metadata = {
            "name": f"herdmind_{self.episode.entry.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": wait,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episode.seats)]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._substitute = Substitute(illegal)
        actions = self.episode.actions + wait
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (self.episode.features,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._generator = np_random()[0]

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations: ``observation`` and ``action_mask``."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self._actions[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._generator = np_random(seed)[0]
        self.agents = self.possible_agents[:]
        self.episode.begin(int(self._generator.integers(1 << 64, dtype=np.uint64)))

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def close(self) -> None:
        """Do nothing: there is nothing to free."""


class SeatsEnv(_Seats, AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game turn by turn (AEC); :func:`env` adds PettingZoo's checks of the caller.

    Args:
        game, seats, rules, figures, reward: as for :class:`herdmind.adapters.episode.Episode`.
        illegal: ``error`` refuses an action outside the mask, ``random`` plays a random legal one instead and
            reports it in ``infos`` (``illegal``).
        max_cycles: the game is truncated when a seat would have to decide once more than so often.
        render_mode: ``ansi``: :meth:`render` returns the position as the seat to act sees it.

    >>> from herdmind.adapters.pettingzoo import SeatsEnv
    >>> env = SeatsEnv("pickomino", seats=3)
    >>> env.reset(seed=1)
    >>> env.agent_selection, int(env.observe("seat_1")["action_mask"].sum())
    ('seat_0', 0)
    """

    def __init__(self, game: str | Game, **settings: Any) -> None:
        super().__init__(game, **settings)
        self._decisions = [0] * self.episode.seats

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a game. Without ``seed`` the next one of the last seed's series; ``options`` are not used."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = [0] * self.episode.seats
        self._skip_agent_selection = None
        self._call_next()

    def _call_next(self) -> None:
        """Select the agent that acts next, or end the game."""
        owing = self.episode.state.players_to_move()
        over = not owing
        truncated = not over and self.max_cycles is not None and self._decisions[owing[0]] >= self.max_cycles
        if over or truncated:
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, truncated)
        self.agent_selection = self.possible_agents[owing[0] if owing else 0]

    def step(self, action: int | None) -> None:
        """Play the action of ``agent_selection``; None where its game is over.

        Raises:
            IllegalMove: the action is not legal (and ``illegal`` is ``error``); nothing changes.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat(agent)
        number, illegal = self._substitute(self.episode.mask(seat), action, seat, self._generator)
        self.episode.play(seat, number)
        self.infos = {other: {} for other in self.agents}
        if illegal:
            self.infos[agent]["illegal"] = True
        self._decisions[seat] += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, map(float, self.episode.rewards()), strict=True))
        self._accumulate_rewards()
        self._call_next()

    def observe(self, agent: str) -> Observation:
        """The observation of an agent now; its mask is empty unless it owes a decision."""
        return self.episode.seen(self._seat(agent))

    def render(self) -> str | None:
        """The position as the seat to act sees it, if ``render_mode`` is ``ansi``."""
        return self.episode.picture(self._seat(self.agent_selection)) if self.render_mode == "ansi" else None


class SimultaneousEnv(_Seats, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """A game in which all seats act at once; those that owe no decision play ``wait``, the last action.

    Args:
        game, seats, rules, figures, reward: as for :class:`herdmind.adapters.episode.Episode`.
        illegal: as for :class:`SeatsEnv`.
        max_cycles: the number of steps after which the game is truncated.
        render_mode: ``ansi``: :meth:`render` returns the position as seat 0 sees it.

    >>> from herdmind.adapters.pettingzoo import SimultaneousEnv
    >>> env = SimultaneousEnv("nimmt", seats=2, rules=["round"])
    >>> observations, infos = env.reset(seed=1)
    >>> cards = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    >>> observations, rewards, overs, cuts, infos = env.step(cards)
    >>> sorted(rewards), any(overs.values())
    (['seat_0', 'seat_1'], False)
    """

    def __init__(self, game: str | Game, **settings: Any) -> None:
        super().__init__(game, wait=True, **settings)
        self._steps = 0

    def _mask(self, seat: int, owing: Sequence[int]) -> np.ndarray[Any, np.dtype[np.int8]]:
        return np.append(self.episode.mask(seat), np.int8(seat not in owing))

    def _observations(self) -> dict[str, Observation]:
        owing = self.episode.state.players_to_move()
        return {
            agent: {"observation": self.episode.observation(seat), "action_mask": self._mask(seat, owing)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a game. Without ``seed`` the next one of the last seed's series; ``options`` are not used."""
        self._begin(seed)
        self._steps = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the actions of all agents.

        Raises:
            IllegalMove: an action is missing or not legal (and ``illegal`` is ``error``); nothing changes.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        owing = self.episode.state.players_to_move()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        chosen = {}
        for seat, agent in enumerate(self.agents):
            number, illegal = self._substitute(
                self._mask(seat, owing), actions.get(agent), seat, self._generator
            )
            chosen[seat] = number
            if illegal:
                infos[agent]["illegal"] = True
        for seat in owing:
            self.episode.play(seat, chosen[seat])
        self._steps += 1
        over = self.episode.state.is_terminal()
        truncated = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        rewards = dict(zip(self.agents, map(float, self.episode.rewards()), strict=True))
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, truncated)
        if over or truncated:
            self.agents = []
        return self._observations(), rewards, terminations, truncations, infos

    def render(self) -> str | None:
        """The position as seat 0 sees it, if ``render_mode`` is ``ansi``."""
        return self.episode.picture(0) if self.render_mode == "ansi" else None


def raw_env(game: str | Game, **settings: Any) -> SeatsEnv:
    """A game turn by turn, without PettingZoo's wrappers; arguments as for :class:`SeatsEnv`.

    >>> from herdmind.adapters import pettingzoo
    >>> pettingzoo.raw_env("colt", seats=3).possible_agents
    ['seat_0', 'seat_1', 'seat_2']
    """
    return SeatsEnv(game, **settings)


def env(game: str | Game, **settings: Any) -> AECEnv[str, Observation, int | None]:
    """A game turn by turn (AEC), in the wrappers that check the order of calls and the range of actions.

    Arguments as for :class:`SeatsEnv`.

    >>> from herdmind.adapters import pettingzoo
    >>> env = pettingzoo.env("nimmt", seats=2, rules=["round"])
    >>> env.reset(seed=1)
    >>> env.agent_selection, int(env.last()[0]["action_mask"].sum())
    ('seat_0', 10)
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(SeatsEnv(game, **settings)))


def parallel_env(game: str | Game, **settings: Any) -> SimultaneousEnv:
    """A game in which all seats act at once; arguments as for :class:`SimultaneousEnv`.

    >>> from herdmind.adapters import pettingzoo
    >>> env = pettingzoo.parallel_env("nimmt", seats=4)
    >>> int(env.action_space("seat_0").n)  # 104 cards, four rows, and to wait
    109
    """
    return SimultaneousEnv(game, **settings)


if hasattr(pettingzoo, "register"):  # since PettingZoo 1.27
    for _game in GAMES:
        for _kind, _entry, _known in (
            ("aec", "env", pettingzoo.aec_registry),
            ("parallel", "parallel_env", pettingzoo.parallel_registry),
        ):
            if f"herdmind/{_game}-v0" not in _known:
                pettingzoo.register(
                    _kind, f"herdmind/{_game}-v0", f"{__name__}:{_entry}", kwargs={"game": _game}
                )
