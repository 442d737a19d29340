"""One game between any players: the referee alone knows the truth.

It deals by seed, supplies chance from the same seed, shows each seat its own view, asks all seats that owe
a simultaneous choice before it enters any, keeps the clocks, and names the ending. A player that fails
loses its seat; nothing that a player does reaches beyond its own game.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

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
#: A decision: seat, token, milliseconds, and the value that the mover claimed.
Decision = tuple[int, str, float | None, float | None]


class _Ended(Exception):
    """The game ends before its time; ``seat`` is at fault, ``winner`` has won; neither when the match was
    ended."""

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


def play_game(
    task: GameTask,
    games: Mapping[str, Game],
    players: Sequence[Player],
    patience: Patience | None = None,
    stop: StopFlag | None = None,
) -> GameRecord:
    """Play one game to its end.

    ``players`` are in seat order. A seat with a single legal move is not asked. Once ``stop`` is set the
    game ends as INTERRUPTED.

    Raises:
        ProtocolError: the game cannot be set up like this.
    """
    begin = time.perf_counter()
    game = games[task.setup.game]
    setup = task.setup
    if task.start is None:
        table = Table.fresh(game, task.deal, setup.seats, setup.rules, setup.figures)
    else:
        table = Table(game, Table.read(game, task.start, setup.figures).state, task.deal)
    moves: Moves = []
    clocks = Clocks([spec.clock for spec in task.players])
    times: list[float | None] = []
    values: list[float | None] = []
    stop = stop or StopFlag()
    judge = Judge(setup.adjudication, stop)
    ending, fault, detail, late = Ending.NORMAL, None, "", None
    try:
        for seat, player in enumerate(players):
            try:
                player.begin(game, seat, task.player_seed(seat))
            except PlayerFailed as failure:
                raise _Ended(failure.ending, seat, failure.detail) from failure
        referee = Referee(task, players, patience or Patience(), stop, clocks)
        while not table.state.is_terminal():
            # all are asked before any choice is entered: no view can show one
            chosen = [referee.ask(table.state, seat) for seat in table.state.players_to_move()]
            for seat, token, ms, value in chosen:
                table.push(token)
                moves.append((seat, token, ms))
                times.append(None if ms is None else clocks.spend(seat, ms))
                values.append(value)
            judge.look(table.state, moves, values)
        ranks, scores = (tuple(numbers) for numbers in table.result())
        returns = tuple(table.state.returns())
    except _Ended as end:
        ending, fault, detail, late = end.ending, end.seat, end.detail, end.late
        seats = table.state.num_players()
        scores = tuple(table.state.scores())
        if end.winner is not None:
            ranks, returns = won(end.winner)
        elif fault is None:
            ranks, returns = (1,) * seats, (0.0,) * seats
        else:
            ranks, returns = fault_result(seats, fault)
    finally:
        for player in players:
            player.rest()
    if task.start is not None:  # its chance is told, as a reader that knows no seed needs it
        moves, times, values = with_chance(table, moves, times, values)
    return GameRecord(
        game=game.edition,
        rules=setup.rules,
        figures=setup.mark,
        seed=setup.seed,
        group=task.group,
        deal=task.deal,
        names=tuple(spec.name for spec in task.players),
        players=tuple(spec.text for spec in task.players),
        moves=tuple(moves),
        ending=ending,
        fault=fault,
        detail=detail,
        ranks=ranks,
        scores=scores,
        returns=returns,
        seconds=time.perf_counter() - begin,
        version=VERSION,
        late=late,
        clocks=tuple(times) if any(spec.clock for spec in task.players) else (),
        start=task.start,
        adjudication=setup.adjudication,
        values=tuple(values) if judge.heeds_scores else (),
    )


def with_chance(
    table: Table, moves: Moves, times: Sequence[float | None], values: Sequence[float | None]
) -> tuple[Moves, list[float | None], list[float | None]]:
    """The same with what chance did on the table in its place, as tokens of nobody that took no time."""
    state = table.start.clone()
    decisions = iter(zip(moves, times, values, strict=True))
    told: list[tuple[tuple[int, str, float | None], float | None, float | None]] = []
    for seat, action in table.events:
        chance = (CHANCE, state.action_to_string(action), None) if seat is None else None
        told.append(next(decisions) if chance is None else (chance, None, None))
        state.apply_action(action, seat)
    return [move for move, _, _ in told], [time for _, time, _ in told], [value for _, _, value in told]


class Judge:
    """Ends a game that is decided, by the rule ``adjudication`` (none when it is empty)."""

    def __init__(self, adjudication: str, stop: StopFlag) -> None:
        self._rule = read_rule(adjudication) if adjudication else Rule()
        self._proofs = Proofs() if self._rule.nodes is not None else None
        self._stop = stop

    @property
    def heeds_scores(self) -> bool:
        """Whether claims count."""
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
    """Asks the players of one game."""

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
        """(seat, token, milliseconds, claimed value) of the decision that ``seat`` owes; the truth stays as
        it is.

        Raises:
            _Ended: there is none.
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
            raise _Ended(Ending.ILLEGAL, seat, f"{quote(token)} is no legal move")
        player = self._players[seat]
        value = player.value
        try:
            player.ponder()
        except PlayerFailed as failure:
            raise _Ended(failure.ending, seat, failure.detail) from failure
        return seat, token, seconds * 1000, None if value is None else round(value, DIGITS)
