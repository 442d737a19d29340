"""Families of Longhorn positions on one board, composed to meet in the tables of the proof search.

Only positions with some cattle are looked up at all, and the value must depend on something that one member
of a family has and another lacks: nearly nine of a colour, herds that can run out, nuggets worth stealing,
dangers remembered.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise, product

from longhorn_changes import possible, variants
from reference.longhorn import COLOURS, DANGEROUS, INITIAL_CATTLE, TOKENS, Position, walk_ends

LEAST_CATTLE, MOST_CATTLE = 10, 13


def crowded(choose: random.Random, wanted: tuple[str, ...]) -> Position | None:
    """A position with ten cattle or a few more and the tokens ``wanted`` (others too)."""
    position = Position()
    choose.shuffle(position.names)
    left = dict.fromkeys(COLOURS, 9)
    filled = choose.sample(range(9), choose.randint(5, 7))
    for square in filled:
        for colour in choose.sample(COLOURS, choose.choice((1, 1, 2))):
            number = choose.choice((1, 1, 2))
            position.cattle[square][colour] = number
            left[colour] -= number
    if min(left.values()) < 0 or not LEAST_CATTLE <= position.cattle_left() <= MOST_CATTLE:
        return None
    for colour in COLOURS:
        rest = left[colour] - (choose.randint(0, 3) if choose.random() < 0.3 else 0)
        mine = choose.randint(0, max(0, rest)) if choose.random() < 0.6 else choose.choice((0, 1, rest))
        mine = max(0, min(mine, 8))
        position.herds[0][colour] = mine
        position.herds[1][colour] = max(0, min(rest - mine, 8))
    position.cattle = [_sorted(herd) for herd in position.cattle]
    position.herds = [_sorted(herd) for herd in position.herds]
    others = [word for word, number in TOKENS.items() for _ in range(number) if word not in _HEAVY]
    bag = [*wanted, *choose.sample(others, len(filled))]
    for square, token in zip(choose.sample(filled, len(filled)), bag, strict=False):
        position.tokens[square] = token
    gold = [word for word in bag[len(filled) :] + bag if word.startswith("gold")]
    for _ in range(choose.randint(0, 3)):
        value = choose.choice((200, 300, 400, 500))
        if gold.count(f"gold{value}") < TOKENS[f"gold{value}"]:
            gold.append(f"gold{value}")
            position.gold[choose.randint(0, 1)].append(value)
    position.gold = [sorted(nuggets) for nuggets in position.gold]
    position.outlaw = choose.choice(filled)
    position.turn = choose.randint(0, 1)
    danger = [position.names[square] for square in filled if position.tokens[square] in DANGEROUS]
    position.last = [choose.choice([*INITIAL_CATTLE, *danger * 5]) for _ in range(2)]
    position.phase = "play"
    return position if possible(position) else None


_HEAVY = ("ambush", "rattlesnake", "sheriff", "epidemic")


def _sorted(herd: dict[str, int]) -> dict[str, int]:
    return {colour: herd[colour] for colour in COLOURS if herd.get(colour)}


def around(position: Position, choose: random.Random) -> Iterator[Position]:
    """Each differs in one thing."""
    yield position
    yield from variants(position)


def nuggets(position: Position, choose: random.Random) -> Iterator[Position]:
    """Four nuggets in every way between the seats and the box."""
    values = choose.sample((200, 300, 300, 400, 400, 500), 4)
    for owners in product((0, 1, None), repeat=4):
        other = position.copy()
        pairs = list(zip(values, owners, strict=True))
        other.gold = [sorted(value for value, owner in pairs if owner == seat) for seat in (0, 1)]
        yield other


def herds(position: Position, choose: random.Random) -> Iterator[Position]:
    """Two colours in many ways between the seats and those that are gone."""
    colours = choose.sample(COLOURS, 2)
    for _ in range(200):
        other = position.copy()
        for colour in colours:
            rest = 9 - sum(herd.get(colour, 0) for herd in position.cattle)
            mine = choose.randint(0, min(8, rest))
            theirs = choose.randint(0, min(8, rest - mine))
            for seat, number in ((0, mine), (1, theirs)):
                other.herds[seat] = _sorted({**other.herds[seat], colour: number})
        yield other


def gold_tokens(position: Position, choose: random.Random) -> Iterator[Position]:
    """Two locations' nuggets with every value, none held."""
    filled = [square for square, herd in enumerate(position.cattle) if herd]
    for first, second in product((200, 300, 400, 500), repeat=2):
        for square, other_square in pairwise(filled):
            other = position.copy()
            other.gold = [[], []]
            other.tokens = [token if token and token[:4] != "gold" else None for token in other.tokens]
            other.tokens[square], other.tokens[other_square] = f"gold{first}", f"gold{second}"
            yield other


def predecessors(position: Position, choose: random.Random) -> Iterator[Position]:
    """Positions with a move to this one, which remembers from where it was made."""
    opponent = 1 - position.turn
    for square, herd in enumerate(position.cattle):
        for colour in COLOURS:
            for number in range(1, min(4, position.herds[opponent].get(colour, 0)) + 1):
                if not herd or colour in herd or position.outlaw not in walk_ends(square, number):
                    continue
                other = position.copy()
                left = other.herds[opponent][colour] - number
                other.herds[opponent] = _sorted({**other.herds[opponent], colour: left})
                other.cattle[square] = _sorted({**herd, colour: number})
                other.outlaw, other.turn = square, opponent
                yield other


def ambushes(position: Position, choose: random.Random) -> Iterator[Position]:
    """The outlaw at an Ambush with one to four cattle of a colour, dangers remembered."""
    outlaw = position.outlaw
    assert outlaw is not None
    seat = position.turn
    colour = choose.choice(COLOURS)
    held = position.herds[seat].get(colour, 0) + position.cattle[outlaw].get(colour, 0)
    for base in nuggets(position, choose):
        number = choose.randint(1, 4)
        if not 0 <= held - number <= 8 or len(set(base.gold[1 - seat])) < 2:
            continue
        base.tokens[outlaw] = "ambush"
        base.cattle[outlaw] = {colour: number}
        base.herds[seat] = _sorted({**base.herds[seat], colour: held - number})
        dangers = [
            name for name, token in zip(position.names, position.tokens, strict=True) if token in DANGEROUS
        ]
        base.last = [choose.choice((None, *dangers)), choose.choice((None, *dangers))]
        yield base


KINDS: dict[str, Callable[[Position, random.Random], Iterator[Position]]] = {
    "around": around,
    "nuggets": nuggets,
    "herds": herds,
    "gold-tokens": gold_tokens,
    "predecessors": predecessors,
    "ambushes": ambushes,
}


def family(choose: random.Random, kind: str, wanted: tuple[str, ...], most: int) -> list[str]:
    """The texts of positions that are related in one of KINDS, three at least, in random order."""
    while True:
        position = crowded(choose, wanted)
        if position is None:
            continue
        members = KINDS[kind](position, choose)
        texts = sorted({other.text() for other in members if possible(other) and other.cattle_left() <= 14})
        if len(texts) > 2:
            return choose.sample(texts, min(len(texts), most))
