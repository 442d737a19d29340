"""What the commands share: options, the fresh game they begin with, tables."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from protocol.table import Table

# As in protocol.cli: what is heavy is imported where it is used.

SEED = click.IntRange(0, 2**64 - 1)
FIGURES = click.option(
    "--figures", type=click.Path(dir_okay=False), help="A file of figures in place of the built-in ones."
)
#: For every command whose work is spread.
CLUSTER = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Spread the work over the workers of the Dask scheduler at ADDRESS, as tcp://host:8786.",
)


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


def new_grid(title: str, *columns: str) -> Grid:
    """An empty table; all columns but the first hold numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid

    grid = Grid(title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False)
    for number, column in enumerate(columns):
        grid.add_column(column, justify="left" if number == 0 else "right", overflow="fold")
    return grid


def new_console() -> Console:
    """Standard output, for tables."""
    from rich.console import Console

    # A pipe has no width: the table must not be cut there.
    return Console(highlight=False, width=None if sys.stdout.isatty() else 120, soft_wrap=False)
