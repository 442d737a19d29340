"""Heckmeck's line in the registry."""

from __future__ import annotations

from os import PathLike

from solver.game import State
from solver.games.common.dice import asks, spell
from solver.games.game_type import Game
from solver.games.heckmeck.greedy import play
from solver.games.heckmeck.notation import EDITION
from solver.games.heckmeck.people import PRIMER, tally
from solver.games.heckmeck.state import HeckmeckState, initial, parse
from solver.games.heckmeck.worth import HeckmeckTurns
from solver.reports import Settings
from solver.search.face import Search
from solver.search.turnsearch import OneTurnSearch, TurnSearch


def _deal(
    seed: int, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None
) -> HeckmeckState:
    return initial(seed, seats, figures)


def _enter(viewer: int, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None) -> State:
    return initial(0, seats, figures)


def _search(settings: Settings) -> Search:
    return TurnSearch(HeckmeckTurns(), settings)


def _one_turn(settings: Settings) -> Search:
    return OneTurnSearch(HeckmeckTurns(), settings)


HECKMECK = Game(
    name="heckmeck",
    title="Heckmeck Barbecue",
    edition=EDITION,
    aliases=("barbecue", "heckmeckbarbeque"),  # Pickomino, without barbecue, is another game
    min_seats=2,
    max_seats=5,
    default_seats=2,
    skill_elo=(1000, 1098, 1279, 1520, 1569),
    deal=_deal,
    read=parse,
    greedy=play,
    search=_search,
    flat=_one_turn,
    expects={
        **{f"total{total}": f"{{%}} to stop at {total}" for total in range(23, 37)},
        "snail": "{%} to get a snail",
        "fail": "{%} risk that the turn fails",
        "gain": "{+} points expected from this turn",
        "points": "{+} points as far as it looks ahead",
        "now": "{+} points from this very choice",
        "hit": "{%} chance that this very choice changes the points",
        "first": "{%} chance to be first",
    },
    primer=PRIMER,
    tally=tally,
    enter=_enter,
    asks=asks,
    spell=spell,
)
