"""One seat of a game against players, as a Gymnasium environment (extra ``rl``).

Importing this module registers ``herdmind/GAME-v0`` for every game:

>>> import gymnasium
>>> import herdmind.adapters.gymnasium
>>> env = gymnasium.make("herdmind/nimmt-v0", seats=2, rules=["round"], opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> int(observation["action_mask"].sum())
10
>>> env.close()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from gymnasium import Env, register, registry, spaces
except ImportError as missing:
    raise ImportError("Gymnasium is not installed: pip install 'herdmind[rl]'") from missing

from herdmind.adapters.episode import Episode, Observation, Substitute
from herdmind.games import GAMES, Game
from protocol.base.errors import ProtocolError
from protocol.matches.players import Bench, Patience
from protocol.matches.players import Player as Seated
from protocol.records.lineup import PlayerSpec, read_player
from solver.analysis import Analyser
from solver.errors import SetupError
from solver.stop import StopFlag

__all__ = ["Opponent", "SeatEnv"]

#: An opponent: a player in the words of ``herdmind match`` (``random``, ``greedy``, ``full:nodes=500``,
#: ``cmd:movetime=50:COMMAND``), or a function from what its seat sees to the number of an action.
Opponent = str | Callable[[Observation], int]
RANDOM = "random"


class SeatEnv(Env[Observation, np.int64]):
    """One seat of a game; the other seats are played by opponents, within :meth:`step`.

    Args:
        game, seats, rules, figures, reward: as for :class:`herdmind.adapters.episode.Episode`. A step is
            rewarded with what the seat gained until its next decision.
        seat: the learner's seat; None: another one for each game, drawn at random.
        opponents: the other seats' players: one :data:`Opponent` for all, or one for each of the others in
            the order of seats after the learner's. Each sees what its seat sees.
        illegal: ``error`` refuses an action outside the mask, ``random`` plays a random legal one instead and
            reports it in ``info`` (``illegal``).
        render_mode: ``ansi``: :meth:`render` returns the position as the seat sees it.

    Raises:
        SetupError: naming the wrong word, of the game or of an opponent.

    >>> from herdmind.adapters.gymnasium import SeatEnv
    >>> env = SeatEnv("longhorn", seat=1, opponents="greedy")
    >>> observation, info = env.reset(seed=3)
    >>> observation["observation"].shape, int(env.action_space.n)
    ((163,), 12099)
    >>> action = observation["action_mask"].argmax()
    >>> observation, reward, over, cut, info = env.step(action)
    >>> reward, over
    (0.0, False)
    >>> env.close()
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        rules: Sequence[str] = (),
        figures: str | PathLike[str] | None = None,
        reward: str = "result",
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = RANDOM,
        illegal: str = "error",
        render_mode: str | None = None,
    ) -> None:
        self.episode = Episode(game, seats=seats, rules=rules, figures=figures, reward=reward)
        count = self.episode.seats
        if seat is not None and not 0 <= seat < count:
            raise SetupError(f"there is no seat {seat}, the seats are 0 to {count - 1}", str(seat), "seats")
        self._fixed = seat
        self.seat = seat or 0
        self._substitute = Substitute(illegal)
        self._opponents = _each(opponents, count - 1)
        self._bench = Bench(Analyser, Patience(), StopFlag())
        self._players: dict[int, Callable[[], int]] = {}
        self.render_mode = render_mode
        actions = self.episode.actions
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {
                "observation": spaces.Box(0, 1, (self.episode.features,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game and play it to the seat's first decision.

        ``seed`` decides everything, opponents included; without it the next game of the last seed's series is
        dealt. ``options`` are not used. A game that ended before the seat had to decide is dealt again.
        """
        super().reset(seed=seed)
        while True:
            deal = int(self.np_random.integers(1 << 64, dtype=np.uint64))
            self.seat = self._fixed if self._fixed is not None else int(deal % self.episode.seats)
            self.episode.begin(deal)
            self._sit(deal)
            self._others()
            if not self.episode.state.is_terminal():
                break
        self.episode.rewards()
        return self.episode.seen(self.seat), {"seat": self.seat}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, then the opponents' until the seat has to decide again or the game is over.

        Raises:
            IllegalMove: the action is not legal (and ``illegal`` is ``error``), or the game is over; nothing
                changes.
            PlayerFailed: an opponent did not answer.
        """
        mask = self.episode.mask(self.seat)
        number, illegal = self._substitute(mask, action, self.seat, self.np_random)
        self.episode.play(self.seat, number)
        self._others()
        reward = float(self.episode.rewards()[self.seat])
        over = self.episode.state.is_terminal()
        info: dict[str, Any] = {"seat": self.seat}
        if illegal:
            info["illegal"] = True
        return self.episode.seen(self.seat), reward, over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions as flags, under the name that maskable algorithms look for."""
        return self.episode.mask(self.seat).astype(bool)

    def render(self) -> str | None:
        """The position as the seat sees it, if ``render_mode`` is ``ansi``."""
        return self.episode.picture(self.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the engine processes among the opponents."""
        self._bench.close()

    def _sit(self, seed: int) -> None:
        """Seat the opponents for a new game."""
        others = [(self.seat + i) % self.episode.seats for i in range(1, self.episode.seats)]
        specs = [opponent for opponent in self._opponents if isinstance(opponent, PlayerSpec)]
        seated = iter(self._bench.take(tuple(specs)))
        self._players = {}
        for seat, opponent in zip(others, self._opponents, strict=True):
            if isinstance(opponent, PlayerSpec):
                player = next(seated)
                player.begin(self.episode.entry, seat, (seed + seat) % (1 << 64))
                self._players[seat] = self._asker(player, seat)
            elif opponent == RANDOM:
                self._players[seat] = self._guesser(seat)
            elif callable(opponent):
                self._players[seat] = self._caller(opponent, seat)

    def _asker(self, player: Seated, seat: int) -> Callable[[], int]:
        def choose() -> int:
            state = self.episode.state
            return state.string_to_action(player.choose(state.view(seat), seat), seat)

        return choose

    def _guesser(self, seat: int) -> Callable[[], int]:
        def choose() -> int:
            legal = self.episode.state.legal_actions(seat)
            return legal[int(self.np_random.integers(len(legal)))]

        return choose

    def _caller(self, opponent: Callable[[Observation], int], seat: int) -> Callable[[], int]:
        def choose() -> int:
            return self.episode.action(seat, int(opponent(self.episode.seen(seat))))

        return choose

    def _others(self) -> None:
        """Play the opponents' decisions until the learner owes one or the game is over.

        Where all choose at the same time, the learner's choice is entered first, with the step.
        """
        while True:
            owing = self.episode.state.players_to_move()
            if not owing or self.seat in owing:
                return
            self.episode.play_action(owing[0], self._players[owing[0]]())


def _each(opponents: Opponent | Sequence[Opponent], count: int) -> list[PlayerSpec | Opponent]:
    """An opponent for each of the other seats, checked."""
    if isinstance(opponents, str) or callable(opponents):
        opponents = [opponents] * count
    if len(opponents) != count:
        raise SetupError(f"{count} opponents sit at this table, not {len(opponents)}", str(len(opponents)))
    out: list[PlayerSpec | Opponent] = []
    for opponent in opponents:
        if callable(opponent) or opponent == RANDOM:
            out.append(opponent)
            continue
        try:
            spec = read_player(opponent)
        except ProtocolError as error:
            raise SetupError(str(error), error.token) from None
        if spec.clock is not None:
            raise SetupError(f"an environment has no clocks: {opponent} may have movetime or nodes", "clock")
        out.append(spec)
    return out


for _game in GAMES:
    if f"herdmind/{_game}-v0" not in registry:
        register(f"herdmind/{_game}-v0", f"{__name__}:SeatEnv", kwargs={"game": _game})
