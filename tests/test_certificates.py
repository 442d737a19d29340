"""Certificates of Longhorn's values: they prove true claims, and no change of one proves a false claim."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from certificate_reference import Refuted, Verifier, same_key
from longhorn_certificates import ENTRIES, certify, check, value_of

import solver
from reference.longhorn import Position
from reference.longhorn_solver import Solver
from scaling import scale, some
from solver.certificate.claims import DEPTH, LOST, Claim, Proof, claims_of
from solver.certificate.walk import Rejected
from solver.game import State
from solver.games import parse_position
from solver.games.longhorn.verifying import LonghornVerify
from solver.search.certify import Recording

CUTS = (0, 4, 8, 36)
FRACTIONS = [entry for entry in ENTRIES if value_of(entry).denominator > 1]
SMALL = [entry for entry in ENTRIES if 20 < entry["work"] < 400]
#: Positions whose trees have many positions of one form.
MERGING = [entry for entry in ENTRIES if entry["work"] in (400, 507, 562, 854)]
#: A position with enough moves to lie about: seat 0 is to move and wins; 19 cattle, most kinds of tokens.
RICH = (
    "longhorn/1 tulsa:g1:snakeoil,redriver:o1:rattlesnake,cherokee:b2g1:gold300/solomon:-:-,"
    "nugget:w1o3g1:branding,blackstone:o1:snakeoil/dagger:o1:gold300,kidcooper:-:-,maverick:b2w2:epidemic "
    "herds=b2w4o3g4/b3w2g2 gold=-/200 outlaw=cherokee turn=0 last=solomon/blackstone phase=play"
)


def claims(entry: dict[str, Any]) -> tuple[str, Fraction]:
    return entry["position"], value_of(entry)


@pytest.mark.parametrize("part", range(5))
def test_the_value_of_every_late_position_is_certified(part: int) -> None:
    """All of the file: the certificate claims the reference's value, and is verified at some cut."""
    for number, entry in enumerate(ENTRIES[part::5]):
        text, value = claims(entry)
        certificate = certify(text, CUTS[number % len(CUTS)])
        assert certificate.lower == certificate.upper == value, text
        check(certificate)


def test_there_are_values_between() -> None:
    assert len(FRACTIONS) >= 3


@pytest.mark.parametrize("cut", [0, 5])
def test_the_second_verifier_agrees(cut: int) -> None:
    """The verifier over the reference's rules visits the same proof and believes it too."""
    for entry in [*some(SMALL, least=8), *FRACTIONS]:
        certificate = certify(entry["position"], cut)
        walk = check(certificate)
        second = Verifier(certificate.moves, cut)
        second.verify(certificate.position, certificate.lower, certificate.upper)
        assert second.visited == walk.positions - walk.searched, entry["position"]


def test_positions_of_one_form_have_one_value() -> None:
    """In the reference's whole trees, the engine's forms join the positions that the second verifier's keys
    join, and these have equal values."""
    joined = 0
    plug = LonghornVerify()
    for entry in MERGING:
        known = Solver()
        known.moves(Position.parse(entry["position"]))
        forms: dict[bytes, set[tuple[object, Fraction]]] = defaultdict(set)
        for text, value in known.known.items():
            position = Position.parse(text)
            if position.phase != "over":
                forms[plug.form(parse_position(text))].add((same_key(position), value))
        assert all(len(found) == 1 for found in forms.values()), entry["position"]
        assert len({key for ((key, _),) in forms.values()}) == len(forms), entry["position"]
        joined += sum(" phase=over" not in text for text in known.known) - len(forms)
    assert joined > 400


# --- lies ---------------------------------------------------------------------------------------------------


def raised(value: Fraction) -> Fraction:
    """A larger value than the true one."""
    return (value + 1) / 2 if value < 1 else value


def test_no_moves_prove_a_false_claim() -> None:
    """Claims above the value are refused with the moves of true certificates and with any others."""
    choose = random.Random(5)
    tried = 0
    for entry in [*some(ENTRIES, least=30), *FRACTIONS]:
        text, value = claims(entry)
        true = certify(text, choose.choice((0, 3)))
        streams = [true.moves, bytes(20), bytes([1]) + bytes(30)]
        streams += [bytes(choose.choices((0, 0, 0, 1, 1, 2, 3), k=40)) for _ in range(10)]
        for lower, upper in ((raised(value), Fraction(1)), (LOST, -raised(-value))):
            if claims_of(lower, upper) and not lower <= value <= upper:
                for moves in streams:
                    tried += 1
                    with pytest.raises(Rejected):
                        check(replace(true, lower=lower, upper=upper, moves=moves))
    assert tried > 300


def test_every_change_of_a_byte_is_refused_or_proves_the_same() -> None:
    """The claim is true, so what is believed after a change is another proof of it; most changes are none."""
    true = certify(RICH, 0)
    assert len(true.moves) > 100
    refused = 0
    for at in random.Random(3).sample(range(len(true.moves)), scale(len(true.moves), least=60)):
        for byte in {255, true.moves[at] ^ 1}:
            moves = true.moves[:at] + bytes([byte]) + true.moves[at + 1 :]
            try:
                check(replace(true, moves=moves))
            except Rejected:
                refused += 1
    assert refused > 60


