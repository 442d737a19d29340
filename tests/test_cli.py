"""The command line, as a user runs it: every command in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from fractions import Fraction
from io import StringIO
from pathlib import Path

import psutil
import pytest
from driver import ENGINE, PATIENCE
from positions import LATE
from rich.console import Console

from protocol.base.errors import ProtocolError
from protocol.cli.answers import picture
from protocol.matches import solve as batch
from protocol.table.naming import titles
from protocol.table.table import Table
from solver.games import GAMES

LONGHORN = GAMES["longhorn"]
#: Nobody has rolled yet.
ROLL = GAMES["heckmeck"].initial(1).to_text()


def run(*words: str, text: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the command and check its exit code."""
    done = subprocess.run(
        [*ENGINE, *words], input=text, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_version_and_help() -> None:
    assert "protocol 1." in run("--version").stdout
    text = run("--help").stdout
    assert all(command in text for command in ("analyse", "bench", "deal", "solve"))


def test_deal_prints_the_position_of_the_seed() -> None:
    assert run("deal", "longhorn", "--seed", "7").stdout == LONGHORN.initial(7).to_text() + "\n"
    assert run("deal", "longhorn").stdout == LONGHORN.initial(LONGHORN.default_seed).to_text() + "\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "token"),
    [
        (("deal", "chess"), "chess"),
        (("deal", "longhorn", "--seats", "3"), "3"),
        (("deal", "longhorn", "--rules", "wild"), "wild"),
        (("deal", "longhorn", "--figures", "/no/such/file"), "/no/such/file"),
        (("analyse", "draughts/1 x"), "draughts/1"),
        (("analyse", LATE.replace("tulsa:b1", "tulsa:b9")), ""),
        (("analyse", LATE, "--seat", "2"), "seat 2 has nothing to decide now; to decide: seat 1"),
        (("analyse", LATE, "--seat", "0"), "there is no seat '0': seats count from 1 to 2"),
        (("analyse", LATE, "--seat", "Belle"), "there is no seat 'Belle': seats count from 1 to 2"),
        (("analyse", "colt", "--seat", "5"), "seats count from 1 to 4, or "),
        (("analyse", ROLL), "the 8 dice that seat 1 rolls"),
        (("analyse", ROLL, "--seat", "1"), "1"),
        (("analyse", LATE, "--hash", "99999999"), "99999999"),
        (("solve", "longhorn", "--deals", "9-1", "--out", "x.jsonl"), "9-1"),
        (("solve", "longhorn", "--deals", "one", "--out", "x.jsonl"), "one"),
        (("solve", "longhorn", "--deals", "1", "--out", "/no/such/folder/x.jsonl"), "/no/such/folder"),
    ],
)
def test_bad_input_is_one_clear_error(words: tuple[str, ...], token: str) -> None:
    done = run(*words, code=2)
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert len(done.stderr.splitlines()) == 1
    assert token in done.stderr


def test_analyse_names_its_position_once() -> None:
    run("analyse", code=2)
    run("analyse", LATE, "--deal", "1", code=2)


def test_analyse_proves_a_late_position_for_people() -> None:
    text = run("analyse", LATE).stdout
    assert "Nugget Hill" in text
    assert "Best: " in text
    assert "proven" in text
    assert "seat 1: " in text
    assert "seat 0" not in text


@pytest.mark.parametrize(("name", "seats"), [(name, GAMES[name].default_seats) for name in GAMES])
def test_people_count_seats_from_1_in_an_analysis_and_programs_from_0(name: str, seats: int) -> None:
    """Also on the board and in the words of lines; a bandit is called by its name."""
    table = Table.fresh(GAMES[name], 7, seats)
    owing = table.state.players_to_move()[0]
    called = titles(table, ",")
    assert called is not None
    words = ("analyse", name, "--seed", "7", "--nodes", "200")
    text = run(*words, "--seat", called[owing].removeprefix("seat ").upper()).stdout
    assert f"{called[owing][0].upper()}{called[owing][1:]} to decide" in text
    assert f" for {called[owing]}. The line:" in text
    assert "seat 0" not in text.lower()
    if name == "colt":
        assert "seat" not in text
    assert json.loads(run(*words, "--seat", str(owing + 1), "--json").stdout)["seat"] == owing


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("name", GAMES)
def test_the_board_of_an_analysis_breaks_between_words_only(name: str, width: int) -> None:
    """A picture that is too wide is cut and says so; nothing else loses a word."""
    table = Table.fresh(GAMES[name], 7, GAMES[name].max_seats)
    board, out = table.state.board(names=titles(table, ",")), StringIO()
    picture(board, Console(file=out, width=width))
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    picture_lines = [line for line in board.splitlines() if line.lstrip()[:1] in ("+", "|", "-")]
    wide = max(map(len, picture_lines), default=0)
    assert (f"the table needs {wide} columns; this terminal has {width}" in lines) == (wide > width)
    if wide <= width:
        assert out.getvalue().split() == board.split()


