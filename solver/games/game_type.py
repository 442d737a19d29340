"""What the registry knows of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Protocol

from solver.errors import SetupError
from solver.game import State
from solver.reports import Settings
from solver.rng import Rng
from solver.search.face import Search
from solver.search.ismcts.settings import TreeSettings
from solver.search.proof import ProofPlug


class Dealer(Protocol):
    """Deals a game: all arguments are checked already."""

    def __call__(
        self, seed: int, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None
    ) -> State: ...


class Parser(Protocol):
    """Reads a position text of one game; raises NotationError naming the offending word."""

    def __call__(self, text: str, figures: str | PathLike[str] | None) -> State: ...


class Player(Protocol):
    """A hand-made player: the action that ``seat`` plays, which sees ``view`` only. ``rng`` breaks ties."""

    def __call__(self, view: State, seat: int, rng: Rng) -> int: ...


@dataclass(frozen=True)
class Game:
    """A game as the rest of the project sees it.

    ``name``: the word that names the game everywhere; ``edition``: the first field of its position texts;
    ``rules_words``: the words that a set-up may be asked for, with what each means; ``default_seed``: what is
    dealt when no seed is named; ``proof``: makes the plug for the exhaustive search, where the game has one;
    ``greedy``: the game's hand-made player; ``search`` and ``flat``: make the game's own search and its own
    plain player, where the general ones are not the best for it; ``tree``: what the general tree search is
    set to.

    For people: ``unseen``: a decision of a seat (None: a chance event) that the view does not see, in a
    phrase; ``aftermath``: what followed by the rules from the last event, which led from the first state to
    the second; ``tally``: how each seat's score comes about, in seat order; ``primer``: how the game is
    played, a paragraph a line; ``expects``: what the names of the searches' notes mean, ``{}`` in a phrase
    standing for the number, ``{+}`` for it with its sign, ``{%}`` for it as a percentage.
    """

    name: str
    title: str
    edition: str
    min_seats: int
    max_seats: int
    default_seats: int
    deal: Dealer
    read: Parser
    default_seed: int = 1
    rules_words: Mapping[str, str] = field(default_factory=dict)
    proof: Callable[[], ProofPlug] | None = None
    greedy: Player | None = None
    search: Callable[[Settings], Search] | None = None
    flat: Callable[[Settings], Search] | None = None
    tree: TreeSettings = field(default_factory=TreeSettings)
    unseen: Callable[[State, int | None], str] | None = None
    aftermath: Callable[[State, State], list[str]] | None = None
    tally: Callable[[State], list[str]] | None = None
    primer: str = ""
    expects: Mapping[str, str] = field(default_factory=dict)

    def initial(
        self,
        seed: int,
        seats: int | None = None,
        rules: Sequence[str] = (),
        figures: str | PathLike[str] | None = None,
    ) -> State:
        """A fresh game.

        Raises SetupError naming the wrong word, with code ``seed``, ``seats``, ``rules`` or ``figures``.
        """
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 64:
            raise SetupError(f"a seed is a whole number of 0 to 2^64-1, not {seed}", str(seed), "seed")
        if seats is None:
            seats = self.default_seats
        if not self.min_seats <= seats <= self.max_seats:
            span = str(self.min_seats)
            if self.max_seats != self.min_seats:
                span += f" to {self.max_seats}"
            raise SetupError(f"{self.name} is played by {span} seats, not {seats}", str(seats), "seats")
        for word in rules:
            if word not in self.rules_words:
                known = ", ".join(self.rules_words) or "none"
                raise SetupError(f"{self.name} knows no rules word {word}; known: {known}", word, "rules")
        return self.deal(seed, seats, tuple(rules), figures)

    def parse(self, text: str, figures: str | PathLike[str] | None = None) -> State:
        """The state of a position text of this game. Raises NotationError (code ``position``)."""
        return self.read(text, figures)
