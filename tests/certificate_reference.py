"""A second verifier of certificates, slow and plain, over the reference rules; no code is the first one's.

The engine is asked for one thing: the order in which it lists the moves of a position, because a certificate
names moves by their place in it. That the list is exactly the reference's is checked at every position.
"""

from __future__ import annotations

from fractions import Fraction

from reference.longhorn import CHANCE, COLOURS, DANGEROUS, TERMINAL, Position
from solver.games import parse_position

Key = tuple[object, ...]


class Refuted(Exception):
    """The certificate does not prove its claim."""


def same_key(position: Position) -> Key:
    """A key that positions share when the rules cannot tell them apart any more."""
    if position.phase == "start":
        return (position.text(),)
    last = []
    for name in position.last:
        square = None if name is None else position.names.index(name)
        dangerous = square is not None and position.tokens[square] in DANGEROUS
        last.append(square if dangerous else None)
    gold: object = tuple(tuple(nuggets) for nuggets in position.gold)
    herds: object = tuple(tuple(sorted(herd.items())) for herd in position.herds)
    if position.phase != "draw" and "ambush" not in position.tokens:
        gold = sum(position.gold[0]) - sum(position.gold[1])
        if "rattlesnake" not in position.tokens:
            herds = tuple(_count(position, colour) for colour in COLOURS)
    cattle = tuple(tuple(sorted(herd.items())) for herd in position.cattle)
    where = (position.outlaw, position.turn, position.phase, position.steps, tuple(last))
    return (cattle, tuple(position.tokens), herds, gold, where)


def _count(position: Position, colour: str) -> tuple[int, ...]:
    mine, theirs = (herd.get(colour, 0) for herd in position.herds)
    board = sum(herd.get(colour, 0) for herd in position.cattle)
    if board == 0:
        return ()
    return (mine, theirs) if mine + theirs + board == 9 else (mine - theirs,)


def moves_of(position: Position) -> list[tuple[str, Position]]:
    """The moves or draws of a position in the engine's order, with the reference's position after each."""
    after = position.successors()
    state = parse_position(position.text())
    actor = position.actor()
    if actor == CHANCE:
        tokens = [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()]
    else:
        tokens = [state.action_to_string(action, actor) for action in state._legal(actor)]
    assert sorted(tokens) == sorted(after)
    return [(token, after[token]) for token in tokens]


class Verifier:
    """One verification. ``visited`` counts positions; Refuted is raised where the proof fails."""

    def __init__(self, moves: bytes, cut: int) -> None:
        self.moves = moves
        self.cut = cut
        self.at = 0
        self.visited = 0
        self.proved: set[Key] = set()
        self.known: dict[Key, bool] = {}
        self.split: set[Key] = set()

    def verify(self, text: str, lower: Fraction, upper: Fraction) -> None:
        """Check bounds on the value of a position for seat 0."""
        position = Position.parse(text)
        if lower > -1:
            self.claim(position, 0, lower)
        if upper < 1:
            self.claim(position, 1, -upper)
        if self.at != len(self.moves):
            raise Refuted("bytes are left")

    def byte(self) -> int:
        if self.at == len(self.moves):
            raise Refuted("no more bytes")
        self.at += 1
        return self.moves[self.at - 1]

    def number(self) -> int:
        value = 0
        for _ in range(self.byte()):
            value = 256 * value + self.byte()
        return value

    def claim(self, position: Position, seat: int, least: Fraction) -> None:
        """Follow a claim on an expected result."""
        if least <= -1:
            return
        if position.actor() == TERMINAL:
            if self.result(position, seat) < least:
                raise Refuted(position.text())
            return
        key = (position.text(), seat, least)
        if key in self.split:
            return
        if self.byte() == 0:
            self.prove(position, seat, 1 if least > 0 else 0)
        elif position.actor() == CHANCE:
            odds = position.chance()
            parts = []
            for token, after in sorted(
                moves_of(position), key=lambda pair: int(pair[0].removeprefix("nugget"))
            ):
                above, denominator = self.number(), self.number()
                parts.append((odds[token], after, Fraction(above, denominator) - 1))
            if sum(share * bound for share, _, bound in parts) < least:
                raise Refuted("the draw falls short")
            for _, after, bound in parts:
                self.claim(after, seat, bound)
        else:
            state = parse_position(position.text())
            tokens = [state.action_to_string(action) for action in state.legal_actions()]
            if position.actor() == seat:
                tokens = [tokens[self.number()]]
            for token in tokens:
                self.claim(position.apply(token), seat, least)
        self.split.add(key)

    @staticmethod
    def result(position: Position, seat: int) -> int:
        """The result of a finished game for a seat."""
        return position.value() if seat == 0 else -position.value()

    def prove(self, position: Position, seat: int, target: int) -> None:
        """Follow a claim that holds whatever is drawn."""
        self.visited += 1
        actor = position.actor()
        if actor == TERMINAL:
            if self.result(position, seat) < target:
                raise Refuted(position.text())
            return
        if actor != CHANCE and position.cattle_left() < self.cut:
            if not self.holds(position, seat, target):
                raise Refuted(position.text())
            return
        key = (same_key(position), seat, target)
        if actor == seat and key in self.proved:
            return
        moves = moves_of(position)
        if actor == seat and len(moves) > 1:
            index = self.byte() if len(moves) <= 256 else 256 * self.byte() + self.byte()
            if index >= len(moves):
                raise Refuted("no such move")
            moves = [moves[index]]
        for _, after in moves:
            self.prove(after, seat, target)
        if actor == seat:
            self.proved.add(key)

    def holds(self, position: Position, seat: int, target: int) -> bool:
        """Whether the target is reached by best play whatever is drawn: a search of everything."""
        actor = position.actor()
        if actor == TERMINAL:
            return self.result(position, seat) >= target
        key = (position.text(), seat, target)
        if key not in self.known:
            settles = any if actor == seat else all
            after = position.successors().values()
            self.known[key] = settles(self.holds(child, seat, target) for child in after)
        return self.known[key]
