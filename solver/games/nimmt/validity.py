"""Validity checks for 6 nimmt! positions; each refuses one kind of impossible position."""

from __future__ import annotations

from functools import cache

from solver.games.common.text_fields import bad, numbers_text, seats_text
from solver.games.nimmt import names
from solver.games.nimmt.fields import Fields
from solver.games.nimmt.notation import hand_text, place_text, trick_text, tricks_text
from solver.games.nimmt.rules import heads_of


def validate(fields: Fields) -> None:
    """Refuse a position from which the rules could not continue.

    Raises NotationError (code ``position``) naming the offending word. `check_replay` checks that
    the rows and heads follow from the tricks.
    """
    _check_settings(fields)
    _check_totals(fields)
    _check_cards(fields)
    _check_phase(fields)
    _check_hands(fields)
    _check_table(fields)


def _check_settings(fields: Fields) -> None:
    if fields.draft and not fields.small:
        raise bad("draft=open: a draft is played with deck=small", "draft=open")
    if not fields.target and fields.round != 1:
        raise bad(f"round={fields.round}: with target=- there is one round", f"round={fields.round}")


def _check_totals(fields: Fields) -> None:
    """Totals below the target before this round, within the heads that the rounds can bring.

    The bounds of a round: at most all cards played are taken, the costliest ones of the deck; at least those
    that no longer fit into the rows, the cheapest ones. Totals between the bounds may still be unreachable;
    deciding that would mean playing the rounds backwards.
    """
    word = f"totals={seats_text(fields.totals)}"
    if fields.round == 1 and any(fields.totals):
        raise bad(f"{word}: before round 1 nobody has heads", word)
    if fields.target and max(fields.totals) >= fields.target:
        total = str(max(fields.totals))
        raise bad(f"{total} in {word} reaches target={fields.target}: the match would be over", total)
    least, most, most_of_one = heads_of_a_round(fields.seats, fields.small)
    rounds, together = fields.round - 1, sum(fields.totals)
    if not least * rounds <= together <= most * rounds:
        span = f"{least * rounds} to {most * rounds}"
        raise bad(f"{word}: {together} heads together; after {rounds} rounds they are {span}", word)
    if max(fields.totals) > most_of_one * rounds:
        total = str(max(fields.totals))
        raise bad(f"{total} in {word}: in {rounds} rounds a seat gets {most_of_one * rounds} at most", total)


@cache
def heads_of_a_round(seats: int, small: bool) -> tuple[int, int, int]:
    """Bounds of the heads that a round brings: least and most of all seats together, most of one seat."""
    deck = sorted(heads_of(card) for card in range(1, names.deck_size(seats, small) + 1))
    played = names.HAND * seats
    left = max(0, names.ROWS + played - names.ROWS * names.ROW_FULL)
    one = min(played, names.HAND * names.ROW_FULL)
    return sum(deck[:left]), sum(deck[-played:]), sum(deck[-one:])


def _check_cards(fields: Fields) -> None:
    """Every card is in the deck and in one place only; every card played is among the cards seen."""
    told: list[tuple[str, str, tuple[int, ...]]]
    told = [("first", place_text(card), (card,)) for card in fields.first if card]
    told += [("tricks", trick_text(trick), trick.cards) for trick in fields.tricks]
    _check_places(fields, told)
    lie = [("rows", numbers_text(row), row) for row in fields.rows]
    lie.append(("out", numbers_text(fields.out), fields.out))
    lie += [("hands", numbers_text(hand), hand) for hand in fields.hands if not isinstance(hand, int)]
    if fields.phase == names.ROW and all(card > 0 for card in fields.table):
        lie.append(("table", numbers_text(fields.table), fields.table))
    _check_places(fields, lie)
    shown = fields.shown()
    for field, word, cards in told:
        for card in cards:
            if card not in shown:
                raise bad(f"{card} of {word} in {field} lies neither in the rows nor in out", str(card))


def _check_places(fields: Fields, places: list[tuple[str, str, tuple[int, ...]]]) -> None:
    """No card twice among the (field, word, cards) of `places`, and none outside the deck."""
    top = names.deck_size(fields.seats, fields.small)
    seen: set[int] = set()
    for field, word, cards in places:
        for card in cards:
            if card > top:
                raise bad(f"{card} in {field}: the deck in use ends at {top}", str(card))
            if card in seen:
                raise bad(f"card {card} stands twice, the second time at {word} in {field}", str(card))
            seen.add(card)


