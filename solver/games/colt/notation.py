"""Reader of Colt Express's position text. Writer: ``writing``; grammar: docs/games/colt.md.

Reading is strict: every position has exactly one text; any other raises one error naming the offending word.
"""

from __future__ import annotations

from solver.games.colt import names
from solver.games.colt.fields import Bandit, Fields, Flask, Kinds, Planned, Purse, Seat
from solver.games.colt.figures import EDITION, Figures, standard
from solver.games.colt.figures_text import read_figures
from solver.games.colt.moves import read_commitment
from solver.games.colt.writing import (
    FIELDS,
    FLASK_LETTERS,
    LETTERS,
    MAX_BANDITS,
    place_text,
    places,
    values_of,
)
from solver.games.common.text_fields import bad as bad  # what validity raises as well
from solver.games.common.text_fields import split_fields, whole_number

#: The changes since former editions, for the error on their texts.
CHANGES = (
    "since colt/2 two seats have three cars, keep= names every kept card, purses are turned up at the end, "
    "the expert's Poodle bites into the deck, and figures other than the standard ones follow as figures="
)
#: The largest counts of a position.
MOST_CARDS, MOST_BONUS = 60, 32000


def read_number(word: str, most: int, where: str, least: int = 0) -> int:
    """A whole number of `least` to `most` as it is always written."""
    number = whole_number(word, least, most)
    if number is None:
        raise bad(f"{word!r} in {where}: a whole number of {least} to {most} is needed", word)
    return number


def _read_index(word: str, words: tuple[str, ...], where: str) -> int:
    if word not in words:
        raise bad(f"{word!r} in {where}: it should be one of {', '.join(words)}", word)
    return words.index(word)


def _read_optional(word: str, most: int, where: str) -> int:
    return names.NOTHING if word == "-" else read_number(word, most, where)


def _read_mask(word: str, count: int, where: str) -> int:
    """Digits ascending, each below `count`; ``-`` for none."""
    if word == "-":
        return 0
    right = "".join([str(bit) for bit in range(count) if str(bit) in word])
    if word != right or not word:
        message = f"{word!r} in {where}: digits of 0 to {count - 1}, ascending, each once, or - for none"
        raise bad(message, word)
    return sum(1 << int(digit) for digit in word)


def _read_words(word: str, words: tuple[str, ...], where: str) -> int:
    """Words joined by ``+`` in their order, as bits; ``-`` for none."""
    if word == "-":
        return 0
    bits = [_read_index(part, words, where) for part in word.split("+")]
    if bits != sorted(set(bits)):
        raise bad(f"{word!r} in {where}: each word once, in the order {', '.join(words)}", word)
    return sum(1 << bit for bit in bits)


def _read_place(word: str, last: int, where: str) -> int:
    """A place as `place_text` writes it."""
    places: list[int] = [*range(2 * last + 2), names.COACH, names.COACH_ROOF, names.RIDING, names.AWAY]
    for place in places:
        if place_text(place) == word:
            return place
    message = (
        f"{word!r} in {where}: a place is a car of 0 to {last}, with r for its roof, "
        "or coach, coachr, riding, away"
    )
    raise bad(message, word)


def read_kind(word: str, where: str) -> int:
    """The kind of a letter."""
    kind = LETTERS.find(word.lower()) if len(word) == 1 and word.isascii() else -1
    if kind < 0:
        raise bad(f"{word!r} in {where}: a card is one of {' '.join(LETTERS)}, or its capital", word)
    return kind if word.islower() else kind + names.SIDE


def _read_cards(word: str, where: str) -> Kinds:
    """Letters, kinds ascending; ``-`` for none."""
    if word == "-":
        return (0,) * names.KINDS
    kinds = [read_kind(letter, where) for letter in word]
    if not kinds or kinds != sorted(kinds) or len(kinds) > MOST_CARDS:
        raise bad(f"{word!r} in {where}: cards stand in the order {LETTERS}, then capitals, - for none", word)
    return tuple([kinds.count(kind) for kind in range(names.KINDS)])


def _read_flasks(word: str, where: str) -> list[int]:
    """Letters of flasks, as they stand."""
    if not word or not set(word) <= set(FLASK_LETTERS) or len(word) > MAX_BANDITS:
        raise bad(f"{word!r} in {where}: flasks are f full, h half, o half of old whiskey, - for none", word)
    return [FLASK_LETTERS.index(letter) for letter in word]