def test_kinds_of_lies() -> None:
    """Each kind of lie has its own reason, and the position where the proof fails is named."""
    true = certify(RICH, 0)
    moves = true.moves
    check(true)

    def reason(**changes: Any) -> str:
        with pytest.raises(Rejected) as caught:
            check(replace(true, **changes))
        return str(caught.value)

    assert "none of the legal moves" in reason(moves=moves[:1] + b"\xff" + moves[2:])
    assert "end before the proof" in reason(moves=moves[:-1])
    assert "end before the proof" in reason(moves=b"")
    assert "2 bytes are left" in reason(moves=moves + b"\0\0")
    assert "neither that the claim is split" in reason(moves=b"\7" + moves[1:])
    value = true.lower
    assert value == 1, "the tampered claims below are made for a win"
    assert reason(lower=Fraction(-1), upper=Fraction(-1)) in {
        "the game ends below the claim",
        "the move named there is none of the legal moves",
        "the moves end before the proof does",
    }
    # the answer to one reply is missing: the rest of the moves no longer fits
    assert reason(moves=moves[:40] + moves[41:])
    # another position
    assert reason(position=true.position.replace("turn=0", "turn=1"))
    with pytest.raises(Rejected) as caught:
        check(replace(true, moves=moves[:1] + b"\xff" + moves[2:]))
    assert caught.value.state is not None
    assert caught.value.state.to_text() == true.position


def test_the_verifier_searches_below_the_cut_itself() -> None:
    """With a cut above the position there is nothing in the file, and a false claim is still refused."""
    true = certify(RICH, 36)
    assert true.moves == bytes(1)
    assert check(true).searched > 100
    with pytest.raises(Rejected, match="search of the rest"):
        check(replace(true, lower=Fraction(-1), upper=Fraction(0)))


@pytest.mark.parametrize("entry", FRACTIONS, ids=lambda entry: str(ENTRIES.index(entry)))
def test_lies_about_the_odds(entry: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A higher claim on the same bounds is refused, and so are bounds of a draw's outcomes that are too
    high to be kept or too low for the claim."""
    text, value = claims(entry)
    true = certify(text, 0)
    check(true)
    for change in (Fraction(1, 60), Fraction(1, 7)):
        with pytest.raises(Rejected, match="below the claimed"):
            check(replace(true, lower=value + change, upper=Fraction(1)))
    for written in (Fraction(2), Fraction(0)):  # above -1: a win, a loss
        told = 0

        def lie(self: Recording, state: State, claim: Claim, written: Fraction = written) -> Fraction:
            nonlocal told
            bound = self._value(state, claim.seat)
            told += bound - LOST != written
            self._write(written.numerator)
            self._write(written.denominator)
            return bound

        monkeypatch.setattr(Recording, "bound", lie)
        with pytest.raises(Rejected):
            check(certify(text, 0, (value, value)))
        assert told


class Circle(State):
    """A game without an end: two seats move in turn and come back to where they were."""

    def __init__(self) -> None:
        self.seat = 0

    def current_player(self) -> int:
        return self.seat

    def is_terminal(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        return [0]

    def apply_action(self, action: int, player: int | None = None) -> None:
        self.seat = 1 - self.seat

    def clone(self) -> Circle:
        other = Circle()
        other.seat = self.seat
        return other

    def to_text(self) -> str:
        return f"circle {self.seat}"


class Forever:
    """A guide that never lets a claim rest."""

    def __init__(self) -> None:
        self.asked = 0

    def split(self, state: State, claim: Claim) -> bool:
        self.asked += 1
        return True

    def move(self, state: State, claim: Claim, actions: list[int]) -> int:
        return 0

    def bound(self, state: State, claim: Claim) -> Fraction:
        raise AssertionError


def test_a_circle_proves_nothing() -> None:
    guide = Forever()
    with pytest.raises(Rejected, match="longer than any game"):
        Proof(None, guide).follow(Circle(), Claim(0, Fraction(1)))  # type: ignore[arg-type]
    assert guide.asked == DEPTH


def test_the_second_verifier_refuses_lies() -> None:
    true = certify(SMALL[0]["position"], 0)
    claim = (raised(true.lower), Fraction(1)) if true.lower < 1 else (LOST, Fraction(0))
    with pytest.raises(Refuted):
        Verifier(true.moves, 0).verify(true.position, *claim)


# --- independence -------------------------------------------------------------------------------------------

#: The sources; an installed package has only those of the C level's declarations.
SOURCES = Path(__file__).resolve().parents[1] / "solver"
ROOT = SOURCES if SOURCES.is_dir() else Path(solver.__file__).parent
#: Modules that the verification of Longhorn's certificates is made of.
VERIFYING = ("certificate.walk", "certificate.claims", "games.longhorn.verifying", "games.longhorn.rules")
IMPORT = re.compile(r"^\s*(?:from|c?import)\s+solver\.([\w.]+)", re.MULTILINE)


def imported(module: str) -> set[str]:
    """The modules of solver that a module imports at any level, Cython's cimports included."""
    path = ROOT.joinpath(*module.split("."))
    files = [path.with_suffix(end) for end in (".py", ".pyx", ".pxd")]
    return {name for file in files if file.is_file() for name in IMPORT.findall(file.read_text())}


def test_the_verifier_shares_no_code_with_the_search() -> None:
    seen: set[str] = set()
    waiting = set(VERIFYING)
    while waiting:
        module = waiting.pop()
        seen.add(module)
        waiting |= imported(module) - seen
    assert {"certificate.walk", "game", "games.longhorn.rules"} <= seen
    assert not [name for name in seen if name.startswith(("search", "analysis"))]
    longhorn = {name for name in seen if name.startswith("games.longhorn")}
    assert longhorn == {"games.longhorn.verifying", "games.longhorn.rules"}
