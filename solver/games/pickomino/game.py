"""Pickomino's line in the registry."""

from __future__ import annotations

from solver.games.common.dice_entry import dice_entry
from solver.games.pickomino.encoding import PickominoEncoding
from solver.games.pickomino.fields import LEAST_SEATS, MOST_SEATS, TILES
from solver.games.pickomino.jsonview import as_json, move_parts
from solver.games.pickomino.notation import EDITION
from solver.games.pickomino.state import PickominoState, initial
from solver.games.pickomino.words import PRIMER, stop_worth, tally, tie_break
from solver.games.pickomino.worth import PickominoTurns

PICKOMINO = dice_entry(
    PickominoState,
    initial,
    PickominoTurns,
    stop_worth,
    title="Pickomino",
    edition=EDITION,
    seats=(LEAST_SEATS, MOST_SEATS),
    encoding=PickominoEncoding,
    aliases=("heckmeckambratwurmeck", "bratwurmeck"),
    skill_elo=(1000, 1098, 1238, 1455, 1505),
    totals=TILES,
    unit="worms",
    expects={
        "above": "{%} to stop above 36",
        "first": "{%} chance to have the most worms, or the highest tile among equals",
    },
    primer=PRIMER,
    tally=tally,
    tie_break=tie_break,
    as_json=as_json,
    move_parts=move_parts,
)
