"""Late Longhorn positions with exact values: how they are found, what each covers, and their file.

The values in `data/longhorn_late.jsonl` come from the reference solver alone, the positions from random play
and random composition; make_longhorn_late.py writes the file.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from reference.longhorn import CHANCE, COLOURS, DANGEROUS, INITIAL_CATTLE, TOKENS, Position, set_up, walk_ends
from reference.longhorn_solver import Solver

FILE = Path(__file__).parent / "data" / "longhorn_late.jsonl"

TAGS = (
    *(f"takes-{token}" for token in ("branding", "snakeoil", "ambush", "rattlesnake", "epidemic", "sheriff")),
    *(f"takes-gold{value}" for value in (200, 300, 400, 500)),
    "ambush-several",  # an Ambush on nuggets of different values
    "ambush-nothing",  # an Ambush on a seat that holds nothing
    "fractional",  # a move whose value hangs on the odds
    "nine",
    "forced-sheriff",  # no other move
    "refilled",  # cattle where the token is gone
    "refills",  # a Rattlesnake puts cattle onto an empty location
    "dangerous-barred",
    "dangerous-only-exit",
    "dangerous-self",  # Snake Oil sends its own seat to where it may not be sent by the other
    "end",  # no destination: the money is counted
    "nugget-drawn",  # phase move
    "draw",  # the position's value is 0
    "played",
    "composed",
)


def tags_of(position: Position, moves: dict[str, Fraction]) -> set[str]:
    """The `TAGS` of a position whose moves have these values for the seat to act."""
    found: set[str] = set()
    successors = position.successors()
    for token, after in successors.items():
        found |= _tags_of_move(position, token, after)
        if moves[token].denominator > 1:
            found.add("fractional")
    if all(token.endswith("sheriff") for token in successors):
        found.add("forced-sheriff")
    if any(herd and not token for herd, token in zip(position.cattle, position.tokens, strict=True)):
        found.add("refilled")
    if position.phase == "move":
        found.add("nugget-drawn")
    if max(moves.values()) == 0:
        found.add("draw")
    return found


def _tags_of_move(position: Position, token: str, after: Position) -> set[str]:
    found = {f"takes-{word}" for word in TOKENS if word in token}
    here = position.outlaw
    assert here is not None
    if "ambush" in token:
        if token.endswith("ambushnugget") and len(set(position.gold[1 - position.turn])) > 1:
            found.add("ambush-several")
        if not position.herds[1 - position.turn] and not position.gold[1 - position.turn]:
            found.add("ambush-nothing")
    if token.endswith("nine"):
        found.add("nine")
    if token.endswith("end"):
        found.add("end")
    if "rattlesnake" in token:
        pairs = zip(position.cattle, after.cattle, strict=True)
        if any(new and not old and square != here for square, (old, new) in enumerate(pairs)):
            found.add("refills")
    if after.phase == "play":
        colour = next((word for word in COLOURS if token.startswith(word)), None)
        steps = position.steps if colour is None else position.cattle[here][colour]
        reached = [square for square in walk_ends(here, steps) if after.cattle[square]]
        if after.turn == position.turn:
            seat, memory = position.turn, position.last
            reached = [square for square in reached if square == after.outlaw]
        else:
            seat, memory = after.turn, after.last
        barred = [
            square
            for square in reached
            if after.tokens[square] in DANGEROUS and after.names[square] == memory[seat]
        ]
        if barred and after.turn == position.turn:
            found.add("dangerous-self")
        elif barred:
            found.add("dangerous-only-exit" if len(barred) == len(reached) else "dangerous-barred")
    return found


class TooBig(Exception):
    """More positions than wanted below this one."""


class BoundedSolver(Solver):
    """The reference solver that gives up (`TooBig`) beyond `most` positions."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def _value(self, position: Position) -> Fraction:
        if len(self.known) > self.most:
            raise TooBig
        return super()._value(position)


