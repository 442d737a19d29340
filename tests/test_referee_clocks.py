"""Clocks: the referee's count, a player's time, the fall of a flag, and the log's record of it."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from driver import TOY_ENGINE
from toys.arena import toy_arena

from protocol.base.errors import ProtocolError
from protocol.base.gameline import Ending, GameRecord
from protocol.matches import referee
from protocol.matches.players import OVERHEAD_MS, Bench, Patience, SearchPlayer
from protocol.matches.referee import play_game
from protocol.records.gamelog import verify
from protocol.records.lineup import read_player
from protocol.records.schedule import GameTask, Setup
from protocol.table.clock import Clocks, ShownClocks, TimeControl, allotment
from protocol.table.table import Table
from referee_help import Scripted, lowest
from solver.game import State
from solver.reports import Limits
from solver.stop import StopFlag

ARENA = toy_arena()
TOYS = shlex.join(TOY_ENGINE)


class Now:
    """Clock of the referee that advances only while a player below thinks."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def perf_counter(self) -> float:
        return self.seconds


NOW = Now()


@pytest.fixture
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "time", NOW)


class Watching(Scripted):
    """Keeps the clocks that it is told of, and takes ``ms`` for a move."""

    def __init__(self, ms: float = 0, choose: Callable[[State, int], str] = lowest) -> None:
        super().__init__(choose)
        self.ms = ms
        self.told: list[ShownClocks | None] = []

    def choose(self, view: State, seat: int, clock: ShownClocks | None = None) -> str:
        self.told.append(clock)
        NOW.seconds += self.ms / 1000
        return super().choose(view, seat, clock)


def bids(words: list[str], players: list[Watching], patience: Patience | None = None) -> GameRecord:
    """A game of bids between players with these limits; its record is verified."""
    specs = tuple(read_player(word) for word in words)
    record = play_game(GameTask(Setup("bid", len(specs), 1), 0, specs), ARENA.games, players, patience)
    verify(record, ARENA.games)
    verify(GameRecord.read(record.line()), ARENA.games)
    return record


def test_clocks_run_for_their_own_seat_and_gain_the_increment() -> None:
    clocks = Clocks([TimeControl(1000, 50), None, TimeControl(300)])
    assert [clocks.left(seat) for seat in range(3)] == [1000, None, 300]
    assert clocks.spend(0, 120.5) == 929.5
    assert clocks.spend(1, 10_000) is None
    assert clocks.spend(2, 310) == -10
    shown = clocks.shown(0)
    assert shown == ShownClocks(0, (929, 929, -10), (50, 50, 0))
    assert shown.allotment(20) == allotment(929, 50, None, 20)
    assert clocks.shown(1) is None
    # a seat without a clock is shown with the asker's own: one number a seat
    assert clocks.shown(2) == ShownClocks(2, (929, -10, -10), (50, 0, 0))


@pytest.mark.usefixtures("_still")
def test_every_decision_is_counted_and_noted() -> None:
    players = [Watching(15), Watching(), Watching()]
    record = bids(["greedy:clock=2000,inc=40", "greedy", "greedy:clock=500"], players)
    assert record.ending is Ending.NORMAL
    left = {0: 2000.0, 2: 500.0}
    for (seat, _, ms), noted in zip(record.moves, record.clocks, strict=True):
        if (
            ms is None or seat == 1
        ):  # the last bid is the one that is left: not asked, nothing spent or gained
            assert noted is None
        else:
            left[seat] += (40 if seat == 0 else 0) - ms
            assert noted == pytest.approx(left[seat], abs=0.05)
    assert record.clocks.count(None) == 5
    first = [clock for clock in players[0].told if clock is not None]
    assert first[0].times == (2000, 2000, 500)
    assert first[1].times[0] == int(next(left for left in record.clocks if left is not None))
    assert first[0].increments == (40, 40, 0)
    assert players[1].told == [None, None]


def test_no_clock_no_trace_in_the_log() -> None:
    record = bids(["greedy", "greedy"], [Watching(), Watching()])
    assert record.clocks == ()
    assert "clocks" not in record.line()
    assert "late" not in record.line()


@pytest.mark.usefixtures("_still")
def test_the_flag_falls_on_the_game_and_not_on_a_decision() -> None:
    record = bids(["greedy", "greedy:clock=100", "greedy"], [Watching(), Watching(60), Watching()])
    assert record.ending is Ending.TIME
    assert record.fault == 1
    assert len(record.moves) == 3  # the first choice of all three was in time
    assert record.clocks[1] is not None
    assert record.clocks[1] == pytest.approx(40)
    assert record.late == pytest.approx(20)
    assert record.detail == "20 ms late"
    assert GameRecord.read(record.line()).late == 20


@pytest.mark.usefixtures("_still")
def test_an_increment_keeps_the_flag_up() -> None:
    slow = Watching(60)
    assert bids(["greedy:clock=100,inc=90", "greedy"], [slow, Watching()]).ending is Ending.NORMAL


@pytest.mark.usefixtures("_still")
def test_a_little_can_be_forgiven() -> None:
    record = bids(
        ["greedy:clock=100", "greedy", "greedy"], [Watching(60)] + [Watching()] * 2, Patience(flag=10)
    )
    assert record.ending is Ending.NORMAL
    assert min(left for left in record.clocks if left is not None) < 0


