"""Game logs from which a match can be resumed, and the verification of recorded games."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from protocol.base.errors import Code, ProtocolError, quote
from protocol.base.gameline import CHANCE, Ending, GameRecord, Key
from protocol.base.linefile import LineFile
from protocol.records.adjudication import READER, Proofs, check_sides, claimed_winner, read_rule, won
from protocol.records.lineup import BOT, read_player
from protocol.records.schedule import GameTask
from protocol.table.clock import Clocks
from protocol.table.table import Table
from solver.game import State
from solver.games import Game
from solver.rng import mix


def task_key(task: GameTask, edition: str) -> Key:
    """The key of the task's future record."""
    setup = task.setup
    names = tuple(spec.name for spec in task.players)
    texts = tuple(spec.text for spec in task.players)
    return (
        *(edition, setup.rules, setup.mark, setup.seed, task.group, names, texts),
        *(task.start, setup.adjudication),
    )


class GameLog:
    """The games of a file by key, or in memory only when ``path`` is None. Each game is on disk before the
    next is added.

    A truncated last line is dropped, and its game is played again. Lines of other matches are kept
    unchanged. Only one process at a time may have the file open. Use as a context manager.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.games: dict[Key, GameRecord] = {}
        self._file = None if path is None else LineFile(path, self._take, "match")

    def _take(self, line: str) -> None:
        record = GameRecord.read(line)
        self.games.setdefault(record.key, record)

    def add(self, record: GameRecord) -> None:
        """Keep a game; of two with the same key, the first counts.

        Raises:
            ProtocolError: the file cannot be written.
        """
        if record.key in self.games:
            return
        if self._file is not None:
            self._file.add(record.line())
        self.games[record.key] = record

    def replace(self, record: GameRecord) -> None:
        """Keep a game in the place of the one with the same key, in memory: its line is in the file."""
        self.games[record.key] = record

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


# --- verification -----------------------------------------------------------------------------------------


def fault_result(seats: int, fault: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """(ranks, returns) after a loss by a fault of the seat ``fault``: it is last, the others share rank 1."""
    ranks = tuple(seats if seat == fault else 1 for seat in range(seats))
    returns = tuple(-1.0 if seat == fault else 1 / (seats - 1) for seat in range(seats))
    return ranks, returns


def whose(seat: int) -> str:
    """A mover in words."""
    return "chance" if seat == CHANCE else f"seat {seat}"


def replay(record: GameRecord, games: Mapping[str, Game], figures: str | None = None) -> Iterator[Table]:
    """The table of a recorded game at the start and after every decision.

    Raises:
        ProtocolError: the game is unknown, or a move is illegal, so the record is false.
    """
    game = next((game for game in games.values() if game.edition == record.game), None)
    if game is None:
        named = games.get(record.game.partition("/")[0])
        said = f"no game of the edition {record.game} is known here"
        raise ProtocolError(Code.GAME, named.unknown_edition(record.game) if named else said, record.game)
    if record.start is None:
        table = Table.fresh(game, record.deal, len(record.names), record.rules, figures)
    else:
        table = Table.read(game, record.start, figures)
    yield table.clone()
    for number, (seat, token, _) in enumerate(record.moves, 1):
        owing = table.state.players_to_move()
        if owing[:1] != ([] if seat == CHANCE else [seat]):
            raise ProtocolError(
                Code.SEAT,
                f"move {number}, {token}, is not the one of {whose(seat)}: turn {table.turn()}",
                token,
            )
        table.push(token)
        yield table.clone()


def verify(record: GameRecord, games: Mapping[str, Game], figures: str | None = None) -> None:
    """Replay a recorded game and compare everything that follows from its deal and its moves.

    Raises:
        ProtocolError: the record is false; the message says at which place.
    """
    # A game outside any match has the group -1 and is its own deal.
    seed = record.seed or 0
    if record.deal != (mix(seed, record.group) if record.group >= 0 else record.seed):
        raise ProtocolError(Code.VALUE, f"the deal of group {record.group} is not {record.deal}", "deal")
    *_, table = replay(record, games, figures)
    if record.start is not None and record.group >= 0:
        _verify_chance(record, table)
    state = table.state
    scores = tuple(state.scores())
    if record.ending is Ending.NORMAL:
        ranks, scores = (tuple(numbers) for numbers in table.result())
        returns = tuple(state.returns())
    elif not state.is_terminal() and record.ending.fair:
        ranks, returns = won(_verify_winner(record, state))
    elif state.is_terminal() or record.fault is None:
        raise ProtocolError(
            Code.VALUE, f"{record.ending.value} is not an ending of this game", record.ending.value
        )
    else:
        ranks, returns = fault_result(len(record.names), record.fault)
    for word, noted, true in (
        ("ranks", record.ranks, ranks),
        ("scores", record.scores, scores),
        ("returns", tuple(round(value, 9) for value in record.returns), tuple(round(v, 9) for v in returns)),
    ):
        if noted != true:
            raise ProtocolError(Code.VALUE, f"{word} are {true} and not {noted}", word)
    if record.group >= 0:  # games among people have no clocks, and their players are not those of a match
        _verify_clocks(record)


def _verify_chance(record: GameRecord, table: Table) -> None:
    """Compare the chance outcomes after a given position with the deal's draws.

    Raises:
        ProtocolError: the record has other outcomes.
    """
    drawn = Table(table.game, table.start.clone(), record.deal)
    same = False
    with contextlib.suppress(ProtocolError):  # other dice allow other moves
        drawn.play([token for seat, token, _ in record.moves if seat != CHANCE])
        same = drawn.state.to_text() == table.state.to_text()
    if not same:
        raise ProtocolError(Code.VALUE, f"chance is not that of the deal {record.deal}", "deal")


def _verify_winner(record: GameRecord, state: State) -> int:
    """The winner of a game that was decided early.

    Raises:
        ProtocolError: neither seat wins by the record's rule.
    """
    check_sides(len(record.names), record.adjudication)
    rule = read_rule(record.adjudication)
    winner = None
    if record.ending is Ending.SCORE and len(record.values) == len(record.moves):
        winner = claimed_winner(rule, [seat for seat, _, _ in record.moves], record.values)
    elif record.ending is Ending.PROOF and rule.nodes is not None:
        winner = Proofs().winner(state, rule.nodes * READER)
    if winner is None:
        word = record.ending.value
        raise ProtocolError(Code.VALUE, f"{word}: by {quote(record.adjudication)} nobody has won here", word)
    return winner


def _verify_clocks(record: GameRecord) -> None:
    """Compare the recorded clocks with the milliseconds of the decisions.

    Raises:
        ProtocolError: the two disagree.
    """
    bots = (text.startswith(f"{BOT}:") for text in record.players)  # these have no clock
    controls = [
        None if bot else read_player(text).clock for bot, text in zip(bots, record.players, strict=True)
    ]
    if len(record.clocks) != (len(record.moves) if any(controls) else 0):
        raise ProtocolError(
            Code.VALUE, f"clocks are {len(record.clocks)} for {len(record.moves)} decisions", "clocks"
        )
    clocks = Clocks(controls)
    for number, ((seat, _, ms), noted) in enumerate(zip(record.moves, record.clocks, strict=False), 1):
        true = None if ms is None else clocks.spend(seat, ms)
        # milliseconds are recorded to two places, so a sum may be off by half of the last place a move
        if (noted is None) != (true is None) or abs((noted or 0) - (true or 0)) > 0.01 * (number + 1):
            raise ProtocolError(
                Code.VALUE, f"clocks: after move {number} it was {true} ms and not {noted}", "clocks"
            )
