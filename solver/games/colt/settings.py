"""The settings of Colt Express as rules words, and the flags and characters that they stand for."""

from __future__ import annotations

from typing import Final

from solver.errors import SetupError
from solver.games.colt import names

#: What a set-up may be asked for. Characters are named in order of the bandits, all or none.
RULES_WORDS: Final[dict[str, str]] = {
    "stagecoach": "Horses & Stagecoach, whole",
    "intro": "the expansion's horses and whiskey only",
    "teams": "seats 0 and 1, 2 and 3 (4 and 5) are partners",
    "expert": "hands are kept, discards are shuffled when the deck runs out",
    **{
        word: f"{word.capitalize()} is in the game; all bandits are named, in order"
        for word in names.CHARACTERS
    },
}


def read_rules(seats: int, words: tuple[str, ...]) -> tuple[int, tuple[int, ...] | None]:
    """The flags (bits of names.py) and the chosen characters (None: dealt) of rules words.

    Two seats always play with two bandits each. Raises SetupError (code ``rules``) naming the wrong word.
    """
    flags = names.PAIRS if seats == 2 else 0
    characters: list[int] = []
    for number, word in enumerate(words):
        if word not in RULES_WORDS:
            known = ", ".join(RULES_WORDS)
            raise SetupError(f"colt knows no rules word {word}; known: {known}", word, "rules")
        if word in words[:number]:
            raise SetupError(f"{word} is named twice", word, "rules")
        if word in names.CHARACTERS:
            characters.append(names.CHARACTERS.index(word))
        elif word == "stagecoach":
            flags |= names.HORSES | names.STAGE
        elif word == "intro":
            flags |= names.HORSES
        elif word == "expert":
            flags |= names.EXPERT
        else:
            if seats not in (4, 6):
                raise SetupError(f"teams are for 4 or 6 seats, not {seats}", word, "rules")
            flags |= names.TEAMS
    if "stagecoach" in words and "intro" in words:
        raise SetupError("intro is part of stagecoach: name one of them", "intro", "rules")
    bandits = 4 if seats == 2 else seats
    if characters and len(characters) != bandits:
        message = f"{len(characters)} characters are named; there are {bandits} bandits"
        raise SetupError(message, names.CHARACTERS[characters[-1]], "rules")
    return flags, tuple(characters) or None
