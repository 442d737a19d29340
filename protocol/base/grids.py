"""Tables in a terminal: columns are shown whole or not at all. Loads rich, so commands import it late."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table as Grid

#: Width assumed for a pipe or a file, so that no column is left out.
PIPE = 1000
#: Smallest width of the first column, of names, while other columns can be left out.
NAME_WIDTH = 20


def new_console() -> Console:
    """Standard output, for tables."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else PIPE)


def new_grid(title: str, *columns: str) -> Grid:
    """An empty table. The first column holds names, which fold; the others hold numbers, which do not."""
    grid = Grid(
        title=escape(title), box=SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False
    )
    for number, column in enumerate(columns):
        grid.add_column(
            escape(column), justify="right" if number else "left", overflow="fold", no_wrap=number > 0
        )
    return grid


def fit(out: Console, grid: Grid, spare: Iterable[str] = ()) -> list[str]:
    """Remove the columns headed by ``spare``, in that order, until the table fits; returns the removed heads.

    A table that still does not fit keeps its width: the terminal wraps its lines, and nothing is lost.
    """

    def needed() -> int:
        wide = out.options.update(width=10_000)
        name = grid._measure_column(out, wide, grid.columns[0]).maximum
        return Measurement.get(out, wide, grid).maximum - name + min(name, NAME_WIDTH)

    grid.title, title = None, grid.title
    left_out = []
    for head in spare:
        if needed() <= out.width:
            break
        column = next((column for column in grid.columns if column.header == escape(head)), None)
        if column is not None:
            grid.columns.remove(column)
            left_out.append(head)
    if needed() > out.width:
        grid.width = needed()
    grid.title = title
    return left_out


def left_out_line(heads: Iterable[str]) -> str:
    """A sentence for the columns that :func:`fit` left out."""
    return f"for want of width left out: {', '.join(heads)}"


def put(out: Console, grid: Grid, spare: Iterable[str] = ()) -> None:
    """Print a table without the ``spare`` columns that do not fit, and name those columns."""
    left_out = fit(out, grid, spare)
    out.print(grid, crop=False)
    if left_out:
        out.print(left_out_line(left_out), soft_wrap=True, markup=False)
