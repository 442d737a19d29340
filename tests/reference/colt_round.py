"""The course of a game: where the bandits start, five rounds, the end."""

from __future__ import annotations

from reference.colt_actions import carry_out
from reference.colt_events import event, roll
from reference.colt_figures import ROUNDS, TURNS
from reference.colt_flow import Flow, Option, ask, draw_one
from reference.colt_planning import keep, let_go, plan_turn, start_round
from reference.colt_position import GONE, Position, inside


def whole_game(position: Position) -> Flow[None]:
    """From the set-up to the end."""
    if position.settings.horses:
        yield from horse_attack(position)
    else:
        yield from take_places(position)
    for _ in range(ROUNDS):
        yield from whole_round(position)
    turn_up(position)
    position.phase = "over"


def turn_up(position: Position) -> None:
    """At the end everybody lays his purses open."""
    for bandit in position.bandits:
        for token in bandit.loot:
            token.seen.update(range(position.settings.seats))


def take_places(position: Position) -> Flow[None]:
    """Without horses: the last car and the one next to it."""
    settings = position.settings
    rear, next_to_it = inside(position.last), inside(position.last - 1)
    if settings.pairs:
        at_rear = []
        for seat in range(settings.seats):
            options = [("start", seat, bandit) for bandit in settings.bandits_of(seat)]
            choice = yield from ask(seat, "start", options, secret=True)
            at_rear.append(choice[2])
        for one in position.bandits:
            one.place = rear if one.number in at_rear else next_to_it
        return
    for step, seat in enumerate(position.seats_from_first()):
        odd = seat if settings.teams else step
        position.bandits[seat].place = next_to_it if odd % 2 else rear


def horse_attack(position: Position) -> Flow[None]:
    """From the last car forward: board, leaving the horse beside the car, or ride on."""
    position.phase = "attack"
    settings = position.settings
    for car in range(position.last, 0, -1):
        chosen: list[int] = []
        for seat in range(settings.seats):
            riding = [
                number for number in settings.bandits_of(seat) if position.bandits[number].place == GONE
            ]
            if not riding:
                continue
            if car == 1:
                chosen += riding
                continue
            options: list[Option] = [("attack", seat, some) for some in subsets(riding)]
            choice = yield from ask(seat, "attack", options, secret=True)
            chosen += choice[2]
        # all reveal together: nobody boards before everybody has chosen
        for number in chosen:
            position.bandits[number].place = inside(car)
            position.horses = sorted([*position.horses, car])
    rearmost = max(bandit.place.car for bandit in position.bandits)
    candidates = [bandit.seat for bandit in position.bandits if bandit.place.car == rearmost]
    if settings.teams:
        candidates = list(range(0, settings.seats, 2))
    position.first = yield from draw_one("first", None, candidates)


def subsets(numbers: list[int]) -> list[tuple[int, ...]]:
    """Every choice among one or two bandits: those who board."""
    if len(numbers) == 1:
        return [(), (numbers[0],)]
    return [(), (numbers[0],), (numbers[1],), (numbers[0], numbers[1])]


def whole_round(position: Position) -> Flow[None]:
    """Hands, planning, pile, event; then the first player's mark passes on."""
    settings = position.settings
    position.round += 1
    position.acted = set()
    for bandit in position.bandits:
        bandit.received_this_round = 0
    yield from start_round(position)
    position.phase = "plan"
    for turn, symbol in enumerate(TURNS[position.round_cards[position.round - 1]][settings.band], start=1):
        position.turn = turn
        yield from plan_turn(position, symbol)
    position.turn = 0
    yield from keep(position)
    yield from second_phase(position)
    if settings.expert and position.round < ROUNDS:
        yield from let_go(position)
    position.first = (position.first + (2 if settings.teams else 1)) % settings.seats


def second_phase(position: Position) -> Flow[None]:
    """The pile from its oldest card, the event, the stagecoach."""
    position.phase = "pile"
    while position.pile:
        played = position.current = position.pile.pop(0)
        played.face_down = False
        played.known = set(range(position.settings.seats))
        yield from carry_out(position, played.card)
        position.current = None
        position.piles[played.card.deck].aside.append(played.card)
    position.phase = "event"
    yield from event(position)
    position.phase = "roll"
    yield from roll(position)
