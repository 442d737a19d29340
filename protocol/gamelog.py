"""Played games: one JSON object a line, in a file that a match can go on from, and the check that a line is
true."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from protocol.clock import Clocks
from protocol.errors import Code, ProtocolError
from protocol.linefile import LineFile
from protocol.lineup import read_player
from protocol.schedule import GameTask
from protocol.table import Table
from solver.games import Game
from solver.rng import mix

Key = tuple[object, ...]


class Ending(Enum):
    """How a game came to its end; but for the first, ``seat`` of the record says whose doing it was."""

    NORMAL = "normal"
    #: A word that is no legal move.
    ILLEGAL = "illegal"
    #: A move that came, but too late.
    TIME = "time"
    #: The player failed: it was ended by a signal or with an exit code, or refused what it was sent.
    CRASH = "crash"
    #: The engine has gone without a word: it closed its output, or ended with exit code 0.
    DISCONNECT = "disconnect"
    #: No move came, not even when the search was told to stop.
    STALL = "stall"
    #: The match was ended from outside: the game counts for nothing and is not logged.
    INTERRUPTED = "interrupted"
    #: Somebody gave up: games of people only.
    RESIGNED = "resigned"
    #: Still to be played on: games of people only.
    UNFINISHED = "unfinished"


@dataclass(frozen=True)
class GameRecord:
    """One game. Lists of players, ``ranks``, ``scores`` and ``returns`` are in seat order; ``moves`` holds
    the decisions as (seat, token, milliseconds), the time None where the referee played the only legal move
    unasked.

    After an ending that is not normal the seat at fault has lost to all others, whatever the table showed,
    and ``scores`` are those of the table when it was left. ``late``: milliseconds by which a move lost by
    time came after its limit. ``clocks``, when somebody has a clock: milliseconds on the mover's clock after
    each decision, its increment added; None where the mover has no clock or was not asked.
    """

    game: str
    rules: tuple[str, ...]
    figures: str | None
    seed: int
    group: int
    deal: int
    names: tuple[str, ...]
    players: tuple[str, ...]
    moves: tuple[tuple[int, str, float | None], ...]
    ending: Ending
    fault: int | None
    detail: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[float, ...]
    seconds: float
    version: str
    late: float | None = None
    clocks: tuple[float | None, ...] = ()

    @property
    def key(self) -> Key:
        """What makes it this game and no other: all but what came of it."""
        return (self.game, self.rules, self.figures, self.seed, self.group, self.names, self.players)

    def line(self) -> str:
        """The record as one line of JSON."""
        seats = [{"name": name, "player": text} for name, text in zip(self.names, self.players, strict=True)]
        fields: dict[str, object] = {
            "game": self.game,
            "rules": list(self.rules),
            "figures": self.figures,
            "seed": self.seed,
            "group": self.group,
            "deal": self.deal,
            "seats": seats,
            "ending": self.ending.value,
            "fault": self.fault,
            "detail": self.detail,
            "ranks": list(self.ranks),
            "scores": list(self.scores),
            "returns": [round(value, 9) for value in self.returns],
            "seconds": round(self.seconds, 3),
            "version": self.version,
            "moves": " ".join(token for _, token, _ in self.moves),
            "movers": [seat for seat, _, _ in self.moves],
            "ms": [None if ms is None else round(ms, 2) for _, _, ms in self.moves],
        }
        if self.late is not None:
            fields["late"] = round(self.late, 2)
        if self.clocks:
            fields["clocks"] = [None if left is None else round(left, 2) for left in self.clocks]
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> GameRecord:
        """The record of a line.

        Raises:
            ValueError: the line is none.
        """
        try:
            row: dict[str, Any] = json.loads(text)
            moves = zip(row["movers"], row["moves"].split(), row["ms"], strict=True)
            return cls(
                game=row["game"],
                rules=tuple(row["rules"]),
                figures=row["figures"],
                seed=row["seed"],
                group=row["group"],
                deal=row["deal"],
                names=tuple(seat["name"] for seat in row["seats"]),
                players=tuple(seat["player"] for seat in row["seats"]),
                moves=tuple(moves),
                ending=Ending(row["ending"]),
                fault=row["fault"],
                detail=row["detail"],
                ranks=tuple(row["ranks"]),
                scores=tuple(row["scores"]),
                returns=tuple(row["returns"]),
                seconds=row["seconds"],
                version=row["version"],
                late=row.get("late"),
                clocks=tuple(row.get("clocks", ())),
            )
        except KeyError as error:
            raise ValueError(f"not a record of a game: there is no {error}") from error
        except (AttributeError, TypeError, ValueError) as error:
            raise ValueError(f"not a record of a game: {error}") from error


def task_key(task: GameTask, edition: str) -> Key:
    """The key of the record that the task will give."""
    setup = task.setup
    names = tuple(spec.name for spec in task.players)
    texts = tuple(spec.text for spec in task.players)
    return (edition, setup.rules, setup.mark, setup.seed, task.group, names, texts)


class GameLog:
    """The games of a file, by key; None for a log in memory only. Every game is on disk before the next.

    A last line that was cut off is dropped: that game is played again. Lines of other matches are kept and
    left alone. One process at a time may have the file open. Use as a context manager.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.games: dict[Key, GameRecord] = {}
        self._file = None if path is None else LineFile(path, self._take, "match")

    def _take(self, line: str) -> None:
        record = GameRecord.read(line)
        self.games.setdefault(record.key, record)

    def add(self, record: GameRecord) -> None:
        """Keep a game; the first of two with the same key counts.

        Raises:
            ProtocolError: the file cannot be written.
        """
        if record.key in self.games:
            return
        if self._file is not None:
            self._file.add(record.line())
        self.games[record.key] = record

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


