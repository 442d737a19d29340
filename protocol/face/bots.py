"""Functions in Python as players, and the means to play a match in this process."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, TypeVar

from herdmind.state import State
from protocol.matches.match import Arena, ArenaMaker, close_players, standard_arena
from protocol.matches.players import Player
from protocol.matches.pool import open_pool
from protocol.matches.workers import Pool
from protocol.records.lineup import BOT, PlayerSpec, read_player
from protocol.table.clock import ShownClocks
from solver.analysis import Analyser
from solver.game import State as Core
from solver.games import GAMES
from solver.games import Game as Entry

#: A player in Python: it gets what its seat sees, and the seat, and returns the token of a legal move.
Bot = Callable[[State, int], str]
T = TypeVar("T")
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_.+#-]+")
#: The functions of a match, each by the ``command`` of its player's description.
Bots = dict[tuple[str, ...], Bot]


def arena_of(bots: Bots) -> ArenaMaker:
    """A maker of the arena in which these functions play as well."""
    if not bots:
        return standard_arena

    def make_player(spec: PlayerSpec) -> Player | None:
        return BotPlayer(bots[spec.command]) if spec.command in bots else None

    return lambda: Arena(GAMES, Analyser, make_player)


def describe(players: Sequence[str | Bot]) -> tuple[list[PlayerSpec], Bots]:
    """The players' descriptions, and the functions among them.

    Raises:
        ProtocolError: a text describes no player.
        TypeError: a player is neither a text nor a function.
        ValueError: there are fewer than two players.
    """
    if isinstance(players, str):
        raise TypeError(f"players is a list of two or more, such as [{players!r}, 'greedy'], not {players!r}")
    if len(players) < 2:
        raise ValueError(f"a match is between two players or more, not {len(players)}")
    specs: list[PlayerSpec] = []
    bots: Bots = {}
    for number, player in enumerate(players):
        if isinstance(player, str):
            specs.append(read_player(player))
            continue
        if not callable(player):
            raise TypeError(f"a player is a text, such as 'greedy', or a function, not {player!r}")
        word = getattr(player, "__qualname__", type(player).__qualname__)
        label = _NOT_IN_A_NAME.sub("", word.rpartition(".")[2])[:40] or BOT
        spec = PlayerSpec(BOT, command=(word, str(number)), label=label)
        specs.append(spec)
        bots[spec.command] = player
    return specs, bots


class BotPlayer:
    """A function at the table."""

    value: float | None = None

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def begin(self, game: Entry, seat: int, seed: int) -> None:
        self._game = game

    def choose(self, view: Core, seat: int, clock: ShownClocks | None = None) -> str:
        token: object = self._bot(State._of(view.clone(), self._game), seat)
        if not isinstance(token, str):
            name = getattr(self._bot, "__qualname__", repr(self._bot))
            raise TypeError(f"{name} returned {token!r}: a bot returns the token of a legal move, a str")
        return token

    def ponder(self) -> None:
        pass  # a function thinks when it is asked

    def rest(self) -> None:
        pass

    def close(self) -> None:
        pass


class Here(Executor):
    """An executor that does the work at once, in this thread."""

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def open_room(jobs: int) -> Iterator[Pool]:
    """This process for one game at a time, worker processes for more."""
    if jobs != 1:
        with open_pool(jobs, patient=True) as pool:
            yield pool
        return
    try:
        yield Pool(Here(), lambda: 1, lambda: None)
    finally:
        close_players()
