"""Beliefs of a view of Colt Express: unseen cards by deck, and the question that tells them."""

from __future__ import annotations

import re
import sys

import pytest

from protocol.client import Engine
from solver.games.colt import initial

pytestmark = pytest.mark.pure


def test_the_unseen_cards_of_each_deck_are_counted_once() -> None:
    state = initial(5, seats=3)
    assert state.beliefs() == []  # a truth hides nothing
    own, *others = sorted(state.view(1).beliefs(), key=lambda line: "may draw" not in line)
    assert re.fullmatch(r"seat 1 may draw 4 cards: .+", own)
    assert len(others) == 2
    for line in others:
        match = re.fullmatch(
            r"seat [02] holds (\d+) of (\d+) cards, each with probability ([01]\.\d+): (.+)", line
        )
        assert match is not None, line
        held, unseen = int(match[1]), int(match[2])
        kinds = [int(text.rpartition(" x")[2]) if " x" in text else 1 for text in match[4].split(", ")]
        assert sum(kinds) == unseen > held > 0
        assert float(match[3]) == pytest.approx(held / unseen, abs=5e-4)


def test_an_exchange_of_what_a_seat_cannot_see_changes_no_belief() -> None:
    state = initial(5, seats=3)
    view = state.view(1)
    assert state.view(1).beliefs() == type(state).read(view.to_text()).beliefs()


def test_the_question_beliefs() -> None:
    with Engine.start([sys.executable, "-m", "protocol"]) as engine:
        engine.set_option("UCI_Variant", "colt")
        engine.position(seed=5, seats=3)
        assert engine.beliefs() == []
        assert engine.beliefs(1) == initial(5, seats=3).view(1).beliefs()
        engine.set_option("Names", "Ann,Ben,Cem")
        assert not any("seat " in line for line in engine.beliefs(1))
        engine.set_option("UCI_Variant", "longhorn")
        assert engine.beliefs(0) == []
