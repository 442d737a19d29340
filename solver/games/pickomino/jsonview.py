"""The JSON view of a Pickomino position, and its moves in parts. Schema: schema.json."""

from __future__ import annotations

from typing import Any

from solver.game import State
from solver.games.common.dice_json import Parts, dice_parts, turn_json
from solver.games.pickomino.fields import TILES, Fields, worms


def as_json(state: State) -> dict[str, Any]:
    """The position as JSON-able data; everything lies open."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    held = {number: seat for seat, stack in enumerate(fields.stacks) for number in stack}
    seats = [{"worms": fields.points(seat), "stack": list(stack)} for seat, stack in enumerate(fields.stacks)]
    tiles = [{"number": n, "worms": worms(n), "open": n in fields.grill, "seat": held.get(n)} for n in TILES]
    return {**turn_json(fields), "tiles": tiles, "seats": seats}


def move_parts(state: State, action: int, seat: int) -> Parts:
    """A roll by faces; a decision as the face and what follows, at the tile that it gets."""
    return dice_parts(state, action, seat, lambda fields, total: f"tile.{fields.got(total)}")
