"""What the commands share: options, the fresh game they begin with, tables."""

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

# As in protocol.cli.main: what is heavy is imported where it is used.

_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m)?")
_UNITS = {"ms": 1, "s": 1000, "m": 60_000}

#: Exit codes of all commands: a game that did not end normally; bad words or files; what went wrong here
#: (games that could not be played); Ctrl-C or SIGTERM.
FAULTS, USAGE, BROKEN, INTERRUPTED = 1, 2, 3, 130


class Refused(click.ClickException):
    """One line that says what is wrong with the words or the files."""

    exit_code = USAGE


class Broken(click.ClickException):
    """One line that says what went wrong here."""

    exit_code = BROKEN


SEED = click.IntRange(0, 2**64 - 1)
SEATS = click.option("--seats", type=int, help="How many play; the game's default when left out.")
RULES = click.option(
    "--rules",
    multiple=True,
    metavar="WORD",
    callback=lambda _ctx, _param, texts: tuple(re.findall(r"[^\s,]+", " ".join(texts))),
    help="A word of the rules in force, or several between commas; may be repeated.",
)
FIGURES = click.option(
    "--figures", type=click.Path(dir_okay=False), help="A file of figures in place of the built-in ones."
)
JOBS = click.option(
    "--jobs", type=click.IntRange(1), help="Games at once; as many as there are cores when left out."
)
MARGIN = click.option(
    "--margin",
    type=click.IntRange(0),
    default=2000,
    show_default=True,
    metavar="MS",
    help="A move may come so much later than its movetime.",
)
ADJUDICATE = click.option(
    "--adjudicate",
    metavar="RULE",
    help="End a game of two as soon as it is decided: proof=NODES when the referee proves a win, "
    "score=0.95,moves=3 when both sides claim the same winner.",
)
POSITIONS = click.option(
    "--positions",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Begin the deals from the positions of this file, one a line, by turns.",
)
#: For every command whose work is spread.
CLUSTER = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Spread the work over the workers of the Dask scheduler at ADDRESS, as tcp://host:8786.",
)


def log_option(text: str) -> Callable[[Callback], Callback]:
    """``--log``, as ``path``; ``text`` says what the file holds."""
    return click.option(
        "--log",
        "path",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE.jsonl",
        help=f"{text} Run the same command again to go on.",
    )


#: Stands on the screen of a command at a terminal until there is something to see.
STARTING = "starting the engine"
#: For the commands at a terminal.
SAVE = click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), help="Keep the game in this new file."
)
RESUME = click.option(
    "--resume",
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Go on with the game of this file or name; without one those kept are listed to choose from.",
)
COLOR = click.option("--color/--no-color", "--colour/--no-colour", default=None, help="Colours, or none.")
PLAIN = click.option("--plain", is_flag=True, help="Line after line: nothing is redrawn.")
ENGINE = click.option("--engine", metavar="COMMAND", help="Another engine that speaks the protocol.")
NEW_FIGURES = click.option(
    "--figures", type=click.Path(dir_okay=False), help="A file of figures, for a new game."
)


def misfortune(problem: OSError) -> ProtocolError:
    """What the system refused, as an error of one line: a full disk, a file that is gone.

    A reader of the output who has gone away is no error: that is raised again, for click ends quietly then.
    """
    from protocol.base.errors import Code, ProtocolError

    if problem.errno == errno.EPIPE:
        raise problem
    name = str(problem.filename or "")
    reason = problem.strerror or str(problem)
    return ProtocolError(Code.FILE, f"{name}: {reason}" if name else f"cannot read or write: {reason}", name)


def for_workers(figures: str | None, cluster: str | None) -> str | None:
    """The file of figures as it is named to the workers of a cluster, which have folders of their own."""
    return str(Path(figures).absolute()) if figures and cluster is not None else figures


def interrupted(kept: bool) -> NoReturn:
    """End the command that Ctrl-C or SIGTERM broke off; ``kept``: whether there is a file to go on from."""
    again = shlex.join(["herdmind", *sys.argv[1:]])
    what = f"go on with: {again}" if kept else "without --log nothing was kept"
    click.echo(f"interrupted; {what}", err=True)
    raise SystemExit(INTERRUPTED)


def work_bar() -> Progress:
    """A bar on standard error for long work; its tasks have a field ``note``. From here on SIGTERM ends the
    work as Ctrl-C does."""
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


class GameName(click.ParamType):  # type: ignore[type-arg]  # generic in some versions of click only
    """A game by any of its names, as its first one. A name that is not known stays as it is: another engine
    may play that game."""

    name = "game"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the game."""
        import solver

        text = str(value)
        folder = Path(solver.__file__).parent / "games" / text
        if text.isidentifier() and (folder / "game.py").is_file():
            return text  # by far the most usual, and known without loading any game
        from solver.games import game_named

        game = game_named(text)
        return text if game is None else game.name


GAME = GameName()


class Duration(click.ParamType):  # type: ignore[type-arg]  # generic in some versions of click only
    """``1s``, ``500ms``, ``2m`` or a number of ``unit``, as milliseconds: from ``least`` to ``most``."""

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
                f"'{value}' is no time from {self.least}ms to {minutes}m: say 2s, 500ms or 1m", param, ctx
            )
        return round(ms)


def movetime_option(
    text: str, default: str | None = None, least: int = 1, most: int = 60 * _UNITS["m"], old: str = "--time"
) -> Callable[[Callback], Callback]:
    """``--movetime``, as ``ms`` in milliseconds; a number alone is milliseconds too. ``old`` is what it was
    called: there a number alone is seconds. ``text`` says what the time is for."""

    def chosen(ctx: click.Context, param: click.Parameter, value: int | None) -> int | None:
        before = ctx.meta.get(old)
        if before is None:
            return value
        if ctx.get_parameter_source("ms") is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--movetime and {old} say the same: name one")
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
    """A fresh GAME.

    Raises:
        ProtocolError: there is no such game, or no such file.
        HerdmindError: it cannot be set up like this.
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
