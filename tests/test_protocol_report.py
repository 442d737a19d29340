"""Reports and time as text and numbers, without an engine."""

from __future__ import annotations

from fractions import Fraction

import pytest

from protocol.base.errors import Code, ProtocolError
from protocol.session import reporting
from protocol.session.budget import budget
from protocol.session.commands import Go
from protocol.table.clock import allotment
from solver.analysis import Answer, Line, Report


def test_an_expected_result_becomes_centipawns() -> None:
    assert [reporting.centipawns(q) for q in (-1.0, 0.0, 0.5, 1.0)] == [-12780, 0, 89, 12780]
    assert reporting.centipawns(7.0) == 12780
    values = [reporting.centipawns(q / 100) for q in range(-100, 101)]
    assert values == sorted(values)
    assert values == [-v for v in reversed(values)]


def test_the_fields_stand_in_ucis_order() -> None:
    lines = (Line(1, ("a", "b"), 0.5, wdl=(700, 100, 200)), Line(2, ("c",), -0.5))
    said = reporting.info_lines(Report(3, 5, 100, 2000, 7, 50, lines=lines), True)
    rest = "nodes 100 nps 2000 hashfull 7 time 50"
    assert said == [
        f"info depth 3 seldepth 5 multipv 1 score cp 89 wdl 700 100 200 {rest} pv a b",
        f"info depth 3 seldepth 5 multipv 2 score cp -89 wdl 0 1000 0 {rest} pv c",
    ]
    assert " wdl " not in reporting.info_lines(Report(lines=lines), False)[0]


def test_bounds_are_told_once_and_only_when_they_say_something() -> None:
    log = reporting.BoundsLog()
    open_line = Line(1, ("a",))
    half = Line(1, ("a",), lower=Fraction(0))
    known = Line(1, ("a",), lower=Fraction(1), upper=Fraction(1))
    assert log.lines(Report(lines=(open_line,))) == []
    assert log.lines(Report(lines=(half,))) == ["info string bounds a 0 1"]
    assert log.lines(Report(lines=(half,))) == []
    assert log.lines(Report(lines=(known,))) == []


def test_proofs_units_and_mixtures() -> None:
    answer = Answer("a", proven=(("a", Fraction(1)), ("b", Fraction(-1, 3))))
    assert reporting.proven_lines(answer) == ["info string proven a 1", "info string proven b -1/3"]
    heads = Answer("a", proven=(("a", Fraction(7, 2)),), unit="heads")
    assert reporting.proven_lines(heads) == ["info string proven a 7/2 heads"]
    mixed = Answer("a", mixture=(("a", Fraction(1, 3)), ("b", Fraction(2, 3))))
    assert reporting.proven_lines(mixed) == ["info string mixture a 1/3 b 2/3"]


def test_a_value_for_every_seat() -> None:
    two = Report(lines=(Line(1, ("a",), 0.25),))
    assert reporting.value_lines(two, 0, 2) == ["info string values a 0.250 -0.250"]
    assert reporting.value_lines(two, 1, 2) == ["info string values a -0.250 0.250"]
    assert reporting.value_lines(two, 1, 3) == []
    three = Report(lines=(Line(1, ("a",), 0.25, values=(-0.5, 0.25, 0.25)),))
    assert reporting.value_lines(three, 1, 3) == ["info string values a -0.500 0.250 0.250"]


def test_bestmove() -> None:
    assert reporting.bestmove_line("a", None) == "bestmove a"
    assert reporting.bestmove_line("a", "b") == "bestmove a ponder b"
    assert reporting.bestmove_line(None, "b") == "bestmove (none)"


def test_a_clock_is_never_overdrawn() -> None:
    for time in (-100, 0, 1, 10, 50, 1000, 60_000, 10**12):
        for increment in (0, 100, 10_000):
            for moves in (None, 1, 2, 40, 10**9):
                for overhead in (0, 10, 5000):
                    given = allotment(time, increment, moves, overhead)
                    assert 0 <= given <= max(0, time - overhead)
    assert allotment(60_000, 0, None, 10) > 1000
    assert allotment(60_000, 0, 2, 10) > allotment(60_000, 0, 20, 10)
    assert allotment(60_000, 1000, None, 10) > allotment(60_000, 0, None, 10)


@pytest.mark.parametrize(
    ("left", "increment", "moves", "overhead", "given"),
    [
        (20_000, 0, None, 0, 1000),  # a twentieth, when nobody says how many moves there are
        (1000, 0, 4, 0, 250),
        (50_000, 0, 400, 0, 1000),  # no more moves than 50 are reckoned with
        (20_000, 1000, 20, 0, 1800),  # four fifths of the increment on top
        (20_000, -1000, 20, 0, 1000),
        (1000, 0, 1, 0, 700),  # the last move before the next control keeps something back
        (1000, 0, 0, 0, 700),
        (1000, 5000, 20, 0, 700),
        (29, 0, 20, 10, 0),
        (30, 0, 20, 10, 1),
    ],
)
def test_the_share_of_a_clock(
    left: int, increment: int, moves: int | None, overhead: int, given: int
) -> None:
    assert allotment(left, increment, moves, overhead) == given


def test_increments_and_moves_to_go_are_heeded() -> None:
    go = Go(clocks=(20_000, 20_000), increments=(1000, 0))
    assert [budget(go, seat, 2, 0) for seat in (0, 1)] == [1800, 1000]
    assert budget(Go(clocks=(20_000, 20_000), movestogo=4), 0, 2, 0) == 5000
    short = Go(clocks=(1000, 1000), increments=(5,), exact=True)
    with pytest.raises(ProtocolError) as caught:
        budget(short, 0, 2, 0)
    assert caught.value.token == "incs"
    # no increments at all are none too few
    assert budget(Go(clocks=(1000, 1000), exact=True), 0, 2, 0) == 50


def test_only_the_clock_of_the_seat_counts() -> None:
    go = Go(clocks=(1000, 100_000, 1000), increments=(0, 0, 0), exact=True)
    assert budget(go, 1, 3, 10) == allotment(100_000, 0, None, 10)
    assert budget(Go(clocks=(None, 5000)), 0, 2, 10) == allotment(5000, 0, None, 10)
    assert budget(Go(clocks=(None, 5000)), 5, 6, 10) == allotment(5000, 0, None, 10)
    assert budget(Go(clocks=(None, None)), 0, 2, 10) is None
    # a movetime is what it says, less what answering takes, whatever the overhead
    assert [budget(Go(movetime=ms), 0, 2, 5000) for ms in (100, 3, 1, 0)] == [98, 1, 0, 0]
    assert budget(Go(movetime=5, clocks=(100_000, 0)), 0, 2, 0) == 3
    assert budget(Go(nodes=5), 0, 2, 10) is None
    with pytest.raises(ProtocolError) as caught:
        budget(go, 1, 2, 10)
    assert caught.value.code is Code.SEAT
