"""What the registry knows of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Protocol

from solver.encoding import EncodingPlug
from solver.errors import SetupError
from solver.game import State
from solver.games.entered import is_setup
from solver.games.entered import parse as parse_setup
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


class Entrance(Protocol):
    """Begins a game that lies on a real table, as seat ``viewer`` sees it (None: all cards are told, also
    those dealt face down): either what is still to be told (:class:`~solver.games.entered.EnteredSetup`) or,
    where there is nothing to tell, the game itself. Raises SetupError when it cannot be set up like this;
    ``seats`` and ``rules`` are checked as for a dealer."""

    def __call__(
        self, viewer: int | None, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None
    ) -> State: ...


class Speller(Protocol):
    """Reads what people type for one of ``tokens``, which can be entered at ``state``: the token that the
    first words mean and how many of them make it; None where they are none of the game's own spellings.

    Raises :class:`solver.errors.IllegalMove` where they are but cannot be meant there, with the reason in
    words of the table (too few dice, a card that lies elsewhere) and the offending word.
    """

    def __call__(
        self, state: State, words: Sequence[str], tokens: Sequence[str]
    ) -> tuple[str, int] | None: ...


class Player(Protocol):
    """A hand-made player: the action that ``seat`` plays, which sees ``view`` only. ``rng`` breaks ties."""

    def __call__(self, view: State, seat: int, rng: Rng) -> int: ...


class PartsOfMove(Protocol):
    """The parts of a legal action of ``seat`` (CHANCE_PLAYER: of an outcome), in the order in which a person
    composes the move; each made by :func:`solver.jsonview.part`. Within a seat's legal actions no list of
    parts begins with another one."""

    def __call__(self, state: State, action: int, seat: int) -> list[dict[str, Any]]: ...


@dataclass(frozen=True, repr=False)
class Game:
    """A game as the rest of the project sees it.

    ``name``: the word that names the game everywhere; ``aliases``: other names that people type for it, in
    any case and with any signs between the letters (so is ``title``); ``edition``: the first field of its
    position texts; ``changes``: what texts of the editions before it have otherwise, for whoever still holds
    one; ``rules_words``: the words that a set-up may be asked for, with what each means;
    ``foreign_words``: what to say of words for rules of other boxes, which are not played here;
    ``fewer_win``: whether fewer points are better;
    ``default_seed``: what is dealt when no seed is named; ``proof``: makes the plug for the exhaustive
    search, where the game has one; ``encoding``: makes the encoding of positions for learning programs;
    ``greedy``: the game's hand-made player; ``search`` and ``flat``: make the
    game's own search and its own plain player, where the general ones are not the best for it; ``tree``: what
    the general tree search is set to; ``skill_elo``: ratings of Skill 0, 5, 10, 15 and 20, 1000 being that of
    Skill 0, from games between neighbours; empty where none were played.

    For people: ``unseen``: a decision of a seat (None: a chance event) that the view does not see, in a
    phrase; ``aftermath``: what followed by the rules from the last event, which led from the first state to
    the second; ``tally``: how each seat's score comes about, in seat order; ``tie_break``: by what equal
    scores of a finished game were put in order, with what a seat has of it; ``primer``: how the game is
    played, a paragraph a line; ``expects``: what the names of the searches' notes mean, ``{}`` in a phrase
    standing for the number, ``{+}`` for it with its sign, ``{%}`` for it as a percentage; ``seat_names``: the
    game's own names of those who act for the seats, in seat order (None where a seat has several);
    ``round_of``: when it is, in the words of its players (``round 2, trick 3``); ``turn_begins``, of a game
    whose positions do not count: whether the decision that is due begins a turn.

    Beside a real table: ``enter``: begins a game whose set-up is told; ``asks``: what must be told or decided
    next, in words; ``spell``: other spellings of tokens that people use.

    For front ends (:mod:`solver.jsonview`): ``as_json``: the position as data for :mod:`json`, of a truth or
    of a view, in which nothing stands that the viewer does not know; ``move_parts``: a move taken apart;
    ``rules_of``: the rules words in force.
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
    fewer_win: bool = False
    skill_elo: tuple[int, ...] = ()
    changes: str = ""
    rules_words: Mapping[str, str] = field(default_factory=dict)
    foreign_words: Mapping[str, str] = field(default_factory=dict)
    proof: Callable[[], ProofPlug] | None = None
    encoding: Callable[[], EncodingPlug] = EncodingPlug
    greedy: Player | None = None
    search: Callable[[Settings], Search] | None = None
    flat: Callable[[Settings], Search] | None = None
    tree: TreeSettings = field(default_factory=TreeSettings)
    unseen: Callable[[State, int | None], str] | None = None
    aftermath: Callable[[State, State], list[str]] | None = None
    tally: Callable[[State], list[str]] | None = None
    tie_break: Callable[[State, int], str] | None = None
    primer: str = ""
    expects: Mapping[str, str] = field(default_factory=dict)
    seat_names: Callable[[State], list[str] | None] | None = None
    round_of: Callable[[State], str] | None = None
    turn_begins: Callable[[State], bool] | None = None
    enter: Entrance | None = None
    asks: Callable[[State], str] | None = None
    spell: Speller | None = None
    aliases: tuple[str, ...] = ()
    as_json: Callable[[State], dict[str, Any]] | None = None
    move_parts: PartsOfMove | None = None
    rules_of: Callable[[State], Sequence[str]] | None = None

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}, {self.min_seats}-{self.max_seats} seats, {self.edition}>"

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
        seats, words = self._checked(seats, rules)
        return self.deal(seed, seats, words, figures)

    def entered(
        self,
        viewer: int | None,
        seats: int | None = None,
        rules: Sequence[str] = (),
        figures: str | PathLike[str] | None = None,
    ) -> State:
        """A fresh game on a real table, as seat ``viewer`` sees it: what lies there is still to be told.

        With the viewer None everything is told, and the game that follows is the whole truth.

        Raises SetupError as :meth:`initial`; also when the game cannot be begun like this.
        """
        seats, words = self._checked(seats, rules)
        if self.enter is None:
            raise SetupError(f"{self.name} has no set-up that could be told: name a seed", self.name, "rules")
        if viewer is not None and not 0 <= viewer < seats:
            message = f"there is no seat {viewer}, the seats are 0 to {seats - 1}"
            raise SetupError(message, str(viewer), "seats")
        return self.enter(viewer, seats, words, figures)

    def _checked(self, seats: int | None, rules: Sequence[str]) -> tuple[int, tuple[str, ...]]:
        """Seats and rules words of a set-up."""
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
                said = f"{self.name} knows no rules word {word}; known: {known}"
                if word in self.foreign_words:
                    said += f" ({self.foreign_words[word]})"
                raise SetupError(said, word, "rules")
        return seats, tuple(rules)

    def unknown_edition(self, head: str) -> str:
        """What is wrong with a text of this game that begins with ``head``, another edition."""
        said = f"{head} is an edition of {self.name} that is not known here; known is {self.edition}"
        return f"{said}: {self.changes}" if self.changes else said

    def parse(self, text: str, figures: str | PathLike[str] | None = None) -> State:
        """The state of a position text of this game. Raises NotationError (code ``position``)."""
        if is_setup(text):
            return parse_setup(text, lambda viewer, seats, rules: self.entered(viewer, seats, rules, figures))
        return self.read(text, figures)
