"""The JSON view of a Heckmeck position, and its moves in parts. Schema: schema.json."""

from __future__ import annotations

from typing import Any

from solver.game import State
from solver.games.common.dice import CHOOSE
from solver.games.common.dice_json import Parts, dice_parts, turn_json
from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields


def as_json(state: State) -> dict[str, Any]:
    """The position as JSON-able data; everything lies open."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    over = fields.phases[fields.phase].split(":")[1] if fields.phase > CHOOSE else None
    return {
        **turn_json(fields),
        "ending": over,
        "spaces": [_space(fields, at) for at in range(names.SPACES)],
        "supply": fields.supply,
        "snails": fields.box_snails,
        "snail_points": names.SNAIL_POINTS,
        "plates": fields.box_plates,
        "seats": [
            {
                "points": fields.points(seat),
                "worms": fields.worms[seat],
                "snails": fields.snails[seat],
                "plates": fields.plates[seat],
            }
            for seat in range(fields.seats)
        ],
    }


def _space(fields: Fields, at: int) -> dict[str, Any]:
    there = fields.grill[at]
    seat, count = names.plates(there)
    return {
        "number": names.LOWEST + at,
        "worms": fields.ladder[at],
        "snail": there == names.SNAIL,
        "plates": {"seat": seat, "count": count} if count else None,
    }


def move_parts(state: State, action: int, seat: int) -> Parts:
    """A roll by faces; a decision as the face and what follows, at the place of what it gets."""
    return dice_parts(state, action, seat, _stop_at)


def _stop_at(fields: Fields, total: int) -> str | None:
    """The anchor of the space or the snails that a stop gets; None where it ends the game."""
    if total <= names.HIGHEST:
        return f"tile.{total}"
    if fields.supply:
        return "snails"
    lying = [names.LOWEST + at for at, there in enumerate(fields.grill) if there == names.SNAIL]
    return f"tile.{lying[-1]}" if lying else None