def _first(fields: Fields) -> str:
    return f"first={'/'.join(map(place_text, fields.first))}"


def _check_phase(fields: Fields) -> None:
    """The phase fits the tricks and the first cards of the rows."""
    word = f"phase={names.PHASES[fields.phase]}"
    first = _first(fields)
    if fields.completed > names.HAND:
        raise bad(
            f"tricks={tricks_text(fields)}: a round has {names.HAND} tricks", f"tricks={tricks_text(fields)}"
        )
    if fields.untold:
        _check_untold(fields)
    elif fields.tricks and not all(fields.first):
        raise bad(f"{first}: before any trick four cards begin the rows", first)
    if fields.phase in (names.PLAY, names.REVEAL, names.ROW):
        if not all(fields.first) and not fields.untold:
            raise bad(f"{first}: in {word} four cards have begun the rows", first)
        if fields.completed == names.HAND:
            raise bad(f"{word}: all {names.HAND} tricks have been played", word)
    if fields.phase == names.REVEAL and fields.viewer is None:
        raise bad(f"{word}: only on a view are cards revealed one by one", word)
    if fields.phase == names.OVER and fields.completed != names.HAND:
        raise bad(f"{word}: the game ends after {names.HAND} tricks of a round, not {fields.completed}", word)
    if fields.phase == names.DRAFT and (not fields.draft or any(fields.first) or fields.completed):
        raise bad(f"{word}: a draft needs draft=open and comes before the rows", word)
    if fields.phase == names.DEAL:
        _check_deal(fields, word)


def _check_untold(fields: Fields) -> None:
    """Without a history: possible rows, and as many cards and heads as that number of tricks can bring."""
    if any(fields.first):
        raise bad(f"{_first(fields)}: with untold tricks it is first=-/-/-/-", _first(fields))
    for row in fields.rows:
        if not 1 <= len(row) <= names.ROW_FULL or list(row) != sorted(row):
            word = numbers_text(row)
            raise bad(f"the row {word} should hold 1 to {names.ROW_FULL} cards, ascending", word)
    seen, right = len(fields.shown()), names.ROWS + fields.seats * fields.completed
    if seen != right:
        word = f"out={numbers_text(fields.out)}"
        raise bad(
            f"{word}: {seen} cards lie in rows and out, {right} do after {fields.completed} tricks", word
        )
    taken = sum(map(heads_of, fields.out))
    if sum(fields.heads) != taken:
        word = f"heads={seats_text(fields.heads)}"
        raise bad(f"{word}: the cards of out have {taken} heads together", word)


def _check_deal(fields: Fields, word: str) -> None:
    """A deal is due after all tricks; or it is under way, rows first, then seat by seat."""
    if fields.completed == names.HAND:
        return
    if fields.completed or fields.draft:
        raise bad(f"{word}: a deal comes after {names.HAND} tricks", word)
    rows = sum(map(bool, fields.first))
    if not rows or not all(fields.first[:rows]):
        first = _first(fields)
        raise bad(f"{first}: a deal that is under way begins with the rows", first)


