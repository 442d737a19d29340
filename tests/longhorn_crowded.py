"""Families of Longhorn positions on one board, made so that the proof search meets them in its tables.

Only positions with some cattle are looked up at all, and the value has to hang on what one member of a family
has and another has not: nearly nine of a colour, herds that can run out, nuggets worth stealing, dangers
remembered.
"""

from __future__ import annotations

import random

from longhorn_changes import possible, variants
from reference.longhorn import COLOURS, DANGEROUS, INITIAL_CATTLE, TOKENS, Position

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


def family(choose: random.Random, wanted: tuple[str, ...], most: int) -> list[str]:
    """The texts of a crowded position and of others on its board, in random order."""
    while True:
        position = crowded(choose, wanted)
        if position is None:
            continue
        texts = sorted({other.text() for other in [position, *variants(position)] if possible(other)})
        return choose.sample(texts, min(len(texts), most))
