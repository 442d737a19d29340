"""Chance at the root: the deal of a whole game, or only of the hidden cards of a given position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any

from solver.errors import SetupError
from solver.game import State
from solver.games import GAMES
from solver.games.entered import EnteredSetup, Item
from solver.games.nimmt import names as nimmt_names
from solver.games.nimmt.fields import Fields as NimmtFields
from solver.games.nimmt.notation import to_text as nimmt_text
from solver.games.nimmt.state import NimmtState

#: The most outcomes that one chance node of a redeal may have.
MOST_OUTCOMES = 2000


class Hands:
    """The script of a redeal of 6 nimmt!: a hand for each seat, in seat order, of cards not yet shown."""

    def __init__(self, public: NimmtFields) -> None:
        self.public = public
        deck = range(1, nimmt_names.deck_size(public.seats, public.small) + 1)
        self._unseen = [card for card in deck if card not in public.shown()]

    def hands(self, entered: tuple[str, ...]) -> list[tuple[int, ...]]:
        """The hands that are dealt already."""
        return [tuple(map(int, word.split("c")[1:])) for word in entered]

    def item(self, entered: tuple[str, ...]) -> Item | None:
        seat = len(entered)
        if seat == self.public.seats:
            return None
        gone = {card for hand in self.hands(entered) for card in hand}
        left, size = [card for card in self._unseen if card not in gone], self.public.held(seat)
        if comb(len(left), size) > MOST_OUTCOMES:
            message = (
                f"a redeal of {size} from {len(left)} unseen cards has {comb(len(left), size)} outcomes, "
                f"and at most {MOST_OUTCOMES} are dealt at once: take a position later in the round"
            )
            raise SetupError(message, "redeal", "redeal")
        hands = combinations(left, size)
        return Item(
            f"the hand of seat {seat}",
            tuple(("".join(f"c{card}" for card in hand), f"hand {hand}", 1) for hand in hands),
        )

    def state(self, entered: tuple[str, ...]) -> State:
        return NimmtState.from_fields(replace(self.public, hands=tuple(self.hands(entered))))


class Redeal(EnteredSetup):
    """The position while hands are dealt again; each seat sees its own."""

    _script: Hands

    def __init__(self, edition: str, public: NimmtFields) -> None:
        super().__init__(edition, Hands(public), None, public.seats)

    def seen(self, seat: int | None) -> str:
        """The deal as a seat has seen it (None: with everybody's secrets)."""
        dealt = [word if seat in (None, owner) else "x" for owner, word in enumerate(self.entered)]
        public = nimmt_text(self._script.public).replace(" view=all ", " view=none ")
        return f"{public} redeal={'+'.join(dealt) or '-'}"

    def to_text(self) -> str:
        return self.seen(None)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (self.edition, self._script.public, self.entered))


def _again(edition: str, public: NimmtFields, entered: tuple[str, ...]) -> Redeal:
    deal = Redeal(edition, public)
    for word in entered:
        deal.apply_action(deal.string_to_action(word))
    return deal


def _redeal_nimmt(state: State) -> EnteredSetup:
    assert isinstance(state, NimmtState)
    fields: NimmtFields = state.fields()
    if fields.phase != nimmt_names.PLAY or any(fields.table) or fields.draft:
        message = (
            "a redeal begins where all hands are hidden and no card is committed: phase=play, draft=dealt"
        )
        raise SetupError(message, "redeal", "redeal")
    sizes = tuple(fields.held(seat) for seat in range(fields.seats))
    return Redeal(GAMES["nimmt"].edition, replace(fields, viewer=None, hands=sizes))


#: What deals the hidden cards of a position again, for the games that have it.
REDEALS: dict[str, Callable[[State], EnteredSetup]] = {"nimmt": _redeal_nimmt}


def seen_text(state: State, seat: int) -> str:
    """The view of a seat as text; of a set-up under way, what of it the seat sees."""
    if isinstance(state, Redeal):
        return state.seen(seat)
    return state.view(seat).to_text()


def settled(state: State) -> State:
    """The state itself, or the game's own position when the set-up is complete."""
    return state.position() if isinstance(state, EnteredSetup) and state.complete else state


__all__ = ["MOST_OUTCOMES", "REDEALS", "Redeal", "seen_text", "settled"]
