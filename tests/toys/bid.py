"""Secret bids: each seat holds the bids 1, 2 and 3. A prize of 1 to 3 is drawn openly, all choose a bid in
secret, the bids
are revealed together, and the sole highest takes the prize. Three prizes; most points win."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Self

from solver.errors import NotationError
from solver.game import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER, UNSEEN_ACTION
from solver.rng import Rng
from toys.base import ToyState, joined, numbers, read_fields

BIDS = (1, 2, 3)
#: A choice that was made and is not known here.
SECRET = -1
#: No choice yet.
OPEN = 0


class BidState(ToyState):
    """``left[k]``: bids that seat k still holds (the choice of this round included), ``prizes``: not drawn
    yet, ``prize``: bid for
    now (0 none), ``chosen[k]``: OPEN, SECRET or a bid. On a view, once all have chosen, the bids of the
    others are revealed
    one by one as chance, in seat order."""

    EDITION: ClassVar[str] = "bid/1"
    left: list[list[int]]
    prizes: list[int]
    prize: int
    chosen: list[int]

    @classmethod
    def initial(cls, rng: Rng, seats: int, rules: Sequence[str]) -> Self:
        state = cls()
        state.seats, state.points = seats, [0] * seats
        state.left = [list(BIDS) for _ in range(seats)]
        state.prizes, state.prize, state.chosen = [1, 2, 3], 0, [OPEN] * seats
        return state

    @classmethod
    def parse(cls, text: str) -> Self:
        got = read_fields(text, cls.EDITION, ("view", "left", "prizes", "prize", "chosen", "points"))
        state = cls()
        words = got["left"].split("/")
        state.seats = len(words)
        if not 2 <= state.seats <= 4:
            raise NotationError(f"left={got['left']} should be 2 to 4 hands", got["left"], "position")
        if got["view"] not in ("all", *map(str, range(state.seats))):
            raise NotationError(f"view={got['view']} should be a seat or all", got["view"], "position")
        state.seer = None if got["view"] == "all" else int(got["view"])
        state.left = [numbers(word, word) for word in words]
        state.prizes = numbers(got["prizes"], got["prizes"])
        for cards in (*state.left, state.prizes):
            if cards != sorted(set(cards) & set(BIDS)):
                raise NotationError(f"{joined(cards)} should ascend within 1 to 3", joined(cards), "position")
        if got["prize"] not in ("-", "1", "2", "3"):
            raise NotationError(f"prize={got['prize']} should be 1 to 3 or -", got["prize"], "position")
        state.prize = 0 if got["prize"] == "-" else int(got["prize"])
        codes = {"-": OPEN, "?": SECRET, "1": 1, "2": 2, "3": 3}
        chosen = got["chosen"].split("/")
        for seat, word in enumerate(chosen):
            if word not in codes or (word == "?" and state.seer in (None, seat)):
                raise NotationError(f"{word} is not a choice here", word, "position")
        state.chosen = [codes[word] for word in chosen]
        state.points = numbers(got["points"], got["points"])
        state.check()
        return state

    def check(self) -> None:
        """Refuse what cannot be."""
        rounds = len(self.prizes) + (self.prize > 0)
        if self.prize in self.prizes:
            raise NotationError(f"prize {self.prize} is still to be drawn", str(self.prize), "position")
        if len(self.chosen) != self.seats or len(self.points) != self.seats:
            raise NotationError("chosen and points need an entry a seat", joined(self.points), "position")
        if any(len(cards) != rounds for cards in self.left):
            raise NotationError("the bids left do not fit the prizes left", joined(self.left[0]), "position")
        if any(c not in (OPEN, SECRET) and c not in self.left[k] for k, c in enumerate(self.chosen)):
            raise NotationError("a chosen bid is not held", joined(self.chosen), "position")
        if not self.prize and any(self.chosen):
            raise NotationError("there is no prize to choose a bid for", joined(self.chosen), "position")
        if all(c > 0 for c in self.chosen):
            raise NotationError("all bids are known: they would be resolved", joined(self.chosen), "position")
        if self.seer is None:
            made = [c != OPEN for c in self.chosen]
            if sorted(made, reverse=True) != made:
                raise NotationError("choices are made in seat order", joined(self.chosen), "position")
        elif self.revealing() is None and any(c > 0 and k != self.seer for k, c in enumerate(self.chosen)):
            raise NotationError("another seat's bid is not seen yet", joined(self.chosen), "position")

    def to_text(self) -> str:
        left = "/".join(joined(cards) for cards in self.left)
        chosen = "/".join({OPEN: "-", SECRET: "?"}.get(c, str(c)) for c in self.chosen)
        view = "all" if self.seer is None else str(self.seer)
        return (
            f"bid/1 view={view} left={left} prizes={joined(self.prizes)} prize={self.prize or '-'}"
            f" chosen={chosen} points={joined(self.points)}"
        )

    def forget(self, seat: int) -> None:
        self.chosen = [c if k == seat or c == OPEN else SECRET for k, c in enumerate(self.chosen)]

    def imagine(self, seat: int, rng: Rng) -> None:
        for k, choice in enumerate(self.chosen):
            if choice == SECRET:
                self.chosen[k] = self.left[k][rng.below(len(self.left[k]))]
        if all(self.chosen):
            self._resolve()

    def revealing(self) -> int | None:
        """The seat whose bid is to be revealed next (on views only)."""
        if OPEN in self.chosen or SECRET not in self.chosen:
            return None
        return self.chosen.index(SECRET)

    def current_player(self) -> int:
        if not self.prize:
            return CHANCE_PLAYER if self.prizes else TERMINAL_PLAYER
        return CHANCE_PLAYER if self.revealing() is not None else SIMULTANEOUS_PLAYER

    def players_to_move(self) -> list[int]:
        if self.current_player() != SIMULTANEOUS_PLAYER:
            return []
        return [k for k, c in enumerate(self.chosen) if c == OPEN]

    def _legal(self, seat: int) -> list[int]:
        if seat not in self.players_to_move():
            return []
        return [UNSEEN_ACTION] if self.seer not in (None, seat) else list(self.left[seat])

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        if self.current_player() != CHANCE_PLAYER:
            return []
        seat = self.revealing()
        cards = self.prizes if seat is None else self.left[seat]
        return [(card, Fraction(1, len(cards))) for card in cards]

    def _apply(self, action: int, seat: int) -> None:
        if seat != CHANCE_PLAYER:
            self.chosen[seat] = SECRET if action == UNSEEN_ACTION else action
        elif (shown := self.revealing()) is not None:
            self.chosen[shown] = action
        else:
            self.prizes.remove(action)
            self.prize = action
        if all(c > 0 for c in self.chosen):
            self._resolve()

    def _resolve(self) -> None:
        best = max(self.chosen)
        if self.chosen.count(best) == 1:
            self.points[self.chosen.index(best)] += self.prize
        for cards, choice in zip(self.left, self.chosen, strict=True):
            cards.remove(choice)
        self.prize, self.chosen = 0, [OPEN] * self.seats

    def letter(self, seat: int) -> str:
        return "p" if seat == CHANCE_PLAYER and self.revealing() is None else "b"
