"""Adjudication: rules that end a game early, and the check that a rule applied.

    proof=NODES      one side has a proven win; the referee's search expands at most this many nodes
    score=VALUE      both sides claimed in their last decisions that the same side wins, by at least VALUE
    moves=N          the number of those decisions for each side; default 3

The words form one text, separated by commas, in any order. Only games of two sides can be adjudicated; with
more sides, the lower places would stay open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from protocol.base.errors import Code, ProtocolError, quote
from solver.analysis import Analyser
from solver.game import State
from solver.reports import Limits, Settings
from solver.stop import StopFlag

#: Default number of decisions in which each side must claim a score.
MOVES = 3
#: Greatest count in a rule.
MOST = 10**12
#: Memory of the referee's search, in megabytes.
HASH_MB = 16
#: Factor on the nodes for the reader of a record, whose search may be another version.
READER = 20
#: Decimal places of a claimed value in a record.
DIGITS = 4


@dataclass(frozen=True)
class Rule:
    """Adjudication rule for a game of two. ``nodes``: limit of the referee's proof, None for no proof;
    ``score``: value in (0, 1] that both sides must claim, None for no claims; ``moves``: consecutive
    decisions of each side that must claim it."""

    nodes: int | None = None
    score: float | None = None
    moves: int = MOVES

    @property
    def text(self) -> str:
        """The canonical text of the rule."""
        words = [] if self.nodes is None else [f"proof={self.nodes}"]
        if self.score is not None:
            words += [f"score={self.score:g}", f"moves={self.moves}"]
        return ",".join(words)


def read_rule(text: str) -> Rule:
    """The rule that a text describes.

    Raises:
        ProtocolError: it describes no rule; the message names the wrong word.
    """
    found: dict[str, float] = {}
    for word in text.split(","):
        key, _, value = word.partition("=")
        try:
            if key in found or key not in ("proof", "score", "moves"):
                raise ValueError
            number = float(value) if key == "score" else int(value)
            if not 0 < number <= (1 if key == "score" else MOST):
                raise ValueError
        except ValueError:
            raise ProtocolError(
                Code.VALUE,
                f"{quote(word)} does not say when a game is decided: once each proof=NODES, score=VALUE "
                "(above 0, at most 1) and moves=N",
                word,
            ) from None
        found[key] = number
    if "moves" in found and "score" not in found:
        message = f"{quote(text)}: moves is for score, as in score=0.95,moves=3"
        raise ProtocolError(Code.VALUE, message, "moves")
    nodes = found.get("proof")
    return Rule(None if nodes is None else int(nodes), found.get("score"), int(found.get("moves", MOVES)))


def check_sides(seats: int, text: str) -> None:
    """Raise a ProtocolError if a game with this number of seats cannot be decided early."""
    if text and seats != 2:
        message = f"a game of {seats} seats is not decided early: {quote(text)} is for games of two"
        raise ProtocolError(Code.SEAT, message, text)


class Proofs:
    """The referee's own search. Its answer depends on the position alone."""

    def __init__(self) -> None:
        self._analyser = Analyser(Settings(hash_mb=HASH_MB))

    def winner(self, truth: State, nodes: int, stop: StopFlag | None = None) -> int | None:
        """The seat with a proven win, from the view of the seat to decide; None when no win is found."""
        seat = truth.players_to_move()[0]
        self._analyser.clear()
        report = self._analyser.analyse(truth.view(seat), Limits(nodes=nodes), None, stop, seat).report
        if report.lower == report.upper and abs(report.lower) == 1:
            return seat if report.lower > 0 else 1 - seat
        return None


def claimed_winner(rule: Rule, movers: Sequence[int], values: Sequence[float | None]) -> int | None:
    """The seat that both sides claim to win. ``values``: the claims of the ``movers`` for themselves with
    each decision, None where there was none."""
    if rule.score is None:
        return None
    last: dict[int, list[float]] = {0: [], 1: []}
    for seat, value in zip(reversed(movers), reversed(values), strict=True):
        if seat in last and value is not None and len(last[seat]) < rule.moves:
            last[seat].append(value)
    if any(len(claims) < rule.moves for claims in last.values()):
        return None
    for winner in (0, 1):
        if all((v if seat == winner else -v) >= rule.score for seat, claims in last.items() for v in claims):
            return winner
    return None


def won(winner: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """(ranks, returns) of a game of two sides that one seat has won."""
    ranks = tuple(1 if seat == winner else 2 for seat in range(2))
    return ranks, tuple(1.0 if seat == winner else -1.0 for seat in range(2))
