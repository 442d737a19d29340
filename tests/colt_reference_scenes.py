"""Small Colt Express scenes: bandits placed by hand, cards carried out, events triggered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from solver.game import CHANCE_PLAYER
from solver.games.colt import names
from solver.games.colt.fields import Bandit, Fields, Planned, Seat
from solver.games.colt.state import ColtState

MOVE, FLOOR, FIRE, ROBBERY, PUNCH, MARSHAL, RIDE, BULLET, NEUTRAL = range(9)
BELLE, CHEYENNE, DJANGO, DOC, GHOST, TUCO = range(6)
POODLE, BANKER, MINISTER, TEACHER, ZEALOT, LADY, POKER, PHOTOGRAPHER = range(8)
STAGE = names.HORSES | names.STAGE
COACH, COACH_ROOF, AWAY, NOTHING = names.COACH, names.COACH_ROOF, names.AWAY, names.NOTHING
# actions and outcomes, as laid out in layout.pxd
PLAY, PLAY_DOWN, DRAW, PASS, DECLINE, DRINK = 0x000, 0x020, 0x040, 0x041, 0x042, 0x048
HORSE, START, RESERVE, KEEP, DISCARD = 0x050, 0x058, 0x060, 0x080, 0x0A0
GO, CAR, SHOOT, HIT, LOOT, RIDE_TO, TAKE_HOSTAGE = 0x0C0, 0x0E0, 0x0F0, 0x0F8, 0x100, 0x120, 0x140
MASK, FIRST, CARD, ROUND, SHOW, PICK = 0x180, 0x1C0, 0x1E0, 0x200, 0x220, 0x240
VALUE, KIND, LEAST = 0x260, 0x270, 0x280
BLIND, JEWEL, BOX, FLASK = 18, 19, 20, 21


def inside(car: int) -> int:
    return 2 * car


def roof(car: int) -> int:
    return 2 * car + 1


def card(word: str) -> int:
    return names.ROUND_CARDS.index(word)


def phase(word: str) -> int:
    return names.PHASES.index(word)


def kinds(*cards: int) -> tuple[int, ...]:
    """Counts of cards."""
    return tuple(cards.count(kind) for kind in range(names.KINDS))


def bandit(place: int, character: int = DOC, **more: Any) -> Bandit:
    return Bandit(character, place, **more)


def base(bandits: list[Bandit], flags: int = 0, event: str = "bridge", **changes: Any) -> Fields:
    """A position of Schemin' with these bandits; every seat holds the same hand."""
    seats = 2 if flags & names.PAIRS else len(bandits)
    hand, deck = kinds(0, 0, 1, 2, 3, 4), kinds(1, 2, 3, 5)
    number = card(event)
    values: dict[str, Any] = {
        "flags": flags,
        "last": max(len(bandits), 3),
        "bandits": tuple(bandits),
        "seats": tuple(Seat(hand, deck, 6, 4) for _ in range(seats)),
        "pool": (8, 2, 2, 2, 2, 2),
        "neutral": 13,
        "coach": 0 if flags & names.STAGE else NOTHING,
        "shotgun": 1 if flags & names.STAGE else 0,
        "flask_pool": (5, 1) if flags & names.HORSES else (0, 0),
        "round": 4 if number >= 12 else 1,
        "card": number,
        "played": 1 << number,
        "first": 0,
        "sly": (1 << seats) - 1,
        "stage": names.STAGES.index("plan"),
        "phase": phase("plan"),
        "seat": 0,
    }
    return Fields(**{**values, **changes})


def act(bandits: list[Bandit], *cards: tuple[int, int], flags: int = 0, **changes: Any) -> ColtState:
    """Stealin' with these cards, (bandit, action) each, the first one just turned over."""
    pile = []
    for number, (who, kind) in enumerate(cards):
        seat = who // 2 if flags & names.PAIRS else who
        if flags & names.PAIRS and who % 2:
            kind += names.SIDE
        pile.append(Planned(kind, seat, seat, number == 0))
    fields = replace(
        base(bandits, flags, **changes),
        pile=tuple(pile),
        stage=names.STAGES.index("pile"),
        phase=phase("showcard"),
        seat=pile[0].by,
    )
    state = ColtState.from_fields(fields)
    state.apply_action(SHOW + pile[0].kind, CHANCE_PLAYER)
    return state


def event(word: str, bandits: list[Bandit], flags: int = 0, **changes: Any) -> ColtState:
    """The event of a round card, after one Fire that has no effect."""
    bandits = [replace(bandits[0], bullets=0), *bandits[1:]]
    return act(bandits, (0, FIRE), flags=flags, event=word, **changes)


def plan(hand: tuple[int, ...], deck: tuple[int, ...] = (), **more: Any) -> ColtState:
    """Schemin' of three seats, seat 0 to act with this hand and deck."""
    bandits = more.pop("bandits", None) or [bandit(inside(2)), bandit(inside(3)), bandit(inside(2))]
    fields = base(bandits, more.pop("flags", 0), more.pop("event", "bridge"), **more)
    seats = (Seat(kinds(*hand), kinds(*deck), len(hand), len(deck)), *fields.seats[1:])
    return ColtState.from_fields(replace(fields, seats=seats))


def places(state: ColtState) -> list[int]:
    return [b.place for b in state.fields().bandits]


def hits(state: ColtState) -> list[int]:
    return [b.hits for b in state.fields().bandits]
