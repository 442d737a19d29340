"""Longhorn for front ends: the position as data, and moves taken apart."""

from __future__ import annotations

from typing import Any

from solver.game import CHANCE_PLAYER, State
from solver.games.longhorn import moves, names
from solver.games.longhorn.fields import Counts, Fields
from solver.jsonview import part

_STEPS = {names.START: "start", names.PLAY: "play", names.DRAW: "draw", names.MOVE: "move"}
_ENDINGS = {names.OVER_MONEY: "money", names.OVER_NINE: "nine", names.OVER_SHERIFF: "sheriff"}


def as_json(state: State) -> dict[str, Any]:
    """The position; everything in Longhorn lies open."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    starts = state.figures.start  # type: ignore[attr-defined]
    return {
        "locations": [_location(fields, square, starts[fields.places[square]]) for square in range(9)],
        "outlaw": _place(fields, fields.outlaw),
        "turn": fields.turn,
        "step": _STEPS.get(fields.phase, "over"),
        "steps": fields.steps,
        "ending": _ENDINGS.get(fields.phase),
        "herds": [_by_colour(herd) for herd in fields.herds],
        "nuggets": [[100 * value for value in gold] for gold in fields.gold],
        "money": [fields.money(seat) for seat in (0, 1)],
        "prices": _by_colour([100 * fields.on_board(colour) for colour in range(4)]),
        "last": [_place(fields, square) for square in fields.last],
    }


def _location(fields: Fields, square: int, start: bool) -> dict[str, Any]:
    kind = fields.tokens[square]
    token = None
    if kind != names.NO_TOKEN:
        gold = kind >= names.GOLD
        token = {
            "kind": "gold" if gold else names.token_word(kind),
            "title": names.token_title(kind),
            "dollars": 100 * (kind - names.GOLD) if gold else None,
            "dangerous": kind in names.DANGEROUS,
        }
    return {
        "place": fields.word(square),
        "title": fields.title(square),
        "cattle": _by_colour(fields.cattle[square]),
        "token": token,
        "start": bool(start),
    }


def _by_colour(numbers: Counts | list[int]) -> dict[str, int]:
    return dict(zip(names.COLOURS, numbers, strict=True))


def _place(fields: Fields, square: int) -> str | None:
    return None if square == names.NONE else fields.word(square)


def move_parts(state: State, action: int, seat: int) -> list[dict[str, Any]]:
    """The cattle taken, the choice that the token gives, the outlaw's destination. Outcomes that the rules
    alone decide (an end, a token without a choice) are left out."""
    if seat == CHANCE_PLAYER:
        return [part("nugget", 100 * action, f"the ${100 * action} nugget")]
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    move = moves.Move.decode(action)
    parts = []
    if move.kind not in (moves.KIND_START, moves.KIND_MOVE):
        colour = names.COLOURS[move.colour]
        number = fields.cattle[fields.outlaw][move.colour]
        parts.append(
            part("colour", colour, f"take {number} {colour}", f"cattle.{colour}.{fields.word(fields.outlaw)}")
        )
    parts += _effect(fields, move)
    if move.destination != names.NONE:
        kind = "start" if move.kind == moves.KIND_START else "destination"
        word, title = fields.word(move.destination), fields.title(move.destination)
        words = f"start at {title}" if kind == "start" else f"outlaw to {title}"
        parts.append(part(kind, word, words, f"location.{word}"))
    return parts


def _effect(fields: Fields, move: moves.Move) -> list[dict[str, Any]]:
    """The choices that the location's token gives."""
    other = 1 - fields.turn
    if move.kind == moves.KIND_BRANDING:
        colour, square = names.COLOURS[move.argument >> 4 & 3], move.argument & 15
        where = f"{colour}.{fields.word(square)}"
        return [part("branding", where, f"brand {colour} at {fields.title(square)}", f"cattle.{where}")]
    if move.kind == moves.KIND_EPIDEMIC:
        colour = names.COLOURS[move.argument]
        return [part("epidemic", colour, f"all {colour} leave the board", f"price.{colour}")]
    if move.kind == moves.KIND_AMBUSH_COLOUR:
        colour = names.COLOURS[move.argument]
        number = min(2, fields.herds[other][move.argument])
        return [part("ambush", colour, f"ambush {number} {colour}", f"herd.{other}.{colour}")]
    if move.kind == moves.KIND_AMBUSH_NUGGET:
        return [part("ambush", "nugget", "ambush a nugget", f"nuggets.{other}")]
    if move.kind == moves.KIND_RATTLESNAKE:
        return [
            part(
                "rattlesnake",
                f"{names.COLOURS[colour]}.{fields.word(square)}",
                f"{names.COLOURS[colour]} to {fields.title(square)}",
                f"location.{fields.word(square)}",
            )
            for colour, square in move.spread()
        ]
    return []
