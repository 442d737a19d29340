"""Words for people about 6 nimmt!: the primer, hidden events, the outcome of a trick, the score sheet."""

from __future__ import annotations

from solver.game import CHANCE_PLAYER, State
from solver.games.nimmt import names
from solver.games.nimmt.fields import Fields
from solver.games.nimmt.phrases import heads_text
from solver.games.nimmt.rules import heads_of

PRIMER = """\
Each card carries heads, which are penalty points: the player with the fewest heads at the end wins.
All players choose a card at the same time. The cards are then placed in ascending order.
A card goes to the row whose last card is the highest one below it.
A player whose card is the sixth of a row takes the five that lie there; the card starts the row anew.
A player whose card is below the ends of all rows takes a row of his choice; the card starts it anew.
Heads of a card: 55 has 7, other multiples of 11 have 5, of 10 have 3, of 5 have 2, all others 1.
A round lasts ten cards. A match ends after the round in which a player reaches the target, usually 66.
Type the number of the card you want to play, or row1 to row4 to take a row."""


def _fields(state: State) -> Fields:
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    return fields


def unseen(state: State, player: int | None) -> str:
    """A hidden event in the words of a seat that does not see the card."""
    if player is not None:
        return f"seat {player} commits a card face down"
    if state.current_player() == CHANCE_PLAYER:
        fields = _fields(state)
        dealt = 0 if fields.due() else fields.dealt()
        if dealt >= names.ROWS:
            return f"a card is dealt to seat {(dealt - names.ROWS) // names.HAND}"
    return "a card is dealt"


def _of(fields: Fields, seat: int) -> int:
    return fields.totals[seat] + fields.heads[seat]


def aftermath(before: State, after: State) -> list[str]:
    """The placement of each card of a completed trick, the rows taken, and the end of a round."""
    old, new = _fields(before), _fields(after)
    if (new.round, new.completed) <= (old.round, old.completed) or not new.tricks:
        return []
    cards = new.tricks[-1].cards
    out = []
    rows = [list(row) for row in old.rows]
    for card, seat in sorted((card, seat) for seat, card in enumerate(cards)):
        below = [row for row in range(names.ROWS) if rows[row][-1] < card]
        if not below:
            row = new.tricks[-1].row
            assert row is not None
            out.append(f"card {card} of seat {seat} begins row {row + 1}")
            rows[row] = [card]
            continue
        row = max(below, key=lambda number: rows[number][-1])
        if len(rows[row]) == names.ROW_FULL:
            taken = heads_text(sum(map(heads_of, rows[row])))
            out.append(f"card {card} of seat {seat} is the sixth of row {row + 1}: seat {seat} takes {taken}")
            rows[row] = [card]
        else:
            out.append(f"card {card} of seat {seat} goes to row {row + 1}")
            rows[row].append(card)
    if new.completed == names.HAND:
        totals = ", ".join(f"seat {seat} {_of(new, seat)}" for seat in range(new.seats))
        out.append(f"round {new.round} is over; heads so far: {totals}")
    return out


def tally(state: State) -> list[str]:
    """The heads of each seat: in total, before this round, and in it."""
    fields = _fields(state)
    out = []
    for seat in range(fields.seats):
        total = heads_text(_of(fields, seat))
        parts = f" ({fields.totals[seat]} before, {fields.heads[seat]} in round {fields.round})"
        out.append(f"{total}{parts if fields.round > 1 else ''}")
    return out


def round_of(state: State) -> str:
    """``round 2, trick 3``; at the end of a round its last trick."""
    fields = _fields(state)
    if fields.phase == names.DRAFT:
        return f"round {fields.round}, open draft"
    if fields.phase == names.DEAL and fields.completed < names.HAND:
        return f"round {fields.round}, the deal"
    return f"round {fields.round}, trick {min(fields.completed + 1, names.HAND)}"
