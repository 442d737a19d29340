"""The rules words of a Colt Express set-up."""

from __future__ import annotations

from solver.errors import SetupError
from solver.games.colt import names

_SETTINGS = {
    "horses": "the introductory setting: horses and whiskey only",
    "stagecoach": "Horses & Stagecoach whole",
    "teams": "pairs of partners, with 4 or 6 seats",
    "expert": "the expert variant: hands are kept from round to round",
}
#: Rules words with what each means. Two seats always play with two bandits each.
RULES_WORDS = {
    **_SETTINGS,
    **{
        word: f"{word.capitalize()} takes part; the first one named is bandit 0, and so on"
        for word in names.CHARACTERS
    },
}


def settings(seats: int, rules: tuple[str, ...]) -> tuple[int, tuple[int, ...]]:
    """The (flags, chosen characters) of known rules words.

    Raises SetupError (code ``rules``) naming the word that does not fit.
    """
    for number, word in enumerate(rules):
        if word in rules[:number]:
            raise SetupError(f"{word} is named twice", word, "rules")
    flags = 0
    if "horses" in rules and "stagecoach" in rules:
        message = "stagecoach has the horses already: name one of horses and stagecoach"
        raise SetupError(message, "stagecoach", "rules")
    if "horses" in rules or "stagecoach" in rules:
        flags |= names.HORSES
    if "stagecoach" in rules:
        flags |= names.STAGE
    if "teams" in rules:
        if seats not in (4, 6):
            raise SetupError(f"teams are for 4 or 6 seats, not {seats}", "teams", "rules")
        flags |= names.TEAMS
    if "expert" in rules:
        flags |= names.EXPERT
    if seats == 2:
        flags |= names.PAIRS
    chosen = [word for word in rules if word in names.CHARACTERS]
    bandits = 4 if seats == 2 else seats
    if len(chosen) > bandits:
        message = f"{chosen[bandits]} is one too many: {seats} seats have {bandits} bandits"
        raise SetupError(message, chosen[bandits], "rules")
    return flags, tuple([names.CHARACTERS.index(word) for word in chosen])
