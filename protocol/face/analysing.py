"""Analysis of a position in this process: reports while it runs, and an answer."""

from __future__ import annotations

import queue
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from herdmind.state import State
from protocol.base.argcheck import words_of
from protocol.client import Limit
from solver.analysis import Analyser
from solver.errors import IllegalMove
from solver.games import GAMES
from solver.reports import Answer, Limits, Report, Settings
from solver.stop import StopFlag

#: Seconds between looks for Ctrl-C while a search is awaited, and for the end of a search that was dropped.
_LOOK, _LEAVE = 0.2, 1.0


class Analysis:
    """A running search. Iterate over it for its reports, and call :meth:`result` for its answer.

    Leaving a ``with`` block ends the search; so does dropping the object. A loop that ends early (``break``)
    does not.

    >>> import herdmind
    >>> state = herdmind.deal("nimmt", seats=2, seed=1, rules=["round"])
    >>> with herdmind.analyse(state) as analysis:
    ...     for report in analysis:
    ...         if report.nodes > 500:
    ...             break
    >>> analysis
    <Analysis of <State nimmt: 2 seats, round 1, trick 1, seats 0 1 to move>, seat 0: ended>
    """

    def __init__(
        self, state: State, seat: int, limits: Limits, settings: Settings, analyser: Analyser
    ) -> None:
        self._name = f"{state!r}, seat {seat}"
        self._endless = _endless(limits) and GAMES[state.game].proof is None
        self._stop = StopFlag()
        self._news: queue.SimpleQueue[Report | None] = queue.SimpleQueue()
        self._end: list[Answer | BaseException] = []
        view, news, end, stop = state._core.view(seat), self._news, self._end, self._stop

        def search() -> None:
            try:
                end.append(analyser.analyse(view, limits, news.put, stop, seat))
            except BaseException as error:
                end.append(error)
            news.put(None)

        self._thread = threading.Thread(target=search, name="analysis", daemon=True)
        self._finalizer = weakref.finalize(self, _abandon, stop, self._thread)
        self._thread.start()

    def __repr__(self) -> str:
        return f"<Analysis of {self._name}: {'running' if self.running else 'ended'}>"

    def __iter__(self) -> Iterator[Report]:
        """The reports as they come, the last one included; reports that were read before are not repeated."""
        last: Report | None = None
        while (report := self._next()) is not None:
            if report is not last:
                yield report
            last = report
        self._news.put(None)
        answer = self.result()
        if last is None and answer.report.lines:
            yield answer.report

    def _next(self) -> Report | None:
        while True:
            try:
                return self._news.get(timeout=_LOOK)
            except queue.Empty:
                continue

    @property
    def running(self) -> bool:
        """Whether the search still runs."""
        return not self._end

    def stop(self) -> None:
        """Ask the search to end, which takes at most 0.2 seconds; does nothing when it has ended."""
        self._stop.set()

    def result(self, timeout: float | None = None) -> Answer:
        """Wait for the end of the search. After ``timeout`` seconds the search is stopped.

        Raises:
            ValueError: nothing would end the search: it has no limit, ``timeout`` is None, :meth:`stop` was
                not called, and the game has no proof search, which ends by itself.
        """
        if self._endless and timeout is None and self.running and not self._stop.is_set():
            raise ValueError(
                "this search has no limit and would never end: call stop() first, give result() a timeout "
                "in seconds, or give analyse() a limit, such as Limit(movetime=1000)"
            )
        self._thread.join(timeout)
        if self._thread.is_alive():
            self._stop.set()
            self._thread.join()
        (end,) = self._end
        if isinstance(end, BaseException):
            raise end
        return end

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._thread.join()


def _abandon(stop: StopFlag, thread: threading.Thread) -> None:
    """End a search that nobody will ask again."""
    stop.set()
    if thread.is_alive():
        thread.join(_LEAVE)


def _endless(limits: Limits) -> bool:
    return limits.movetime_ms is None and limits.nodes is None and limits.depth is None


def analyse(
    state: State,
    limit: Limit | None = None,
    *,
    seat: int | None = None,
    moves: Sequence[str] = (),
    multipv: int = 1,
    settings: Settings | None = None,
    tuning: Mapping[str, str] | None = None,
) -> Analysis:
    """Start a search in this process, in a thread of its own, and return while it runs.

    The search sees what the seat sees and nothing else. Without a limit it goes on until the value is proven
    or :meth:`Analysis.stop` is called. Ask for reports, for the answer, or for both, one after the other.

    Args:
        state: the position; it may be changed while the search runs.
        limit: ``movetime`` in milliseconds, ``nodes``, ``depth``; clocks are for engine processes.
        seat: the seat that decides; the first that owes a decision when left out.
        moves: tokens of the root moves to search; all legal moves when empty.
        multipv: the number of root moves to report.
        settings: the player, its memory, threads, seed and strength; the defaults are the strongest player
            with 256 megabytes and one thread.
        tuning: parameters of the tree search, for experiments.

    Raises:
        IllegalMove: the seat has nothing to decide here, or one of ``moves`` is not legal.
        TypeError: ``state`` is not a state, or ``limit`` not a limit.
        ValueError: the limit has clocks, or a setting is out of range.

    >>> import herdmind
    >>> state = herdmind.deal("nimmt", seats=2, seed=1, rules=["round"])
    >>> answer = herdmind.analyse(state, herdmind.Limit(nodes=200)).result()
    >>> answer.best in state.legal_moves(0)
    True
    >>> for report in herdmind.analyse(state, herdmind.Limit(nodes=200), multipv=2):
    ...     best, second = report.lines
    >>> best.samples >= second.samples
    True
    """
    if not isinstance(state, State):
        raise TypeError(f"state is a State, as deal() and State(text) make it, not {state!r}")
    if not isinstance(limit, Limit | None):
        raise TypeError(f"limit is a Limit, such as Limit(movetime=1000), not {limit!r}")
    core = state._core
    owing = core.players_to_move()
    viewer = core.viewer
    if seat is None:
        seat = viewer if viewer in owing else owing[0] if owing else None
    if seat is None or seat not in owing:
        who = "no seat" if seat is None or not owing else f"seat {seat} does not, seat {owing[0]}"
        due = "; state.play_chance(herdmind.Rng(1)) draws it" if core.is_chance_node() else ""
        raise IllegalMove(
            f"nothing to decide: {who} owes a decision ({state!r}{due})",
            "" if seat is None else str(seat),
            "seat",
        )
    limits = _limits(state, limit or Limit(), seat, moves)
    changed = replace(settings or Settings(), multipv=multipv) if multipv != 1 else settings or Settings()
    if tuning:
        changed = replace(changed, tuning=tuple(tuning.items()))
    return Analysis(state, seat, limits, changed, Analyser(changed))


def _limits(state: State, limit: Limit, seat: int, moves: Sequence[str]) -> Limits:
    """The limit as the search takes it."""
    if limit.clocks or limit.increments or limit.movestogo is not None:
        raise ValueError(f"{limit!r}: analyse() keeps no clock; use movetime, nodes or depth")
    actions = tuple(state._core.string_to_action(token, seat) for token in words_of(moves, "moves"))
    return Limits(limit.movetime, limit.nodes, limit.depth, searchmoves=actions)