def _read_own_flasks(word: str, where: str) -> tuple[int, int, int]:
    states = [] if word == "-" else _read_flasks(word, where)
    if states != sorted(states):
        raise bad(f"{word!r} in {where}: a bandit's flasks stand in the order {FLASK_LETTERS}", word)
    return (states.count(0), states.count(1), states.count(2))


def _read_planned(word: str, seats: int, flags: int) -> Planned:
    """A card of the pile."""
    letter, by_text, mark = word[:1], word[1:2], word[2:]
    if mark not in ("", "d"):
        raise bad(f"{word!r} in pile: after card and seat only d, for face down, can follow", word)
    by = read_number(by_text, seats - 1, f"pile {word}")
    if letter == "?":
        return Planned(names.UNKNOWN, by, by, bool(mark))
    kind = read_kind(letter, f"pile {word}")
    if flags & names.TEAMS and kind >= names.SIDE:
        return Planned(kind - names.SIDE, by ^ 1, by, bool(mark))
    return Planned(kind, by, by, bool(mark))


class _Reader:
    """The words of one text, with what the others are read by: settings and numbers of bandits, cars."""

    def __init__(self, text: str) -> None:
        self.values = split_fields(text, EDITION, FIELDS, optional="figures")
        others = self.values.pop("figures", None)
        self.figures = standard() if others is None else read_figures(others)
        self.flags = _read_words(self.values["settings"], names.FLAGS, "settings")
        self.bandits = len(self.values["bandits"].split("/"))
        if not 3 <= self.bandits <= MAX_BANDITS:
            word = f"bandits={self.values['bandits']}"
            raise bad(f"{word} should be 3 to {MAX_BANDITS} bandits parted by /, not {self.bandits}", word)
        self.seats = 2 if self.flags & names.PAIRS else self.bandits
        cells = len(self.values["loot"].split("/"))
        self.last = cells - (2 if self.flags & names.STAGE else 1)
        right = self.figures.cars_of(self.bandits, bool(self.flags & names.PAIRS))
        if self.last != right:
            word = f"loot={self.values['loot']}"
            coach = ", and the coach" if self.flags & names.STAGE else ""
            message = f"{word} should tell of the locomotive and {right} cars{coach}, not {cells} parts"
            raise bad(message, word)

    def parts(self, field: str, count: int, each: str) -> list[str]:
        """The parts of a field."""
        parts = self.values[field].split("/")
        if len(parts) != count:
            word = f"{field}={self.values[field]}"
            raise bad(f"{word} should hold {count} parts parted by /, one a {each}", word)
        return parts

    def numbers(self, field: str, count: int, most: int, each: str, least: int = 0) -> tuple[int, ...]:
        """A number for each part."""
        where = f"{field}={self.values[field]}"
        return tuple([read_number(part, most, where, least) for part in self.parts(field, count, each)])

    def number(self, field: str, most: int, least: int = 0) -> int:
        """A field of one number."""
        return read_number(self.values[field], most, field, least)

    def optional(self, field: str, most: int) -> int:
        """A field of one number or ``-``."""
        return _read_optional(self.values[field], most, field)

    def index(self, field: str, words: tuple[str, ...]) -> int:
        """A field of one word; its index."""
        return _read_index(self.values[field], words, field)

    def mask(self, field: str, count: int) -> int:
        """A field of digits."""
        return _read_mask(self.values[field], count, field)

    def bandit_parts(self, field: str) -> list[str]:
        """The parts of a field of bandits."""
        return self.parts(field, self.bandits, "bandit")

    def bandit_numbers(self, field: str, most: int, least: int = 0) -> tuple[int, ...]:
        """A number for each bandit."""
        return self.numbers(field, self.bandits, most, "bandit", least)

    def seat_parts(self, field: str) -> list[str]:
        """The parts of a field of seats."""
        return self.parts(field, self.seats, "seat")