# --- is it true? ------------------------------------------------------------------------------------------


def fault_result(seats: int, fault: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """(ranks, returns) when the seat ``fault`` has lost its place: last, the others share the first rank."""
    ranks = tuple(seats if seat == fault else 1 for seat in range(seats))
    returns = tuple(-1.0 if seat == fault else 1 / (seats - 1) for seat in range(seats))
    return ranks, returns


def replay(record: GameRecord, games: Mapping[str, Game], figures: str | None = None) -> Iterator[Table]:
    """The table at the start and after every decision of a recorded game.

    Raises:
        ProtocolError: the game is not known, or a move may not be played: the record is false.
    """
    game = next((game for game in games.values() if game.edition == record.game), None)
    if game is None:
        raise ProtocolError(Code.GAME, f"no game of the edition {record.game} is known here", record.game)
    table = Table.fresh(game, record.deal, len(record.names), record.rules, figures)
    yield table.clone()
    for number, (seat, token, _) in enumerate(record.moves, 1):
        owing = table.state.players_to_move()
        if owing[:1] != [seat]:
            raise ProtocolError(
                Code.SEAT,
                f"move {number}, {token}, is not the one of seat {seat}: turn {table.turn()}",
                token,
            )
        table.push(token)
        yield table.clone()


def verify(record: GameRecord, games: Mapping[str, Game], figures: str | None = None) -> None:
    """Play a recorded game again and compare everything that follows from its deal and its moves.

    Raises:
        ProtocolError: it did not happen like this.
    """
    # A game that belongs to no match has the group -1 and is its own deal.
    if record.deal != (mix(record.seed, record.group) if record.group >= 0 else record.seed):
        raise ProtocolError(Code.VALUE, f"the deal of group {record.group} is not {record.deal}", "deal")
    *_, table = replay(record, games, figures)
    state = table.state
    if record.ending is Ending.NORMAL:
        ranks, scores = (tuple(numbers) for numbers in table.result())
        returns = tuple(state.returns())
    elif state.is_terminal() or record.fault is None:
        raise ProtocolError(
            Code.VALUE, f"{record.ending.value} is no ending of this game", record.ending.value
        )
    else:
        ranks, returns = fault_result(len(record.names), record.fault)
        scores = tuple(state.scores())
    for word, noted, true in (
        ("ranks", record.ranks, ranks),
        ("scores", record.scores, scores),
        ("returns", tuple(round(value, 9) for value in record.returns), tuple(round(v, 9) for v in returns)),
    ):
        if noted != true:
            raise ProtocolError(Code.VALUE, f"{word} are {true} and not {noted}", word)
    if record.group >= 0:  # among people nobody has a clock, and the players are not those of a match
        _verify_clocks(record)


def _verify_clocks(record: GameRecord) -> None:
    """Compare what the clocks showed with the milliseconds that the decisions took.

    Raises:
        ProtocolError: they showed something else.
    """
    controls = [read_player(text).clock for text in record.players]
    if len(record.clocks) != (len(record.moves) if any(controls) else 0):
        raise ProtocolError(
            Code.VALUE, f"clocks are {len(record.clocks)} for {len(record.moves)} decisions", "clocks"
        )
    clocks = Clocks(controls)
    for number, ((seat, _, ms), noted) in enumerate(zip(record.moves, record.clocks, strict=False), 1):
        true = None if ms is None else clocks.spend(seat, ms)
        # milliseconds are noted to two places, so what was added up may be off by half of the last a move
        if (noted is None) != (true is None) or abs((noted or 0) - (true or 0)) > 0.01 * (number + 1):
            raise ProtocolError(
                Code.VALUE, f"clocks: after move {number} it was {true} ms and not {noted}", "clocks"
            )
