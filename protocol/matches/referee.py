"""One game between any players. Only the referee knows the full state.

The referee deals from the seed and draws all chance events from it. It shows each seat its own view, collects
simultaneous choices before entering any, keeps the clocks, and names the ending. A player that fails loses
its game; no failure reaches beyond that game.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from protocol import VERSION
from protocol.base.errors import quote
from protocol.base.gameline import CHANCE, Ending, GameRecord
from protocol.matches.players import Patience, Player, PlayerFailed
from protocol.records.adjudication import DIGITS, Proofs, Rule, claimed_winner, read_rule, won
from protocol.records.gamelog import fault_result
from protocol.records.schedule import GameTask
from protocol.table.clock import Clocks
from protocol.table.table import Table
from solver.errors import HerdmindError
from solver.game import State
from solver.games import Game
from solver.stop import StopFlag

Moves = list[tuple[int, str, float | None]]
#: Seat, token, milliseconds, and the value that the mover claimed.
Decision = tuple[int, str, float | None, float | None]


class _Ended(Exception):
    """An early end of the game: by the fault of ``seat``, by adjudication for ``winner``, or, when both are
    None, because the match was ended."""

    def __init__(
        self,
        ending: Ending,
        seat: int | None = None,
        detail: str = "",
        late: float | None = None,
        winner: int | None = None,
    ) -> None:
        super().__init__(ending.value)
        self.ending = ending
        self.seat = seat
        self.detail = detail
        self.late = late
        self.winner = winner


@dataclass
class Played:
    """The decisions of a game in order. Parallel lists: ``moves``; ``times``, the mover's clock in
    milliseconds after the decision (None without a clock); ``values``, the result in [-1, 1] that the mover
    claimed (None without a claim)."""

    moves: Moves = field(default_factory=list)
    times: list[float | None] = field(default_factory=list)
    values: list[float | None] = field(default_factory=list)

    def add(self, move: tuple[int, str, float | None], time: float | None, value: float | None) -> None:
        """Append one decision."""
        self.moves.append(move)
        self.times.append(time)
        self.values.append(value)


@dataclass(frozen=True)
class _Outcome:
    """The end of a game: the ending, each seat's rank, score and return, and the seat at fault, if any."""

    ending: Ending
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[float, ...]
    fault: int | None = None
    detail: str = ""
    late: float | None = None


def play_game(
    task: GameTask,
    games: Mapping[str, Game],
    players: Sequence[Player],
    patience: Patience | None = None,
    stop: StopFlag | None = None,
) -> GameRecord:
    """Play one game to its end.

    ``players`` are in seat order. A seat with a single legal move is not asked. Once ``stop`` is set, the
    game ends as INTERRUPTED.

    Raises:
        ProtocolError: the game cannot be set up as the task describes it.
    """
    begin = time.perf_counter()
    game = games[task.setup.game]
    table = _set_up(task, game)
    clocks = Clocks([spec.clock for spec in task.players])
    stop = stop or StopFlag()
    judge = Judge(task.setup.adjudication, stop)
    played = Played()
    try:
        _begin_players(task, game, players)
        referee = Referee(task, players, patience or Patience(), stop, clocks)
        _play_out(table, referee, judge, clocks, played)
        ranks, scores = (tuple(numbers) for numbers in table.result())
        outcome = _Outcome(Ending.NORMAL, ranks, scores, tuple(table.state.returns()))
    except _Ended as end:
        outcome = _early_outcome(table.state, end)
    finally:
        for player in players:
            player.rest()
    if task.start is not None:  # a reader of the log has no seed to derive the chance events from
        played = with_chance(table, played)
    seconds = time.perf_counter() - begin
    return _record(task, game.edition, played, outcome, judge.heeds_scores, seconds)


def _set_up(task: GameTask, game: Game) -> Table:
    """The table of a task: a fresh deal, or the position that the task starts from."""
    setup = task.setup
    if task.start is None:
        return Table.fresh(game, task.deal, setup.seats, setup.rules, setup.figures)
    return Table(game, Table.read(game, task.start, setup.figures).state, task.deal)


def _begin_players(task: GameTask, game: Game, players: Sequence[Player]) -> None:
    for seat, player in enumerate(players):
        try:
            player.begin(game, seat, task.player_seed(seat))
        except PlayerFailed as failure:
            raise _Ended(failure.ending, seat, failure.detail) from failure


def _play_out(table: Table, referee: Referee, judge: Judge, clocks: Clocks, played: Played) -> None:
    """Play until the rules or the judge end the game.

    Raises:
        _Ended: the game ended before its time.
    """
    while not table.state.is_terminal():
        # every seat is asked before any choice is entered, so no view can show one
        chosen = [referee.ask(table.state, seat) for seat in table.state.players_to_move()]
        for seat, token, ms, value in chosen:
            table.push(token)
            played.add((seat, token, ms), None if ms is None else clocks.spend(seat, ms), value)
        judge.look(table.state, played.moves, played.values)


