"""A game's table of playing strength. Each cell is a match of one player against seats of another.

The cells of a game are listed in ``bench/data/strength_GAME.toml``. Each table there gives lists, and every
combination is a cell: ``seats``, ``cputime`` (milliseconds of processor time per decision, the same for both
sides, so that the load of the machine does not matter), ``player`` and ``against`` (in the grammar of
``herdmind match``, without a limit), ``rules`` (words, the same for the whole table). Players that do not
search (PLAIN) get no limit. ``deals`` is the maximum number of deals of each cell; ``team`` is the number of
neighbouring seats of each player.

Every cell has a log named after it, so an interrupted table can be resumed, and a larger ``--deals`` extends
it. With ``--adjust`` all figures are luck-adjusted, and a cell ends by its adjusted interval.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from bench._progress import progress
from protocol.base.errors import ProtocolError, error_text
from protocol.matches.match import Course, StopRule, play_spread
from protocol.matches.players import Patience
from protocol.ratings.summary import PlayerSummary, summarise
from protocol.records.lineup import line_up, read_player
from protocol.records.schedule import Schedule, Setup, rotations
from protocol.reports.show import luck_line, note, spell, times
from solver.games import GAMES

DATA = Path(__file__).parent / "data"
#: Players that decide at once: a limit would only lengthen their names.
PLAIN = ("random", "greedy")
HEADS = (
    "seats",
    "ms",
    "player",
    "against",
    "difference",
    "first places",
    "even",
    "points apart",
    "deals",
    "games",
)
#: Of a luck-adjusted table, too: how many times as many deals the three figures need without the adjustment.
SAVED = "deals saved"


@dataclass(frozen=True)
class Cell:
    """One match: ``player`` in one seat, ``against`` in all others."""

    seats: int
    cputime: int
    player: str
    against: str
    rules: tuple[str, ...] = ()
    deals: int = 400
    team: int = 1

    @property
    def name(self) -> str:
        """A word for the cell, which names its log."""
        words = (*self.rules, f"{self.seats}seats", f"{self.cputime}ms", self.player, "vs", self.against)
        return "-".join(words).translate(str.maketrans(":=,/ ", "_____"))

    def spec(self, text: str) -> str:
        """A player of the cell with the cell's limit."""
        name, colon, rest = text.partition(":")
        if name in PLAIN:
            return text
        return f"{name}:cputime={self.cputime}" + (f",{rest}" if colon else "")

    def schedule(self, game: str, seed: int) -> Schedule:
        """The games of the cell."""
        players = [read_player(self.spec(text)) for text in (self.player, self.against)]
        line = line_up(players, self.seats, self.team)
        return Schedule(Setup(game, self.seats, seed, self.rules), tuple(rotations(line, self.team)))


def read_cells(text: str) -> Iterator[Cell]:
    """The cells of a file, in its order: seats change fastest, then opponents, then times.

    Raises:
        click.ClickException: a key is unknown or missing.
    """
    known = {"seats", "cputime", "player", "against", "rules", "deals", "team"}
    for number, table in enumerate(tomllib.loads(text).get("cells", []), 1):
        for key in sorted(table.keys() ^ known):
            if key in table or key not in ("rules", "deals", "team"):
                what = "unknown" if key in table else "missing"
                raise click.ClickException(f"table {number} of the cells: {key} is {what}")
        rules, deals = tuple(table.get("rules", ())), table.get("deals", 400)
        team = table.get("team", 1)
        for cputime in table["cputime"]:
            for player in table["player"]:
                for against in table["against"]:
                    for seats in table["seats"]:
                        yield Cell(seats, cputime, player, against, rules, deals, team)


@dataclass(frozen=True)
class Outcome:
    """A cell that was played; ``course`` says how it ended."""

    cell: Cell
    course: Course
    player: PlayerSummary


