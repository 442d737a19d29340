"""A game as learning environments play it: numbered actions, observations, rewards, a seed for everything."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from herdmind.games import Game, entry_of
from protocol.base.argcheck import words_of
from solver.batch import draw
from solver.encoding import Block
from solver.errors import IllegalMove, SetupError
from solver.game import State
from solver.games import Game as Entry
from solver.rng import Rng, mix

#: What a step is rewarded with: the game's result at its end, or points against the mean of the others.
REWARDS = ("result", "points")
#: Stream of an episode's seed from which chance events come; the set-up has the seed itself.
CHANCE_STREAM = 1


class Observation(TypedDict):
    """The observation of a seat: float32 numbers in [0, 1], laid out by the game; int8 flags of actions."""

    observation: npt.NDArray[np.float32]
    action_mask: npt.NDArray[np.int8]


def checked_reward(reward: str) -> bool:
    """Whether points are the reward. Raises SetupError for a word that is none of :data:`REWARDS`."""
    if reward not in REWARDS:
        raise SetupError(f"rewards are {' or '.join(REWARDS)}, not {reward!r}", str(reward))
    return reward == "points"


class Episode:
    """A game that is dealt again and again with the same settings.

    Args:
        game: a game or one of its names.
        seats: the number of seats; the game's usual number when left out.
        rules: rules words.
        figures: a file of figures that replaces the game's own.
        reward: ``result``: each seat's result in [-1, 1] at the end of the game; ``points``: at each step the
            change of its margin in points over the mean of the others (fewer points being better where the
            game says so), or the whole margin at the end in a game with hidden points.

    Raises:
        SetupError: naming the wrong word.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        rules: Sequence[str] = (),
        figures: str | PathLike[str] | None = None,
        reward: str = "result",
    ) -> None:
        self.entry: Entry = entry_of(game)
        self.plug = self.entry.encoding()
        self.points = checked_reward(reward)
        self._settings = (seats, words_of(rules, "rules"), figures)
        self.state: State = self.entry.initial(self.entry.default_seed, *self._settings)
        self.seats = self.state.num_players()
        self.actions = self.plug.actions(self.state)
        self.features = self.plug.features(self.state)
        self._rng = Rng(0)
        self._margins = np.zeros(self.seats)

    @property
    def layout(self) -> tuple[Block, ...]:
        """The blocks of an observation, in order."""
        return self.plug.blocks(self.state)

    def begin(self, seed: int) -> None:
        """Deal a game. ``seed``, 0 to 2**64-1, decides the set-up and every chance event to come."""
        self.state = self.entry.initial(seed, *self._settings)
        self._rng = Rng(mix(seed, CHANCE_STREAM))
        self._settle()
        self._margins = self._margin() if self.points else np.zeros(self.seats)

    def play(self, seat: int, number: int) -> None:
        """Play a seat's action, by its number, and the chance events that follow.

        Raises:
            IllegalMove: the seat may not play it now; nothing changes.
        """
        self.play_action(seat, self.action(seat, number))

    def play_action(self, seat: int, action: int) -> None:
        """Play a seat's action, by the state's own number, and the chance events that follow."""
        self.state.apply_action(action, seat)
        self._settle()

    def action(self, seat: int, number: int) -> int:
        """The state's action with this number. Raises IllegalMove when the seat may not play it now."""
        return self.plug.action(self.state, seat, number)

    def _settle(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(draw(self.state, self._rng))

    def observation(self, seat: int) -> npt.NDArray[np.float32]:
        """The observation of a seat: float32, (features,)."""
        out = np.empty(self.features, np.float32)
        self.plug.observe(self.state, seat, out)
        return out

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """1 for each action that a seat may play now: int8, (actions,); all 0 where it owes no decision."""
        out = np.empty(self.actions, np.int8)
        self.plug.mask(self.state, seat, out.view(np.uint8))
        return out

    def seen(self, seat: int) -> Observation:
        """Observation and mask of a seat."""
        return {"observation": self.observation(seat), "action_mask": self.mask(seat)}

    def rewards(self) -> npt.NDArray[np.float64]:
        """The rewards of all seats since this was last asked."""
        over = self.state.is_terminal()
        if not self.points:
            return np.array(self.state.returns()) if over else np.zeros(self.seats)
        if not over and not self.plug.open_points:
            return np.zeros(self.seats)
        now = self._margin()
        change: npt.NDArray[np.float64] = now - self._margins
        self._margins = now
        return change

    def _margin(self) -> npt.NDArray[np.float64]:
        scores = np.array(self.state.scores(), np.float64)
        margin: npt.NDArray[np.float64] = scores - (scores.sum() - scores) / (self.seats - 1)
        return -margin if self.entry.fewer_win else margin

    def picture(self, seat: int) -> str:
        """The position as ``seat`` sees it, drawn in ASCII."""
        return self.state.view(seat).board()


class Substitute:
    """The answer to an illegal action: ``error`` refuses it, ``random`` plays any legal one instead."""

    CHOICES = ("error", "random")

    def __init__(self, word: str) -> None:
        if word not in self.CHOICES:
            raise SetupError(f"illegal is {' or '.join(self.CHOICES)}, not {word!r}", str(word))
        self._random = word == "random"

    def __call__(
        self, mask: npt.NDArray[np.int8], action: object, seat: int, generator: np.random.Generator
    ) -> tuple[int, bool]:
        """The number to play, and whether the seat's own was illegal. Raises IllegalMove naming it."""
        if isinstance(action, int | np.integer) and 0 <= action < len(mask) and mask[action]:
            return int(action), False
        if not self._random:
            message = f"action {action} is not legal for seat {seat} here: action_mask has those that are"
            raise IllegalMove(message, str(action))
        return int(generator.choice(np.flatnonzero(mask))), True
