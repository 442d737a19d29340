"""What the keys of the proof search merge may be merged: whole families of positions in one table.

Each member has the same value from an empty table of its own as from one that has just seen its relations,
in any order.
"""

from __future__ import annotations

import random

import pytest

from longhorn_crowded import family
from longhorn_search import prover, value_for
from scaling import scale
from solver.games import parse_position

MIXES = {
    "calm": ("gold200", "branding"),
    "ambush": ("ambush",),
    "ambushes": ("ambush", "ambush"),
    "ambush-gold": ("ambush", "gold500", "gold200"),
    "rattlesnake": ("rattlesnake",),
    "both": ("rattlesnake", "ambush"),
    "epidemic": ("ambush", "epidemic"),
    "snake-plague": ("rattlesnake", "epidemic"),
}
MEMBERS = 40


@pytest.mark.parametrize("mix", MIXES)
def test_families_in_one_table(mix: str) -> None:
    choose = random.Random(mix)
    lone, shared = prover(1), prover(16)
    differing = 0
    families = scale(250)
    for _ in range(families):
        texts = family(choose, MIXES[mix], MEMBERS)
        expected = {}
        for text in texts:
            lone.clear()
            expected[text] = value_for(lone, parse_position(text), 0)
        shared.clear()
        for _ in range(2):
            choose.shuffle(texts)
            for text in texts:
                assert value_for(shared, parse_position(text), 0) == expected[text], text
        differing += len(set(expected.values())) > 1
    assert differing > families // 6
