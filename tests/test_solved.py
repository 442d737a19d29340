"""The page of the solved game matches its data files, which agree with the search and with ``solve``."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import pytest
from dask_cluster import START, DaskCluster

import scaling
from protocol.matches.solve import Record, starts_of, summarise
from solver.analysis import Analyser, Limits, Settings
from solver.game import State
from solver.games import GAMES

pytestmark = pytest.mark.pure

ROOT = Path(__file__).resolve().parent.parent
# bench is not installed: it is imported from the checkout, behind everything else on the path
sys.path.append(str(ROOT))

from bench import solved  # noqa: E402
from bench._solved_figures import best_start, deals_of, random_start, share, win  # noqa: E402
from bench._solved_lines import (  # noqa: E402
    BestLine,
    Ending,
    LineTask,
    cattle_left,
    line_tasks,
    play_line,
    read_best_lines,
)
from bench._solved_page import Data, data_of, written  # noqa: E402
from bench._solved_thumbs import NAMES, thumb_values  # noqa: E402
from bench.solved import LINES_FILE, STARTS_FILE, read_data, read_starts  # noqa: E402

GAME = GAMES["longhorn"]
#: Cattle left from which a test proves every move again.
LATE = 16
#: A deal whose five starts are proved in a second.
CHEAP = 351


@pytest.fixture(scope="module")
def data() -> Data:
    return read_data()


def words(svg: str) -> list[str]:
    """The texts of a picture; its lines depend on the version of the library that draws it."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def read_position(text: str) -> State:
    """The position of a text."""
    return type(GAME.initial(1)).read(text)


def record(deal: int, start: str, lower: int, upper: int, limit: float = 1.0) -> Record:
    """A record with these bounds for seat 0."""
    bounds = Fraction(lower), Fraction(upper)
    return Record(GAME.edition, deal, start, *bounds, 1, 1, limit, 16, None, "0", 1)


def test_the_page_and_its_pictures_are_what_the_data_say(data: Data) -> None:
    pytest.importorskip("matplotlib")
    for path, text in written(data, ROOT / "docs").items():
        found = path.read_text("utf-8")
        if path.suffix == ".svg":
            assert words(found) == words(text) != [], f"{path.name}: run python -m bench solved"
        else:
            assert found == text, f"{path.name}: run python -m bench solved"


def test_every_picture_has_a_description_and_a_ground_of_its_own(data: Data) -> None:
    page = (ROOT / "docs" / "longhorn-solved.md").read_text("utf-8")
    pictures = re.findall(r"!\[([^\]]{20,})\]\((\S+\.svg)\)", page)
    assert {name for _, name in pictures} == {p.name for p in (ROOT / "docs").glob("longhorn-solved-*.svg")}
    for _, name in pictures:
        assert "fill: #ffffff" in (ROOT / "docs" / name).read_text("utf-8")  # legible on a dark page


def test_the_summary_of_solve_agrees(data: Data) -> None:
    deals = {number: starts_of("longhorn", number) for number in data.deals}
    found = summarise(deals, data.records)
    results = best_start(data.deals.values())
    assert found.deals == len(data.deals)
    assert found.decided == results["won"].whole
    assert (found.wins, found.draws, found.losses) == tuple(
        results[name].part for name in ("won", "drawn", "lost")
    )
    assert found.starts_proved == random_start(data.deals.values()).whole
    assert sum(win(s.lower) for d in data.deals.values() for s in d.starts if s.proved) == pytest.approx(
        random_start(data.deals.values()).part
    )


