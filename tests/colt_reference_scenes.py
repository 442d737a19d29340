"""Composed positions of Colt Express for the tests of its reference, and parts of the game played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from reference.colt import Game
from reference.colt_actions import carry_out
from reference.colt_events import event
from reference.colt_flow import Flow
from reference.colt_planning import plan_turn
from reference.colt_position import (
    COACH_INSIDE,
    COACH_ROOF,
    Card,
    Loot,
    Place,
    Played,
    Position,
    Settings,
    inside,
    roof,
)
from reference.colt_setup import Deal, set_up

PLAIN = ("ghost", "doc", "cheyenne")
"""Characters whose powers seldom matter in the second phase."""
WORDS = {"coach": COACH_INSIDE, "coachroof": COACH_ROOF}
NUMBERS = count(1000)
CARS = ["A", "B", "C", "D", "E", "F"]


def place(word: str) -> Place:
    """`in2` is inside car 2, `roof0` the locomotive's roof, `coach` and `coachroof` the stagecoach."""
    if word in WORDS:
        return WORDS[word]
    return inside(int(word[2:])) if word.startswith("in") else roof(int(word[4:]))


def scene(
    *places: str,
    characters: Sequence[str] = PLAIN,
    card: str = "bridge",
    cars: int | None = None,
    **settings: Any,
) -> Position:
    """Bandits at these places, no loot and no hostages, the Marshal in the locomotive, in round 1 of `card`.

    With the expansion the stagecoach is beside car 1 and Shotgun on it. `cars` cuts or lengthens the train.
    """
    seats = settings.pop("seats", len(places))
    characters = list(dict.fromkeys([*characters, *PLAIN, "belle", "django", "tuco"]))
    agreed = Settings(tuple(characters[: len(places)]), seats, **settings)
    number = agreed.bandits
    dealt = Deal(
        cars=CARS[:number],
        purses=[[250] * purses for purses in (1, 3, 0, 1, 3, 4)[:number]],
        round_cards=[card, "bridge", "bridge", "bridge", "revenge"],
        first=0,
        flasks=[False] * number if agreed.horses else [],
    )
    position = set_up(agreed, dealt)
    if cars is not None:
        position.cars = CARS[:cars]
    position.loot = {}
    for bandit, word in zip(position.bandits, places, strict=True):
        bandit.loot = []
        bandit.place = place(word)
    if agreed.expansion:
        position.coach = 1
    position.round = 1
    return position


def token(kind: str, value: int = 0, seen: Sequence[int] = (), old: bool = False, half: bool = False) -> Loot:
    """A new token, with a number of its own; jewels and strongboxes have the value that they always have."""
    value = {"jewel": 500, "strongbox": 1000}.get(kind, value)
    return Loot(next(NUMBERS), kind, value, set(seen), old, half)


def played(position: Position, flow: Callable[[Position], Flow[None]], *answers: Any) -> Game:
    """A part of the game with these answers given."""
    game = Game(position, flow)
    for answer in answers:
        game.apply(answer)
    return game


def act(position: Position, bandit: int, kind: str, *answers: Any) -> Game:
    """The bandit's card of that kind carried out, with these answers given."""
    card = Card(position.bandits[bandit].seat, kind, bandit)
    return played(position, lambda now: carry_out(now, card), *answers)


def at_event(position: Position, *answers: Any) -> Game:
    """The event of the round card, with these answers given."""
    return played(position, event, *answers)


def turn(position: Position, symbol: str, *answers: Any) -> Game:
    """One turn of planning, with these answers given."""
    return played(position, lambda now: plan_turn(now, symbol), *answers)


def where(position: Position) -> list[str]:
    """The places of all bandits as words."""
    words = []
    for bandit in position.bandits:
        here = bandit.place
        if here.vehicle == "coach":
            words.append("coach" if here.level == "inside" else "coachroof")
        elif here.vehicle == "gone":
            words.append("gone")
        else:
            words.append(f"{'in' if here.level == 'inside' else 'roof'}{here.car}")
    return words


def ends(game: Game, part: int = 2) -> list[Any]:
    """One part of each option that is open."""
    return [option[part] for option in game.options()]


def give(position: Position, seat: int, *kinds: str) -> list[Card]:
    """Make the seat's hand these own cards, its deck the rest; the cards in hand."""
    piles = position.piles[seat]
    piles.draw = piles.draw + piles.hand + piles.aside
    piles.hand, piles.aside = [], []
    for kind in kinds:
        card = next(card for card in piles.draw if card.kind == kind)
        piles.draw.remove(card)
        piles.hand.append(card)
    return list(piles.hand)


def lay(position: Position, bandit: int, kind: str) -> None:
    """One card of that bandit, taken from its deck, onto the pile, face up."""
    seat = position.bandits[bandit].seat
    card = Card(seat, kind, bandit)
    position.piles[seat].draw.remove(card)
    position.pile.append(Played(card, seat, False, set(range(position.settings.seats))))


def received(position: Position) -> list[int]:
    """Number of bullets that each bandit has received."""
    return [bandit.received for bandit in position.bandits]
