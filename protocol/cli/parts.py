"""Parts shared by the commands: options, errors, fresh games, tables."""

from __future__ import annotations

import errno
import re
import shlex
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from rich.progress import Progress

    from protocol.base.errors import ProtocolError
    from protocol.table.table import Table

Callback = TypeVar("Callback", bound=Callable[..., Any])

# Heavy modules are imported where they are used, as in protocol.cli.main.

_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m)?")
_UNITS = {"ms": 1, "s": 1000, "m": 60_000}

#: Exit codes of all commands: a game did not end normally; invalid arguments or files; an internal failure
#: (games could not be played); Ctrl-C or SIGTERM.
FAULTS, USAGE, BROKEN, INTERRUPTED = 1, 2, 3, 130


class Refused(click.ClickException):
    """An error of one line about the arguments or the files."""

    exit_code = USAGE


class Broken(click.ClickException):
    """An error of one line about an internal failure."""

    exit_code = BROKEN


SEED = click.IntRange(0, 2**64 - 1)
SEATS = click.option("--seats", type=int, help="Number of seats; the game's default if omitted.")
RULES = click.option(
    "--rules",
    multiple=True,
    metavar="WORD",
    callback=lambda _ctx, _param, texts: tuple(re.findall(r"[^\s,]+", " ".join(texts))),
    help="A rules word, or several with commas between; may be repeated.",
)
FIGURES = click.option(
    "--figures", type=click.Path(dir_okay=False), help="A file of figures, instead of the built-in ones."
)
JOBS = click.option("--jobs", type=click.IntRange(1), help="Games at once; one per core by default.")
ADJUST = click.option(
    "--adjust", is_flag=True, default=None, help="Show the results also with the luck of the games taken off."
)
STOP_ADJUSTED = click.option(
    "--stop-adjusted",
    is_flag=True,
    default=None,
    help="With --adjust: an early end looks at the adjusted results. To be chosen before the first game.",
)
MARGIN = click.option(
    "--margin",
    type=click.IntRange(0),
    default=2000,
    show_default=True,
    metavar="MS",
    help="Tolerance beyond a move's movetime.",
)
ADJUDICATE = click.option(
    "--adjudicate",
    metavar="RULE",
    help="End a two-player game as soon as it is decided: proof=NODES when the referee proves a win, "
    "score=0.95,moves=3 when both sides claim the same winner.",
)
POSITIONS = click.option(
    "--positions",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Start the deals from the positions in this file, one per line, in turn.",
)
#: For every command that spreads its work.
CLUSTER = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Run on the workers of the Dask scheduler at ADDRESS, as tcp://host:8786.",
)


def log_option(text: str) -> Callable[[Callback], Callback]:
    """The option ``--log``, passed on as ``path``; ``text`` describes the file."""
    return click.option(
        "--log",
        "path",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE.jsonl",
        help=f"{text} Run the same command again to resume.",
    )


#: The status of an interactive command until its first screen.
STARTING = "starting the engine"
#: For the interactive commands.
SAVE = click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), help="Save the game to this new file."
)
RESUME = click.option(
    "--resume",
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Resume the game of this file or name; without one, choose from the saved games.",
)
COLOR = click.option("--color/--no-color", "--colour/--no-colour", default=None, help="Use colours or not.")
PLAIN = click.option("--plain", is_flag=True, help="Print line after line and redraw nothing.")
ENGINE = click.option("--engine", metavar="COMMAND", help="Use another engine that speaks the protocol.")
NEW_FIGURES = click.option(
    "--figures", type=click.Path(dir_okay=False), help="A file of figures, for a new game."
)


def misfortune(problem: OSError) -> ProtocolError:
    """An error of one line for a failed system call: a full disk, a missing file.

    A closed pipe on the output is not an error: it is raised again, since click then ends quietly.
    """
    from protocol.base.errors import Code, ProtocolError

    if problem.errno == errno.EPIPE:
        raise problem
    name = str(problem.filename or "")
    reason = problem.strerror or str(problem)
    return ProtocolError(Code.FILE, f"{name}: {reason}" if name else f"cannot read or write: {reason}", name)


def for_workers(figures: str | None, cluster: str | None) -> str | None:
    """The path of the file of figures; absolute for the workers of a cluster, which run in other folders."""
    return str(Path(figures).absolute()) if figures and cluster is not None else figures


