"""Players of either side at the other's table: Herdmind's searches as OpenSpiel bots, and OpenSpiel's bots as
searches, which an engine process or a match can ask."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from herdmind.adapters.openspiel.position import Position
from herdmind.adapters.openspiel.setting import PREFIX
from herdmind.adapters.openspiel.spiel_games import HerdmindGame, HerdmindState
from solver.analysis import Analyser, nothing_to_decide
from solver.game import State
from solver.games import game_of
from solver.reports import Answer, Limits, Line, Report, Settings
from solver.rng import Rng, mix
from solver.stop import StopFlag

#: Searches of OpenSpiel that are asked for by name, with their parameters and defaults.
SEARCHES: dict[str, dict[str, float]] = {"mcts": {"simulations": 100, "uct_c": 1.4, "rollouts": 1}}
#: Simulations below which OpenSpiel's searches have no move to give: the first only visits the root.
LEAST = 2
#: Decisions that a game may have at a table that OpenSpiel does not run.
UNBOUNDED = 1_000_000


class HerdmindBot(pyspiel.Bot):  # type: ignore[misc]
    """Herdmind's search as an OpenSpiel bot. It is given the view of the acting seat and no more.

    ``settings``: those of the engine (``Settings(search="flat", seed=3)``); ``limits``: those of a decision.
    """

    def __init__(self, settings: Settings | None = None, limits: Limits | None = None) -> None:
        super().__init__()
        self._limits = limits or Limits(nodes=1000)
        self._analyser = Analyser(settings)

    def restart_at(self, state: Any) -> None:
        """Begin a new game."""
        self._analyser.clear()

    def step(self, state: HerdmindState) -> int:
        """The number of the move for the acting seat."""
        at: Position = state.at
        seat = at.player()
        answer = self._analyser.analyse(at.state.view(seat), self._limits, None, None, seat)
        if answer.best is None:
            raise ValueError(f"there is nothing to decide: {answer.reason}")
        return at.number(seat, answer.best)


def resampler(seed: int) -> Callable[[HerdmindState, int], HerdmindState]:
    """Worlds from a seed, for ``ISMCTSBot.set_resampler`` of OpenSpiel's Python bot.

    Its moves are then the same each time; the bot's own source of worlds is seeded by the clock.
    """
    rng = Rng(seed)
    return lambda state, player: state.resample_from_infostate(player, rng.random)


def make_bot(words: str, game: HerdmindGame, seat: int, seed: int) -> Any:
    """A bot of OpenSpiel for a seat.

    ``words``: ``mcts``, with settings after a colon as in ``mcts:simulations=500,uct_c=2``, or the name of a
    bot that OpenSpiel has registered, such as ``uniform_random``. ``mcts`` is OpenSpiel's IS-MCTS where cards
    are hidden, and its MCTS where all lies open.

    Raises:
        ValueError: there is no such bot or setting; the message names what there is.
    """
    name, _, rest = words.partition(":")
    if name not in SEARCHES:
        known = pyspiel.registered_bots()
        if name not in known:
            raise ValueError(f"no bot {name}; there are {', '.join([*SEARCHES, *known])}")
        if rest:
            raise ValueError(f"{name} has no settings, so {rest} says nothing")
        if name == "uniform_random":
            return pyspiel.make_uniform_random_bot(seat, seed % 2**31)
        return pyspiel.load_bot(name, game, seat)
    values = dict(SEARCHES[name])
    for word in filter(None, rest.split(",")):
        key, _, text = word.partition("=")
        if key not in values:
            raise ValueError(f"{name} has no setting {key}; it has {', '.join(values)}")
        try:
            values[key] = type(values[key])(float(text))
        except ValueError:
            raise ValueError(f"{word}: {key} is a number") from None
    if values["simulations"] < LEAST or values["rollouts"] < 1:
        raise ValueError(f"{words}: {name} needs at least {LEAST} simulations and 1 rollout")
    return _search_bot(values, game, seed)


def _search_bot(values: dict[str, float], game: HerdmindGame, seed: int) -> Any:
    from open_spiel.python.algorithms import ismcts, mcts  # slow to load

    random = np.random.RandomState(seed % 2**32)
    evaluator = mcts.RandomRolloutEvaluator(int(values["rollouts"]), random)
    limit = int(values["simulations"])
    if not game.setting.hides:
        return mcts.MCTSBot(game, values["uct_c"], limit, evaluator, random_state=random)
    bot = ismcts.ISMCTSBot(game, evaluator, values["uct_c"], limit, random_state=random)
    bot.set_resampler(resampler(seed))
    return bot


@lru_cache(maxsize=32)
def _table(name: str, seats: int) -> HerdmindGame:
    """The game of a table that OpenSpiel does not run, one decision after the other."""
    given = {"seats": seats, "turn_based": True, "max_game_length": UNBOUNDED}
    game = pyspiel.load_game(PREFIX + name, given)
    assert isinstance(game, HerdmindGame)
    return game


def world(view: State, seat: int, rng: Rng) -> HerdmindState:
    """A state in which ``seat`` is to decide, drawn from its view.

    Seats before it that owe a choice at the same time have made one, which it does not see.
    """
    truth = view.resample_from_infostate(seat, rng)
    for other in truth.players_to_move():
        if other < seat:
            legal = truth.legal_actions(other)
            truth.apply_action(legal[rng.below(len(legal))], other)
    return _table(game_of(view.to_text()).name, view.num_players()).state_at(truth)


class SpielSearcher:
    """An OpenSpiel bot in the place of Herdmind's analyser, for engine sessions and matches.

    ``words``: as in :func:`make_bot`. Of the limits of a search only ``nodes`` has a meaning: the simulations
    of ``mcts``, if its settings do not name them. The bot is made anew for each decision, so its moves follow
    from the seed and the position.
    """

    def __init__(self, words: str, settings: Settings | None = None) -> None:
        self._words = words
        self.settings = settings or Settings()

    def configure(self, settings: Settings) -> None:
        """Apply new settings; only the seed has a meaning here."""
        self.settings = settings

    def clear(self) -> None:
        """Nothing is learnt."""

    def analyse(
        self,
        state: State,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
        seat: int | None = None,
    ) -> Answer:
        """The bot's move for ``seat`` (the first that owes a decision when None). ``stop`` cannot end a
        bot's decision."""
        reason = nothing_to_decide(state, seat)
        if reason is not None:
            return Answer(reason=reason)
        seat = state.players_to_move()[0] if seat is None else seat
        seed = mix(self.settings.seed, state.key(seat))
        drawn = world(state.view(seat), seat, Rng(seed))
        words = self._words
        if words.startswith("mcts") and limits.nodes is not None and "simulations=" not in words:
            words += f"{',' if ':' in words else ':'}simulations={max(LEAST, limits.nodes)}"
        number = int(make_bot(words, drawn.get_game(), seat, seed).step(drawn))
        token = drawn.at.token(seat, number)
        line = Line(drawn.at.action(seat, number), (token,))
        report = Report(depth=1, nodes=1, lines=(line,))
        if on_report is not None:
            on_report(report)
        return Answer(token, report=report)


__all__ = ["HerdmindBot", "SpielSearcher", "make_bot", "resampler", "world"]
