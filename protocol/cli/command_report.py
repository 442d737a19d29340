"""The command ``herdmind report``."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from protocol.base.errors import counted
from protocol.cli.parts import JOBS, check_adjust, interrupted, work_bar

if TYPE_CHECKING:
    from protocol.base.gameline import GameRecord
    from protocol.ratings.sprt import SprtResult, SprtTest
    from protocol.ratings.standings import Event, Standings

    #: An event, its standings, and the result of the sequential test, if there is one.
    Result = tuple[Event, Standings, SprtResult | None]

# Heavy modules are imported where they are used, as in protocol.cli.main.


@click.command()
@click.argument(
    "logs",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="LOG...",
)
@click.option("--verify", is_flag=True, help="First replay every game and compare it with the log.")
@click.option(
    "--figures",
    type=click.Path(dir_okay=False),
    help="The games' file of figures, for --verify and --adjust.",
)
@click.option(
    "--adjust", is_flag=True, help="Show the results also with the luck of the games taken off, by replaying."
)
@click.option("--stop-adjusted", is_flag=True, help="With --adjust: --sprt looks at the adjusted results.")
@JOBS
@click.option(
    "--reference", metavar="PLAYER", help="The player with rating 0; by default the mean rating is 0."
)
@click.option(
    "--sprt",
    "test",
    metavar="elo0=A,elo1=B,...",
    help="Sequential test of the first player; more keys: alpha, beta, model=normalised.",
)
@click.option(
    "--player", metavar="PLAYER", help="The player that --sprt tests; by default the first one in the log."
)
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write the report to this file."
)
@click.option(
    "--png", type=click.Path(file_okay=False, path_type=Path), help="Write the pictures to this folder."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def report(
    logs: tuple[Path, ...],
    verify: bool,
    figures: str | None,
    adjust: bool,
    stop_adjusted: bool,
    jobs: int | None,
    reference: str | None,
    test: str | None,
    player: str | None,
    html: Path | None,
    png: Path | None,
    as_json: bool,
) -> None:
    """Report the results of the games in each LOG (plain or compressed with gzip).

    Games with the same game, seats and rules are combined across the logs. The exit code is 2 when a game
    does not verify.
    """
    from protocol.base.errors import Code, ProtocolError
    from protocol.base.files import check_file, check_target
    from protocol.ratings.sprt import read_test
    from protocol.ratings.standings import read_log

    check_adjust(adjust, stop_adjusted, test is not None)
    hypothesis = read_test(test) if test is not None else None
    check_file(figures or "")
    if html is not None:
        check_target(html)
    every = list({game.key: game for path in logs for game in read_log(path)}.values())
    unfinished = sum(not record.finished for record in every)
    moved = sum(record.finished and not record.steady for record in every)
    records = [record for record in every if record.finished and record.steady]
    fewer = " and ".join(
        [counted(unfinished, "unfinished game")] * bool(unfinished)
        + [f"{counted(moved, 'game')} in which places were changed"] * bool(moved)
    )
    if not records:
        what = f"{fewer} and no other is" if fewer else "there are no games"
        raise ProtocolError(Code.FILE, f"{what} in {', '.join(map(str, logs))}", str(logs[0]))
    if verify:
        verify_all(records, figures)
    if adjust:
        records = adjust_all(records, jobs, figures)
    found = _results(records, reference, hypothesis, player, stop_adjusted)
    _check_named(records, (reference, player))
    if html is not None or png is not None:
        write_pictures(found, html, png)
    if as_json:
        verified = len(records) if verify else None
        head = {"events": _rows(found), "verified": verified}
        click.echo(json.dumps({**head, "unfinished": unfinished, "moved": moved}))
    else:
        _print(found, len(records) if verify else None, fewer)


def _results(
    records: list[GameRecord],
    reference: str | None,
    test: SprtTest | None,
    player: str | None,
    stop_adjusted: bool,
) -> list[Result]:
    """The standings and the sequential test of each event."""
    from protocol.ratings.standings import events_of, standings
    from solver.games import GAMES

    found = []
    for event in events_of(records, {name: game.title for name, game in GAMES.items()}):
        names = {name for games in event.groups.values() for game in games for name in game.names}
        table = standings(event.groups, reference=reference if reference in names else None)
        found.append((event, table, _test(event, test, player, stop_adjusted)))
    return found


def _rows(found: list[Result]) -> list[dict[str, Any]]:
    """The events for JSON."""
    return [
        {
            "event": event.title,
            "game": event.game,
            "left_out": event.left_out,
            **table.as_dict(),
            "sprt": None if result is None else result.as_dict(),
        }
        for event, table, result in found
    ]


def _check_named(records: list[GameRecord], wanted: tuple[str | None, ...]) -> None:
    from protocol.base.errors import Code, ProtocolError, quote
    from protocol.ratings.pairs import names_of

    known = names_of(records)
    for name in wanted:
        if name is not None and name not in known:
            raise ProtocolError(
                Code.VALUE,
                f"there is no player {quote(name)} in the logs; there are: {', '.join(known)}",
                name,
            )


def adjust_all(records: list[GameRecord], jobs: int | None, figures: str | None) -> list[GameRecord]:
    """The games with their luck, on all processors, with a progress bar on standard error.

    Raises:
        ProtocolError: a game cannot be replayed.
    """
    from protocol.matches.luck import all_with_luck

    with work_bar() as progress:
        bar = progress.add_task("luck", total=len(records), note="")
        found = all_with_luck(records, jobs, figures, lambda done: progress.update(bar, completed=done))
    if found is None:
        interrupted(kept=False)
    assert found is not None
    return found


def verify_all(records: list[GameRecord], figures: str | None = None) -> None:
    """Replay every game.

    Raises:
        ProtocolError: a game differs from its record; the message names it.
    """
    from protocol.base.errors import ProtocolError
    from protocol.records.gamelog import verify
    from solver.games import GAMES

    for number, record in enumerate(records, 1):
        try:
            verify(record, GAMES, figures)
        except ProtocolError as error:
            what = f"{record.game}, seed {record.seed}, group {record.group}, {' '.join(record.names)}"
            raise ProtocolError(
                error.code, f"game {number} ({what}): {error.message}", error.token
            ) from error


def _test(event: Event, test: SprtTest | None, player: str | None, adjust: bool) -> SprtResult | None:
    from protocol.ratings.pairs import names_of
    from protocol.ratings.sprt import sprt

    names = names_of(game for games in event.groups.values() for game in games)
    name = player if player is not None else next(iter(names), None)
    if test is None or name not in names:
        return None
    return sprt(event.groups, name, test, adjust=adjust)


def check_pictures(folder: Path) -> None:
    """Create the folder for a report. Called before the first game, so that a missing library or an
    unwritable folder does not show up after hours of play.

    Raises:
        ProtocolError: matplotlib is not installed, or the folder cannot be written.
    """
    from protocol.base.errors import Code, ProtocolError
    from protocol.reports import plots

    plots.check()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fault = "" if os.access(folder, os.W_OK | os.X_OK) else "nothing can be written there"
    except OSError as error:
        fault = str(error.strerror)
    if fault:
        raise ProtocolError(Code.FILE, f"--report {folder}: {fault}", str(folder))


def write_pictures(found: list[Result], html: Path | None, png: Path | None) -> None:
    """Write the report to the file ``html``, and its pictures to ``png/EVENT-PICTURE.png``.

    Raises:
        ProtocolError: matplotlib is not installed, or a file cannot be written.
    """
    from protocol.base.errors import Code, ProtocolError
    from protocol.base.files import write_whole
    from protocol.reports import plots
    from protocol.reports.report_page import page, section

    sections = []
    try:
        if png is not None:
            png.mkdir(parents=True, exist_ok=True)
        for event, table, result in found:
            made = plots.pictures(event.groups, table)
            if result is not None and result.path:
                made["sprt"] = plots.sprt_plot(result.path, result.lower, result.upper)
            packed = [(name, plots.png(figure)) for name, figure in made.items()]
            word = re.sub(r"\W+", "-", event.title).strip("-")
            for name, data in packed if png is not None else []:
                assert png is not None
                write_whole(png / f"{word}-{name}.png", data)
            notes = [result.sentence] if result is not None else []
            sections.append(section(event.title, table, packed, notes))
        if html is not None:
            write_whole(html, page("Report of games", sections).encode("utf-8"))
    except OSError as error:
        raise ProtocolError(Code.FILE, f"{error.filename}: {error.strerror}", str(error.filename)) from error


def _print(found: list[Result], verified: int | None, fewer: str) -> None:
    from protocol.base.grids import new_console
    from protocol.reports.show import print_standings

    out = new_console()
    for event, table, result in found:
        print_standings(out, table, event.title)
        if event.left_out:
            left_out = counted(event.left_out, "game")
            out.print(f"{left_out} left out: not every seating of the deal has been played yet")
        if result is not None:
            out.print(result.sentence, soft_wrap=True, markup=False)
        out.print()
    if fewer:
        out.print(f"{fewer} left out")
    if verified is not None:
        out.print(f"{counted(verified, 'game')} played again: all as recorded")
