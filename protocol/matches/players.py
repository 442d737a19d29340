"""Players that the referee can ask: built-in searches in this process, and engine processes."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Coroutine, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from protocol.base.errors import Code, ProtocolError
from protocol.base.files import add_bytes
from protocol.base.gameline import Ending
from protocol.client import AsyncEngine, EngineDied, EngineError, EngineRefused, EngineTimeout, Limit, Result
from protocol.matches.pondering import Thought, expected_view
from protocol.records.lineup import ENDLESS, PONDER, PlayerSpec
from protocol.records.schedule import GameTask, Setup
from protocol.table.clock import Clocks, ShownClocks
from protocol.table.searcher import SearcherType
from protocol.table.table import Table
from solver.game import State
from solver.games import Game
from solver.reports import Answer, Limits
from solver.stop import StopFlag

T = TypeVar("T")
#: The name of a run, then everything that distinguishes a bench.
Key = tuple[str, *tuple[Hashable, ...]]
#: Players that a bench keeps: more than sit at any table, but bounded, since a tuning keeps asking for new
#: ones.
KEPT = 24

#: Deal and player seed of the warm-up decisions before the first game.
REHEARSAL = 0x5EED
#: Seconds after which a bench that no game has borrowed is closed.
IDLE = 60.0
#: Milliseconds of its clock that a built-in player reserves for work outside the search.
OVERHEAD_MS = 10


@dataclass(frozen=True)
class Patience:
    """Time limits of the referee, in seconds. ``margin``: allowed beyond a decision's ``movetime``; ``flag``:
    allowed below zero on a clock; ``longest``: for a decision of a player with neither."""

    margin: float = 1.0
    longest: float = 300.0
    flag: float = 0.0

    def limit(self, spec: PlayerSpec, clock: ShownClocks | None = None) -> tuple[float, float]:
        """(seconds, grace): the limit for a decision of the player, and the overrun that is forgiven."""
        found = []
        movetime = spec.engine_limit.seconds()
        if movetime is not None:
            found.append((movetime, self.margin))
        if clock is not None:
            found.append((clock.times[clock.seat] / 1000, self.flag))
        return min(found, key=sum) if found else (self.longest, 0.0)


class PlayerFailed(Exception):
    """The failure of a player: the ending that it causes, and the reason in words."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(f"{ending.value}: {detail}")
        self.ending = ending
        self.detail = detail


