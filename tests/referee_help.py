"""Helpers of the referee's tests: tasks, scripted players, an executor in this thread."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from typing import Any

from driver import ENGINE, PATIENCE

from protocol.matches.players import PlayerFailed
from protocol.records.lineup import line_up, read_player
from protocol.records.schedule import GameTask, Schedule, Setup, rotations
from protocol.table.clock import ShownClocks
from solver.game import State
from solver.games import Game


def command(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    """A command that ends with this exit code, in a process of its own."""
    done = subprocess.run(
        [*ENGINE, *words], capture_output=True, text=True, timeout=PATIENCE * 4, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


class Serial(Executor):
    """Does the work when it is submitted."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Scripted:
    """Plays what ``choose`` says of the view and the seat, and keeps the texts of all that it was shown."""

    def __init__(self, choose: Callable[[State, int], str]) -> None:
        self._choose = choose
        self.shown: list[tuple[int, str]] = []
        self.seeds: list[int] = []
        self.value: float | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.seeds.append(seed)

    def choose(self, view: State, seat: int, clock: ShownClocks | None = None) -> str:
        assert view.viewer in (None, seat)
        self.shown.append((seat, view.to_text()))
        return self._choose(view, seat)

    def ponder(self) -> None:
        pass

    def rest(self) -> None:
        pass

    def close(self) -> None:
        pass


def highest(view: State, seat: int) -> str:
    """The legal move of the highest number."""
    return view.action_to_string(view.legal_actions(seat)[-1], seat)


def lowest(view: State, seat: int) -> str:
    """The legal move of the lowest number."""
    return view.action_to_string(view.legal_actions(seat)[0], seat)


def failing(failure: PlayerFailed) -> Callable[[State, int], str]:
    """A player that fails when it is asked."""

    def choose(view: State, seat: int) -> str:
        raise failure

    return choose


def schedule(game: str, players: Iterable[str], seats: int, seed: int = 1) -> Schedule:
    """Every turn of the line-up."""
    line = line_up([read_player(text) for text in players], seats)
    return Schedule(Setup(game, seats, seed), tuple(rotations(line)))


def task(game: str, seats: int, group: int = 0, rules: tuple[str, ...] = ()) -> GameTask:
    """A game whose players are given otherwise."""
    return GameTask(Setup(game, seats, 1, rules), group, (read_player("random"),) * seats)
