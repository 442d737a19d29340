"""The table of options: what the handshake announces, what ``setoption`` accepts, and the current values."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from protocol.base.errors import Code, ProtocolError, quote
from protocol.session.parsing import integer
from protocol.session.strength import LEAST, MOST, skill_of
from solver.analysis import Settings
from solver.games import Game
from solver.reports import MAX_SKILL, OBJECTIVES, SEARCHES

#: Spelling of an empty string value, in the handshake and by clients.
EMPTY = "<empty>"
#: Longest string value, in characters.
TEXT_MAX = 4096

Value = str | int | bool | None


class Kind(Enum):
    """UCI's option types."""

    COMBO = "combo"
    SPIN = "spin"
    CHECK = "check"
    STRING = "string"
    BUTTON = "button"


@dataclass(frozen=True)
class Option:
    """One row of the table; ``low``/``high`` belong to spins, ``choices`` to combos."""

    name: str
    kind: Kind
    default: Value
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def line(self) -> str:
        """The handshake's line for this option."""
        text = f"option name {self.name} type {self.kind.value}"
        if self.kind is Kind.BUTTON:
            return text
        if self.kind is Kind.CHECK:
            return f"{text} default {'true' if self.default else 'false'}"
        if self.kind is Kind.STRING:
            return f"{text} default {self.default or EMPTY}"
        if self.kind is Kind.SPIN:
            return f"{text} default {self.default} min {self.low} max {self.high}"
        return f"{text} default {self.default}" + "".join(f" var {choice}" for choice in self.choices)

    def read(self, text: str | None) -> Value:
        """The value that ``text`` stands for.

        Raises:
            ProtocolError: ``text`` is not a value of this option; the message says what is.
        """
        if self.kind is Kind.BUTTON:
            return None
        if text is None:
            raise ProtocolError(
                Code.MISSING, f"option {self.name} needs 'value' and {self.expected()}", self.name
            )
        if self.kind is Kind.STRING:
            text = text.strip(" \t")
            if len(text) > TEXT_MAX:
                raise ProtocolError(
                    Code.RANGE, f"the value of {self.name} is over {TEXT_MAX} characters", text
                )
            return "" if text == EMPTY else text
        word = text.strip(" \t")
        if self.kind is Kind.SPIN:
            number = integer(word)
            if number is None:
                raise ProtocolError(
                    Code.NUMBER, f"{quote(word)} for {self.name}: expected {self.expected()}", word
                )
            if not self.low <= number <= self.high:
                raise ProtocolError(
                    Code.RANGE, f"{quote(word)} for {self.name}: expected {self.expected()}", word
                )
            return number
        folded = word.lower()
        if self.kind is Kind.CHECK and folded in ("true", "false"):
            return folded == "true"
        for choice in self.choices:
            if choice.lower() == folded:
                return choice
        raise ProtocolError(Code.VALUE, f"{quote(word)} for {self.name}: expected {self.expected()}", word)

    def expected(self) -> str:
        """Description of a valid value, for error messages."""
        if self.kind is Kind.SPIN:
            return f"a whole number from {self.low} to {self.high}"
        if self.kind is Kind.CHECK:
            return "true or false"
        if self.kind is Kind.COMBO:
            return "one of " + ", ".join(self.choices)
        return "a text"


def hash_limit() -> int:
    """Largest Hash in MB: three quarters of the machine's memory, but at least the default."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        memory = 2**32
    return max(256, memory * 3 // 4 // 2**20)


def standard_table(games: Iterable[str]) -> tuple[Option, ...]:
    """The options of an engine that plays ``games``; the first game is the default."""
    names = tuple(games)
    return (
        Option("UCI_Variant", Kind.COMBO, names[0], "the game", choices=names),
        Option("Hash", Kind.SPIN, 256, "memory of the search in MB", 1, hash_limit()),
        Option("Threads", Kind.SPIN, 1, "threads of the search", 1, 256),
        Option("MultiPV", Kind.SPIN, 1, "how many moves are reported, best first", 1, 1024),
        Option("Seed", Kind.SPIN, 0, "seed of the engine's own chance (never the arbiter's)", 0, 2**31 - 1),
        Option("Search", Kind.COMBO, SEARCHES[0], "the player, from the strongest down", choices=SEARCHES),
        Option("Skill", Kind.SPIN, MAX_SKILL, "how well it plays; below the most it errs", 0, MAX_SKILL),
        Option("UCI_LimitStrength", Kind.CHECK, False, "play at the rating of UCI_Elo instead of at Skill"),
        Option(
            "UCI_Elo", Kind.SPIN, MOST, "rating to play at, by what was measured in each game", LEAST, MOST
        ),
        Option("Teach", Kind.CHECK, False, "explain solved positions, and set traps where all moves lose"),
        Option("Objective", Kind.COMBO, OBJECTIVES[0], "what it plays for", choices=OBJECTIVES),
        Option("Move Overhead", Kind.SPIN, 10, "milliseconds kept back from clocks", 0, 5000),
        Option("UCI_ShowWDL", Kind.CHECK, False, "report win, draw and loss in thousandths"),
        Option("Ponder", Kind.CHECK, False, "the client may let the engine ponder"),
        Option(
            "Figures",
            Kind.STRING,
            "",
            "file with figures of the game's material instead of the built-in ones",
        ),
        Option("Names", Kind.STRING, "", "names of the seats in text for people, separated by commas"),
        Option("Debug Log File", Kind.STRING, "", "file that every line in and out is appended to"),
        Option("Clear Hash", Kind.BUTTON, None, "clear the search memory"),
    )


class Options:
    """The current values. Setting one either succeeds or changes nothing."""

    def __init__(self, table: tuple[Option, ...]) -> None:
        self.table = table
        self._by_name = {option.name.lower(): option for option in table}
        self._values: dict[str, Value] = {option.name: option.default for option in table}

    def find(self, name: str) -> Option:
        """The option called ``name``, in any case.

        Raises:
            ProtocolError: there is none.
        """
        option = self._by_name.get(name.lower())
        if option is None:
            known = ", ".join(o.name for o in self.table)
            raise ProtocolError(Code.OPTION, f"there is no option {quote(name)}; there are: {known}", name)
        return option

    def put(self, option: Option, value: Value) -> None:
        """Set a value that :meth:`Option.read` returned."""
        self._values[option.name] = value

    def value(self, name: str) -> Value:
        """Value of any option."""
        return self._values[name]

    def text(self, name: str) -> str:
        """Value of a combo or string option."""
        return str(self._values[name])

    def number(self, name: str) -> int:
        """Value of a spin option."""
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def flag(self, name: str) -> bool:
        """Value of a check option."""
        return self._values[name] is True


def settings_of(options: Options, games: Mapping[str, Game]) -> Settings:
    """The search settings that the options ask for; only ``UCI_Elo`` needs the game, for its ratings."""
    number, text = options.number, options.text
    limited = options.flag("UCI_LimitStrength")
    return Settings(
        hash_mb=number("Hash"),
        threads=number("Threads"),
        multipv=number("MultiPV"),
        seed=number("Seed"),
        search=text("Search"),
        skill=skill_of(games[text("UCI_Variant")], number("UCI_Elo")) if limited else number("Skill"),
        objective=text("Objective"),
        teach=options.flag("Teach"),
    )
