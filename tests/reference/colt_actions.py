"""The actions of the cards on the common pile, each resolved if it can have an effect."""

from __future__ import annotations

from reference.colt_effects import (
    age,
    arrive,
    blind,
    lay_down,
    move_marshal,
    names_of,
    neutral_bullet,
    one_called,
    pick_up,
    take_bullet,
)
from reference.colt_flow import Flow, Option, ask
from reference.colt_position import (
    COACH_INSIDE,
    COACH_ROOF,
    GONE,
    Bandit,
    Card,
    Place,
    Position,
    inside,
    roof,
)


def carry_out(position: Position, card: Card) -> Flow[None]:
    """Resolve `card`, with the choices of its bandit's owner; no effect if it can have none."""
    if card.bandit is None:
        # the Marshal card of two bandits: either of them will do
        if any(position.bandits[bandit].place != GONE for bandit in position.settings.bandits_of(card.deck)):
            yield from marshal(position, card.deck, None)
        return
    bandit = position.bandits[card.bandit]
    if bandit.place == GONE or position.barred(card):
        return
    if card.kind == "marshal":
        yield from marshal(position, bandit.seat, bandit.number)
    elif card.kind == "move":
        yield from move(position, bandit)
    elif card.kind == "floor":
        yield from change_floor(position, bandit)
    elif card.kind == "fire":
        yield from fire(position, bandit)
    elif card.kind == "rob":
        yield from rob(position, bandit)
    elif card.kind == "punch":
        yield from punch(position, bandit)
    elif card.kind == "ride":
        yield from ride(position, bandit)
    else:
        raise AssertionError(card)


def marshal(position: Position, seat: int, bandit: int | None) -> Flow[None]:
    """The Marshal goes one car either way."""
    cars = [car for car in (position.marshal - 1, position.marshal + 1) if 0 <= car <= position.last]
    choice = yield from ask(seat, "marshal", [("marshal", bandit, car) for car in cars])
    yield from move_marshal(position, choice[2])


# Move and Floor


def roof_walks(position: Position, start: Place, most: int) -> dict[Place, list[Place]]:
    """The ends of a roof move of up to `most` steps, with the roofs passed on the way."""
    walks: dict[Place, list[Place]] = {}

    def go(car: int, direction: int, passed: list[Place]) -> None:
        """Follow the train's roofs from `car`, where the walk has come in len(passed) steps."""
        here = roof(car)
        if here != start:
            walks[here] = passed[1:]
        if len(passed) == most:
            return
        if car == position.coach and start != COACH_ROOF:
            walks[COACH_ROOF] = [*passed, here][1:]
        if 0 <= car + direction <= position.last:
            go(car + direction, direction, [*passed, here])

    for direction in (-1, 1):
        if start == COACH_ROOF:
            assert position.coach is not None
            go(position.coach, direction, [COACH_ROOF])
        else:
            go(start.car, direction, [])
    return walks


def move(position: Position, bandit: Bandit) -> Flow[None]:
    """One car inside, or up to three roofs in one direction."""
    passed: dict[Place, list[Place]]
    if bandit.place == COACH_INSIDE:
        return
    if bandit.place.level == "inside":
        passed = {place: [] for place in position.neighbours(bandit.place) if place.vehicle == "train"}
    else:
        most = 1 if bandit.hostage == "oldlady" else 3
        passed = roof_walks(position, bandit.place, most)
    choice = yield from ask(bandit.seat, "move", [("move", bandit.number, place) for place in sorted(passed)])
    if position.shotgun in passed[choice[2]]:
        neutral_bullet(position, bandit)
    bandit.place = choice[2]
    yield from arrive(position, bandit)


def change_floor(position: Position, bandit: Bandit) -> Flow[None]:
    """From the inside to the roof above or back."""
    bandit.place = bandit.place._replace(level="roof" if bandit.place.level == "inside" else "inside")
    yield from arrive(position, bandit)


# Fire


def targets(position: Position, shooter: Bandit) -> list[Bandit]:
    """The bandits that `shooter` may fire at, by number."""
    here = shooter.place
    found: list[Bandit] = []
    if here.level == "inside":
        for place in position.neighbours(here):
            found += position.bandits_at(place)
    elif here == COACH_ROOF:
        for car in range(position.last + 1):
            found += position.bandits_at(roof(car))
    else:
        found += position.bandits_at(COACH_ROOF)
        for direction in (-1, 1):
            car = here.car + direction
            while 0 <= car <= position.last and roof(car) != position.shotgun:
                nearest = position.bandits_at(roof(car))
                if nearest:
                    found += nearest
                    break
                car += direction
    if position.has_power(shooter, "tuco"):
        other_level = "roof" if here.level == "inside" else "inside"
        found += position.bandits_at(here._replace(level=other_level))
    return sorted(found, key=lambda bandit: bandit.number)


def spare_belle(position: Position, found: list[Bandit], another: bool = False) -> list[Bandit]:
    """Without Belle where there is somebody else to choose (`another`: besides those in the list)."""
    others = [bandit for bandit in found if not position.has_power(bandit, "belle")]
    return others if others or another else found


