"""Knowledge of one seat: the open table, its own cards, and everything that it was ever shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from reference.colt_figures import PURSES
from reference.colt_position import Card, Loot, Place, Position, card_order


@dataclass
class Knowledge:
    """A seat's view as plain data: equal views cannot be told apart.

    Attributes:
        seat: the seat of the view.
        public: the open parts, by name.
        loot: at each place the tokens as (number, name, value), `None` for a value never shown to this seat.
        held: the same for each bandit.
        unseen: the number of purses of each value never shown to this seat, including those out of the game.
        hand, kept: own cards, sorted; a partner's among the hand.
        sizes: of each seat how many cards it has in (hand, draw, aside, kept).
        partners_in_hand: of each seat how many cards in hand are the partner's.
        open: of each deck the cards that are known to lie aside, sorted.
        hidden: of each deck the cards that this seat cannot place: in the deck, in somebody's hand or face
            down. Of the own deck, what is in it and what the partner drew from it.
        pile: (seat, card or `None`) from the oldest.
        current: the card being carried out.
    """

    seat: int
    public: dict[str, object]
    loot: dict[Place, list[tuple[int, str, int | None]]]
    held: list[list[tuple[int, str, int | None]]]
    unseen: dict[int, int]
    hand: list[Card]
    kept: list[Card]
    sizes: list[tuple[int, int, int, int]]
    partners_in_hand: list[int]
    open: list[list[Card]]
    hidden: list[list[Card]]
    pile: list[tuple[int, Card | None]]
    current: tuple[int, Card] | None


def knowledge(position: Position, seat: int) -> Knowledge:
    """The knowledge of `seat` in `position`."""

    def seen(tokens: list[Loot]) -> list[tuple[int, str, int | None]]:
        return [(token.number, token.name, None if hides(token) else token.value) for token in tokens]

    def hides(token: Loot) -> bool:
        return token.kind == "purse" and seat not in token.seen

    everything = [token for lying in position.loot.values() for token in lying]
    everything += [token for bandit in position.bandits for token in bandit.loot]
    unseen = Counter(PURSES)
    unseen.subtract(token.value for token in everything if token.kind == "purse" and not hides(token))
    own = position.piles[seat]
    return Knowledge(
        seat=seat,
        public=public(position),
        loot={place: seen(lying) for place, lying in sorted(position.loot.items())},
        held=[seen(bandit.loot) for bandit in position.bandits],
        unseen={value: number for value, number in sorted(unseen.items()) if number},
        hand=sorted(own.hand, key=card_order),
        kept=sorted(own.kept, key=card_order),
        sizes=[
            (len(piles.hand), len(piles.draw), len(piles.aside), len(piles.kept)) for piles in position.piles
        ],
        partners_in_hand=[
            sum(card.deck != holder for card in piles.hand) for holder, piles in enumerate(position.piles)
        ],
        open=[sorted(piles.aside, key=card_order) for piles in position.piles],
        hidden=[hidden(position, seat, deck) for deck in range(position.settings.seats)],
        pile=[(played.seat, played.card if seat in played.known else None) for played in position.pile],
        current=None if position.current is None else (position.current.seat, position.current.card),
    )


def hidden(position: Position, seat: int, deck: int) -> list[Card]:
    """The cards of that deck that `seat` cannot place."""
    found: list[Card] = []
    for holder, piles in enumerate(position.piles):
        zones = piles.draw if holder == seat else piles.draw + piles.hand + piles.kept
        found += [card for card in zones if card.deck == deck]
    found += [
        played.card for played in position.pile if played.card.deck == deck and seat not in played.known
    ]
    return sorted(found, key=card_order)


def public(position: Position) -> dict[str, object]:
    """The parts open to everybody, without loot and cards."""
    return {
        "cars": list(position.cars),
        "round cards": position.round_cards[: position.round],
        "places": [bandit.place for bandit in position.bandits],
        "bullets": [bandit.bullets for bandit in position.bandits],
        "shots": [bandit.shots for bandit in position.bandits],
        "received": [bandit.received for bandit in position.bandits],
        "received this round": [bandit.received_this_round for bandit in position.bandits],
        "cash": [bandit.cash for bandit in position.bandits],
        "hostages held": [bandit.hostage for bandit in position.bandits],
        "escaped": [bandit.escaped for bandit in position.bandits],
        "marshal": position.marshal,
        "spare strongbox": position.spare_strongbox is not None,
        "guarded strongbox": position.guarded_strongbox is not None,
        "neutral": position.neutral,
        "horses": list(position.horses),
        "coach": position.coach,
        "shotgun": position.shotgun,
        "hostages": list(position.hostages),
        "flasks out": [token.old for token in position.out],
        "first": position.first,
        "round": position.round,
        "turn": position.turn,
        "acted": sorted(position.acted),
        "phase": position.phase,
    }
