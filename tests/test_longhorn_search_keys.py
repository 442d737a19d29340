"""Keys of the proof search merge only positions of equal value: whole families of positions in one table.

Each member has the same value from its own empty table as from one that has just seen its relations, in any
order.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from longhorn_crowded import family
from longhorn_search import prover, value_for
from reference.longhorn import Position
from reference.longhorn_solver import Solver
from scaling import scale
from solver.games import parse_position

MIXES = [
    ("around", ("gold200", "branding")),
    ("around", ("ambush", "epidemic")),
    ("around", ("rattlesnake", "ambush")),
    ("nuggets", ("ambush",)),
    ("nuggets", ("ambush", "ambush")),
    ("herds", ("branding",)),
    ("herds", ("ambush",)),
    ("herds", ("ambush", "ambush")),
    ("herds", ("rattlesnake",)),
    ("herds", ("rattlesnake", "ambush")),
    ("herds", ("epidemic", "ambush")),
    ("gold-tokens", ()),
    ("gold-tokens", ("ambush",)),
    ("predecessors", ("rattlesnake", "rattlesnake")),
    ("predecessors", ("rattlesnake", "snakeoil", "ambush")),
    ("ambushes", ("rattlesnake", "ambush")),
    ("ambushes", ("rattlesnake", "rattlesnake")),
]
MEMBERS = 40


@pytest.mark.parametrize(("kind", "wanted"), MIXES, ids=lambda value: str(value).replace(" ", ""))
def test_families_in_one_table(kind: str, wanted: tuple[str, ...]) -> None:
    choose = random.Random(f"{kind} {wanted}")
    lone, shared = prover(1), prover(16)
    differing = 0
    families = scale(500 if kind == "predecessors" else 150, least=15)
    for _ in range(families):
        texts = family(choose, kind, wanted, MEMBERS)
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
    assert differing >= families // 15  # else the members have nothing to tell them apart


def test_nuggets_count_one_by_one_while_a_draw_is_due() -> None:
    """After the last Ambush is taken only the nugget to be drawn tells two positions apart."""
    text = (
        "longhorn/1 maverick:-:-,redriver:w1:snakeoil,dagger:-:-/tulsa:o2:ambush,solomon:g2:branding,"
        "kidcooper:w1g1:gold400/cherokee:w1:ambush,nugget:-:-,blackstone:-:- herds=w5o5g4/b8w1o2g2 "
        "gold=400/200+300+300 outlaw=cherokee turn=0 last=redriver/solomon phase=play"
    )
    value = Solver().value(Position.parse(text))
    assert value == Fraction(-1, 2)
    assert value_for(prover(1), parse_position(text), 0) == value
