"""Tensors: what a seat sees as numbers, a few named arrays for each game.

Seats are counted from the observer on: index 0 is the observer, 1 the next seat. A value that names a thing
is one-hot, a count is a fraction of the usual most. docs/openspiel.md lists every piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from herdmind.adapters.openspiel.colt_layout import Colt

Array = NDArray[np.float32]
Shapes = dict[str, tuple[int, ...]]


class Layout(Protocol):
    """The layout of one game's tensors."""

    def shapes(self, seats: int) -> Shapes:
        """The pieces in order, with their shapes."""

    def fill(self, out: Mapping[str, Array], fields: Any, order: list[int]) -> None:
        """Write the plain data of a view into zeroed pieces; ``order``: the seats from the observer on."""


def one(out: Array, index: int) -> None:
    """Set one place of a one-hot piece; none for an index outside it."""
    if 0 <= index < len(out):
        out[index] = 1.0


def mark(out: Array, places: Iterable[int]) -> None:
    """Set several places of a piece."""
    for place in places:
        out[place] = 1.0


class Nimmt:
    """6 nimmt!; card c is place c - 1."""

    def shapes(self, seats: int) -> Shapes:
        return {
            "phase": (6,),
            "turn": (seats,),
            "rows": (4, 104),
            "taken": (104,),
            "hands": (seats, 104),
            "held": (seats,),
            "committed": (seats,),
            "table": (seats, 104),
            "played": (seats, 104),
            "heads": (seats,),
            "totals": (seats,),
            "settings": (4,),
        }

    def fill(self, out: Mapping[str, Array], fields: Any, order: list[int]) -> None:
        one(out["phase"], fields.phase)
        for row, cards in enumerate(fields.rows):
            mark(out["rows"][row], (card - 1 for card in cards))
        mark(out["taken"], (card - 1 for card in fields.out))
        for place, seat in enumerate(order):
            if not isinstance(fields.hands[seat], int):
                mark(out["hands"][place], (card - 1 for card in fields.hands[seat]))
            out["held"][place] = fields.held(seat) / 10
            out["committed"][place] = fields.table[seat] != 0
            if fields.table[seat] > 0:
                out["table"][place, fields.table[seat] - 1] = 1.0
            mark(out["played"][place], (trick.cards[seat] - 1 for trick in fields.tricks))
            out["heads"][place] = fields.heads[seat] / 100
            out["totals"][place] = fields.totals[seat] / 100
        out["settings"][:] = fields.small, fields.draft, fields.target / 100, fields.round / 10


class Dice:
    """What games of dice turns share: the dice."""

    PHASES = 6

    def dice(self, seats: int) -> Shapes:
        return {"phase": (self.PHASES,), "turn": (seats,), "aside": (6,), "roll": (6,)}

    def fill_dice(self, out: Mapping[str, Array], fields: Any, order: list[int]) -> None:
        one(out["phase"], fields.phase)
        one(out["turn"], order.index(fields.turn))
        out["aside"][:] = [n / 8 for n in fields.aside]
        out["roll"][:] = [n / 8 for n in fields.roll]


class Heckmeck(Dice):
    """Heckmeck Barbecue; space k of the grill is number 23 + k."""

    def shapes(self, seats: int) -> Shapes:
        return {
            **self.dice(seats),
            "ladder": (14,),
            "snail": (14,),
            "grill": (seats, 14),
            "plates": (seats,),
            "worms": (seats,),
            "snails": (seats,),
            "supply": (1,),
        }

    def fill(self, out: Mapping[str, Array], fields: Any, order: list[int]) -> None:
        from solver.games.heckmeck import names

        self.fill_dice(out, fields, order)
        out["ladder"][:] = [worms / 4 for worms in fields.ladder]
        for space, content in enumerate(fields.grill):
            owner, number = names.plates(content)
            if number:
                out["grill"][order.index(owner), space] = number / 2
            out["snail"][space] = content == names.SNAIL
        for place, seat in enumerate(order):
            out["plates"][place] = fields.plates[seat] / 10
            out["worms"][place] = fields.worms[seat] / 50
            out["snails"][place] = fields.snails[seat] / 12
        out["supply"][0] = fields.supply / 12


class Pickomino(Dice):
    """Pickomino; tile t is place t - 21. ``stacks``: a seat's tiles; ``tops``: the top one."""

    def shapes(self, seats: int) -> Shapes:
        return {**self.dice(seats), "grill": (16,), "stacks": (seats, 16), "tops": (seats, 16)}

    def fill(self, out: Mapping[str, Array], fields: Any, order: list[int]) -> None:
        self.fill_dice(out, fields, order)
        mark(out["grill"], (tile - 21 for tile in fields.grill))
        for place, seat in enumerate(order):
            mark(out["stacks"][place], (tile - 21 for tile in fields.stacks[seat]))
            mark(out["tops"][place], (tile - 21 for tile in fields.stacks[seat][-1:]))


class Longhorn:
    """Longhorn; squares row by row, colours black, white, orange, green."""

    def shapes(self, seats: int) -> Shapes:
        return {
            "phase": (7,),
            "turn": (2,),
            "places": (9, 9),
            "cattle": (9, 4),
            "tokens": (9, 7),
            "gold": (9,),
            "herds": (2, 4),
            "nuggets": (2, 6),
            "outlaw": (9,),
            "last": (2, 9),
            "steps": (1,),
        }

    def fill(self, out: Mapping[str, Array], fields: Any, order: list[int]) -> None:
        one(out["phase"], fields.phase)
        one(out["turn"], order.index(fields.turn))
        for square in range(9):
            one(out["places"][square], fields.places[square])
            out["cattle"][square] = [n / 9 for n in fields.cattle[square]]
            token = fields.tokens[square]
            one(out["tokens"][square], token)  # a nugget is none of the kinds
            out["gold"][square] = max(0, token - 16) / 15
        for place, seat in enumerate(order):
            out["herds"][place] = [n / 9 for n in fields.herds[seat]]
            gold = [hundreds / 15 for hundreds in fields.gold[seat]]
            out["nuggets"][place, : len(gold)] = gold
            one(out["last"][place], fields.last[seat])
        one(out["outlaw"], fields.outlaw)
        out["steps"][0] = fields.steps / 9


#: The layout of each game in the registry.
LAYOUTS: Mapping[str, Layout] = {
    "longhorn": Longhorn(),
    "heckmeck": Heckmeck(),
    "nimmt": Nimmt(),
    "colt": Colt(),
    "pickomino": Pickomino(),
}
