"""The command ``herdmind match``."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from protocol.base.errors import counted
from protocol.cli.parts import (
    ADJUDICATE,
    ADJUST,
    CLUSTER,
    FAULTS,
    FIGURES,
    GAME,
    JOBS,
    MARGIN,
    POSITIONS,
    RULES,
    SEATS,
    SEED,
    STOP_ADJUSTED,
    check_adjust,
    for_workers,
    interrupted,
    log_option,
    work_bar,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from protocol.matches.match import Course, StopRule
    from protocol.matches.players import Patience
    from protocol.ratings.pairs import EloDifference
    from protocol.ratings.summary import MatchSummary
    from protocol.records.lineup import PlayerSpec
    from protocol.records.schedule import Schedule

# Heavy modules are imported where they are used, as in protocol.cli.main.


@click.command()
@click.argument("game", type=GAME)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@SEATS
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of all deals.")
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=400,
    show_default=True,
    help="Maximum number of deals.",
)
@click.option(
    "--stop",
    "half_width",
    type=click.FloatRange(0, min_open=True),
    metavar="WIDTH",
    help="End earlier, when the first player's difference is known to +-WIDTH, as 0.03.",
)
@click.option(
    "--seating",
    type=click.Choice(["rotate", "all"]),
    default="rotate",
    show_default=True,
    help="Play each deal in every rotation of the line-up around the table, or in every order.",
)
@click.option(
    "--team", type=click.IntRange(1), default=1, show_default=True, help="Neighbouring seats of each player."
)
@click.option("--baseline", is_flag=True, help="Play each deal also with the last player in every seat.")
@RULES
@FIGURES
@POSITIONS
@ADJUDICATE
@ADJUST
@STOP_ADJUSTED
@log_option("One line a game.")
@JOBS
@CLUSTER
@MARGIN
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def match(
    game: str,
    players: tuple[str, ...],
    seats: int | None,
    seed: int,
    deals: int,
    half_width: float | None,
    seating: str,
    team: int,
    baseline: bool,
    rules: tuple[str, ...],
    figures: str | None,
    positions: str | None,
    adjudicate: str | None,
    adjust: bool | None,
    stop_adjusted: bool | None,
    path: Path | None,
    jobs: int | None,
    cluster: str | None,
    margin: int,
    as_json: bool,
) -> None:
    """Play the PLAYERs against each other at GAME, on the same deals from every seat.

    A PLAYER is full, flat, policy, greedy or random, with settings as in full:movetime=10,skill=5, or an
    engine's command as in cmd:movetime=100,Hash=64:herdmind. The last PLAYER takes all remaining seats:
    full:movetime=10 greedy at four seats is one against three. Results are in [-1, 1]; a difference is a
    player's result minus that of the others, with its 95 % interval.

    Exit codes: 0 when all games ended normally, 1 when a player failed in one, 2 for invalid arguments or
    files, 3 when games could not be played, 130 when interrupted.
    """
    from protocol.base.errors import Code, ProtocolError, quote
    from protocol.matches.match import StopRule
    from protocol.matches.players import Patience
    from protocol.matches.starts import plan_setup
    from protocol.records import schedule as plan
    from protocol.records.lineup import line_up, read_player

    check_adjust(adjust, stop_adjusted, half_width is not None)
    specs = [read_player(text) for text in players]
    if len(specs) < 2:
        raise ProtocolError(
            Code.MISSING, f"name a second player, for {quote(players[0])} to play against", players[0]
        )
    setup, starts = plan_setup(game, seats, seed, rules, figures, positions, adjudicate)
    setup = replace(setup, figures=for_workers(figures, cluster))
    line = line_up(specs, setup.seats, team)
    seatings = plan.arrangements(line, team) if seating == "all" else plan.rotations(line, team)
    if baseline:
        seatings.append(plan.baseline(line))
    schedule = plan.Schedule(setup, tuple(dict.fromkeys(seatings)), starts)
    rule = StopRule(deals, half_width, bool(stop_adjusted))
    course = _play(schedule, line, rule, path, jobs, Patience(margin / 1000), cluster, bool(adjust))
    _print(schedule, line, rule, course, as_json)
    if not course.finished:
        interrupted(kept=path is not None)
    if course.faults:
        raise SystemExit(FAULTS)


def _play(
    schedule: Schedule,
    line: list[PlayerSpec],
    rule: StopRule,
    path: Path | None,
    jobs: int | None,
    patience: Patience,
    cluster: str | None,
    adjust: bool,
) -> Course:
    """Play the match with a progress bar on standard error."""
    from protocol.matches.match import play_spread
    from protocol.reports.show import note

    if cluster is None:  # in a cluster the engines run where the workers are
        _check_engines(schedule, line, patience)
    with work_bar() as progress:
        bar = progress.add_task("games", total=rule.groups * len(schedule.seatings), note="")

        def watch(course: Course) -> None:
            progress.update(bar, completed=course.games, note=note(line[0].name, course.found, course.faults))

        return play_spread(schedule, line[0].name, rule, path, jobs, patience, watch, cluster, adjust)


def _check_engines(schedule: Schedule, line: list[PlayerSpec], patience: Patience) -> None:
    """Start each engine once: an engine that cannot play is an error of the command, not a lost match.

    Raises:
        ProtocolError: an engine cannot be started or set up.
    """
    from protocol.matches.players import check_engine
    from solver.games import GAMES

    for spec in dict.fromkeys(spec for spec in line if spec.external):
        check_engine(spec, [GAMES[schedule.setup.game]], patience)


def _print(schedule: Schedule, line: list[PlayerSpec], rule: StopRule, course: Course, as_json: bool) -> None:
    from protocol.matches.match import course_dict
    from protocol.ratings.summary import summarise
    from solver.games import GAMES

    names = list(dict.fromkeys(spec.name for spec in line))
    setup = schedule.setup
    found = summarise(course.groups, names, setup.seats)
    if as_json:
        head = {
            "game": GAMES[setup.game].edition,
            "seats": setup.seats,
            "rules": list(setup.rules),
            "seed": setup.seed,
            "line_up": [{"name": spec.name, "player": spec.text} for spec in line],
            "seatings": len(schedule.seatings),
            "course": course_dict(course, rule),
        }
        elo = elo_of_match(course, found)
        click.echo(json.dumps({**head, **found.as_dict(), "elo": None if elo is None else elo.as_dict()}))
    else:
        _print_table(schedule, course, found)


def player_grid(title: str, found: MatchSummary) -> Grid:
    """The table of players, one row each."""
    from rich.markup import escape

    from protocol.base.grids import new_grid
    from protocol.reports.show import spell

    over = any(player.over_baseline is not None for player in found.players)
    columns = ["games", "difference", "first places", "rank", "points apart", "ms a move"]
    grid = new_grid(title, "player", *columns, *["points over baseline"] * over)
    for player in found.players:
        row = [
            escape(player.name),
            str(player.games),
            spell(player.difference),
            spell(player.wins, sign=False),
            f"{player.rank:.2f}",
            spell(player.points, 1),
            "-" if math.isnan(player.ms) else f"{player.ms:.1f}",
        ]
        grid.add_row(*row, *([spell(player.over_baseline, 1)] if over else []))
    return grid


def print_faults(console: Console, found: MatchSummary) -> None:
    """Print a line for each kind of fault by which a player lost games."""
    for player in found.players:
        for ending, count in player.faults.items():
            console.print(
                f"{player.name} lost {count} of its games by {ending}", soft_wrap=True, markup=False
            )


def elo_of_match(course: Course, found: MatchSummary) -> EloDifference | None:
    """The Elo difference of the first player; None unless two players met at tables of two."""
    from protocol.ratings.pairs import elo_difference

    games = [game for group in course.groups.values() for game in group]
    if len(found.players) != 2 or not games or any(len(game.names) != 2 for game in games):
        return None
    return elo_difference(course.groups, found.players[0].name, found.players[1].name)


def _print_table(schedule: Schedule, course: Course, found: MatchSummary) -> None:
    from protocol.base.grids import new_console, put
    from protocol.reports.show import elo_line, print_adjusted

    setup, console = schedule.setup, new_console()
    least = ("points over baseline", "ms a move", "points apart", "rank", "first places", "games")
    put(console, player_grid(f"{setup.title}, seed {setup.seed}", found), least)
    looks = f"looked at {course.looks} times" if course.looks != 1 else "looked at once"
    print_adjusted(console, found.players)
    console.print(
        f"{counted(found.groups, 'deal')} with {counted(len(schedule.seatings), 'game')} each, {looks}; "
        f"{found.seconds:,.0f} s of play"
    )
    console.print(
        "differences and first places: mean over deals and 95 % interval (BCa bootstrap over deals)"
    )
    if elo := elo_of_match(course, found):
        console.print(elo_line(elo), soft_wrap=True, markup=False)
    print_faults(console, found)
