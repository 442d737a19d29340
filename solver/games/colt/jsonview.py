"""Colt Express for front ends: the position as data. Moves are taken apart in jsonparts.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver.game import State
from solver.games.colt import moves, names
from solver.games.colt.codes import SHOTGUN
from solver.games.colt.fields import Bandit, Fields, Kinds, Planned
from solver.games.colt.figures import Figures
from solver.games.colt.phrases import CHARACTER_TITLES, HOSTAGE_TITLES, ROUND_TITLES
from solver.games.colt.primer import event_of

SYMBOL_WORDS = ("standard", "tunnel", "double", "reverse", "turmoil")


def place_name(place: int) -> str:
    """A place as anchors name it: ``car.2.inside``, ``car.2.roof``, ``coach.inside``, ``riding``."""
    if place >= names.RIDING:
        return "riding" if place == names.RIDING else "away"
    where = "coach" if place >= names.COACH else f"car.{place >> 1}"
    return f"{where}.{'roof' if place & 1 else 'inside'}"


def rules_of(state: State) -> list[str]:
    """The rules words with which this game could have been set up, all characters named."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    flags = fields.flags
    words = ["stagecoach"] if flags & names.STAGE else ["horses"] if flags & names.HORSES else []
    words += [word for word, bit in (("teams", names.TEAMS), ("expert", names.EXPERT)) if flags & bit]
    return words + [names.CHARACTERS[bandit.character] for bandit in fields.bandits]


