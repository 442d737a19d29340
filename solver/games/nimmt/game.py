"""The registry entry of 6 nimmt!."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from solver.game import State
from solver.games.figures_file import refuse_figures
from solver.games.game_type import Game
from solver.games.nimmt import names
from solver.games.nimmt.asking import asks, spell
from solver.games.nimmt.deal import FOREIGN_WORDS, RULES_WORDS
from solver.games.nimmt.encoding import NimmtEncoding
from solver.games.nimmt.entering import enter
from solver.games.nimmt.greedy import play
from solver.games.nimmt.jsonview import as_json, move_parts, rules_of
from solver.games.nimmt.model import load_model
from solver.games.nimmt.notation import EDITION
from solver.games.nimmt.people import PRIMER, aftermath, round_of, tally, unseen
from solver.games.nimmt.state import NimmtState, initial, parse
from solver.search.ismcts.settings import TreeSettings

if TYPE_CHECKING:
    from solver.luck import Value

Figures = str | PathLike[str] | None
TITLE = "6 nimmt!"


def _deal(seed: int, seats: int, rules: tuple[str, ...], figures: Figures) -> NimmtState:
    refuse_figures(TITLE, figures)
    return initial(seed, seats, rules)


def _read(text: str, figures: Figures) -> NimmtState:
    refuse_figures(TITLE, figures)
    return parse(text)


def _enter(viewer: int | None, seats: int, rules: tuple[str, ...], figures: Figures) -> State:
    refuse_figures(TITLE, figures)
    return enter(viewer, seats, rules)


def _value() -> Value:
    from solver.luck import PlayoutValue  # not needed to play

    # Chance only deals the next round, alike in every seating of a deal: the rotation cancels its luck.
    return PlayoutValue(8, lambda view, seat, legal, rng: play(view, seat, rng))


NIMMT = Game(
    name="nimmt",
    title=TITLE,
    edition=EDITION,
    fewer_win=True,
    aliases=(
        "6nimmt",
        "sechsnimmt",
        "take6",
        "take5",
        "cow006",
        "category5",
        "slide5",
    ),
    min_seats=names.MIN_SEATS,
    max_seats=names.MAX_SEATS,
    default_seats=4,
    skill_elo=(1000, 1042, 1091, 1152, 1202),
    deal=_deal,
    read=_read,
    encoding=NimmtEncoding,
    rules_words=RULES_WORDS,
    foreign_words=FOREIGN_WORDS,
    model=load_model,
    greedy=play,
    tree=TreeSettings(
        nodes="own",
        depth=1,
        beyond=4,
        guided=True,
        learners=3,
        duel=0.8,
        prior=0.15,
        prior_duel=0.1,
        modelled=1.0,
        crowd=2,
        adapt=3,
        adapt_most=5,
        shared=2,
        rollouts=1,
        inference=1,
        model_open=False,
    ),
    enter=_enter,
    asks=asks,
    spell=spell,
    expects={
        "points": "{} heads to be taken in this round",
        "now": "{} heads with this very card",
        "hit": "{%} risk of taking a row now",
        "first": "{%} chance to have the fewest heads of the round",
        "odds": "{%} of the time in the equilibrium",
        "policy": "{%} of the time by the learnt policy",
    },
    primer=PRIMER,
    aftermath=aftermath,
    tally=tally,
    unseen=unseen,
    round_of=round_of,
    as_json=as_json,
    move_parts=move_parts,
    rules_of=rules_of,
    value=_value,
)
