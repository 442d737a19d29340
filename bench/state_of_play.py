"""The page docs/strength.md: the whole field of built-in players at every game, from committed logs.

The field and its limits are in ``bench/data/state_of_play.toml``, the games in
``bench/data/state_of_play/GAME-SEATS.jsonl.gz``. All limits are nodes, so ``--play`` plays the same games on
any machine, however busy; after an interruption it resumes.
"""

from __future__ import annotations

import gzip
from functools import partial
from pathlib import Path

import click

from bench._field import FieldCell, read_field
from bench._progress import progress
from bench._strength_page import found_in, page, picture
from protocol.base.gameline import Ending, GameRecord
from protocol.matches.match import play_task, standard_arena
from protocol.matches.players import Patience
from protocol.matches.workers import local_executor, run
from protocol.ratings.standings import read_log
from protocol.records.gamelog import GameLog, task_key
from solver.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "bench" / "data"
CELLS = DATA / "state_of_play.toml"
LOGS = DATA / "state_of_play"
DOCS = ROOT / "docs"


def play_cell(cell: FieldCell, folder: Path, jobs: int) -> None:
    """Play what the cell's log below ``folder`` lacks, and pack it."""
    edition = GAMES[cell.game].edition
    packed, path = folder / f"{cell.name}.jsonl.gz", folder / f"{cell.name}.jsonl"
    if packed.exists() and not path.exists():
        path.write_bytes(gzip.decompress(packed.read_bytes()))
    tasks = list(cell.tasks())
    with GameLog(path) as log, progress() as bar:
        shown = bar.add_task(cell.name, total=len(tasks), note="")
        missing = [task for task in tasks if task_key(task, edition) not in log.games]
        bar.update(shown, completed=len(tasks) - len(missing))

        def on_result(record: GameRecord) -> None:
            if record.ending is not Ending.INTERRUPTED:
                log.add(record)
                bar.update(shown, advance=1)

        work = partial(play_task, make_arena=standard_arena, patience=Patience())
        executor, end = local_executor(jobs)
        try:
            if not run(iter(missing), work, executor, jobs, on_result, end):
                raise click.Abort
        finally:
            end()
            executor.shutdown(wait=True, cancel_futures=True)
        games = [log.games[task_key(task, edition)] for task in tasks]
    text = "".join(game.line() + "\n" for game in games)
    packed.write_bytes(gzip.compress(text.encode("ascii"), 9, mtime=0))
    path.unlink()


def read_cells() -> list[FieldCell]:
    """The cells that are listed."""
    return read_field(CELLS.read_text("utf-8"))


def games_of(cell: FieldCell, folder: Path = LOGS) -> list[GameRecord]:
    """The games of the cell's log.

    Raises:
        click.ClickException: there is none, or it does not hold the games of the cell.
    """
    path = folder / f"{cell.name}.jsonl.gz"
    if not path.exists():
        raise click.ClickException(f"{path} is missing: --play plays it")
    games = read_log(path)
    edition = GAMES[cell.game].edition
    if [game.key for game in games] != [task_key(task, edition) for task in cell.tasks()]:
        raise click.ClickException(f"{path} does not hold the games of {CELLS.name}: --play mends it")
    return games


def written() -> dict[Path, str]:
    """Expected contents of the files made from the logs."""
    cells = [(cell, found_in(games_of(cell))) for cell in read_cells()]
    return {DOCS / "strength.md": page(cells), DOCS / "strength.svg": picture(cells)}


@click.command()
@click.option("--play", is_flag=True, help="First play the games missing in the logs.")
@click.option(
    "--only", multiple=True, metavar="CELL", help="Play only this cell, for example heckmeck-2; repeatable."
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Games at once.")
def main(play: bool, only: tuple[str, ...], jobs: int) -> None:
    """Make docs/strength.md and its picture from the logs."""
    if play:
        LOGS.mkdir(exist_ok=True)
        for cell in read_cells():
            if not only or cell.name in only:
                play_cell(cell, LOGS, jobs)
    for path, text in written().items():
        path.write_text(text, "utf-8")
        click.echo(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