class Player(Protocol):
    """The player of one seat, which sees its own views and nothing else. ``value``: the result in [-1, 1]
    that it claimed to expect with its last decision; None when it claimed nothing."""

    value: float | None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Begin a new game; everything of the last one is forgotten.

        Raises:
            PlayerFailed: the player cannot play this game.
        """

    def choose(self, view: State, seat: int, clock: ShownClocks | None = None) -> str:
        """Decide for ``seat``, which is to move; returns the move's token. ``clock``: the clocks, if the seat
        has one.

        Raises:
            PlayerFailed: no decision came.
        """

    def ponder(self) -> None:
        """Think on the opponents' time, after the player's move was entered.

        Raises:
            PlayerFailed: the player failed while starting to.
        """

    def rest(self) -> None:
        """End the game; the player stays ready for another."""

    def close(self) -> None:
        """Free what the player holds; it plays no more games."""


class SearchPlayer:
    """A built-in search in this process. Every game gets a new searcher, so no result depends on earlier
    games."""

    def __init__(self, spec: PlayerSpec, searcher: SearcherType, stop: StopFlag) -> None:
        self._spec = spec
        self._type = searcher
        self._stop = stop
        self._limits = spec.search_limits
        self._searcher = searcher(spec.search_settings(0))
        self.value: float | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._searcher = self._type(self._spec.search_settings(seed))
        if self._spec.clock or self._limits.movetime_ms or self._limits.cputime_ms:
            # memory is allocated here, as an engine does at ucinewgame, and not on the first decision's time
            state = Table.fresh(game, REHEARSAL).state
            first = state.players_to_move()[0]
            self._ask(state.view(first), first, Limits(nodes=1))
            self._searcher.clear()

    def choose(self, view: State, seat: int, clock: ShownClocks | None = None) -> str:
        limits = self._limits
        if clock is not None:
            share = max(1, clock.allotment(OVERHEAD_MS))
            limits = replace(limits, movetime_ms=min(share, limits.movetime_ms or share))
        answer = self._ask(view, seat, limits)
        if answer.best is None:
            raise PlayerFailed(Ending.ILLEGAL, f"no move: {answer.reason}")
        lines = answer.report.lines
        thought = self._spec.search in ENDLESS  # the other searches estimate no value
        self.value = lines[0].value if thought and lines and lines[0].pv[:1] == (answer.best,) else None
        return answer.best

    def _ask(self, view: State, seat: int, limits: Limits) -> Answer:
        try:
            return self._searcher.analyse(view, limits, None, self._stop, seat)
        except (KeyboardInterrupt, MemoryError):
            raise
        except Exception as error:  # any failure costs this player the game, and never the match
            raise PlayerFailed(Ending.CRASH, f"{type(error).__name__}: {error}") from error

    def ponder(self) -> None:
        pass  # in this process it would compete with the opponent for the processor

    def rest(self) -> None:
        pass

    def close(self) -> None:
        pass


class EnginePlayer:
    """An engine process, kept from game to game and restarted after a failure.

    Its event loop runs in the calling thread, and only while the engine is asked. The thread switches of
    :class:`protocol.client.Engine` would cost more than everything else here.
    """

    def __init__(self, spec: PlayerSpec, patience: Patience) -> None:
        self._spec = spec
        self._patience = patience
        self._runner: asyncio.Runner | None = None
        self._engine: AsyncEngine | None = None
        self._thought: Thought | None = None
        self._last: tuple[State, int, Result, ShownClocks | None, float] | None = None
        self.value: float | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._last = None
        self._run(self._begin(game, seed))

    def choose(self, view: State, seat: int, clock: ShownClocks | None = None) -> str:
        begin = time.perf_counter()
        result = self._run(self._choose(view.to_text(), seat, clock))
        if result.move is None:
            raise PlayerFailed(Ending.ILLEGAL, f"no move: {result.reason or 'bestmove without one'}")
        self.value = _claim(result, seat)
        if self._spec.ponders:
            self._last = (view, seat, result, clock, begin)
        return result.move

    def ponder(self) -> None:
        if self._last is not None and self._engine is not None:
            (view, seat, result, clock, begin), self._last = self._last, None
            spent = (time.perf_counter() - begin) * 1000
            text = expected_view(view, seat, result.move or "", result.ponder or "")
            if text is not None:
                self._run(self._ponder(text, seat, clock and clock.after(spent)))

    def rest(self) -> None:
        self._last = None
        if self._thought is not None:
            with contextlib.suppress(PlayerFailed):  # the game is over: a failure changes nothing
                self._run(self._forget())

    def close(self) -> None:
        if self._runner is not None:
            with contextlib.suppress(EngineError):
                self._runner.run(self._quit())
            self._runner.close()
            self._runner = None

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run ``work`` to its end; an engine that fails at it is ended.

        Raises:
            PlayerFailed: the engine failed.
        """
        if self._runner is None:
            self._runner = asyncio.Runner()
        try:
            return self._runner.run(work)
        except (EngineError, ValueError) as error:
            self.close()
            raise _failure(error) from error

    async def _ponder(self, text: str, seat: int, clock: ShownClocks | None) -> None:
        engine = self._engine
        if engine is not None:
            with contextlib.suppress(EngineRefused):  # pondering is optional: a refusal is not a failure
                search = await engine.analyse(self._limit(clock), seat=seat, text=text, ponder=True)
                self._thought = Thought(text, search)

    async def _forget(self) -> None:
        """End the search of a position that did not arise."""
        thought, self._thought = self._thought, None
        if thought is not None:
            await thought.search.result(0.0)

    def _limit(self, clock: ShownClocks | None) -> Limit:
        limit = self._spec.engine_limit
        return limit if clock is None else replace(limit, clocks=clock.times, increments=clock.increments)

    async def _begin(self, game: Game, seed: int) -> None:
        if self._engine is not None:
            try:
                await self._engine.ready()
            except EngineError:  # a failure between two games costs neither of them
                await self._quit()
        engine = self._engine = self._engine or await self._start()
        if "UCI_Variant" in engine.options:
            await engine.set_option("UCI_Variant", game.name)
        option = engine.options.get("Seed")
        if option is not None:
            await engine.set_option("Seed", seed % ((option.high or 0) + 1))
        await engine.new_game()
        await engine.ready()

    def _keep_errors(self) -> Callable[[bytes], object] | None:
        """A function that appends to the file for the engine's standard error; None without such a file.

        Raises:
            EngineError: the path is not a regular file that can be written.
        """
        if not self._spec.errors:
            return None
        path = self._spec.errors

        def keep(data: bytes) -> None:
            with contextlib.suppress(ProtocolError):  # a full disk costs the file, never the game
                add_bytes(path, data)

        try:
            add_bytes(path, b"")
        except ProtocolError as error:
            raise EngineError(error.message) from error
        return keep

    async def _start(self) -> AsyncEngine:
        engine = await AsyncEngine.start(self._spec.command, on_errors=self._keep_errors())
        try:
            if self._spec.ponders and "Ponder" in engine.options:
                await engine.set_option("Ponder", True)
            for key, text in self._spec.settings:
                if key == PONDER:
                    continue
                option = engine.options.get(key)
                if option is None:
                    raise ValueError(f"the engine has no option {key}; it has: {', '.join(engine.options)}")
                value: str | int | bool = text
                if option.kind == "check" and text in ("true", "false"):
                    value = text == "true"
                elif option.kind == "spin" and text.lstrip("-").isdecimal():
                    value = int(text)
                await engine.set_option(key, value)
        except BaseException:
            await engine.kill()
            raise
        return engine

    async def _choose(self, text: str, seat: int, clock: ShownClocks | None) -> Result:
        engine = self._engine
        if engine is None:
            raise EngineError("the engine is not running")
        allowed = max(0.0, sum(self._patience.limit(self._spec, clock)))
        if self._thought is not None and self._thought.text == text:
            search, self._thought = self._thought.search, None
            await search.ponderhit()
            return await search.result(allowed)
        await self._forget()
        return await engine.play(self._limit(clock), seat=seat, timeout=allowed, text=text)

    @property
    def fresh(self) -> bool:
        """Whether the next game will start a new process."""
        return self._engine is None or not self._engine.alive

    async def _quit(self) -> None:
        engine, self._engine = self._engine, None
        self._thought = self._last = None
        if engine is not None:
            await engine.quit()


