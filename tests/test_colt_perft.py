"""Colt Express's perft table: counted again, and confirmed by the reference where planning comes first."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from colt_games import SETTINGS, setting_name

from colt_bridge import Bridge
from reference.colt import Game
from scaling import FULL
from solver.game import divide, perft
from solver.games import parse_position
from solver.games.colt.state import ColtState

PERFT: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "colt_perft.json").read_text(encoding="utf-8")
)
#: Deals that begin with planning: the reference counts plies of planning and draws as the fast rules do.
DEALS = [entry for entry in PERFT if entry["id"].startswith("deal-") and " ask=plan " in entry["position"]]


@pytest.mark.parametrize("entry", PERFT, ids=[entry["id"] for entry in PERFT])
def test_perft_table(entry: dict[str, Any]) -> None:
    state = parse_position(entry["position"])
    assert state.to_text() == entry["position"]
    for depth, count in enumerate(entry["perft"], start=1):
        assert perft(state, depth) == count, f"depth {depth}"
    depth = entry["divide_depth"]
    assert dict(divide(state, depth)) == entry["divide"]
    assert sum(entry["divide"].values()) == entry["perft"][depth - 1]


def test_every_setting_is_in_the_table() -> None:
    wanted = {f"{kind}-{setting_name(one)}" for one in SETTINGS for kind in ("deal", "plan", "pile")}
    assert {entry["id"] for entry in PERFT} == wanted
    assert len(DEALS) == 12


def slow_perft(bridge: Bridge, game: Game, depth: int) -> int:
    """The same count by the reference's own options and draws; cards of one kind are one outcome."""
    if depth == 0:
        return 1
    bridge.game = game
    answers: dict[object, object] = {}
    if game.chance is not None:
        assert game.chance.kind == "draw"
        seat = game.chance.seat
        assert seat is not None
        for card in game.chance.outcomes:
            answers[bridge.kind(seat, card)] = card
    else:
        assert game.decision is not None
        assert game.decision.kind == "plan"
        answers = {bridge.actions(option): option for option in game.decision.options}
    if depth == 1:
        return len(answers)
    count = 0
    for answer in answers.values():
        after = game.copy()
        after.apply(answer)
        count += slow_perft(bridge, after, depth - 1)
    return count


@pytest.mark.parametrize("entry", DEALS, ids=[entry["id"] for entry in DEALS])
def test_the_reference_confirms_the_table(entry: dict[str, Any]) -> None:
    state = parse_position(entry["position"])
    assert isinstance(state, ColtState)
    bridge = Bridge(state, Random(1))
    while bridge.game.decision is None or bridge.game.decision.kind != "plan":
        bridge.step()
    assert state.to_text() == entry["position"], "the fast side waits while the reference deals"
    start = bridge.game
    most = 10_000 if FULL else 1_000
    checked = 0
    for depth, count in enumerate(entry["perft"], start=1):
        if count <= most:
            assert slow_perft(bridge, start, depth) == count, f"depth {depth}"
            checked += 1
    assert checked >= 3