def solve(position: Position, most: int) -> tuple[dict[str, Fraction], int]:
    """Values of the moves for the seat to act, and how many positions it took; `TooBig` beyond `most`."""
    solver = BoundedSolver(most)
    sign = 1 if position.turn == 0 else -1
    return {token: sign * value for token, value in solver.moves(position).items()}, len(solver.known)


def played(choose: random.Random, most_cattle: int) -> Position | None:
    """The first position of a random game with at most so many cattle; None where the game ends before."""
    position = set_up(choose)
    while position.actor() >= CHANCE:
        if position.actor() != CHANCE and position.cattle_left() <= most_cattle:
            return position
        moves = position.successors()
        tokens = sorted(moves)
        # games of random moves would end early with nine or the Sheriff, and meet few tokens
        lasting = [token for token in tokens if moves[token].actor() >= CHANCE] or tokens
        special = [token for token in lasting if any(word in token for word in TOKENS)]
        lasting = special if special and choose.random() < 0.3 else lasting
        position = moves[choose.choice(lasting)]
    return None


def composed(choose: random.Random) -> Position | None:
    """A position put together at random: few cattle, large herds, a dangerous square remembered."""
    position = Position()
    choose.shuffle(position.names)
    left = dict.fromkeys(COLOURS, 9)
    filled = choose.sample(range(9), choose.randint(2, 6))
    board = [dict(position.cattle[square]) for square in range(9)]
    for square in filled:
        colour = choose.choice(COLOURS)
        for _ in range(choose.choice((1, 1, 1, 2, 2, 3))):
            # one colour alone on a location lets its token take effect
            colour = choose.choice(COLOURS) if choose.random() < 0.4 else colour
            board[square][colour] = board[square].get(colour, 0) + 1
            left[colour] -= 1
    if min(left.values()) < 0:
        return None
    position.cattle = [{c: herd[c] for c in COLOURS if c in herd} for herd in board]
    held = choose.randint(1, 4)
    for colour in choose.sample(COLOURS, held):
        for seat in choose.sample((0, 1), 2):
            number = choose.randint(0, min(8, left[colour]))
            number = max(number, choose.randint(0, min(8, left[colour])))
            if number:
                position.herds[seat][colour] = number
                left[colour] -= number
    position.herds = [{c: herd[c] for c in COLOURS if c in herd} for herd in position.herds]
    poor = choose.choice((0, 1)) if choose.random() < 0.15 else None
    if poor is not None:
        position.herds[poor] = {}
    bag = [token for token, number in TOKENS.items() for _ in range(number)]
    choose.shuffle(bag)
    for square in filled:
        if choose.random() < 0.85:
            token = bag.pop()
            if token != "sheriff":
                position.tokens[square] = token
    nugget = position.names.index("nugget")
    if nugget in filled and choose.random() < 0.5:
        position.tokens[nugget] = "sheriff"
    gold = [int(token[4:]) for token in bag if token.startswith("gold")]
    spare = 9 - sum(token is not None for token in position.tokens)
    for value in gold[: choose.randint(0, spare)]:
        position.gold[choose.randint(0, 1) if poor is None else 1 - poor].append(value)
    position.gold = [sorted(nuggets) for nuggets in position.gold]
    lively = [square for square in filled if position.tokens[square] and len(position.cattle[square]) == 1]
    position.outlaw = choose.choice(filled + lively * 3)
    position.turn = choose.randint(0, 1) if poor is None else 1 - poor
    danger = [position.names[square] for square in filled if position.tokens[square] in DANGEROUS]
    words = [None, *INITIAL_CATTLE, *danger * 6]
    position.last = [choose.choice(words), choose.choice(words)]
    position.phase = "play"
    if choose.random() < 0.15:
        draws = [after for token, after in position.successors().items() if token.endswith("ambushnugget")]
        if draws:
            after = choose.choice(list(draws[0].successors().values()))
            position = position if after.phase == "over" else after
    return position


def read() -> Iterator[dict[str, Any]]:
    """The entries: `position`, `moves` (token: Fraction, seen by the seat to act), `tags`, `work`."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        entry["moves"] = {token: Fraction(value) for token, value in entry["moves"].items()}
        yield entry
