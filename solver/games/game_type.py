"""Types of a registry entry: `Game` and the signatures of its functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

from solver.certificate.walk import VerifyPlug
from solver.encoding import EncodingPlug
from solver.errors import SetupError
from solver.game import State
from solver.games.entered import is_setup
from solver.games.entered import parse as parse_setup
from solver.model import ModelPlug
from solver.reports import Settings
from solver.rng import Rng
from solver.search.face import Search
from solver.search.ismcts.settings import TreeSettings
from solver.search.proof import ProofPlug

if TYPE_CHECKING:
    from solver.luck import Odds, Value


class Dealer(Protocol):
    """Deals a game from checked arguments."""

    def __call__(
        self, seed: int, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None
    ) -> State: ...


class Parser(Protocol):
    """Reads a position text of one game; raises NotationError naming the offending word."""

    def __call__(self, text: str, figures: str | PathLike[str] | None) -> State: ...


class Entrance(Protocol):
    """Begins a game on a real table, as seat ``viewer`` sees it.

    Without a viewer (None) all cards are entered, also those dealt face down.

    The result is an :class:`~solver.games.entered.EnteredSetup` while there is something to enter, otherwise
    the game's first position. ``seats`` and ``rules`` are checked as for a dealer. Raises SetupError for a
    set-up that is impossible with them.
    """

    def __call__(
        self, viewer: int | None, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None
    ) -> State: ...


class Speller(Protocol):
    """Reads a game's own spellings of ``tokens``, the entries possible at ``state``.

    Returns the token meant by the first of ``words`` and the number of words that it takes, or None if they
    are none of the game's spellings. Raises :class:`solver.errors.IllegalMove` for a spelling that is
    impossible at ``state``, with the reason in words of the table (too few dice, a card that lies elsewhere)
    and the offending word.
    """

    def __call__(
        self, state: State, words: Sequence[str], tokens: Sequence[str]
    ) -> tuple[str, int] | None: ...


class Player(Protocol):
    """A hand-made player: the action of ``seat``, from its ``view`` alone. ``rng`` breaks ties."""

    def __call__(self, view: State, seat: int, rng: Rng) -> int: ...


class PartsOfMove(Protocol):
    """The parts of a legal action of ``seat`` (CHANCE_PLAYER: of an outcome), in the order in which a person
    composes the move. Each is made by :func:`solver.jsonview.part`. Among a seat's legal actions no list of
    parts is the beginning of another one."""

    def __call__(self, state: State, action: int, seat: int) -> list[dict[str, Any]]: ...


@dataclass(frozen=True, repr=False)
class Game:
    """Registry entry of a game.

    Identity: ``name``: the word for the game in commands and texts; ``title``: its name for people;
    ``aliases``: other names that people type, read like ``title`` whatever the case and the signs between
    letters; ``edition``: the first field of position texts; ``changes``: differences from earlier editions,
    for the error on their texts; ``fewer_win``: whether fewer points are better.

    Set-up: ``deal``, ``read``; ``default_seed``: the seed of a deal without one; ``rules_words``: the words
    that choose a variant, with their meanings; ``foreign_words``: answers to words for rules of other boxes,
    which are not played here.

    Players: ``greedy``: the hand-made player; ``tree``: settings of the general tree search; ``search``,
    ``flat``: makers of the game's own search and plain player, where the general ones are not the best;
    ``proof``: maker of the plug for the exhaustive search; ``verify``: maker of the plug for the verifier of
    its certificates, which has one where the search has; ``model``: loads a learnt model of
    the players from a file (None: the packaged weights), or gives None where there are no weights;
    ``skill_elo``: ratings of Skill 0, 5, 10, 15 and 20 from games between neighbours, 1000 being that of
    Skill 0; empty if not measured.

    Words for people:

    - ``primer``: the rules in short, a paragraph a line;
    - ``unseen``: phrase for a decision of a seat (None: a chance event) that the view does not see;
    - ``aftermath``: consequences by the rules of the last event, which led from the first state to the
      second;
    - ``tally``: the make-up of each seat's score, in seat order;
    - ``tie_break``: the tie-break for equal final scores, with the seat's amount of it;
    - ``expects``: meanings of the names in searches' notes; in a phrase ``{}`` stands for the number, ``{+}``
      for the number with its sign, ``{%}`` for a percentage;
    - ``seat_names``: names of the characters that act for the seats, in seat order; None if a seat has
      several;
    - ``round_of``: the time in the game in players' words (``round 2, trick 3``);
    - ``turn_begins``: whether the pending decision begins a turn, for games whose positions do not count.

    Beside a real table: ``enter``: begins a game whose set-up is entered; ``asks``: the next thing to enter
    or decide, in words; ``spell``: other spellings of tokens.

    For front ends (:mod:`solver.jsonview`): ``as_json``: the position as data for :mod:`json`; for a view it
    holds only the knowledge of the viewer; ``move_parts``: the parts of a move; ``rules_of``: the rules words
    in force. For learning programs: ``encoding``: maker of the encoding of positions.

    For luck-adjusted results (:mod:`solver.luck`): ``value``: maker of the value function, the general one if
    None; ``greedy_odds``: the odds of the hand-made player's choices, None if they are not known.
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
    verify: Callable[[], VerifyPlug] | None = None
    encoding: Callable[[], EncodingPlug] = EncodingPlug
    model: Callable[[str | None], ModelPlug | None] | None = None
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
    value: Callable[[], Value] | None = None
    greedy_odds: Odds | None = None

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
        if viewer is not None and not (isinstance(viewer, SupportsIndex) and 0 <= viewer < seats):
            message = f"there is no seat {viewer!r}, the seats are 0 to {seats - 1}"
            raise SetupError(message, str(viewer), "seats")
        return self.enter(viewer, seats, words, figures)

    def _checked(self, seats: int | None, rules: Sequence[str]) -> tuple[int, tuple[str, ...]]:
        """Seats and rules words of a set-up."""
        if seats is None:
            seats = self.default_seats
        if not isinstance(seats, SupportsIndex) or not self.min_seats <= seats <= self.max_seats:
            span = str(self.min_seats)
            if self.max_seats != self.min_seats:
                span += f" to {self.max_seats}"
            raise SetupError(f"{self.name} is played by {span} seats, not {seats!r}", str(seats), "seats")
        for word in rules:
            if word not in self.rules_words:
                known = ", ".join(self.rules_words) or "none"
                said = f"{self.name} knows no rules word {word}; known: {known}"
                if word in self.foreign_words:
                    said += f" ({self.foreign_words[word]})"
                raise SetupError(said, word, "rules")
        return seats, tuple(rules)

    def unknown_edition(self, head: str) -> str:
        """The fault of a text of this game that begins with ``head``, another edition."""
        said = f"{head} is an edition of {self.name} that is not known here; known is {self.edition}"
        return f"{said}: {self.changes}" if self.changes else said

    def parse(self, text: str, figures: str | PathLike[str] | None = None) -> State:
        """The state of a position text of this game. Raises NotationError (code ``position``)."""
        if is_setup(text):
            return parse_setup(text, lambda viewer, seats, rules: self.entered(viewer, seats, rules, figures))
        return self.read(text, figures)