def interrupted(kept: bool) -> NoReturn:
    """End a command that Ctrl-C or SIGTERM interrupted; ``kept``: whether there is a file to resume from."""
    again = shlex.join(["herdmind", *sys.argv[1:]])
    what = f"go on with: {again}" if kept else "without --log nothing was kept"
    click.echo(f"interrupted; {what}", err=True)
    raise SystemExit(INTERRUPTED)


def work_bar() -> Progress:
    """A progress bar on standard error for long work; its tasks have a field ``note``. From here on SIGTERM
    ends the work as Ctrl-C does."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        console=Console(stderr=True),
    )


def check_adjust(adjust: bool | None, stop_adjusted: bool | None, stops: bool) -> None:
    """Check the options of adjusted results; ``stops``: whether the games may end early.

    Raises:
        UsageError: --stop-adjusted has nothing to look at, or nothing to end.
    """
    if stop_adjusted and not adjust:
        raise click.UsageError("--stop-adjusted needs --adjust")
    if stop_adjusted and not stops:
        raise click.UsageError("--stop-adjusted needs a rule for an early end, such as --stop")


class GameName(click.ParamType):  # type: ignore[type-arg]  # generic in some versions of click only
    """A game by any of its names, converted to the first one. An unknown name is passed on: another engine
    may play that game."""

    name = "game"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the game."""
        import solver

        text = str(value)
        folder = Path(solver.__file__).parent / "games" / text
        if text.isidentifier() and (folder / "game.py").is_file():
            return text  # the usual case, which needs no game to be loaded
        from solver.games import game_named

        game = game_named(text)
        return text if game is None else game.name


GAME = GameName()


class Duration(click.ParamType):  # type: ignore[type-arg]  # generic in some versions of click only
    """A duration in milliseconds, from ``1s``, ``500ms``, ``2m`` or a bare number of ``unit``; within
    ``least`` to ``most`` milliseconds."""

    name = "time"

    def __init__(self, least: int = 1, most: int = 60 * _UNITS["m"], unit: str = "ms") -> None:
        self.least, self.most, self.unit = least, most, unit

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The milliseconds."""
        if isinstance(value, int):
            return value
        match = _TIME.fullmatch(str(value))
        ms = float(match[1]) * _UNITS[match[2] or self.unit] if match else 0.0
        if not self.least <= ms <= self.most:
            minutes = self.most // _UNITS["m"]
            self.fail(
                f"'{value}' should be a time from {self.least}ms to {minutes}m, as 2s, 500ms or 1m",
                param,
                ctx,
            )
        return round(ms)


def movetime_option(
    text: str, default: str | None = None, least: int = 1, most: int = 60 * _UNITS["m"], old: str = "--time"
) -> Callable[[Callback], Callback]:
    """The option ``--movetime``, passed on as ``ms`` in milliseconds; a bare number is milliseconds. ``old``
    is its former name, for which a bare number is seconds. ``text`` is the help text."""

    def chosen(ctx: click.Context, param: click.Parameter, value: int | None) -> int | None:
        before = ctx.meta.get(old)
        if before is None:
            return value
        if ctx.get_parameter_source("ms") is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--movetime and {old} mean the same: use one of them")
        return int(before)

    def keep(ctx: click.Context, param: click.Parameter, value: int | None) -> None:
        ctx.meta[old] = value

    def decorate(command: Callback) -> Callback:
        command = click.option(
            "--movetime",
            "ms",
            type=Duration(least, most),
            default=default,
            show_default=default is not None,
            metavar="TIME",
            callback=chosen,
            help=text,
        )(command)
        return click.option(
            old,
            type=Duration(least, most, "s"),
            hidden=True,
            expose_value=False,
            is_eager=True,
            callback=keep,
        )(command)

    return decorate


def fresh(
    game: str,
    seed: int | None,
    seats: int | None = None,
    rules: tuple[str, ...] = (),
    figures: str | None = None,
) -> Table:
    """The table of a freshly dealt game.

    Raises:
        ProtocolError: there is no such game, or no such file of figures.
        HerdmindError: the game cannot be set up like this.
    """
    from protocol.base.errors import Code, ProtocolError, quote
    from protocol.base.files import check_file
    from protocol.table.table import Table
    from solver.games import GAMES, game_named

    named = game_named(game)
    if named is None:
        raise ProtocolError(
            Code.VALUE, f"there is no game {quote(game)}; there are: {', '.join(GAMES)}", game
        )
    check_file(figures or "")
    return Table.fresh(named, seed, seats, rules, figures)
