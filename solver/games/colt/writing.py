"""Colt Express's position text, written from fields. Grammar: docs/games/colt.md."""

from __future__ import annotations

from collections.abc import Iterable

from solver.games.colt import names
from solver.games.colt.fields import Fields, Kinds, Planned, Purse
from solver.games.colt.figures import EDITION, Figures
from solver.games.colt.figures_text import figures_text
from solver.games.colt.moves import commitment

FIELDS = (
    "view", "settings",
    "bandits", "at", "bullets", "shots", "hits", "new", "jewels", "boxes", "flasks", "hostage", "bonus",
    "loot", "purses", "pool", "whiskey",
    "marshal", "coach", "shotgun", "horses", "neutral", "aside", "crowd", "entered",
    "round", "card", "shown", "first", "turn", "step", "more", "drank", "sly",
    "hands", "guests", "decks", "discards", "keep", "commit", "pile", "done",
    "stage", "ask", "seat", "bandit", "victim", "item", "why", "left", "owed", "drawers", "todo", "flee",
    "enter",
)  # fmt: skip

#: Cards in texts, kinds 0-8; capitals are those of the other side.
LETTERS = "mfsrplhbn"
FLASK_LETTERS = "fho"
MAX_BANDITS = 6


def place_text(place: int) -> str:
    """``3`` inside a car, ``3r`` its roof; ``coach``, ``coachr``, ``riding``, ``away``."""
    if place >= names.RIDING:
        return "riding" if place == names.RIDING else "away"
    roof = "r" if place & 1 else ""
    return ("coach" if place >= names.COACH else str(place >> 1)) + roof


def mask_text(mask: int) -> str:
    """The digits of a set of seats or bandits, ``-`` for none."""
    return "".join([str(bit) for bit in range(MAX_BANDITS) if mask >> bit & 1]) or "-"


def kind_letter(kind: int) -> str:
    """The letter of a kind of card, a capital for the other side."""
    return LETTERS[kind] if kind < names.SIDE else LETTERS[kind - names.SIDE].upper()


def cards_text(cards: Kinds) -> str:
    """``mmfs``, kinds ascending; ``-`` for none."""
    return "".join([kind_letter(kind) * count for kind, count in enumerate(cards)]) or "-"


def flasks_text(states: Iterable[int]) -> str:
    """``ffo``: flasks by state."""
    return "".join([FLASK_LETTERS[state] for state in states])


def number_text(number: int) -> str:
    """A number, ``-`` for nothing."""
    return "-" if number == names.NOTHING else str(number)


def planned_text(card: Planned) -> str:
    """``m0`` (a Move that seat 0 laid), ``s1d`` face down, ``?2d`` unseen; capitals for the other side."""
    if card.kind == names.UNKNOWN:
        letter = "?"
    else:
        letter = kind_letter(card.kind if card.deck == card.by else card.kind + names.SIDE)
    return f"{letter}{card.by}{'d' if card.down else ''}"


def _purse_text(purse: Purse, figures: Figures) -> str:
    """``250:b0:012``: the value, the holder or place, the seats that know it."""
    value = "?" if purse.value == names.UNKNOWN else str(figures.purse_values[purse.value])
    where = place_text(purse.place) if purse.bandit == names.NOTHING else f"b{purse.bandit}"
    return f"{value}:{where}:{mask_text(purse.seen)}"


def _lying_text(fields: Fields, place: int) -> str:
    """The loot at a place, including purses never taken: ``p2+j1+b1+fo``."""
    parts = []
    if place < names.COACH and not place & 1 and fields.fresh[place >> 1]:
        parts.append(f"p{fields.fresh[place >> 1]}")
    if fields.jewels[place]:
        parts.append(f"j{fields.jewels[place]}")
    if fields.boxes[place]:
        parts.append(f"b{fields.boxes[place]}")
    flasks = flasks_text(flask.state for flask in fields.flasks if flask.place == place)
    if flasks:
        parts.append(flasks)
    return "+".join(parts) or "-"


def places(last: int, flags: int) -> list[int]:
    """The inside places in the order of ``loot``: the cars, then the coach."""
    cars = [2 * car for car in range(last + 1)]
    return [*cars, names.COACH] if flags & names.STAGE else cars


def _each(values: Iterable[object]) -> str:
    return "/".join(map(str, values))


def _words(words: tuple[str, ...], mask: int) -> str:
    return "+".join([word for bit, word in enumerate(words) if mask >> bit & 1]) or "-"


def _hand_text(fields: Fields, seat: int) -> str:
    cards = fields.seats[seat]
    if fields.viewer is None or fields.viewer == seat or not cards.hand_size:
        return cards_text(cards.hand)
    return f"?{cards.hand_size}"


def _deck_text(fields: Fields, seat: int) -> str:
    cards = fields.seats[seat]
    return cards_text(cards.deck) + ("" if fields.viewer is None else f":{cards.deck_size}")


