"""Hand-made player for Colt Express.

It plans from the present train. It follows its own cards on the pile from its bandit's place as if nobody
else acted, then lays the card that is worth most there by a few rules of thumb (in dollars):

- Robbery: the most valuable loot left there;
- Move, Floor, Ride: part of what lies at the best place in reach, more when a Robbery is in hand, less what
  the Marshal would cost; Ride and Floor into the coach also a hostage's ransom;
- Punch: part of a victim's loot; Fire: a part of the Gunslinger's prize when a target is in sight;
- Marshal: a bonus for every rival whom he would evict;
- drawing: a small worth, larger with fewer action cards in hand than turns to come.

When cards are resolved it takes the most valuable loot, goes to the place with most loot and no Marshal,
shoots and punches the richest rival, sends victims to the Marshal or away from loot, and the Marshal to its
rivals.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from solver.game import State
from solver.games.colt import codes, names
from solver.games.colt.fields import Fields
from solver.games.colt.figures import Figures
from solver.games.colt.state import ColtState
from solver.rng import Rng

MOVE, FLOOR, FIRE, ROBBERY, PUNCH, MARSHAL, RIDE, BULLET, NEUTRAL = range(9)
FLASK_WORTH = 120
EVICTED = 400
SHOT_WORTH = 220
PUNCH_PART = 0.5
LATER_PART = 0.45
#: The estimated ransom of a hostage, by number, with a guess of jewels, purses and bullets to come.
HOSTAGE_WORTH = (700, 800, 750, 750, 600, 700, 700, 500)


class _Train:
    """The facts of a view, in the form that the rules of thumb use."""

    def __init__(self, fields: Fields, figures: Figures, seat: int) -> None:
        self.fields, self.figures, self.seat = fields, figures, seat
        self.pairs = bool(fields.flags & names.PAIRS)
        count = sum(fields.pool)
        total = sum(n * value for n, value in zip(fields.pool, figures.purse_values, strict=True))
        self.mean_purse = total / count if count else 300.0
        self.loot: list[list[float]] = [[] for _ in range(names.PLACES)]
        self.held: list[list[float]] = [[] for _ in fields.bandits]
        for car, fresh in enumerate(fields.fresh):
            self.loot[2 * car] += [self.mean_purse] * fresh
        for place in range(names.PLACES):
            self.loot[place] += [float(figures.jewel)] * fields.jewels[place]
            if not (place == names.COACH_ROOF and fields.shotgun == 1):
                self.loot[place] += [float(figures.strongbox)] * fields.boxes[place]
        for flask in fields.flasks:
            self.loot[flask.place].append(FLASK_WORTH)
        for number, bandit in enumerate(fields.bandits):
            self.held[number] += [float(figures.jewel)] * bandit.jewels
            self.held[number] += [float(figures.strongbox)] * bandit.boxes
        for purse in fields.purses:
            worth = self.purse(purse.value)
            if purse.bandit == names.NOTHING:
                self.loot[purse.place].append(worth)
            else:
                self.held[purse.bandit].append(worth)

    def purse(self, value: int) -> float:
        return self.mean_purse if value == names.UNKNOWN else float(self.figures.purse_values[value])

    def owner(self, bandit: int) -> int:
        return bandit // 2 if self.pairs else bandit

    def friend(self, bandit: int) -> bool:
        """Whether a bandit belongs to the seat or its partner."""
        owner = self.owner(bandit)
        return owner == self.seat or bool(self.fields.flags & names.TEAMS and owner == self.seat ^ 1)

    def money(self, bandit: int) -> float:
        robber = self.fields.bandits[bandit]
        ransom = 0.0 if robber.hostage == names.NOTHING else HOSTAGE_WORTH[robber.hostage]
        return sum(self.held[bandit]) + robber.bonus + ransom + SHOT_WORTH * robber.shots

    def best(self, place: int) -> float:
        """The most valuable loot at a place."""
        return max(self.loot[place], default=0.0) if place < names.PLACES else 0.0

    def danger(self, place: int) -> float:
        """The cost of meeting the Marshal or the Shotgun at a place."""
        if place >= names.COACH:
            return 0.0
        car, roof = divmod(place, 2)
        if not roof and car == self.fields.marshal:
            return EVICTED
        if roof and self.fields.shotgun == 2 and car == self.fields.coach:
            return EVICTED
        return 0.0

    def moves(self, bandit: int, place: int) -> list[int]:
        """The places that a Move from a place reaches, without the coach's roof."""
        car, roof = divmod(place, 2)
        if place >= names.COACH:
            return [2 * self.fields.coach + 1] if place == names.COACH_ROOF else []
        reach = 1 if not roof or self.fields.bandits[bandit].hostage == 5 else 3
        cars = range(max(0, car - reach), min(self.fields.last, car + reach) + 1)
        return [2 * other + roof for other in cars if other != car]

    def rides(self, place: int) -> list[int]:
        """The places that a Ride from a place reaches."""
        if place == names.COACH_ROOF:
            return []
        car = self.fields.coach if place == names.COACH else place // 2
        if car == names.NOTHING or not self.fields.horses[car]:
            return []
        cars = range(max(0, car - 3), min(self.fields.last, car + 3) + 1)
        places = [2 * other for other in cars]
        return [*places, names.COACH] if self.fields.coach in cars else places

    def climb(self, place: int) -> int:
        """The place after Floor, including an eviction by the Marshal."""
        there = place ^ 1
        return place if self.danger(there) and not there & 1 else there

    def hostage(self, bandit: int, place: int) -> float:
        if place != names.COACH or self.fields.bandits[bandit].hostage != names.NOTHING:
            return 0.0
        left = [HOSTAGE_WORTH[k] for k in range(8) if self.fields.hostages >> k & 1]
        return float(max(left, default=0))

    def place_worth(self, bandit: int, place: int) -> float:
        return self.best(place) - self.danger(place) + self.hostage(bandit, place)

    def richest_place(self, bandit: int, places: Iterable[int]) -> int:
        return max(places, key=lambda place: self.place_worth(bandit, place))

    def in_sight(self, bandit: int, place: int) -> bool:
        """Whether a rival can be shot from a place, roughly."""
        car, roof = divmod(place, 2)
        for other, robber in enumerate(self.fields.bandits):
            if self.friend(other) or robber.place >= names.COACH or robber.place % 2 != roof:
                continue
            distance = abs(robber.place // 2 - car)
            if distance and (roof or distance == 1):
                return True
        return False

    def walk(self, bandit: int) -> int:
        """The bandit's place after its own planned cards, as if nobody else acted."""
        place = self.fields.bandits[bandit].place
        for card in self.fields.pile[self.fields.pile_next :]:
            if card.kind == names.UNKNOWN or self.acting(card.deck, card.kind) != bandit:
                continue
            kind = card.kind % names.SIDE
            if kind == MOVE and self.moves(bandit, place):
                place = self.richest_place(bandit, self.moves(bandit, place))
            elif kind == FLOOR:
                place = self.climb(place)
            elif kind == RIDE and self.rides(place):
                place = self.richest_place(bandit, self.rides(place))
            elif kind == ROBBERY and self.loot[place]:
                self.loot[place].remove(max(self.loot[place]))
            if self.danger(place) and not place & 1:
                place |= 1
        return place

    def acting(self, deck: int, kind: int) -> int:
        return 2 * deck + (kind >= names.SIDE) if self.pairs else deck

    def card_worth(self, bandit: int, kind: int, place: int, robbery: bool) -> float:
        """The worth of a card at the bandit's future place; ``robbery``: whether one in hand can follow."""
        part = 0.9 if robbery else LATER_PART
        here = self.best(place)
        if kind == ROBBERY:
            return here
        if kind in (MOVE, FLOOR, RIDE):
            if kind == FLOOR:
                goals = (
                    [self.climb(place)] if place < names.COACH or place == names.COACH_ROOF else [place ^ 1]
                )
            else:
                goals = self.moves(bandit, place) if kind == MOVE else self.rides(place)
            if not goals or place >= names.RIDING:
                return 0.0
            goal = self.richest_place(bandit, goals)
            gain = part * (self.best(goal) - here) - self.danger(goal) + self.hostage(bandit, goal)
            return gain + (0.5 * EVICTED if self.danger(place) else 0.0)
        if kind == FIRE:
            enough = self.fields.bandits[bandit].bullets > 0
            return SHOT_WORTH if enough and self.in_sight(bandit, place) else 0.0
        if kind == PUNCH:
            if place == names.COACH_ROOF and self.fields.shotgun == 1:
                return 0.8 * self.figures.strongbox
            held = [
                max(self.held[other], default=0.0)
                for other, robber in enumerate(self.fields.bandits)
                if robber.place == place and other != bandit and not self.friend(other)
            ]
            return PUNCH_PART * max(held, default=0.0)
        if kind == MARSHAL:
            return max((self.marshal_worth(car) for car in self.marshal_cars()), default=0.0)
        return -1.0

    def marshal_cars(self) -> list[int]:
        here = self.fields.marshal
        return [car for car in (here - 1, here + 1) if 0 <= car <= self.fields.last]

    def marshal_worth(self, car: int) -> float:
        worth = 0.0
        for bandit, robber in enumerate(self.fields.bandits):
            if robber.place == 2 * car:
                worth += -200.0 if self.friend(bandit) else 110.0
        return worth

    def loot_worth(self, code: int) -> float:
        if code == codes.BLIND:
            return self.mean_purse
        if code == codes.JEWEL:
            return float(self.figures.jewel)
        if code == codes.BOX:
            return float(self.figures.strongbox)
        if code >= codes.FLASK:
            return FLASK_WORTH
        return self.purse(self.fields.purses[code].value)


def _plan(train: _Train, action: int) -> float:
    """The worth of a planning action."""
    fields, seat = train.fields, train.seat
    hand = fields.seats[seat].hand
    if action == codes.DECLINE:
        return 0.0
    if action in (codes.DRAW, codes.PASS) or codes.DRINK <= action < codes.HORSE:
        symbols = train.figures.turns[len(fields.seats) > 4][fields.card]
        to_come = sum(1 + (turn == 2) for turn in symbols[fields.turn :])
        actions = sum(n for kind, n in enumerate(hand) if kind % names.SIDE < BULLET)
        worth = 60.0 + 120.0 * max(0, to_come - actions)
        return worth + 60.0 if action >= codes.DRINK else worth
    kind = action % 32
    bandit = seat ^ 1 if kind >= names.SIDE and not train.pairs else train.acting(seat, kind)
    loot = [list(pieces) for pieces in train.loot]
    place = train.walk(bandit)
    robbery = hand[ROBBERY + (names.SIDE if kind >= names.SIDE else 0)] > 0
    worth = train.card_worth(bandit, kind % names.SIDE, place, robbery)
    train.loot = loot
    return worth + (1.0 if action >= codes.PLAY_DOWN else 0.0)  # face down if possible


def _resolve(train: _Train, action: int) -> float:
    """The worth of a choice when cards are resolved."""
    fields = train.fields
    bandit = fields.bandit
    phase = names.PHASES[fields.phase]
    if phase == "push":
        goal = action - codes.GO
        worth = train.danger(goal) - train.best(goal)
        return -worth if train.friend(fields.victim) else worth
    if phase in ("move", "flee"):
        return train.place_worth(bandit, action - codes.GO)
    if phase == "ride":
        goal = action - codes.RIDE_TO
        if goal == names.AWAY:
            return 2000.0
        escape = fields.card == names.ROUND_CARDS.index("escape") and goal == names.COACH
        return train.place_worth(bandit, goal) + 2000.0 * escape
    if phase == "marshal":
        return train.marshal_worth(action - codes.CAR)
    if phase == "fire":
        target = action - codes.SHOOT
        return -1e6 if train.friend(target) else train.money(target)
    if phase == "victim":
        target = action - codes.HIT
        if target == codes.SHOTGUN:
            return float(train.figures.strongbox)
        return -1e6 if train.friend(target) else max(train.held[target], default=0.0)
    if phase == "knock":
        worth = train.loot_worth(action - codes.LOOT)
        if fields.bandits[bandit].character == names.CHEYENNE and action - codes.LOOT <= codes.BLIND:
            worth *= 2
        return -worth if train.friend(fields.victim) else worth
    if phase == "hostage":
        return float(HOSTAGE_WORTH[action - codes.HOSTAGE])
    if action == codes.DECLINE:
        return 0.0
    return train.loot_worth(action - codes.LOOT)


def _horse(train: _Train, action: int) -> float:
    """The worth of boarding: highest when no later car holds clearly more."""
    fields = train.fields
    here = sum(train.loot[2 * fields.turn])
    ahead = max((sum(train.loot[2 * car]) for car in range(1, fields.turn)), default=0.0)
    board = (action - codes.HORSE).bit_count()
    return board if here >= 0.8 * ahead else -board


def _other(train: _Train, action: int) -> float:
    phase = names.PHASES[train.fields.phase]
    if phase == "horse":
        return _horse(train, action)
    if phase in ("reserve", "keep"):
        worth = {ROBBERY: 3.0, MOVE: 2.0, FLOOR: 1.0, RIDE: 1.5, FIRE: 1.2}
        return 0.5 if action == codes.DECLINE else worth.get(action % 32 % names.SIDE, 0.1)
    if phase == "discard":
        bullet = action != codes.DECLINE and (action - codes.DISCARD) % names.SIDE >= BULLET
        return 1.0 if bullet else 0.5 if action == codes.DECLINE else 0.0
    return 0.0


def greedy(view: State, seat: int, rng: Rng) -> int:
    """The action that ``seat`` plays by the rules of thumb above; ``rng`` breaks ties."""
    state = cast(ColtState, view)
    actions = state.legal_actions(seat)
    if len(actions) == 1:
        return actions[0]
    fields = state.fields()
    train = _Train(fields, state.figures, seat)
    phase = names.PHASES[fields.phase]
    if phase in ("plan", "cover", "turmoil"):
        worth = _plan
    elif phase in ("horse", "starter", "reserve", "keep", "discard"):
        worth = _other
    else:
        worth = _resolve
    scored = [(worth(train, action), action) for action in actions]
    best = max(score for score, _ in scored)
    choices = [action for score, action in scored if score >= best - 1e-9]
    return choices[rng.below(len(choices))]
