"""The command ``herdmind mcp``."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import click

from protocol.cli.parts import Refused

#: Most tables that are open at the same time.
TABLES = 16


@click.command()
@click.option(
    "--tables",
    type=click.IntRange(1, 1000),
    default=TABLES,
    show_default=True,
    help="Most tables that are open at the same time.",
)
@click.option(
    "--folder",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="A folder of game files that review may read; may be given several times. Kept games can always be.",
)
def mcp(tables: int, folders: tuple[Path, ...]) -> None:
    """Serve AI assistants by the Model Context Protocol.

    An assistant's program starts this command and speaks with it on standard input and output; people do
    not type here. It needs the extra mcp: pip install 'herdmind[mcp]'.
    """
    if find_spec("mcp") is None:
        raise Refused("this command needs the package mcp: pip install 'herdmind[mcp]'")

    from protocol.assistant.serving_mcp import serve

    if sys.stdin.isatty():
        click.echo("herdmind mcp waits for an assistant's program; Ctrl-C ends it", err=True)
    serve(tables, list(folders))
