"""The command ``herdmind solve``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from protocol.base.system import processors
from protocol.cli.given import dealt_game, given_table
from protocol.cli.parts import (
    CLUSTER,
    FIGURES,
    GAME,
    SEED,
    for_workers,
    fresh,
    interrupted,
    movetime_option,
    work_bar,
)
from protocol.cli.proving import refuse_without_deals, write_proof

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.matches.solve import Book, Record, Summary, Tally, Task

# Heavy modules are imported where they are used, as in protocol.cli.main.

#: Cattle left, below which a certificate leaves the proof to the verifier (docs/certificates.md has figures).
CUT = 16


@click.command()
@click.argument("text", nargs=-1, required=True, metavar="GAME|TEXT|-")
@click.option("--deals", metavar="FIRST-LAST", help="Seeds of the deals, as in 1-100.")
@click.option(
    "--proof",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Prove one position, the deal of --seed or a TEXT, and write the certificate of its value.",
)
@click.option("--seed", type=SEED, help="With --proof: seed of the deal.")
@click.option(
    "--cut",
    type=click.IntRange(0, 255),
    default=CUT,
    show_default=True,
    help="With --proof: leave positions with fewer cattle to the verifier's own search. A smaller number "
    "makes a larger file that is verified faster.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="With --proof: search threads.",
)
@movetime_option(
    "Time for each start or position: 60s, 500ms; a bare number is milliseconds.", "60s", 1, 10**9, "--limit"
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.jsonl",
    help="Results, one line per start; run the same command again to resume.",
)
@click.option("--jobs", type=click.IntRange(1), help="Number of worker processes; one per core by default.")
@CLUSTER
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(1),
    default=256,
    show_default=True,
    metavar="MB",
    help="Memory for each worker.",
)
@click.option("--first", is_flag=True, help="Skip the remaining starts of a deal once it is decided.")
@FIGURES
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
def solve(
    text: tuple[str, ...],
    deals: str | None,
    proof: Path | None,
    seed: int | None,
    cut: int,
    threads: int,
    ms: int,
    out: Path | None,
    jobs: int | None,
    cluster: str | None,
    hash_mb: int,
    first: bool,
    figures: str | None,
    as_json: bool,
) -> None:
    """Solve whole deals of GAME: every start of each deal, on all cores or on a cluster.

    A deal is decided as soon as one start wins for the seat that chooses it. An open start is recorded with
    its proven bounds. Ctrl-C loses at most the starts that are being searched.

    With --proof FILE: prove one position and write a certificate of its value, which herdmind verify checks
    by the rules alone. The position is a TEXT (- reads it from standard input) or the deal of --seed, where
    the seat that chooses the start is to move.
    """
    if proof is None:
        _solve_deals(text, deals, ms, out, jobs, cluster, hash_mb, first, figures, as_json)
    else:
        if deals is not None or out is not None:
            raise click.UsageError("--deals and --out solve whole deals; --proof proves one position")
        _check_hash(hash_mb, 1)
        table = given_table(text, dealt_game(text, None, seed, None, ()), seed, None, (), figures)
        write_proof(table, proof, ms, hash_mb, threads, cut, as_json)


def _solve_deals(
    text: tuple[str, ...],
    wanted_deals: str | None,
    ms: int,
    wanted_out: Path | None,
    jobs: int | None,
    cluster: str | None,
    hash_mb: int,
    first: bool,
    figures: str | None,
    as_json: bool,
) -> None:
    from protocol.base.errors import Code, ProtocolError
    from protocol.matches import solve as batch
    from solver.games import GAMES

    game = GAME.convert(" ".join(text), None, None)
    deals, out = refuse_without_deals(wanted_deals, wanted_out)
    limit = ms / 1000
    numbers = batch.deal_range(deals)
    fresh(game, numbers[0], figures=figures)
    if GAMES[game].proof is None:
        solved = ", ".join(name for name in GAMES if GAMES[name].proof is not None)
        message = f"whole deals of {game} cannot be proved; solve is for {solved}"
        raise ProtocolError(Code.VALUE, message, game)
    if cluster is None:
        _check_hash(hash_mb, jobs or processors())
    if not out.absolute().parent.is_dir():
        raise ProtocolError(Code.FILE, f"--out {out}: there is no folder {out.absolute().parent}", str(out))
    figures = for_workers(figures, cluster)
    with batch.Book(out, GAMES[game].edition, batch.figures_mark(figures)) as book:
        wanted = {number: batch.starts_of(game, number, figures) for number in numbers}
        tally = batch.Tally(wanted, book, limit, first)
        tasks = batch.tasks_of(wanted, book, game, limit, hash_mb, figures, first)
        finished = _work(tasks, book, tally, jobs, cluster)
    summary = batch.summarise(wanted, book.records)
    if as_json:
        click.echo(json.dumps(summary.as_dict()))
    else:
        _print_summary(summary)
    if not finished:
        interrupted(kept=True)


def _check_hash(hash_mb: int, count: int) -> None:
    from protocol.base.errors import Code, ProtocolError
    from protocol.session.options import hash_limit

    if hash_mb * count > hash_limit():
        workers = f" for {count} workers" if count > 1 else ""
        message = f"--hash {hash_mb}{workers}: at most {hash_limit() // count} MB" + " each" * (count > 1)
        raise ProtocolError(Code.RANGE, message, str(hash_mb))


def _work(tasks: Iterator[Task], book: Book, tally: Tally, jobs: int | None, cluster: str | None) -> bool:
    """Solve the tasks with a progress bar on standard error; False when Ctrl-C ended the run."""
    from protocol.matches import solve as batch
    from protocol.matches.pool import open_pool

    with (
        work_bar() as progress,
        open_pool(jobs, cluster) as pool,
    ):
        bar = progress.add_task("starts", total=tally.starts, completed=tally.settled, note=tally.note())

        def on_record(record: Record) -> None:
            book.add(record)
            tally.heed(record.deal)
            progress.update(bar, completed=tally.settled, note=tally.note())

        return batch.run(tasks, pool.executor, pool.room, on_record, pool.end, asked=pool.asked)


def _print_summary(s: Summary) -> None:
    from protocol.base.grids import new_console, new_grid, put

    console = new_console()

    def share(part: int, whole: int) -> str:
        return f"{part} of {whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")

    grid = new_grid("Deals under the best start", "for seat 1", "")
    grid.add_row("decided", share(s.decided, s.deals))
    for word, number in (
        ("won", s.wins),
        ("drawn", s.draws),
        ("lost", s.losses),
        ("between (chance)", s.between),
    ):
        grid.add_row(f"  {word}", share(number, s.decided))
    grid.add_row("open", share(s.deals - s.decided, s.deals))
    put(console, grid)
    grid = new_grid("Starts", "for seat 1", "")
    grid.add_row("proved", share(s.starts_proved, s.starts))
    for word, number in (("won", s.start_wins), ("drawn", s.start_draws), ("lost", s.start_losses)):
        grid.add_row(f"  {word}", share(number, s.starts_proved))
    grid.add_row("open", share(s.starts - s.starts_proved, s.starts))
    put(console, grid)
    grid = new_grid("Value of choosing the start", "deals with every start proved", str(s.whole))
    grid.add_row("value of the best start", f"{s.best_start:+.3f}")
    grid.add_row("value of the average start", f"{s.average_start:+.3f}")
    grid.add_row("gain of the seat that chooses", f"{abs(s.average_start - s.best_start):.3f}")
    put(console, grid)
    grid = new_grid("Work on a proved start", "", "median", "90 %", "greatest")
    grid.add_row(
        "seconds",
        *(f"{value / 1000:.2f}" for value in (s.time_ms.median, s.time_ms.ninety, s.time_ms.greatest)),
    )
    grid.add_row("nodes", *(f"{value:,.0f}" for value in (s.nodes.median, s.nodes.ninety, s.nodes.greatest)))
    put(console, grid)
    console.print(f"{s.hours:.2f} hours of search on all starts, including open ones")
