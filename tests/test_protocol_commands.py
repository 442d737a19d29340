"""The parser alone: every form of every command, and the forms that it refuses."""

from __future__ import annotations

import pytest

from protocol.base.errors import Code, ProtocolError, error_line
from protocol.session import commands as cmd
from protocol.session.budget import budget
from protocol.session.parsing import BIGGEST, parse
from protocol.table.clock import allotment

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("uci", cmd.Uci()),
        ("  isready\t", cmd.IsReady()),
        ("ucinewgame and more", cmd.NewGame()),
        ("stop", cmd.Stop()),
        ("ponderhit", cmd.PonderHit()),
        ("quit", cmd.Quit()),
        ("d", cmd.Display()),
        ("eval", cmd.Eval()),
        ("bench", cmd.Bench()),
        ("bench 500", cmd.Bench(500)),
        ("help", cmd.Help()),
        ("help go", cmd.Help("go")),
        ("debug on", cmd.Debug(True)),
        ("debug off", cmd.Debug(False)),
        ("setoption name Hash value 64", cmd.SetOption("Hash", "64")),
        ("setoption name Clear Hash", cmd.SetOption("Clear Hash", None)),
        ("setoption  name  Move   Overhead  value  7", cmd.SetOption("Move Overhead", "7")),
        ("setoption name Debug Log File value a value b", cmd.SetOption("Debug Log File", "a value b")),
        ("setoption name Figures value", cmd.SetOption("Figures", "")),
        ("position startpos", cmd.Position()),
        ("position startpos moves", cmd.Position()),
        ("position startpos moves a  b", cmd.Position(moves=("a", "b"))),
        (
            "position startpos seats 3 seed 7 rules x y moves a",
            cmd.Position(seats=3, seed=7, rules=("x", "y"), moves=("a",)),
        ),
        ("position startpos seed 18446744073709551615", cmd.Position(seed=2**64 - 1)),
        ("position fen g/1  a=1   b=2 moves c", cmd.Position(text="g/1 a=1 b=2", moves=("c",))),
        ("position fen g/1", cmd.Position(text="g/1")),
        ("go", cmd.Go()),
        ("go infinite", cmd.Go(infinite=True)),
        ("go movetime 0", cmd.Go(movetime=0)),
        ("go movetime -7", cmd.Go(movetime=0)),
        ("go movetime 999999999999999999999999", cmd.Go(movetime=BIGGEST)),
        ("go nodes 0 depth -2", cmd.Go(nodes=1, depth=1)),
        ("go mate 2", cmd.Go(depth=4)),
        ("go wibble 3 nodes 9 wobble", cmd.Go(nodes=9)),
        ("go seat 2 searchmoves a b movetime 5", cmd.Go(seat=2, searchmoves=("a", "b"), movetime=5)),
        (
            "go wtime 10 btime -5 winc 1 binc 2 movestogo 4",
            cmd.Go(clocks=(10, -5), increments=(1, 2), movestogo=4),
        ),
        ("go clocks 1 2 3 incs 4 5 6", cmd.Go(clocks=(1, 2, 3), increments=(4, 5, 6), exact=True)),
        ("go ponder wtime 10 btime 10", cmd.Go(ponder=True, clocks=(10, 10), increments=(None, None))),
        ("go perft 3", cmd.Perft(3)),
        ("perft 0", cmd.Perft(0)),
        ("query turn", cmd.Query("turn")),
        ("query legal", cmd.Query("legal")),
        ("query legal 2", cmd.Query("legal", 2)),
        ("query view 1", cmd.Query("view", 1)),
        ("query perft 4", cmd.Query("perft", 4)),
    ],
)
def test_it_reads(line: str, command: cmd.Command) -> None:
    assert parse(line) == command


@pytest.mark.parametrize("line", ["", "  \t", "# a remark", "register later"])
def test_it_skips(line: str) -> None:
    assert parse(line) is None


