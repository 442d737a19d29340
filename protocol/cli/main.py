"""The command ``herdmind``: the protocol when called without arguments, and the commands for people."""

from __future__ import annotations

import json
import signal
import sys
from typing import TYPE_CHECKING, Any

import click

from protocol import DIALECT, VERSION
from protocol.base.early import disarm
from protocol.cli.command_advise import advise
from protocol.cli.command_draw import draw
from protocol.cli.command_games import games
from protocol.cli.command_match import match
from protocol.cli.command_mcp import mcp
from protocol.cli.command_play import play
from protocol.cli.command_report import report
from protocol.cli.command_review import review
from protocol.cli.command_schema import schema
from protocol.cli.command_serve import serve
from protocol.cli.command_solve import solve
from protocol.cli.command_sprt import sprt
from protocol.cli.command_tournament import tournament
from protocol.cli.command_tune import tune
from protocol.cli.command_verify import verify
from protocol.cli.given import dealt_game, given_table
from protocol.cli.parts import (
    FIGURES,
    GAME,
    INTERRUPTED,
    RULES,
    SEATS,
    SEED,
    Broken,
    Refused,
    fresh,
    misfortune,
    movetime_option,
)
from protocol.cli.ticker import Ticker, stopping
from solver.reports import MAX_SKILL, OBJECTIVES, SEARCHES

if TYPE_CHECKING:
    from protocol.table.table import Table
    from solver.analysis import Answer, Limits, Settings
    from solver.reports import Lesson

# Heavy modules are imported where they are used, so that a client that starts the bare protocol does not wait
# for the libraries of tables and colours.

#: Default time limits of `analyse` in milliseconds: where values can be proved, and where they are estimates.
ANALYSE_MS = 60_000
ESTIMATE_MS = 3_000


class Commands(click.Group):
    """A group that turns the project's typed errors into one line and an exit code."""

    def main(self, *args: Any, **extra: Any) -> Any:
        from protocol.base.errors import ProtocolError
        from protocol.session.streams import open_standard_streams

        try:
            open_standard_streams()
        except ProtocolError as problem:
            click.echo(f"Error: {problem.message}", err=True)
            sys.exit(Refused.exit_code)
        return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        from protocol.base.errors import Code, ProtocolError, error_text, screen_text
        from protocol.table.table import refusal
        from solver.errors import HerdmindError

        try:
            disarm()
            return super().invoke(ctx)
        except HerdmindError as problem:
            error = refusal(problem, Code.VALUE)
        except ProtocolError as problem:
            error = problem
        except OSError as problem:
            error = misfortune(problem)
        except click.ClickException as problem:
            vars(problem)["message"] = screen_text(problem.message)  # it may quote what was typed
            raise
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            raise SystemExit(INTERRUPTED) from None
        raise (Broken if error.code is Code.INTERNAL else Refused)(error_text(error))


