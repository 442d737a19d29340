"""Colt Express, base game: one full player against random ones, by games won and money at the end.

For comparison, the following was reported for a Java program (its name is not known to us) in 120 games
against random players: at 40 ms per decision, 116 games won with a mean of $3,191 against three of them, and
120 with $3,602 against two; at 200 ms, all games, with $3,519 and $4,006.
"""

from __future__ import annotations

from pathlib import Path

import click

from bench._progress import progress, show
from bench._statistics import bootstrap
from protocol.base.errors import ProtocolError, error_text
from protocol.base.gameline import Ending, GameRecord
from protocol.matches.match import Course, StopRule, play_spread
from protocol.matches.players import Patience
from protocol.records.lineup import line_up, read_player
from protocol.records.schedule import Schedule, Setup, rotations
from protocol.reports.show import note

#: (seats, milliseconds per decision): (games of 120 won, mean dollars) of the other program.
REPORTED = {(4, 40): (116, 3191), (3, 40): (120, 3602), (4, 200): (120, 3519), (3, 200): (120, 4006)}


def results(games: list[GameRecord], name: str) -> tuple[int, list[float]]:
    """(games won alone, mean dollars of each deal) of the player ``name``."""
    won = 0
    money: dict[int, list[int]] = {}
    for game in games:
        seat = game.names.index(name)
        won += game.ranks[seat] == 1 and game.ranks.count(1) == 1
        money.setdefault(game.group, []).append(game.scores[seat])
    return won, [sum(dollars) / len(dollars) for dollars in money.values()]


def play(
    seats: int, player: str, games: int, seed: int, logs: Path | None, jobs: int | None
) -> list[GameRecord]:
    """The games of one line of the table: every deal once from each seat."""
    line = line_up([read_player(player), read_player("random")], seats)
    schedule = Schedule(Setup("colt", seats, seed), tuple(rotations(line)))
    name = schedule.seatings[0][0].name
    path = None if logs is None else logs / f"colt-money-{seats}seats-{name}.jsonl".replace(":", "_")
    with progress() as bar:
        task = bar.add_task(f"{seats} seats, {player}", total=games, note="")

        def watch(course: Course) -> None:
            bar.update(task, completed=course.games, note=note(name, course.found, course.faults))

        course = play_spread(
            schedule, name, StopRule(games // seats, None), path, jobs, Patience(margin=5.0), watch
        )
    return [game for group in course.groups.values() for game in group]


@click.command()
@click.option("--movetime", multiple=True, type=click.IntRange(1), default=(40, 200), show_default=True)
@click.option("--seats", multiple=True, type=click.IntRange(2, 6), default=(4, 3), show_default=True)
@click.option("--games", default=120, show_default=True, type=click.IntRange(6), help="Games per line.")
@click.option("--settings", default="", metavar="KEY=VALUE,...", help="Additional settings of the player.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of the deals.")
@click.option(
    "--logs", type=click.Path(file_okay=False, path_type=Path), help="Folder of game logs; resume from them."
)
@click.option("--jobs", type=click.IntRange(1), help="Games at once; by default one per core.")
def main(
    movetime: tuple[int, ...],
    seats: tuple[int, ...],
    games: int,
    settings: str,
    seed: int,
    logs: Path | None,
    jobs: int | None,
) -> None:
    """Games won and money made against random players, with another program's figures beside them."""
    if logs is not None:
        logs.mkdir(parents=True, exist_ok=True)
    table = []
    try:
        for limit in movetime:
            player = f"full:movetime={limit}" + (f",{settings}" if settings else "")
            for count in seats:
                found = play(count, player, games, seed, logs, jobs)
                won, money = results(found, read_player(player).name)
                low, high = bootstrap(money)
                faults = sum(game.ending is not Ending.NORMAL for game in found)
                other = REPORTED.get((count, limit))
                table.append(
                    [
                        str(limit),
                        str(count),
                        f"{won} of {len(found)}" + (f", {faults} with a fault" if faults else ""),
                        f"${sum(money) / len(money):,.0f} [{low:,.0f}, {high:,.0f}]",
                        "" if other is None else f"{other[0]} of 120, ${other[1]:,}",
                    ]
                )
    except ProtocolError as error:
        raise click.ClickException(error_text(error)) from error
    show("full against random players", ["ms", "seats", "won", "mean money", "reported"], table)


if __name__ == "__main__":
    main()
