"""A set-up that is entered piece by piece, as it lies on a real table: a position whose next events are what
lies there.

A game that is dealt says by a :class:`Script` what has to be told before its own rules go on. Until then
the position is an :class:`EnteredSetup`: nothing but chance is due in it, one thing after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, Self

from solver.errors import IllegalMove, NotationError, SetupError
from solver.game import CHANCE_PLAYER, State
from solver.games.seats import named, seat_title
from solver.rng import Rng

#: Second word of the text of a set-up that is not complete.
WORD = "setup"
#: The fields that follow it.
FIELDS = ("view", "seats", "rules", "entered")


@dataclass(frozen=True)
class Item:
    """The next thing to tell: ``asks`` says it in words; ``outcomes`` are what it can be, as (token, phrase,
    weight): the odds are in proportion to the weights."""

    asks: str
    outcomes: tuple[tuple[str, str, int], ...]


class Script(Protocol):
    """The questions of one game, in order. All that is given to it has been checked."""

    def item(self, entered: tuple[str, ...]) -> Item | None:
        """The next thing to tell after ``entered``; None when that is all."""

    def state(self, entered: tuple[str, ...]) -> State:
        """The position when all is told."""


class EnteredSetup(State):
    """The position while things are still to be told; ``position`` gives the game's own when they are.

    ``viewer`` is the seat beside which the table is looked at (None: everything is told); an action is the
    number of an outcome.
    """

    edition: str
    rules: tuple[str, ...]
    entered: tuple[str, ...]

    def __init__(
        self, edition: str, script: Script, viewer: int | None, seats: int, rules: tuple[str, ...] = ()
    ) -> None:
        self.edition, self.rules, self.entered = edition, rules, ()
        self._script, self._viewer, self._seats = script, viewer, seats
        self._item = script.item(())

    @property
    def complete(self) -> bool:
        """Whether all is told."""
        return self._item is None

    def position(self) -> State:
        """The game's own position, once all is told."""
        return self._script.state(self.entered)

    def asks(self) -> str:
        """The next question, in words."""
        return self._item.asks if self._item is not None else "nothing more"

    # --- the contract -----------------------------------------------------------------------------------

    def num_players(self) -> int:
        return self._seats

    def current_player(self) -> int:
        return CHANCE_PLAYER

    def players_to_move(self) -> list[int]:
        return []

    def _legal(self, seat: int) -> list[int]:
        return []

    def _apply(self, action: int, seat: int) -> None:
        assert self._item is not None
        self.entered += (self._item.outcomes[action][0],)
        self._item = self._script.item(self.entered)

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        if self._item is None:
            return []
        total = sum(weight for _, _, weight in self._item.outcomes)
        return [(number, Fraction(w, total)) for number, (_, _, w) in enumerate(self._item.outcomes)]

    def returns(self) -> list[float]:
        return [0.0] * self._seats

    def scores(self) -> list[int]:
        return [0] * self._seats

    def _ranks(self) -> list[int]:
        return [0] * self._seats

    def clone(self) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    @property
    def viewer(self) -> int | None:
        return self._viewer

    def view(self, seat: int) -> Self:
        self._check_view(seat)
        return self.clone()

    def resample_from_infostate(self, seat: int, rng: Rng) -> Self:
        raise IllegalMove("the set-up is not complete: there is no world to draw", WORD)

    def key(self, seat: int | None = None) -> int:
        return hash(self.to_text()) & (2**64 - 1)

    def playout(self, rng: Rng) -> list[float]:
        raise IllegalMove("the set-up is not complete: it cannot be played", WORD)

    # --- text -------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        rules, entered = "+".join(self.rules) or "-", "+".join(self.entered) or "-"
        whose = "all" if self._viewer is None else self._viewer
        begun = f"{self.edition} {WORD} view={whose} seats={self._seats}"
        return f"{begun} rules={rules} entered={entered}"

    def board(self, color: bool = False, names: Sequence[str] | None = None) -> str:
        whose = "" if self._viewer is None else f", as {seat_title(names, self._viewer)} sees it"
        lines = [f"The table is being told{whose}."]
        told = list(self.entered)
        while told:
            lines.append("  " + " ".join(told[:9]))
            del told[:9]
        return "\n".join([*lines, f"next: {named(self.asks(), names)}"])

    def _token(self, action: int, seat: int) -> str:
        assert self._item is not None
        return self._item.outcomes[action][0]

    def _read(self, token: str, seat: int) -> int:
        outcomes = self._item.outcomes if self._item is not None else ()
        for number, (name, _, _) in enumerate(outcomes):
            if name == token:
                return number
        known = " ".join(name for name, _, _ in outcomes[:40])
        raise IllegalMove(f"{token} cannot be entered now ({self.asks()}); possible: {known}", token)

    def _phrase(self, action: int, seat: int) -> str:
        assert self._item is not None
        return self._item.outcomes[action][1]

    def __reduce__(self) -> tuple[object, ...]:
        return (_again, (self.edition, self._script, self._viewer, self._seats, self.rules, self.entered))


def _again(
    edition: str, script: Script, viewer: int | None, seats: int, rules: tuple[str, ...], told: Any
) -> State:
    state = EnteredSetup(edition, script, viewer, seats, rules)
    for token in told:
        state.apply_action(state.string_to_action(token))
    return state


def is_setup(text: str) -> bool:
    """Whether a position text is that of a set-up which is not complete."""
    return text.split(" ")[1:2] == [WORD]


def parse(text: str, begin: Callable[[int | None, int, Sequence[str]], State]) -> State:
    """The set-up of a text; ``begin`` makes the one of (viewer, seats, rules).

    Raises NotationError (code ``position``) naming the offending word.
    """
    words = text.split(" ")[2:]
    if len(words) != len(FIELDS):
        raise NotationError(f"a {WORD} has the fields {', '.join(FIELDS)}", WORD, "position")
    values = []
    for word, key in zip(words, FIELDS, strict=True):
        if not word.startswith(f"{key}=") or word == f"{key}=":
            raise NotationError(f"{word!r} should be {key}=...", word, "position")
        values.append(word.partition("=")[2])
    everything = values[0] == "all"
    for word, value in zip(words[everything:2], values[everything:2], strict=True):
        if not (value.isascii() and value.isdigit() and value == str(int(value[:9]))):
            wanted = "a number or all" if word is words[0] else "a number"
            raise NotationError(f"{word}: {wanted} was expected", word, "position")
    told = [[] if value == "-" else value.split("+") for value in values[2:]]
    try:
        state = begin(None if everything else int(values[0]), int(values[1]), told[0])
    except SetupError as error:
        raise NotationError(error.message, error.token, "position") from error
    if not isinstance(state, EnteredSetup):
        raise NotationError(f"{WORD}: nothing has to be told before this game begins", WORD, "position")
    for token in told[1]:
        if state.complete:
            raise NotationError(f"{token} in entered: the set-up was complete before it", token, "position")
        try:
            action = state.string_to_action(token)
        except IllegalMove as error:
            message = (
                f"{token} in entered: {error} (if told of other figures: name them by the option Figures)"
            )
            raise NotationError(message, token, "position") from error
        state.apply_action(action)
    if state.complete:
        message = f"{words[3]}: the set-up is complete, which has a text of its own"
        raise NotationError(message, words[3], "position")
    return state
