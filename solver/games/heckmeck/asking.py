"""What a Heckmeck table is asked for next, and how people spell it."""

from __future__ import annotations

from collections.abc import Sequence

from solver.game import State
from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields

#: What people call a face, and the letter of it.
SPELLINGS = {"worm": "w", "worms": "w", "5": "w"}
FACES = "1234w6"


def asks(state: State) -> str:
    """What must be told or decided next, in words."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    if fields.phase == names.ROLL:
        dice = "die" if fields.left == 1 else f"{fields.left} dice"
        return f"the {dice} that seat {fields.turn} rolls"
    return f"what seat {fields.turn} sets aside, and whether it stops"


def spell(words: Sequence[str], tokens: Sequence[str]) -> tuple[str, int] | None:
    """A roll is typed with its faces in any order, together or apart, 5 for w too: ``1 3 5 w w 2``."""
    rolls = [token for token in tokens if token.startswith("r")]
    if not rolls:
        return None
    dice, used, need = "", 0, len(rolls[0]) - 1
    for word in words:
        plain = SPELLINGS.get(word, word)
        plain = plain.removeprefix("r").replace("5", "w")
        if not plain or any(letter not in FACES for letter in plain):
            break
        dice += plain
        used += 1
        if len(dice) >= need:
            break
    token = "r" + "".join(sorted(dice, key=FACES.index))
    return (token, used) if token in rolls else None