def fire(position: Position, shooter: Bandit) -> Flow[None]:
    """The shooter's next bullet goes to a bandit in sight."""
    found = spare_belle(position, targets(position, shooter))
    if shooter.bullets == 0 or not found:
        return
    choice = yield from ask(
        shooter.seat, "fire", [("fire", shooter.number, target.number) for target in found]
    )
    target = position.bandits[choice[2]]
    shooter.bullets -= 1
    if not position.is_partner(shooter, target):
        shooter.shots += 1
    take_bullet(position, target, shooter.number)
    # along the train only: a shot between it and the stagecoach goes across, where there is no next car
    if position.has_power(shooter, "django") and shooter.place.vehicle == target.place.vehicle == "train":
        car = target.place.car + (1 if target.place.car > shooter.place.car else -1)
        if 0 <= car <= position.last:
            target.place = target.place._replace(car=car)
            yield from arrive(position, target)


# Robbery


def rob_options(position: Position, bandit: Bandit, kinds: tuple[str, ...] = ()) -> list[Option]:
    """The loot that `bandit` can take at his place: each purse shown to his seat, by number, or another.

    Of purses with equal value that the same seats know, it is the one taken first.
    """
    found: dict[tuple[object, ...], tuple[str, int | None]] = {}
    for token in sorted(position.loot.get(bandit.place, []), key=lambda token: age(position, token)):
        known = token.kind == "purse" and bandit.seat in token.seen
        alike = (token.value, frozenset(token.seen)) if known else ()
        if not kinds or token.name in kinds:
            found.setdefault((token.name, *alike), (token.name, token.number if known else None))
    ordered = sorted(found.values(), key=lambda entry: (entry[0], entry[1] or 0))
    return [("rob", bandit.number, name, number) for name, number in ordered]


def take(position: Position, bandit: Bandit, choice: Option) -> Flow[None]:
    """Carry out one of `rob_options`."""
    _, _, name, number = choice
    tokens = position.loot[bandit.place]
    if name == "purse":
        unknown = [token for token in tokens if token.kind == "purse" and bandit.seat not in token.seen]
        if number is None:
            token = yield from blind("purse", bandit.seat, unknown)
        else:
            token = next(token for token in tokens if token.number == number)
        token.seen.add(bandit.seat)
        if token.number not in position.taken:
            position.taken.append(token.number)
    else:
        token = yield from one_called(bandit.seat, name, tokens)
    pick_up(position, bandit.place, token)
    bandit.loot.append(token)


def rob(position: Position, bandit: Bandit) -> Flow[None]:
    """Take one token from the floor."""
    options = rob_options(position, bandit)
    if options:
        choice = yield from ask(bandit.seat, "rob", options)
        yield from take(position, bandit, choice)


# Punch


def punch(position: Position, bandit: Bandit) -> Flow[None]:
    """Knock a token out of somebody here, and him into the next car."""
    here = bandit.place
    shotgun = position.guarded() and here == COACH_ROOF
    victims = spare_belle(
        position, [other for other in position.bandits_at(here) if other is not bandit], another=shotgun
    )
    options: list[Option] = [("punch", bandit.number, "shotgun", None, None)] if shotgun else []
    for victim in sorted(victims, key=lambda other: other.number):
        lost: list[str | None] = [*names_of(victim.loot)] or [None]
        for name in lost:
            options += [
                ("punch", bandit.number, victim.number, name, place) for place in position.neighbours(here)
            ]
    if not options:
        return
    _, _, whom, name, place = yield from ask(bandit.seat, "punch", options)
    if whom == "shotgun":
        yield from punch_shotgun(position)
        return
    victim = position.bandits[whom]
    if name is not None:
        token = yield from one_called(bandit.seat, name, victim.loot)
        victim.loot.remove(token)
        if name == "purse" and position.has_power(bandit, "cheyenne"):
            token.seen.add(bandit.seat)
            bandit.loot.append(token)
        else:
            lay_down(position, here, token)
    victim.place = place
    yield from arrive(position, victim)


def punch_shotgun(position: Position) -> Flow[None]:
    """Shotgun lands on the roof beside and leaves his strongbox behind."""
    assert position.coach is not None
    assert position.guarded_strongbox is not None
    lay_down(position, COACH_ROOF, position.guarded_strongbox)
    position.guarded_strongbox = None
    yield from shotgun_to(position, position.coach)


def shotgun_to(position: Position, car: int) -> Flow[None]:
    """Shotgun comes to the roof of `car`; whoever is there is hurt and flees."""
    position.shotgun = roof(car)
    yield from arrive(position, *position.bandits_at(roof(car)))


# Ride


def ride(position: Position, bandit: Bandit) -> Flow[None]:
    """Ride a horse beside the car up to three cars either way, and get off inside."""
    if bandit.place == COACH_ROOF:
        return
    start = position.coach if bandit.place == COACH_INSIDE else bandit.place.car
    assert start is not None
    if start not in position.horses:
        return
    places: list[Place] = []
    for car in range(max(0, start - 3), min(position.last, start + 3) + 1):
        places.append(inside(car))
        if car == position.coach:
            places.append(COACH_INSIDE)
    if position.round_cards[position.round - 1] == "escape":
        places.append(GONE)
    choice = yield from ask(bandit.seat, "ride", [("ride", bandit.number, place) for place in places])
    place = choice[2]
    position.horses.remove(start)
    bandit.place = place
    if place == GONE:
        bandit.escaped = True
        return
    goal = position.coach if place == COACH_INSIDE else place.car
    assert goal is not None
    position.horses = sorted([*position.horses, goal])
    yield from arrive(position, bandit)