def _kept_text(keep: tuple[int, ...]) -> str:
    """``mf``: the kept cards, kinds ascending; ``?2`` two that are not seen; ``-`` none."""
    if names.HIDDEN in keep:
        return f"?{len(keep)}"
    return "".join(map(kind_letter, keep)) or "-"


def values_of(fields: Fields, figures: Figures) -> dict[str, str]:
    """The value of each field of a position's text, in the order of `FIELDS`."""
    return {
        "view": "all" if fields.viewer is None else str(fields.viewer),
        "settings": _words(names.FLAGS, fields.flags),
        **_bandit_values(fields),
        **_loot_values(fields, figures),
        **_train_values(fields),
        **_round_values(fields),
        **_card_values(fields, figures),
        **_decision_values(fields),
    }


def _bandit_values(fields: Fields) -> dict[str, str]:
    return {
        "bandits": _each(names.CHARACTERS[b.character] for b in fields.bandits),
        "at": _each(place_text(b.place) for b in fields.bandits),
        "bullets": _each(b.bullets for b in fields.bandits),
        "shots": _each(b.shots for b in fields.bandits),
        "hits": _each(b.hits for b in fields.bandits),
        "new": _each(b.fresh_hits for b in fields.bandits),
        "jewels": _each(b.jewels for b in fields.bandits),
        "boxes": _each(b.boxes for b in fields.bandits),
        "flasks": _each(
            flasks_text(s for s in range(3) for _ in range(b.flasks[s])) or "-" for b in fields.bandits
        ),
        "hostage": _each(
            "-" if b.hostage == names.NOTHING else names.HOSTAGES[b.hostage] for b in fields.bandits
        ),
        "bonus": _each(b.bonus for b in fields.bandits),
    }


def _loot_values(fields: Fields, figures: Figures) -> dict[str, str]:
    return {
        "loot": _each(
            f"{_lying_text(fields, place)}:{_lying_text(fields, place + 1)}"
            for place in places(fields.last, fields.flags)
        ),
        "purses": _each(_purse_text(purse, figures) for purse in fields.purses) or "-",
        "pool": _each(fields.pool),
        "whiskey": _each(fields.flask_pool),
    }


def _train_values(fields: Fields) -> dict[str, str]:
    return {
        "marshal": str(fields.marshal),
        "coach": number_text(fields.coach),
        "shotgun": names.SHOTGUN[fields.shotgun],
        "horses": _each(fields.horses[: fields.last + 1]),
        "neutral": str(fields.neutral),
        "aside": str(int(fields.box_aside)),
        "crowd": _words(names.HOSTAGES, fields.hostages),
        "entered": mask_text(fields.new_hostage),
    }


def _round_values(fields: Fields) -> dict[str, str]:
    return {
        "round": str(fields.round + 1),
        "card": "-" if fields.card == names.NOTHING else names.ROUND_CARDS[fields.card],
        "shown": _words(names.ROUND_CARDS, fields.played),
        "first": number_text(fields.first),
        "turn": str(fields.turn),
        "step": str(fields.step),
        "more": str(fields.more),
        "drank": str(int(fields.must_play)),
        "sly": mask_text(fields.sly),
    }


def _card_values(fields: Fields, figures: Figures) -> dict[str, str]:
    return {
        "hands": _each(_hand_text(fields, seat) for seat in range(len(fields.seats))),
        "guests": _each(cards.guests for cards in fields.seats),
        "decks": _each(_deck_text(fields, seat) for seat in range(len(fields.seats))),
        "discards": _each(cards_text(cards.discard) for cards in fields.seats),
        "keep": _each(_kept_text(cards.keep) for cards in fields.seats),
        "commit": _each(commitment(cards.commit, fields.flags, figures) for cards in fields.seats),
        "pile": _each(map(planned_text, fields.pile)) or "-",
        "done": str(fields.pile_next),
    }


def _decision_values(fields: Fields) -> dict[str, str]:
    no_occasion = fields.why == 0 and names.PHASES[fields.phase] != "drawcard"
    return {
        "stage": names.STAGES[fields.stage],
        "ask": names.PHASES[fields.phase],
        "seat": str(fields.seat),
        "bandit": number_text(fields.bandit),
        "victim": number_text(fields.victim),
        "item": number_text(fields.item),
        "why": "-" if no_occasion else names.OCCASIONS[fields.why],
        "left": str(fields.left),
        "owed": mask_text(fields.owed),
        "drawers": mask_text(fields.drawers),
        "todo": mask_text(fields.todo),
        "flee": mask_text(fields.flee),
        "enter": mask_text(fields.enter),
    }


def to_text(fields: Fields, figures: Figures) -> str:
    """The only text of a position.

    Purse values are written in the dollars of ``figures``; non-standard figures stand at its end.
    """
    values = values_of(fields, figures)
    others = figures_text(figures)
    own = [f"figures={others}"] if others else []
    return " ".join([EDITION, *[f"{field}={values[field]}" for field in FIELDS], *own])
