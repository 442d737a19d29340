"""Certificates of Longhorn's values: their size, and the time to write and to verify them.

The positions are the fixed list of :mod:`bench.longhorn`: the deals of seeds 1 to 40, each after one start.
With ``--whole`` they are the deals themselves, the seat that chooses the start to move. Every position is
searched with an empty table; what is not proved within ``--nodes`` has no certificate. Times are of the
processor.
"""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

import click

from bench._deals import Span, opening
from bench._progress import progress, show
from bench._records import Record, Records
from bench._statistics import quantile
from protocol.matches.certificates import Certificate
from solver.analysis import Limits, Settings
from solver.certificate.claims import Checking
from solver.game import State
from solver.games import GAMES
from solver.search.certify import Certifier
from solver.stop import StopFlag

GAME = GAMES["longhorn"]


def measure(state: State, most_nodes: int, hash_mb: int, cuts: list[int]) -> Record:
    """The record of one position: the proof, and the certificate of each cut (null where the value is open).

    Of a certificate: bytes of the file, moves in it, positions that the verifier visited, seconds of writing
    and of verifying.
    """
    assert GAME.proof is not None
    assert GAME.verify is not None
    certifier = Certifier(GAME.proof(), GAME.verify(), state, Settings(hash_mb=hash_mb), StopFlag())
    begin = time.process_time()
    report = certifier.prove(Limits(nodes=most_nodes)).report
    lower, upper = report.lower, report.upper
    if certifier.seat == 1:
        lower, upper = -upper, -lower
    record: Record = {
        "seconds": round(time.process_time() - begin, 3),
        "nodes": report.nodes,
        "lower": str(lower),
        "upper": str(upper),
        "cuts": {},
    }
    if lower == upper:
        for cut in cuts:
            record["cuts"][str(cut)] = certificate_record(certifier, state, lower, cut)
    return record


def certificate_record(certifier: Certifier, state: State, value: Fraction, cut: int) -> Record:
    """The figures of one certificate."""
    assert GAME.verify is not None
    begin = time.process_time()
    moves = certifier.record(value, value, cut)
    written = time.process_time() - begin
    size = len(Certificate(GAME.edition, state.to_text(), value, value, cut, moves).file())
    begin = time.process_time()
    checking = Checking(GAME.verify(), state, cut, moves, StopFlag())
    checking.check(value, value)
    return {
        "bytes": size,
        "moves": checking.walk.chosen,
        "positions": checking.walk.positions,
        "write": round(written, 3),
        "verify": round(time.process_time() - begin, 3),
    }


def print_cuts(records: list[Record], cuts: list[int]) -> None:
    """One row for each cut, over the positions that have a certificate."""
    proved = [record for record in records if record["cuts"]]
    print(f"proved: {len(proved)} of {len(records)}")
    if not proved:
        return
    rows = []
    for cut in cuts:
        found = [record["cuts"][str(cut)] for record in proved]
        positions, seconds = (sum(row[key] for row in found) for key in ("positions", "verify"))
        rows.append(
            [
                str(cut),
                *(f"{quantile([row['bytes'] for row in found], share) / 1000:,.1f}" for share in (0.5, 1)),
                f"{quantile([row['moves'] for row in found], 0.5):,}",
                *(
                    f"{quantile([row[key] for row in found], share):.2f}"
                    for key in ("write", "verify")
                    for share in (0.5, 1)
                ),
                f"{positions / max(seconds, 1e-9) / 1e6:.1f}",
            ]
        )
    heads = ["cut", "kB", "most", "moves", "write s", "most", "verify s", "most", "million/s"]
    show("certificates, medians and greatest values", heads, rows)


@click.command()
@click.option("--deals", type=Span(), default="1-40", show_default=True, help="Seeds of the deals.")
@click.option("--whole", is_flag=True, help="Whole deals, from the choice of the start on.")
@click.option(
    "--nodes",
    "most_nodes",
    default=100_000_000,
    show_default=True,
    type=click.IntRange(1),
    help="Limit of a proof; so many take a minute or two.",
)
@click.option("--hash", "hash_mb", default=256, show_default=True, type=click.IntRange(1, 1 << 20))
@click.option("--cuts", default="12,16,20,24", show_default=True, help="Cuts, with commas between.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="File of results; resume from it."
)
def main(deals: range, whole: bool, most_nodes: int, hash_mb: int, cuts: str, out: Path | None) -> None:
    """Size of certificates, and the time to write and verify them."""
    wanted_cuts = [int(word) for word in cuts.split(",") if word.isdecimal()]
    if ",".join(map(str, wanted_cuts)) != cuts:
        raise click.UsageError(f"--cuts {cuts}: should be numbers with commas between, as in 12,16")
    settings: Record = {
        "bench": "certificates",
        "whole": whole,
        "nodes": most_nodes,
        "hash": hash_mb,
        "cuts": cuts,
    }
    records = Records(out, settings)
    with progress() as bar:
        task = bar.add_task("deals", total=len(deals), note="")
        for seed in deals:
            if str(seed) not in records:
                state = GAME.initial(seed) if whole else opening(seed)
                records.add(str(seed), measure(state, most_nodes, hash_mb, wanted_cuts))
            bar.update(task, advance=1)
    print_cuts([records.done[str(seed)] for seed in deals], wanted_cuts)
