"""Whole games entered from one seat's side: at every decision the adviser's table equals the seat's view."""

from __future__ import annotations

from dataclasses import replace

import pytest
from advise_games import CASES, MORE, Case, Seat, begin, deal, play_on, set_up_words, typed
from driver import ENGINE

from protocol.client import Limit
from protocol.frontend.desk import Desk, Setup
from protocol.table import reading
from protocol.table.table import Table
from scaling import scale
from solver.rng import Rng


def tell_set_up(truth: Table, table: Table, seat: int) -> int:
    """Tell how it lies there; how many events of the table belong to that, and not to the game."""
    told = reading.read(table, set_up_words(truth, seat))
    dealt = truth.start.view(seat).to_text()
    set_up = 0 if table.state.to_text() == dealt else None
    for token in told:
        table.push(token)
        if table.state.to_text() == dealt:
            set_up = len(table.events)  # what is filled in from here on belongs to the game
    assert set_up is not None, "the set-up that was told is not the seat's view of the deal"
    return set_up


@pytest.mark.long
@pytest.mark.parametrize("case", CASES + MORE, ids=str)
def test_what_is_typed_in_is_what_the_seat_knows(case: Case) -> None:
    for game in range(scale(10, least=1)):
        one = replace(case, seed=case.seed + 100 * game)
        truth, table = deal(one), begin(one)
        set_up = tell_set_up(truth, table, one.seat)
        eyes, decisions = Seat(truth, one.seat), 0
        for now in play_on(truth, Rng(one.seed)):
            owing = now.state.players_to_move()
            if not now.state.is_terminal() and owing[0] != one.seat:
                continue
            fresh = eyes.heard(len(table.events) - set_up)
            table.play(reading.read(table, typed(table, fresh)))
            assert table.state.to_text() == now.view_text(one.seat)
            assert now.state.is_terminal() or table.legal(one.seat) == now.legal(one.seat)
            decisions += 1
        assert decisions > 5


def test_there_is_advice_at_some_decision_of_every_setting() -> None:
    """Advice as the frontend asks for it: on a view alone, about a legal move."""
    with Desk.start(ENGINE) as desk:
        for case in CASES + MORE:
            truth = deal(case)
            # decisions into the game, and on to the next one of the seat
            at = 4 if case.game == "longhorn" or "round" in case.rules else [10, 25, 60][case.seed % 3]
            for made, now in enumerate(play_on(truth, Rng(case.seed))):
                if made >= at and now.state.players_to_move()[:1] == [case.seat]:
                    break
            desk.set_up(Setup(case.game, start=truth.view_text(case.seat)))
            thought = desk.think(case.seat, Limit(nodes=60), lines=2)
            assert thought.best is not None, (case, thought.reason)
            assert thought.best.token in truth.legal(case.seat)
            assert thought.best.phrase
            line = thought.line(thought.best.token)
            assert len(truth.legal(case.seat)) == 1 or (line is not None and line.verdict())
