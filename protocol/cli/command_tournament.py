"""The command ``herdmind tournament``."""

from __future__ import annotations

import json
import math
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from protocol.base.errors import counted
from protocol.cli.parts import (
    ADJUDICATE,
    ADJUST,
    CLUSTER,
    FAULTS,
    FIGURES,
    GAME,
    POSITIONS,
    RULES,
    SEATS,
    STOP_ADJUSTED,
    for_workers,
    interrupted,
)

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from protocol.matches.players import Patience
    from protocol.ratings.standings import Standings
    from protocol.records.lineup import PlayerSpec
    from protocol.tournaments.tournament import Tournament
    from protocol.tournaments.tournament_file import Order
    from solver.games import Game

# Heavy modules are imported where they are used, as in protocol.cli.main. MODES and SEATINGS are copied here
# for the same reason; a test compares them with their tables.
MODES = ("round-robin", "pairs", "gauntlet", "table", "swiss")
SEATINGS = ("rotate", "balanced", "all")


@click.command()
@click.argument("game", type=GAME, required=False)
@click.argument("players", nargs=-1, metavar="PLAYER...")
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.toml",
    help="Read games, players and settings from a file; options on the command line override it.",
)
@click.option(
    "--mode",
    type=click.Choice(MODES),
    help="Tables: every combination of players (default), every pair, the first player against each of the "
    "others, all players at one table, or, in rounds of ten deals, players with equal scores (swiss).",
)
@click.option(
    "--seating",
    type=click.Choice(SEATINGS),
    help="Seatings of each table: rotations (default), rotations with balanced neighbours, or every order.",
)
@SEATS
@click.option("--team", type=int, help="Neighbouring seats of each player.")
@click.option("--seed", type=int, help="Seed of all deals; 1 by default.")
@click.option("--deals", type=int, help="Number of deals; 100 by default.")
@RULES
@FIGURES
@POSITIONS
@ADJUDICATE
@ADJUST
@STOP_ADJUSTED
@click.option(
    "--log",
    type=click.Path(dir_okay=False),
    metavar="FILE.jsonl",
    help="Log of the games, one per line; run the same command again to resume.",
)
@click.option("--jobs", type=int, help="Games at once; one per core by default.")
@CLUSTER
@click.option("--margin", type=int, metavar="MS", help="Tolerance beyond a move's movetime; 2000 by default.")
@click.option("--flag", type=int, metavar="MS", help="Tolerance below zero on a clock; 0 by default.")
@click.option(
    "--warmup", type=int, metavar="N", help="Uncounted decisions before a player's first game; 0 by default."
)
@click.option(
    "--retire",
    type=int,
    metavar="N",
    help="Consecutive faults that retire a player, 0 for never; 20 by default.",
)
@click.option(
    "--stop",
    type=float,
    metavar="WIDTH",
    help="End earlier, when the first player's difference is known to +-WIDTH, as 0.03.",
)
@click.option(
    "--sprt",
    metavar="elo0=A,elo1=B",
    help="End earlier, when a sequential test of the first player against the others is decided; more keys: "
    "alpha, beta, model=normalised.",
)
@click.option(
    "--report",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write report.html and its pictures (PNG) to DIR.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def tournament(
    game: str | None,
    players: tuple[str, ...],
    config: Path | None,
    cluster: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play a tournament of the PLAYERs at GAME, or a tournament from a file, with everyone on the same deals.

    A PLAYER is written as for match. Exit codes: 0 when all games ended normally, 1 when a player failed in
    one, 2 for invalid arguments or files, 3 when games could not be played, 130 when interrupted.
    """
    from protocol.base.gameline import Ending
    from protocol.cli.command_report import check_pictures

    options["figures"] = for_workers(options["figures"], cluster)
    wanted = _order(game, players, config, options)
    cluster = cluster or wanted.settings.get("cluster")
    patience = _patience(wanted)
    if "report" in wanted.settings:
        check_pictures(Path(wanted.settings["report"]))
    if cluster is None:  # in a cluster the engines run where the workers are
        _check_engines(wanted, patience)
    found, whole = _play(wanted, patience, cluster)
    outcome = Outcome(found)
    if as_json:
        click.echo(json.dumps(result_dict(wanted, outcome, whole)))
    else:
        _print(wanted, outcome)
    if "report" in wanted.settings:
        _report(wanted, outcome, Path(wanted.settings["report"]))
    if not whole:
        interrupted(kept="log" in wanted.settings)
    if not all(Ending(word).fair for word in found.endings):
        raise SystemExit(FAULTS)


def _order(game: str | None, players: tuple[str, ...], config: Path | None, options: dict[str, Any]) -> Order:
    """The tournament that the command line and the file describe together."""
    from protocol.records.lineup import distinct, read_player
    from protocol.tournaments import tournament_file as plan
    from solver.games import GAMES

    given = {key: value for key, value in options.items() if value not in (None, ())}
    if "rules" in given:
        given["rules"] = list(given["rules"])
    plan.check_settings("", given)
    if config is None:
        if game is None or len(players) < 2:
            raise click.UsageError("name a GAME and at least two PLAYERs, or a file with --config")
        specs = {spec.name: spec for spec in distinct(map(read_player, players))}
        return plan.order({**given, "games": [{"game": game}]}, specs, GAMES)
    if game is not None:
        raise click.UsageError("with --config the games and the players come from the file")
    values = plan.read_file(config)
    values["games"] = [
        {key: value for key, value in own.items() if key not in given} for own in values["games"]
    ]
    return plan.order({**values, **given}, plan.read_players(values), GAMES)


def _patience(wanted: Order) -> Patience:
    from protocol.matches.players import Patience

    return Patience(
        margin=wanted.settings.get("margin", 2000) / 1000, flag=wanted.settings.get("flag", 0) / 1000
    )


def _check_engines(wanted: Order, patience: Patience) -> None:
    """Start each engine once: an engine that cannot play is an error of the command, not a lost tournament.

    Raises:
        ProtocolError: an engine cannot be started or set up.
    """
    from protocol.matches.players import check_engine
    from solver.games import GAMES

    engines: dict[PlayerSpec, list[Game]] = {}
    for game, spec in wanted.players:
        if spec.external:
            engines.setdefault(spec, []).append(GAMES[game])
    for spec, games in engines.items():
        check_engine(spec, games, patience)


def _play(wanted: Order, patience: Patience, cluster: str | None) -> tuple[Tournament, bool]:
    """Play the tournament with a live table on standard error."""
    from protocol.tournaments.live import Show
    from protocol.tournaments.tournament import play_spread

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with Show() as show:
        return play_spread(
            wanted.plan,
            Path(wanted.settings["log"]) if "log" in wanted.settings else None,
            wanted.settings.get("jobs"),
            patience,
            wanted.settings.get("warmup", 0),
            show.watch,
            cluster,
            wanted.settings.get("adjust", False),
        )


# --- results ----------------------------------------------------------------------------------------------


class Outcome:
    """The results of a tournament: the ``tables`` of its sections, the table of ``all`` games together (None
    with a single section), and the sequential ``test`` (None without one)."""

    def __init__(self, found: Tournament) -> None:
        from protocol.ratings.standings import standings
        from protocol.tournaments.tournament import SprtRule

        self.found = found
        rule = found.plan.enough
        self.test = rule.result(found.all_groups()) if isinstance(rule, SprtRule) else None
        self.tables = [
            standings(found.groups(number), section.players)
            for number, section in enumerate(found.plan.sections)
        ]
        self.all = standings(found.complete(), found.plan.players) if len(self.tables) > 1 else None

    def differences(self) -> list[tuple[str, float | None, int]]:
        """(player, mean difference over its sections with equal weights, their number), best first."""
        rows = []
        for name in self.found.plan.players:
            known = [
                player.summary.difference.mean
                for table in self.tables
                for player in table.players
                if player.name == name and player.summary.difference.groups
            ]
            rows.append((name, sum(known) / len(known) if known else None, len(known)))
        return sorted(rows, key=lambda row: -math.inf if row[1] is None else row[1], reverse=True)


def result_dict(wanted: Order, outcome: Outcome, whole: bool) -> dict[str, Any]:
    """The result for JSON. Only the times in it depend on the workers and on interruptions."""
    found = outcome.found
    sections = []
    for number, (section, table) in enumerate(zip(found.plan.sections, outcome.tables, strict=True)):
        setup = section.schedule.setup
        head = {
            "game": setup.game,
            "table_seats": setup.seats,
            "rules": list(setup.rules),
            "seed": setup.seed,
            "seatings": len(section.schedule.seatings),
            "retired": found.retired(number),
            **({"rounds": found.rounds(number)} if section.swiss is not None else {}),
        }
        sections.append({**head, **table.as_dict()})
    lines = {spec.name: spec.text for _, spec in wanted.players}
    rated = (
        {} if outcome.all is None else {player["name"]: player for player in outcome.all.as_dict()["players"]}
    )
    return {
        "finished": whole,
        "verdict": found.verdict,
        "players": [{"name": name, "player": lines[name]} for name in found.plan.players],
        "overall": [
            {"name": name, "difference": value, "games": games, "rating": rated.get(name, {}).get("rating")}
            for name, value, games in outcome.differences()
        ],
        "sprt": None if outcome.test is None else outcome.test.as_dict(),
        "games": sections,
    }


def _report(wanted: Order, outcome: Outcome, folder: Path) -> None:
    """Write the page and the pictures."""
    from protocol.cli.command_report import write_pictures
    from protocol.ratings.standings import Event

    single = len(outcome.tables) == 1  # the test is of all games together
    found = [
        (Event("", title, outcome.found.groups(number), 0), table, outcome.test if single else None)
        for number, (title, table) in enumerate(zip(wanted.titles, outcome.tables, strict=True))
    ]
    write_pictures(found, folder / "report.html", folder)


def _print(wanted: Order, outcome: Outcome) -> None:
    from protocol.base.grids import new_console, put
    from protocol.reports.show import crosstable_grid, crosstable_spare, pools_line, print_standings

    out, found = new_console(), outcome.found
    for number, table in enumerate(outcome.tables):
        section = found.plan.sections[number]
        print_standings(out, table, f"{wanted.titles[number]}, seed {section.schedule.setup.seed}")
        for name, index in found.retired(number).items():
            faults = counted(found.plan.retire, "fault")
            words = f"{name} was retired after {counted(index, 'deal')}: {faults} in a row"
            out.print(words, soft_wrap=True, markup=False)
        out.print()
    if outcome.all is not None:
        put(out, _overall_grid(outcome, outcome.all), ("faults", "of games", "difference"))
        if line := pools_line(outcome.all):
            out.print(line, soft_wrap=True, markup=False)
        put(out, crosstable_grid(outcome.all, "Who beat whom, all games"), crosstable_spare(outcome.all))
    if outcome.test is not None:
        out.print(outcome.test.sentence, soft_wrap=True, markup=False)
    if found.verdict is not None:
        out.print(f"ended before all deals were played: {found.verdict}", soft_wrap=True, markup=False)


def _overall_grid(outcome: Outcome, table: Standings) -> Grid:
    from rich.markup import escape

    from protocol.base.grids import new_grid
    from protocol.reports.show import rated

    pools = len(table.pools) > 1
    columns = [*(["pool"] if pools else []), "rating", "difference", "of games", "faults"]
    grid = new_grid("all games", "player", *columns)
    for name, value, games in outcome.differences():
        grid.add_row(
            escape(name),
            *([str(table[name].pool or "-")] if pools else []),
            rated(table[name].rating),
            "-" if value is None else f"{value:+.3f}",
            str(games),
            str(sum(table[name].summary.faults.values())),
        )
    return grid
