"""Whole games under the referee: the exhaustive search never gives away a result that it has proven."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from protocol.matches.players import SearchPlayer
from protocol.matches.referee import play_game
from protocol.records.gamelog import replay
from protocol.records.lineup import read_player
from protocol.records.schedule import GameTask, Setup
from scaling import scale
from solver.analysis import Analyser, Answer, Limits, Report, Settings
from solver.game import State
from solver.games import GAMES
from solver.reports import LOST, WON
from solver.stop import StopFlag

DEALS = scale(100)
NODES = 20_000  # so few that hardly a game begins with a proof, and enough for one long before it ends
RIVALS = "greedy", "flat:nodes=50"


class Notary(Analyser):
    """The analyser, with a note of the result that it has proved for its seat, move by move."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.proved: list[Fraction] = []

    def analyse(
        self,
        state: State,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
        seat: int | None = None,
    ) -> Answer:
        answer = super().analyse(state, limits, on_report, stop, seat)
        self.proved.append(answer.report.lines[0].lower)
        return answer


def test_no_game_ends_below_what_was_proved() -> None:
    proofs = 0
    for group in range(DEALS):
        full, rival = read_player(f"full:nodes={NODES}"), read_player(RIVALS[group % 2])
        for own, line in enumerate([(full, rival), (rival, full)]):
            made: list[Notary] = []

            def notary(settings: Settings, made: list[Notary] = made) -> Notary:
                made.append(Notary(settings))
                return made[-1]

            players = [SearchPlayer(spec, notary if spec is full else Analyser, StopFlag()) for spec in line]
            record = play_game(GameTask(Setup("longhorn", 2, 1), group, line), GAMES, players)
            *_, table = replay(record, GAMES)
            proved = made[-1].proved
            assert proved
            proofs += max(proved) > LOST
            # a proof counts chance to come by its mean, of which only the certain win says how a game ends
            chance = any(seat is None for seat, _ in table.events)
            kept = [value for value in proved if value == WON or not chance]
            assert all(record.returns[own] >= value for value in kept), record.line()
    assert proofs >= DEALS  # of two games on a deal; else the test says nothing
