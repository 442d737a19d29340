"""The command ``herdmind tune``."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from protocol.cli.parts import (
    CLUSTER,
    FIGURES,
    GAME,
    JOBS,
    MARGIN,
    RULES,
    SEATS,
    SEED,
    for_workers,
    fresh,
    interrupted,
    log_option,
    work_bar,
)

if TYPE_CHECKING:
    from protocol.matches.players import Patience
    from protocol.matches.tune import Order, Trial, Tuning

# Heavy modules are imported where they are used, as in protocol.cli.main.


@click.command()
@click.argument("game", type=GAME)
@click.option("--player", required=True, metavar="PLAYER", help="The player to tune, as full:nodes=1000.")
@click.option("--against", metavar="PLAYER", help="The fixed baseline; the untuned player by default.")
@click.option(
    "--param",
    "params",
    multiple=True,
    required=True,
    metavar="NAME=RANGE",
    help="LOW:HIGH, LOW:HIGH:log or WORD,WORD,..., as tree.explore=0.2:3; may be repeated.",
)
@click.option("--trials", type=click.IntRange(1), default=40, show_default=True, help="Number of trials.")
@click.option("--deals", type=click.IntRange(2), default=40, show_default=True, help="Deals of each trial.")
@click.option(
    "--final", type=click.IntRange(2), default=200, show_default=True, help="Fresh deals of each finalist."
)
@click.option(
    "--finalists", type=click.IntRange(1), default=3, show_default=True, help="Best settings that play again."
)
@click.option("--all-deals", is_flag=True, help="Play all deals of every trial: give none up early.")
@SEATS
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of all deals and proposals.")
@RULES
@FIGURES
@log_option("The games; the trials go to FILE.jsonl.study.")
@JOBS
@CLUSTER
@MARGIN
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def tune(
    game: str,
    player: str,
    against: str | None,
    params: tuple[str, ...],
    trials: int,
    deals: int,
    final: int,
    finalists: int,
    all_deals: bool,
    seats: int | None,
    seed: int,
    rules: tuple[str, ...],
    figures: str | None,
    path: Path | None,
    jobs: int | None,
    cluster: str | None,
    margin: int,
    as_json: bool,
) -> None:
    """Tune settings of a PLAYER at GAME in games against a fixed baseline, on the same deals from every seat.

    The best settings play again on fresh deals. The report says whether they are significantly better than
    the baseline.
    """
    from protocol.matches.players import Patience
    from protocol.matches.solve import figures_mark
    from protocol.matches.tune import Order, read_parameter, tuning_dict
    from protocol.records.lineup import read_player
    from protocol.records.schedule import Setup

    parameters = tuple(map(read_parameter, params))
    tuned = read_player(player)
    words = tuple(word for text in rules for word in text.split())
    count = fresh(game, seed, seats, words, figures).state.num_players()
    figures = for_workers(figures, cluster)
    setup = Setup(game, count, seed, words, figures, figures_mark(figures))
    baseline = read_player(against or player)
    order = Order(setup, tuned, baseline, parameters, trials, deals, final, finalists, not all_deals)
    tuning = _run(order, path, jobs, cluster, Patience(margin / 1000))
    if as_json:
        click.echo(json.dumps(tuning_dict(order, tuning)))
    else:
        _print(order, tuning)
    if not tuning.finished:
        interrupted(kept=path is not None)


def _run(
    order: Order, path: Path | None, jobs: int | None, cluster: str | None, patience: Patience
) -> Tuning:
    """Run the tuning with a progress bar on standard error."""
    from protocol.matches.match import check_there
    from protocol.matches.pool import open_pool
    from protocol.matches.tune import Tuner, open_study
    from protocol.records.gamelog import GameLog

    engines = {spec: [order.setup.game] for spec in order.engines()}
    with (
        GameLog(path) as log,
        work_bar() as progress,
        open_pool(jobs, cluster, patient=True) as pool,
    ):
        study = open_study(order, path.with_name(path.name + ".study") if path else None)
        check_there(pool.executor, engines, patience)
        seats = len(order.schedule(order.player).seatings)
        trial, final = order.deals * seats, order.final * seats
        bar = progress.add_task("games", total=order.trials * trial + order.finalists * final, note="")

        def watch(tuning: Tuning) -> None:
            done = len(tuning.trials) * trial + len(tuning.final) * final + tuning.games
            progress.update(bar, completed=done, note=note(order, tuning))

        return Tuner(
            order,
            log,
            study,
            pool.executor,
            pool.room,
            pool.end,
            patience=patience,
            watch=watch,
            asked=pool.asked,
        ).run()


def note(order: Order, tuning: Tuning) -> str:
    """The progress in a few words."""
    if len(tuning.trials) >= order.trials:
        return "the best trials on fresh deals"
    words = f"trial {len(tuning.trials) + 1} of {order.trials}"
    best = tuning.best(1)
    return f"{words}, best {best[0].difference.mean:+.3f}" if best else words


def _print(order: Order, tuning: Tuning) -> None:
    from rich.markup import escape

    from protocol.base.grids import new_console, new_grid, put
    from protocol.matches.tune import final_confidence
    from protocol.reports.show import spell

    console = new_console()
    names = [parameter.name for parameter in order.parameters]

    def table(title: str, trials: list[Trial]) -> None:
        grid = new_grid(title, "trial", *names, "deals", "difference")
        for trial in trials:
            grid.add_row(
                str(trial.number + 1),
                *(escape(trial.values[name]) for name in names),
                str(trial.difference.groups),
                spell(trial.difference),
            )
        put(console, grid, ("deals", *reversed(names)))

    setup = order.setup
    title = f"{setup.title}, seed {setup.seed}: the best trials against {order.baseline.text}"
    table(title, tuning.best(10))
    given_up = sum(trial.given_up for trial in tuning.trials)
    console.print(f"{len(tuning.trials)} trials, {given_up} of them given up early")
    for name, count in sorted(Counter(tuning.faults.values()).items()):
        console.print(f"{name} lost {count} of its games by a fault of its own", soft_wrap=True)
    if tuning.final:
        share = 100 * final_confidence(order)
        table(f"The best trials on fresh deals ({share:.1f} % intervals, jointly 95 %)", tuning.final)
    console.print(tuning.verdict()[1], soft_wrap=True, markup=False)
