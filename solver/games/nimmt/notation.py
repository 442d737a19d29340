"""6 nimmt!'s position text, both ways. Grammar: docs/games/nimmt.md.

Reading is strict: every position has exactly one text; any other raises one error naming the offending word.
"""

from __future__ import annotations

from solver.games.common.text_fields import bad, numbers_text, seats_text, split_fields, whole_number
from solver.games.nimmt import names
from solver.games.nimmt.fields import Cards, Fields, Trick

EDITION = "nimmt/1"
FIELDS = (
    "view",
    "target",
    "deck",
    "draft",
    "round",
    "phase",
    "first",
    "tricks",
    "rows",
    "out",
    "hands",
    "table",
    "heads",
    "totals",
)


# --- writing ------------------------------------------------------------------------------------------------


def hand_text(hand: Cards | int) -> str:
    """The cards, or ``?7`` for seven unknown ones; ``-`` for none."""
    if isinstance(hand, int):
        return f"?{hand}" if hand else "-"
    return numbers_text(hand)


def place_text(card: int) -> str:
    """A card, ``-`` for none, ``?`` for one face down."""
    return "-" if card == names.NONE else "?" if card == names.HIDDEN else str(card)


def trick_text(trick: Trick) -> str:
    """``3+36+42+43:2``: the cards by seat, and the row that an undercutter took."""
    return numbers_text(trick.cards) + ("" if trick.row is None else f":{trick.row + 1}")


def tricks_text(fields: Fields) -> str:
    """The completed tricks, ``?5`` in front for five untold ones; ``-`` for none."""
    parts = [f"?{fields.untold}"] if fields.untold else []
    return "/".join([*parts, *map(trick_text, fields.tricks)]) or "-"


def to_text(fields: Fields) -> str:
    """The one text of a position."""
    return (
        f"{EDITION} view={'all' if fields.viewer is None else fields.viewer}"
        f" target={fields.target or '-'}"
        f" deck={'small' if fields.small else 'full'}"
        f" draft={'open' if fields.draft else 'dealt'}"
        f" round={fields.round}"
        f" phase={names.PHASES[fields.phase]}"
        f" first={'/'.join(map(place_text, fields.first))}"
        f" tricks={tricks_text(fields)}"
        f" rows={'/'.join(map(numbers_text, fields.rows))}"
        f" out={numbers_text(fields.out)}"
        f" hands={'/'.join(map(hand_text, fields.hands))}"
        f" table={'/'.join(map(place_text, fields.table))}"
        f" heads={seats_text(fields.heads)}"
        f" totals={seats_text(fields.totals)}"
    )


# --- reading ------------------------------------------------------------------------------------------------


def _read_card(word: str, where: str) -> int:
    card = whole_number(word, 1, names.CARDS)
    if not card:
        raise bad(f"{word!r} in {where} is not a card; cards are 1 to {names.CARDS}", word)
    return card


def _read_cards(word: str, where: str) -> Cards:
    """Cards joined by ``+``; ``-`` for none."""
    if word == "-":
        return ()
    return tuple([_read_card(part, where) for part in word.split("+")])


def _ascending(cards: Cards, word: str, where: str) -> Cards:
    if list(cards) != sorted(cards):
        raise bad(f"{word} in {where} should be in ascending order", word)
    return cards


def _read_hand(word: str) -> Cards | int:
    """A hand: its cards, ascending, or the number of unknown ones."""
    if word.startswith("?"):
        count = whole_number(word[1:], 0, names.HAND)
        if not count:
            message = f"{word!r} is not a hand; unknown cards are written ?1 to ?{names.HAND}, no cards as -"
            raise bad(message, word)
        return count
    return _ascending(_read_cards(word, "hands"), word, "hands")


def _read_place(word: str, where: str, hidden: bool = False) -> int:
    """A card, or ``-``; with `hidden` also ``?``."""
    if word == "-":
        return names.NONE
    if word == "?" and hidden:
        return names.HIDDEN
    return _read_card(word, where)


