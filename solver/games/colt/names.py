"""The words of Colt Express, each list in the order of the numbers that layout.pxd uses."""

from __future__ import annotations

from typing import Final

CHARACTERS: Final = ("belle", "cheyenne", "django", "doc", "ghost", "tuco")
BELLE, CHEYENNE, DJANGO, DOC, GHOST, TUCO = range(6)

#: Card kinds 0-8; 9-17 are the same kinds of the other side (second bandit, or partner's deck).
CARDS: Final = ("move", "floor", "fire", "robbery", "punch", "marshal", "ride", "bullet", "neutral")
SIDE: Final = 9
KINDS: Final = 18

HOSTAGES: Final = ("poodle", "banker", "minister", "teacher", "zealot", "lady", "poker", "photographer")

#: Round cards: seven of the base game, five of the expansion, three stations of each.
ROUND_CARDS: Final = (
    "angry", "swivel", "braking", "takeall", "rebellion", "tunnel", "bridge",
    "rage", "speed", "plain", "tired", "whiskey",
    "revenge", "pickpocket", "conductor",
    "sharing", "mortal", "escape",
)  # fmt: skip
BASE_CARDS: Final = range(7)
EXPANSION_CARDS: Final = range(7, 12)
BASE_STATIONS: Final = range(12, 15)
EXPANSION_STATIONS: Final = range(15, 18)

#: Turn symbols: standard, tunnel, double, reverse, turmoil.
SYMBOLS: Final = "STDRB"

#: Bits of ``Fields.flags``; see layout.pxd. horses alone is the introductory setting.
FLAGS: Final = ("horses", "stage", "teams", "expert", "pairs")
HORSES, STAGE, TEAMS, EXPERT, PAIRS = (1 << bit for bit in range(5))

FLASK_STATES: Final = ("full", "half", "old")
SHOTGUN: Final = ("none", "coach", "train")

STAGES: Final = ("attack", "start", "plan", "keep", "pile", "event", "roll", "end", "over")
#: Phases, in order of layout.pxd (ASK_*, SHOW_*, DRAW_*, PHASE_OVER).
PHASES: Final = (
    "horse", "starter", "reserve", "plan", "cover", "turmoil", "keep", "discard",
    "move", "marshal", "fire", "rob", "victim", "knock", "push", "ride", "hostage", "flee", "pickpocket",
    "showboard", "showstart", "drawfirst", "drawcard", "drawround", "showdrawers", "showturmoil",
    "showkeepers", "showcard", "drawpurse", "drawvalue", "drawflask", "showleast", "showpurse",
    "over",
)  # fmt: skip

#: Occasions of draws (WHY_*).
OCCASIONS: Final = (
    "guest", "hand", "draw", "drink", "turmoil", "refill", "rob", "knock", "cheyenne", "pickpocket",
    "marshal",
)  # fmt: skip

CARS: Final = 7
PLACES: Final = 16
COACH: Final = 14
COACH_ROOF: Final = 15
RIDING: Final = 16
AWAY: Final = 17
PURSES: Final = 18
KEPT: Final = 3
CLASSES: Final = 6
NOTHING: Final = 255
HIDDEN: Final = 254
UNKNOWN: Final = 31
