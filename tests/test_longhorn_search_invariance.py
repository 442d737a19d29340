"""Invariance: values of Longhorn positions do not depend on irrelevant features."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from longhorn_changes import TURNS, exchanged, possible, random_turn, repainted, turned, variants
from longhorn_late import read
from longhorn_search import ALL, analyser, bounds, prover, value_for, values_of_moves
from reference.longhorn import COLOURS, Position
from scaling import scale, some
from solver.games import parse_position

VECTORS = Path(__file__).parent / "data" / "longhorn_vectors.jsonl"
LATE = list(read())
MIDDLE = [
    entry["position"]
    for entry in map(json.loads, VECTORS.read_text(encoding="utf-8").splitlines())
    if 9 <= entry.get("cattle_left", 0) <= 22
]


@pytest.mark.parametrize(
    ("hash_mb", "threads"),
    [(1, 1), (64, 1), (1024, 1), (1, 2), (64, 2), (64, 5)],
    ids=lambda value: str(value),
)
def test_memory_and_threads(hash_mb: int, threads: int) -> None:
    """The values of all root moves, from one table that is never cleared."""
    searcher = analyser(hash_mb, threads, ALL)
    for entry in some(LATE, least=60, seed=2):
        assert values_of_moves(searcher, entry["position"]) == entry["moves"], entry["position"]


@pytest.mark.parametrize("text", some(MIDDLE, least=8), ids=lambda text: str(MIDDLE.index(text)))
def test_memory_and_threads_in_the_middle_of_the_game(text: str) -> None:
    state = parse_position(text)
    expected = bounds(prover(64, 1), state)
    for hash_mb, threads in ((1, 1), (1, 2), (64, 2), (256, 2), (16, 5)):
        assert bounds(prover(hash_mb, threads), state) == expected


@pytest.mark.parametrize("text", some(MIDDLE, least=8, seed=3), ids=lambda text: str(MIDDLE.index(text)))
def test_move_order(text: str) -> None:
    """Root moves wished for in any order, either question first."""
    state = parse_position(text)
    choose = random.Random(text)
    engine = prover(16)
    expected = bounds(engine, state)
    for doubtful in (False, True):
        engine.clear()
        root_order = tuple((action, choose.randint(-1000, 1000)) for action in state.legal_actions())
        assert bounds(engine, state, root_order, doubtful) == expected


def test_turned_boards_and_exchanged_seats() -> None:
    """The same tokens with the same values, from one table that has seen all of it."""
    choose = random.Random(4)
    searcher = analyser(multipv=ALL)
    for entry in some(LATE, least=100, seed=4):
        other = random_turn(Position.parse(entry["position"]), choose)
        assert values_of_moves(searcher, other.text()) == entry["moves"], other.text()


def test_turned_boards_in_the_middle_of_the_game() -> None:
    """Other orders of search: the generator goes through squares in theirs."""
    engine = prover(64)
    for text in some(MIDDLE, least=5, seed=5):
        expected = bounds(engine, parse_position(text))
        position = Position.parse(text)
        for order in some(TURNS[1:], least=2):
            engine.clear()
            assert bounds(engine, parse_position(turned(position, order).text())) == expected
            assert bounds(engine, parse_position(exchanged(turned(position, order)).text())) == expected


def test_repainted_cattle() -> None:
    """Every colour is worth the same to the rules: the values of all moves are the same ones."""
    choose = random.Random(6)
    searcher = analyser(multipv=ALL)
    paints = list(permutations(COLOURS))[1:]
    for entry in some(LATE, least=100, seed=6):
        other = repainted(Position.parse(entry["position"]), choose.choice(paints))
        values = values_of_moves(searcher, other.text())
        assert sorted(values.values()) == sorted(entry["moves"].values()), other.text()


def test_neighbouring_positions_in_one_table() -> None:
    """A table full of positions that differ in one thing: what the keys leave out must not matter."""
    choose = random.Random(7)
    shared = prover(64)
    differing = 0
    for entry in some(LATE, least=60, seed=7):
        position = Position.parse(entry["position"])
        if position.phase != "play":
            continue
        # an impossible count of cattle would be refused anyway
        texts = sorted({other.text() for other in variants(position) if possible(other)})
        texts = choose.sample(texts, min(len(texts), 40))
        expected: dict[str, Fraction] = {}
        for text in texts:
            lone = prover(1)
            expected[text] = value_for(lone, parse_position(text), 0)
        choose.shuffle(texts)
        shared.clear()
        for text in texts:
            assert value_for(shared, parse_position(text), 0) == expected[text], text
        differing += len(set(expected.values())) > 1
    assert differing > scale(30, least=5)
