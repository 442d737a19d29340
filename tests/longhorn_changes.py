"""Variants of a Longhorn position: the same one in other words, and others that differ in one thing."""

from __future__ import annotations

import random
from collections.abc import Iterator

from reference.longhorn import COLOURS, DANGEROUS, INITIAL_CATTLE, TOKENS, Position

TURNS: list[list[int]] = []
"""The eight ways to lay the square down again: from which square each square takes what lies there."""
for mirrored in (False, True):
    for quarter in range(4):
        order = []
        for square in range(9):
            row, column = divmod(square, 3)
            for _ in range(quarter):
                row, column = column, 2 - row
            order.append(3 * row + (2 - column if mirrored else column))
        TURNS.append(order)


def turned(position: Position, order: list[int]) -> Position:
    """The board turned or mirrored, the locations keeping their names: every token means the same."""
    other = position.copy()
    other.names = [position.names[square] for square in order]
    other.cattle = [dict(position.cattle[square]) for square in order]
    other.tokens = [position.tokens[square] for square in order]
    if position.outlaw is not None:
        other.outlaw = order.index(position.outlaw)
    return other


def exchanged(position: Position) -> Position:
    """Each seat in the other's place, the one to act too."""
    other = position.copy()
    other.herds.reverse()
    other.gold.reverse()
    other.last.reverse()
    other.turn = 1 - position.turn
    return other


def repainted(position: Position, colours: tuple[str, ...]) -> Position:
    """Black becomes the first of ``colours``, white the second, and so on: the rules treat all alike."""
    paint = dict(zip(COLOURS, colours, strict=True))
    other = position.copy()
    for herd in other.cattle + other.herds:
        old = {paint[colour]: number for colour, number in herd.items()}
        herd.clear()
        herd.update({colour: old[colour] for colour in COLOURS if colour in old})
    return other


def random_turn(position: Position, choose: random.Random) -> Position:
    """One of the seven other layings, the seats exchanged or not."""
    other = turned(position, choose.choice(TURNS[1:]))
    return exchanged(other) if choose.random() < 0.5 else other


def variants(position: Position) -> Iterator[Position]:
    """Positions on the same board with one thing changed: what keys must tell apart, or dominance order."""
    seats = (0, 1)
    for seat in seats:
        dangers = [
            name for name, token in zip(position.names, position.tokens, strict=True) if token in DANGEROUS
        ]
        for name in (None, *dangers, position.names[position.outlaw or 0]):
            other = position.copy()
            other.last[seat] = name
            yield other
        for colour in COLOURS:
            yield from _herd_changes(position, seat, colour)
        for value in (200, 300, 400, 500):
            other = position.copy()
            other.gold[seat] = sorted([*other.gold[seat], value])
            yield other
            if value in position.gold[seat]:
                other = position.copy()
                other.gold[seat].remove(value)
                yield other
                other = other.copy()
                other.gold[1 - seat] = sorted([*other.gold[1 - seat], value])
                yield other
    for square, herd in enumerate(position.cattle):
        if herd and square != position.outlaw:
            for token in (None, "branding", "ambush", "gold500", "gold200", "snakeoil"):
                other = position.copy()
                other.tokens[square] = token
                yield other


def _herd_changes(position: Position, seat: int, colour: str) -> Iterator[Position]:
    """Two more or fewer in a herd, taken from or given to the other herd or those that are gone."""
    for number in (-2, -1, 1, 2):
        for other_seat in (None, 1 - seat):
            other = position.copy()
            herds = [(seat, number)] if other_seat is None else [(seat, number), (other_seat, -number)]
            if all(0 <= other.herds[who].get(colour, 0) + more <= 8 for who, more in herds):
                for who, more in herds:
                    count = other.herds[who].get(colour, 0) + more
                    herd = {**other.herds[who], colour: count}
                    other.herds[who] = {c: herd[c] for c in COLOURS if herd.get(c)}
                yield other


def possible(position: Position) -> bool:
    """Whether no more of any component is in play than the box holds."""
    for colour in COLOURS:
        if sum(herd.get(colour, 0) for herd in position.cattle + position.herds) > 9:
            return False
    held = [f"gold{value}" for nuggets in position.gold for value in nuggets]
    in_play = [token for token in position.tokens if token] + held
    return len(in_play) <= len(INITIAL_CATTLE) and all(
        in_play.count(token) <= TOKENS[token] for token in in_play
    )