def test_analyse_for_programs_reads_the_position_from_a_pipe() -> None:
    answer = json.loads(run("analyse", "-", "--json", "--multipv", "9", text=LATE + "\n").stdout)
    state = LONGHORN.parse(LATE)
    assert answer["position"] == LATE
    assert answer["seat"] == 0
    legal = [state.action_to_string(a) for a in state.legal_actions()]
    assert sorted(line["move"] for line in answer["lines"]) == sorted(legal)
    assert answer["best"] == answer["lines"][0]["move"]
    for line in answer["lines"]:
        assert Fraction(line["lower"]) <= Fraction(line["upper"])
        assert line["proven"] == (line["lower"] == line["upper"])
        assert line["words"]
    assert answer["proven"]


def test_analyse_says_in_words_what_a_plan_leads_to() -> None:
    words = ("analyse", "--game", "colt", "--deal", "1", "--nodes", "2000")
    answer = json.loads(run(*words, "--json").stdout)
    for line in answer["lines"][:2]:  # lines that are seldom looked at may have none
        assert any("dollars of loot by the end of the round" in reason for reason in line["because"])
    assert "plays Robbery: " in run(*words).stdout


def test_analyse_breaks_no_word_and_says_what_its_columns_mean() -> None:
    """At every width; what has no room is left out by whole columns, and said. Moves are told apart only."""

    from protocol.cli.answers import show
    from solver.analysis import Analyser, Limits, Settings

    for name in ("colt", "heckmeck", "nimmt", "longhorn"):
        table = Table.fresh(GAMES[name], 7, 2 if name == "longhorn" else 3)
        if table.state.current_player() == -1:
            table.push(table.state.action_to_string(table.state.legal_actions()[0]))
        seat = table.state.players_to_move()[0]
        answer = Analyser(Settings(multipv=4, hash_mb=1)).analyse(
            table.state.view(seat), Limits(nodes=3000), seat=seat
        )
        notes = {note for line in answer.report.lines for note, _ in line.notes}
        for width in (140, 80, 60):
            out = StringIO()
            show(table, seat, answer, Console(file=out, width=width, highlight=False))
            text = out.getvalue()
            assert max(map(len, text.splitlines())) <= width
            head = next(line for line in text.splitlines() if line.lstrip().startswith("move "))
            columns = set(head.split()) - {"%"}
            families = {note.rstrip("0123456789") for note in notes}
            draws = name == "longhorn"  # its estimates tell their chance
            chances = "win/draw/loss" if draws else "win"
            assert columns <= families | {"move", "value", "beaten", chances, "bounds"}  # none is cut
            if name == "heckmeck":  # the risk goes before the totals, which share a column
                assert "fail" in columns
                assert ("total" in columns) is (width > 60)
                assert "shared first place counts by its share" in " ".join(text.split())
            assert ("win/draw/loss" in text) is draws
            if name != "longhorn":
                assert {"beaten", "first"} <= columns
                assert "first %: chance" in text
            # what is neither shown nor named is the same for all moves
            left = text.partition("no room for: ")[2].partition(" (--json")[0].replace(",", " ").split()
            assert columns.isdisjoint(left)
            rows = [dict(line.notes) for line in answer.report.lines]
            for note in {note for note in notes if note.rstrip("0123456789") not in {*columns, *left}}:
                assert len({round(row.get(note, 0.0), 2) for row in rows}) == 1, note
        if name == "colt":  # no plan brings a dollar at once, so no line says that
            assert "this very choice" not in text


