"""The tensors of Colt Express. Layout and scale are as in :mod:`herdmind.adapters.openspiel.layouts`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.games.colt import names

Array = NDArray[np.float32]
#: Bandits at most; the pile's length that is shown, cards still to be carried out first.
BANDITS, PILE = 6, 40


def bits(out: Array, mask: int) -> None:
    """The bits of a mask, the lowest first."""
    for place in range(len(out)):
        out[place] = mask >> place & 1


def one(out: Array, index: int) -> None:
    """Set one place of a one-hot piece; none for a number that stands for nothing."""
    if 0 <= index < len(out):
        out[index] = 1.0


class Colt:
    """Bandits are in the order of their numbers, seats from the observer on."""

    def shapes(self, seats: int) -> dict[str, tuple[int, ...]]:
        return {
            "flags": (5,),
            "stage": (len(names.STAGES),),
            "phase": (len(names.PHASES),),
            "seat": (seats,),
            "bandit": (BANDITS,),
            "victim": (BANDITS + 1,),
            "owed": (seats,),
            "counts": (6,),
            "own_bandits": (BANDITS,),
            "characters": (BANDITS, 6),
            "where": (BANDITS, 18),
            "bandits": (BANDITS, 10),
            "bandit_hostages": (BANDITS, 8),
            "hands": (seats, 18),
            "decks": (seats, 18),
            "discards": (seats, 18),
            "sizes": (seats, 2),
            "kept": (seats, 18),
            "committed": (seats,),
            "fresh": (7,),
            "jewels": (16,),
            "boxes": (16,),
            "purse_values": (names.PURSES, 6),
            "purse_bandits": (names.PURSES, BANDITS),
            "purse_places": (names.PURSES, 16),
            "pool": (6,),
            "flasks": (16, 3),
            "marshal": (7,),
            "coach": (8,),
            "shotgun": (3,),
            "horses": (7,),
            "hostages": (8,),
            "card": (18,),
            "played": (18,),
            "first": (seats,),
            "pile": (PILE, 19),
            "pile_seats": (PILE, seats),
            "pile_down": (PILE,),
        }

    def fill(self, out: Mapping[str, Array], fields: Any, order: list[int]) -> None:
        place_of = {seat: place for place, seat in enumerate(order)}
        self._question(out, fields, place_of)
        self._bandits(out, fields, order)
        self._loot(out, fields)
        for place, seat in enumerate(order):
            cards = fields.seats[seat]
            out["hands"][place] = [n / 4 for n in cards.hand]
            out["decks"][place] = [n / 4 for n in cards.deck]
            out["discards"][place] = [n / 4 for n in cards.discard]
            out["sizes"][place] = cards.hand_size / 10, cards.deck_size / 10
            for kind in cards.keep:
                one(out["kept"][place], kind)
            out["committed"][place] = cards.commit != names.NOTHING
        for place, card in enumerate(fields.pile[fields.pile_next :][:PILE]):
            one(out["pile"][place], min(card.kind, 18))
            one(out["pile_seats"][place], place_of.get(card.by, -1))
            out["pile_down"][place] = card.down

    def _question(self, out: Mapping[str, Array], fields: Any, place_of: dict[int, int]) -> None:
        bits(out["flags"], fields.flags)
        one(out["stage"], fields.stage)
        one(out["phase"], fields.phase)
        one(out["seat"], place_of.get(fields.seat, -1))
        one(out["first"], place_of.get(fields.first, -1))
        one(out["bandit"], fields.bandit)
        one(out["victim"], fields.victim)
        for seat, place in place_of.items():
            out["owed"][place] = fields.owed >> seat & 1
        out["counts"][:] = (
            fields.round / 5,
            fields.turn / 8,
            fields.step / 4,
            fields.left / 8,
            len(fields.pile) / PILE,
            fields.neutral / 13,
        )
        one(out["card"], fields.card)
        bits(out["played"], fields.played)

    def _bandits(self, out: Mapping[str, Array], fields: Any, order: list[int]) -> None:
        each = len(fields.bandits) // len(order)
        for number, bandit in enumerate(fields.bandits):
            out["own_bandits"][number] = number // each == order[0]
            one(out["characters"][number], bandit.character)
            one(out["where"][number], bandit.place)
            out["bandits"][number] = (
                bandit.bullets / 6,
                bandit.shots / 6,
                bandit.hits / 6,
                bandit.fresh_hits / 6,
                bandit.jewels / 6,
                bandit.boxes / 2,
                *(n / 3 for n in bandit.flasks),
                bandit.bonus / 1000,
            )
            one(out["bandit_hostages"][number], bandit.hostage)

    def _loot(self, out: Mapping[str, Array], fields: Any) -> None:
        out["fresh"][:] = [n / 4 for n in fields.fresh]
        out["jewels"][:] = [n / 6 for n in fields.jewels]
        out["boxes"][:] = [n / 2 for n in fields.boxes]
        out["pool"][:] = [n / 8 for n in fields.pool]
        for token, purse in enumerate(fields.purses):
            one(out["purse_values"][token], purse.value)
            one(out["purse_bandits"][token], purse.bandit)
            one(out["purse_places"][token], purse.place)
        for flask in fields.flasks:
            out["flasks"][flask.place, flask.state] += 0.5
        one(out["marshal"], fields.marshal)
        one(out["coach"], fields.coach)
        one(out["shotgun"], fields.shotgun)
        out["horses"][:] = [n / 6 for n in fields.horses]
        bits(out["hostages"], fields.hostages)
