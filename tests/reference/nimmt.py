"""6 nimmt!, the whole game in plain Python: the reference that tests compare the fast engine with.

Written from the rules of the game only. Positions are plain data: cards are their numbers, rows and hands are
tuples, seats count from 0. Every position is a fresh object and nothing here is meant to be quick.

A decision is a number: in phases `draft` and `cards` a card, in phase `row` a row (0..3). Dealing is one step
for a whole round, `Position.deal`: the rules do not care who shuffles and in which order the cards come.
Wrong input raises `ValueError` naming what is at fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from math import factorial, prod
from random import Random
from typing import Any, TypeVar

CARDS = 104
HAND = 10
ROWS = 4
FULL_ROW = 5  # a row has room for five; the sixth card takes them
TARGET = 66

DEAL, DRAFT, CHOOSE, ROW, OVER = "deal", "draft", "cards", "row", "over"

Cards = tuple[int, ...]
Event = tuple[Any, ...]
T = TypeVar("T")


def heads(card: int) -> int:
    """The penalty of one card, in heads."""
    tens, units = divmod(card, 10)
    twin = tens == units
    if twin and units == 5:
        return 7
    if twin:
        return 5
    if units == 0:
        return 3
    if units == 5:
        return 2
    return 1


def heads_of(cards: Iterable[int]) -> int:
    """The penalty of several cards together, in heads."""
    return sum(heads(card) for card in cards)


def home(ends: Sequence[int], card: int) -> int | None:
    """The row that `card` goes to; `ends`: the last cards of the rows; `None` if it is below them all."""
    below = [row for row in range(len(ends)) if ends[row] < card]
    if not below:
        return None
    return min(below, key=lambda row: card - ends[row])


@dataclass(frozen=True)
class Settings:
    """Settings agreed before a match.

    Attributes:
        seats: the number of players, 2 to 10.
        target: the match ends after the round in which somebody's total reaches this many heads.
        small_deck: the cards are 1 to 10 * seats + 4 instead of 1 to 104.
        open_draft: hands are drafted from the cards lying face up instead of dealt; needs the small deck.
    """

    seats: int
    target: int = TARGET
    small_deck: bool = False
    open_draft: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 10:
            raise ValueError(f"seats {self.seats}: should be 2 to 10")
        if self.target < 1:
            raise ValueError(f"target {self.target}: should be at least 1")
        if self.open_draft and not self.small_deck:
            raise ValueError("open_draft needs small_deck: with the full deck no rule says how to draft")

    @property
    def deck(self) -> range:
        """Every card of the game, ascending."""
        return range(1, 1 + (HAND * self.seats + ROWS if self.small_deck else CARDS))


@dataclass(frozen=True)
class Knowledge:
    """Knowledge of one seat in a position, with everything that it was shown in this round.

    Attributes:
        seat: the knowing seat.
        hand: its own cards, ascending, without the one that lies face down before it.
        face_down: its own card of this trick that is not revealed yet, or `None`.
        rows: the rows, as they lie.
        waiting: (card, seat) of the revealed cards not yet placed, ascending.
        piles: what each seat has taken in this round, ascending. They lie face down, but all were seen.
        face_up: the cards left to draft, ascending.
        counts: how many cards each seat holds in its hand.
        in_already: whether each seat has put down its card of this trick.
        totals: the heads of each seat from the rounds before.
        holds: for each seat the cards that are surely in its hand or face down before it, ascending; `None`
            where that is not known. Known are one's own, all after an open draft, and what is left over when
            one other seat alone can hold it.
        seen: every card that was shown to all in this round, ascending.
        unknown: every card that this seat cannot locate, ascending: some other seat's or out of play.
        out_of_play: how many cards nobody was dealt.
    """

    seat: int
    hand: Cards
    face_down: int | None
    rows: tuple[Cards, ...]
    waiting: tuple[tuple[int, int], ...]
    piles: tuple[Cards, ...]
    face_up: Cards
    counts: tuple[int, ...]
    in_already: tuple[bool, ...]
    totals: tuple[int, ...]
    holds: tuple[Cards | None, ...]
    seen: Cards
    unknown: Cards
    out_of_play: int

    def deals(self) -> int:
        """The number of ways in which the unknown cards can lie, with other seats or out of play."""
        parts = [self.out_of_play] if self.unknown else []
        for other, cards in enumerate(self.holds):
            if cards is None:
                parts.append(self.counts[other] + self.in_already[other])
        return factorial(sum(parts)) // prod(factorial(part) for part in parts)


@dataclass(frozen=True)
class Position:
    """One position of a match. Immutable: every change returns a new one.

    Attributes:
        settings: of the match.
        phase: `deal` (a round has to be dealt), `draft`, `cards` (each seat owes a card), `row` (one seat
            owes a row) or `over`.
        round: the rounds finished before this one.
        totals: the heads of each seat from finished rounds.
        hands: the cards in hand, ascending.
        rows: the four rows, each from its first card on; none before they are laid.
        piles: what each seat has taken in this round, ascending.
        face_down: the card that each seat has put down, not revealed yet, or `None`.
        waiting: (card, seat) of the revealed cards not yet placed, ascending.
        face_up: the cards left to draft, ascending.
        undealt: the cards out of play in this round, ascending.
        events: what the last step brought about, in order: ("reveal", cards by seat), ("place", seat, card,
            row), ("sixth", seat, card, row, cards taken), ("undercut", seat, card, row, cards taken),
            ("rows", their first cards), ("round", heads of each seat). Not part of the position.
    """

    settings: Settings
    phase: str
    round: int
    totals: tuple[int, ...]
    hands: tuple[Cards, ...]
    rows: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    face_down: tuple[int | None, ...]
    waiting: tuple[tuple[int, int], ...]
    face_up: Cards
    undealt: Cards
    events: tuple[Event, ...] = field(default=(), compare=False)

    # Making positions

    @staticmethod
    def start(settings: Settings) -> Position:
        """The start of a match: to be dealt, or with the whole deck lying open for the draft."""
        return _fresh_round(settings, 0, (0,) * settings.seats)

    @staticmethod
    def make(
        settings: Settings,
        *,
        hands: Sequence[Iterable[int]] = (),
        rows: Sequence[Iterable[int]] = (),
        piles: Sequence[Iterable[int]] = (),
        face_down: Sequence[int | None] = (),
        waiting: Iterable[tuple[int, int]] = (),
        face_up: Iterable[int] = (),
        totals: Sequence[int] = (),
        round: int = 0,
    ) -> Position:
        """A position from explicit data; `ValueError` if the rules cannot lead to such a thing.

        The phase follows from the data: `over` if a total has reached the target, `deal` or `draft` if no
        rows are laid, `row` if revealed cards wait, else `cards`. Cards that are nowhere are out of play.
        Omitted per-seat data is empty (or 0) for every seat.
        """
        seats = settings.seats
        made = Position(
            settings=settings,
            phase=CHOOSE,
            round=round,
            totals=tuple(totals) or (0,) * seats,
            hands=tuple(tuple(sorted(hand)) for hand in hands) or ((),) * seats,
            rows=tuple(tuple(row) for row in rows),
            piles=tuple(tuple(sorted(pile)) for pile in piles) or ((),) * seats,
            face_down=tuple(face_down) or (None,) * seats,
            waiting=tuple(sorted(waiting)),
            face_up=tuple(sorted(face_up)),
            undealt=(),
        )
        lying = made.cards()
        made = replace(made, undealt=tuple(card for card in settings.deck if card not in lying))
        made = replace(made, phase=_phase(made))
        _check(made)
        return made

    # Looking at them

    def cards(self) -> list[int]:
        """Every card that lies somewhere, in play or out of it, ascending. Always the deck, once each."""
        found = [card for cards in (*self.hands, *self.rows, *self.piles) for card in cards]
        found += [card for card in self.face_down if card is not None]
        found += [card for card, _ in self.waiting]
        return sorted([*found, *self.face_up, *self.undealt])

    def owing(self) -> list[int]:
        """The seats that owe a decision now, ascending."""
        seats = range(self.settings.seats)
        if self.phase == CHOOSE:
            return [seat for seat in seats if self.face_down[seat] is None]
        if self.phase == ROW:
            return [self.waiting[0][1]]
        if self.phase == DRAFT:
            return [self.drafter()]
        return []

    def drafter(self) -> int:
        """In phase `draft`, the seat that takes the next card. Seat 0 begins in round 0, seat 1 in 1."""
        taken = sum(len(hand) for hand in self.hands)
        return (self.round + taken) % self.settings.seats

    def legal(self, seat: int) -> list[int]:
        """The cards or rows that `seat` can choose now, ascending; none if it owes no decision."""
        if seat not in self.owing():
            return []
        if self.phase == CHOOSE:
            return list(self.hands[seat])
        if self.phase == ROW:
            return list(range(ROWS))
        return list(self.face_up)

    def round_heads(self) -> list[int]:
        """The heads of each seat in this round so far."""
        return [heads_of(pile) for pile in self.piles]

    def scores(self) -> list[int]:
        """The heads of each seat in the whole match so far."""
        return [total + now for total, now in zip(self.totals, self.round_heads(), strict=True)]

    def ranks(self) -> list[int]:
        """After the end the rank of each seat: fewest heads are best, equal totals share the better rank."""
        self._must_be(OVER)
        return [1 + sum(other < total for other in self.totals) for total in self.totals]

    def returns(self) -> list[Fraction]:
        """After the end, for each seat: others beaten minus others it lost to, by the number of others."""
        self._must_be(OVER)
        return [
            Fraction(
                sum(total < other for other in self.totals) - sum(total > other for other in self.totals),
                self.settings.seats - 1,
            )
            for total in self.totals
        ]

    def knows(self, seat: int) -> Knowledge:
        """The knowledge of `seat` here."""
        seats = range(self.settings.seats)
        owned = [
            tuple(sorted([*self.hands[k], *(card for card in self.face_down[k : k + 1] if card is not None)]))
            for k in seats
        ]
        seen = {card for cards in (*self.rows, *self.piles) for card in cards}
        seen |= {card for card, _ in self.waiting}
        if self.settings.open_draft:
            seen = set(self.settings.deck)
        holds: list[Cards | None] = [
            owned[k] if k == seat or self.settings.open_draft or not owned[k] else None for k in seats
        ]
        unknown = set(self.settings.deck) - seen - set(owned[seat])
        strangers = [k for k in seats if holds[k] is None]
        if len(strangers) == 1 and not self.undealt:
            holds[strangers[0]] = tuple(sorted(unknown))
            unknown = set()
        return Knowledge(
            seat=seat,
            hand=self.hands[seat],
            face_down=self.face_down[seat],
            rows=self.rows,
            waiting=self.waiting,
            piles=self.piles,
            face_up=self.face_up,
            counts=tuple(len(hand) for hand in self.hands),
            in_already=tuple(card is not None for card in self.face_down),
            totals=self.totals,
            holds=tuple(holds),
            seen=tuple(sorted(seen)),
            unknown=tuple(sorted(unknown)),
            out_of_play=len(self.undealt),
        )

    # Changing them

    def deal(self, hands: Sequence[Iterable[int]], rows: Sequence[int]) -> Position:
        """The round dealt: ten cards to each seat and the first cards of the rows, in the rows' order."""
        self._must_be(DEAL)
        dealt = Position.make(
            self.settings,
            hands=hands,
            rows=[(card,) for card in rows],
            totals=self.totals,
            round=self.round,
        )
        if any(len(hand) != HAND for hand in dealt.hands):
            raise ValueError(f"a deal of {[len(hand) for hand in dealt.hands]} cards: should be {HAND} each")
        return replace(dealt, events=(("rows", tuple(rows)),))

    def apply(self, seat: int, value: int) -> Position:
        """The position after `seat` has decided for `value`, and after everything that follows by itself.

        In phase `cards` the card is put face down; the last seat's card reveals all of them, and they are
        placed until a seat owes a row or the trick is over.
        """
        if seat not in self.owing():
            raise ValueError(f"seat {seat} owes nothing, expected one of: {self.owing()}")
        if value not in self.legal(seat):
            raise ValueError(f"{value} is not legal for seat {seat}, expected one of: {self.legal(seat)}")
        if self.phase == DRAFT:
            return self._draft(seat, value)
        if self.phase == ROW:
            return _place(self._undercut(value))
        return self._put_down(seat, value)

    def _draft(self, seat: int, card: int) -> Position:
        after = replace(
            self,
            hands=_with(self.hands, seat, tuple(sorted([*self.hands[seat], card]))),
            face_up=_without(self.face_up, card),
            events=(),
        )
        if any(len(hand) < HAND for hand in after.hands):
            return after
        return replace(
            after,
            phase=CHOOSE,
            rows=tuple((card,) for card in sorted(after.face_up)),
            face_up=(),
            events=(("rows", tuple(sorted(after.face_up))),),
        )

    def _put_down(self, seat: int, card: int) -> Position:
        after = replace(
            self,
            hands=_with(self.hands, seat, _without(self.hands[seat], card)),
            face_down=_with(self.face_down, seat, card),
            events=(),
        )
        if None in after.face_down:
            return after
        revealed = [(card, k) for k, card in enumerate(after.face_down) if card is not None]
        return _place(
            replace(
                after,
                face_down=(None,) * self.settings.seats,
                waiting=tuple(sorted(revealed)),
                events=(("reveal", after.face_down),),
            )
        )

    def _undercut(self, row: int) -> Position:
        """The lowest card takes a row that its owner chose, and starts it anew."""
        card, seat = self.waiting[0]
        return replace(
            self,
            phase=CHOOSE,
            waiting=self.waiting[1:],
            rows=_with(self.rows, row, (card,)),
            piles=_with(self.piles, seat, tuple(sorted(self.piles[seat] + self.rows[row]))),
            events=(("undercut", seat, card, row, self.rows[row]),),
        )

    def _must_be(self, phase: str) -> None:
        if self.phase != phase:
            raise ValueError(f"phase is {self.phase!r}: should be {phase!r}")