@click.group(
    cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(VERSION, message=f"herdmind %(version)s, protocol {DIALECT}")
@click.pass_context
def main(ctx: click.Context) -> None:
    """An AI opponent and solver for board games.

    Without a command, herdmind speaks its protocol on standard input and output, as a UCI engine does; type
    help there.

    Exit codes: 0 for success; 1 when a game did not end normally; 2 for invalid arguments or files, and when
    a file fails during the run (finished games are in the log); 3 for an internal failure; 130 when
    interrupted.
    """
    if ctx.invoked_subcommand is None:
        from protocol.session.session import run_stdio

        ctx.exit(run_stdio())


main.add_command(advise)
main.add_command(draw)
main.add_command(games)
main.add_command(match)
main.add_command(mcp)
main.add_command(play)
main.add_command(report)
main.add_command(schema)
main.add_command(tournament)
main.add_command(solve)
main.add_command(sprt)
main.add_command(tune)
main.add_command(review)
main.add_command(serve)
main.add_command(verify)


@main.command()
@click.argument("game", type=GAME)
@SEATS
@click.option("--seed", type=SEED, help="Seed of the deal; the game's standard one by default.")
@RULES
@FIGURES
def deal(game: str, seats: int | None, seed: int | None, rules: tuple[str, ...], figures: str | None) -> None:
    """Deal a fresh GAME and print its position."""
    words = tuple(word for text in rules for word in text.split())
    click.echo(fresh(game, seed, seats, words, figures).state.to_text())


@main.command()
@click.argument("text", nargs=-1, metavar="GAME|TEXT|-")
@click.option(
    "--seed", "--deal", "seed", type=SEED, help="Seed of the deal of GAME; its standard one by default."
)
@SEATS
@RULES
@click.option("--game", type=GAME, hidden=True, help="GAME, in its old place.")
@click.option(
    "--seat",
    metavar="SEAT",
    help="The seat to decide: its number, counted from 1, or its bandit; by default the one to move.",
)
@movetime_option("Maximum time: 5s, 500ms; a bare number is milliseconds.", most=10**12)
@click.option("--nodes", type=click.IntRange(1), help="Maximum number of nodes.")
@click.option(
    "--multipv", type=click.IntRange(1, 1024), default=5, show_default=True, help="Number of moves to value."
)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--hash", "hash_mb", type=click.IntRange(1), default=256, show_default=True, metavar="MB")
@click.option(
    "--search", type=click.Choice(SEARCHES), default=SEARCHES[0], show_default=True, help="The search to use."
)
@click.option("--skill", type=click.IntRange(0, MAX_SKILL), default=MAX_SKILL, show_default=True)
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default=OBJECTIVES[0],
    show_default=True,
    help="The goal of play.",
)
@click.option(
    "--engine-seed", type=SEED, default=0, show_default=True, help="Seed of the engine's own randomness."
)
@FIGURES
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def analyse(
    text: tuple[str, ...],
    seed: int | None,
    seats: int | None,
    rules: tuple[str, ...],
    game: str | None,
    seat: str | None,
    ms: int | None,
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
    """Analyse a position: its best moves, their values, and the best line in words.

    GAME is dealt afresh, as by herdmind deal. TEXT is the text of a position; - reads it from standard input.
    Without a limit the search ends when the value is proven, at the latest after a minute; in games whose
    values are estimates it takes three seconds. --json counts seats from 0, as position texts do.
    """
    from protocol.base.errors import Code, ProtocolError
    from protocol.session.options import hash_limit
    from solver.analysis import Limits, Settings

    name = dealt_game(text, game, seed, seats, rules)
    if hash_mb > hash_limit():
        raise ProtocolError(Code.RANGE, f"--hash {hash_mb}: at most {hash_limit()} MB here", str(hash_mb))
    table = given_table(text, name, seed, seats, rules, figures)
    mover = _deciding_seat(table, seat)
    if ms is None and nodes is None:
        ms = ANALYSE_MS if table.game.proof is not None else ESTIMATE_MS
    settings = Settings(
        hash_mb=hash_mb,
        threads=threads,
        multipv=multipv,
        seed=engine_seed,
        search=search,
        skill=skill,
        objective=objective,
        teach=True,
    )
    answer = _search(table, mover, settings, Limits(movetime_ms=ms, nodes=nodes), quiet=as_json)
    if as_json:
        click.echo(json.dumps(answer_dict(table, mover, answer)))
    else:
        _print_answer(table, mover, answer)


def _deciding_seat(table: Table, called: str | None) -> int:
    """The seat to analyse for: the one that people call ``called``, or by default the one to move.

    Raises:
        ProtocolError: nobody decides here, or the seat does not.
    """
    from protocol.base.errors import Code, ProtocolError
    from protocol.cli.answers import people
    from protocol.table.naming import named, seat_called
    from protocol.table.reading import asks
    from solver.analysis import nothing_to_decide

    state, names = table.state, people(table)
    seat = None if called is None else seat_called(table, called)
    owing = state.players_to_move()
    if not owing and (seat is None or state.is_terminal()) and state.viewer is None:
        wanted = f" ({asks(table)})" if not state.is_terminal() else ""
        reason = f"nothing to decide: {nothing_to_decide(state, None)}{wanted}"
        raise ProtocolError(Code.POSITION, named(reason, names))
    if seat is None:
        seat = state.viewer if state.viewer is not None else owing[0]
    try:
        table.check_own(seat)
    except ProtocolError as error:
        raise ProtocolError(error.code, named(error.message, names), error.token) from error
    if seat not in owing:
        turn = ", ".join(names[other] for other in owing) or table.turn()
        raise ProtocolError(
            Code.SEAT, f"{names[seat]} has nothing to decide now; to decide: {turn}", called or str(seat + 1)
        )
    return seat


def _search(table: Table, seat: int, settings: Settings, limits: Limits, quiet: bool) -> Answer:
    """The answer of a search, which Ctrl-C stops early. Unless ``quiet``, progress goes to standard error."""
    from solver.analysis import Analyser

    view = table.state.view(seat)
    with stopping(signal.SIGINT) as stop, Ticker(not quiet) as ticker:
        answer = Analyser(settings).analyse(view, limits, ticker.report, stop, seat)
    if answer.remark:
        click.echo(f"note: {answer.remark}", err=True)
    return answer


def answer_dict(table: Table, seat: int, answer: Answer) -> dict[str, Any]:
    """The answer for JSON: values are expected results of ``seat``, fractions as text."""
    from protocol.cli.answers import because, in_words

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
        "lesson": None if answer.lesson is None else _lesson_dict(answer.lesson),
        "unit": answer.unit,
        "mixture": {token: str(odds) for token, odds in answer.mixture},
    }


def _lesson_dict(lesson: Lesson) -> dict[str, Any]:
    return {
        "value": str(lesson.value),
        "keeping": lesson.keeping,
        "losing": lesson.losing,
        "legal": lesson.legal,
        "refuted": [
            {"move": told.move, "value": str(told.value), "plies": told.plies, "line": list(told.line)}
            for told in lesson.refuted
        ],
    }


def _print_answer(table: Table, seat: int, answer: Answer) -> None:
    from protocol.base.grids import new_console
    from protocol.cli.answers import people, picture, show

    console = new_console()
    color = console.is_terminal and not console.no_color
    picture(table.state.board(color=color, names=people(table)), console)
    show(table, seat, answer, console)


@main.command()
@click.argument("nodes", required=False, type=click.IntRange(1))
def bench(nodes: int | None) -> None:
    """Search a fixed list of positions: the total of nodes is the signature of this build."""
    from protocol.session import bench as fixed
    from solver.games import GAMES

    samples = []
    for sample in fixed.run(GAMES, nodes or fixed.NODES):
        samples.append(sample)
        click.echo(
            f"{sample.game} seed {sample.seed} nodes {sample.nodes} time {sample.milliseconds}", err=True
        )
    click.echo(fixed.summary(samples))
