"""The games and their states as OpenSpiel's classes; a state holds a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pyspiel

from herdmind.adapters.openspiel.numbering import OUTCOMES
from herdmind.adapters.openspiel.observing import Observer
from herdmind.adapters.openspiel.position import Position
from herdmind.adapters.openspiel.setting import (
    OPEN,
    PREFIX,
    Setting,
    chosen,
    defaults,
    random_source,
    setting_of,
)
from solver.game import CHANCE_PLAYER, TERMINAL_PLAYER, State
from solver.games import GAMES


def game_type(name: str, sequential: bool) -> pyspiel.GameType:
    """The type of a game, with simultaneous nodes or one seat after the other."""
    game = GAMES[name]
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + name,
        long_name=f"{game.title} (Herdmind, {game.edition})",
        dynamics=kind.Dynamics.SEQUENTIAL if sequential else kind.Dynamics.SIMULTANEOUS,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kind.Information.PERFECT_INFORMATION if name in OPEN else kind.Information.IMPERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=defaults(name),
    )


def game_info(setting: Setting) -> pyspiel.GameInfo:
    """The sizes of a game."""
    return pyspiel.GameInfo(
        num_distinct_actions=setting.decisions.count,
        max_chance_outcomes=setting.most_outcomes,
        num_players=setting.seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=setting.length,
    )


class HerdmindGame(pyspiel.Game):  # type: ignore[misc]
    """One of Herdmind's games with its parameters. There is a subclass for each game in the registry.

    >>> from herdmind.adapters.openspiel import pyspiel
    >>> game = pyspiel.load_game("herdmind_longhorn(seed=3)")
    >>> game.num_players(), game.num_distinct_actions(), game.min_utility(), game.max_utility()
    (2, 12099, -1.0, 1.0)
    """

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = chosen(self.name, params or {})
        self.setting = setting_of(self.name, given)
        self._root = Position.first(self.setting)
        super().__init__(game_type(self.name, self.setting.sequential), game_info(self.setting), dict(given))

    def new_initial_state(self, text: str | None = None) -> HerdmindState:
        """The state before the deal, or the one of a position text (the whole truth)."""
        if text is None:
            return HerdmindState(self, self._root)
        state = self.setting.game.parse(text, self.setting.values["figures"] or None)
        made = self.state_at(state)
        size, own = self.setting.plug.features(state), self.setting.plug.features(self.setting.example)
        if size != own:
            raise ValueError(
                f"the position's rules give tensors of {size} numbers, this game's {own}: "
                "load the game with the same rules"
            )
        return made

    def state_at(self, state: State) -> HerdmindState:
        """A state of this game at a position, as if it began there."""
        if state.viewer is not None or state.num_players() != self.setting.seats:
            whose = "the whole truth" if state.viewer is None else f"the view of seat {state.viewer}"
            raise ValueError(
                f"the position is {whose} with {state.num_players()} seats: "
                f"a whole truth with {self.setting.seats} is needed"
            )
        return HerdmindState(self, Position.first(self.setting, state.clone()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer; it has no parameters."""
        if isinstance(iig_obs_type, dict):  # C++ passes only the parameters where no type is asked for
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise ValueError(
                f"observers of Herdmind's games have no parameters: {', '.join(map(str, params))}"
            )
        return Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """A bound of the chance nodes of one game."""
        return self.setting.chance_nodes


class HerdmindState(pyspiel.State):  # type: ignore[misc]
    """One state. ``at``: its position; everything OpenSpiel asks is answered from it.

    >>> from herdmind.adapters.openspiel import pyspiel
    >>> state = pyspiel.load_game("herdmind_longhorn(seed=3)").new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> state.current_player(), state.is_terminal()
    (0, False)
    """

    at: Position

    def __init__(self, game: HerdmindGame, at: Position) -> None:
        super().__init__(game)
        self.at = at

    @property
    def state(self) -> State:
        """A copy of Herdmind's own state, the whole truth."""
        return self.at.state.clone()

    def current_player(self) -> int:
        return self.at.player()

    def is_terminal(self) -> bool:
        return self.at.player() == TERMINAL_PLAYER

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.at.odds()

    def _apply_action(self, action: int) -> None:
        player = self.at.player()
        self.at = self.at.drawn(action) if player == CHANCE_PLAYER else self.at.played([(player, action)])

    def _apply_actions(self, actions: list[int]) -> None:
        self.at = self.at.played([(seat, actions[seat]) for seat in self.at.state.players_to_move()])

    def _action_to_string(self, player: int, action: int) -> str:
        return self.at.token(player, action)

    def returns(self) -> list[float]:
        return self.at.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> HerdmindState:
        """A state that ``player`` cannot tell from this one. Its history is empty: it begins there."""
        return HerdmindState(self.get_game(), self.at.resampled(player, random_source(sampler)))

    def __str__(self) -> str:
        return self.at.state.to_text()


def register() -> None:
    """Make the games known to ``pyspiel.load_game``: those whose outcomes are numbered."""
    known = set(pyspiel.registered_names())
    for name in OUTCOMES:
        if PREFIX + name not in known:
            # a class and no function: OpenSpiel drops its reference after Python's end, and freeing an object
            # then aborts the process; a class is never freed, since it refers to itself
            creator = type(f"Herdmind{name.capitalize()}Game", (HerdmindGame,), {"name": name})
            pyspiel.register_game(game_type(name, name in OPEN), creator)