def _place(position: Position) -> Position:
    """Place the waiting cards, lowest first, until one is below all rows or none is left."""
    while position.waiting:
        card, seat = position.waiting[0]
        row = home([row[-1] for row in position.rows], card)
        if row is None:
            return replace(position, phase=ROW)
        lying = position.rows[row]
        if len(lying) < FULL_ROW:
            position = replace(
                position,
                rows=_with(position.rows, row, (*lying, card)),
                events=(*position.events, ("place", seat, card, row)),
            )
        else:
            position = replace(
                position,
                rows=_with(position.rows, row, (card,)),
                piles=_with(position.piles, seat, tuple(sorted(position.piles[seat] + lying))),
                events=(*position.events, ("sixth", seat, card, row, lying)),
            )
        position = replace(position, waiting=position.waiting[1:])
    if any(position.hands):
        return replace(position, phase=CHOOSE)
    return _score(position)


def _score(position: Position) -> Position:
    """The round is over: count the piles, then end the match or gather all cards for the next round."""
    counted = position.round_heads()
    totals = tuple(position.scores())
    fresh = _fresh_round(position.settings, position.round + 1, totals)
    if max(totals) >= position.settings.target:
        fresh = replace(fresh, phase=OVER, face_up=(), undealt=tuple(position.settings.deck))
    return replace(fresh, events=(*position.events, ("round", tuple(counted))))


