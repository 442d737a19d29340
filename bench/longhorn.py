"""Longhorn: the speed of counting and searching positions, and the time to prove them.

The fixed list is the deals of seeds 1 to 40, each after one start: the one of index ``Rng(seed).below(n)`` of
the n legal starts in ascending order (n is 5). Seat 0 is to move, and all 36 cattle are on the board. Every
position is searched with an empty table until the value for the side to move is proved or the limit is
reached. The time includes the engine's estimates before the proof, but not the principal variation after it.

The signature changes exactly when the search does. It is the number of nodes when one thread searches the
fixed list with 64 MB and 100,000 nodes each, and a digest of the moves and bounds found.

With ``--table`` the positions are those of ``bench/data/longhorn_positions.jsonl`` (``bench positions`` makes
them), in groups by the cattle left on the board.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from pathlib import Path

import click

from bench._deals import Span, opening
from bench._progress import progress, show
from bench._records import Record, Records
from bench._statistics import quantile
from solver.analysis import Analyser, Limits, Report, Settings
from solver.game import State, perft
from solver.games import GAMES, parse_position

LIST = range(1, 41)
PERFT_DEPTH = 8
SIGNATURE_NODES = 100_000
SIGNATURE_HASH = 64
SECONDS = (1, 5, 10, 20, 60)
TABLE_SECONDS = (1, 10, 60)
POSITIONS = Path(__file__).parent / "data" / "longhorn_positions.jsonl"


def perft_speed() -> str:
    """Leaves counted per second of processor time, from the first deal's choice of a start on."""
    state = GAMES["longhorn"].initial(1)
    begin = time.process_time()
    count = perft(state, PERFT_DEPTH)
    return f"perft {PERFT_DEPTH} of deal 1: {count:,}; {count / (time.process_time() - begin):,.0f} nodes/s"


def signature() -> tuple[str, float]:
    """(node total and digest, nodes per second of processor time) of the list searched with a node limit."""
    analyser = Analyser(Settings(hash_mb=SIGNATURE_HASH))
    nodes = 0
    seconds = 0.0
    digest = hashlib.sha256()
    for seed in LIST:
        analyser.clear()
        begin = time.process_time()
        answer = analyser.analyse(opening(seed), Limits(nodes=SIGNATURE_NODES))
        seconds += time.process_time() - begin
        report = answer.report
        nodes += report.nodes
        digest.update(f"{seed} {answer.best} {report.lower} {report.upper} {report.nodes}\n".encode())
    return f"{nodes} {digest.hexdigest()[:12]}", nodes / seconds


def prove(analyser: Analyser, state: State, limit: float) -> Record:
    """Search until the value is proved or ``limit`` seconds have passed; returns the record.

    ``seconds``: to the proof, null when it stays open; ``nodes``: to the proof, or all; ``lower`` and
    ``upper``: the proved bounds for the side to move; ``load``: processors used on average, which is less
    than the threads when the machine was busy with something else.
    """
    proof: list[Report] = []

    def watch(report: Report) -> None:
        if report.lower == report.upper and not proof:
            proof.append(report)

    analyser.clear()
    wall, used = time.monotonic(), time.process_time()
    last = analyser.analyse(state, Limits(movetime_ms=round(1000 * limit)), watch).report
    report = proof[0] if proof else last
    return {
        "seconds": report.time_ms / 1000 if proof else None,
        "nodes": report.nodes,
        "lower": str(report.lower),
        "upper": str(report.upper),
        "hashfull": report.hashfull,
        "load": round((time.process_time() - used) / max(1e-6, time.monotonic() - wall), 2),
    }


def prove_all(
    records: Records, wanted: dict[str, State], limit: float, threads: int, hash_mb: int
) -> list[Record]:
    """The records of the wanted positions; missing ones are made."""
    analyser = Analyser(Settings(hash_mb=hash_mb, threads=threads))
    proved = 0
    with progress() as bar:
        task = bar.add_task("proving", total=len(wanted), note="")
        for done, (key, state) in enumerate(wanted.items(), 1):
            if key not in records:
                records.add(key, prove(analyser, state, limit))
            proved += records.done[key]["seconds"] is not None
            bar.update(task, advance=1, note=f"{proved} of {done} proved")
    return [records.done[key] for key in wanted]


def times_of(records: list[Record]) -> list[float]:
    """Seconds to the proof, infinite for open positions."""
    return [math.inf if record["seconds"] is None else record["seconds"] for record in records]