def test_analyse_stops_at_its_limits() -> None:
    begin = time.perf_counter()
    answer = json.loads(run("analyse", "--deal", "3", "--movetime", "300", "--json").stdout)
    assert answer["best"] in [
        f"start{w}" for w in ("cherokee", "dagger", "maverick", "redriver", "kidcooper")
    ]
    assert time.perf_counter() - begin < 10
    one = json.loads(run("analyse", "--deal", "3", "--nodes", "3000", "--json").stdout)
    two = json.loads(run("analyse", "--deal", "3", "--nodes", "3000", "--json").stdout)
    for answer in (one, two):
        for name in ("time_ms", "nps"):
            del answer[name]
    assert one == two


@pytest.mark.long
def test_bench_prints_the_same_total_twice() -> None:
    totals = {run("bench", "500").stdout.split(" time ")[0] for _ in range(2)}
    assert len(totals) == 1
    assert int(totals.pop().split()[1]) > 0


# --- solve -------------------------------------------------------------------------------------------------


def solving(out: Path, *words: str) -> list[str]:
    """The command line of a small run."""
    return [
        "solve",
        "longhorn",
        "--deals",
        "1-2",
        "--limit",
        "0.2",
        "--out",
        str(out),
        "--hash",
        "16",
        *words,
    ]


def records(out: Path) -> list[batch.Record]:
    return [batch.Record.read(line) for line in out.read_text().splitlines()]


@pytest.mark.ci
def test_solve_records_every_start_once_and_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "deals.jsonl"
    summary = json.loads(run(*solving(out, "--json")).stdout)
    whole = records(out)
    wanted = {(deal, start) for deal in (1, 2) for start in batch.starts_of("longhorn", deal)}
    assert len(whole) == len(wanted) == 10
    assert {(r.deal, r.start) for r in whole} == wanted
    assert all(-1 <= r.lower <= r.upper <= 1 and r.chooser == 1 for r in whole)
    assert (summary["deals"], summary["starts"]) == (2, 10)
    assert summary["starts_proved"] == sum(r.proved for r in whole)
    # Everything is there: a second run adds nothing. A cut line and missing ones are done again.
    before = out.read_bytes()
    run(*solving(out))
    assert out.read_bytes() == before
    lines = before.splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:7]) + lines[7][:40])
    run(*solving(out, "--jobs", "1"))
    assert len(records(out)) == 10
    assert {(r.deal, r.start) for r in records(out)} == wanted
    # A higher limit takes up what is open, and only that.
    still_open = sum(not r.proved for r in records(out))
    run("solve", "longhorn", "--deals", "1-2", "--limit", "0.3", "--out", str(out), "--hash", "16")
    assert len(records(out)) == 10 + still_open


