"""The parameters of a game as OpenSpiel has them, checked, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import quote, unquote

from herdmind.adapters.openspiel.dealing import MOST_OUTCOMES, REDEALS
from herdmind.adapters.openspiel.numbering import OUTCOMES, Decisions, Outcomes
from solver.encoding import EncodingPlug
from solver.errors import SetupError
from solver.game import State
from solver.games import GAMES, Game
from solver.games.entered import EnteredSetup
from solver.games.nimmt import names as nimmt_names
from solver.rng import Rng

#: The words with which the games' OpenSpiel names begin.
PREFIX = "herdmind_"
#: Most decisions of a game, where its rules bound them or no sensible game comes near; others are counted.
LONGEST = {"longhorn": 73, "heckmeck": 2000, "pickomino": 2000, "colt": 4000}
#: Characters that stay as they are in a parameter of a game string; ``=``, commas and brackets cannot.
PLAIN = " /+?:-_.~"
#: Games of which every position is known to all seats.
OPEN = ("longhorn", "heckmeck", "pickomino")


def defaults(name: str) -> dict[str, Any]:
    """The parameters of a game with their defaults."""
    return {
        "seats": GAMES[name].default_seats,
        "rules": "",
        "seed": -1,
        "figures": "",
        "position": "",
        "redeal": False,
        "turn_based": False,
        "max_game_length": 0,
    }


def game_string(name: str, **parameters: Any) -> str:
    """The argument of ``pyspiel.load_game`` for a game.

    Values that a game string cannot hold as they are (a position's ``=``) are percent-encoded.

    >>> from herdmind.adapters.openspiel import game_string
    >>> game_string("nimmt", seats=2, rules="round")
    'herdmind_nimmt(seats=2,rules=round)'
    """
    words = [f"{key}={_encoded(value)}" for key, value in parameters.items()]
    return f"{PREFIX}{name}({','.join(words)})"


def _encoded(value: Any) -> Any:
    return quote(value, safe=PLAIN) if isinstance(value, str) else value


@dataclass(frozen=True)
class Setting:
    """One game with its parameters.

    ``given``: the parameters that differ from the defaults, as (key, value).
    """

    name: str
    given: tuple[tuple[str, Any], ...]

    @cached_property
    def values(self) -> dict[str, Any]:
        """All parameters, decoded."""
        found = {**defaults(self.name), **dict(self.given)}
        return {key: unquote(value) if isinstance(value, str) else value for key, value in found.items()}

    @property
    def game(self) -> Game:
        """The game's entry in the registry."""
        return GAMES[self.name]

    @cached_property
    def plug(self) -> EncodingPlug:
        """The game's encoding of decisions and of what seats see."""
        return self.game.encoding()

    @cached_property
    def decisions(self) -> Decisions:
        """The numbers of decisions."""
        return Decisions(self.plug, self.example)

    @property
    def outcomes(self) -> Outcomes:
        """The numbers of chance outcomes."""
        return OUTCOMES[self.name]

    @cached_property
    def example(self) -> State:
        """A position with these parameters, all of which have the same layout."""
        if not isinstance(self.root, EnteredSetup):
            return self.root
        values = self.values
        figures = values["figures"] or None
        if values["position"]:
            return self.game.parse(values["position"], figures)
        rules = values["rules"].replace("+", " ").split()
        return self.game.initial(self.game.default_seed, values["seats"], rules, figures)

    @cached_property
    def root(self) -> State:
        """The first position, which nobody may change.

        Raises:
            SetupError: the parameters contradict each other or the game's rules.
            NotationError: the position text is wrong.
        """
        values = self.values
        figures = values["figures"] or None
        if not values["position"]:
            if values["redeal"]:
                raise SetupError("redeal needs a position, whose hidden cards it deals", "redeal", "redeal")
            rules = values["rules"].replace("+", " ").split()
            if values["seed"] < 0:
                return self.game.entered(None, values["seats"], rules, figures)
            return self.game.initial(values["seed"], values["seats"], rules, figures)
        for key in ("seats", "rules", "seed"):
            if key in dict(self.given):
                raise SetupError(f"a position has its own {key}: leave out {key}={values[key]}", key, key)
        state = self.game.parse(values["position"], figures)
        if values["redeal"]:
            if self.name not in REDEALS:
                message = f"{self.name} has no redeal; games that have one: {', '.join(REDEALS)}"
                raise SetupError(message, "redeal", "redeal")
            return REDEALS[self.name](state)
        if state.viewer is not None:
            message = f"the position is the view of seat {state.viewer}: a game needs the whole truth"
            raise SetupError(message, f"view={state.viewer}", "position")
        return state

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.root.num_players()

    @property
    def sequential(self) -> bool:
        """Whether one seat decides at a time."""
        return bool(self.values["turn_based"]) or self.name in OPEN

    @property
    def hides(self) -> bool:
        """Whether seats know different things."""
        return self.name not in OPEN

    @cached_property
    def length(self) -> int:
        """The most decisions of one game; a game that lasts longer is drawn."""
        asked: int = self.values["max_game_length"]
        if asked < 0:
            raise SetupError(
                f"max_game_length is a number of decisions, or 0 for the game's own bound, not {asked}",
                str(asked),
                "max_game_length",
            )
        return asked or LONGEST.get(self.name) or _longest_nimmt(self)

    @property
    def chance_nodes(self) -> int:
        """A bound of the chance nodes of one game. A failed roll of dice may follow another."""
        return 128 + 32 * self.length

    @property
    def most_outcomes(self) -> int:
        """A bound of the outcomes of one chance node."""
        return max(self.outcomes.count, MOST_OUTCOMES if self.values["redeal"] else 0)


def _longest_nimmt(setting: Setting) -> int:
    """The most decisions of a match of 6 nimmt!: in each round the seats take at least the 10 * seats - 16
    cards that find no room in the rows, and so at least as many heads."""
    seats, rules = setting.seats, setting.values["rules"]
    rounds = 1
    target = nimmt_names.STANDARD_TARGET
    text = setting.values["position"]
    if text:
        word = next(word for word in text.split() if word.startswith("target="))[len("target=") :]
        target = 0 if word == "-" else int(word)
    elif "round" in rules.replace("+", " ").split():
        target = 0
    elif "target" in rules:
        target = int(rules.split("target")[1].replace("+", " ").split()[0])
    if target:
        rounds = seats * (target - 1) // (10 * seats - 16) + 1
    return rounds * (20 * seats + 10)


@lru_cache(maxsize=256)
def setting_of(name: str, given: tuple[tuple[str, Any], ...]) -> Setting:
    """The setting of some parameters, the same object for the same ones; checked.

    Raises:
        SetupError, NotationError: as :attr:`Setting.root`.
    """
    setting = Setting(name, given)
    assert setting.root is not None
    assert setting.length > 0
    return setting


def chosen(name: str, parameters: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """The parameters that differ from the defaults, encoded, in order of their keys."""
    usual = defaults(name)
    return tuple(
        (key, _encoded(unquote(value)) if isinstance(value, str) else value)
        for key, value in sorted(parameters.items())
        if key in usual and value != usual[key]
    )


def random_source(sample: Any) -> Rng:
    """A generator seeded by two numbers of a function that gives numbers in [0, 1)."""
    return Rng(int(sample() * 2**32) << 32 | int(sample() * 2**32))
