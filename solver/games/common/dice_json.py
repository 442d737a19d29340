"""JSON views of games of dice turns: the dice of the turn, and moves in parts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from solver.game import CHANCE_PLAYER, State
from solver.games.common.dice import CHOOSE, FAIL, STOP, Dice, DiceFields, counted, some_dice, unpack_roll
from solver.jsonview import part

Parts = list[dict[str, Any]]


def face_name(kind: Dice, face: int) -> str:
    """The face in names of anchors: ``1``, ``worm``."""
    return "worm" if face == kind.worm else kind.letters[face]


def turn_json(fields: DiceFields) -> dict[str, Any]:
    """The seat to act and its dice."""
    kind = fields.kind
    return {
        "turn": fields.turn,
        "phase": fields.phases[fields.phase].split(":")[0],
        "dice": {
            "faces": [
                {
                    "face": kind.letters[face],
                    "anchor": face_name(kind, face),
                    "pips": kind.pips[face],
                    "aside": fields.aside[face],
                    "rolled": fields.roll[face],
                    "free": not fields.aside[face],
                }
                for face in range(len(kind.letters))
            ],
            "left": 0 if fields.phase > CHOOSE else fields.left,
            "total": kind.total(fields.aside),
            "worm_aside": bool(fields.aside[kind.worm]),
        },
    }


def dice_parts(state: State, action: int, seat: int, stop_at: Callable[[Any, int], str | None]) -> Parts:
    """A roll as the number of each face, until no die is left; a decision as the face and what follows.

    ``stop_at``: the anchor of the thing that a stop at a total gets, from the position's fields.
    """
    fields: DiceFields = state.fields()  # type: ignore[attr-defined]
    if seat == CHANCE_PLAYER:
        return _roll(fields, action)
    face = action & 7
    dice = counted(fields.roll[face], fields.kind.title(face))
    return [
        part("face", fields.kind.letters[face], dice, f"face.{face_name(fields.kind, face)}"),
        _then(state, fields, action, stop_at),
    ]


def _roll(fields: DiceFields, outcome: int) -> Parts:
    parts, left = [], fields.left
    for face, number in enumerate(unpack_roll(outcome)):
        if left:
            name, said = _shown(fields.kind.title(face), number)
            parts.append(part(name, number, said))
            left -= number
    return parts


@cache
def _shown(title: str, number: int) -> tuple[str, str]:
    """The name of the part that counts a face, and what a number of it is called."""
    name = counted(2, title).split()[1]
    return name, counted(number, title) if number else f"no {name}"


def _then(
    state: State, before: DiceFields, action: int, stop_at: Callable[[Any, int], str | None]
) -> dict[str, Any]:
    """The consequence of setting a face aside."""
    total, _, left = before.after(action & 7)
    if not action & (STOP | FAIL):
        return part("then", "roll", f"roll {some_dice(left)}")
    after = state.clone()
    after.apply_action(action)
    phrases = state.phrases  # type: ignore[attr-defined]
    if action & FAIL:
        return part("then", "fail", phrases.failure(before, after.fields()))  # type: ignore[attr-defined]
    gain = phrases.stop(before, after.fields(), total)  # type: ignore[attr-defined]
    return part("then", "stop", f"stop at {total}: {gain}", stop_at(before, total))