def _fresh_round(settings: Settings, round: int, totals: tuple[int, ...]) -> Position:
    deck = tuple(settings.deck)
    return Position(
        settings=settings,
        phase=DRAFT if settings.open_draft else DEAL,
        round=round,
        totals=totals,
        hands=((),) * settings.seats,
        rows=(),
        piles=((),) * settings.seats,
        face_down=(None,) * settings.seats,
        waiting=(),
        face_up=deck if settings.open_draft else (),
        undealt=() if settings.open_draft else deck,
    )


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _without(cards: Cards, card: int) -> Cards:
    return tuple(other for other in cards if other != card)


def _phase(position: Position) -> str:
    if max(position.totals) >= position.settings.target:
        return OVER
    if not position.rows:
        return DRAFT if position.settings.open_draft else DEAL
    return ROW if position.waiting else CHOOSE


def _check(position: Position) -> None:
    """Raise `ValueError` unless play can have led to `position`."""
    settings, seats = position.settings, position.settings.seats
    for name in ("totals", "hands", "piles", "face_down"):
        if len(getattr(position, name)) != seats:
            raise ValueError(f"{name} of {len(getattr(position, name))} seats: should be {seats}")
    if position.cards() != list(settings.deck):
        wrong = [card for card in position.cards() if card not in settings.deck]
        wrong = wrong or [card for card in settings.deck if position.cards().count(card) != 1]
        raise ValueError(f"card {wrong[0]}: should be there once, the deck being 1 to {settings.deck[-1]}")
    if min(position.totals) < 0 or position.round < 0:
        raise ValueError(f"totals {position.totals} after {position.round} rounds: should not be negative")
    for row in position.rows:
        if not 1 <= len(row) <= FULL_ROW or list(row) != sorted(row):
            raise ValueError(f"row {row}: should be one to {FULL_ROW} cards, ascending")
    held = [
        len(hand) + (down is not None) for hand, down in zip(position.hands, position.face_down, strict=True)
    ]
    _PHASE_CHECKS[position.phase](position, held)


