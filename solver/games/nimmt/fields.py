"""A 6 nimmt! position as plain data, the common form for notation, deals and pictures."""

from __future__ import annotations

from dataclasses import dataclass

from solver.games.nimmt import names

Cards = tuple[int, ...]


@dataclass(frozen=True)
class Trick:
    """A completed trick: the ``cards`` by seat, and the ``row`` (0 to 3) that an undercutter chose."""

    cards: Cards
    row: int | None = None


@dataclass(frozen=True)
class Fields:
    """One position.

    ``viewer``: the seat of the view, None for the whole truth. ``target``: 0 when a single round is the game.
    ``first``: the cards that began the rows, ``names.NONE`` before they are dealt or where that is not known.
    ``untold``: the number of unrecorded tricks at the beginning of the round; ``tricks``: the
    completed ones after these. ``rows``: as they lie. ``out``: the cards that were taken in this round,
    ascending. ``hands``: cards ascending, or their number where not known; a committed card is among
    them until revealed. ``table``: the cards of the present trick by seat, ``names.NONE`` before and
    ``names.HIDDEN`` face down. ``heads``: of this round; ``totals``: of the rounds before. While a deal is
    due (``names.DEAL`` with no card dealt) the round before still lies there.
    """

    viewer: int | None
    target: int
    small: bool
    draft: bool
    round: int
    phase: int
    first: Cards
    untold: int
    tricks: tuple[Trick, ...]
    rows: tuple[Cards, ...]
    out: Cards
    hands: tuple[Cards | int, ...]
    table: Cards
    heads: Cards
    totals: Cards

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def completed(self) -> int:
        """The number of tricks completed in this round."""
        return self.untold + len(self.tricks)

    def held(self, seat: int) -> int:
        """Number of cards that a seat holds."""
        hand = self.hands[seat]
        return hand if isinstance(hand, int) else len(hand)

    def knows(self, seat: int) -> bool:
        """Whether the hand of a seat is known here."""
        return self.draft or self.viewer is None or self.viewer == seat

    def dealt(self) -> int:
        """The number of cards dealt so far in a deal that is under way."""
        return sum(map(bool, self.first)) + sum(self.held(seat) for seat in range(self.seats))

    def due(self) -> bool:
        """Whether the next round is to be dealt and no card of it has been dealt yet."""
        return self.phase == names.DEAL and self.completed > 0

    def shown(self) -> set[int]:
        """The cards shown to all seats in this round, without those on the table."""
        return {card for row in self.rows for card in row} | set(self.out)