def play_cell(
    cell: Cell,
    game: str,
    seed: int,
    deals: int | None,
    stop: float | None,
    folder: Path,
    jobs: int | None,
    adjust: bool,
) -> Outcome:
    """Play what the cell's log lacks; ``adjust``: see :class:`~protocol.matches.match.StopRule`."""
    schedule = cell.schedule(game, seed)
    first = schedule.seatings[0][0].name
    rule = StopRule(cell.deals if deals is None else deals, stop, adjust)
    with progress() as bar:
        task = bar.add_task(cell.name, total=rule.groups * len(schedule.seatings), note="")

        def watch(course: Course) -> None:
            bar.update(task, completed=course.games, note=note(first, course.found, course.faults))

        path = folder / f"{game}-{cell.name}.jsonl"
        course = play_spread(schedule, first, rule, path, jobs, Patience(margin=5.0), watch)
    player = summarise(course.groups, [first], cell.seats).players[0]
    return Outcome(cell, course, player if adjust else replace(player, adjusted=None))


def row(outcome: Outcome) -> list[str]:
    """The cell's row, in the columns of HEADS and, where it is luck-adjusted, SAVED."""
    cell, player = outcome.cell, outcome.player
    faults = sum(player.faults.values())
    found = player.adjusted or player
    saved = [", ".join(map(times, player.adjusted.saved))] if player.adjusted else []
    return [
        str(cell.seats),
        str(cell.cputime),
        cell.player,
        cell.against,
        spell(found.difference),
        spell(found.wins, sign=False),
        f"{1 / cell.seats:.3f}",
        spell(found.points, 2),
        str(len(outcome.course.groups)) + ("" if outcome.course.finished else " (interrupted)"),
        str(player.games) + (f" ({faults} lost by a fault)" if faults else ""),
        *saved,
    ]


def markdown(outcomes: list[Outcome]) -> str:
    """The table for a page."""
    adjusted = any(outcome.player.adjusted for outcome in outcomes)
    heads = (*HEADS, SAVED) if adjusted else HEADS
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join([*lines, *("| " + " | ".join(row(outcome)) + " |" for outcome in outcomes)]) + "\n"


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option(
    "--logs",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the logs, one per cell; run again to resume.",
)
@click.option(
    "--cells",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File of cells to use instead.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="WORD",
    help="Only cells with WORD in their name; repeat to require several words.",
)
@click.option("--deals", type=click.IntRange(1), help="Maximum deals per cell, instead of the file's.")
@click.option(
    "--stop",
    type=click.FloatRange(0, min_open=True),
    default=0.03,
    show_default=True,
    help="Half width of the interval at which a cell ends.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Seed of the deals."
)
@click.option("--adjust", is_flag=True, help="Take the luck of the games off all figures.")
@click.option("--jobs", type=click.IntRange(1), help="Games at once; by default one per core.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Also write the table to this file."
)
@click.option("--list", "listed", is_flag=True, help="List the cells and play nothing.")
def main(
    game: str,
    logs: Path,
    cells: Path | None,
    only: tuple[str, ...],
    deals: int | None,
    stop: float,
    seed: int,
    adjust: bool,
    jobs: int | None,
    out: Path | None,
    listed: bool,
) -> None:
    """Play the cells of GAME one after the other and print them as a Markdown table."""
    path = cells or DATA / f"strength_{game}.toml"
    if not path.exists():
        raise click.ClickException(f"there are no cells for {game}: {path} is missing")
    wanted = [cell for cell in read_cells(path.read_text("utf-8")) if all(word in cell.name for word in only)]
    if listed:
        for cell in wanted:
            click.echo(cell.name)
        return
    logs.mkdir(parents=True, exist_ok=True)
    outcomes: list[Outcome] = []
    try:
        for cell in wanted:
            outcomes.append(play_cell(cell, game, seed, deals, stop, logs, jobs, adjust))
            if out is not None:
                out.write_text(markdown(outcomes), "utf-8")
            if not outcomes[-1].course.finished:
                break
    except ProtocolError as error:
        raise click.ClickException(error_text(error)) from error
    click.echo(markdown(outcomes), nl=False)
    if luck := luck_line(outcome.player for outcome in outcomes):
        click.echo(luck, err=True)
    looks = sorted({outcome.course.looks for outcome in outcomes})
    click.echo(f"looks at a cell: {', '.join(map(str, looks))}", err=True)
    if any(not outcome.course.finished for outcome in outcomes):
        click.echo("interrupted: run the same command again to go on", err=True)
        raise SystemExit(130)
    if any(math.isnan(outcome.player.difference.mean) for outcome in outcomes):
        raise SystemExit(1)