def within(times: list[float], seconds: float, limit: float) -> str:
    """The share proved within ``seconds``; "-" if that is beyond the limit."""
    if seconds > limit:
        return "-"
    return f"{sum(value <= seconds for value in times) / len(times):.0%}"


def print_list(records: list[Record], limit: float) -> None:
    """Print the results of the fixed list."""
    times = times_of(records)

    def spell(share: float) -> str:
        value = quantile(times, share)
        return f"over {limit:g} s" if math.isinf(value) else f"{value:.2f} s"

    print(f"time to the proof: median {spell(0.5)}, 90 % {spell(0.9)}, slowest {spell(1)}")
    shares = ", ".join(f"{within(times, s, limit)} in {s} s" for s in SECONDS if s <= limit)
    print(f"proved: {shares or '-'}; {sum(math.isfinite(t) for t in times)} of {len(times)} in {limit:g} s")
    loads = [record["load"] for record in records]
    print(f"processors used: median {quantile(loads, 0.5)}, 10 % with {quantile(loads, 0.1)} or less")
    done = sorted(record["nodes"] for record in records if record["seconds"] is not None)
    if done:
        print(f"nodes to the proof, of those proved: median {quantile(done, 0.5):,}, most {done[-1]:,}")
    rows: dict[tuple[str, str], list[str]] = {}
    for record in records:
        deal = record["key"]
        rows.setdefault((record["lower"], record["upper"]), []).append(deal)
    show(
        "values for the side to move, by deal",
        ["at least", "at most", "deals", "which"],
        [[low, high, str(len(deals)), " ".join(deals)] for (low, high), deals in sorted(rows.items())],
    )


def table_positions(per: int) -> dict[str, State]:
    """The first ``per`` positions of each group, by keys like 28/7 (cattle at most, deal)."""
    taken: dict[str, State] = {}
    counts: dict[int, int] = {}
    for line in POSITIONS.read_text(encoding="ascii").splitlines():
        row = json.loads(line)
        group = row["group"]
        if counts.get(group, 0) < per:
            counts[group] = counts.get(group, 0) + 1
            taken[f"{group}/{row['deal']}"] = parse_position(row["position"])
    return taken


def print_table(records: list[Record], limit: float) -> None:
    """Share proved and median nodes by cattle left."""
    groups: dict[int, list[Record]] = {}
    for record in records:
        groups.setdefault(int(record["key"].split("/")[0]), []).append(record)
    rows = []
    for group, members in sorted(groups.items(), reverse=True):
        times = times_of(members)
        nodes = quantile([r["nodes"] if r["seconds"] is not None else math.inf for r in members], 0.5)
        rows.append(
            [
                str(group),
                str(len(members)),
                *(within(times, seconds, limit) for seconds in TABLE_SECONDS),
                "open" if math.isinf(nodes) else f"{nodes:,.0f}",
            ]
        )
    heads = ["cattle left", "positions", *(f"in {seconds} s" for seconds in TABLE_SECONDS), "median nodes"]
    show("proved, by cattle left", heads, rows)


@click.command()
@click.option("--deals", type=Span(), default="1-40", show_default=True, help="Seeds of the deals.")
@click.option(
    "--limit",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0.01),
    help="Time limit per position, in seconds.",
)
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 64))
@click.option(
    "--hash",
    "hash_mb",
    default=1024,
    show_default=True,
    type=click.IntRange(1, 1 << 20),
    help="Hash table, in MB.",
)
@click.option("--table", is_flag=True, help="Search positions from good play, grouped by cattle left.")
@click.option(
    "--per", default=20, show_default=True, type=click.IntRange(1), help="With --table: positions per group."
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="File of results; resume from it."
)
def main(
    deals: range, limit: float, threads: int, hash_mb: int, table: bool, per: int, out: Path | None
) -> None:
    """Speed of counting and searching Longhorn, and the time that proofs take."""
    print(perft_speed())
    mark, speed = signature()
    print(f"search: {speed:,.0f} nodes/s, one thread")
    print(f"signature: {mark}", flush=True)
    settings: Record = {
        "bench": "longhorn table" if table else "longhorn",
        "limit": limit,
        "threads": threads,
        "hash": hash_mb,
        "signature": mark,
    }
    records = Records(out, settings)
    wanted = table_positions(per) if table else {str(seed): opening(seed) for seed in deals}
    found = prove_all(records, wanted, limit, threads, hash_mb)
    (print_table if table else print_list)(found, limit)
