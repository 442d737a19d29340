"""The command ``herdmind``: the protocol when called alone, and a few commands for people."""

from __future__ import annotations

import json
import os
import signal
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from protocol import DIALECT, VERSION
from protocol.cli_match import match
from protocol.cli_play import play
from protocol.cli_tournament import tournament
from solver.reports import MAX_SKILL, OBJECTIVES, SEARCHES

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from protocol.solve import Summary
    from protocol.table import Table
    from solver.analysis import Answer, Report
    from solver.reports import Line

# The modules below the surface are imported where they are used: a client that starts the bare protocol
# should not wait for tables and colours.

#: Milliseconds that `analyse` takes at most when no limit is named.
ANALYSE_MS = 60_000
ESTIMATE_MS = 3_000


class Commands(click.Group):
    """Turns the project's typed errors into click's: one line, exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        from protocol.errors import Code, ProtocolError, error_text
        from protocol.table import refusal
        from solver.errors import HerdmindError

        try:
            return super().invoke(ctx)
        except HerdmindError as problem:
            error = refusal(problem, Code.VALUE)
        except ProtocolError as problem:
            error = problem
        raise click.ClickException(error_text(error))


@click.group(
    cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(VERSION, message=f"herdmind %(version)s, protocol {DIALECT}")
@click.pass_context
def main(ctx: click.Context) -> None:
    """An AI opponent and solver for board games.

    Without a command it speaks the protocol on standard input and output, as a UCI engine does: type help
    there.
    """
    if ctx.invoked_subcommand is None:
        from protocol.engine import run_stdio

        ctx.exit(run_stdio())


main.add_command(match)
main.add_command(play)
main.add_command(tournament)


def _fresh(
    game: str,
    seed: int | None,
    seats: int | None = None,
    rules: tuple[str, ...] = (),
    figures: str | None = None,
) -> Table:
    from protocol.engine import check_file
    from protocol.errors import Code, ProtocolError, quote
    from protocol.table import Table
    from solver.games import GAMES

    if game not in GAMES:
        raise ProtocolError(
            Code.VALUE, f"there is no game {quote(game)}; there are: {', '.join(GAMES)}", game
        )
    check_file(figures or "")
    return Table.fresh(GAMES[game], seed, seats, rules, figures)


SEED = click.IntRange(0, 2**64 - 1)
FIGURES = click.option(
    "--figures", type=click.Path(dir_okay=False), help="A file of figures in place of the built-in ones."
)


@main.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many play.")
@click.option("--seed", type=SEED, help="The deal; the game's standard one when left out.")
@click.option("--rules", multiple=True, metavar="WORD", help="A word of the rules in force; may be repeated.")
@FIGURES
def deal(game: str, seats: int | None, seed: int | None, rules: tuple[str, ...], figures: str | None) -> None:
    """Deal a fresh GAME and print its position."""
    words = tuple(word for text in rules for word in text.split())
    click.echo(_fresh(game, seed, seats, words, figures).state.to_text())


@main.command()
@click.argument("text", nargs=-1)
@click.option("--deal", "seed", type=SEED, help="Analyse this deal instead of a TEXT.")
@click.option("--game", default="longhorn", show_default=True, help="The game of --deal.")
@click.option("--seat", type=int, help="The seat to think for; the one to decide when left out.")
@click.option("--movetime", type=click.IntRange(1), metavar="MS", help="Think this long at most.")
@click.option("--nodes", type=click.IntRange(1), help="Think this many nodes at most.")
@click.option(
    "--multipv", type=click.IntRange(1, 1024), default=5, show_default=True, help="How many moves to value."
)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--hash", "hash_mb", type=click.IntRange(1), default=256, show_default=True, metavar="MB")
@click.option(
    "--search", type=click.Choice(SEARCHES), default=SEARCHES[0], show_default=True, help="The player."
)
@click.option("--skill", type=click.IntRange(0, MAX_SKILL), default=MAX_SKILL, show_default=True)
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default=OBJECTIVES[0],
    show_default=True,
    help="What it plays for.",
)
@click.option("--engine-seed", type=SEED, default=0, show_default=True, help="Of the engine's own draws.")
@FIGURES
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def analyse(
    text: tuple[str, ...],
    seed: int | None,
    game: str,
    seat: int | None,
    movetime: int | None,
    nodes: int | None,
    multipv: int,
    threads: int,
    hash_mb: int,
    search: str,
    skill: int,
    objective: str,
    engine_seed: int,
    figures: str | None,
    as_json: bool,
) -> None:
    """Value a position: its best moves, what they are worth, and the line in words.

    TEXT is a position's text, or - to read it from standard input. Without a limit it thinks until
    the value is proven, a minute at most; three seconds in games whose values are estimates.
    """
    from protocol.engine import check_file
    from protocol.errors import Code, ProtocolError
    from protocol.options import hash_limit
    from protocol.table import Table, game_of
    from solver.analysis import Analyser, Limits, Settings, StopFlag
    from solver.games import GAMES

    if (not text) == (seed is None):
        raise click.UsageError("name either a TEXT (or - for standard input) or --deal NUMBER")
    if hash_mb > hash_limit():
        raise ProtocolError(Code.RANGE, f"--hash {hash_mb}: at most {hash_limit()} MB here", str(hash_mb))
    check_file(figures or "")
    if not text:
        table = _fresh(game, seed, figures=figures)
    else:
        line = " ".join((sys.stdin.read(2**20) if text == ("-",) else " ".join(text)).split())
        table = Table.read(game_of(GAMES, line), line, figures)
    state = table.state
    if seat is None:
        owing = state.players_to_move()
        seat = state.viewer if state.viewer is not None else owing[0] if owing else 0
    table.check_own(seat)
    if seat not in state.players_to_move():
        raise ProtocolError(
            Code.SEAT, f"seat {seat} has nothing to decide: the turn is {table.turn()}", str(seat)
        )
    view = state.view(seat)
    if movetime is None and nodes is None:
        movetime = ANALYSE_MS if table.game.proof is not None else ESTIMATE_MS
    stop = StopFlag()
    previous = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        analyser = Analyser(
            Settings(
                hash_mb=hash_mb,
                threads=threads,
                multipv=multipv,
                seed=engine_seed,
                search=search,
                skill=skill,
                objective=objective,
            )
        )
        with _Ticker(not as_json) as ticker:
            answer = analyser.analyse(
                view, Limits(movetime_ms=movetime, nodes=nodes), ticker.show, stop, seat
            )
    finally:
        signal.signal(signal.SIGINT, previous)
    if as_json:
        click.echo(json.dumps(answer_dict(table, seat, answer)))
    else:
        _print_answer(table, seat, answer)


class _Ticker:
    """One changing line on standard error while a search runs, when that is a terminal."""

    def __init__(self, wanted: bool) -> None:
        self._on = wanted and sys.stderr.isatty()

    def __enter__(self) -> _Ticker:
        return self

    def __exit__(self, *_: object) -> None:
        if self._on:
            click.echo("\r\x1b[K", nl=False, err=True)

    def show(self, report: Report) -> None:
        if self._on and report.lines:
            line = report.lines[0]
            click.echo(
                f"\r\x1b[Kdepth {report.depth}  {report.time_ms / 1000:.1f} s  {report.nodes:,} nodes"
                f"  {line.pv[0]}  {line.value:+.3f}",
                nl=False,
                err=True,
            )


def in_words(table: Table, tokens: tuple[str, ...]) -> list[tuple[str, str]]:
    """(token, phrase) for each token of a line, as far as the line can be played on a copy of the table."""
    from solver.errors import HerdmindError

    state, out = table.state.clone(), []
    for token in tokens:
        owing = state.players_to_move()
        player = owing[0] if owing else None
        try:
            action = state.string_to_action(token, player)
            phrase = state.describe(action, player)
            state.apply_action(action, player)
        except HerdmindError:
            break
        who = "chance" if player is None else f"seat {player}"
        out.append((token, f"{who}: {phrase}"))
    return out


def answer_dict(table: Table, seat: int, answer: Answer) -> dict[str, Any]:
    """The answer for JSON: values are expected results of the seat asked, fractions as text."""
    report = answer.report
    return {
        "position": table.state.to_text(),
        "game": table.game.edition,
        "seat": seat,
        "best": answer.best,
        "reason": answer.reason,
        "depth": report.depth,
        "nodes": report.nodes,
        "time_ms": report.time_ms,
        "nps": report.nps,
        "hashfull": report.hashfull,
        "lines": [
            {
                "move": line.pv[0],
                "value": line.value,
                "lower": str(line.lower),
                "upper": str(line.upper),
                "proven": line.proven,
                "wdl": list(line.wdl),
                "nodes": line.nodes,
                "values": list(line.values),
                "notes": dict(line.notes),
                "pv": list(line.pv),
                "words": [phrase for _, phrase in in_words(table, line.pv)],
                "because": because(table, line),
            }
            for line in report.lines
        ],
        "proven": {token: str(value) for token, value in answer.proven},
        "unit": answer.unit,
        "mixture": {token: str(odds) for token, odds in answer.mixture},
    }


def because(table: Table, line: Line) -> list[str]:
    """What the search expects of the line's move, in the game's words."""
    from protocol.frontend.desk import in_words as expected

    return list(expected(dict(line.notes), table.game.expects))


def result_word(value: Fraction) -> str:
    """A proven value in words."""
    known = {1: "win", 0: "draw", -1: "loss"}
    return known.get(int(value), str(value)) if value.denominator == 1 else f"{value}"


def _grid(title: str, *columns: str) -> Grid:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid

    grid = Grid(title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False)
    for number, column in enumerate(columns):
        grid.add_column(column, justify="left" if number == 0 else "right", overflow="fold")
    return grid


def _console() -> Console:
    from rich.console import Console

    # A pipe has no width: the table must not be cut there.
    return Console(highlight=False, width=None if sys.stdout.isatty() else 120, soft_wrap=False)


def _print_answer(table: Table, seat: int, answer: Answer) -> None:
    console = _console()
    click.echo(table.state.board(color=console.is_terminal and not console.no_color))
    report = answer.report
    names = list(dict.fromkeys(name for line in report.lines for name, _ in line.notes))
    known = any(line.lower > -1 or line.upper < 1 for line in report.lines)
    columns = ["move", "value", "", *(["bounds"] if known or not names else []), "win/draw/loss %", *names]
    grid = _grid(f"Seat {seat} to decide", *columns)
    listed = set()
    for line in report.lines:
        listed.add(line.pv[0])
        value = result_word(line.lower) if line.proven else f"{line.value:+.3f}"
        bounds = "" if line.proven else f"{line.lower} .. {line.upper}"
        grid.add_row(
            line.pv[0],
            value,
            "proven" if line.proven else "estimate",
            *([bounds] if "bounds" in columns else []),
            " / ".join(f"{part / 10:.0f}" for part in line.wdl),
            *(f"{dict(line.notes).get(name, 0.0):.2f}" for name in names),
        )
    for token, proven in answer.proven:
        if token not in listed:
            unit = f" {answer.unit}" if answer.unit else ""
            grid.add_row(token, f"{proven}{unit}" if unit else result_word(proven), "proven")
    console.print(grid)
    for token, odds in answer.mixture:
        console.print(f"play {token} with probability {float(odds):.3f}")
    for line in report.lines:
        if reasons := because(table, line):
            phrase = table.state.describe(line.move, seat)
            console.print(f"{phrase}: {'; '.join(reasons)}", soft_wrap=True)
    others = len(table.state.legal_actions(seat)) - grid.row_count
    if others > 0:
        console.print(
            f"{others} more moves: --multipv {len(table.state.legal_actions(seat))} values all of them"
        )
    console.print(f"depth {report.depth}, {report.nodes:,} nodes, {report.time_ms / 1000:.2f} s")
    if answer.best is None:
        console.print(answer.reason or "nothing to decide")
        return
    best = report.lines[0]
    verdict = f"a proven {result_word(best.lower)}" if best.proven else f"worth about {best.value:+.3f}"
    console.print(f"\n[bold]Best: {best.pv[0]}[/bold], {verdict} for seat {seat}. The line:")
    for number, (token, phrase) in enumerate(in_words(table, best.pv), 1):
        console.print(f"{number:3}. {phrase}  [dim]{token}[/dim]", soft_wrap=True)


@main.command()
@click.argument("game")
@click.option("--deals", required=True, metavar="FIRST-LAST", help="The seeds of the deals, as in 1-100.")
@click.option(
    "--limit",
    type=click.FloatRange(0, min_open=True),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="For each start.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.jsonl",
    help="One line a start; run the same command again to go on.",
)
@click.option(
    "--jobs", type=click.IntRange(1), help="Worker processes; as many as there are cores when left out."
)
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(1),
    default=256,
    show_default=True,
    metavar="MB",
    help="For each worker.",
)
@click.option("--first", is_flag=True, help="Leave a deal's other starts out once it is decided.")
@FIGURES
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
def solve(
    game: str,
    deals: str,
    limit: float,
    out: Path,
    jobs: int | None,
    hash_mb: int,
    first: bool,
    figures: str | None,
    as_json: bool,
) -> None:
    """Solve whole deals of GAME: every start of each, on all cores.

    A deal is decided as soon as one start wins for the seat that chooses it. A start that stays open is
    recorded with the bounds that
    were proved. Ctrl-C loses at most the starts in work.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from protocol import solve as batch
    from protocol.errors import Code, ProtocolError
    from protocol.options import hash_limit
    from protocol.workers import local_executor
    from solver.games import GAMES

    numbers = batch.deal_range(deals)
    _fresh(game, numbers[0], figures=figures)
    jobs = jobs or len(os.sched_getaffinity(0))
    if hash_mb * jobs > hash_limit():
        raise ProtocolError(
            Code.RANGE,
            f"--hash {hash_mb} for {jobs} workers: at most {hash_limit() // jobs} MB each",
            str(hash_mb),
        )
    if not out.absolute().parent.is_dir():
        raise ProtocolError(Code.FILE, f"--out {out}: there is no folder {out.absolute().parent}", str(out))
    book = batch.Book(out, GAMES[game].edition, batch.figures_mark(figures))
    wanted = {number: batch.starts_of(game, number, figures) for number in numbers}
    tasks = batch.tasks_of(wanted, book, game, limit, hash_mb, figures, first)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    executor, ending = local_executor(jobs)
    finished = False
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    ) as progress:
        total = sum(map(len, wanted.values()))
        known = sum(book.done(number, start, limit) for number, starts in wanted.items() for start in starts)
        bar = progress.add_task("starts", total=total, completed=known)

        def on_record(record: batch.Record) -> None:
            book.add(record)
            proved = sum(r.proved for r in book.records.values())
            progress.update(bar, advance=1, description=f"starts, {proved} proved")

        try:
            finished = batch.run(tasks, executor, jobs, on_record, ending.set)
        finally:
            ending.set()
            executor.shutdown(wait=True, cancel_futures=True)
    summary = batch.summarise(wanted, book.records)
    if as_json:
        click.echo(json.dumps(summary.as_dict()))
    else:
        _print_summary(summary)
    if not finished:
        click.echo("interrupted: run the same command again to go on", err=True)
        raise SystemExit(130)


