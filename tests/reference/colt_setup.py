"""Set-up of a game: the draws before it, and the resulting position."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from reference.colt_figures import (
    ACTIONS,
    BASE_ROUNDS,
    BASE_STATIONS,
    CARS,
    EXPANSION_NEUTRAL_BULLETS,
    EXPANSION_ROUNDS,
    EXPANSION_STATIONS,
    HOSTAGES,
    JEWEL,
    NEUTRAL_BULLETS,
    NORMAL_FLASKS,
    OLD_FLASKS,
    PAIR_ACTIONS,
    PURSES,
    ROUNDS,
    STARTING_PURSE,
    STRONGBOX,
)
from reference.colt_position import (
    COACH_ROOF,
    Bandit,
    Card,
    Loot,
    Piles,
    Position,
    Settings,
    inside,
)


@dataclass
class Deal:
    """Chance decisions before a game.

    Attributes:
        cars: letters, the car next to the locomotive first.
        purses: the values that lie in each car, in the order of `cars`.
        round_cards: four names and the station's, in the order of play.
        first: the first player; drawn after the horse attack instead, where there is one.
        flasks: for each car whether its flask is the old whiskey; none without horses.
        hostages: who is in the stagecoach; none without the whole expansion.
    """

    cars: list[str]
    purses: list[list[int]]
    round_cards: list[str]
    first: int
    flasks: list[bool] = field(default_factory=list)
    hostages: list[str] = field(default_factory=list)


def check(settings: Settings) -> None:
    """Refuse settings that are not a game."""
    if not 2 <= settings.seats <= 6:
        raise ValueError(f"seats {settings.seats}: expected 2 to 6")
    if len(settings.characters) != settings.bandits:
        raise ValueError(f"characters {settings.characters}: expected {settings.bandits} of them")
    if len(set(settings.characters)) != len(settings.characters):
        raise ValueError(f"characters {settings.characters}: expected different ones")
    if settings.teams and settings.seats not in (4, 6):
        raise ValueError(f"teams with {settings.seats} seats: expected 4 or 6")
    if settings.expansion and settings.intro:
        raise ValueError("expansion and intro: expected one of them")


def deal(settings: Settings, random: Random) -> Deal:
    """A deal at random."""
    check(settings)
    cars = random.sample(sorted(CARS), settings.cars)
    pool = [value for value, number in PURSES.items() for _ in range(number)]
    for _ in range(settings.bandits):
        pool.remove(STARTING_PURSE)
    random.shuffle(pool)
    purses = [[pool.pop() for _ in range(CARS[letter][0])] for letter in cars]
    rounds, stations = list(BASE_ROUNDS), list(BASE_STATIONS)
    if settings.expansion:
        rounds += EXPANSION_ROUNDS
        stations += EXPANSION_STATIONS
    round_cards = [*random.sample(rounds, ROUNDS - 1), random.choice(stations)]
    found = Deal(cars, purses, round_cards, random.randrange(settings.seats))
    if settings.teams:
        found.first -= found.first % 2
    if settings.horses:
        found.flasks = random.sample([False] * NORMAL_FLASKS + [True] * OLD_FLASKS, settings.cars)
    if settings.expansion:
        found.hostages = sorted(random.sample(HOSTAGES, settings.bandits - 1))
    return found


def deck(settings: Settings, seat: int) -> list[Card]:
    """The action cards of a seat."""
    if settings.pairs:
        kinds = [*PAIR_ACTIONS, "ride"] if settings.horses else [*PAIR_ACTIONS]
        cards = [Card(seat, kind, bandit) for bandit in settings.bandits_of(seat) for kind in kinds]
        return [*cards, Card(seat, "marshal", None)]
    cards = [Card(seat, kind, seat) for kind, number in ACTIONS.items() for _ in range(number)]
    return [*cards, Card(seat, "ride", seat)] if settings.horses else cards


def set_up(settings: Settings, dealt: Deal) -> Position:
    """The position before anybody has chosen anything."""
    check(settings)
    number = 0

    def token(kind: str, value: int = 0, old: bool = False) -> Loot:
        nonlocal number
        number += 1
        return Loot(number, kind, value, set(), old)

    bandits, taken = [], []
    for bandit, character in enumerate(settings.characters):
        purse = token("purse", STARTING_PURSE)
        # it lies face down, but everybody saw that it was one of 250
        purse.seen.update(range(settings.seats))
        taken.append(purse.number)
        bandits.append(Bandit(bandit, character, settings.owner(bandit), loot=[purse]))
    loot = {}
    for car, letter in enumerate(dealt.cars, start=1):
        lying = [token("purse", value) for value in dealt.purses[car - 1]]
        lying += [token("jewel", JEWEL) for _ in range(CARS[letter][1])]
        if settings.horses:
            lying.append(token("flask", 0, dealt.flasks[car - 1]))
        if lying:
            loot[inside(car)] = lying
    loot[inside(0)] = [token("strongbox", STRONGBOX)]
    position = Position(
        settings=settings,
        cars=list(dealt.cars),
        round_cards=list(dealt.round_cards),
        bandits=bandits,
        piles=[Piles(draw=deck(settings, seat)) for seat in range(settings.seats)],
        loot=loot,
        spare_strongbox=token("strongbox", STRONGBOX),
        neutral=NEUTRAL_BULLETS + (EXPANSION_NEUTRAL_BULLETS if settings.expansion else 0),
        first=dealt.first,
        taken=taken,
    )
    if settings.expansion:
        position.coach = 0
        position.shotgun = COACH_ROOF
        position.guarded_strongbox = token("strongbox", STRONGBOX)
        position.hostages = list(dealt.hostages)
    return position
