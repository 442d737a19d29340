"""Explanations of illegal Longhorn moves: one phrase that says what would be right."""

from __future__ import annotations

import re

from solver.games.longhorn import names
from solver.games.longhorn.fields import Fields
from solver.games.longhorn.geometry import neighbours, walk_ends
from solver.games.longhorn.moves import (
    KIND_AMBUSH_COLOUR,
    KIND_AMBUSH_NUGGET,
    KIND_BRANDING,
    KIND_EPIDEMIC,
    KIND_MOVE,
    KIND_RATTLESNAKE,
    KIND_START,
    OF_A_COLOUR,
    Move,
)

_ENDING = re.compile(rf"(?:to(?:{'|'.join(names.LOCATIONS)})|end|nine)$", re.ASCII)


def why_illegal(token: str, move: Move, fields: Fields, legal: list[str]) -> str:
    """The error message for a token known to be illegal; `legal`: all legal tokens."""
    return f"{token}: {_why(token, move, fields, legal)}"


def _why(token: str, move: Move, fields: Fields, legal: list[str]) -> str:
    if fields.phase == names.START:
        if move.kind != KIND_START:
            return "seat 1 chooses where the game starts, as startdagger"
        return f"{fields.title(move.destination)} is not a starting location"
    if move.kind == KIND_START:
        return "the start is chosen already"
    if fields.phase == names.MOVE:
        if move.kind != KIND_MOVE:
            return "after the drawn nugget only the destination is chosen, as to + location"
        return _why_not_there(move.destination, fields.steps, fields)
    if move.kind == KIND_MOVE:
        return "a move begins with the colour that is taken"
    return _why_theft(token, move, fields, legal)


def _why_theft(token: str, move: Move, fields: Fields, legal: list[str]) -> str:
    """The reason in phase play, where a token is a whole decision."""
    here = fields.cattle[fields.outlaw]
    colour, place = names.COLOURS[move.colour], fields.title(fields.outlaw)
    steps = here[move.colour]
    if not steps:
        return f"there are no {colour} cattle at {place}"
    kind = fields.tokens[fields.outlaw] if sum(here) == steps else names.NO_TOKEN
    word = names.token_word(kind)
    if kind == names.SHERIFF:
        return f"taking the last cattle at {place} means the Sheriff, as {colour}sheriff"
    if fields.herds[fields.turn][move.colour] + steps == OF_A_COLOUR:
        return f"taking these completes nine, written {colour}nine"
    said = token[len(colour) :]
    if kind == names.NO_TOKEN and said.startswith((*names.TOKEN_WORDS, "gold")):
        return f"no token takes effect when {colour} is taken at {place}"
    if kind != names.NO_TOKEN and not said.startswith(word):
        return f"taking {colour} empties {place}, its token acts, and the move begins {colour}{word}"
    stem = _ENDING.sub("", token)
    endings = [
        right[len(stem) :]
        for right in legal
        if right.startswith(stem) and _ENDING.fullmatch(right[len(stem) :])
    ]
    if not endings:
        return _why_no_effect(move, fields, kind)
    if move.destination != names.NONE and endings[0].startswith("to"):
        return _why_not_there(move.destination, steps, fields) + f"; after {stem} follows {_either(endings)}"
    return f"after {stem} follows {_either(endings)}"


def _either(words: list[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


def _why_not_there(destination: int, steps: int, fields: Fields) -> str:
    """The reason why the outlaw may not go to a destination."""
    name = fields.title(destination)
    if destination not in walk_ends(fields.outlaw, steps):
        return f"no walk of exactly {steps} step{'s' * (steps > 1)} ends at {name}"
    if not fields.total(destination):
        return f"{name} holds no cattle"
    next_seat = 1 - fields.turn
    if fields.last[next_seat] == destination and fields.tokens[destination] in names.DANGEROUS:
        return f"{name} is dangerous, seat {next_seat} played there last, and another destination is open"
    return f"{name} holds no cattle then"


def _why_no_effect(move: Move, fields: Fields, kind: int) -> str:
    """The reason why the token of the emptied location cannot act as the move says."""
    title, other = names.token_title(kind), 1 - fields.turn
    if kind == names.BRANDING and move.kind == KIND_BRANDING:
        square, colour = move.argument & 15, move.argument >> 4 & 3
        if square not in neighbours(fields.outlaw):
            return f"{fields.title(square)} is not a neighbour of {fields.title(fields.outlaw)}"
        return f"there are no {names.COLOURS[colour]} cattle at {fields.title(square)}"
    if kind == names.EPIDEMIC and move.kind == KIND_EPIDEMIC:
        return f"there are no {names.COLOURS[move.argument]} cattle on the board"
    if kind == names.AMBUSH and move.kind == KIND_AMBUSH_COLOUR:
        return f"seat {other} holds no {names.COLOURS[move.argument]} cattle"
    if kind == names.AMBUSH and move.kind == KIND_AMBUSH_NUGGET:
        return f"seat {other} holds no nugget"
    if kind == names.RATTLESNAKE and move.kind == KIND_RATTLESNAKE:
        held = list(fields.herds[fields.turn])
        held[move.colour] += 1
        colours = _either([names.COLOURS[colour] for colour in range(4) if held[colour]]).replace(
            " or ", " and "
        )
        places = _either([fields.word(square) for square in neighbours(fields.outlaw)])
        return f"the Rattlesnake puts one of each colour in the herd ({colours}) on a neighbour ({places})"
    return f"the {title} must take effect, and the move must say how"
