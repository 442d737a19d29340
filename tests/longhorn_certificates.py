"""Helpers of the tests of certificates of Longhorn's values."""

from __future__ import annotations

from fractions import Fraction

from longhorn_late import read
from protocol.matches.certificates import Certificate
from solver.analysis import Limits, Settings
from solver.certificate.claims import Checking
from solver.certificate.walk import Walk
from solver.games import GAMES, parse_position
from solver.games.longhorn.packing import LonghornProof
from solver.games.longhorn.verifying import LonghornVerify
from solver.search.certify import Certifier
from solver.stop import StopFlag

ENTRIES = list(read())


def value_of(entry: dict[str, object]) -> Fraction:
    """The exact value of an entry's position for seat 0, by the reference's solver."""
    best: Fraction = max(entry["moves"].values())  # type: ignore[attr-defined]
    return best if " turn=0 " in str(entry["position"]) else -best


def certify(text: str, cut: int, claim: tuple[Fraction, Fraction] | None = None) -> Certificate:
    """The certificate of a position's value, or of other bounds that are true."""
    certifier = Certifier(
        LonghornProof(), LonghornVerify(), parse_position(text), Settings(hash_mb=4), StopFlag()
    )
    if claim is None:
        report = certifier.prove(Limits(movetime_ms=60_000)).report
        assert report.lower == report.upper, text
        value = report.lower if certifier.seat == 0 else -report.lower
        claim = (value, value)
    return Certificate(GAMES["longhorn"].edition, text, *claim, cut, certifier.record(*claim, cut))


def check(certificate: Certificate) -> Walk:
    """The traversal of a certificate that is true; Rejected if it does not prove its claim."""
    state = parse_position(certificate.position)
    checking = Checking(LonghornVerify(), state, certificate.cut, certificate.moves, StopFlag())
    checking.check(certificate.lower, certificate.upper)
    return checking.walk