@pytest.mark.usefixtures("_still")
def test_a_movetime_beside_the_clock_counts_too() -> None:
    patience = Patience(margin=0.01)
    record = bids(["greedy:movetime=5,clock=9000", "greedy"], [Watching(60), Watching()], patience)
    assert record.ending is Ending.TIME
    assert record.late == pytest.approx(55)


@pytest.mark.usefixtures("_still")
@pytest.mark.parametrize("words", [["greedy:clock=5000,inc=10", "greedy"], ["greedy", "greedy"]])
def test_a_changed_clock_is_found_out(words: list[str]) -> None:
    record = bids([*words, "greedy"], [Watching(2)] * 3)
    clocks = list(record.clocks or (None,) * len(record.moves))
    clocks[0] = 4000.0
    for wrong in (tuple(clocks), (*record.clocks, None)):
        with pytest.raises(ProtocolError, match="clocks"):
            verify(dataclasses.replace(record, clocks=wrong), ARENA.games)


@pytest.mark.parametrize(
    ("text", "clock", "most"),
    [
        ("full:clock=8000,inc=100", ShownClocks(0, (8000, 9), (100, 0)), None),
        ("full:clock=8000,movetime=30", ShownClocks(0, (8000, 9), (0, 0)), 30),
        ("full:clock=8000", ShownClocks(0, (0, 9), (0, 0)), 1),
        ("full:clock=8000,nodes=7", None, None),
    ],
)
def test_our_own_players_get_a_share_of_their_clock(
    text: str, clock: ShownClocks | None, most: int | None
) -> None:
    asked: list[Limits] = []

    class Noting(ARENA.searcher):  # type: ignore[name-defined,misc]
        def analyse(self, state: State, limits: Limits, *rest: object) -> object:
            asked.append(limits)
            return super().analyse(state, Limits(nodes=1), *rest)

    spec = read_player(text)
    player = SearchPlayer(spec, Noting, StopFlag())
    game = ARENA.games["bid"]
    player.begin(game, 0, 1)
    asked.clear()  # it has looked at some position to get its memory
    player.choose(Table.fresh(game, 1, 2).state.view(0), 0, clock)
    share = None if clock is None else allotment(8000, clock.increments[0], None, OVERHEAD_MS)
    assert asked == [dataclasses.replace(spec.search_limits, movetime_ms=most or share)]


@pytest.mark.timing
def test_a_search_of_our_own_lives_on_its_clock() -> None:
    specs = (read_player("full:clock=3000,inc=5"), read_player("random"))
    work = GameTask(Setup("longhorn", 2, 1), 0, specs)
    patience = Patience(flag=60)  # a busy machine is not what is tested
    bench = Bench(ARENA.searcher, patience, StopFlag())
    record = play_game(work, ARENA.games, bench.take(specs), patience)
    verify(record, ARENA.games)
    spent = sum(ms for seat, _, ms in record.moves if seat == 0 and ms is not None)
    assert record.ending is Ending.NORMAL
    assert spent > 10


@pytest.mark.parametrize(
    ("game", "seats", "words"),
    [
        ("hand", 2, "go seat 0 wtime 60000 btime 60000 winc 20 binc 20 nodes 40"),
        ("bid", 3, "go seat 0 clocks 60000 60000 60000 incs 20 20 20 nodes 40"),
    ],
)
def test_an_engine_process_is_told_its_clock(game: str, seats: int, words: str, tmp_path: Path) -> None:
    sent = tmp_path / "sent.txt"
    limits = "clock=60000,inc=20,nodes=40"
    specs = (
        read_player(f"cmd:{limits},Debug Log File={sent}:{TOYS}"),
        *(read_player("random"),) * (seats - 1),
    )
    bench = Bench(ARENA.searcher, Patience(), StopFlag())
    try:
        record = play_game(GameTask(Setup(game, seats, 1), 0, specs), ARENA.games, bench.take(specs))
    finally:
        bench.close()
    assert record.ending is Ending.NORMAL
    verify(record, ARENA.games)
    lines = [
        line.removeprefix(">> go ") for line in sent.read_text().splitlines() if line.startswith(">> go")
    ]
    assert "go " + lines[0] == words
    noted = [60000, *(left for left in record.clocks if left is not None)]
    # told rounded down, logged rounded to the nearest: a time just below a millisecond may be logged as that
    for line, left in zip(lines, noted[:-1], strict=True):
        assert -1.1 < int(line.split()[3]) - left < 0.1, (line, left)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("full:inc=5,movetime=7", "inc"),
        ("full:inc=5", "inc"),
        ("full:clock=0", "0"),
        ("full:clock=10,inc=-1", "-1"),
        ("cmd:clock=soon:herdmind", "soon"),
    ],
)
def test_a_bad_clock_is_one_error(text: str, token: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_player(text)
    assert caught.value.token == token


def test_the_clock_is_part_of_the_player() -> None:
    spec = read_player("full:inc=0,clock=10000,nodes=5")
    assert spec.text == "full:nodes=5,clock=10000,inc=0"
    assert spec.clock == TimeControl(10000, 0)
    assert read_player("full:nodes=5").clock is None
