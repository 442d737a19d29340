"""The moves of Colt Express taken apart for front ends."""

from __future__ import annotations

from typing import Any

from solver.game import CHANCE_PLAYER, State
from solver.games.colt import codes, moves, names
from solver.games.colt.fields import Fields
from solver.games.colt.figures import Figures
from solver.games.colt.jsonview import place_name
from solver.games.colt.phrases import (
    CHARACTER_TITLES,
    FLASK_TITLES,
    HOSTAGE_TITLES,
    card_title,
    loot_title,
    place_title,
)
from solver.jsonview import part

Part = dict[str, Any]


def move_parts(state: State, action: int, seat: int) -> list[Part]:
    """The card, target, place or loot of a decision; outcomes of chance are one part."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    figures: Figures = state.figures  # type: ignore[attr-defined]
    token = state.action_to_string(action, seat)
    if seat == CHANCE_PLAYER:
        at = f"seat.{action - codes.FIRST}" if codes.FIRST <= action < codes.CARD else None
        return [part("outcome", token, state.describe(action, seat), at)]
    if action >= codes.GO:
        return [_resolved(fields, figures, action, token)]
    if action < codes.DRAW:
        return _played(state, fields, action, seat)
    return [_planned(state, fields, action, seat, token)]


def _played(state: State, fields: Fields, action: int, seat: int) -> list[Part]:
    """A card laid; where it may lie either way, also how."""
    down = action >= codes.PLAY_DOWN
    kind = action - codes.PLAY_DOWN if down else action
    parts = [_card("card", fields, kind, seat)]
    legal = state.legal_actions(seat)
    if codes.PLAY + kind in legal and codes.PLAY_DOWN + kind in legal:
        parts.append(part("face", "down" if down else "up", "face down" if down else "face up"))
    return parts


def _card(choice: str, fields: Fields, kind: int, seat: int) -> Part:
    """A card of a hand that is seen; one of the deck, or of a hand that is not, has no place."""
    word = moves.card_word(kind)
    seen = choice != "reserve" and fields.viewer in (None, seat)
    at = f"hand.{seat}.card.{word}" if seen else None
    return part(choice, word, card_title(fields, seat, kind), at)


def _planned(state: State, fields: Fields, action: int, seat: int, token: str) -> Part:
    """Another decision about cards, or one of the set-up."""
    for base, choice in ((codes.DISCARD, "discard"), (codes.KEEP, "keep"), (codes.RESERVE, "reserve")):
        if action >= base:
            return _card(choice, fields, action - base, seat)
    if action >= codes.START:
        bandit = 2 * seat + action - codes.START
        return part("start", token, f"{_name(fields, bandit)} starts in the last car", _at(fields, bandit))
    if action >= codes.HORSE:
        return _boarding(fields, action - codes.HORSE, seat)
    if action >= codes.DRINK:
        second, flask = divmod(action - codes.DRINK, 3)
        bandit = 2 * seat + second if fields.flags & names.PAIRS else seat
        at = f"held.{names.CHARACTERS[fields.bandits[bandit].character]}.{names.FLASK_STATES[flask]}"
        return part("drink", token, f"drink from {FLASK_TITLES[flask]}", at)
    if action == codes.DRAW:
        return part("draw", token, "draw cards", f"deck.{seat}")
    return part("none", token, state.describe(action, seat))


def _boarding(fields: Fields, mask: int, seat: int) -> Part:
    bandits = (2 * seat, 2 * seat + 1) if fields.flags & names.PAIRS else (seat,)
    boards = [_name(fields, bandit) for side, bandit in enumerate(bandits) if mask >> side & 1]
    if not boards:
        return part("board", 0, "ride on", "riding")
    return part(
        "board",
        mask,
        f"{' and '.join(boards)} into car {fields.turn}",
        None if fields.flags & names.PAIRS else place_name(2 * fields.turn),
    )


def _resolved(fields: Fields, figures: Figures, action: int, token: str) -> Part:
    """A choice of the resolution."""
    if action >= codes.HOSTAGE:
        number = action - codes.HOSTAGE
        return part(
            "hostage", names.HOSTAGES[number], HOSTAGE_TITLES[number], f"hostage.{names.HOSTAGES[number]}"
        )
    if action >= codes.RIDE_TO:
        place = action - codes.RIDE_TO
        if place == names.AWAY:
            return part("destination", "away", "ride away for good")
        return part("destination", place_name(place), f"ride to {place_title(place)}", place_name(place))
    if action >= codes.LOOT:
        return _loot(fields, figures, action - codes.LOOT)
    if action >= codes.HIT:
        victim = action - codes.HIT
        if victim == codes.SHOTGUN:
            return part("target", "shotgun", "punch the Shotgun", "shotgun")
        return part("target", _word(fields, victim), f"punch {_name(fields, victim)}", _at(fields, victim))
    if action >= codes.SHOOT:
        victim = action - codes.SHOOT
        return part("target", _word(fields, victim), f"shoot {_name(fields, victim)}", _at(fields, victim))
    if action >= codes.CAR:
        place = 2 * (action - codes.CAR)
        return part("marshal", place_name(place), f"Marshal to {place_title(place)}", place_name(place))
    place = action - codes.GO
    return part("destination", place_name(place), place_title(place), place_name(place))


def _loot(fields: Fields, figures: Figures, code: int) -> Part:
    """Loot that is taken where the bandit stands, or that is knocked loose from his victim."""
    word = moves.loot_word(code)
    if names.PHASES[fields.phase] == "knock":
        where = f"held.{_word(fields, fields.victim)}"
    else:
        where = f"loot.{place_name(fields.bandits[fields.bandit].place)}"
    return part("loot", word, loot_title(fields, code, figures), f"{where}.{word}")


def _name(fields: Fields, bandit: int) -> str:
    return CHARACTER_TITLES[fields.bandits[bandit].character]


def _word(fields: Fields, bandit: int) -> str:
    return names.CHARACTERS[fields.bandits[bandit].character]


def _at(fields: Fields, bandit: int) -> str:
    return f"bandit.{_word(fields, bandit)}"