def as_json(state: State) -> dict[str, Any]:
    """The position as far as the state knows it."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    figures: Figures = state.figures  # type: ignore[attr-defined]
    return {
        "stage": names.STAGES[fields.stage],
        "question": names.PHASES[fields.phase],
        "pairs": bool(fields.flags & names.PAIRS),
        "teams": bool(fields.flags & names.TEAMS),
        "seat": fields.seat if fields.seat < len(fields.seats) else None,
        "bandit": _number(fields.bandit),
        "victim": "shotgun" if fields.victim == SHOTGUN else _number(fields.victim),
        "item": None if fields.item == names.NOTHING else moves.loot_word(fields.item),
        "round": fields.round + 1,
        "first": _number(fields.first),
        "card": _round_card(fields, figures),
        "shown": [word for card, word in enumerate(names.ROUND_CARDS) if fields.played >> card & 1],
        "turn": fields.turn,
        "train": _train(fields, figures),
        "bandits": [_bandit(fields, number, figures) for number in range(len(fields.bandits))],
        "seats": [_seat(fields, seat, figures) for seat in range(len(fields.seats))],
        "pile": [_planned(fields, number, card) for number, card in enumerate(fields.pile)],
        "supply": _supply(fields, figures),
        "progress": _progress(fields),
    }


def _number(value: int) -> int | None:
    return None if value == names.NOTHING else value


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(8) if mask >> bit & 1]


def _hostage(number: int) -> dict[str, str]:
    return {"name": names.HOSTAGES[number], "title": HOSTAGE_TITLES[number]}


def _round_card(fields: Fields, figures: Figures) -> dict[str, Any] | None:
    card = fields.card
    if card == names.NOTHING:
        return None
    many = len(fields.seats) > 4
    return {
        "name": names.ROUND_CARDS[card],
        "title": ROUND_TITLES[card],
        "event": event_of(card, figures),
        "turns": [SYMBOL_WORDS[symbol] for symbol in figures.turns[many][card]],
        "ahead": figures.ahead[card],
    }


# --- the train ------------------------------------------------------------------------------------------


def _train(fields: Fields, figures: Figures) -> dict[str, Any]:
    coach = None
    if fields.coach != names.NOTHING:
        coach = {
            "beside": fields.coach,
            "inside": _place(fields, names.COACH, figures),
            "roof": _place(fields, names.COACH_ROOF, figures),
            "hostages": [_hostage(number) for number in _bits(fields.hostages)],
        }
    return {
        "cars": [
            {
                "inside": _place(fields, 2 * car, figures),
                "roof": _place(fields, 2 * car + 1, figures),
                "horses": fields.horses[car],
            }
            for car in range(fields.last + 1)
        ],
        "coach": coach,
        "riding": [b for b, one in enumerate(fields.bandits) if one.place == names.RIDING],
        "away": [b for b, one in enumerate(fields.bandits) if one.place == names.AWAY],
    }


def _place(fields: Fields, place: int, figures: Figures) -> dict[str, Any]:
    car = place >> 1
    inside = not place & 1 and place < names.COACH
    roofs = (None, names.COACH_ROOF, 2 * fields.coach + 1)
    return {
        "bandits": [b for b, one in enumerate(fields.bandits) if one.place == place],
        "marshal": inside and fields.marshal == car,
        "shotgun": roofs[fields.shotgun] == place,
        "fresh": fields.fresh[car] if inside else 0,
        "purses": _purses(fields, place, False, figures),
        "jewels": fields.jewels[place],
        "boxes": fields.boxes[place],
        "flasks": [names.FLASK_STATES[flask.state] for flask in fields.flasks if flask.place == place],
    }


def _purses(fields: Fields, where: int, held: bool, figures: Figures) -> list[dict[str, Any]]:
    """The numbered purses that a bandit holds, or that lie at a place."""
    return [
        {
            "number": number,
            "dollars": None if purse.value == names.UNKNOWN else figures.purse_values[purse.value],
            "seen_by": _bits(purse.seen),
        }
        for number, purse in enumerate(fields.purses)
        if (purse.bandit != names.NOTHING) == held and where == (purse.bandit if held else purse.place)
    ]


# --- bandits and seats ----------------------------------------------------------------------------------


def _bandit(fields: Fields, number: int, figures: Figures) -> dict[str, Any]:
    one: Bandit = fields.bandits[number]
    return {
        "character": names.CHARACTERS[one.character],
        "title": CHARACTER_TITLES[one.character],
        "seat": number >> 1 if fields.flags & names.PAIRS else number,
        "place": place_name(one.place),
        "bullets": one.bullets,
        "shots": one.shots,
        "hits": one.hits,
        "new_hits": one.fresh_hits,
        "purses": _purses(fields, number, True, figures),
        "jewels": one.jewels,
        "boxes": one.boxes,
        "flasks": dict(zip(names.FLASK_STATES, one.flasks, strict=True)),
        "hostage": None if one.hostage == names.NOTHING else _hostage(one.hostage),
        "new_hostage": bool(fields.new_hostage >> number & 1),
        "bonus": one.bonus,
    }


def bandit_of(fields: Fields, seat: int, kind: int) -> int | None:
    """The bandit that a card moves, as the seat that holds it sees its kind; None for the common Marshal of
    two bandits, and for bullets."""
    if kind % names.SIDE >= names.CARDS.index("bullet"):
        return None
    if fields.flags & names.PAIRS:
        return None if kind % names.SIDE == names.CARDS.index("marshal") else 2 * seat + (kind >= names.SIDE)
    return seat ^ 1 if kind >= names.SIDE else seat


def _card(fields: Fields, seat: int, kind: int) -> dict[str, Any]:
    return {
        "token": moves.card_word(kind),
        "kind": names.CARDS[kind % names.SIDE],
        "bandit": bandit_of(fields, seat, kind),
    }


def _cards(fields: Fields, seat: int, kinds: Kinds) -> list[dict[str, Any]]:
    return [{**_card(fields, seat, kind), "count": count} for kind, count in enumerate(kinds) if count]


def _seat(fields: Fields, seat: int, figures: Figures) -> dict[str, Any]:
    cards = fields.seats[seat]
    hidden = fields.viewer not in (None, seat)
    commit = None
    if cards.commit != names.NOTHING:
        unseen = cards.commit == names.HIDDEN
        commit = {"token": None if unseen else moves.commitment(cards.commit, fields.flags, figures)}
    return {
        "bandits": [2 * seat, 2 * seat + 1] if fields.flags & names.PAIRS else [seat],
        "team": seat >> 1 if fields.flags & names.TEAMS else None,
        "hand_size": cards.hand_size,
        "hand": None if hidden and cards.hand_size else _cards(fields, seat, cards.hand),
        "guests": cards.guests,
        "deck_size": cards.deck_size,
        "deck": _cards(fields, seat, cards.deck),
        "discards": _cards(fields, seat, cards.discard),
        "kept": [None if kind == names.HIDDEN else _card(fields, seat, kind) for kind in cards.keep],
        "commit": commit,
    }


def _planned(fields: Fields, number: int, card: Planned) -> dict[str, Any]:
    unknown = card.kind == names.UNKNOWN
    return {
        "seat": card.by,
        "deck": card.deck,
        "card": None if unknown else _card(fields, card.deck, card.kind),
        "down": card.down,
        "done": number < fields.pile_next,
    }


# --- the rest -------------------------------------------------------------------------------------------


def _supply(fields: Fields, figures: Figures) -> dict[str, Any]:
    pool: Sequence[tuple[int, int]] = list(zip(figures.purse_values, fields.pool, strict=True))
    return {
        "neutral": fields.neutral,
        "box_aside": bool(fields.box_aside),
        "purses": [{"dollars": dollars, "count": count} for dollars, count in pool],
        "whiskey": {"normal": fields.flask_pool[0], "old": fields.flask_pool[1]},
    }


def _progress(fields: Fields) -> dict[str, Any]:
    return {
        "step": fields.step,
        "more": fields.more,
        "drank": bool(fields.must_play),
        "occasion": names.OCCASIONS[fields.why],
        "left": fields.left,
        "owed": _bits(fields.owed),
        "sly": _bits(fields.sly),
        "drawers": _bits(fields.drawers),
        "events": _bits(fields.todo),
        "fleeing": _bits(fields.flee),
        "entering": _bits(fields.enter),
    }