def _read_bandits(reader: _Reader) -> tuple[Bandit, ...]:
    characters = [_read_index(w, names.CHARACTERS, "bandits") for w in reader.bandit_parts("bandits")]
    places = [_read_place(word, reader.last, "at") for word in reader.bandit_parts("at")]
    bullets = reader.bandit_numbers("bullets", 9)
    shots = reader.bandit_numbers("shots", 9)
    hits = reader.bandit_numbers("hits", MOST_CARDS)
    fresh = reader.bandit_numbers("new", MOST_CARDS)
    jewels = reader.bandit_numbers("jewels", 36)
    boxes = reader.bandit_numbers("boxes", 3)
    flasks = [_read_own_flasks(word, "flasks") for word in reader.bandit_parts("flasks")]
    hostages = [
        names.NOTHING if word == "-" else _read_index(word, names.HOSTAGES, "hostage")
        for word in reader.bandit_parts("hostage")
    ]
    bonus = reader.bandit_numbers("bonus", MOST_BONUS, -MOST_BONUS)
    return tuple(
        [
            Bandit(
                characters[i],
                places[i],
                bullets[i],
                shots[i],
                hits[i],
                fresh[i],
                jewels[i],
                boxes[i],
                flasks[i],
                hostages[i],
                bonus[i],
            )
            for i in range(reader.bandits)
        ]
    )


def _read_seat(reader: _Reader, seat: int, viewer: int | None) -> Seat:
    where = f"hands of seat {seat}"
    known = viewer is None or viewer == seat
    word = reader.seat_parts("hands")[seat]
    hand: Kinds = (0,) * names.KINDS
    if known:
        hand = _read_cards(word, where)
        size = sum(hand)
    elif word == "-":
        size = 0
    elif word.startswith("?"):
        size = read_number(word[1:], MOST_CARDS, where, 1)
    else:
        raise bad(f"{word!r}: seat {viewer} does not see this hand; it is written ? and its size", word)
    word = reader.seat_parts("decks")[seat]
    cards, colon, count = word.partition(":")
    if bool(colon) == (viewer is None):
        need = "all cards alone" if viewer is None else "the unseen cards, a colon and the size of the deck"
        raise bad(f"{word!r} in decks: needed are {need}", word)
    deck = _read_cards(cards, f"decks of seat {seat}")
    deck_size = read_number(count, MOST_CARDS, f"decks {word}") if colon else sum(deck)
    kept = reader.seat_parts("keep")[seat]
    if kept.startswith("?"):
        keep = (names.HIDDEN,) * read_number(kept[1:], names.KEPT, f"keep of seat {seat}", 1)
    else:
        cards_kept = _read_cards(kept, f"keep of seat {seat}")
        keep = tuple([kind for kind, count in enumerate(cards_kept) for _ in range(count)])
        if len(keep) > names.KEPT:
            raise bad(f"{kept!r} in keep: at most {names.KEPT} cards are kept", kept)
    return Seat(
        hand=hand,
        deck=deck,
        hand_size=size,
        deck_size=deck_size,
        discard=_read_cards(reader.seat_parts("discards")[seat], f"discards of seat {seat}"),
        guests=reader.numbers("guests", reader.seats, MOST_CARDS, "seat")[seat],
        keep=keep,
        commit=read_commitment(reader.seat_parts("commit")[seat], reader.flags, reader.figures),
    )


def _read_purse(word: str, reader: _Reader) -> Purse:
    parts = word.split(":")
    if len(parts) != 3:
        raise bad(f"{word!r} in purses: a purse is value:place:seats or value:b and bandit:seats", word)
    value = names.UNKNOWN
    if parts[0] != "?":
        values = tuple(map(str, reader.figures.purse_values))
        value = _read_index(parts[0], values, f"purse {word}")
    seen = _read_mask(parts[2], reader.seats, f"purse {word}")
    if parts[1].startswith("b"):
        return Purse(value, seen, read_number(parts[1][1:], reader.bandits - 1, f"purse {word}"))
    return Purse(value, seen, names.NOTHING, _read_place(parts[1], reader.last, f"purse {word}"))


