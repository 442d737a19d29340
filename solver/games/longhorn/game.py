"""Longhorn's line in the registry."""

from __future__ import annotations

from os import PathLike

from solver.games.game_type import Game
from solver.games.longhorn.notation import EDITION
from solver.games.longhorn.packing import LonghornProof
from solver.games.longhorn.people import PRIMER, tally
from solver.games.longhorn.state import LonghornState, initial, parse


def _deal(
    seed: int, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None
) -> LonghornState:
    return initial(seed, figures)


LONGHORN = Game(
    name="longhorn",
    title="Longhorn",
    edition=EDITION,
    min_seats=2,
    max_seats=2,
    default_seats=2,
    deal=_deal,
    read=parse,
    proof=LonghornProof,
    primer=PRIMER,
    tally=tally,
)
