"""The kinds of players that the referee can ask: our own searches in this process, and engine processes."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Protocol

from protocol.client import Engine, EngineDied, EngineError, EngineRefused, EngineTimeout
from protocol.gamelog import Ending
from protocol.lineup import PlayerSpec
from protocol.searcher import SearcherType
from solver.game import State
from solver.games import Game
from solver.stop import StopFlag


@dataclass(frozen=True)
class Patience:
    """How long the referee waits. ``margin``: seconds that a decision may take beyond its ``movetime``;
    ``longest``: seconds for a decision of a player without one."""

    margin: float = 1.0
    longest: float = 300.0

    def allowed(self, spec: PlayerSpec) -> float:
        """Seconds that a decision of the player may take."""
        seconds = spec.engine_limit.seconds()
        return self.longest if seconds is None else seconds + self.margin


class PlayerFailed(Exception):
    """A player has lost its place: how, and why in words."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(f"{ending.value}: {detail}")
        self.ending = ending
        self.detail = detail


class Player(Protocol):
    """One seat's player. It is shown its own views and nothing else."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game: nothing of the last one is left.

        Raises:
            PlayerFailed: it cannot play.
        """

    def choose(self, view: State, seat: int) -> str:
        """The token of a decision that ``seat`` owes.

        Raises:
            PlayerFailed: none comes.
        """

    def close(self) -> None:
        """No more games."""


class SearchPlayer:
    """One of our own searches, in this process. Every game gets a new one: no result can depend on what was
    played before."""

    def __init__(self, spec: PlayerSpec, searcher: SearcherType, stop: StopFlag) -> None:
        self._spec = spec
        self._type = searcher
        self._stop = stop
        self._limits = spec.search_limits
        self._searcher = searcher(spec.search_settings(0))

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._searcher = self._type(self._spec.search_settings(seed))

    def choose(self, view: State, seat: int) -> str:
        try:
            answer = self._searcher.analyse(view, self._limits, None, self._stop, seat)
        except (KeyboardInterrupt, MemoryError):
            raise
        except Exception as error:  # whatever it is, it costs this player its place and not the match
            raise PlayerFailed(Ending.CRASH, f"{type(error).__name__}: {error}") from error
        if answer.best is None:
            raise PlayerFailed(Ending.ILLEGAL, f"no move: {answer.reason}")
        return answer.best

    def close(self) -> None:
        pass


class EnginePlayer:
    """An engine process. It lives from game to game, and is started anew after it has failed."""

    def __init__(self, spec: PlayerSpec, patience: Patience) -> None:
        self._spec = spec
        self._patience = patience
        self._engine: Engine | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        try:
            if self._engine is None or not self._engine.alive:
                self.close()
                self._engine = self._start()
            engine = self._engine
            if "UCI_Variant" in engine.options:
                engine.set_option("UCI_Variant", game.name)
            option = engine.options.get("Seed")
            if option is not None:
                engine.set_option("Seed", seed % ((option.high or 0) + 1))
            engine.new_game()
            engine.ready()
        except (EngineError, ValueError) as error:
            self.close()
            raise _failure(error) from error

    def _start(self) -> Engine:
        engine = Engine.start(self._spec.command)
        try:
            for key, text in self._spec.settings:
                option = engine.options.get(key)
                if option is None:
                    raise ValueError(f"it has no option {key}; there are: {', '.join(engine.options)}")
                value: str | int | bool = text
                if option.kind == "check" and text in ("true", "false"):
                    value = text == "true"
                elif option.kind == "spin" and text.lstrip("-").isdecimal():
                    value = int(text)
                engine.set_option(key, value)
        except BaseException:
            engine.kill()
            raise
        return engine

    def choose(self, view: State, seat: int) -> str:
        engine = self._engine
        if engine is None:
            raise PlayerFailed(Ending.CRASH, "the engine is not running")
        allowed = self._patience.allowed(self._spec)
        try:
            engine.position(view.to_text())
            result = engine.play(self._spec.engine_limit, seat=seat, timeout=allowed)
        except (EngineError, ValueError) as error:
            self.close()
            raise _failure(error) from error
        if result.move is None:
            raise PlayerFailed(Ending.ILLEGAL, f"no move: {result.reason or 'bestmove without one'}")
        return result.move

    def close(self) -> None:
        if self._engine is not None:
            with contextlib.suppress(EngineError):
                self._engine.quit()
            self._engine = None


def _failure(error: Exception) -> PlayerFailed:
    if isinstance(error, EngineTimeout):
        return PlayerFailed(Ending.STALL, str(error))
    if isinstance(error, EngineDied):
        return PlayerFailed(Ending.CRASH, str(error))
    if isinstance(error, EngineRefused):
        return PlayerFailed(Ending.CRASH, f"the engine refused what it was sent: {error}")
    return PlayerFailed(Ending.CRASH, str(error))


class Bench:
    """The players of one process, kept from game to game: ``take`` those of a game. No player sits twice."""

    def __init__(self, searcher: SearcherType, patience: Patience, stop: StopFlag) -> None:
        self.patience = patience
        self.stop = stop
        self._searcher = searcher
        self._players: dict[tuple[PlayerSpec, int], Player] = {}

    def take(self, specs: tuple[PlayerSpec, ...]) -> list[Player]:
        """A player for every seat."""
        taken: dict[PlayerSpec, int] = {}
        out = []
        for spec in specs:
            count = taken[spec] = taken.get(spec, 0) + 1
            if (spec, count) not in self._players:
                self._players[spec, count] = self._make(spec)
            out.append(self._players[spec, count])
        return out

    def _make(self, spec: PlayerSpec) -> Player:
        if spec.external:
            return EnginePlayer(spec, self.patience)
        return SearchPlayer(spec, self._searcher, self.stop)

    def close(self) -> None:
        """End all engine processes."""
        for player in self._players.values():
            player.close()
        self._players.clear()