class _Lying:
    """The loot on the floor, place by place."""

    def __init__(self, reader: _Reader) -> None:
        self.fresh = [0] * names.CARS
        self.jewels = [0] * names.PLACES
        self.boxes = [0] * names.PLACES
        self.flasks: list[Flask] = []
        for place, cell in zip(
            places(reader.last, reader.flags), reader.values["loot"].split("/"), strict=True
        ):
            sides = cell.split(":")
            if len(sides) != 2:
                raise bad(f"{cell!r} in loot: what lies inside and on the roof, parted by one colon", cell)
            self._read(sides[0], place)
            self._read(sides[1], place + 1)

    def _read(self, word: str, place: int) -> None:
        for part in [] if word == "-" else word.split("+"):
            letter, count = part[:1], part[1:]
            if letter in ("p", "j", "b"):
                number = read_number(count, 36, f"loot {word}", 1)
                if letter == "p":
                    if place >= names.COACH or place & 1:
                        message = (
                            f"{part!r} in loot: purses never taken lie inside cars, others are in purses="
                        )
                        raise bad(message, part)
                    self.fresh[place >> 1] = number
                elif letter == "j":
                    self.jewels[place] = number
                else:
                    self.boxes[place] = number
            else:
                self.flasks += [Flask(place, state) for state in _read_flasks(part, f"loot {word}")]


def _read_fields(reader: _Reader) -> Fields:
    values = reader.values
    viewer = None if values["view"] == "all" else reader.number("view", reader.seats - 1)
    lying = _Lying(reader)
    bandits, seats, last = reader.bandits, reader.seats, reader.last
    whiskey = reader.numbers("whiskey", 2, 6, "kind")
    return Fields(
        flags=reader.flags,
        last=last,
        bandits=_read_bandits(reader),
        seats=tuple([_read_seat(reader, seat, viewer) for seat in range(seats)]),
        viewer=viewer,
        fresh=tuple(lying.fresh),
        jewels=tuple(lying.jewels),
        boxes=tuple(lying.boxes),
        purses=()
        if values["purses"] == "-"
        else tuple([_read_purse(word, reader) for word in values["purses"].split("/")]),
        pool=reader.numbers("pool", names.CLASSES, names.PURSES, "value"),
        flasks=tuple(lying.flasks),
        flask_pool=(whiskey[0], whiskey[1]),
        marshal=reader.number("marshal", last),
        coach=reader.optional("coach", last),
        shotgun=reader.index("shotgun", names.SHOTGUN),
        horses=(*reader.numbers("horses", last + 1, MAX_BANDITS, "car"), *[0] * (names.CARS - 1 - last)),
        neutral=reader.number("neutral", 30),
        box_aside=bool(reader.number("aside", 1)),
        hostages=_read_words(values["crowd"], names.HOSTAGES, "crowd"),
        new_hostage=reader.mask("entered", bandits),
        round=reader.number("round", 5, 1) - 1,
        card=names.NOTHING if values["card"] == "-" else reader.index("card", names.ROUND_CARDS),
        played=_read_words(values["shown"], names.ROUND_CARDS, "shown"),
        first=reader.optional("first", seats - 1),
        turn=reader.number("turn", 6),
        step=reader.number("step", seats),
        more=reader.number("more", 1),
        must_play=bool(reader.number("drank", 1)),
        sly=reader.mask("sly", seats),
        pile=()
        if values["pile"] == "-"
        else tuple([_read_planned(word, seats, reader.flags) for word in values["pile"].split("/")]),
        pile_next=reader.number("done", 40),
        stage=reader.index("stage", names.STAGES),
        phase=reader.index("ask", names.PHASES),
        seat=reader.number("seat", seats - 1),
        bandit=reader.optional("bandit", bandits - 1),
        victim=reader.optional("victim", bandits - 1),
        item=reader.optional("item", 23),
        why=0 if values["why"] == "-" else reader.index("why", names.OCCASIONS),
        left=reader.number("left", 9),
        owed=reader.mask("owed", seats),
        drawers=reader.mask("drawers", seats),
        todo=reader.mask("todo", bandits),
        flee=reader.mask("flee", bandits),
        enter=reader.mask("enter", bandits),
    )


def parse(text: str) -> tuple[Fields, Figures]:
    """The position of a text and its figures; :mod:`~solver.games.colt.validity` checks that it is possible.

    Raises NotationError (code ``position``) naming the offending word of any other text.
    """
    reader = _Reader(text)
    fields = _read_fields(reader)
    # The remaining faults: words in the wrong order, counts of nothing and the like.
    for field, right in values_of(fields, reader.figures).items():
        if reader.values[field] != right:
            word = f"{field}={reader.values[field]}"
            raise bad(f"{word}: this is always written {field}={right}", word)
    return fields, reader.figures