def test_the_lines_happened(data: Data) -> None:
    assert data.lines
    for line in data.lines.values():
        state = GAME.initial(line.deal)
        state.apply_action(state.string_to_action(line.start))
        value, judged, plies = data.deals[line.deal].lower, {j.ply: j for j in line.judged}, 0
        chance = False
        for token in line.moves:
            drawn = state.is_chance_node()
            chance = chance or drawn
            if not drawn:
                if plies in judged:
                    here = judged.pop(plies)
                    assert (here.cattle, here.moves) == (cattle_left(state), len(state.legal_actions()))
                    own = here.best if state.current_player() == 0 else -here.best
                    assert chance or own == value  # neither side gave anything away
                plies += 1
            state.apply_action(state.string_to_action(token))
        assert not judged
        if line.end is not None:
            assert line.end == Ending.of(state, plies)
            assert chance or line.end.result == value


def test_the_judged_decisions_are_judged_right(data: Data) -> None:
    for line in scaling.some(list(data.lines.values()), least=2):
        state = GAME.initial(line.deal)
        state.apply_action(state.string_to_action(line.start))
        judged, plies = {j.ply: j for j in line.judged}, 0
        for token in line.moves:
            if not state.is_chance_node():
                here, legal = judged.get(plies), state.legal_actions()
                if here is not None and here.cattle <= LATE:
                    search = Analyser(Settings(hash_mb=1, multipv=len(legal)))
                    proven = dict(search.analyse(state, Limits()).proven)
                    values = [proven[state.action_to_string(action)] for action in legal]
                    assert [(v, len(list(run))) for v, run in groupby(values)] == list(here.values)
                    assert tuple(thumb_values(state, values)) == here.thumbs
                plies += 1
            state.apply_action(state.string_to_action(token))


def test_a_rule_of_thumb_is_worth_its_moves() -> None:
    state = read_position(
        "longhorn/1 nugget:b1:sheriff,blackstone:o1:-,cherokee:w2:-/dagger:-:-,maverick:-:-,redriver:-:-/"
        "kidcooper:-:-,solomon:-:-,tulsa:-:- herds=b3/- gold=-/- outlaw=nugget turn=0 last=-/- phase=play"
    )
    tokens = [state.action_to_string(action) for action in state.legal_actions()]
    assert tokens == ["blacksheriff"]
    assert thumb_values(state, [Fraction(-1)]) == [Fraction(-1)] * len(NAMES)


def test_an_open_position_ends_a_line_and_is_said() -> None:
    line = play_line(LineTask(1, starts_of("longhorn", 1)[0], 1000, 1))
    assert (line.end, line.moves, line.nodes) == (None, (), 1000)
    assert BestLine.read(line.line()) == line


def test_lines_read_what_they_wrote_and_refuse_the_rest(data: Data) -> None:
    for line in data.lines.values():
        assert BestLine.read(line.line()) == line
    with pytest.raises(ValueError, match="not a line of best play"):
        BestLine.read('{"deal": 1}')


def test_what_is_left_to_do() -> None:
    starts = starts_of("longhorn", 7)
    records = {(7, start): record(7, start, 1, 1) for start in starts}
    (task,) = line_tasks([7, 8], records, {}, 50, 16)
    assert task.deal == 7
    assert task == line_tasks([7], records, {}, 50, 16)[0]  # the lot is the deal's
    records[7, starts[1]] = record(7, starts[1], -1, -1)
    (task,) = line_tasks([7], records, {}, 50, 16)
    assert task.start == starts[1]  # the one that wins for the chooser
    unproved = BestLine(GAME.edition, 7, task.start, 50, ())
    assert not line_tasks([7], records, {7: unproved}, 50, 16)
    assert line_tasks([7], records, {7: unproved}, 51, 16)
    ended = replace(unproved, end=Ending("money", (200, 100), 1, 9))
    assert not line_tasks([7], records, {7: ended}, 51, 16)
    records = {(7, start): record(7, start, -1, 1) for start in starts}
    assert not line_tasks([7], records, {}, 50, 16)  # an open deal has no line