def _print_summary(s: Summary) -> None:
    console = _console()

    def share(part: int, whole: int) -> str:
        return f"{part} of {whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")

    grid = _grid("Deals under the best start", "for seat 0", "")
    grid.add_row("decided", share(s.decided, s.deals))
    for word, number in (
        ("won", s.wins),
        ("drawn", s.draws),
        ("lost", s.losses),
        ("between (chance)", s.between),
    ):
        grid.add_row(f"  {word}", share(number, s.decided))
    grid.add_row("open", share(s.deals - s.decided, s.deals))
    console.print(grid)
    grid = _grid("Starts", "for seat 0", "")
    grid.add_row("proved", share(s.starts_proved, s.starts))
    for word, number in (("won", s.start_wins), ("drawn", s.start_draws), ("lost", s.start_losses)):
        grid.add_row(f"  {word}", share(number, s.starts_proved))
    grid.add_row("open", share(s.starts - s.starts_proved, s.starts))
    console.print(grid)
    grid = _grid("What choosing the start is worth", "deals with every start proved", str(s.whole))
    grid.add_row("value of the best start", f"{s.best_start:+.3f}")
    grid.add_row("value of the average start", f"{s.average_start:+.3f}")
    grid.add_row("gain of the seat that chooses", f"{abs(s.average_start - s.best_start):.3f}")
    console.print(grid)
    grid = _grid("Work on a proved start", "", "median", "90 %", "greatest")
    grid.add_row(
        "seconds",
        *(f"{value / 1000:.2f}" for value in (s.time_ms.median, s.time_ms.ninety, s.time_ms.greatest)),
    )
    grid.add_row("nodes", *(f"{value:,.0f}" for value in (s.nodes.median, s.nodes.ninety, s.nodes.greatest)))
    console.print(grid)


@main.command()
@click.argument("nodes", required=False, type=click.IntRange(1))
def bench(nodes: int | None) -> None:
    """Fixed work: the node total is this build's signature."""
    from protocol import bench as fixed
    from solver.games import GAMES

    samples = []
    for sample in fixed.run(GAMES, nodes or fixed.NODES):
        samples.append(sample)
        click.echo(
            f"{sample.game} seed {sample.seed} nodes {sample.nodes} time {sample.milliseconds}", err=True
        )
    click.echo(fixed.summary(samples))
