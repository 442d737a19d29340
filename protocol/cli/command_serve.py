"""The command ``herdmind serve``."""

from __future__ import annotations

import errno
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from protocol.cli.parts import Refused

if TYPE_CHECKING:
    from protocol.web.serving import Service

#: Packages of the extra `web`.
NEEDED = ("starlette", "uvicorn", "websockets", "segno")
#: The port, unless another is named.
PORT = 8642


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The port; 0 takes a free one.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of tables and finished games; by default that of herdmind games.",
)
@click.option("--open/--no-open", "opens", default=True, help="Open the address in the browser.")
@click.option(
    "--watch",
    type=click.Path(dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Show the games of this log while a match or tournament writes it; may be repeated.",
)
@click.option(
    "--searches", type=click.IntRange(1, 64), help="Searches at once; by default one core stays free."
)
def serve(
    host: str, port: int, data: Path | None, opens: bool, watch: tuple[Path, ...], searches: int | None
) -> None:
    """Play in the browser, against the engine and with friends.

    Prints an address and opens it. The part after # is the key to this server: whoever has it makes tables
    and sees the list of them. Other people come by the links that each table gives.

    By default only this computer can reach the server. --host 0.0.0.0 lets every device in the network reach
    it, for friends with phones of their own.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Refused(f"the browser's table needs {', '.join(missing)}: pip install 'herdmind[web]'")

    from protocol.base.errors import ProtocolError
    from protocol.base.files import RECORDS_MAX, check_file
    from protocol.frontend.kept import state_folder
    from protocol.web.serving import Service

    try:
        for file in watch:
            if file.exists():  # a tournament may be about to begin
                check_file(file, RECORDS_MAX)
    except ProtocolError as error:
        raise Refused(error.message) from error
    folder = data or state_folder()
    try:
        service = Service(
            folder,
            host=host,
            port=port,
            searches=searches,
            watch=watch,
            say=lambda service: _say(service, opens),
        )
    except OSError as error:
        if error.errno == errno.EBUSY:
            raise Refused(str(error.strerror)) from error
        hint = "; another herdmind serve may run, --port 0 takes a free one" if port else ""
        raise Refused(f"cannot listen on {host}, port {port}: {error.strerror or error}{hint}") from error
    service.run()


def _say(service: Service, opens: bool) -> None:
    from protocol.web.safety import is_loopback

    click.echo(f"Herdmind serves at {service.address()}")
    if is_loopback(service.host):
        click.echo("Only this computer can open it. For other devices: herdmind serve --host 0.0.0.0")
    else:
        click.echo(
            "Every device that reaches this address can ask this server. It speaks plain HTTP, so whoever "
            "can listen in the network can read along: use it in a network that you trust."
        )
        if service.reach:
            click.echo(f"Other devices reach it at http://{service.reach}/, by the links of a table.")
    click.echo("Ctrl-C ends it; every table is kept.")
    if opens:
        import webbrowser

        webbrowser.open(service.address())
