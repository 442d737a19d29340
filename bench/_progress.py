"""Progress and tables on a terminal. Progress goes to stderr, so results can be piped."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table


def progress() -> Progress:
    """A progress bar followed by a text: ``add_task(name, total=n, note="")``."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}"),
        console=Console(stderr=True),
    )


def show(title: str, heads: list[str], rows: list[list[str]]) -> None:
    """Print a table; all columns except the first hold numbers."""
    table = Table(title=title, title_justify="left")
    for index, head in enumerate(heads):
        table.add_column(head, justify="left" if index == 0 else "right")
    for row in rows:
        table.add_row(*row)
    Console(width=100).print(table)
