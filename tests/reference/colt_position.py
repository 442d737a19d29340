"""A position of Colt Express as plain data, and the questions that the rules ask of it."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

from reference.colt_figures import BULLETS, HAND, LARGE, NEUTRAL_BULLETS, PAIR_CARS, SMALL


@dataclass(frozen=True)
class Settings:
    """Settings agreed before a game.

    Attributes:
        characters: the character of each bandit; with two seats the first two belong to seat 0, the others to
            seat 1, else bandit and seat have the same number.
        seats: 2 to 6.
        expansion: Horses & Stagecoach, whole.
        intro: its introductory setting, horses and whiskey alone; not together with `expansion`.
        teams: seats 0 and 1 play together, and so on.
        expert: hands are kept between the rounds.
    """

    characters: tuple[str, ...]
    seats: int
    expansion: bool = False
    intro: bool = False
    teams: bool = False
    expert: bool = False

    @property
    def pairs(self) -> bool:
        """Whether each seat leads two bandits."""
        return self.seats == 2

    @property
    def bandits(self) -> int:
        """The number of bandits."""
        return 4 if self.pairs else self.seats

    @property
    def cars(self) -> int:
        """The number of cars behind the locomotive."""
        return PAIR_CARS if self.pairs else self.seats

    @property
    def horses(self) -> bool:
        """Whether horses and whiskey take part."""
        return self.expansion or self.intro

    @property
    def band(self) -> int:
        """The column of the round cards."""
        return SMALL if self.seats <= 4 else LARGE

    def owner(self, bandit: int) -> int:
        """The seat that leads `bandit`."""
        return bandit // 2 if self.pairs else bandit

    def bandits_of(self, seat: int) -> list[int]:
        """The bandits that `seat` leads, ascending."""
        return [bandit for bandit in range(self.bandits) if self.owner(bandit) == seat]

    def side(self, seat: int) -> int:
        """Seats of equal side win and lose together."""
        return seat // 2 if self.teams else seat


class Place(NamedTuple):
    """Place of a bandit or loot: `vehicle` train or coach, `level` inside or roof, `car` 0 the locomotive.

    The stagecoach has `car` -1: it rolls with everything in it.
    """

    vehicle: str
    level: str
    car: int


COACH_INSIDE = Place("coach", "inside", -1)
COACH_ROOF = Place("coach", "roof", -1)
GONE = Place("gone", "gone", -1)
"""The places of a bandit that rode off and of one that has not boarded yet."""


def inside(car: int) -> Place:
    """The inside of a car, 0 being the locomotive."""
    return Place("train", "inside", car)


def roof(car: int) -> Place:
    """The roof of a car, 0 being the locomotive."""
    return Place("train", "roof", car)


class Card(NamedTuple):
    """A card that belongs to the deck of seat `deck`.

    `kind` is an action, with `bandit` the one who acts (none for the Marshal of two bandits' common deck), or
    `bullet`, with `bandit` the one who fired it (none for a neutral bullet).
    """

    deck: int
    kind: str
    bandit: int | None


@dataclass(eq=False)
class Loot:
    """One token. `seen` are the seats that were shown a purse's value; `half` and `old` are a flask's."""

    number: int
    kind: str
    value: int = 0
    seen: set[int] = field(default_factory=set)
    old: bool = False
    half: bool = False

    @property
    def name(self) -> str:
        """The part of it that everybody sees."""
        if self.kind != "flask":
            return self.kind
        if not self.half:
            return "full"
        return "halfold" if self.old else "halfnormal"


@dataclass
class Bandit:
    """One bandit. `shots` counts the own bullets that were fired at others than partners."""

    number: int
    character: str
    seat: int
    place: Place = GONE
    loot: list[Loot] = field(default_factory=list)
    bullets: int = BULLETS
    shots: int = 0
    received: int = 0
    received_this_round: int = 0
    cash: int = 0
    hostage: str | None = None
    escaped: bool = False


@dataclass
class Piles:
    """The cards of one seat: the order within these lists has no meaning.

    `aside` are cards that went back to their owner during the round. Without the expert variant all are
    shuffled at the start of the next round; with it they are the discard pile. `hand` may hold a partner's
    cards. `kept` are the hand cards that stay for the next round.
    """

    draw: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    aside: list[Card] = field(default_factory=list)
    kept: list[Card] = field(default_factory=list)

    def all(self) -> list[Card]:
        """Every card in this seat's hand and piles."""
        return self.draw + self.hand + self.aside + self.kept


@dataclass
class Played:
    """One card of the common pile, with the seat that laid it and the seats that know what it is."""

    card: Card
    seat: int
    face_down: bool
    known: set[int]


@dataclass
class Position:
    """Everything on the table and in the hands.

    Attributes:
        cars: the letters of the cars, the one next to the locomotive first.
        round_cards: five names in the order of play; all but the first `round` are face down.
        loot: the tokens at each place, the first laid first; empty places have no entry.
        marshal: the car that the Marshal is in.
        spare_strongbox: the second strongbox, until the round card brings it.
        guarded_strongbox: the third, while Shotgun stands on it.
        neutral: neutral bullets left.
        horses: the cars that horses stand beside, ascending.
        coach: the car that the stagecoach is beside.
        shotgun: where Shotgun stands; none if he takes no part.
        hostages: those still in the stagecoach.
        first: the seat with the first player's mark.
        round, turn: the round and, while planning, the turn of it, both from 1; 0 before.
        pile: the cards laid and not yet carried out, oldest first.
        current: the one that is being carried out.
        taken: the numbers of the purses ever taken, in order of the first taking.
        out: loot that left the game.
        acted: the seats that have played or drawn in this round.
        phase: setup, attack, start, plan, keep, pile, event, roll, discard or over.
    """

    settings: Settings
    cars: list[str]
    round_cards: list[str]
    bandits: list[Bandit]
    piles: list[Piles]
    loot: dict[Place, list[Loot]]
    marshal: int = 0
    spare_strongbox: Loot | None = None
    guarded_strongbox: Loot | None = None
    neutral: int = NEUTRAL_BULLETS
    horses: list[int] = field(default_factory=list)
    coach: int | None = None
    shotgun: Place | None = None
    hostages: list[str] = field(default_factory=list)
    first: int = 0
    round: int = 0
    turn: int = 0
    pile: list[Played] = field(default_factory=list)
    current: Played | None = None
    taken: list[int] = field(default_factory=list)
    out: list[Loot] = field(default_factory=list)
    acted: set[int] = field(default_factory=set)
    phase: str = "setup"

    def copy(self) -> Position:
        """An equal position that shares nothing with this one."""
        return deepcopy(self)

    # Where

    @property
    def last(self) -> int:
        """The number of the last car."""
        return len(self.cars)

    def bandits_at(self, place: Place) -> list[Bandit]:
        """Bandits at the place, in seat order from the first player."""
        return [bandit for bandit in self.in_order() if bandit.place == place]

    def beside_coach(self, place: Place) -> bool:
        """Whether `place` is in or on the car that the stagecoach is beside."""
        return place.vehicle == "train" and place.car == self.coach

    def neighbours(self, place: Place) -> list[Place]:
        """The places one car away on the same level, the stagecoach among them."""
        if place.vehicle == "coach":
            assert self.coach is not None
            return [Place("train", place.level, self.coach)]
        near = [place._replace(car=car) for car in (place.car - 1, place.car + 1) if 0 <= car <= self.last]
        if self.beside_coach(place):
            near.append(Place("coach", place.level, -1))
        return near

    def guarded(self) -> bool:
        """Whether Shotgun still stands on the stagecoach, and on its strongbox."""
        return self.shotgun == COACH_ROOF

    # Who

    def seats_from_first(self) -> list[int]:
        """All seats, clockwise from the first player."""
        return [(self.first + step) % self.settings.seats for step in range(self.settings.seats)]

    def in_order(self) -> list[Bandit]:
        """All bandits in play, by seat from the first player."""
        ordered = [
            self.bandits[bandit]
            for seat in self.seats_from_first()
            for bandit in self.settings.bandits_of(seat)
        ]
        return [bandit for bandit in ordered if bandit.place != GONE]

    def is_partner(self, one: Bandit, other: Bandit) -> bool:
        """Whether two bandits' seats win and lose together."""
        return self.settings.side(one.seat) == self.settings.side(other.seat)

    def has_power(self, bandit: Bandit, character: str) -> bool:
        """Whether `bandit` is `character` and still has the character's power."""
        return bandit.character == character and bandit.hostage != "pokerplayer"

    def holds(self, bandit: int | None, hostage: str) -> bool:
        """Whether this bandit has that hostage; the common Marshal card (`None`) has none."""
        return bandit is not None and self.bandits[bandit].hostage == hostage

    # Cards

    def hand_size(self, seat: int) -> int:
        """Number of cards that `seat` holds at the start of a round."""
        bandits = [self.bandits[bandit] for bandit in self.settings.bandits_of(seat)]
        size = HAND + sum(self.has_power(bandit, "doc") for bandit in bandits)
        return size - sum(bandit.hostage == "minister" for bandit in bandits)

    def player_of(self, seat: int, card: Card) -> int | None:
        """The bandit whose character and hostage matter where `seat` plays `card`.

        A seat's own bandit, also with a partner's card; of two bandits the one whose colour the card has.
        """
        if self.settings.pairs:
            return card.bandit
        return self.settings.bandits_of(seat)[0]

    def barred(self, card: Card) -> bool:
        """Whether a hostage keeps the bandit of `card` from this action."""
        return (card.kind == "punch" and self.holds(card.bandit, "teacher")) or (
            card.kind == "ride" and self.holds(card.bandit, "zealot")
        )

    def playable(self, seat: int) -> list[Card]:
        """The different cards in hand that `seat` may play, sorted."""
        return distinct(
            card for card in self.piles[seat].hand if card.kind != "bullet" and not self.barred(card)
        )


def distinct(cards: Iterable[Card]) -> list[Card]:
    """Each different card once, in a fixed order."""
    return sorted(set(cards), key=card_order)


def card_order(card: Card) -> tuple[int, str, int]:
    """Cards by deck, kind and bandit, the neutral and the common ones first."""
    return card.deck, card.kind, -1 if card.bandit is None else card.bandit
