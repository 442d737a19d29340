"""The words for Longhorn's moves."""

from __future__ import annotations

from solver.games.longhorn import names
from solver.games.longhorn.fields import Fields
from solver.games.longhorn.moves import (
    KIND_AMBUSH_COLOUR,
    KIND_AMBUSH_NUGGET,
    KIND_BRANDING,
    KIND_EPIDEMIC,
    KIND_MOVE,
    KIND_RATTLESNAKE,
    KIND_START,
    Move,
    token_part,
)


def describe(before: Fields, after: Fields, action: int) -> str:
    """A decision in one English phrase."""
    move = Move.decode(action)
    if move.kind == KIND_START:
        return f"the game starts at {before.title(move.destination)}"
    if move.kind == KIND_MOVE:
        return f"the outlaw goes to {before.title(move.destination)}"
    number = before.cattle[before.outlaw][move.colour]
    parts = [f"takes {number} {names.COLOURS[move.colour]} at {before.title(before.outlaw)}"]
    said = token_part(before, after, move)
    if said:
        parts.append(_effect_phrase(before, after, move))
    if after.phase == names.OVER_NINE:
        parts.append("has nine of a colour and wins")
    elif after.phase == names.OVER_MONEY:
        parts.append("the game ends and money is counted")
    elif after.phase == names.PLAY:
        who = "acts again at" if after.turn == before.turn else "sends the outlaw to"
        parts.append(f"{who} {before.title(after.outlaw)}")
    return ", ".join(parts)


def _effect_phrase(before: Fields, after: Fields, move: Move) -> str:
    kind = before.tokens[before.outlaw]
    if kind >= names.GOLD:
        return f"gets the ${100 * (kind - names.GOLD)} nugget"
    if kind == names.SNAKEOIL:
        return "drinks the Snake Oil"
    if kind == names.SHERIFF:
        return "is caught by the Sheriff and loses"
    if move.kind == KIND_BRANDING:
        square, colour = move.argument & 15, move.argument >> 4 & 3
        return f"brands {before.cattle[square][colour]} {names.COLOURS[colour]} at {before.title(square)}"
    if move.kind == KIND_EPIDEMIC:
        return f"the Epidemic takes all {names.COLOURS[move.argument]} off the board"
    if move.kind == KIND_AMBUSH_COLOUR:
        number = after.herds[before.turn][move.argument] - before.herds[before.turn][move.argument]
        if move.argument == move.colour:
            number -= before.cattle[before.outlaw][move.colour]
        return f"ambushes {number} {names.COLOURS[move.argument]}"
    if move.kind == KIND_AMBUSH_NUGGET:
        return "ambushes a nugget to be drawn"
    if move.kind == KIND_RATTLESNAKE:
        spread = [f"{names.COLOURS[colour]} to {before.title(square)}" for colour, square in move.spread()]
        return f"the Rattlesnake drives {', '.join(spread)}"
    return f"the {names.token_title(kind)} has no effect"
