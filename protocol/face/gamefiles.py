"""Game files: a game a line, as ``herdmind match``, ``play`` and :func:`play_match` write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from herdmind.state import State
from protocol.base.files import add_bytes
from protocol.base.gameline import GameRecord
from protocol.base.gameline import read_games as read_numbered
from protocol.table.table import Table
from solver.games import GAMES


def read_games(path: str | PathLike[str]) -> list[GameRecord]:
    """The games of a file, plain or packed with gzip, in its order. A truncated last line is skipped.

    Raises:
        ProtocolError: the file cannot be read, or a line is not a game; the message names the line and what
            is wrong there.

    >>> import herdmind
    >>> herdmind.read_games("no-such-file.jsonl")
    Traceback (most recent call last):
    protocol.base.errors.ProtocolError: no-such-file.jsonl: No such file or directory
    """
    return [record for _, record in read_numbered(Path(path))]


def write_games(path: str | PathLike[str], records: Iterable[GameRecord]) -> None:
    """Append games to a file, which is made if it is missing.

    Raises:
        ProtocolError: the file cannot be written, or is not a regular file.

    >>> import herdmind, pathlib, tempfile
    >>> match = herdmind.play_match("nimmt", ["greedy", "random"], seats=2, rules=["round"], deals=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "games.jsonl")
    ...     herdmind.write_games(path, match.games)
    ...     [game.scores for game in herdmind.read_games(path)] == [game.scores for game in match.games]
    True
    """
    games = list(records)
    for game in games:
        if not isinstance(game, GameRecord):
            raise TypeError(f"a game file holds GameRecords, as read_games() gives them, not {game!r}")
    add_bytes(str(path), "".join(f"{game.line()}\n" for game in games).encode())


def replay(record: GameRecord, figures: str | None = None) -> Iterator[State]:
    """The states of a recorded game: its start, then the state after each recorded move. Chance that a seed
    drew is on the move stack as well; the last state has them all.

    Args:
        record: a game from :func:`read_games` or :attr:`Match.games`.
        figures: the file of figures that it was played with, if it was not the game's own.

    Raises:
        ProtocolError: the game is unknown here, or a move is illegal, so the record is false.

    >>> import herdmind
    >>> match = herdmind.play_match("longhorn", ["random", "random"], deals=1)
    >>> *_, last = herdmind.replay(match.games[0])
    >>> last.is_terminal(), last.scores() == list(match.games[0].scores)
    (True, True)
    """
    from protocol.records import gamelog  # it brings the statistics, which most programs do not need

    tables = gamelog.replay(record, GAMES, figures)
    table = next(tables)
    state = State._of(table.start.clone(), table.game)
    start, known = table.start, _catch_up(state, table, 0)
    yield state.copy()
    for table, (_, token, _) in zip(tables, record.moves, strict=True):
        if table.start is not start:  # the token completed a set-up that was entered
            state.push(token)
            start, known = table.start, 0
        known = _catch_up(state, table, known)
        yield state.copy()


def _catch_up(state: State, table: Table, known: int) -> int:
    """Make the table's events from number ``known`` on; returns how many there are."""
    for seat, action in table.events[known:]:
        state.apply_action(action, seat)
    return len(table.events)
