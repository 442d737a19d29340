"""Pickomino's position text, both ways. Grammar: docs/games/pickomino.md."""

from __future__ import annotations

from solver.games.common.dice import read_turn
from solver.games.common.text_fields import numbers_text, read_numbers, split_fields, split_seats
from solver.games.pickomino.fields import HIGHEST, LEAST_SEATS, LOWEST, MOST_SEATS, Fields

EDITION = "pickomino/1"
FIELDS = ("grill", "stacks", "turn", "aside", "roll", "phase")


def to_text(fields: Fields) -> str:
    """The one text of a position."""
    stacks = "/".join(map(numbers_text, fields.stacks))
    return f"{EDITION} grill={numbers_text(fields.grill)} stacks={stacks} {fields.turn_text()}"


def parse(text: str) -> Fields:
    """Read a position text. Raises NotationError (code ``position``) naming the offending word."""
    values = split_fields(text, EDITION, FIELDS)
    grill = read_numbers("grill", values["grill"], LOWEST, HIGHEST)
    stacks = split_seats("stacks", values["stacks"], (LEAST_SEATS, MOST_SEATS))
    tiles = tuple(read_numbers("stacks", stack, LOWEST, HIGHEST) for stack in stacks)
    return Fields(grill, tiles, **read_turn(values, len(stacks), Fields))
