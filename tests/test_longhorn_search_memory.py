"""The exhaustive search stays within its memory, and proves with very little of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from longhorn_search import analyser, best, prover
from scaling import CHECKED, FULL, scale
from solver.analysis import Limits
from solver.game import State
from solver.games import GAMES, parse_position
from solver.stop import StopFlag

ROOT = Path(__file__).resolve().parent.parent
VECTORS = Path(__file__).parent / "data" / "longhorn_vectors.jsonl"
SPARE_MB = 100

# A process of its own that works on hard positions, and tells the most memory that it ever had (KB).
PROGRAM = """
import sys
from solver.analysis import Analyser, Limits, Settings
from solver.games import GAMES
hash_mb, threads, milliseconds = map(int, sys.argv[1:])
searcher = Analyser(Settings(hash_mb=hash_mb, threads=threads, multipv=3))
for seed in (3, 4, 5):
    answer = searcher.analyse(GAMES["longhorn"].initial(seed), Limits(movetime_ms=milliseconds))
# a change of size must not need both
searcher.configure(Settings(hash_mb=hash_mb, threads=threads + 1))
searcher.analyse(GAMES["longhorn"].initial(6), Limits(movetime_ms=milliseconds))
# (getrusage would count the process that started this one)
with open("/proc/self/status") as status:
    most = next(line.split()[1] for line in status if line.startswith("VmHWM:"))
print(most, answer.report.hashfull)
"""


@pytest.mark.timing
@pytest.mark.skipif(CHECKED, reason="the instrumented build has other sizes")
@pytest.mark.skipif(sys.platform != "linux", reason="the most memory is read from /proc")
@pytest.mark.parametrize(("hash_mb", "threads"), [(1, 1), (64, 1), (64, 2), (256, 1)])
def test_the_process_stays_within_hash_and_a_bit(hash_mb: int, threads: int) -> None:
    milliseconds = scale(6000, least=600)
    shown = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(hash_mb), str(threads), str(milliseconds)],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert shown.returncode == 0, shown.stderr
    kilobytes, full = map(int, shown.stdout.split())
    assert kilobytes <= 1024 * (hash_mb + SPARE_MB)
    assert full > 0  # it was put to use


#: A position of 24 cattle whose proof takes some 27,000 nodes.
SMALL = (
    "longhorn/1 nugget:b1o1g1:sheriff,blackstone:g1:snakeoil,maverick:b2o1g1:snakeoil/dagger:b1:branding,"
    "solomon:o1g1:epidemic,cherokee:o1g2:gold300/kidcooper:b1w3:branding,tulsa:o1g1:rattlesnake,"
    "redriver:b1o2g1:gold400 herds=b2w4o2/b1w2g1 gold=-/- outlaw=tulsa turn=1 last=dagger/blackstone "
    "phase=play"
)
FIRST_SECONDS = 0.02  # of processor time, from a new searcher to the first proof


def resident() -> int:
    """Memory of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.timing
@pytest.mark.skipif(CHECKED, reason="the instrumented build is slower, and counts its own memory")
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_the_first_search_touches_what_it_needs_of_a_large_hash() -> None:
    state = parse_position(SMALL)
    before, begin = resident(), time.process_time()
    searcher = analyser(hash_mb=4096)
    report = searcher.analyse(state, Limits(movetime_ms=10_000)).report
    assert report.lower == report.upper
    assert time.process_time() - begin < 10 * FIRST_SECONDS
    assert resident() - before < 32 << 20
    begin = time.process_time()
    searcher.clear()
    assert time.process_time() - begin < FIRST_SECONDS


def test_a_growing_table_keeps_what_it_knows() -> None:
    """Answers from before the table doubled are found afterwards, each in its new place."""
    lines = (ROOT / "bench" / "data" / "longhorn_positions.jsonl").read_text(encoding="ascii").splitlines()
    rows = [json.loads(line) for line in lines]
    positions = [parse_position(row["position"]) for row in rows if row["group"] == 24][:12]
    engine = prover(hash_mb=64)

    def nodes(state: State) -> int:
        engine.open(state)
        assert engine.run(60, 5_000_000, StopFlag())
        return engine.nodes_searched

    first = [nodes(state) for state in positions]
    full = engine.hashfull
    engine.open(GAMES["longhorn"].initial(5))
    engine.run(60, 2_000_000, StopFlag())
    assert engine.hashfull > 2 * full + 16  # some 1/16 of the memory is more than half full by now
    again = [nodes(state) for state in positions]
    known = sum(count < 20 for count in again)
    assert known >= 10  # a crowded cluster may have lost one
    assert sum(count < 20 for count in first) <= 2


@pytest.mark.long
def test_one_megabyte_is_enough_for_proofs() -> None:
    """A table that is full of something else already forgets, but tells nothing wrong."""
    searcher = analyser(hash_mb=1)
    deal = GAMES["longhorn"].initial(3)
    filled = searcher.analyse(deal, Limits(nodes=5_000_000)).report.hashfull
    assert filled > 800
    most = 28 if FULL else 26
    entries = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
    wanted = [entry for entry in entries if 20 <= entry.get("cattle_left", 0) <= most]
    assert len(wanted) >= 10
    for entry in wanted:
        answer = best(searcher, entry["position"])
        sign = 1 if " turn=0 " in entry["position"] else -1
        assert answer.report.lines[0].lower == answer.report.lines[0].upper == sign * Fraction(entry["value"])