def check_engine(spec: PlayerSpec, games: Iterable[Game], patience: Patience) -> None:
    """Start an engine once and have it begin one game of each of ``games``.

    Raises:
        ProtocolError: the engine cannot be started or set up.
    """
    player = EnginePlayer(spec, patience)
    try:
        for game in games:
            player.begin(game, 0, 0)
    except PlayerFailed as failure:
        raise ProtocolError(Code.VALUE, f"{spec.name}: {failure.detail}", spec.name) from failure
    finally:
        player.close()


def _claim(result: Result, seat: int) -> float | None:
    """The result that an engine expects for ``seat``; None when it reports only units of its own."""
    values = result.values.get(result.move or "", ())
    if seat < len(values):
        return values[seat]
    best = result.best
    if best is None or best.wdl is None or best.pv[:1] != (result.move,):
        return None
    return (best.wdl[0] - best.wdl[2]) / 1000


def _failure(error: Exception) -> PlayerFailed:
    if isinstance(error, EngineTimeout):
        return PlayerFailed(Ending.STALL, str(error))
    if isinstance(error, EngineDied):
        # without an exit code the process still runs but has closed its output
        quiet = error.returncode in (None, 0)
        return PlayerFailed(Ending.DISCONNECT if quiet else Ending.CRASH, str(error))
    if isinstance(error, EngineRefused):
        return PlayerFailed(Ending.CRASH, f"the engine refused what it was sent: {error}")
    return PlayerFailed(Ending.CRASH, str(error))


#: Makes a player that is neither a built-in search nor an engine process; None for those.
PlayerMaker = Callable[[PlayerSpec], Player | None]


def no_other_player(spec: PlayerSpec) -> None:
    """The maker of players where there are built-in searches and engine processes alone."""


