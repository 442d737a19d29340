"""The exhaustive search against a file of positions with exact values, whole deals among them."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from longhorn_search import ALL, after, analyser, best, values_of_moves
from scaling import FULL
from solver.analysis import Limits
from solver.games import parse_position

FILE = Path(__file__).parent / "data" / "longhorn_vectors.jsonl"
ENTRIES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
POSITIONS = [entry for entry in ENTRIES if "moves" in entry]
DEALS = [entry for entry in ENTRIES if "starts" in entry]
PROMPT = [entry for entry in POSITIONS if FULL or entry["cattle_left"] <= 24]  # the others take seconds each
QUICK_DEALS = ("deal2079",)  # all five starts within some seconds

SECONDS = 60 if FULL else 10  # for each start


def own(entry: dict[str, Any], value: str) -> Fraction:
    """A value of the file, which is seat 0's, for the seat to act."""
    return Fraction(value) if " turn=0 " in entry["position"] else -Fraction(value)


@pytest.mark.parametrize("entry", PROMPT, ids=lambda entry: entry["id"])
def test_every_root_move(entry: dict[str, Any]) -> None:
    """With every line wanted: each move's value, and a best move among the best."""
    searcher = analyser(hash_mb=64, multipv=ALL)
    values = values_of_moves(searcher, entry["position"])
    assert values == {token: own(entry, value) for token, value in entry["moves"].items()}


@pytest.mark.parametrize("entry", PROMPT, ids=lambda entry: entry["id"])
def test_the_best_move_alone(entry: dict[str, Any]) -> None:
    """With one line wanted: the value is proven, and the move is one of the best."""
    answer = best(analyser(hash_mb=64), entry["position"])
    line = answer.report.lines[0]
    assert line.lower == line.upper == own(entry, entry["value"])
    assert line.value == float(line.lower)
    assert answer.best is not None
    assert entry["moves"][answer.best] == entry["value"]
    assert line.pv[0] == answer.best


def test_the_file_covers_the_rules() -> None:
    assert len(POSITIONS) == 80
    assert len(PROMPT) >= 70
    tags = Counter(tag for entry in POSITIONS for tag in entry["tags"])
    for tag in ("nine", "fractional", "rattlesnake-refill", "dangerous-barred", "draw"):
        assert tags[tag] > 0


@pytest.mark.parametrize("entry", DEALS, ids=lambda entry: entry["id"])
def test_whole_deals(entry: dict[str, Any]) -> None:
    """The value of every start that is quick to prove, and of the deal itself for the seat that chooses."""
    if not FULL and entry["id"] not in QUICK_DEALS:
        pytest.skip("HERDMIND_FULL=1 proves it")
    deal = parse_position(entry["position"])
    assert sorted(map(deal.action_to_string, deal.legal_actions())) == sorted(entry["starts"])
    searcher = analyser(hash_mb=256)
    for action in deal.legal_actions():
        line = searcher.analyse(after(deal, action), Limits(movetime_ms=SECONDS * 1000)).report.lines[0]
        value = Fraction(entry["starts"][deal.action_to_string(action)])  # the seat to act then is seat 0
        if line.proven or FULL:
            assert line.lower == line.upper == value, deal.action_to_string(action)
        assert line.lower <= value <= line.upper
    answer = searcher.analyse(deal, Limits(movetime_ms=SECONDS * 1000))
    best_value = -min(map(Fraction, entry["starts"].values()))
    assert answer.report.lines[0].lower <= best_value <= answer.report.lines[0].upper
    if answer.report.lines[0].proven:
        assert -Fraction(entry["starts"][str(answer.best)]) == best_value
    else:
        assert FULL is False
