"""The hands and the first phase of a round: drawing, planning, keeping."""

from __future__ import annotations

from reference.colt_effects import neutral_bullet, one_called
from reference.colt_figures import DRAW, PLANNING_AHEAD
from reference.colt_flow import Flow, Option, ask, draw_one
from reference.colt_position import Bandit, Card, Played, Position, card_order, distinct

# Hands


def can_draw(position: Position, seat: int) -> bool:
    """Whether there is a card for `seat` to draw."""
    piles = position.piles[seat]
    return bool(piles.draw or (position.settings.expert and piles.aside))


def shuffle_if_empty(position: Position, owner: int) -> None:
    """Expert variant: the discards become the deck when that has run out."""
    piles = position.piles[owner]
    if position.settings.expert and not piles.draw:
        piles.draw, piles.aside = piles.aside, []


def draw_card(position: Position, seat: int, owner: int) -> Flow[None]:
    """`seat` takes one card from the deck of `owner`, which must have one."""
    piles = position.piles[owner]
    shuffle_if_empty(position, owner)
    card = yield from draw_one(
        "draw" if seat == owner else "partner", seat, sorted(piles.draw, key=card_order)
    )
    piles.draw.remove(card)
    position.piles[seat].hand.append(card)


def draw_cards(position: Position, seat: int, number: int) -> Flow[None]:
    """`seat` draws `number` own cards, or as many as there are."""
    for _ in range(number):
        if can_draw(position, seat):
            yield from draw_card(position, seat, seat)


def gather(position: Position, seat: int) -> None:
    """All own cards but those kept become the deck again; a partner's cards stay in hand."""
    piles = position.piles[seat]
    piles.draw += piles.aside + [card for card in piles.hand if card.deck == seat]
    piles.hand = [card for card in piles.hand if card.deck != seat] + piles.kept
    piles.aside, piles.kept = [], []


def reserve(position: Position) -> Flow[None]:
    """With two bandits each: one card of the deck is put into the hand before the others are drawn."""
    for seat in range(position.settings.seats):
        piles = position.piles[seat]
        shuffle_if_empty(position, seat)
        options: list[Option] = [("reserve", seat, card) for card in distinct(piles.draw)]
        if options:
            choice = yield from ask(seat, "reserve", options, secret=True)
            piles.draw.remove(choice[2])
            piles.hand.append(choice[2])


def fill_hands(position: Position) -> Flow[None]:
    """In teams one card from the partner's deck for each, then own cards up to the size of the hand.

    The reserved card is in addition to them.
    """
    seats = position.seats_from_first()
    if position.settings.teams:
        for seat in seats:
            if can_draw(position, seat ^ 1):
                yield from draw_card(position, seat, seat ^ 1)
    for seat in seats:
        yield from draw_up(position, seat, 1 if position.settings.pairs else 0)


def draw_up(position: Position, seat: int, extra: int = 0) -> Flow[None]:
    """`seat` draws own cards up to the size of the hand and `extra`."""
    missing = position.hand_size(seat) + extra - len(position.piles[seat].hand)
    yield from draw_cards(position, seat, missing)


def start_round(position: Position) -> Flow[None]:
    """The Poodle bites, the cards are shuffled, the hands are drawn."""
    position.phase = "start"
    for bandit in position.in_order():
        if bandit.hostage == "poodle":
            bite(position, bandit)
    if not position.settings.expert:
        for seat in range(position.settings.seats):
            gather(position, seat)
    if position.settings.pairs:
        yield from reserve(position)
    yield from fill_hands(position)


def bite(position: Position, bandit: Bandit) -> None:
    """The Poodle's neutral bullet goes into the deck, also where discards lie beside it."""
    piles = position.piles[bandit.seat]
    before = len(piles.aside)
    neutral_bullet(position, bandit)
    piles.draw += piles.aside[before:]
    del piles.aside[before:]


def let_go(position: Position) -> Flow[None]:
    """Expert variant: one seat after the other discards own cards at will, openly, and draws up again."""
    position.phase = "discard"
    for seat in position.seats_from_first():
        piles = position.piles[seat]
        while own := distinct(card for card in piles.hand if card.deck == seat):
            options: list[Option] = [("discard", seat, card) for card in own]
            choice = yield from ask(seat, "discard", [*options, ("discard", seat, None)])
            if choice[2] is None:
                break
            piles.hand.remove(choice[2])
            piles.aside.append(choice[2])
        yield from draw_up(position, seat)


# Planning


def turn_order(position: Position, symbol: str) -> list[int]:
    """The seats in the order of a turn of this kind."""
    if symbol != "R":
        return position.seats_from_first()
    # in teams the partners change places, so B of the first team begins
    start = position.first + 1 if position.settings.teams else position.first
    return [(start - step) % position.settings.seats for step in range(position.settings.seats)]


def plan_turn(position: Position, symbol: str) -> Flow[None]:
    """One turn of the round card."""
    if symbol == "B":
        yield from turmoil(position)
        return
    for seat in turn_order(position, symbol):
        for _ in range(2 if symbol == "D" else 1):
            yield from plan(position, seat, symbol)