def _read_trick(word: str, seats: int) -> Trick:
    """One completed trick."""
    cards, colon, row = word.partition(":")
    if colon and row not in ("1", "2", "3", "4"):
        raise bad(f"{word!r}: the row that was taken is 1 to {names.ROWS}", word)
    played = _read_cards(cards, "tricks")
    if len(played) != seats:
        raise bad(f"the trick {word!r} should hold {seats} cards, one a seat", word)
    return Trick(played, int(row) - 1 if colon else None)


def _parts(field: str, word: str, count: int, each: str) -> list[str]:
    """The parts of a field with one part for each seat or row."""
    parts = word.split("/")
    if len(parts) != count:
        raise bad(f"{field}={word} should hold {count} parts parted by /, one a {each}", f"{field}={word}")
    return parts


def _read_counts(field: str, word: str, seats: int, most: int) -> Cards:
    """A number for each seat."""
    out = []
    for part in _parts(field, word, seats, "seat"):
        number = whole_number(part, 0, most)
        if number is None:
            raise bad(f"{part!r} in {field}={word} should be a number of 0 to {most}", part)
        out.append(number)
    return tuple(out)


def _read_word(field: str, word: str, words: tuple[str, ...]) -> int:
    """The index of a word among the words that a field allows."""
    if word not in words:
        raise bad(f"{field} is one of {', '.join(words)}, not {word!r}", word)
    return words.index(word)


def _read_from_one(field: str, word: str, most: int) -> int:
    """A number of 1 to `most`."""
    number = whole_number(word, 0, most)
    if not number:
        raise bad(f"{field} is a number of 1 to {most}, not {word!r}", word)
    return number


def parse(text: str) -> Fields:
    """Read a position text; :mod:`~solver.games.nimmt.validity` checks whether the position is possible.

    Raises NotationError (code ``position``) naming the offending word of any other text.
    """
    values = split_fields(text, EDITION, FIELDS)
    hands = values["hands"].split("/")
    seats = len(hands)
    if not names.MIN_SEATS <= seats <= names.MAX_SEATS:
        message = f"hands={values['hands']} should be the hands of 2 to 10 seats parted by /, not {seats}"
        raise bad(message, f"hands={values['hands']}")
    viewer = None if values["view"] == "all" else whole_number(values["view"], 0, seats - 1)
    if viewer is None and values["view"] != "all":
        raise bad(f"view is all or a seat of 0 to {seats - 1}, not {values['view']!r}", values["view"])
    target = 0
    if values["target"] != "-":
        target = _read_from_one("target", values["target"], names.MAX_TARGET)
    tricks = [] if values["tricks"] == "-" else values["tricks"].split("/")
    untold = 0
    if tricks and tricks[0].startswith("?"):
        word = tricks.pop(0)
        untold = whole_number(word[1:], 0, names.HAND) or 0
        if not untold:
            raise bad(f"untold tricks are written ?1 to ?{names.HAND}, not {word!r}", word)
    return Fields(
        viewer=viewer,
        target=target,
        small=bool(_read_word("deck", values["deck"], ("full", "small"))),
        draft=bool(_read_word("draft", values["draft"], ("dealt", "open"))),
        round=_read_from_one("round", values["round"], names.MAX_ROUND),
        phase=_read_word("phase", values["phase"], names.PHASES),
        first=tuple(
            [_read_place(word, "first") for word in _parts("first", values["first"], names.ROWS, "row")]
        ),
        untold=untold,
        tricks=tuple([_read_trick(word, seats) for word in tricks]),
        rows=tuple([_read_cards(word, "rows") for word in _parts("rows", values["rows"], names.ROWS, "row")]),
        out=_ascending(_read_cards(values["out"], "out"), values["out"], "out"),
        hands=tuple([_read_hand(word) for word in hands]),
        table=tuple(
            [_read_place(word, "table", True) for word in _parts("table", values["table"], seats, "seat")]
        ),
        heads=_read_counts("heads", values["heads"], seats, 171),
        totals=_read_counts("totals", values["totals"], seats, names.MAX_TARGET),
    )