class Bench:
    """The players of one process, kept from game to game: ``take`` those of a game. Every seat gets a player
    of its own."""

    def __init__(
        self,
        searcher: SearcherType,
        patience: Patience,
        stop: StopFlag,
        make_player: PlayerMaker = no_other_player,
    ) -> None:
        self.patience = patience
        self.stop = stop
        self._searcher = searcher
        self._make_player = make_player
        self._players: dict[tuple[PlayerSpec, int], Player] = {}
        self._warm: set[tuple[Player, str]] = set()

    def take(self, specs: tuple[PlayerSpec, ...]) -> list[Player]:
        """A player for every seat."""
        taken: dict[PlayerSpec, int] = {}
        out = []
        for spec in specs:
            count = taken[spec] = taken.get(spec, 0) + 1
            player = self._players.pop((spec, count), None) or self._make(spec)
            self._players[spec, count] = player  # at the end: the dict is ordered by last use
            out.append(player)
        while len(self._players) > KEPT:
            oldest = self._players.pop(next(iter(self._players)))
            self._warm = {known for known in self._warm if known[0] is not oldest}
            oldest.close()
        return out

    def warm(self, players: Sequence[Player], task: GameTask, game: Game, decisions: int) -> None:
        """Have each player that is new to the game make ``decisions`` that do not count. The extra cost of a
        first move (reading tables, allocating memory) then falls into no game.

        A restarted engine process counts as new. A failure here is ignored: the game will meet it again.
        """
        for seat, (player, spec) in enumerate(zip(players, task.players, strict=True)):
            if isinstance(player, EnginePlayer) and player.fresh:
                self._warm = {known for known in self._warm if known[0] is not player}
            if (player, game.name) not in self._warm:
                self._warm.add((player, game.name))
                with contextlib.suppress(PlayerFailed):
                    self._rehearse(player, spec, task.setup, game, seat, decisions)

    def _rehearse(
        self, player: Player, spec: PlayerSpec, setup: Setup, game: Game, seat: int, decisions: int
    ) -> None:
        """Ask the player for the decisions of all seats in a game outside the match."""
        player.begin(game, seat, REHEARSAL)
        table = Table.fresh(game, REHEARSAL, setup.seats, setup.rules, setup.figures)
        for _ in range(decisions):
            while (owing := table.state.players_to_move()) and len(
                legal := table.state.legal_actions(owing[0])
            ) == 1:
                table.push(table.state.action_to_string(legal[0], owing[0]))
            if not owing or self.stop.is_set():
                return
            # a full clock of the player's own on whichever seat is asked
            clock = Clocks([spec.clock] * setup.seats).shown(owing[0])
            player.choose(table.state.view(owing[0]), owing[0], clock)
            table.push(table.state.action_to_string(legal[0], owing[0]))

    def _make(self, spec: PlayerSpec) -> Player:
        other = self._make_player(spec)
        if other is not None:
            return other
        if spec.external:
            return EnginePlayer(spec, self.patience)
        return SearchPlayer(spec, self._searcher, self.stop)

    def close(self) -> None:
        """End all engine processes."""
        for player in self._players.values():
            player.close()
        self._players.clear()


class Benches:
    """The benches of a process, kept from game to game; each is lent to one game at a time. Thread-safe.

    A process may play several games at once, in threads, and for several runs; no two games share a player.
    A bench that has been idle for a minute is closed, because its run may have ended long ago.
    """

    def __init__(self, idle: float = IDLE) -> None:
        self._idle = idle
        self._lock = threading.Lock()
        self._free: dict[Key, list[tuple[Bench, float]]] = {}
        self._timer: threading.Timer | None = None

    @contextlib.contextmanager
    def lend(self, key: Key, make: Callable[[], Bench]) -> Iterator[Bench]:
        """Lend a bench with this key for one game. It is closed afterwards if its run has ended meanwhile."""
        with self._lock:
            kept = self._free.get(key)
            bench = kept.pop()[0] if kept else None
        bench = bench or make()
        try:
            yield bench
        finally:
            with self._lock:
                over = bench.stop.is_set()
                if not over:
                    self._free.setdefault(key, []).append((bench, time.monotonic()))
                    self._wake()
            if over:
                bench.close()

    def close(self, run: str) -> None:
        """Close the benches of a run, except those on loan."""
        with self._lock:
            closing = [bench for key in list(self._free) if key[0] == run for bench, _ in self._free.pop(key)]
        for bench in closing:
            bench.close()

    def _wake(self) -> None:
        """Start the timer that closes idle benches, unless it runs. The caller holds the lock."""
        if self._timer is None:
            self._timer = threading.Timer(self._idle, self._close_idle)
            self._timer.daemon = True
            self._timer.start()

    def _close_idle(self) -> None:
        before = time.monotonic() - self._idle
        closing = []
        with self._lock:
            self._timer = None
            for key, kept in list(self._free.items()):
                closing += [bench for bench, since in kept if since <= before]
                self._free[key] = [(bench, since) for bench, since in kept if since > before]
                if not self._free[key]:
                    del self._free[key]
            if self._free:
                self._wake()
        for bench in closing:
            bench.close()


BENCHES = Benches()
