"""Record of a game on a real table, entered line by line from one seat's side.

:class:`Notes` holds the entered lines and keeps them in a file; :mod:`protocol.frontend.adviser` holds the
dialogue with the person. All knowledge of the game comes from the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from protocol.client import EngineRefused
from protocol.frontend import record as games
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.kept import GameFile, now


@dataclass(frozen=True)
class Entry:
    """One typed line and its tokens, including those that were filled in."""

    typed: str
    tokens: tuple[str, ...]


def _rows(entries: Sequence[Entry]) -> list[list[object]]:
    """Entries in the format of the file."""
    return [[entry.typed, list(entry.tokens)] for entry in entries]


def _entries(rows: Sequence[Sequence[Any]]) -> list[Entry]:
    return [Entry(str(typed), tuple(map(str, tokens))) for typed, tokens in rows]


class Notes:
    """A game on a real table as ``seat`` sees it, entered line by line.

    Every change is written to ``file`` at once, if there is one.
    """

    def __init__(self, desk: Desk, setup: Setup, seat: int, file: GameFile | None = None) -> None:
        self.desk, self.seat, self.file = desk, seat, file
        self.entries: list[Entry] = []
        self._extra: dict[str, object] = {"begun": now()}
        #: The entries before each undo and edit since the last line, for redo.
        self._before: list[list[Entry]] = []
        self._begun: tuple[tuple[str, ...], str] | None = None
        desk.set_up(setup)
        self._add("", desk.read(""))

    @classmethod
    def resume(cls, desk: Desk, game: games.Game, file: GameFile | None = None) -> Notes:
        """The notes in a file of this kind.

        Raises:
            ValueError: the game in the file was not entered in this way, or cannot be replayed.
        """
        kept = game.extra.get(games.ADVISE, {})
        try:
            seat, count = int(kept["seat"]), int(kept["seats"])
            start = kept["start"]
            entries = _entries(kept["entries"])
            before = [_entries(lines) for lines in kept.get("before", ())]
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError("this game was not entered with herdmind advise") from error
        view = seat if start is None else None
        setup = Setup(game.game, count, game.rules, start=start, figures=game.figures, view=view)
        notes = cls.__new__(cls)
        notes.desk, notes.seat, notes.file = desk, seat, file
        notes.entries, notes._before = entries, before
        notes._extra = {key: value for key, value in game.extra.items() if key == "begun"}
        notes._begun = None
        try:
            desk.set_up(setup, notes.tokens())
        except EngineRefused as error:
            raise ValueError(f"the game cannot be played again: {error.message}") from error
        return notes

    def tokens(self) -> list[str]:
        """All entered tokens."""
        return [token for entry in self.entries for token in entry.tokens]

    def lines(self) -> list[Entry]:
        """The typed lines, without the entry that was filled in before the first."""
        return [entry for entry in self.entries if entry.typed]

    # --- entering ---------------------------------------------------------------------------------------

    def enter(self, typed: str) -> Entry:
        """Enter a line.

        Raises:
            EngineRefused: the line cannot be read here; nothing has changed.
        """
        entry = self._add(typed, self.desk.read(typed))
        self._before = []
        self.save()
        return entry

    def _add(self, typed: str, tokens: Sequence[str]) -> Entry:
        if tokens:
            self.desk.enter(tokens)
        entry = Entry(typed, tuple(tokens))
        if tokens or typed:
            self.entries.append(entry)
        return entry

    def undo(self, count: int = 1) -> None:
        """Take back the last ``count`` lines.

        Raises:
            ValueError: there are fewer lines; none is taken back.
        """
        there = len(self.lines())
        if count > there:
            only = "there is only 1 line" if there == 1 else f"there are only {there} lines"
            raise ValueError(f"{only} to take back" if there else "there is nothing to take back")
        self._before.append(list(self.entries))
        self._cut(count)
        self.save()

    def _cut(self, count: int) -> None:
        first = [number for number, entry in enumerate(self.entries) if entry.typed][-count]
        self.desk.undo(sum(len(entry.tokens) for entry in self.entries[first:]))
        del self.entries[first:]

    def redo(self) -> None:
        """Restore the lines that the last undo or edit removed or changed.

        Raises:
            ValueError: there was no undo or edit since the last line.
        """
        if not self._before:
            raise ValueError("there is nothing to put back: no undo and no edit since the last line")
        entries = self._before[-1]
        self.desk.replace_moves([token for entry in entries for token in entry.tokens])
        self.entries = list(entries)
        del self._before[-1]
        self.save()

    def edit(self, number: int, typed: str) -> int:
        """Replace line ``number`` (from 1) and read the later lines again. Returns the number of later lines
        that are lost because they no longer fit.

        Raises:
            IndexError: there is no such line.
            EngineRefused: the new line cannot be read at its place; nothing has changed.
        """
        lines = self.lines()
        if not 1 <= number <= len(lines):
            raise IndexError(number)
        before, later = list(self.entries), lines[number:]
        self._cut(len(lines) - number + 1)
        try:
            if typed:
                self._add(typed, self.desk.read(typed))
        except EngineRefused:
            self.desk.enter([token for entry in before[len(self.entries) :] for token in entry.tokens])
            self.entries = before
            raise
        lost = 0
        for done, entry in enumerate(later):
            try:
                self._add(entry.typed, self.desk.read(entry.typed))
            except EngineRefused:
                lost = len(later) - done
                break
        self._before.append(before)
        self.save()
        return lost

    # --- the file ---------------------------------------------------------------------------------------

    def _start(self) -> str | None:
        """The text of the position where the game began, as the seat saw it; None during its set-up."""
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
        """The game as a line of a file: its first position, as the seat saw it, and the entries from there;
        ``herdmind review`` reads it."""
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
            "entries": _rows(self.entries),
            **({"before": [_rows(entries) for entries in self._before]} if self._before else {}),
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
            OSError: the file cannot be written.
        """
        if self.file is not None:
            self.file.write(self.record())

    def copy(self, path: Path) -> None:
        """Write the game to another file.

        Raises:
            OSError: the file cannot be written, or holds something else.
        """
        (self.file or GameFile()).copy(path, self.record())
