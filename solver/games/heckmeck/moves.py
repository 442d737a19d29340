"""Heckmeck's move tokens, both ways, and why one that can be read may not be played.

Grammar: docs/games/heckmeck.md.
"""

from __future__ import annotations

import re

from solver.errors import IllegalMove, NotationError
from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Counts, Fields
from solver.games.heckmeck.notation import dice_text, read_dice

_DECISION = re.compile(rf"([{names.FACE_LETTERS}])({'|'.join(names.ENDINGS)})", re.ASCII)
_ROLL = re.compile(rf"r([{names.FACE_LETTERS}]+)", re.ASCII)
_WORDS = {ending: word for word, ending in names.ENDINGS.items()}


def unpack_roll(outcome: int) -> Counts:
    """The dice of a chance outcome."""
    counts = [outcome >> 4 * face & 15 for face in range(names.FACES)]
    return (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])


def roll_token(outcome: int) -> str:
    """The token of a roll: ``r112w6``."""
    return f"r{dice_text(unpack_roll(outcome))}"


def decision_token(action: int) -> str:
    """The token of a decision: ``6roll``, ``wstop``, ``2fail``."""
    return names.FACE_LETTERS[action & 7] + _WORDS[action & ~7]


def read_roll(token: str, left: int) -> int:
    """The chance outcome that a token names where `left` dice are to be rolled.

    Raises NotationError when it is no roll and IllegalMove when it is one that cannot come here.
    """
    due = "1 die is" if left == 1 else f"{left} dice are"
    match = _ROLL.fullmatch(token)
    if match is None:
        if _DECISION.fullmatch(token):
            raise IllegalMove(f"{token}: {due} to be rolled first, written as r112w6", token)
        message = f"{token!r} is no roll; one is written r + the faces in the order 1 2 3 4 w 6, as r112w6"
        raise NotationError(message, token)
    dice = read_dice(match[1])
    if dice is None:
        right = "".join(sorted(match[1], key=names.FACE_LETTERS.index))
        raise NotationError(f"{token}: the faces stand in the order 1 2 3 4 w 6, here r{right}", token)
    if sum(dice) != left:
        raise IllegalMove(f"{token}: {due} to be rolled, not {sum(dice)}", token)
    return sum(number << 4 * face for face, number in enumerate(dice))


def read_decision(token: str) -> int:
    """The decision that a token names; whether it is legal is for the rules to say.

    Raises NotationError when no move of the game is written so and IllegalMove for a roll.
    """
    match = _DECISION.fullmatch(token)
    if match is not None:
        return names.FACE_LETTERS.index(match[1]) | names.ENDINGS[match[2]]
    if _ROLL.fullmatch(token):
        raise IllegalMove(f"{token}: no roll is due; a seat decides, as 6roll or wstop", token)
    message = f"{token!r} is no move; one is a face (1 2 3 4 w 6) and roll, stop or fail, as 6roll or wstop"
    raise NotationError(message, token)


def why_illegal(token: str, action: int, fields: Fields) -> str:
    """The error's message for a decision that may not be made by the seat whose turn it is."""
    return f"{token}: {_why(action, fields)}"


def _why(action: int, fields: Fields) -> str:
    face, ending = action & 7, action & ~7
    title = names.counted(2, names.FACE_TITLES[face]).split()[1]
    if not fields.roll[face]:
        return f"no {title} are among the dice rolled ({dice_text(fields.roll)})"
    if fields.aside[face]:
        return f"{title} are set aside already; a face can be taken once in a turn"
    total, worm, left = fields.after(face)
    if ending == names.FAIL:
        if left:
            return f"{left} dice are left, so the turn goes on with {names.FACE_LETTERS[face]}roll"
        return f"a total of {total} can be stopped at: {names.FACE_LETTERS[face]}stop"
    if ending == names.ROLL_ON:
        return "no die would be left to roll"
    if not worm:
        return "no worm would be set aside, and without one nothing can be had"
    if total < names.LOWEST:
        return f"the total would be {total}; the lowest space is {names.LOWEST}"
    return f"two plates lie on {total}, so nothing can be had there"