@pytest.mark.parametrize(
    ("line", "code", "token"),
    [
        ("hello world", Code.COMMAND, "hello"),
        ("UCI", Code.COMMAND, "UCI"),
        ("setoption", Code.MISSING, "setoption"),
        ("setoption name", Code.MISSING, "name"),
        ("setoption name value 3", Code.MISSING, "name"),
        ("setoption Hash 3", Code.MISSING, "setoption"),
        ("position", Code.MISSING, "position"),
        ("position fen", Code.MISSING, "fen"),
        ("position fen moves a", Code.MISSING, "fen"),
        ("position g/1 a", Code.POSITION, "g/1"),
        ("position startpos e2e4", Code.EXTRA, "e2e4"),
        ("position startpos seed", Code.MISSING, "seed"),
        ("position startpos seed 1.5", Code.NUMBER, "1.5"),
        ("position startpos seed -1", Code.RANGE, "-1"),
        ("position startpos seed 18446744073709551616", Code.RANGE, "18446744073709551616"),
        ("position startpos seed 3 seed 4", Code.EXTRA, "seed"),
        ("position startpos seats 0", Code.RANGE, "0"),
        ("position startpos rules moves a", Code.MISSING, "rules"),
        ("go movetime", Code.MISSING, "movetime"),
        ("go movetime soon", Code.NUMBER, "soon"),
        ("go movetime 1e3", Code.NUMBER, "1e3"),
        ("go searchmoves", Code.MISSING, "searchmoves"),
        ("go clocks x", Code.NUMBER, "x"),
        ("go incs 3", Code.MISSING, "incs"),
        ("go perft -1", Code.RANGE, "-1"),
        ("perft", Code.MISSING, "perft"),
        ("perft 65", Code.RANGE, "65"),
        ("query", Code.MISSING, "query"),
        ("query wisdom", Code.COMMAND, "wisdom"),
        ("query view", Code.MISSING, "view"),
        ("query view one", Code.NUMBER, "one"),
        ("query turn 3", Code.EXTRA, "3"),
        ("debug maybe", Code.VALUE, "maybe"),
        ("bench zero", Code.NUMBER, "zero"),
        ("go\x00", Code.LINE, "\x00"),
    ],
)
def test_it_refuses(line: str, code: Code, token: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse(line)
    assert (caught.value.code, caught.value.token) == (code, token)
    text = error_line(caught.value)
    assert text.startswith(f"info string error {code.value}: ")
    assert token.replace("\x00", "\\x00") in text


def test_an_error_line_is_short_ascii_and_names_the_token() -> None:
    line = error_line(ProtocolError(Code.TOKEN, "what is that", "caf\u00e9\n\u2603" + "y" * 5000))
    assert line.isascii()
    assert line.isprintable()
    assert len(line) < 800
    assert "caf\\xe9\\x0a\\u2603yyy" in line


def test_huge_numbers_cost_nothing() -> None:
    assert parse("go nodes " + "9" * 100_000) == cmd.Go(nodes=BIGGEST)
    assert parse("go depth -" + "9" * 100_000) == cmd.Go(depth=1)
    assert parse("go nodes " + "0" * 100_000 + "5") == cmd.Go(nodes=5)
    with pytest.raises(ProtocolError):
        parse("position startpos seed " + "9" * 100_000)


def test_a_seat_without_a_clock_of_its_own_goes_by_the_shorter_one_that_is_there() -> None:
    go = parse("go wtime 9000 btime 4000")
    assert isinstance(go, cmd.Go)
    assert budget(go, 3, 4, 0) == budget(go, 1, 4, 0) == allotment(4000, 0, None, 0)
    assert budget(go, 0, 4, 0) == allotment(9000, 0, None, 0)
    alone = parse("go wtime 9000")
    assert isinstance(alone, cmd.Go)
    assert budget(alone, 1, 2, 0) == allotment(9000, 0, None, 0)