def play_options(position: Position, seat: int, symbol: str) -> list[Option]:
    """The cards that `seat` can play, each face up or face down as allowed."""
    options: list[Option] = []
    for card in position.playable(seat):
        player = position.player_of(seat, card)
        ways = [symbol == "T"]
        if player is not None:
            bandit = position.bandits[player]
            own = card.bandit == player
            if symbol != "T" and own and position.has_power(bandit, "ghost") and seat not in position.acted:
                ways.append(True)
            if bandit.hostage == "photographer":
                ways = [False]
        options += [("play", seat, card, way) for way in ways]
    return options


def drink_options(position: Position, seat: int) -> list[Option]:
    """The flasks that the bandits of `seat` hold, by their visible sides."""
    options: list[Option] = []
    for number in position.settings.bandits_of(seat):
        bandit = position.bandits[number]
        names = sorted({token.name for token in bandit.loot if token.kind == "flask"})
        options += [("drink", seat, number, name) for name in names]
    return options


def plan(position: Position, seat: int, symbol: str) -> Flow[None]:
    """One seat plays a card, draws, or (on a standard turn) drinks."""
    options = play_options(position, seat, symbol)
    if can_draw(position, seat):
        options.append(("draw", seat))
    if symbol == "S":
        options += drink_options(position, seat)
    choice = yield from ask(seat, "plan", options or [("pass", seat)])
    if choice[0] == "play":
        yield from play(position, choice, symbol)
    elif choice[0] == "draw":
        yield from draw_cards(position, seat, DRAW)
    elif choice[0] == "drink":
        yield from drink(position, choice, symbol)
    position.acted.add(seat)


def play(position: Position, choice: Option, symbol: str) -> Flow[None]:
    """Lay the chosen card on the pile; a Fire that all can see may be covered at once by the other bandit."""
    _, seat, card, face_down = choice
    lay(position, seat, card, face_down)
    if position.settings.pairs and symbol == "S" and card.kind == "fire" and not face_down:
        options: list[Option] = [
            ("cover", seat, other)
            for other in position.playable(seat)
            if other.bandit not in (None, card.bandit)
        ]
        if options:
            cover = yield from ask(seat, "cover", [*options, ("cover", seat, None)])
            if cover[2] is not None:
                lay(position, seat, cover[2], False)


def lay(position: Position, seat: int, card: Card, face_down: bool) -> None:
    """One card from the hand onto the pile."""
    position.piles[seat].hand.remove(card)
    everybody = set(range(position.settings.seats))
    position.pile.append(Played(card, seat, face_down, {seat} if face_down else everybody))
    position.acted.add(seat)


def drink(position: Position, choice: Option, symbol: str) -> Flow[None]:
    """Half a flask: the normal kind draws three cards and plays one, the old kind plays two."""
    _, seat, number, name = choice
    bandit = position.bandits[number]
    flask = yield from one_called(seat, name, bandit.loot)
    if flask.half:
        bandit.loot.remove(flask)
        position.out.append(flask)
    flask.half = True
    if not flask.old:
        yield from draw_cards(position, seat, DRAW)
    for _ in range(2 if flask.old else 1):
        options = play_options(position, seat, symbol)
        if options:
            card = yield from ask(seat, "drunk", options)
            yield from play(position, card, symbol)


def turmoil(position: Position) -> Flow[None]:
    """All commit themselves, the draws are taken, the cards are shown and laid in the usual order."""
    seats = turn_order(position, "B")
    commitments: list[Option] = []
    for seat in seats:
        options: list[Option] = [("play", seat, card, False) for card in position.playable(seat)]
        if can_draw(position, seat):
            options.append(("draw", seat))
        choice = yield from ask(seat, "turmoil", options or [("pass", seat)], secret=True)
        commitments.append(choice)
    for choice in commitments:
        if choice[0] == "draw":
            yield from draw_cards(position, choice[1], DRAW)
    for choice in commitments:
        if choice[0] == "play":
            lay(position, choice[1], choice[2], False)
        position.acted.add(choice[1])


def keep(position: Position) -> Flow[None]:
    """Planning ahead: for each symbol a seat may keep one own hand card for the next round.

    The choices go symbol by symbol; a seat that keeps nothing for one is not asked for the next.
    """
    if position.settings.expert:
        return
    position.phase = "keep"
    seats = position.seats_from_first()
    for _ in range(PLANNING_AHEAD.get(position.round_cards[position.round - 1], 0)):
        still = []
        for seat in seats:
            piles = position.piles[seat]
            options: list[Option] = [
                ("keep", seat, card) for card in distinct(card for card in piles.hand if card.deck == seat)
            ]
            if options:
                choice = yield from ask(seat, "keep", [*options, ("keep", seat, None)], secret=True)
                if choice[2] is not None:
                    piles.hand.remove(choice[2])
                    piles.kept.append(choice[2])
                    still.append(seat)
        seats = still
