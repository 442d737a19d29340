"""The end of a game: money, Gunslinger, ranks."""

from __future__ import annotations

from dataclasses import dataclass

from reference.colt_figures import GUNSLINGER, MORTAL_BULLET, RANSOM, STRONGBOX
from reference.colt_position import Bandit, Position


@dataclass
class Result:
    """Outcome of a game.

    Attributes:
        money: dollars of each bandit, without the Gunslinger's prize.
        gunslingers: the seats that get the prize; of a team both members, the prize being one.
        scores: dollars of each seat; in teams both members have the team's.
        escaped: whether each bandit escaped; all where there was nothing to escape from.
        ranks: of each seat, one more than the seats that are above it.
    """

    money: list[int]
    gunslingers: list[int]
    scores: list[int]
    escaped: list[bool]
    ranks: list[int]


def ransom(position: Position, bandit: Bandit) -> int:
    """Ransom of the bandit's hostage, in dollars."""
    if bandit.hostage is None:
        return 0
    kinds = [token.kind for token in bandit.loot]
    times = 1
    if bandit.hostage == "banker":
        times = int("strongbox" in kinds)
    elif bandit.hostage == "oldlady":
        times = kinds.count("jewel")
    elif bandit.hostage == "pokerplayer":
        times = kinds.count("purse")
    elif bandit.hostage == "photographer":
        # a bullet card of the seat's deck may be in the partner's hand
        cards = [card for piles in position.piles for card in piles.all() if card.deck == bandit.seat]
        fired = [card.bandit for card in cards if card.kind == "bullet"]
        times = sum(
            shooter is not None and not position.is_partner(position.bandits[shooter], bandit)
            for shooter in fired
        )
    return times * RANSOM[bandit.hostage]


def money(position: Position) -> list[int]:
    """Dollars of each bandit after the station's event, without the Gunslinger's prize."""
    station = position.round_cards[position.round - 1]
    found = []
    for bandit in position.bandits:
        total = bandit.cash + ransom(position, bandit) + sum(token.value for token in bandit.loot)
        if station == "mortal":
            total -= MORTAL_BULLET * bandit.received_this_round
        found.append(total)
    if station == "sharing":
        for bandit in position.bandits:
            together = position.bandits_at(bandit.place)
            boxes = sum(token.kind == "strongbox" for token in bandit.loot)
            found[bandit.number] -= boxes * STRONGBOX
            for other in together:
                found[other.number] += boxes * (STRONGBOX // len(together))
    return found


def result(position: Position) -> Result:
    """Money, Gunslinger and ranks of a game that is over."""
    settings = position.settings
    bandit_money = money(position)
    seats = range(settings.seats)
    sides = sorted({settings.side(seat) for seat in seats})
    members = {
        side: [bandit for bandit in position.bandits if settings.side(bandit.seat) == side] for side in sides
    }
    shots = {side: sum(bandit.shots for bandit in members[side]) for side in sides}
    best = [side for side in sides if shots[side] == max(shots.values())]

    escape = position.round_cards[position.round - 1] == "escape"
    free = [not escape or bandit.escaped or bandit.place.vehicle == "coach" for bandit in position.bandits]
    scores: dict[int, int] = {}
    order: dict[int, tuple[bool, int, int]] = {}
    for side in sides:
        escaped = [bandit for bandit in members[side] if free[bandit.number]]
        counted = escaped or members[side]
        scores[side] = sum(bandit_money[bandit.number] for bandit in counted)
        scores[side] += GUNSLINGER * (side in best)
        received = sum(bandit.received for bandit in members[side])
        order[side] = (not escaped, -scores[side], received)
    seat_order = [order[settings.side(seat)] for seat in seats]
    return Result(
        money=bandit_money,
        gunslingers=[seat for seat in seats if settings.side(seat) in best],
        scores=[scores[settings.side(seat)] for seat in seats],
        escaped=free,
        ranks=[1 + sum(other < own for other in seat_order) for own in seat_order],
    )
