"""Engine processes of the server: one that answers questions, one that searches. A call has one to itself."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from protocol.client import About, EngineError, EngineRefused
from protocol.frontend.desk import OWN_ENGINE, Desk, Setup

#: Memory of each process in megabytes, for the one that answers and the one that searches.
QUICK_MB, DEEP_MB = 4, 64


class SharedDesk(Desk):
    """A desk for many tables in turn. It knows which set-up lies on it, so that only new moves are sent."""

    #: The set-up on the desk; None after a question that has changed the position.
    laid: Setup | None = None

    def lay(self, setup: Setup, moves: Sequence[str], people: Sequence[str]) -> None:
        """Put a game on the desk, unless it lies there.

        Raises:
            EngineRefused: it cannot be set up, or a move is illegal.
        """
        if self.laid is setup:
            if list(moves) != list(self.moves):
                self.replace_moves(moves)
            return
        self.call(people)
        self.set_up(setup, moves)
        self.laid = setup

    def about(self, game: str) -> About:
        """Title and seats of a game."""
        self.laid = None
        return super().about(game)

    def rules_words(self, game: str) -> dict[str, str]:
        """The rules words of a game."""
        self.laid = None
        return super().rules_words(game)

    def set_up(self, setup: Setup, moves: Sequence[str] = ()) -> None:
        """Begin a game."""
        self.laid = None
        super().set_up(setup, moves)


class _Place:
    """One engine process, started when it is first needed and again after it has failed."""

    def __init__(self, command: Sequence[str], hash_mb: int, overhead: int | None = None) -> None:
        self._command, self._hash_mb, self._overhead = command, hash_mb, overhead
        self._free = threading.Lock()
        self._desk: SharedDesk | None = None

    @contextmanager
    def desk(self) -> Iterator[SharedDesk]:
        with self._free:
            if self._desk is not None and not self._desk.engine.alive:
                self._drop()
            if self._desk is None:
                self._desk = SharedDesk.start(self._command)
                self._set("Hash", self._hash_mb)
                if self._overhead is not None:
                    self._set("Move Overhead", self._overhead)
            try:
                yield self._desk
            except EngineRefused:
                raise
            except EngineError:  # the process is of no use any more
                self._drop()
                raise

    def _set(self, name: str, value: int) -> None:
        assert self._desk is not None
        if name in self._desk.engine.options:
            self._desk.engine.set_option(name, value)

    def _drop(self) -> None:
        if self._desk is not None:
            self._desk.engine.kill()
            self._desk = None


class EngineRoom:
    """The engine processes. Tables live in this process, so a process that dies takes no game with it."""

    def __init__(self, command: Sequence[str] = OWN_ENGINE) -> None:
        self._quick = _Place(command, QUICK_MB)
        # the default overhead would take half of a short search's time
        self._deep = _Place(command, DEEP_MB, overhead=0)

    @contextmanager
    def quick(self) -> Iterator[SharedDesk]:
        """The desk for questions about positions. Nobody searches with it, so it is soon free."""
        with self._quick.desk() as desk:
            yield desk

    @contextmanager
    def deep(self) -> Iterator[SharedDesk]:
        """The desk for searches; calls that search wait for each other."""
        with self._deep.desk() as desk:
            yield desk
