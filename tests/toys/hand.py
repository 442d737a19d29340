"""Hidden hands: cards 1 to 12, two dealt to each seat face down. In turn a seat plays a card openly and
draws one unseen
while the stock lasts. After each round its highest card scores a point. Most points win."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Self

from solver.errors import NotationError
from solver.game import CHANCE_PLAYER, TERMINAL_PLAYER, UNSEEN_ACTION
from solver.rng import Rng
from toys.base import ToyState, joined, numbers, read_fields

CARDS = range(1, 13)
HAND = 2


class HandState(ToyState):
    """``hands[k]`` is a list, ascending, or in another seat's view the number of its cards.

    ``table`` holds the cards of the round so far, ``out`` all cards played before, ``stock`` how many are
    left to draw.
    """

    EDITION: ClassVar[str] = "hand/1"
    hands: list[list[int] | int]
    table: list[int]
    out: list[int]
    stock: int
    drawing: bool

    @classmethod
    def initial(cls, rng: Rng, seats: int, rules: Sequence[str]) -> Self:
        state = cls()
        deck = list(CARDS)
        rng.shuffle(deck)
        state.seats, state.points = seats, [0] * seats
        state.hands = [sorted(deck[k * HAND : (k + 1) * HAND]) for k in range(seats)]
        state.table, state.out, state.drawing = [], [], False
        state.stock = 2 * seats
        return state

    @classmethod
    def parse(cls, text: str) -> Self:
        got = read_fields(text, cls.EDITION, ("view", "hands", "table", "out", "stock", "points", "phase"))
        state = cls()
        words = got["hands"].split("/")
        state.seats = len(words)
        if not 2 <= state.seats <= 3:
            raise NotationError(f"hands={got['hands']} should be 2 or 3 hands", got["hands"], "position")
        if got["view"] not in ("all", *map(str, range(state.seats))):
            raise NotationError(f"view={got['view']} should be a seat or all", got["view"], "position")
        state.seer = None if got["view"] == "all" else int(got["view"])
        state.hands = []
        for seat, word in enumerate(words):
            if word.startswith("?"):
                count = numbers(word[1:], word)
                if state.seer in (None, seat) or len(count) != 1 or count[0] > HAND:
                    raise NotationError(f"{word} is not a hand here", word, "position")
                state.hands.append(count[0])
            else:
                cards = numbers(word, word)
                if state.seer not in (None, seat):
                    raise NotationError(
                        f"{word}: the view of seat {state.seer} does not show it", word, "position"
                    )
                state.hands.append(cards)
        state.table, state.out = numbers(got["table"], got["table"]), numbers(got["out"], got["out"])
        state.points = numbers(got["points"], got["points"])
        stock = numbers(got["stock"], got["stock"])
        if len(stock) != 1 or stock[0] > 2 * state.seats:
            raise NotationError(
                f"stock={got['stock']} should be at most {2 * state.seats}", got["stock"], "position"
            )
        state.stock = stock[0]
        if got["phase"] not in ("play", "draw"):
            raise NotationError(f"phase={got['phase']} should be play or draw", got["phase"], "position")
        state.drawing = got["phase"] == "draw"
        state.check()
        return state

    def check(self) -> None:
        """Refuse what cannot be."""
        known = self.known()
        for card in known:
            if card not in CARDS or known.count(card) > 1:
                raise NotationError(f"card {card} cannot be there, or not twice", str(card), "position")
        for cards in (*self.hands, self.out):
            if isinstance(cards, list) and cards != sorted(cards):
                raise NotationError(f"{joined(cards)} should ascend", joined(cards), "position")
        sizes = [self.size(k) for k in range(self.seats)]
        if (
            len(self.points) != self.seats
            or len(self.table) >= self.seats + self.drawing
            or len(self.out) % self.seats
        ):
            raise NotationError("table, out and points do not fit together", joined(self.table), "position")
        played = len(self.table) + len(self.out)
        if played + sum(sizes) + self.stock != (HAND + 2) * self.seats or (self.drawing and not self.stock):
            raise NotationError(f"stock={self.stock} does not fit the cards", str(self.stock), "position")
        if len(known) + sum(h for h in self.hands if isinstance(h, int)) + self.stock > len(CARDS):
            raise NotationError("there are too many cards", str(self.stock), "position")
        if sum(self.points) != len(self.out) // self.seats:
            raise NotationError(
                f"{joined(self.points)} should be a point a round", joined(self.points), "position"
            )
        turn = len(self.table) % self.seats
        drawer = (len(self.table) - 1) % self.seats
        full = HAND if self.stock else None
        for seat, size in enumerate(sizes):
            short = self.drawing and seat == drawer
            if (full is not None and size != full - short) or size > HAND:
                raise NotationError(f"the hand of seat {seat} has the wrong size", str(size), "position")
        if full is None and max(sizes) - min(sizes) > 1:
            raise NotationError("the hands differ too much in size", str(turn), "position")
        if full is None and any((sizes[k] < max(sizes)) != (k < turn) for k in range(self.seats) if turn):
            raise NotationError("the hands do not fit the turn", str(turn), "position")

    def known(self) -> list[int]:
        return [c for hand in self.hands if isinstance(hand, list) for c in hand] + self.table + self.out

    def size(self, seat: int) -> int:
        hand = self.hands[seat]
        return hand if isinstance(hand, int) else len(hand)

    def hidden(self) -> list[int]:
        """The cards that may be anywhere unseen."""
        known = self.known()
        return [card for card in CARDS if card not in known]

    def to_text(self) -> str:
        hands = "/".join(f"?{h}" if isinstance(h, int) else joined(h) for h in self.hands)
        view = "all" if self.seer is None else str(self.seer)
        return (
            f"hand/1 view={view} hands={hands} table={joined(self.table)} out={joined(self.out)}"
            f" stock={self.stock} points={joined(self.points)} phase={'draw' if self.drawing else 'play'}"
        )

    def forget(self, seat: int) -> None:
        self.hands = [hand if k == seat else self.size(k) for k, hand in enumerate(self.hands)]

    def imagine(self, seat: int, rng: Rng) -> None:
        rest = self.hidden()
        rng.shuffle(rest)
        for k, hand in enumerate(self.hands):
            if isinstance(hand, int):
                self.hands[k] = sorted(rest[:hand])
                del rest[:hand]

    def current_player(self) -> int:
        if self.drawing:
            return CHANCE_PLAYER
        if all(self.size(k) == 0 for k in range(self.seats)):
            return TERMINAL_PLAYER
        return len(self.table) % self.seats

    def players_to_move(self) -> list[int]:
        player = self.current_player()
        return [player] if player >= 0 else []

    def _legal(self, seat: int) -> list[int]:
        if seat != self.current_player():
            return []
        hand = self.hands[seat]
        return self.hidden() if isinstance(hand, int) else list(hand)

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        if not self.drawing:
            return []
        if self.seer is not None and self.seer != self.drawer():
            return [(UNSEEN_ACTION, Fraction(1))]
        rest = self.hidden()
        return [(card, Fraction(1, len(rest))) for card in rest]

    def drawer(self) -> int:
        return (len(self.table) - 1) % self.seats

    def _apply(self, action: int, seat: int) -> None:
        if seat == CHANCE_PLAYER:
            hand = self.hands[self.drawer()]
            if isinstance(hand, int):
                self.hands[self.drawer()] = hand + 1
            else:
                hand.append(action)
                hand.sort()
            self.stock -= 1
            self.drawing = False
        else:
            hand = self.hands[seat]
            if isinstance(hand, int):
                self.hands[seat] = hand - 1
            else:
                hand.remove(action)
            self.table.append(action)
            self.drawing = self.stock > 0
        if not self.drawing and len(self.table) == self.seats:
            self.points[self.table.index(max(self.table))] += 1
            self.out = sorted(self.out + self.table)
            self.table = []

    def letter(self, seat: int) -> str:
        return "d" if seat == CHANCE_PLAYER else "c"
