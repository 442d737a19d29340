"""The printed figures of Colt Express and Horses & Stagecoach: loot, cars, decks, round cards, hostages."""

from __future__ import annotations

CHARACTERS = ("belle", "cheyenne", "django", "doc", "ghost", "tuco")

PURSES = {250: 8, 300: 2, 350: 2, 400: 2, 450: 2, 500: 2}
"""Purses by value in dollars."""
STARTING_PURSE = 250
JEWELS = 6
JEWEL = 500
STRONGBOX = 1000

CARS = {"A": (1, 0), "B": (3, 0), "C": (0, 3), "D": (1, 1), "E": (3, 1), "F": (4, 1)}
"""Purses and jewels printed on each car; the locomotive has none."""

ACTIONS = {"move": 2, "floor": 2, "fire": 2, "rob": 2, "punch": 1, "marshal": 1}
"""A bandit's own action cards; a Ride joins them where there are horses."""
PAIR_ACTIONS = ("move", "floor", "fire", "punch", "rob")
"""The cards of each of two bandits in their common deck; one Marshal joins them."""
PAIR_CARS = 3
"""Cars behind the locomotive when two seats lead two bandits each; else as many as bandits."""

BULLETS = 6
NEUTRAL_BULLETS = 13
EXPANSION_NEUTRAL_BULLETS = 3
HAND = 6
ROUNDS = 5
DRAW = 3

NORMAL_FLASKS = 5
OLD_FLASKS = 1

HOSTAGES = ("poodle", "banker", "minister", "teacher", "zealot", "oldlady", "pokerplayer", "photographer")
RANSOM = {
    "poodle": 1000,
    "banker": 1000,
    "minister": 900,
    "teacher": 800,
    "zealot": 700,
    "oldlady": 500,
    "pokerplayer": 250,
    "photographer": 200,
}
"""Dollars; the Banker's needs a strongbox, the last three are for each jewel, purse and bullet."""

GUNSLINGER = 1000
CONDUCTOR = 250
MORTAL_BULLET = 150

SMALL, LARGE = 0, 1
"""The bands: 2 to 4 players, 5 and 6 players."""

BASE_ROUNDS = {
    "angrymarshal": ("SSTR", "SSR"),
    "swivelarm": ("STSS", "STS"),
    "braking": ("SSSS", "STSS"),
    "takeitall": ("STDS", "SDR"),
    "rebellion": ("SSTSS", "STSR"),
    "tunnel": ("STSTS", "STST"),
    "bridge": ("SDS", "SD"),
}
BASE_STATIONS = {
    "revenge": ("SSTS", "SSTS"),
    "pickpocketing": ("SSTS", "SSTS"),
    "conductor": ("SSTS", "SSTS"),
}
EXPANSION_ROUNDS = {
    "rage": ("STBS", "STBS"),
    "speed": ("STS", "SSTS"),
    "turmoil": ("BTSS", "BTS"),
    "exhausted": ("BSDS", "BSD"),
    "whiskey": ("SSTTS", "STTS"),
}
EXPANSION_STATIONS = {
    "sharing": ("SSTS", "SSTS"),
    "mortal": ("SSTS", "SSTS"),
    "escape": ("SSTSS", "SSTSS"),
}
"""Turns of each round card by band: Standard, Tunnel, Double, Reverse, turmoil (B)."""
TURNS = {**BASE_ROUNDS, **BASE_STATIONS, **EXPANSION_ROUNDS, **EXPANSION_STATIONS}
STATIONS = (*BASE_STATIONS, *EXPANSION_STATIONS)
PLANNING_AHEAD = {"rage": 1, "speed": 1, "exhausted": 1, "whiskey": 1}
"""Planning-ahead symbols of a round card; each lets every seat keep a card for the next round."""
