"""Questions of the rules: each part of the game is a generator that yields them and receives answers."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

Option = tuple[Any, ...]
"""One choice: the word for its kind, the chooser, and the option."""

T = TypeVar("T")


@dataclass(frozen=True)
class Decision:
    """A decision of a seat among `options`; `secret` if the others learn it later or never."""

    seat: int
    kind: str
    options: tuple[Option, ...]
    secret: bool = False


@dataclass(frozen=True)
class Chance:
    """A draw is due: each outcome with its odds, which add up to 1. At least two outcomes.

    `kind` is `draw` or `partner` (outcomes: cards; `seat` draws), `purse` or `flask` (outcomes: numbers of
    tokens; `seat` takes) or `first` (outcomes: seats).
    """

    kind: str
    seat: int | None
    outcomes: Mapping[Any, Fraction]


Flow = Generator[Decision | Chance, Any, T]


def ask(seat: int, kind: str, options: Iterable[Option], secret: bool = False) -> Flow[Option]:
    """Let `seat` choose; there must be an option."""
    decision = Decision(seat, kind, tuple(options), secret)
    assert decision.options, kind
    assert len(set(decision.options)) == len(decision.options), decision
    answer: Option = yield decision
    return answer


def draw_one(kind: str, seat: int | None, things: Iterable[T]) -> Flow[T]:
    """One of `things` with equal odds; equal ones form one outcome. A certain one is not asked for."""
    all_things = list(things)
    share = Fraction(1, len(all_things))
    odds: dict[T, Fraction] = {}
    for thing in all_things:
        odds[thing] = odds.get(thing, Fraction(0)) + share
    if len(odds) == 1:
        return all_things[0]
    outcome: T = yield Chance(kind, seat, odds)
    return outcome
