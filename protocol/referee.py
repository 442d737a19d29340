"""One game between any players: the referee alone knows the truth.

It deals by seed, supplies chance from the same seed, shows each seat its own view, asks all seats that owe
a simultaneous choice before it enters any, keeps the clocks, and names the ending. A player that fails
loses its seat; nothing that a player does reaches beyond its own game.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from protocol import VERSION
from protocol.clock import Clocks
from protocol.errors import quote
from protocol.gameline import Ending, GameRecord
from protocol.gamelog import fault_result
from protocol.players import Patience, Player, PlayerFailed
from protocol.schedule import GameTask
from protocol.table import Table
from solver.errors import HerdmindError
from solver.game import State
from solver.games import Game
from solver.stop import StopFlag

Moves = list[tuple[int, str, float | None]]


class _Ended(Exception):
    """The game ends before its time; ``seat`` is at fault, None when the match was ended."""

    def __init__(
        self, ending: Ending, seat: int | None = None, detail: str = "", late: float | None = None
    ) -> None:
        super().__init__(ending.value)
        self.ending = ending
        self.seat = seat
        self.detail = detail
        self.late = late


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
    table = Table.fresh(game, task.deal, task.setup.seats, task.setup.rules, task.setup.figures)
    moves: Moves = []
    clocks = Clocks([spec.clock for spec in task.players])
    times: list[float | None] = []
    ending, fault, detail, late = Ending.NORMAL, None, "", None
    try:
        for seat, player in enumerate(players):
            try:
                player.begin(game, seat, task.player_seed(seat))
            except PlayerFailed as failure:
                raise _Ended(failure.ending, seat, failure.detail) from failure
        referee = Referee(task, players, patience or Patience(), stop or StopFlag(), clocks)
        while not table.state.is_terminal():
            # all are asked before any choice is entered: no view can show one
            chosen = [referee.ask(table.state, seat) for seat in table.state.players_to_move()]
            for seat, token, ms in chosen:
                table.push(token)
                times.append(None if ms is None else clocks.spend(seat, ms))
            moves += chosen
        ranks, scores = (tuple(numbers) for numbers in table.result())
        returns = tuple(table.state.returns())
    except _Ended as end:
        ending, fault, detail, late = end.ending, end.seat, end.detail, end.late
        seats = table.state.num_players()
        scores = tuple(table.state.scores())
        if fault is None:
            ranks, returns = (1,) * seats, (0.0,) * seats
        else:
            ranks, returns = fault_result(seats, fault)
    return GameRecord(
        game=game.edition,
        rules=task.setup.rules,
        figures=task.setup.mark,
        seed=task.setup.seed,
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
    )


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

    def ask(self, truth: State, seat: int) -> tuple[int, str, float | None]:
        """(seat, token, milliseconds) of the decision that ``seat`` owes; the truth stays as it is.

        Raises:
            _Ended: there is none.
        """
        if self._stop.is_set():
            raise _Ended(Ending.INTERRUPTED)
        legal = truth.legal_actions(seat)
        if len(legal) == 1:
            return seat, truth.action_to_string(legal[0], seat), None
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
        return seat, token, seconds * 1000
