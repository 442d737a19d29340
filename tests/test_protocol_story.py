"""What a seat is told is what it enters: `query story SEAT FROM` on that seat's own view."""

from __future__ import annotations

import random

import pytest

from protocol.table import telling
from protocol.table.table import Table
from scaling import scale
from solver.games import GAMES


def tokens(truth: Table, seat: int, known: int = 0) -> list[str]:
    """What the seat was told from its event number ``known`` on, what follows by the rules left out."""
    return [event.token for event in telling.story(truth, seat, known) if event.who != telling.THEN]


@pytest.mark.parametrize("name", list(GAMES))
def test_a_story_holds_the_tokens_to_enter_on_the_seats_view(name: str) -> None:
    """From any event on whose view was kept, for every seat, with chance that the seed decides."""
    game, rng = GAMES[name], random.Random(16)
    for _ in range(scale(100)):
        seats = rng.randint(game.min_seats, min(game.max_seats, 5))
        truth = Table.fresh(game, rng.getrandbits(32), seats)
        for part in (rng.randint(0, 20), rng.randint(1, 40)):
            views = [truth.view_text(seat) for seat in range(seats)]
            known = [len(tokens(truth, seat)) for seat in range(seats)]
            for _ in range(part):
                if legal := truth.legal():
                    truth.play([rng.choice(legal)])
        for seat, view in enumerate(views):
            own = Table.read(game, view)
            own.play(tokens(truth, seat, known[seat]))
            assert own.state.to_text() == truth.view_text(seat)
