"""The registry entry of Colt Express."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from solver.game import State
from solver.games.colt.asking import asks
from solver.games.colt.encoding import ColtEncoding
from solver.games.colt.entering import enter
from solver.games.colt.figures import EDITION, load
from solver.games.colt.greedy import greedy
from solver.games.colt.jsonparts import move_parts
from solver.games.colt.jsonview import as_json, rules_of
from solver.games.colt.model import load_model
from solver.games.colt.notation import CHANGES
from solver.games.colt.people import aftermath, round_of, seat_names, tally, tie_break, unseen
from solver.games.colt.primer import primer
from solver.games.colt.setup_words import RULES_WORDS, settings
from solver.games.colt.state import ColtState, initial, parse
from solver.games.game_type import Game
from solver.search.ismcts.settings import TreeSettings

if TYPE_CHECKING:
    from solver.luck import Value


def _deal(seed: int, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None) -> ColtState:
    flags, characters = settings(seats, rules)
    return initial(seed, seats, flags, figures, characters or None)


def _enter(
    viewer: int | None, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None
) -> State:
    return enter(viewer, seats, rules, load(figures))


def _value() -> Value:
    from solver.luck import RolloutValue  # not needed to play

    return RolloutValue(4, plies=40)  # about a round; whole games cost more and tell no more


COLT = Game(
    name="colt",
    title="Colt Express",
    edition=EDITION,
    aliases=("coltexpress",),
    changes=CHANGES,
    min_seats=2,
    max_seats=6,
    default_seats=4,
    skill_elo=(1000, 1189, 1414, 1503, 1554),
    deal=_deal,
    read=parse,
    encoding=ColtEncoding,
    rules_words=RULES_WORDS,
    greedy=greedy,
    model=load_model,
    tree=TreeSettings(guided=True, rounds=1, rounds_plain=2, nodes_duel="common", margin=1.0, estimate=True),
    expects={
        "points": "{+} dollars as far as it looks ahead",
        "now": "{+} dollars from this very choice",
        "hit": "{%} chance that this very choice changes the money",
        "first": "{%} chance to be the richest",
        "loot": "{+} dollars of loot by the end of the round",
        "shots": "{} hits on rivals by the end of the round",
        "bullets": "{} bullets received by the end of the round",
        "odds": "{%} of the time in the equilibrium",
    },
    primer=primer(load()),
    aftermath=aftermath,
    tally=tally,
    tie_break=tie_break,
    unseen=unseen,
    seat_names=seat_names,
    round_of=round_of,
    enter=_enter,
    asks=asks,
    as_json=as_json,
    move_parts=move_parts,
    rules_of=rules_of,
    value=_value,
)
