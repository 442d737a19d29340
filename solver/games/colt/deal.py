"""Deal a Colt Express game from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solver.games.colt import names
from solver.games.colt.fields import NO_CARDS, Bandit, Fields, Flask, Purse, Seat
from solver.games.colt.figures import Figures
from solver.rng import Rng


def _cards(deck: list[int]) -> tuple[int, ...]:
    return tuple(deck.count(kind) for kind in range(names.KINDS))


def deck_of(flags: int, figures: Figures) -> list[int]:
    """The action cards of a seat's deck, kinds ascending."""
    horses = bool(flags & names.HORSES)
    if not flags & names.PAIRS:
        return [k for k, count in enumerate(figures.deck) for _ in range(count) if k != 6 or horses]
    counts = list(enumerate(figures.deck_pairs))
    own = [k for k, count in counts for _ in range(count) if k != 6 or horses]
    other = [k + names.SIDE for k, count in counts for _ in range(count) if k != 5 and (k != 6 or horses)]
    return own + other


def deal(
    seed: int, seats: int, flags: int, figures: Figures, characters: tuple[int, ...] | None = None
) -> Fields:
    """The set-up of a seed.

    All draws use one ``Rng(seed)``; shuffles are ``Rng.shuffle``:

    1. the six characters are shuffled, bandit k is number k; chosen ``characters`` come first;
    2. the six cars are shuffled: the first ones follow the locomotive in this order;
    3. the first player: ``below(seats)`` (teams: ``2 * below(seats // 2)``); not with horses;
    4. with the coach the eight hostages are shuffled, and the first ones (one fewer than bandits) take part;
    5. without horses and with a seat for each bandit: the first round. Every deck is shuffled, in order of
       the seats, and the first cards are the hand; with teams the first card of a shuffled deck goes to the
       partner. Then the round card: ``below`` the number of those that can be drawn.

    Purses and flasks need no draw here: their contents are drawn at the first look.
    """
    rng = Rng(seed)
    bandits = 4 if flags & names.PAIRS else seats
    who = list(range(6))
    rng.shuffle(who)
    if characters is not None:
        who = [*characters, *[number for number in who if number not in characters]]
    order = list(range(6))
    rng.shuffle(order)
    cars = [figures.cars[number] for number in order[: figures.cars_of(bandits, seats == 2)]]
    horses = bool(flags & names.HORSES)
    first = names.NOTHING
    if not horses:
        first = 2 * rng.below(seats // 2) if flags & names.TEAMS else rng.below(seats)
    hostages = 0
    if flags & names.STAGE:
        crowd = list(range(8))
        rng.shuffle(crowd)
        hostages = sum(1 << number for number in crowd[: bandits - 1])

    fields = lay_out(seats, flags, figures, who, cars, first, hostages)
    if horses or flags & names.PAIRS:
        return fields
    return _first_round(fields, figures, rng)


def _first_round(fields: Fields, figures: Figures, rng: Rng) -> Fields:
    """Deal the hands of the first round and draw its card, as step 5 of :func:`deal`."""
    guests = 1 if fields.flags & names.TEAMS else 0
    decks = [deck_of(fields.flags, figures) for _ in fields.seats]
    hands: list[list[int]] = [[] for _ in fields.seats]
    for deck in decks:
        rng.shuffle(deck)
    if guests:
        for seat, hand in enumerate(hands):
            hand.append(names.SIDE + decks[seat ^ 1].pop(0))
    for bandit, hand, deck in zip(fields.bandits, hands, decks, strict=True):
        size = figures.hand + (bandit.character == names.DOC) - guests
        hand += deck[:size]
        del deck[:size]
    card = rng.below(7)
    return replace(
        fields,
        seats=tuple(
            Seat(_cards(hand), _cards(deck), len(hand), len(deck), guests=guests)
            for hand, deck in zip(hands, decks, strict=True)
        ),
        card=card,
        played=1 << card,
        stage=names.STAGES.index("plan"),
        turn=0,
    )


def lay_out(
    seats: int,
    flags: int,
    figures: Figures,
    who: Sequence[int],
    cars: Sequence[tuple[int, int]],
    first: int,
    hostages: int,
) -> Fields:
    """The set-up before a card is drawn: characters ``who``, (purses, jewels) of each of the ``cars``, the
    ``first`` player (NOTHING with horses) and the ``hostages`` (bits) in the coach.
    """
    bandits = 4 if flags & names.PAIRS else seats
    horses = bool(flags & names.HORSES)
    last = len(cars)
    places = _starts(bandits, flags, last, first)
    boxes = [0] * names.PLACES
    boxes[0] = 1
    if flags & names.STAGE:
        boxes[names.COACH_ROOF] = 1
    jewels = [0] * names.PLACES
    fresh = [0] * names.CARS
    for car, (purses, stones) in enumerate(cars, 1):
        fresh[car], jewels[2 * car] = purses, stones
    pool = list(figures.purse_counts)
    pool[0] -= bandits
    everybody = (1 << seats) - 1

    deck = deck_of(flags, figures)
    return Fields(
        flags=flags,
        last=last,
        bandits=tuple(
            Bandit(who[bandit], places[bandit], bullets=figures.bullets) for bandit in range(bandits)
        ),
        seats=tuple(Seat(NO_CARDS, _cards(deck), 0, len(deck)) for _ in range(seats)),
        fresh=tuple(fresh),
        jewels=tuple(jewels),
        boxes=tuple(boxes),
        purses=tuple(Purse(0, everybody, bandit) for bandit in range(bandits)),
        pool=tuple(pool),
        flasks=tuple(Flask(2 * car, 0) for car in range(1, last + 1)) if horses else (),
        flask_pool=figures.flasks if horses else (0, 0),
        coach=0 if flags & names.STAGE else names.NOTHING,
        shotgun=1 if flags & names.STAGE else 0,
        neutral=figures.neutral[1 if flags & names.STAGE else 0],
        hostages=hostages,
        first=first,
        stage=names.STAGES.index("attack"),
        phase=names.PHASES.index("plan"),
        seat=0 if first == names.NOTHING else first,
        turn=last,
        sly=everybody,
    )


def _starts(bandits: int, flags: int, last: int, first: int) -> list[int]:
    """The place of each bandit: the last two cars by turns, the ``first`` player's bandit in the last."""
    if flags & (names.HORSES | names.PAIRS):
        return [names.RIDING] * bandits
    if flags & names.TEAMS:
        return [2 * (last - bandit % 2) for bandit in range(bandits)]
    return [2 * (last - (bandit - first) % bandits % 2) for bandit in range(bandits)]