def _check_bare(position: Position, held: list[int]) -> None:
    if position.rows or position.waiting or position.face_up or any(held) or any(position.piles):
        raise ValueError(f"phase {position.phase}: no card should lie anywhere")


def _check_draft(position: Position, held: list[int]) -> None:
    if position.undealt or position.waiting or any(position.piles) or any(position.face_down):
        raise ValueError("phase draft: every card should be in a hand or face up")
    taken = sum(held)
    seats = position.settings.seats
    turns = [(position.round + turn) % seats for turn in range(taken)]
    expected = [turns.count(seat) for seat in range(seats)]
    if held != expected or taken >= HAND * seats:
        raise ValueError(f"phase draft: hands of {held} cards, should be {expected}")


def _check_trick(position: Position, held: list[int]) -> None:
    seats = position.settings.seats
    if len(position.rows) != ROWS:
        raise ValueError(f"{len(position.rows)} rows: should be {ROWS}")
    if position.face_up or len(set(held)) != 1:
        raise ValueError(
            f"hands of {held} cards and {len(position.face_up)} face up: should be equal and none"
        )
    left = held[0] + (1 if position.phase == ROW else 0)
    if not 1 <= left <= HAND:
        raise ValueError(
            f"hands of {held} cards: should be at least 1 before a trick and {HAND} in the first"
        )
    if None not in position.face_down:
        raise ValueError("face_down of every seat: should be revealed")
    lying = sum(map(len, position.rows)) + sum(map(len, position.piles))
    if lying != ROWS + seats * (HAND - left):
        raise ValueError(f"{lying} cards in rows and piles: should be {ROWS + seats * (HAND - left)}")
    if position.phase == ROW:
        # Only the lowest card of a trick can be below all rows, so all of the trick still waits.
        if sorted(seat for _, seat in position.waiting) != list(range(seats)):
            raise ValueError("waiting: should be one card of every seat")
        if any(down is not None for down in position.face_down):
            raise ValueError("face_down: should be nothing while revealed cards wait")
        if home([row[-1] for row in position.rows], position.waiting[0][0]) is not None:
            raise ValueError(f"card {position.waiting[0][0]} waits: should be below all rows")


_PHASE_CHECKS = {
    DEAL: _check_bare,
    OVER: _check_bare,
    DRAFT: _check_draft,
    CHOOSE: _check_trick,
    ROW: _check_trick,
}


# Random play


def shuffled(position: Position, random: Random) -> Position:
    """`position`, a round to be dealt, dealt by chance."""
    deck = list(position.settings.deck)
    random.shuffle(deck)
    hands = [deck[HAND * seat : HAND * (seat + 1)] for seat in range(position.settings.seats)]
    laid = HAND * position.settings.seats
    return position.deal(hands, deck[laid : laid + ROWS])


def random_match(settings: Settings, random: Random, most_steps: int | None = None) -> list[Position]:
    """The positions of a match of random decisions, the first and the last included."""
    positions = [Position.start(settings)]
    for step in count():
        now = positions[-1]
        if now.phase == OVER or step == most_steps:
            return positions
        if now.phase == DEAL:
            positions.append(shuffled(now, random))
        else:
            seat = random.choice(now.owing())
            positions.append(now.apply(seat, random.choice(now.legal(seat))))
    raise AssertionError("unreachable")
