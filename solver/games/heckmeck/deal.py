"""Set-up of a Heckmeck game."""

from __future__ import annotations

from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields
from solver.games.heckmeck.figures import Figures


def deal(seats: int, figures: Figures) -> Fields:
    """The empty grill, every seat with all its plates, seat 0 about to roll.

    The set-up draws nothing at random, so a seed affects only the rolls, which are chance events of the game.
    """
    return Fields(
        ladder=figures.ladder,
        box_snails=figures.snails,
        box_plates=figures.plates,
        grill=(names.EMPTY,) * names.SPACES,
        plates=(figures.plates,) * seats,
        worms=(0,) * seats,
        snails=(0,) * seats,
        supply=figures.snails,
    )
