"""Tables in a terminal: whole columns or none, never a cut number. Loads rich: commands import it late."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table as Grid

#: Columns of a pipe or a file, which has no width: nothing is left out there.
PIPE = 1000
#: The first column, of names, is not made narrower than this for the sake of another column.
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
    """Leave out the columns headed by ``spare`` whole, in that order, until the table fits; their heads.

    Where it still does not fit, the table keeps its width: a terminal breaks the lines, and all can be read.
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
    """Print a table without the ``spare`` columns for which there is no room, and say which those are."""
    left_out = fit(out, grid, spare)
    out.print(grid, crop=False)
    if left_out:
        out.print(left_out_line(left_out), soft_wrap=True, markup=False)
