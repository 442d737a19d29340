"""The registry entry of Longhorn."""

from __future__ import annotations

from os import PathLike

from solver.game import State
from solver.games.game_type import Game
from solver.games.longhorn.asking import asks, spell
from solver.games.longhorn.encoding import LonghornEncoding
from solver.games.longhorn.entering import enter
from solver.games.longhorn.figures import load
from solver.games.longhorn.jsonview import as_json, move_parts
from solver.games.longhorn.notation import EDITION
from solver.games.longhorn.packing import LonghornProof
from solver.games.longhorn.people import PRIMER, tally, turn_begins
from solver.games.longhorn.state import LonghornState, initial, parse
from solver.games.longhorn.verifying import LonghornVerify


def _deal(
    seed: int, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None
) -> LonghornState:
    return initial(seed, figures)


def _enter(
    viewer: int | None, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None
) -> State:
    return enter(viewer, load(figures))


LONGHORN = Game(
    name="longhorn",
    title="Longhorn",
    edition=EDITION,
    min_seats=2,
    max_seats=2,
    default_seats=2,
    skill_elo=(1000, 1090, 1139, 1283, 1345),
    deal=_deal,
    read=parse,
    encoding=LonghornEncoding,
    proof=LonghornProof,
    verify=LonghornVerify,
    primer=PRIMER,
    tally=tally,
    enter=_enter,
    asks=asks,
    spell=spell,
    turn_begins=turn_begins,
    as_json=as_json,
    move_parts=move_parts,
)
