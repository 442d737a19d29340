"""The command ``herdmind verify``."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from protocol.cli.parts import INTERRUPTED, Refused
from protocol.cli.ticker import Ticker, stopping, watched

if TYPE_CHECKING:
    from protocol.matches.certificates import Certificate
    from solver.certificate.claims import Checking
    from solver.stop import StopFlag

# Heavy modules are imported where they are used, as in protocol.cli.main.


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify(file: Path, as_json: bool) -> None:
    """Check the certificate in FILE, which herdmind solve --proof wrote, by the rules of the game alone.

    Nothing in the file is believed: the legal moves, their effects, the odds of draws and the results come
    from the rules, and the search that found the proof has no part in it. A certificate that does not prove
    its claim is refused with the position at which the proof fails, and exit code 2.
    """
    from protocol.cli.proving import claim_words
    from protocol.matches.certificates import load
    from solver.certificate.walk import Stopped

    certificate = load(file)
    begin = time.monotonic()
    with stopping() as stop, Ticker(not as_json) as ticker:
        try:
            checking = _check(file, certificate, ticker, stop)
        except Stopped:
            click.echo("interrupted; the certificate is not verified", err=True)
            raise SystemExit(INTERRUPTED) from None
    seconds = time.monotonic() - begin
    walk = checking.walk
    if as_json:
        result = {
            "position": certificate.position,
            "lower": str(certificate.lower),
            "upper": str(certificate.upper),
            "verified": True,
            "moves": walk.chosen,
            "positions": walk.positions,
            "searched": walk.searched,
            "time_ms": round(1000 * seconds),
            "version": certificate.version,
        }
        click.echo(json.dumps(result))
        return
    click.echo(certificate.position)
    click.echo(f"verified: {claim_words(certificate.lower, certificate.upper)}")
    click.echo(
        f"{walk.chosen:,} moves of the certificate, {walk.positions:,} positions in {seconds:.1f} s "
        f"({walk.positions / max(seconds, 1e-6):,.0f} a second)"
    )


def _check(file: Path, certificate: Certificate, ticker: Ticker, stop: StopFlag) -> Checking:
    """The finished verification of a certificate.

    Raises:
        Refused: it does not prove its claim.
        ProtocolError: its position cannot be read.
        Stopped: the flag was raised.
    """
    from protocol.table.table import Table, named_game
    from solver.certificate.claims import Checking
    from solver.certificate.walk import Rejected
    from solver.games import GAMES

    if certificate.edition != certificate.position.split(" ")[0]:
        raise Refused(f"{file}: the position is not one of {certificate.edition}")
    table = Table.read(named_game(GAMES, certificate.position), certificate.position, None)
    if table.game.verify is None:
        raise Refused(f"{file}: certificates of {table.game.name} cannot be verified")
    checking = Checking(table.game.verify(), table.state, certificate.cut, certificate.moves, stop)

    def tick() -> None:
        ticker.show(f"verifying: {checking.walk.progress():.0%}  {checking.walk.positions:,} positions")

    try:
        watched(lambda: checking.check(certificate.lower, certificate.upper), tick)
    except Rejected as fault:
        where = f" at {fault.state.to_text()}" if fault.state is not None else ""
        raise Refused(f"{file}: the certificate does not prove its claim: {fault}{where}") from fault
    return checking
