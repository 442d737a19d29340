"""Writing certificates: the proof of a value by the exhaustive search, recorded for the verifier."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from solver.certificate.claims import SPLIT, WHATEVER, Claim, Proof, claims_of, number_bytes, whole
from solver.certificate.walk import Stopped, VerifyPlug, Walk
from solver.game import CHANCE_PLAYER, State
from solver.reports import LOST, WON, Answer, Limits, Report, Settings
from solver.search.exhaustive import PLENTY, ExhaustiveSearch, Investigation
from solver.search.proof import ProofPlug
from solver.search.witness import Witness
from solver.stop import StopFlag


class Certifier:
    """Writer of the certificate of one position in which a seat has to decide."""

    def __init__(
        self,
        proof: ProofPlug,
        verify: VerifyPlug,
        state: State,
        settings: Settings,
        stop: StopFlag,
    ) -> None:
        self._search = ExhaustiveSearch(proof, settings)
        self._verify = verify
        self._state = state
        self._settings = settings
        self._stop = stop
        self.seat = state.players_to_move()[0]
        #: The traversal that records the moves, once there is one.
        self.walk: Walk | None = None

    def prove(self, limits: Limits, on_report: Callable[[Report], None] | None = None) -> Answer:
        """The answer of the search, which ends with the proof; its report has the proved bounds for the
        deciding seat."""
        settled = False

        def watch(report: Report) -> None:
            nonlocal settled
            if on_report is not None:
                on_report(report)
            if report.lower == report.upper and not settled:
                settled = True
                self._stop.set()  # the lines of best play, which would follow, are not wanted

        answer = self._search.analyse(self._state, self.seat, limits, watch, self._stop)
        if settled:
            self._stop.clear()
        return answer

    def record(self, lower: Fraction, upper: Fraction, cut: int) -> bytes:
        """The moves of a certificate for proved bounds on the value for seat 0.

        Raises:
            Rejected: a bound is not true.
            Stopped: the flag was raised.
        """
        witness = Witness(self._search.prover, self._stop)
        walk = self.walk = Walk(self._verify, self._state, cut, oracle=witness, stop=self._stop)
        known = Investigation(
            self._search.prover, self._settings, self._state, self.seat, Limits(), None, self._stop
        )
        proof = Proof(walk, Recording(walk, known, self._stop))
        for claim in claims_of(lower, upper):
            proof.follow(self._state, claim)
        return walk.recorded()


class Recording:
    """The guide that decides what a certificate says of split claims, and records it."""

    def __init__(self, walk: Walk, known: Investigation, stop: StopFlag) -> None:
        self._walk = walk
        self._known = known
        self._stop = stop

    def split(self, state: State, claim: Claim) -> bool:
        # a sure win hangs on no odds
        split = claim.least < WON and not self._holds_whatever(state, claim)
        self._walk.write(SPLIT if split else WHATEVER)
        return split

    def move(self, state: State, claim: Claim, actions: list[int]) -> int:
        for index, action in enumerate(actions):
            after = state.clone()
            after.apply_action(action)
            if self._value(after, claim.seat) >= claim.least:
                self._write(index)
                return index
        raise AssertionError(f"no move keeps {claim} in {state.to_text()}")

    def bound(self, state: State, claim: Claim) -> Fraction:
        value = self._value(state, claim.seat)
        above = value - LOST
        self._write(above.numerator)
        self._write(above.denominator)
        return value

    def _write(self, number: int) -> None:
        for byte in number_bytes(number):
            self._walk.write(byte)

    def _holds_whatever(self, state: State, claim: Claim) -> bool:
        if state.current_player() == CHANCE_PLAYER:
            return False
        low, high, _ = self._known.whole_bounds(state)
        if self._stop.is_set():
            raise Stopped
        return (low if claim.seat == 0 else -high) >= whole(claim.least)

    def _value(self, state: State, seat: int) -> Fraction:
        """The exact value for a seat."""
        low, high = self._known.resolve(state, math.inf, PLENTY)
        if low != high:
            raise Stopped
        return low if seat == 0 else -low
