"""The fast Longhorn on the handcrafted cases, one for each side of each ruling of docs/games/longhorn.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fast_rules import FastRules

from reference.longhorn_cases import RULINGS, Implementation, perft_counts, ruling_cases, run_case, vectors
from solver.game import perft
from solver.games import parse_position

FAST: Implementation = FastRules()


@pytest.mark.parametrize("case", ruling_cases(), ids=lambda case: case["id"])
def test_ruling(case: dict[str, Any]) -> None:
    run_case(case, FAST)


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector["id"])
def test_the_known_positions_have_the_known_moves(vector: dict[str, Any]) -> None:
    assert parse_position(vector["position"]).to_text() == vector["position"]
    assert sorted(FAST.legal(vector["position"])) == sorted(vector.get("moves") or vector["starts"])


@pytest.mark.parametrize("entry", perft_counts(), ids=lambda entry: entry["id"])
def test_counts_are_those_of_the_reference(entry: dict[str, Any]) -> None:
    state = parse_position(entry["position"])
    assert [perft(state, depth) for depth in range(1, len(entry["counts"]) + 1)] == entry["counts"]


def test_the_page_lists_every_ruling_with_its_cases(checkout: Path) -> None:
    page = (checkout / "docs" / "games" / "longhorn.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([a-z-]+) \| .* \| `([a-z_]+)_\*` \|$", page, re.MULTILINE))
    assert rows == {ruling: ruling.replace("-", "_") for ruling in RULINGS}


def test_the_page_shows_moves_and_positions_that_can_be_read(checkout: Path) -> None:
    page = (checkout / "docs" / "games" / "longhorn.md").read_text(encoding="utf-8")
    for text in re.findall(r"^    (longhorn/1 (?!SQUARES).*)$", page, re.MULTILINE):
        assert parse_position(text).to_text() == text
