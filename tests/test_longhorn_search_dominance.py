"""Dominance: more is never worse. The table relies on it when one answer serves many positions.

With no Ambush and no Rattlesnake on the board, anything more that a seat holds helps it. Under an Ambush one
more lone animal can be a loss (it can be taken), but an animal that changes sides is not.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from longhorn_changes import possible
from longhorn_late import read
from longhorn_search import prover, value_for
from reference.longhorn import COLOURS, Position
from scaling import some
from solver.games import parse_position
from solver.search.prover import Prover

QUIET = [
    entry
    for entry in read()
    if ":ambush" not in entry["position"] and ":rattlesnake" not in entry["position"]
]
AMBUSH = [
    entry for entry in read() if ":ambush" in entry["position"] and ":rattlesnake" not in entry["position"]
]
STEPS = 3


def with_herd(position: Position, seat: int, colour: str, more: int) -> Position | None:
    """So many more of a colour in a herd; None where that cannot be."""
    number = position.herds[seat].get(colour, 0) + more
    if not 0 <= number <= 8:
        return None
    other = position.copy()
    herd = {**other.herds[seat], colour: number}
    other.herds[seat] = {c: herd[c] for c in COLOURS if herd.get(c)}
    return other


def shifted(position: Position, seat: int, colour: str) -> Position | None:
    """An animal of the other herd in that of ``seat``."""
    other = with_herd(position, 1 - seat, colour, -1)
    return None if other is None else with_herd(other, seat, colour, 1)


def with_nugget(position: Position, seat: int, value: int) -> Position:
    """A nugget more."""
    other = position.copy()
    other.gold[seat] = sorted([*other.gold[seat], value])
    return other


def better(position: Position, seat: int, lone: bool) -> Iterator[Position]:
    """Positions that are at least as good for ``seat``."""
    for colour in COLOURS:
        changes = [shifted(position, seat, colour)]
        if lone:
            changes.append(with_herd(position, seat, colour, 1))
            changes.append(with_herd(position, 1 - seat, colour, -1))
        yield from (other for other in changes if other is not None and possible(other))
    if lone:
        for value in (200, 300, 400, 500):
            other = with_nugget(position, seat, value)
            if possible(other):
                yield other


def climb(
    engines: list[Prover], start: Position, lone: bool, choose: random.Random, seen: Counter[str]
) -> None:
    """Better and better positions for a seat: no value below the one before, the same in every table."""
    seat = choose.choice((0, 1))
    position = start
    before: Fraction | None = None
    for _ in range(STEPS):
        values = {value_for(engine, parse_position(position.text()), seat) for engine in engines}
        assert len(values) == 1, position.text()
        (value,) = values
        if before is not None:
            assert value >= before, position.text()
            seen["raised" if value > before else "level"] += 1
        before = value
        options = list(better(position, seat, lone))
        if not options:
            return
        position = choose.choice(options)


@pytest.mark.parametrize("lone", [True, False], ids=["quiet", "ambush"])
def test_more_is_never_worse(lone: bool) -> None:
    """From either end: the better position first, or the worse one, in a table that has seen the others."""
    choose = random.Random(3)
    seen: Counter[str] = Counter()
    polluted = prover(1)
    entries: list[dict[str, Any]] = QUIET if lone else AMBUSH
    assert len(entries) >= 60
    for entry in some(entries, least=60):
        clean = prover(1)
        for _ in range(4):
            climb([polluted, clean], Position.parse(entry["position"]), lone, choose, seen)
    assert seen["raised"] >= 20, seen
    assert seen["level"] >= 20, seen
