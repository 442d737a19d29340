"""Claims about the expected result of a position, and their proofs in exact fractions.

A claim says that a seat's expected result is at least a bound, 1 being a win and -1 a loss. Most claims need
no odds: the seat reaches the bound *whatever is drawn*, and :class:`~solver.certificate.walk.Walk` follows
their proof. A claim that hangs on odds is split: where the seat decides the certificate names a move, the
other seat's replies are all followed, and at a draw the certificate names a bound for each outcome. The sum
of these bounds, weighed with the odds that the rules give, must reach the claim.

One byte before each position says which of the two follows. The verifier recomputes everything but the named
moves and bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from solver.certificate.walk import Rejected, VerifyPlug, Walk
from solver.game import CHANCE_PLAYER, State
from solver.stop import StopFlag

LOST, WON = Fraction(-1), Fraction(1)
#: The byte before a position: its claim holds whatever is drawn, or is split.
WHATEVER, SPLIT = 0, 1
#: Bytes of the largest numerator or denominator in a certificate.
MOST_BYTES = 16
#: A longer line is refused as endless; C code has the same limit.
DEPTH = 250


@dataclass(frozen=True)
class Claim:
    """The expected result of ``seat`` is at least ``least``."""

    seat: int
    least: Fraction


def claims_of(lower: Fraction, upper: Fraction) -> tuple[Claim, ...]:
    """The claims that bound the value for seat 0 of a game of two; bounds that always hold need none."""
    below = (Claim(0, lower),) if lower > LOST else ()
    above = (Claim(1, -upper),) if upper < WON else ()
    return below + above


def whole(least: Fraction) -> int:
    """The least result of a finished game (0 or 1) that is not below a bound above -1."""
    return 0 if least <= 0 else 1


class Guide(Protocol):
    """What the certificate says at each step of a split claim: read from it, or decided and recorded."""

    def split(self, state: State, claim: Claim) -> bool:
        """Whether the claim is split at this position."""
        ...

    def move(self, state: State, claim: Claim, actions: list[int]) -> int:
        """The index of the proving seat's move."""
        ...

    def bound(self, state: State, claim: Claim) -> Fraction:
        """The bound for the position after an outcome of a draw."""
        ...


class Reading:
    """The guide that reads a certificate."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk

    def split(self, state: State, claim: Claim) -> bool:
        byte = self._walk.take()
        if byte not in (WHATEVER, SPLIT):
            raise Rejected(f"byte {byte} says neither that the claim is split nor that it is not", state)
        return byte == SPLIT

    def move(self, state: State, claim: Claim, actions: list[int]) -> int:
        return self._number()

    def bound(self, state: State, claim: Claim) -> Fraction:
        above, denominator = self._number(), self._number()
        if not denominator:
            raise Rejected("the bound named there has a denominator of zero", state)
        return LOST + Fraction(above, denominator)

    def _number(self) -> int:
        """A number: how many bytes it takes, then the bytes, the highest first."""
        size = self._walk.take()
        if size > MOST_BYTES:
            raise Rejected(f"a number of {size} bytes is named there: at most {MOST_BYTES}", None)
        return int.from_bytes(bytes(self._walk.take() for _ in range(size)))


def number_bytes(number: int) -> bytes:
    """A number as :class:`Reading` reads it."""
    size = (number.bit_length() + 7) // 8
    return bytes((size,)) + number.to_bytes(size)


class Proof:
    """The traversal of claims on one certificate; a split claim that is proved is not followed again."""

    def __init__(self, walk: Walk, guide: Guide) -> None:
        self._walk = walk
        self._guide = guide
        self._proved: set[tuple[str, Claim]] = set()

    def follow(self, state: State, claim: Claim, depth: int = 0) -> None:
        """Follow the proof of a claim.

        Raises:
            Rejected: what the guide says does not prove it.
            Stopped: the walk was stopped.
        """
        if claim.least <= LOST:
            return
        if state.is_terminal():
            if Fraction(state.returns()[claim.seat]) < claim.least:
                raise Rejected("the game ends below the claim", state)
            return
        key = (state.to_text(), claim)
        if key in self._proved:
            return
        if depth == DEPTH:
            raise Rejected("the line is longer than any game", state)
        if not self._guide.split(state, claim):
            self._walk.run(state, claim.seat, whole(claim.least))
        elif state.current_player() == CHANCE_PLAYER:
            self._follow_draw(state, claim, depth)
        else:
            self._follow_moves(state, claim, depth)
        self._proved.add(key)

    def _follow_draw(self, state: State, claim: Claim, depth: int) -> None:
        bounds: list[tuple[State, Claim]] = []
        expected = Fraction(0)
        for outcome, odds in state.chance_outcomes():
            after = _after(state, outcome)
            least = max(LOST, self._guide.bound(after, claim))
            bounds.append((after, Claim(claim.seat, least)))
            expected += odds * least
        if expected < claim.least:
            raise Rejected(f"the bounds of the draw make {expected}, below the claimed {claim.least}", state)
        for after, part in bounds:
            self.follow(after, part, depth + 1)

    def _follow_moves(self, state: State, claim: Claim, depth: int) -> None:
        actions = state.legal_actions()
        if state.current_player() == claim.seat:
            index = self._guide.move(state, claim, actions)
            if index >= len(actions):
                raise Rejected("the move named there is none of the legal moves", state)
            actions = [actions[index]]
        for action in actions:
            self.follow(_after(state, action), claim, depth + 1)


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply_action(action)
    return after


class Checking:
    """A certificate being verified, for a caller that shows progress from another thread.

    ``moves``: the bytes of the certificate; ``cut``: the size of positions below which it names no moves.
    """

    def __init__(self, plug: VerifyPlug, state: State, cut: int, moves: bytes, stop: StopFlag) -> None:
        self.walk = Walk(plug, state, cut, moves, stop=stop)
        self._state = state

    def check(self, lower: Fraction, upper: Fraction) -> None:
        """Verify that the value for seat 0 lies between the bounds.

        Raises:
            Rejected: the moves do not prove it.
            Stopped: the flag was raised.
        """
        proof = Proof(self.walk, Reading(self.walk))
        for claim in claims_of(lower, upper):
            proof.follow(self._state, claim)
        if self.walk.left:
            raise Rejected(f"{self.walk.left} bytes are left after the proof", self._state)
