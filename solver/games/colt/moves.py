"""Colt Express's move tokens, both ways. Grammar: docs/games/colt.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from solver.errors import IllegalMove, NotationError
from solver.game import CHANCE_PLAYER, UNSEEN_ACTION
from solver.games.colt import names
from solver.games.colt.codes import (
    BLIND,
    CAR,
    CARD,
    DECLINE,
    DISCARD,
    DRAW,
    DRINK,
    FIRST,
    FLASK,
    GO,
    HIT,
    HORSE,
    HOSTAGE,
    KEEP,
    KIND,
    LEAST,
    LOOT,
    MASK,
    PASS,
    PICK,
    PLAY,
    PLAY_DOWN,
    RESERVE,
    RIDE_TO,
    ROUND,
    SHOOT,
    SHOTGUN,
    SHOW,
    SHOW_PASS,
    START,
    VALUE,
)
from solver.games.colt.figures import Figures

#: The token prefix of a mask, by phase.
MASK_WORDS = {"showboard": "boards", "showstart": "starts", "showdrawers": "draws", "showkeepers": "keeps"}


def place_word(place: int) -> str:
    """A place in a token: ``3``, ``3r``, ``coach``, ``coachr``."""
    roof = "r" if place & 1 else ""
    return ("coach" if place >= names.COACH else str(place >> 1)) + roof


def card_word(kind: int) -> str:
    """A kind of card: ``move``; ``move2`` of the second bandit, or the partner's."""
    return names.CARDS[kind % names.SIDE] + ("2" if kind >= names.SIDE else "")


def loot_word(code: int) -> str:
    """A loot code: ``purse4`` known, ``purse`` unknown, ``jewel``, ``box``, ``full``, ``half``, ``old``."""
    if code < BLIND:
        return f"purse{code}"
    return ("purse", "jewel", "box", *names.FLASK_STATES)[code - BLIND]


def _mask_word(base: str, mask: int) -> str:
    return base + ("".join([str(bit) for bit in range(6) if mask >> bit & 1]) or "none")


def _plain() -> dict[int, str]:
    """The tokens common to all settings."""
    table = {DRAW: "draw", PASS: "pass", DECLINE: "none", SHOW_PASS: "showpass"}
    for kind in range(names.KINDS):
        word = card_word(kind)
        table[PLAY + kind] = word
        table[PLAY_DOWN + kind] = f"down{word}"
        for base, prefix in (
            (RESERVE, "reserve"),
            (KEEP, "keep"),
            (DISCARD, "discard"),
            (CARD, "card"),
            (SHOW, "show"),
        ):
            table[base + kind] = prefix + word
    for state, word in enumerate(names.FLASK_STATES):
        table[DRINK + state] = f"drink{word}"
        table[DRINK + 3 + state] = f"drink{word}2"
    for second in (0, 1):
        table[START + second] = f"start{second + 1}"
    for place in range(names.PLACES):
        table[GO + place] = f"go{place_word(place)}"
    for place in range(0, names.PLACES, 2):
        table[RIDE_TO + place] = f"rideto{place_word(place)}"
    table[RIDE_TO + names.AWAY] = "rideaway"
    for car in range(names.CARS):
        table[CAR + car] = f"car{car}"
    for bandit in range(6):
        table[SHOOT + bandit] = f"shoot{bandit}"
        table[HIT + bandit] = f"hit{bandit}"
        table[FIRST + bandit] = f"first{bandit}"
    table[HIT + SHOTGUN] = "hitshotgun"
    for code in range(FLASK + 3):
        table[LOOT + code] = loot_word(code)
    for hostage, word in enumerate(names.HOSTAGES):
        table[HOSTAGE + hostage] = f"take{word}"
    for card, word in enumerate(names.ROUND_CARDS):
        table[ROUND + card] = f"round{word}"
    for purse in range(names.PURSES):
        table[PICK + purse] = f"pick{purse}"
    table[PICK + BLIND] = "picknew"
    table[KIND], table[KIND + 1] = "whiskeynormal", "whiskeyold"
    return table


@cache
def tokens(phase: int, pairs: bool, values: tuple[int, ...]) -> dict[int, str]:
    """The token of every action; `phase` gives the meaning of a mask, `values` are the purses' dollars."""
    table = _plain()
    for mask in range(4):
        if pairs:
            table[HORSE + mask] = ("horse", "board1", "board2", "board12")[mask]
        elif mask < 2:
            table[HORSE + mask] = ("horse", "board")[mask]
    for mask in range(64):
        table[MASK + mask] = _mask_word(MASK_WORDS.get(names.PHASES[phase], "boards"), mask)
    for number, dollars in enumerate(values):
        table[VALUE + number] = f"value{dollars}"
        for purse in range(names.PURSES):
            table[LEAST + 8 * purse + number] = f"drops{purse}worth{dollars}"
    return table


@cache
def _vocabulary(pairs: bool, values: tuple[int, ...]) -> dict[str, int]:
    """The action of every token of any phase."""
    words: dict[str, int] = {}
    for phase in map(names.PHASES.index, MASK_WORDS):
        words.update({word: action for action, word in tokens(phase, pairs, values).items()})
    return words


def token(action: int, phase: int, flags: int, figures: Figures) -> str:
    """The token of an action."""
    return tokens(phase, bool(flags & names.PAIRS), figures.purse_values)[action]


def commitment(action: int, flags: int, figures: Figures) -> str:
    """A choice that is not yet shown, in a position text: its token, ``?`` hidden, ``-`` not made."""
    hidden = {names.NOTHING: "-", names.HIDDEN: "?"}.get(action)
    return token(action, 0, flags, figures) if hidden is None else hidden


def read_commitment(word: str, flags: int, figures: Figures) -> int:
    """The action of a commitment. Raises NotationError (code ``position``) for any other word."""
    if word in ("-", "?"):
        return names.NOTHING if word == "-" else names.HIDDEN
    action = _vocabulary(bool(flags & names.PAIRS), figures.purse_values).get(word)
    if action is None or action >= GO:
        raise NotationError(
            f"{word!r} in commit: it is not a choice made together; - for none, ? for hidden",
            word,
            "position",
        )
    return action


def read(word: str, seat: int, legal: Sequence[int], phase: int, flags: int, figures: Figures) -> int:
    """The action that a token names.

    Raises NotationError for a word that is not a token of this game, IllegalMove for a token not legal here.
    """
    action = _vocabulary(bool(flags & names.PAIRS), figures.purse_values).get(word)
    if action is None:
        raise NotationError(
            f"{word}: no move of this game is written so; {_needed(legal, phase, flags, figures)}", word
        )
    if seat != CHANCE_PLAYER and not legal:
        raise IllegalMove(f"{word}: seat {seat} has nothing to decide now", word)
    if list(legal) == [UNSEEN_ACTION]:
        raise IllegalMove(f"{word}: this seat does not see what happens here; what is not seen is x", word)
    if action not in legal or token(action, phase, flags, figures) != word:
        raise IllegalMove(f"{word} is not possible now; {_needed(legal, phase, flags, figures)}", word)
    return action


def _needed(legal: Sequence[int], phase: int, flags: int, figures: Figures) -> str:
    """The tokens that would be right, in words."""
    words = ["x" if action == UNSEEN_ACTION else token(action, phase, flags, figures) for action in legal]
    if not words:
        return "nothing is asked of this seat now"
    more = f" ... ({len(words)} in all)" if len(words) > 20 else ""
    return f"possible: {' '.join(words[:20])}{more}"