def _early_outcome(state: State, end: _Ended) -> _Outcome:
    """The outcome of a game that was adjudicated, lost by a fault, or interrupted (all seats even)."""
    seats = state.num_players()
    if end.winner is not None:
        ranks, returns = won(end.winner)
    elif end.seat is None:
        ranks, returns = (1,) * seats, (0.0,) * seats
    else:
        ranks, returns = fault_result(seats, end.seat)
    return _Outcome(end.ending, ranks, tuple(state.scores()), returns, end.seat, end.detail, end.late)


def _record(
    task: GameTask, edition: str, played: Played, outcome: _Outcome, claims: bool, seconds: float
) -> GameRecord:
    """The game's line for the log; with ``claims`` the claimed values are kept."""
    setup = task.setup
    clocked = any(spec.clock for spec in task.players)
    return GameRecord(
        game=edition,
        rules=setup.rules,
        figures=setup.mark,
        seed=setup.seed,
        group=task.group,
        deal=task.deal,
        names=tuple(spec.name for spec in task.players),
        players=tuple(spec.text for spec in task.players),
        moves=tuple(played.moves),
        ending=outcome.ending,
        fault=outcome.fault,
        detail=outcome.detail,
        ranks=outcome.ranks,
        scores=outcome.scores,
        returns=outcome.returns,
        seconds=seconds,
        version=VERSION,
        late=outcome.late,
        clocks=tuple(played.times) if clocked else (),
        start=task.start,
        adjudication=setup.adjudication,
        values=tuple(played.values) if claims else (),
    )


def with_chance(table: Table, played: Played) -> Played:
    """The decisions with the table's chance events between them, as moves of seat CHANCE that took no
    time."""
    state = table.start.clone()
    decisions = iter(zip(played.moves, played.times, played.values, strict=True))
    told = Played()
    for seat, action in table.events:
        if seat is None:
            told.add((CHANCE, state.action_to_string(action), None), None, None)
        else:
            told.add(*next(decisions))
        state.apply_action(action, seat)
    return told


class Judge:
    """Adjudication: ends a decided game early, by the rule ``adjudication`` (never when that is empty)."""

    def __init__(self, adjudication: str, stop: StopFlag) -> None:
        self._rule = read_rule(adjudication) if adjudication else Rule()
        self._proofs = Proofs() if self._rule.nodes is not None else None
        self._stop = stop

    @property
    def heeds_scores(self) -> bool:
        """Whether the players' claims count."""
        return self._rule.score is not None

    def look(self, truth: State, moves: Moves, values: Sequence[float | None]) -> None:
        """Raise _Ended when the game is decided but not over."""
        if truth.is_terminal():
            return
        winner = claimed_winner(self._rule, [seat for seat, _, _ in moves], values)
        if winner is not None:
            raise _Ended(Ending.SCORE, winner=winner)
        if self._proofs is not None and self._rule.nodes is not None:
            winner = self._proofs.winner(truth, self._rule.nodes, self._stop)
            if winner is not None and not self._stop.is_set():
                raise _Ended(Ending.PROOF, winner=winner)


class Referee:
    """The interface to the players of one game: asks them and judges their answers."""

    def __init__(
        self,
        task: GameTask,
        players: Sequence[Player],
        patience: Patience,
        stop: StopFlag,
        clocks: Clocks,
    ) -> None:
        self._players = players
        self._specs = task.players
        self._patience = patience
        self._stop = stop
        self._clocks = clocks

    def ask(self, truth: State, seat: int) -> Decision:
        """Ask ``seat`` for its decision; returns (seat, token, milliseconds, claimed value). ``truth`` does
        not change.

        Raises:
            _Ended: no legal decision came in time, or the match was ended.
        """
        if self._stop.is_set():
            raise _Ended(Ending.INTERRUPTED)
        legal = truth.legal_actions(seat)
        if len(legal) == 1:
            return seat, truth.action_to_string(legal[0], seat), None, None
        view = truth.view(seat)
        clock = self._clocks.shown(seat)
        begin = time.perf_counter()
        try:
            token = self._players[seat].choose(view, seat, clock)
        except PlayerFailed as failure:
            raise _Ended(failure.ending, seat, failure.detail) from failure
        seconds = time.perf_counter() - begin
        if self._stop.is_set():
            raise _Ended(Ending.INTERRUPTED)  # the search may have been cut short
        allowed, grace = self._patience.limit(self._specs[seat], clock)
        if seconds > allowed + grace:
            late = (seconds - allowed) * 1000
            raise _Ended(Ending.TIME, seat, f"{late:.0f} ms late", late)
        try:
            fair = truth.string_to_action(token, seat) in legal
        except HerdmindError:
            fair = False
        if not fair:
            raise _Ended(Ending.ILLEGAL, seat, f"{quote(token)} is not a legal move")
        player = self._players[seat]
        value = player.value
        try:
            player.ponder()
        except PlayerFailed as failure:
            raise _Ended(failure.ending, seat, failure.detail) from failure
        return seat, token, seconds * 1000, None if value is None else round(value, DIGITS)
