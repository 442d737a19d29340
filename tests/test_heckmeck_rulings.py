"""Heckmeck on handcrafted cases, on both sides of each ruling of docs/games/heckmeck.md; counts of lines."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fast_rules import FastRules

from reference.longhorn_cases import run_case
from solver.game import divide, perft
from solver.games import GAMES, parse_position

DATA = Path(__file__).parent / "data"
RULINGS = (
    "first",
    "face",
    "result",
    "protected",
    "stop",
    "failure",
    "steal",
    "evicted",
    "plates-out",
    "snail",
    "bank",
    "end",
    "tie",
)


def load(name: str) -> list[dict[str, Any]]:
    """The entries of a data file."""
    entries: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return entries


@pytest.mark.parametrize("case", load("heckmeck_rulings.json"), ids=lambda case: case["id"])
def test_ruling(case: dict[str, Any]) -> None:
    run_case(case, FastRules())


def test_every_ruling_has_cases_that_bear_its_name() -> None:
    cases = load("heckmeck_rulings.json")
    assert {case["ruling"] for case in cases} == set(RULINGS)
    assert len({case["id"] for case in cases}) == len(cases)
    for case in cases:
        assert case["id"].startswith(case["ruling"].replace("-", "_") + "_")
        assert case["checks"]


def test_the_page_lists_every_ruling_with_its_cases(checkout: Path) -> None:
    page = (checkout / "docs" / "games" / "heckmeck.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([a-z-]+) \| .* \| `([a-z_]+)_\*` \|$", page, re.MULTILINE))
    assert rows == {ruling: ruling.replace("-", "_") for ruling in RULINGS}


def test_the_page_shows_positions_that_can_be_read(checkout: Path) -> None:
    page = (checkout / "docs" / "games" / "heckmeck.md").read_text(encoding="utf-8")
    texts = re.findall(r"^    (heckmeck/1 (?!ladder=N).*)$", page, re.MULTILINE)
    assert len(texts) == 2
    for text in texts:
        assert parse_position(text).to_text() == text


def test_the_page_has_the_counts(checkout: Path) -> None:
    page = (checkout / "docs" / "games" / "heckmeck.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([0-9, |]+) \|$", page, re.MULTILINE)
    shown = {name: [int(n.replace(",", "")) for n in row.split(" | ") if n.strip()] for name, row in rows}
    assert shown == {entry["id"]: entry["perft"] for entry in load("heckmeck_perft.json")}


@pytest.mark.parametrize("entry", load("heckmeck_perft.json"), ids=lambda entry: entry["id"])
def test_counts_of_lines(entry: dict[str, Any]) -> None:
    state = parse_position(entry["position"])
    assert [perft(state, depth) for depth in range(1, len(entry["perft"]) + 1)] == entry["perft"]
    assert dict(divide(state, entry["divide_depth"])) == entry["divide"]


def test_five_may_play_and_the_page_says_who_says_so(checkout: Path) -> None:
    heckmeck = GAMES["heckmeck"]
    assert (heckmeck.min_seats, heckmeck.max_seats) == (2, 5)
    page = (checkout / "docs" / "games" / "heckmeck.md").read_text(encoding="utf-8")
    assert "The rules say 2 to 4, the box 2 to 5" in page
