"""Registry entry of a game of dice turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.game import State
from solver.games.common import dice_player
from solver.games.common.dice import asks, spell, turn_begins
from solver.games.common.dice_state import DiceState
from solver.games.figures_file import refuse_figures
from solver.games.game_type import Game
from solver.search.turngame import TurnPlug
from solver.search.turnsearch import OneTurnSearch, TurnSearch

if TYPE_CHECKING:
    from solver.luck import Value

Figures = str | PathLike[str] | None


def dice_entry(
    face: type[DiceState],
    initial: Callable[..., State],
    plug: Callable[[], TurnPlug],
    stop_worth: Callable[[Any, int, int], float],
    *,
    title: str,
    edition: str,
    seats: tuple[int, int],
    totals: Iterable[int],
    expects: Mapping[str, str],
    unit: str = "points",
    own_figures: bool = False,
    scale: float = 40.0,
    weights: Path | None = None,
    **words: Any,
) -> Game:
    """The entry of a game whose set-up needs only a number of seats, by default 2.

    ``initial``: gives the fresh game for a number of seats and, with ``own_figures``, the name of a figures
    file; ``totals``: totals that are separate outcomes; ``expects``: meanings of the other outcomes of a turn
    (see ``Game``); ``unit``: the unit of the game's points; ``scale``: the points of a lead with the value 1
    in the plug's estimates; ``weights``: the file that these come from; ``words``: further fields of the
    entry.
    """
    name = edition.split("/", 1)[0]

    def deal(seed: int, seats: int, rules: tuple[str, ...], figures: Figures) -> State:
        if own_figures:
            return initial(seats, figures)
        refuse_figures(title, figures)
        return initial(seats)

    def enter(viewer: int | None, seats: int, rules: tuple[str, ...], figures: Figures) -> State:
        return deal(0, seats, rules, figures)

    def read(text: str, figures: Figures) -> State:
        return face.read(text)

    def value() -> Value:
        from solver.games.common.dice_value import DiceValue  # not needed to play

        data = weights.read_bytes() if weights is not None and weights.exists() else b""
        return DiceValue(name, plug(), scale, data)

    told = {word: phrase.replace("points", unit) for word, phrase in dice_player.EXPECTS.items()}
    told |= {f"total{total}": f"{{%}} to stop at {total}" for total in totals}
    return Game(
        name=name,
        title=title,
        edition=edition,
        min_seats=seats[0],
        max_seats=seats[1],
        default_seats=2,
        deal=deal,
        read=read,
        greedy=partial(dice_player.play, stop_worth=stop_worth),
        search=lambda settings: TurnSearch(plug(), settings),
        flat=lambda settings: OneTurnSearch(plug(), settings),
        expects={**told, **expects},
        enter=enter,
        asks=asks,
        spell=spell,
        turn_begins=turn_begins,
        value=value,
        **words,
    )