def test_solve_names_a_line_that_is_no_record(tmp_path: Path) -> None:
    out = tmp_path / "deals.jsonl"
    for bad in ("hello", "[]", "{}", '{"deal": 1}'):
        out.write_text(bad + "\n")
        done = run(*solving(out), code=2)
        assert "line 1" in done.stderr
        assert out.read_text() == bad + "\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("sent", "to_all"), [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGTERM, True)]
)
def test_solve_survives_an_interruption_and_leaves_no_process(
    tmp_path: Path, sent: signal.Signals, to_all: bool
) -> None:
    out = tmp_path / "deals.jsonl"
    words = ["solve", "longhorn", "--deals", "1-400", "--limit", "0.3", "--out", str(out), "--hash", "16"]
    process = subprocess.Popen(
        [*ENGINE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        end = time.monotonic() + PATIENCE
        while not (out.exists() and out.read_bytes().count(b"\n") >= 2):
            assert time.monotonic() < end
            time.sleep(0.05)
        children = psutil.Process(process.pid).children(recursive=True)
        assert children
        if to_all:
            os.killpg(process.pid, sent)  # the whole group, as a terminal and the command timeout do
        else:
            process.send_signal(sent)
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert b"interrupted" in errors
        assert b"Traceback" not in errors
        assert all(batch.Record.read(line) for line in out.read_text().splitlines())
        assert psutil.wait_procs(children, timeout=10)[1] == []
    finally:
        process.kill()
        process.communicate()


@pytest.mark.ci
def test_solve_leaves_no_process_when_it_is_killed(tmp_path: Path) -> None:
    out = tmp_path / "deals.jsonl"
    words = ["solve", "longhorn", "--deals", "1-400", "--limit", "2", "--out", str(out), "--hash", "16"]
    words += ["--jobs", "2"]  # on a machine with one core too
    with subprocess.Popen([*ENGINE, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            end = time.monotonic() + PATIENCE
            while len(children := psutil.Process(process.pid).children(recursive=True)) < 3:
                assert time.monotonic() < end
                time.sleep(0.05)
            time.sleep(1.0)
        finally:
            process.kill()
    assert psutil.wait_procs(children, timeout=20)[1] == []


def record(deal: int, start: str, lower: int, upper: int, limit: float = 1.0) -> batch.Record:
    return batch.Record(
        "longhorn/1",
        deal,
        start,
        Fraction(lower),
        Fraction(upper),
        100 * deal,
        10 * deal,
        limit,
        16,
        None,
        "0",
        1,
    )


def test_a_deal_is_decided_by_one_winning_start_or_by_all() -> None:
    starts = ["a", "b"]
    known = {(1, "a"): record(1, "a", -1, -1)}
    assert batch.judge(1, starts, known) == batch.DealResult(1, Fraction(-1), Fraction(-1), None)
    known = {(1, "a"): record(1, "a", 1, 1)}
    assert batch.judge(1, starts, known).value is None
    known[1, "b"] = record(1, "b", 0, 0)
    assert batch.judge(1, starts, known) == batch.DealResult(
        1, Fraction(0), Fraction(0), (Fraction(1), Fraction(0))
    )
    known[1, "b"] = record(1, "b", 0, 1)
    assert batch.judge(1, starts, known) == batch.DealResult(1, Fraction(0), Fraction(1), None)


def test_the_summary_keeps_proved_and_open_apart() -> None:
    deals = {1: ["a", "b"], 2: ["a", "b"], 3: ["a", "b"]}
    known = {
        (r.deal, r.start): r
        for r in (
            record(1, "a", -1, -1),
            record(1, "b", 1, 1),
            record(2, "a", 1, 1),
            record(2, "b", 1, 1),
            record(3, "a", -1, 0),
        )
    }
    s = batch.summarise(deals, known)
    assert (s.deals, s.decided, s.wins, s.draws, s.losses, s.between) == (3, 2, 1, 0, 1, 0)
    assert (s.starts, s.starts_proved, s.start_wins, s.start_draws, s.start_losses) == (6, 4, 3, 0, 1)
    assert (s.whole, s.best_start, s.average_start) == (2, 0.0, 0.5)
    assert s.nodes == batch.Spread(150, 200, 200)


def test_deal_ranges() -> None:
    assert batch.deal_range("7") == range(7, 8)
    assert batch.deal_range("1-100") == range(1, 101)
    for bad in ("", "-", "1-", "-3", "a", "3-1", "1-2-3", "\u0661"):
        with pytest.raises(ProtocolError):
            batch.deal_range(bad)


@pytest.mark.long
def test_words_of_the_rules_stand_between_commas_or_blanks(tmp_path: Path) -> None:
    played: list[list[str]] = []
    for words in (
        ["--rules", "stagecoach,ghost"],
        ["--rules", "stagecoach, ghost"],
        ["--rules", "stagecoach"],
    ):
        log = tmp_path / f"{len(played)}.jsonl"
        more = ["--rules", "ghost"] if len(words[1]) < 12 else []
        run("match", "colt", "random", "greedy", "--deals", "1", *words, *more, "--log", str(log))
        played.append(json.loads(log.read_text().splitlines()[0])["rules"])
    assert played == [["stagecoach", "ghost"]] * 3


@pytest.mark.long
def test_analyse_of_what_is_all_proved_says_no_more_than_that() -> None:
    said = run("analyse", LATE, "--multipv", "100").stdout
    assert said.count("proven") >= 2
    assert "bounds" not in said
    assert "expected result" not in said
