"""The words of Longhorn: locations, colours and tokens, as text and as the small numbers of the C struct."""

from __future__ import annotations

COLOURS = ("black", "white", "orange", "green")
COLOUR_LETTERS = "bwog"

# location word -> title; a location's number is its place in this order
LOCATION_TITLES = {
    "nugget": "Nugget Hill",
    "blackstone": "Blackstone Corral",
    "cherokee": "Cherokee Spring",
    "dagger": "Dagger Flat",
    "maverick": "Maverick Junction",
    "redriver": "Red River Valley",
    "kidcooper": "Kid Cooper's Ranch",
    "solomon": "Solomon's Tree",
    "tulsa": "Tulsa",
}
LOCATIONS = tuple(LOCATION_TITLES)
NUGGET_HILL = LOCATIONS.index("nugget")

# token kinds as in rules.pxd; a nugget is GOLD + hundreds of dollars
NO_TOKEN, BRANDING, SNAKEOIL, AMBUSH, RATTLESNAKE, EPIDEMIC, SHERIFF = range(7)
GOLD = 16
DANGEROUS = (RATTLESNAKE, SHERIFF)
TOKEN_TITLES = {
    "branding": "Branding Iron",
    "snakeoil": "Snake Oil",
    "ambush": "Ambush",
    "rattlesnake": "Rattlesnake",
    "epidemic": "Epidemic",
    "sheriff": "Sheriff",
}
TOKEN_WORDS = tuple(TOKEN_TITLES)
MAX_NUGGET_HUNDREDS = 15

NONE = 15
PHASES = ("start", "play", "draw", "move", "over:money", "over:nine", "over:sheriff")
START, PLAY, DRAW, MOVE, OVER_MONEY, OVER_NINE, OVER_SHERIFF = range(7)


def token_word(kind: int) -> str:
    """The word of a token kind: ``ambush``, ``gold300``; ``-`` for no token."""
    if kind >= GOLD:
        return f"gold{100 * (kind - GOLD)}"
    return TOKEN_WORDS[kind - 1] if kind else "-"


def token_title(kind: int) -> str:
    """The printed name of a token kind (``Snake Oil``, ``Gold $300``)."""
    if kind >= GOLD:
        return f"Gold ${100 * (kind - GOLD)}"
    return TOKEN_TITLES[TOKEN_WORDS[kind - 1]]
