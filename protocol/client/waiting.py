"""The methods of the client that wait for an answer. Written by
protocol/client/derive.py: change that or the asyncio client, and run it again."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from fractions import Fraction
from types import TracebackType
from typing import Any, Self

from protocol.base.wire import About, Info, OptionValue, Result, Told
from protocol.client.aio import AsyncEngine
from protocol.client.limit import Limit
from protocol.client.loop import Loop
from protocol.client.process import EngineError
from protocol.client.search import AsyncAnalysis


async def _next(stream: AsyncIterator[Info]) -> Info:
    return await anext(stream)


class Analysis:
    """A running search: iterate over it for its reports.

    >>> import sys
    >>> from herdmind import Engine, Limit
    >>> with Engine.start([sys.executable, "-m", "protocol"]) as engine:
    ...     engine.position(seed=7)
    ...     with engine.analyse(Limit(depth=2)) as analysis:
    ...         depths = [info.depth for info in analysis]
    ...         move = analysis.result().move
    >>> max(depths), move is not None
    (2, True)
    """

    def __init__(self, loop: Loop, inner: AsyncAnalysis) -> None:
        self._loop = loop
        self._inner = inner

    def __repr__(self) -> str:
        return repr(self._inner)

    def __iter__(self) -> Iterator[Info]:
        stream = self._inner.__aiter__()
        while True:
            try:
                yield self._loop.call(_next(stream))
            except StopAsyncIteration:
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(EngineError):
            self.stop()
            self.result(0)

    @property
    def so_far(self) -> Result:
        """Knowledge so far."""
        return self._inner.so_far

    @property
    def running(self) -> bool:
        """Whether ``bestmove`` is still to come."""
        return self._inner.running

    def stop(self) -> None:
        """Ask the search to end; does nothing when it has ended."""
        self._loop.call(self._inner.stop())

    def ponderhit(self) -> None:
        """Tell the engine that the expected move was played."""
        self._loop.call(self._inner.ponderhit())

    def result(self, timeout: float | None = None) -> Result:
        """Wait for ``bestmove``. After ``timeout`` seconds the search is stopped, and an engine that
        ignores that is killed.

        Raises:
            EngineTimeout: it ignored ``stop``.
            EngineDied: the process ended first.
        """
        return self._loop.call(self._inner.result(timeout))


class EngineMethods:
    """The commands and questions of an engine."""

    def __init__(self, loop: Loop, inner: AsyncEngine) -> None:
        self._loop = loop
        self._inner = inner

    def ready(self, timeout: float | None = None) -> None:
        """Wait until the engine answers ``isready``."""
        self._loop.call(self._inner.ready(timeout))

    def set_option(self, name: str, value: OptionValue = None) -> None:
        """Set an option, checked against what the engine announced before it is sent.

        Raises:
            ValueError: there is no such option, or not this value.
            EngineRefused: the engine refuses the value all the same, for example a missing file.
        """
        self._loop.call(self._inner.set_option(name, value))

    @property
    def can_push(self) -> bool:
        """Whether the engine knows ``push`` and ``pop`` (since version 1.1 of the dialect). To others the
        client sends whole positions.
        """
        return self._inner.can_push

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._inner.alive

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._inner.pid

    def new_game(self) -> None:
        """Tell the engine that a new game follows."""
        self._loop.call(self._inner.new_game())

    def position(
        self,
        text: str | None = None,
        *,
        seed: int | None = None,
        seats: int | None = None,
        rules: Sequence[str] = (),
        moves: Sequence[str] = (),
        view: int | None = None,
    ) -> None:
        """Set the position: a text (a whole truth or a view), a fresh game by seed, or one on a real table as
        seat ``view`` sees it, whose set-up comes first among ``moves``.

        Of a position that goes on from the one that the engine holds, or back from it, only the difference is
        sent, if the engine :attr:`can_push`.

        Raises:
            EngineRefused: the engine cannot read it and keeps its position.
        """
        self._loop.call(
            self._inner.position(text, seed=seed, seats=seats, rules=rules, moves=moves, view=view)
        )

    def push(self, *moves: str) -> None:
        """Play on from the engine's position: all of the moves, or none. An engine that lacks ``push`` is
        sent the whole position.

        Raises:
            EngineRefused: a move cannot be played; the engine keeps its position.
            ValueError: there is no move, or one is not a single word.
        """
        self._loop.call(self._inner.push(*moves))

    def pop(self, count: int = 1) -> None:
        """Take back the last moves entered by :meth:`push` or :meth:`position`, with all chance that a seed
        drew after them.

        Raises:
            EngineRefused: fewer moves were entered; the engine keeps its position.
            ValueError: ``count`` is below 1.
        """
        self._loop.call(self._inner.pop(count))

    def query(self, what: str, *words: object, timeout: float | None = None) -> list[str]:
        """Send ``query``; returns the words after ``response WHAT``.

        Raises:
            EngineRefused: the question has no answer here.
        """
        return self._loop.call(self._inner.query(what, *words, timeout=timeout))

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat, or of the first that owes a decision."""
        return self._loop.call(self._inner.legal(seat))

    def turn(self) -> list[int] | str:
        """The seats that owe a decision, or ``"chance"`` or ``"none"``."""
        return self._loop.call(self._inner.turn())

    def chance(self) -> dict[str, Fraction]:
        """The outcomes of the chance event that is due, with their odds."""
        return self._loop.call(self._inner.chance())

    def game_over(self) -> bool:
        """Whether the game has ended."""
        return self._loop.call(self._inner.game_over())

    def outcome(self) -> tuple[list[int], list[int]]:
        """(ranks, scores) of a finished game, in seat order."""
        return self._loop.call(self._inner.outcome())

    def returns(self) -> list[float]:
        """The return of each seat in a finished game, from -1 to 1. Other engines may refuse."""
        return self._loop.call(self._inner.returns())

    def text(self) -> str:
        """The text of the position, with all that the engine knows."""
        return self._loop.call(self._inner.text())

    def view(self, seat: int) -> str:
        """The text of the position as a seat sees it."""
        return self._loop.call(self._inner.view(seat))

    def json(self, seat: int | None = None, *, bare: bool = False) -> dict[str, Any]:
        """The position as data, with all that the engine knows or as a seat sees it; docs/json.md describes
        it. ``bare``: the moves are only counted.
        """
        return self._loop.call(self._inner.json(seat, bare=bare))

    def history(self) -> list[str]:
        """The decisions since the position was set."""
        return self._loop.call(self._inner.history())

    def words(self, seat: int | None = None) -> dict[str, str]:
        """Token -> phrase, for the legal moves of a seat or of the first that owes a decision, or for the
        outcomes when chance is due.
        """
        return self._loop.call(self._inner.words(seat))

    def asks(self) -> str:
        """The next event or decision to enter, in words."""
        return self._loop.call(self._inner.asks())

    def read(self, text: str) -> list[str]:
        """Typed text as the tokens to enter, in order; events that need no typing are filled in.

        Raises:
            EngineRefused: a word fits no legal token, or more than one.
        """
        return self._loop.call(self._inner.read(text))

    def story(self, seat: int | None = None, first: int = 0) -> list[Told]:
        """The events since the position was set, as a seat saw them; the ``first`` ones are left out."""
        return self._loop.call(self._inner.story(seat, first))

    def line(self, moves: Sequence[str], seat: int | None = None) -> list[Told]:
        """Moves in words, up to the first that cannot be played in turn from here; with ``seat`` as that seat
        sees them, the first of which is its own (since version 1.1 of the dialect).
        """
        return self._loop.call(self._inner.line(moves, seat))

    def names(self) -> list[str]:
        """The names of the seats in text for people, in seat order."""
        return self._loop.call(self._inner.names())

    def round(self) -> str:
        """The time in the game, in the words of its players: ``round 2, trick 3``."""
        return self._loop.call(self._inner.round())

    def tally(self, seat: int | None = None) -> list[str]:
        """The make-up of each seat's score, in words, in seat order; as far as ``seat`` knows."""
        return self._loop.call(self._inner.tally(seat))

    def beliefs(self, seat: int | None = None) -> list[str]:
        """Facts hidden from a seat and their odds, in words; empty where nothing is hidden."""
        return self._loop.call(self._inner.beliefs(seat))

    def about(self) -> About:
        """The game that is played."""
        return self._loop.call(self._inner.about())

    def rules_words(self) -> dict[str, str]:
        """Rules word -> meaning, for the words that a fresh position may name."""
        return self._loop.call(self._inner.rules_words())

    def meanings(self) -> dict[str, str]:
        """Meanings of the names in :attr:`Result.expects`, as phrases: ``{}`` stands for the number, ``{+}``
        for the number with its sign, ``{%}`` for a percentage.
        """
        return self._loop.call(self._inner.meanings())

    def board(self, seat: int | None = None, color: bool = False) -> str:
        """The picture of the position, as a seat sees it; with ``color`` in the terminal's colours (SGR).

        Raises:
            EngineError: a search is running, and its lines would mix with the board.
        """
        return self._loop.call(self._inner.board(seat, color))

    def help(self, topic: str) -> list[str]:
        """The engine's help on a command or a game."""
        return self._loop.call(self._inner.help(topic))

    def analyse(
        self,
        limit: Limit | None = None,
        *,
        seat: int | None = None,
        moves: Sequence[str] = (),
        infinite: bool = False,
        ponder: bool = False,
        text: str | None = None,
    ) -> Analysis:
        """Start a search and return while it runs. ``text`` is a position to search instead of the current,
        without the round trip of :meth:`position`.

        Raises:
            EngineRefused: the engine will not search this, or cannot read the position.
            EngineError: another search is running.
        """
        return Analysis(
            self._loop,
            self._loop.call(
                self._inner.analyse(
                    limit, seat=seat, moves=moves, infinite=infinite, ponder=ponder, text=text
                )
            ),
        )

    def play(
        self,
        limit: Limit | None = None,
        *,
        seat: int | None = None,
        moves: Sequence[str] = (),
        timeout: float | None = None,
        text: str | None = None,
    ) -> Result:
        """Search and return the result. ``timeout`` is in seconds; by default a little more than the limit
        allows, and none for limits of nodes and depth. ``text`` is as for :meth:`analyse`.

        Raises:
            ValueError: there is no limit, and the search might never end. A search that runs until it is
                stopped is :meth:`analyse`.
            EngineRefused: the engine will not search this, or cannot read the position.
            EngineTimeout: the search ended neither in time nor when it was told to stop.
        """
        return self._loop.call(self._inner.play(limit, seat=seat, moves=moves, timeout=timeout, text=text))

    def halt(self) -> None:
        """Stop the search that runs, if any, and wait for its end: after an interrupt that came at any moment
        the engine takes the next command. An engine that ignores it is killed.
        """
        self._loop.call(self._inner.halt())
