"""Effects on bandits: bullets, and encounters with the Marshal, Shotgun and the hostages on arrival."""

from __future__ import annotations

from collections.abc import Iterable

from reference.colt_flow import Flow, ask, draw_one
from reference.colt_position import COACH_INSIDE, Bandit, Card, Loot, Place, Position, roof


def take_bullet(position: Position, bandit: Bandit, shooter: int | None) -> None:
    """Put one bullet card among the cards of the bandit's seat, to be shuffled in later."""
    position.piles[bandit.seat].aside.append(Card(bandit.seat, "bullet", shooter))
    bandit.received += 1
    bandit.received_this_round += 1


def neutral_bullet(position: Position, bandit: Bandit) -> None:
    """One neutral bullet for `bandit`, if there is one left."""
    if position.neutral > 0:
        position.neutral -= 1
        take_bullet(position, bandit, None)


def neutral_bullets(position: Position, bandits: Iterable[Bandit]) -> None:
    """One neutral bullet for each of `bandits`, by seat from the first player."""
    hit = list(bandits)
    for bandit in position.in_order():
        if bandit in hit:
            neutral_bullet(position, bandit)


def arrive(position: Position, *bandits: Bandit) -> Flow[None]:
    """The consequences of the arrival of `bandits`, whatever moved them.

    First all bullets are dealt, then they flee from Shotgun, then hostages are taken.
    """
    for bandit in bandits:
        if bandit.place.vehicle == "train" and bandit.place == Place("train", "inside", position.marshal):
            neutral_bullet(position, bandit)
            bandit.place = roof(position.marshal)
        if bandit.place.vehicle == "train" and bandit.place == position.shotgun:
            neutral_bullet(position, bandit)
    for bandit in bandits:
        if bandit.place.vehicle == "train" and bandit.place == position.shotgun:
            ways = [place for place in position.neighbours(bandit.place) if place.vehicle == "train"]
            choice = yield from ask(bandit.seat, "flee", [("flee", bandit.number, place) for place in ways])
            bandit.place = choice[2]
    for bandit in bandits:
        if bandit.place == COACH_INSIDE and bandit.hostage is None and position.hostages:
            options = [("hostage", bandit.number, name) for name in position.hostages]
            choice = yield from ask(bandit.seat, "hostage", options)
            bandit.hostage = choice[2]
            position.hostages.remove(choice[2])


def arrive_all(position: Position) -> Flow[None]:
    """`arrive` for everybody, by seat from the first player, after a change that concerns several."""
    yield from arrive(position, *position.in_order())


def move_marshal(position: Position, car: int) -> Flow[None]:
    """The Marshal enters `car` and drives out the bandits inside."""
    position.marshal = car
    yield from arrive_all(position)


def lay_down(position: Position, place: Place, loot: Loot) -> None:
    """Put a token on the floor there, last of those that lie there."""
    position.loot.setdefault(place, []).append(loot)


def pick_up(position: Position, place: Place, loot: Loot) -> None:
    """Take a token from the floor there."""
    position.loot[place].remove(loot)
    if not position.loot[place]:
        del position.loot[place]


def age(position: Position, token: Loot) -> int:
    """The number of purses taken before this one; purses never taken come last."""
    taken = position.taken
    return taken.index(token.number) if token.number in taken else len(taken)


def blind(kind: str, seat: int, tokens: list[Loot]) -> Flow[Loot]:
    """One of tokens that look alike to `seat`, at random."""
    number = yield from draw_one(kind, seat, [token.number for token in tokens])
    return next(token for token in tokens if token.number == number)


def one_called(seat: int, name: str, tokens: list[Loot]) -> Flow[Loot]:
    """One of the tokens of that name: purses and full flasks are drawn blind, the others are all the same."""
    named = [token for token in tokens if token.name == name]
    if name in ("purse", "full"):
        chosen = yield from blind("purse" if name == "purse" else "flask", seat, named)
        return chosen
    return named[0]


def names_of(tokens: Iterable[Loot]) -> list[str]:
    """The different names among `tokens`, sorted."""
    return sorted({token.name for token in tokens})
