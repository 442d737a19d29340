"""The page docs/longhorn-solved.md: solved deals of Longhorn and what best play looks like.

``bench/data/longhorn_solved.jsonl`` holds the values of starts, as ``herdmind solve longhorn --out`` writes
them; ``bench/data/longhorn_solved_lines.jsonl`` a line of best play for each decided deal. Both can be
extended and resumed. On a cluster the workers must be able to import ``bench``: start them with
``PYTHONPATH=.`` in a checkout.
"""

from __future__ import annotations

from pathlib import Path

import click

from bench._deals import Span
from bench._progress import progress
from bench._solved_lines import GAME, BestLine, Lines, line_tasks, play_line, read_best_lines
from bench._solved_page import Data, data_of, written
from protocol.base.linefile import read_lines
from protocol.cli.parts import Duration
from protocol.matches import solve, workers
from protocol.matches.pool import open_pool
from protocol.matches.solve import Book, Record

ROOT = Path(__file__).resolve().parent.parent
STARTS_FILE = ROOT / "bench" / "data" / "longhorn_solved.jsonl"
LINES_FILE = ROOT / "bench" / "data" / "longhorn_solved_lines.jsonl"


def read_starts(path: Path) -> dict[tuple[int, str], Record]:
    """The best record of each start in a file.

    Raises:
        ProtocolError: the file cannot be read, or a line of it is not a record.
    """
    found: dict[tuple[int, str], Record] = {}

    def take(_: int, text: str) -> None:
        solve.keep_better(found, Record.read(text))

    read_lines(path, take)
    return found


def solve_deals(deals: range, limit: float, jobs: int | None, cluster: str | None, hash_mb: int) -> bool:
    """Solve every start of the deals that lacks a value; False when interrupted."""
    wanted = {deal: solve.starts_of(GAME.name, deal) for deal in deals}
    with Book(STARTS_FILE, GAME.edition, None) as book, open_pool(jobs, cluster) as pool, progress() as bar:
        tally = solve.Tally(wanted, book, limit, first=False)
        shown = bar.add_task("starts", total=tally.starts, completed=tally.settled, note=tally.note())

        def on_record(record: Record) -> None:
            book.add(record)
            tally.heed(record.deal)
            bar.update(shown, completed=tally.settled, note=tally.note())

        tasks = solve.tasks_of(wanted, book, GAME.name, limit, hash_mb, None, first=False)
        return solve.run(tasks, pool.executor, pool.room, on_record, pool.end, asked=pool.asked)


def play_lines(deals: range, nodes: int, jobs: int | None, cluster: str | None, hash_mb: int) -> bool:
    """Play the missing lines of decided deals; False when interrupted."""
    lines = Lines(LINES_FILE)
    try:
        tasks = line_tasks(deals, read_starts(STARTS_FILE), lines.found, nodes, hash_mb)
        with open_pool(jobs, cluster) as pool, progress() as bar:
            shown = bar.add_task("lines", total=len(tasks), note="")

            def on_line(line: BestLine) -> None:
                if line.end is not None or not pool.asked():
                    lines.add(line)
                    bar.update(shown, advance=1)

            return workers.run(
                iter(tasks), play_line, pool.executor, pool.room, on_line, pool.end, asked=pool.asked
            )
    finally:
        lines.close()


def read_data() -> Data:
    """The data of the repository."""
    return data_of(read_starts(STARTS_FILE), read_best_lines(LINES_FILE))


@click.command()
@click.option("--deals", type=Span(), help="First solve these deals and play their lines, as far as missing.")
@click.option(
    "--movetime", "ms", type=Duration(1, 10**9), default="120s", show_default=True, metavar="TIME",
    help="Time for each start: 60s, 500ms; a bare number is milliseconds.",
)  # fmt: skip
@click.option(
    "--nodes", type=click.IntRange(1), default=100_000_000, show_default=True,
    help="Nodes for each position of a line.",
)  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), help="Worker processes; one per core by default.")
@click.option(
    "--cluster", metavar="ADDRESS",
    help="Work on the Dask scheduler at ADDRESS, as tcp://host:8786, whose workers can import bench.",
)  # fmt: skip
@click.option(
    "--hash", "hash_mb", type=click.IntRange(1), default=256, show_default=True, metavar="MB",
    help="Memory for each worker.",
)  # fmt: skip
def main(
    deals: range | None, ms: int, nodes: int, jobs: int | None, cluster: str | None, hash_mb: int
) -> None:
    """Make docs/longhorn-solved.md and its pictures from solved deals of Longhorn."""
    if deals is not None:
        finished = solve_deals(deals, ms / 1000, jobs, cluster, hash_mb)
        if not (finished and play_lines(deals, nodes, jobs, cluster, hash_mb)):
            raise click.Abort
    for path, text in written(read_data(), ROOT / "docs").items():
        path.write_text(text, "utf-8")
        click.echo(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
