"""Heckmeck's line in the registry."""

from __future__ import annotations

from os import PathLike

from solver.games.game_type import Game
from solver.games.heckmeck.greedy import play
from solver.games.heckmeck.notation import EDITION
from solver.games.heckmeck.state import HeckmeckState, initial, parse


def _deal(
    seed: int, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None
) -> HeckmeckState:
    return initial(seed, seats, figures)


HECKMECK = Game(
    name="heckmeck",
    title="Heckmeck Barbecue",
    edition=EDITION,
    min_seats=2,
    max_seats=5,
    default_seats=2,
    deal=_deal,
    read=parse,
    greedy=play,
)