def test_open_starts_are_bounds_and_unfinished_deals_are_not_counted() -> None:
    starts = starts_of("longhorn", 7)
    records = {(7, start): record(7, start, 1, 1) for start in starts}
    records[7, starts[0]] = record(7, starts[0], -1, 1)
    other = starts_of("longhorn", 8)
    records |= {(8, start): record(8, start, 1, 1) for start in other[:4]}
    deals = deals_of(records)
    assert list(deals) == [7]
    assert deals[7].lower == -1
    assert deals[7].upper == 1
    assert [random_start(deals.values(), word).value for word in ("lost", "left out", "won")] == [0.8, 1, 1]
    assert best_start(deals.values())["won"].whole == 0
    page = written(data_of(records, {}), Path("docs"))[Path("docs") / "longhorn-solved.md"]
    assert "1 deals are open" in page
    assert "between 0 and 1 of all 1 deals" in page


def test_intervals() -> None:
    none = share(dict.fromkeys(range(10), (0.0, 1.0)))
    assert none.value == none.low == 0
    assert none.high == pytest.approx(0.2775, abs=1e-4)  # Wilson's for 0 of 10
    half = share({deal: (float(deal % 2), 1.0) for deal in range(100)})
    assert half.low == pytest.approx(0.4038, abs=1e-3)
    assert half.high == pytest.approx(0.5962, abs=1e-3)
    # five starts of a deal that go together are not five cases
    together = share({deal: (5.0 * (deal % 2), 5.0) for deal in range(20)})
    assert together.low < 0.35
    assert together.high > 0.65
    assert share({1: (3.0, 4.0), 2: (0.0, 0.0)}).deals == 1


def test_the_files_are_small_and_hold_each_start_once(data: Data) -> None:
    kept = read_starts(STARTS_FILE)
    lines = STARTS_FILE.read_text("ascii").splitlines()
    assert len(lines) == len(kept)
    assert STARTS_FILE.stat().st_size < 300 * len(kept)
    assert LINES_FILE.stat().st_size < 8000 * len(data.lines)


@pytest.mark.long
def test_a_cluster_solves_the_deals_and_plays_their_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same bounds and the same lines as in this process, and nothing is left for a second run."""
    distributed = pytest.importorskip("distributed")
    # the workers import bench from the checkout, and everything else as this process does
    (tmp_path / "path").mkdir()
    (tmp_path / "path" / "bench").symlink_to(ROOT / "bench")
    # an empty entry would be the folder of whoever starts a process
    path = filter(None, (str(tmp_path / "path"), os.environ.get("PYTHONPATH")))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path))
    monkeypatch.setattr(solved, "STARTS_FILE", tmp_path / "starts.jsonl")
    monkeypatch.setattr(solved, "LINES_FILE", tmp_path / "lines.jsonl")
    with DaskCluster(tmp_path) as dask:
        for name in ("first", "second"):
            dask.worker("--no-nanny", "--name", name)
        with distributed.Client(dask.address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=START)
        deals = range(CHEAP, CHEAP + 1)
        assert solved.solve_deals(deals, 60.0, None, dask.address, 16), dask.logs()
        assert solved.play_lines(deals, 20_000_000, None, dask.address, 16), dask.logs()
        written_there = [path.read_bytes() for path in (solved.STARTS_FILE, solved.LINES_FILE)]
        assert solved.solve_deals(deals, 60.0, None, dask.address, 16)
        assert solved.play_lines(deals, 20_000_000, None, dask.address, 16)
        assert [path.read_bytes() for path in (solved.STARTS_FILE, solved.LINES_FILE)] == written_there
    records = read_starts(solved.STARTS_FILE)
    packaged = read_starts(STARTS_FILE)
    assert len(records) == 5
    for key, found in records.items():
        assert (found.lower, found.upper) == (packaged[key].lower, packaged[key].upper)
    (task,) = line_tasks(deals, records, {}, 20_000_000, 16)
    assert read_best_lines(solved.LINES_FILE) == {CHEAP: play_line(task)}
