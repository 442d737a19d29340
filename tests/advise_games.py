"""Whole games at a real table from one seat's side: the lines it would type, and the view it should get."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from protocol.table import reading, telling
from protocol.table.table import Table
from solver.games import GAMES
from solver.games.colt import names as colt_names
from solver.games.colt.entering import car_word
from solver.games.colt.moves import card_word
from solver.games.longhorn import names as longhorn_names
from solver.games.longhorn.notation import counts_text
from solver.rng import Rng


@dataclass(frozen=True)
class Case:
    """A game from the side of one seat: the game's word, how many seats, which, rules, the deal's seed."""

    game: str
    seats: int
    seat: int
    rules: tuple[str, ...] = ()
    seed: int = 1

    def __str__(self) -> str:
        return "-".join([self.game, *self.rules, f"{self.seat}of{self.seats}", str(self.seed)])


CASES = (
    Case("longhorn", 2, 0),
    Case("longhorn", 2, 1, seed=9),
    Case("nimmt", 2, 1, ("round",)),
    Case("nimmt", 4, 0, ("target33",)),
    Case("nimmt", 5, 4, ("round", "small")),
    Case("nimmt", 3, 1, ("target33", "tactical")),
    Case("nimmt", 10, 7, ("round",)),
    Case("heckmeck", 2, 1),
    Case("heckmeck", 4, 2),
    Case("colt", 3, 0),
    Case("colt", 3, 2, seed=4),
    Case("colt", 4, 1, ("expert",)),
    Case("colt", 5, 3, ("horses",)),
    Case("colt", 6, 5, ("stagecoach",)),
    Case("colt", 4, 2, ("stagecoach", "expert"), seed=3),
    Case("colt", 4, 0, ("teams",)),
    Case("colt", 6, 3, ("teams", "stagecoach"), seed=2),
    Case("colt", 2, 0),
    Case("colt", 2, 1, ("stagecoach",), seed=5),
)
#: What else there is: every number of seats, and every rule together with others.
MORE = (
    Case("heckmeck", 3, 0),
    Case("heckmeck", 5, 4, seed=2),
    Case("nimmt", 2, 0, ("round", "tactical"), seed=6),
    Case("nimmt", 10, 9, ("round", "tactical"), seed=3),
    Case("nimmt", 7, 3, ("target66", "small"), seed=2),
    Case("nimmt", 6, 5, ("round", "draft", "small"), seed=4),
    Case("colt", 2, 1, ("expert",), seed=6),
    Case("colt", 2, 0, ("horses",), seed=7),
    Case("colt", 2, 0, ("stagecoach", "expert"), seed=8),
    Case("colt", 3, 1, ("horses", "expert"), seed=2),
    Case("colt", 4, 3, ("teams", "expert"), seed=9),
    Case("colt", 4, 1, ("stagecoach", "teams", "expert"), seed=3),
    Case("colt", 5, 0, ("stagecoach",), seed=4),
    Case("colt", 6, 2, ("teams", "horses"), seed=5),
    Case("colt", 6, 4, (), seed=6),
)


def set_up_words(truth: Table, seat: int) -> list[str]:
    """Lines that the seat types for the set-up on the table, its own cards and the first round's card
    included."""
    fields = truth.state.fields()  # type: ignore[attr-defined]
    if truth.game.name == "longhorn":
        words = []
        for place, cattle, token in zip(fields.places, fields.cattle, fields.tokens, strict=True):
            words += [
                longhorn_names.LOCATIONS[place],
                counts_text(cattle),
                longhorn_names.token_word(token),
            ]
        return words
    if truth.game.name == "nimmt" and not fields.draft:
        return [str(card) for card in (*fields.first, *fields.hands[seat])]
    if truth.game.name == "colt":
        return _colt_words(fields, seat)
    return []


def _colt_words(fields: object, seat: int) -> list[str]:
    words = [colt_names.CHARACTERS[bandit.character] for bandit in fields.bandits]  # type: ignore[attr-defined]
    for car in range(1, fields.last + 1):  # type: ignore[attr-defined]
        words.append(car_word(fields.fresh[car], fields.jewels[2 * car]))  # type: ignore[attr-defined]
    flags = fields.flags  # type: ignore[attr-defined]
    if not flags & colt_names.HORSES:
        first = fields.first  # type: ignore[attr-defined]
        words.append(f"first{0 if first == colt_names.NOTHING else first}")
    crowd = fields.hostages  # type: ignore[attr-defined]
    words += [word for bit, word in enumerate(colt_names.HOSTAGES) if crowd >> bit & 1]
    if not flags & (colt_names.HORSES | colt_names.PAIRS):
        hand = fields.seats[seat].hand  # type: ignore[attr-defined]
        order = range(colt_names.KINDS)
        if flags & colt_names.TEAMS:  # the partner's card is drawn first
            order = [*range(colt_names.SIDE, colt_names.KINDS), *range(colt_names.SIDE)]  # type: ignore[assignment]
        words += [f"card{card_word(kind)}" for kind in order for _ in range(hand[kind])]
        words.append(f"round{colt_names.ROUND_CARDS[fields.card]}")  # type: ignore[attr-defined]
    return words


def deal(case: Case) -> Table:
    """The truth at the real table."""
    return Table.fresh(GAMES[case.game], case.seed, case.seats, case.rules)


def begin(case: Case) -> Table:
    """The adviser's table before anything is told."""
    return Table.entered(GAMES[case.game], case.seat, case.seats, case.rules)


def play_on(truth: Table, rng: Rng, plies: int = 400) -> Iterator[Table]:
    """The truth before each decision of a random game, and at its end."""
    for _ in range(plies):
        yield truth
        if truth.state.is_terminal():
            return
        legal = truth.legal()
        truth.push(legal[rng.below(len(legal))])


class Seat:
    """Sits at the real table and sees what its seat may see: the truth is shown to it event by event."""

    def __init__(self, truth: Table, seat: int) -> None:
        self._truth, self._state = truth, truth.start.clone()
        self._listener = telling._Listener(truth.game, truth.start, seat, 0)
        self._events = 0

    def heard(self, told: int) -> list[str]:
        """The tokens of what it has seen since ``told`` events."""
        for player, action in self._truth.events[self._events :]:
            self._state.apply_action(action, player)
            self._listener.hear(self._state, player, action)
        self._events = len(self._truth.events)
        story = [event for event in self._listener.told if event.who != telling.THEN]
        return [event.token for event in story[told:]]


def typed(table: Table, tokens: list[str]) -> list[str]:
    """The tokens that must be typed: events that nobody at the table can see are left out."""
    copy, words = table.clone(), []
    for token in tokens:
        if token != "x" or len(reading.options(copy)) > 1:
            words.append(token)
        copy.push(token)
    return words
