"""The words for what must be entered next at a Colt Express table."""

from __future__ import annotations

from collections.abc import Callable

from solver.game import State
from solver.games.colt import names
from solver.games.colt.fields import Fields
from solver.games.colt.phrases import CHARACTER_TITLES, bandit_title


def _bandit(fields: Fields) -> str:
    return bandit_title(fields, fields.bandit)


def _victim(fields: Fields) -> str:
    return CHARACTER_TITLES[fields.bandits[fields.victim].character]


def _holder(fields: Fields) -> str:
    return bandit_title(fields, fields.purses[fields.item].bandit)


def _card(fields: Fields) -> str:
    left = f", {fields.left} to come" if fields.left > 1 else ""
    if names.OCCASIONS[fields.why] == "guest":
        return f"the partner's card that seat {fields.seat} draws{left}"
    return f"a card that seat {fields.seat} draws{left}"


#: The question of each phase, given the position and the seat that answers.
_ASKS: dict[str, Callable[[Fields, int], str]] = {
    "horse": lambda f, seat: f"whether seat {seat} boards car {f.turn} or rides on",
    "starter": lambda f, seat: f"which bandit of seat {seat} starts in the last car",
    "reserve": lambda f, seat: f"the card that seat {seat} reserves",
    "plan": lambda f, seat: f"the card that seat {seat} plays, or whether it draws",
    "cover": lambda f, seat: f"whether seat {seat} covers it with a second card",
    "turmoil": lambda f, seat: f"the card that seat {seat} chooses in secret",
    "keep": lambda f, seat: f"the {'next ' if f.step else ''}card that seat {seat} keeps",
    "discard": lambda f, seat: f"a card that seat {seat} discards, or none",
    "move": lambda f, seat: f"where {_bandit(f)} moves",
    "marshal": lambda f, seat: f"where seat {f.seat} sends the Marshal",
    "fire": lambda f, seat: f"whom {_bandit(f)} shoots",
    "rob": lambda f, seat: f"what {_bandit(f)} takes",
    "victim": lambda f, seat: f"whom {_bandit(f)} punches",
    "knock": lambda f, seat: f"what {_bandit(f)} knocks loose from {_victim(f)}",
    "push": lambda f, seat: f"where {_bandit(f)} pushes {_victim(f)}",
    "ride": lambda f, seat: f"where {_bandit(f)} rides",
    "hostage": lambda f, seat: f"the hostage that {_bandit(f)} takes",
    "flee": lambda f, seat: f"where {_bandit(f)} flees",
    "pickpocket": lambda f, seat: f"the purse that {_bandit(f)} takes, or none",
    "showboard": lambda f, seat: f"who boards car {f.turn}",
    "showstart": lambda f, seat: "who starts in the last car",
    "drawfirst": lambda f, seat: "the first player",
    "drawcard": lambda f, seat: _card(f),
    "drawround": lambda f, seat: f"the round card of round {f.round + 1}",
    "showdrawers": lambda f, seat: "which seats draw instead of playing",
    "showturmoil": lambda f, seat: f"the card that seat {f.seat} had chosen",
    "showkeepers": lambda f, seat: "which seats keep a card",
    "showcard": lambda f, seat: f"the card of seat {f.seat} that lay face down",
    "drawpurse": lambda f, seat: "which purse it is",
    "drawvalue": lambda f, seat: f"what seat {f.seat} finds in the purse",
    "drawflask": lambda f, seat: "the whiskey in the flask",
    "showleast": lambda f, seat: f"the purse that {_bandit(f)} drops",
    "showpurse": lambda f, seat: f"what is in purse number {f.item} of {_holder(f)}, turned up at the end",
}


def asks(state: State) -> str:
    """The decision or chance event that must be entered next, in words."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    owing = state.players_to_move()
    seat = fields.seat if not owing else fields.viewer if fields.viewer in owing else owing[0]
    return _ASKS[names.PHASES[fields.phase]](fields, seat)
