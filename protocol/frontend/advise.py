"""The adviser beside a real table: what was typed of a game, from one seat's side.

:class:`Notes` holds what was entered, line by line, and keeps it in a file; :mod:`protocol.frontend.adviser`
talks to the person. Everything about the game is asked of the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from protocol.client import EngineRefused
from protocol.frontend import record as games
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.kept import GameFile, now


@dataclass(frozen=True)
class Entry:
    """One line that was typed, and the tokens that it meant, those filled in included."""

    typed: str
    tokens: tuple[str, ...]


class Notes:
    """A game on a real table as ``seat`` sees it, entered line by line.

    Every change is written to ``file`` at once, if there is one.
    """

    def __init__(self, desk: Desk, setup: Setup, seat: int, file: GameFile | None = None) -> None:
        self.desk, self.seat, self.file = desk, seat, file
        self.entries: list[Entry] = []
        self._extra: dict[str, object] = {"begun": now()}
        self._begun: tuple[tuple[str, ...], str] | None = None
        desk.set_up(setup)
        self._add("", desk.read(""))

    @classmethod
    def resume(cls, desk: Desk, game: games.Game, file: GameFile | None = None) -> Notes:
        """The notes that a file of this kind holds.

        Raises:
            ValueError: the game in the file is none that was entered like this, or cannot be played again.
        """
        kept = game.extra.get(games.ADVISE, {})
        try:
            seat, count = int(kept["seat"]), int(kept["seats"])
            start = kept["start"]
            entries = [(str(typed), tuple(map(str, tokens))) for typed, tokens in kept["entries"]]
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError("this game was not entered with herdmind advise") from error
        view = seat if start is None else None
        setup = Setup(game.game, count, game.rules, start=start, figures=game.figures, view=view)
        notes = cls.__new__(cls)
        notes.desk, notes.seat, notes.file = desk, seat, file
        notes.entries = [Entry(typed, tokens) for typed, tokens in entries]
        notes._extra = {key: value for key, value in game.extra.items() if key == "begun"}
        notes._begun = None
        try:
            desk.set_up(setup, notes.tokens())
        except EngineRefused as error:
            raise ValueError(f"the game cannot be played again: {error.message}") from error
        return notes

    def tokens(self) -> list[str]:
        """All that was entered."""
        return [token for entry in self.entries for token in entry.tokens]

    def lines(self) -> list[Entry]:
        """The lines that were typed, without what was filled in before the first."""
        return [entry for entry in self.entries if entry.typed]

    # --- entering ---------------------------------------------------------------------------------------

    def enter(self, typed: str) -> Entry:
        """Enter a line.

        Raises:
            EngineRefused: it cannot be read here; nothing has changed.
        """
        return self._add(typed, self.desk.read(typed))

    def _add(self, typed: str, tokens: Sequence[str]) -> Entry:
        if tokens:
            self.desk.enter(tokens)
        entry = Entry(typed, tuple(tokens))
        if tokens or typed:
            self.entries.append(entry)
            if self.lines():  # nothing has been said as long as all of it was filled in
                self.save()
        return entry

    def undo(self, count: int = 1) -> int:
        """Take back the last lines; how many there were."""
        lines = [number for number, entry in enumerate(self.entries) if entry.typed]
        cut = lines[-count:] if count else []
        if cut:
            self.desk.undo(sum(len(entry.tokens) for entry in self.entries[cut[0] :]))
            del self.entries[cut[0] :]
            self.save()
        return len(cut)

    def edit(self, number: int, typed: str) -> int:
        """Put another line in place of line ``number`` (from 1) and read those after it again; returns how
        many of these could not be entered any more and are gone.

        Raises:
            IndexError: there is no such line.
            EngineRefused: the new line cannot be read there; nothing has changed.
        """
        lines = self.lines()
        if not 1 <= number <= len(lines):
            raise IndexError(number)
        before, later = list(self.entries), lines[number:]
        self.undo(len(lines) - number + 1)
        try:
            if typed:
                self.enter(typed)
        except EngineRefused:
            self.desk.enter([token for entry in before[len(self.entries) :] for token in entry.tokens])
            self.entries = before
            self.save()
            raise
        for done, entry in enumerate(later):
            try:
                self.enter(entry.typed)
            except EngineRefused:
                return len(later) - done
        return 0

    # --- the file ---------------------------------------------------------------------------------------

    def _start(self) -> str | None:
        """The text of the position where the game began, as the seat saw it; None before that."""
        desk, setup = self.desk, self.desk.setup
        if setup.start is not None:
            return setup.start
        told = len(desk.moves) - sum(not told.follows for told in desk.story())
        head = desk.moves[:told]
        if self._begun is None or self._begun[0] != head:
            words = desk.text().split(" ")
            if words[1] == "setup":
                return None
            desk.engine.position(seats=setup.seats, rules=setup.rules, view=setup.view, moves=head)
            try:
                self._begun = head, desk.text()
            finally:
                desk.enter([])
        return self._begun[1]

    def record(self) -> games.Game:
        """The game as a line of a file: from the position where it began, as the seat saw it, with what was
        entered from there; ``herdmind review`` reads it."""
        desk = self.desk
        start = self._start()
        story = [event for event in desk.story() if not event.follows] if start is not None else []
        moves = [(games.CHANCE if e.seat is None else e.seat, e.token, None) for e in story]
        over = desk.over()
        ending = desk.ending() if over else None
        names = [f"seat {seat}" for seat in range(desk.seats)]
        names[self.seat] = "you"
        kept = {
            "seat": self.seat,
            "seats": desk.seats,
            "start": desk.setup.start,
            "entries": [[entry.typed, list(entry.tokens)] for entry in self.entries],
        }
        return games.Game(
            edition=desk.edition,
            deal=None,
            rules=desk.setup.rules,
            names=tuple(names),
            players=("human",) * len(names),
            moves=tuple(moves),
            ending=games.NORMAL if over else games.UNFINISHED,
            ranks=ending.ranks if ending else (),
            scores=ending.scores if ending else (),
            returns=ending.returns if ending else (),
            start=start,
            figures=desk.setup.figures,
            extra={"position": start, **self._extra, games.ADVISE: kept},
        )

    def save(self) -> None:
        """Write the game to its file.

        Raises:
            OSError: it cannot be written.
        """
        if self.file is not None:
            self.file.write(self.record())

    def copy(self, path: Path) -> None:
        """Write the game to another file.

        Raises:
            OSError: it cannot be written, or holds something else.
        """
        (self.file or GameFile()).copy(path, self.record())
