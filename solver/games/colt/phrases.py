"""The words for Colt Express's moves and chance events."""

from __future__ import annotations

from solver.games.colt import codes, names
from solver.games.colt.fields import Fields
from solver.games.colt.figures import Figures

CARD_TITLES = ("Move", "Floor", "Fire", "Robbery", "Punch", "Marshal", "Ride", "bullet", "neutral bullet")
CHARACTER_TITLES = ("Belle", "Cheyenne", "Django", "Doc", "Ghost", "Tuco")
HOSTAGE_TITLES = (
    "the Poodle",
    "the Banker",
    "the Minister",
    "the Teacher",
    "the Zealot",
    "the Old Lady",
    "the Poker Player",
    "the Photographer",
)
ROUND_TITLES = (
    "Angry Marshal",
    "Swivel Arm",
    "Braking",
    "Take It All",
    "Passengers' Rebellion",
    "Tunnel (no event)",
    "Bridge (no event)",
    "Shotgun's Rage",
    "Higher Speed",
    "no event",
    "Exhausted Horses",
    "Whiskey for the Marshal",
    "Marshal's Revenge",
    "Pickpocketing",
    "Hostage-taking of the Conductor",
    "Sharing the Loot",
    "Mortal Bullet",
    "Escape",
)
FLASK_TITLES = ("a full flask", "a half flask", "a half flask of old whiskey")


def place_title(place: int) -> str:
    """``car 3``, ``the roof of the locomotive``, ``the coach`` ..."""
    if place >= names.RIDING:
        return "horseback" if place == names.RIDING else "far away"
    car = f"car {place >> 1}" if place > 1 else "the locomotive"
    inside = "the coach" if place >= names.COACH else car
    return f"the roof of {inside}" if place & 1 else inside


def bandit_title(fields: Fields, bandit: int) -> str:
    """The bandit's name and seat: ``Doc (seat 2)``."""
    seat = bandit >> 1 if fields.flags & names.PAIRS else bandit
    return f"{CHARACTER_TITLES[fields.bandits[bandit].character]} (seat {seat})"


def _name(fields: Fields, bandit: int) -> str:
    return CHARACTER_TITLES[fields.bandits[bandit].character]


def card_title(fields: Fields, seat: int, kind: int) -> str:
    """A card as the seat that holds it sees it: ``Move``, with two decks ``Doc's Move``."""
    title = CARD_TITLES[kind % names.SIDE]
    if fields.flags & names.PAIRS:
        return f"{_name(fields, 2 * seat + (kind >= names.SIDE))}'s {title}"
    return f"{_name(fields, seat ^ 1)}'s {title}" if kind >= names.SIDE else title


def purse_title(fields: Fields, purse: int, figures: Figures) -> str:
    """``the $250 purse (number 4)``."""
    value = fields.purses[purse].value
    worth = "unseen" if value == names.UNKNOWN else f"${figures.purse_values[value]}"
    return f"the {worth} purse (number {purse})"


def loot_title(fields: Fields, code: int, figures: Figures) -> str:
    """Loot by its code: ``a jewel``, ``the $250 purse (number 4)``."""
    if code < codes.BLIND:
        return purse_title(fields, code, figures)
    return ("an unseen purse", "a jewel", "a strongbox", *FLASK_TITLES)[code - codes.BLIND]


def people(numbers: list[str]) -> str:
    """``nobody``, ``Doc``, ``Doc and Belle`` ..."""
    if not numbers:
        return "nobody"
    return " and ".join([", ".join(numbers[:-1]), numbers[-1]] if len(numbers) > 1 else numbers)


def describe(fields: Fields, action: int, seat: int, figures: Figures) -> str:
    """A seen decision or chance event in one English phrase."""
    if action >= codes.MASK:
        return _event(fields, action, figures)
    if action >= codes.GO:
        return _resolution(fields, action, figures)
    return _planning(fields, action, seat)


def _planning(fields: Fields, action: int, seat: int) -> str:
    """A decision about cards."""
    who = f"seat {seat}"
    phase = names.PHASES[fields.phase]
    if action < codes.PLAY_DOWN:
        verb = {"cover": "covers with", "turmoil": "secretly chooses"}.get(phase, "plays")
        return f"{who} {verb} {card_title(fields, seat, action)}"
    if action < codes.DRAW:
        return f"{who} plays {card_title(fields, seat, action - codes.PLAY_DOWN)} face down"
    if action == codes.DRAW:
        return f"{who} draws cards"
    if action == codes.PASS:
        return f"{who} passes"
    if action == codes.DECLINE:
        done = {"cover": "does not cover", "keep": "keeps nothing", "discard": "discards nothing more"}
        if phase in done:
            return f"{who} {done[phase]}"
        return f"{_name(fields, fields.bandit)} takes no purse"
    if action < codes.HORSE:
        second, state = divmod(action - codes.DRINK, 3)
        bandit = 2 * seat + second if fields.flags & names.PAIRS else seat
        return f"{_name(fields, bandit)} drinks from {FLASK_TITLES[state]}"
    if action < codes.START:
        return _horse(fields, action - codes.HORSE, seat)
    if action < codes.RESERVE:
        return f"{who} starts with {_name(fields, 2 * seat + action - codes.START)} in the last car"
    for base, verb in ((codes.DISCARD, "discards"), (codes.KEEP, "keeps"), (codes.RESERVE, "reserves")):
        if action >= base:
            return f"{who} {verb} {card_title(fields, seat, action - base)}"
    raise AssertionError(action)