def _sizes(fields: Fields) -> list[int]:
    """The number of cards that each seat must hold."""
    seats = range(fields.seats)
    if fields.phase in (names.PLAY, names.REVEAL):
        return [names.HAND - fields.completed] * fields.seats
    if fields.phase == names.ROW:
        return [names.HAND - 1 - fields.completed] * fields.seats
    if fields.phase == names.OVER or fields.due():
        return [0] * fields.seats
    if fields.phase == names.DRAFT:
        taken = sum(fields.held(seat) for seat in seats)
        begins = (fields.round - 1) % fields.seats
        return [(taken + fields.seats - 1 - (seat - begins) % fields.seats) // fields.seats for seat in seats]
    rest = fields.dealt() - names.ROWS
    if not all(fields.first):
        rest = 0
    return [max(0, min(names.HAND, rest - names.HAND * seat)) for seat in seats]


def _check_hands(fields: Fields) -> None:
    """Each hand has the size that the phase needs, and is written out exactly where it is known."""
    phase = names.PHASES[fields.phase]
    for seat, size in enumerate(_sizes(fields)):
        hand = fields.hands[seat]
        word = hand_text(hand)
        if fields.held(seat) != size:
            message = (
                f"seat {seat} holds {fields.held(seat)} cards ({word}), in phase={phase} here it holds {size}"
            )
            raise bad(message, word)
        if isinstance(hand, int) and fields.knows(seat):
            whose = "the whole truth" if fields.viewer is None else f"the view of seat {fields.viewer}"
            raise bad(f"{word}: {whose} shows the hand of seat {seat}", word)
        if hand and not isinstance(hand, int) and not fields.knows(seat):
            raise bad(f"{word}: the view of seat {fields.viewer} does not show the hand of seat {seat}", word)
    held = sum(fields.held(seat) for seat in range(fields.seats))
    if fields.phase == names.DRAFT and held == names.HAND * fields.seats:
        raise bad("phase=draft: every seat has its cards, so the rows begin", "phase=draft")
    if fields.phase == names.DEAL and held == names.HAND * fields.seats:
        raise bad("phase=deal: every seat has its cards", "phase=deal")


def _check_table(fields: Fields) -> None:
    """The commitments fit the phase and are visible only where the viewer may see them."""
    word = f"table={'/'.join(map(place_text, fields.table))}"
    phase = names.PHASES[fields.phase]
    made = [card != names.NONE for card in fields.table]
    if fields.phase not in (names.PLAY, names.REVEAL, names.ROW):
        if any(made):
            raise bad(f"{word}: in phase={phase} no cards are committed", word)
        return
    if fields.phase in (names.REVEAL, names.ROW) and not all(made):
        raise bad(f"{word}: in phase={phase} every seat has committed a card", word)
    if fields.phase == names.PLAY and all(made):
        raise bad(f"{word}: all cards are in, so they would be revealed", word)
    others = [seat for seat in range(fields.seats) if seat != fields.viewer]
    hidden = [seat for seat in range(fields.seats) if fields.table[seat] == names.HIDDEN]
    for seat in hidden:
        if fields.phase == names.ROW or fields.viewer is None or seat == fields.viewer:
            raise bad(f"{word}: the card of seat {seat} is known here", word)
    if fields.phase == names.PLAY and fields.viewer is not None:
        for seat in others:
            if fields.table[seat] > 0:
                raise bad(f"{word}: the card of seat {seat} is not shown before all are in", word)
    if fields.phase == names.REVEAL:
        shown = [seat for seat in others if seat not in hidden]
        if not hidden or shown != others[: len(shown)]:
            raise bad(f"{word}: in phase=reveal hidden cards are shown in the order of seats", word)
    if fields.phase != names.ROW:
        _check_committed(fields)


def _check_committed(fields: Fields) -> None:
    """A known commitment is a card that its seat can hold."""
    shown = fields.shown()
    for seat, card in enumerate(fields.table):
        if card <= 0:
            continue
        hand = fields.hands[seat]
        if not isinstance(hand, int):
            if card not in hand:
                raise bad(f"{card}: seat {seat} has committed a card that it does not hold", str(card))
            continue
        if card > names.deck_size(fields.seats, fields.small):
            raise bad(f"{card} in table: there is no such card in the deck in use", str(card))
        known = [c for held in fields.hands if not isinstance(held, int) for c in held]
        if card in shown or card in known or fields.table.count(card) > 1:
            raise bad(f"{card}: seat {seat} cannot have committed this card", str(card))


def check_replay(
    fields: Fields, rows: tuple[tuple[int, ...], ...], out: tuple[int, ...], heads: tuple[int, ...]
) -> None:
    """The rows, taken cards and heads of the text follow from its tricks."""
    for row, (said, right) in enumerate(zip(fields.rows, rows, strict=True), start=1):
        if said != right:
            message = f"row {row} is {numbers_text(right)} after the tricks, not {numbers_text(said)}"
            raise bad(message, numbers_text(said))
    if fields.out != out:
        word = f"out={numbers_text(fields.out)}"
        raise bad(f"{word}: after the tricks it is out={numbers_text(out)}", word)
    if fields.heads != heads:
        right_heads = seats_text(heads)
        word = f"heads={seats_text(fields.heads)}"
        raise bad(f"{word}: after the tricks it is heads={right_heads}", word)


def check_end(fields: Fields) -> None:
    """The game is over exactly when a round brings a seat to the target, or is the only round."""
    if fields.completed < names.HAND:
        return
    most = max(total + heads for total, heads in zip(fields.totals, fields.heads, strict=True))
    ends = not fields.target or most >= fields.target
    right = names.OVER if ends else names.DEAL
    if fields.phase != right:
        word = f"phase={names.PHASES[fields.phase]}"
        raise bad(f"{word}: with {most} heads after the round it is phase={names.PHASES[right]}", word)
