"""The handcrafted Longhorn cases and the known values, and how any implementation is put through them.

`data/longhorn_rulings.json` holds the cases, each about one ruling of the game: a position and, after some
tokens played from it, what is right there. `data/longhorn_vectors.jsonl` holds positions with the exact value
of every move, and whole deals with the value of every start. `data/longhorn_perft.jsonl` counts lines.
An implementation takes part through `Implementation`.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

DATA = Path(__file__).parent.parent / "data"

RULINGS = (
    "start",
    "walk",
    "branding",
    "order",
    "snakeoil",
    "ambush",
    "rattlesnake",
    "epidemic",
    "epidemic-back",
    "sheriff",
    "nine",
    "dangerous",
    "end",
    "tie",
)


class Implementation(Protocol):
    """A game as text in, text out."""

    def legal(self, position: str) -> list[str]:
        """The tokens that can be played (or drawn), in any order; none after the end."""

    def apply(self, position: str, token: str) -> str:
        """The position after `token`."""

    def chance(self, position: str) -> dict[str, Fraction]:
        """The odds of every draw; none if chance is not to act."""

    def result(self, position: str) -> tuple[list[int], list[int]]:
        """Ranks and scores of all seats after the end."""


def ruling_cases() -> list[dict[str, Any]]:
    """Every case: `id`, `ruling`, `says`, `position` and `checks`.

    A check has `after` (tokens played from the position) and one or more of `position` (the text then),
    `legal` (all tokens, sorted), `includes` and `excludes` (tokens that are among them and that are not),
    `legal_count`, `chance` (odds as fraction texts), `ranks` and `scores` (both seats, after the end).
    """
    cases: list[dict[str, Any]] = json.loads((DATA / "longhorn_rulings.json").read_text(encoding="utf-8"))
    return cases


def vectors() -> list[dict[str, Any]]:
    """Positions with `value` and the value of all `moves`, then deals with the value of all `starts`.

    Values are fraction texts from the eyes of seat 0 (1 won, 0 drawn, -1 lost).
    """
    return _lines("longhorn_vectors.jsonl")


def perft_counts() -> list[dict[str, Any]]:
    """Positions with `counts`: how many lines of 1, 2, ... tokens there are, draws counted as tokens."""
    return _lines("longhorn_perft.jsonl")


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def run_case(case: dict[str, Any], implementation: Implementation) -> None:
    """Put `implementation` through all checks of `case`; `AssertionError` at the first that fails."""
    for check in case["checks"]:
        position = case["position"]
        for token in check["after"]:
            position = implementation.apply(position, token)
        for key, expected in check.items():
            if key != "after":
                found = _look(key, position, implementation, expected)
                assert found == expected, (
                    f"{case['id']} after {check['after']}: {key} {found}, not {expected}"
                )


def _look(key: str, position: str, implementation: Implementation, expected: Any) -> Any:
    """The answer of `implementation` for `position`, in the form of a check's `expected` value."""
    if key == "position":
        return position
    if key == "chance":
        return {token: str(odds) for token, odds in implementation.chance(position).items()}
    if key in ("ranks", "scores"):
        return implementation.result(position)[key == "scores"]
    legal = sorted(implementation.legal(position))
    if key == "legal":
        return legal
    if key == "legal_count":
        return len(legal)
    if key == "includes":
        return [token for token in expected if token in legal]
    if key == "excludes":
        return [token for token in expected if token not in legal]
    raise ValueError(f"check {key!r} is unknown")