def _horse(fields: Fields, mask: int, seat: int) -> str:
    """Boarding or riding on, in the horse attack."""
    if not fields.flags & names.PAIRS:
        verb = f"secretly boards car {fields.turn}" if mask else "secretly rides on"
        return f"seat {seat} {verb}"
    boards = [_name(fields, 2 * seat + side) for side in (0, 1) if mask >> side & 1]
    return f"seat {seat} secretly sends {people(boards)} aboard car {fields.turn}"


def _resolution(fields: Fields, action: int, figures: Figures) -> str:
    """A choice of the resolution."""
    phase = names.PHASES[fields.phase]
    if phase == "marshal":
        return f"seat {fields.seat} sends the Marshal to {place_title(2 * (action - codes.CAR))}"
    who = _name(fields, fields.bandit)
    if action >= codes.HOSTAGE:
        return f"{who} takes {HOSTAGE_TITLES[action - codes.HOSTAGE]} as hostage"
    if action >= codes.RIDE_TO:
        place = action - codes.RIDE_TO
        return (
            f"{who} escapes on horseback" if place == names.AWAY else f"{who} rides to {place_title(place)}"
        )
    if action >= codes.LOOT:
        loot = loot_title(fields, action - codes.LOOT, figures)
        if phase == "knock":
            return f"{who} knocks {loot} loose from {_name(fields, fields.victim)}"
        return f"{who} takes {loot}"
    if action >= codes.HIT:
        victim = action - codes.HIT
        name = "the Shotgun" if victim == codes.SHOTGUN else _name(fields, victim)
        return f"{who} punches {name}"
    if action >= codes.SHOOT:
        return f"{who} shoots at {_name(fields, action - codes.SHOOT)}"
    where = place_title(action - codes.GO)
    if phase == "push":
        return f"{who} pushes {_name(fields, fields.victim)} to {where}"
    return f"{who} {'flees' if phase == 'flee' else 'moves'} to {where}"


def _event(fields: Fields, action: int, figures: Figures) -> str:
    """A chance event: a draw, or something revealed."""
    phase = names.PHASES[fields.phase]
    if action >= codes.LEAST:
        purse, value = divmod(action - codes.LEAST, 8)
        dollars = figures.purse_values[value]
        return f"{_name(fields, fields.bandit)} drops purse number {purse}, worth ${dollars}"
    if action >= codes.KIND:
        kind = ("normal", "old")[action - codes.KIND]
        return f"the flask turns out to hold {kind} whiskey"
    if action >= codes.VALUE:
        dollars = figures.purse_values[action - codes.VALUE]
        if phase == "showpurse":
            holder = _name(fields, fields.purses[fields.item].bandit)
            return f"{holder} turns up purse number {fields.item}: ${dollars}"
        return f"seat {fields.seat} finds ${dollars} in the purse"
    if action >= codes.PICK:
        purse = action - codes.PICK
        return (
            "a purse never taken before is drawn"
            if purse == codes.BLIND
            else f"purse number {purse} is drawn"
        )
    if action >= codes.SHOW:
        if action == codes.SHOW_PASS:
            return f"seat {fields.seat} had to pass"
        card = card_title(fields, fields.seat, action - codes.SHOW)
        return f"seat {fields.seat}'s card is revealed: {card}"
    if action >= codes.ROUND:
        return f"round card: {ROUND_TITLES[action - codes.ROUND]}"
    if action >= codes.CARD:
        return f"seat {fields.seat} draws {card_title(fields, fields.seat, action - codes.CARD)}"
    if action >= codes.FIRST:
        return f"seat {action - codes.FIRST} is the first player"
    chosen = [bit for bit in range(6) if action >> bit & 1]
    if phase == "showboard":
        return f"car {fields.turn} is boarded by {people([_name(fields, bandit) for bandit in chosen])}"
    if phase == "showstart":
        last = [_name(fields, 2 * seat + (seat in chosen)) for seat in range(2)]
        return f"{people(last)} start in the last car"
    seats = people([f"seat {seat}" for seat in chosen])
    return f"cards are {'drawn' if phase == 'showdrawers' else 'kept'} by {seats}"
