"""Heckmeck's entry in the registry."""

from __future__ import annotations

from functools import partial

from solver.games.common.dice_entry import dice_entry
from solver.games.heckmeck import names
from solver.games.heckmeck.encoding import HeckmeckEncoding
from solver.games.heckmeck.greedy import stop_worth
from solver.games.heckmeck.jsonview import as_json, move_parts
from solver.games.heckmeck.notation import EDITION
from solver.games.heckmeck.people import PRIMER, tally, tie_break
from solver.games.heckmeck.state import HeckmeckState, initial
from solver.games.heckmeck.worth import WEIGHTS, HeckmeckTurns

HECKMECK = dice_entry(
    HeckmeckState,
    partial(initial, 0),
    HeckmeckTurns,
    stop_worth,
    title="Heckmeck Barbecue",
    edition=EDITION,
    seats=(names.LEAST_SEATS, names.MOST_SEATS),
    totals=range(names.LOWEST, names.HIGHEST + 1),
    expects={"snail": "{%} to get a snail"},
    own_figures=True,
    scale=64.0,
    weights=WEIGHTS,
    encoding=HeckmeckEncoding,
    aliases=("barbecue", "heckmeckbarbeque"),  # without barbecue it is Pickomino
    skill_elo=(1000, 1098, 1279, 1520, 1569),
    primer=PRIMER,
    tally=tally,
    tie_break=tie_break,
    as_json=as_json,
    move_parts=move_parts,
)
