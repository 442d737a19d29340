"""``herdmind solve --proof``: the value of one position, and the certificate that proves it."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from protocol.cli.parts import INTERRUPTED, Refused
from protocol.cli.ticker import Ticker, stopping, watched

if TYPE_CHECKING:
    from protocol.table.table import Table
    from solver.search.certify import Certifier

# Heavy modules are imported where they are used, as in protocol.cli.main.

#: Exit code when the limit ended the search before anything was proved.
OPEN = 1


def write_proof(
    table: Table, path: Path, ms: int, hash_mb: int, threads: int, cut: int, as_json: bool
) -> None:
    """Prove the value of the table's position, write its certificate, and print what was proved.

    Raises:
        ProtocolError: the game has no proofs, nothing is to be decided, or the file cannot be written.
    """
    from protocol.base.errors import Code, ProtocolError
    from protocol.base.files import check_target
    from protocol.matches.certificates import Certificate
    from solver.analysis import Limits, Settings, nothing_to_decide
    from solver.certificate.claims import claims_of
    from solver.certificate.walk import Stopped
    from solver.search.certify import Certifier

    game, state = table.game, table.state
    if game.proof is None or game.verify is None:
        raise ProtocolError(Code.VALUE, f"no value of {game.name} can be proved", game.name)
    if state.current_player() < 0:
        raise ProtocolError(Code.POSITION, f"nothing to decide: {nothing_to_decide(state, None)}")
    check_target(path)
    begin = time.monotonic()
    with stopping() as stop, Ticker(not as_json) as ticker:
        certifier = Certifier(
            game.proof(), game.verify(), state, Settings(hash_mb=hash_mb, threads=threads), stop
        )
        answer = certifier.prove(Limits(movetime_ms=ms), ticker.report)
        lower, upper = answer.report.lower, answer.report.upper
        if certifier.seat == 1:
            lower, upper = -upper, -lower
        proved = time.monotonic() - begin
        if stop.is_set():
            _interrupted()
        if not claims_of(lower, upper):
            click.echo(
                f"open after {proved:.1f} s; no certificate is written (--movetime allows more)", err=True
            )
            raise SystemExit(OPEN)
        try:
            moves = watched(
                lambda: certifier.record(lower, upper, cut), lambda: ticker.show(_recording(certifier))
            )
        except Stopped:
            _interrupted()
    certificate = Certificate(game.edition, state.to_text(), lower, upper, cut, moves)
    size = certificate.save(path)
    result = {
        "file": str(path),
        "position": certificate.position,
        "lower": str(lower),
        "upper": str(upper),
        "best": answer.best,
        "nodes": answer.report.nodes,
        "moves": certifier.walk.chosen if certifier.walk else 0,
        "bytes": size,
        "proof_ms": round(1000 * proved),
        "certificate_ms": round(1000 * (time.monotonic() - begin - proved)),
    }
    if as_json:
        click.echo(json.dumps(result))
        return
    click.echo(claim_words(lower, upper))
    click.echo(f"{answer.report.nodes:,} nodes in {proved:.1f} s; best move: {answer.best}")
    click.echo(f"{path}: {result['moves']:,} moves in {size:,} bytes; check it with: herdmind verify {path}")


def claim_words(lower: Fraction, upper: Fraction) -> str:
    """Bounds on the value for seat 0, for people, whose seats count from 1."""
    if lower == upper:
        words = {1: "seat 1 wins", 0: "a draw", -1: "seat 2 wins"}.get(int(lower), "")
        known = f" ({words} under best play)" if lower.denominator == 1 else ""
        return f"the value for seat 1 is {lower}{known}"
    if upper == 1:
        return f"the value for seat 1 is at least {lower}"
    if lower == -1:
        return f"the value for seat 1 is at most {upper}"
    return f"the value for seat 1 is {lower} to {upper}"


def _recording(certifier: Certifier) -> str:
    walk = certifier.walk
    return f"certificate: {walk.progress():.0%}  {walk.chosen:,} moves" if walk else "certificate"


def _interrupted() -> None:
    click.echo("interrupted; no certificate is written", err=True)
    raise SystemExit(INTERRUPTED)


def refuse_without_deals(deals: str | None, out: Path | None) -> tuple[str, Path]:
    """The options that solving in bulk needs.

    Raises:
        Refused: one is missing.
    """
    if deals is None or out is None:
        missing = "--deals" if deals is None else "--out"
        raise Refused(
            f"{missing} is missing: solve GAME --deals FIRST-LAST --out FILE.jsonl, or --proof FILE"
        )
    return deals, out
