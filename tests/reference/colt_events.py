"""The end of a round: the round card's event, then the stagecoach rolls."""

from __future__ import annotations

from collections.abc import Callable

from reference.colt_actions import rob_options, shotgun_to, take
from reference.colt_effects import age, arrive_all, lay_down, move_marshal, neutral_bullets, pick_up
from reference.colt_figures import CONDUCTOR, LARGE
from reference.colt_flow import Flow, Option, ask
from reference.colt_position import COACH_INSIDE, COACH_ROOF, Bandit, Position, inside, roof


def event(position: Position) -> Flow[None]:
    """The event of this round's card; Sharing the Loot, Escape and Mortal Bullet belong to the scoring."""
    name = position.round_cards[position.round - 1]
    if name in EVENTS:
        yield from EVENTS[name](position)


def on_roofs(position: Position) -> list[Bandit]:
    """Everybody on the roofs of the train, by seat from the first player."""
    return [bandit for bandit in position.in_order() if bandit.place[:2] == ("train", "roof")]


def angry_marshal(position: Position) -> Flow[None]:
    """Above the Marshal everybody is hit, then he moves to the rear."""
    neutral_bullets(position, position.bandits_at(roof(position.marshal)))
    if position.marshal < position.last:
        yield from move_marshal(position, position.marshal + 1)


def swivel_arm(position: Position) -> Flow[None]:
    """All on the roofs are swept to the last one."""
    for bandit in on_roofs(position):
        bandit.place = roof(position.last)
    yield from arrive_all(position)


def braking(position: Position) -> Flow[None]:
    """All on the roofs are thrown one car forward."""
    for bandit in on_roofs(position):
        bandit.place = roof(max(0, bandit.place.car - 1))
    yield from arrive_all(position)


def take_it_all(position: Position) -> Flow[None]:
    """The second strongbox is put beside the Marshal."""
    if position.spare_strongbox is not None:
        lay_down(position, inside(position.marshal), position.spare_strongbox)
        position.spare_strongbox = None
    yield from ()


def rebellion(position: Position) -> Flow[None]:
    """All inside the train are hit."""
    hit = [bandit for bandit in position.in_order() if bandit.place[:2] == ("train", "inside")]
    neutral_bullets(position, hit)
    yield from ()


def pickpocketing(position: Position) -> Flow[None]:
    """Each bandit alone at his place may take a purse."""
    for bandit in position.in_order():
        options = rob_options(position, bandit, ("purse",))
        if options and len(position.bandits_at(bandit.place)) == 1:
            nothing: Option = ("rob", bandit.number, None, None)
            choice = yield from ask(bandit.seat, "pickpocket", [*options, nothing])
            if choice[2] is not None:
                yield from take(position, bandit, choice)


def revenge(position: Position) -> Flow[None]:
    """Above the Marshal everybody drops his least purse, and reveals it if he had others.

    Of equal ones it is the one taken first.
    """
    for bandit in position.bandits_at(roof(position.marshal)):
        purses = [token for token in bandit.loot if token.kind == "purse"]
        if purses:
            least = min(purses, key=lambda token: (token.value, age(position, token)))
            if len(purses) > 1:
                least.seen.update(range(position.settings.seats))
            bandit.loot.remove(least)
            lay_down(position, bandit.place, least)
    yield from ()


def conductor(position: Position) -> Flow[None]:
    """In and on the locomotive everybody is paid."""
    for bandit in position.in_order():
        if bandit.place.vehicle == "train" and bandit.place.car == 0:
            bandit.cash += CONDUCTOR
    yield from ()


def exhausted(position: Position) -> Flow[None]:
    """The rearmost horses stay behind."""
    number = 2 if position.settings.band == LARGE else 1
    position.horses = sorted(position.horses)[: max(0, len(position.horses) - number)]
    yield from ()


def whiskey(position: Position) -> Flow[None]:
    """The Marshal empties the flask laid first at his place, and staggers to the rear."""
    flasks = [token for token in position.loot.get(inside(position.marshal), []) if token.kind == "flask"]
    if flasks:
        pick_up(position, inside(position.marshal), flasks[0])
        position.out.append(flasks[0])
        goal = position.last if flasks[0].old else min(position.last, position.marshal + 1)
        while position.marshal < goal:
            yield from move_marshal(position, position.marshal + 1)


def speed(position: Position) -> Flow[None]:
    """All on the roofs, horses, stagecoach and Shotgun fall back by one car, all at once."""
    for bandit in on_roofs(position):
        bandit.place = roof(min(position.last, bandit.place.car + 1))
    position.horses = sorted(min(position.last, car + 1) for car in position.horses)
    move_coach(position)
    yield from arrive_all(position)


def move_coach(position: Position) -> None:
    """Move the stagecoach, and Shotgun if on the train, one car to the rear, without consequences."""
    assert position.coach is not None
    assert position.shotgun is not None
    position.coach = min(position.last, position.coach + 1)
    if not position.guarded():
        position.shotgun = roof(min(position.last, position.shotgun.car + 1))


def rage(position: Position) -> Flow[None]:
    """In and on the stagecoach and the car beside it all are hit."""
    near = [
        bandit
        for bandit in position.in_order()
        if bandit.place in (COACH_INSIDE, COACH_ROOF) or position.beside_coach(bandit.place)
    ]
    neutral_bullets(position, near)
    yield from ()


EVENTS: dict[str, Callable[[Position], Flow[None]]] = {
    "angrymarshal": angry_marshal,
    "swivelarm": swivel_arm,
    "braking": braking,
    "takeitall": take_it_all,
    "rebellion": rebellion,
    "pickpocketing": pickpocketing,
    "revenge": revenge,
    "conductor": conductor,
    "exhausted": exhausted,
    "whiskey": whiskey,
    "speed": speed,
    "rage": rage,
}


def roll(position: Position) -> Flow[None]:
    """After the event the stagecoach rolls one car to the rear, Shotgun on the train beside it."""
    if position.coach is not None:
        move_coach(position)
        assert position.shotgun is not None
        if not position.guarded():
            yield from shotgun_to(position, position.shotgun.car)
