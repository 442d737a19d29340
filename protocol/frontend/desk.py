"""Desk: one game in an engine process, with everything that a frontend shows or asks.

    with Desk.start() as desk:
        desk.set_up(Setup("nimmt", seats=3, seed=7))
        while (turn := desk.turn()) != "none":
            seat = turn[0]
            print(desk.board(seat))
            for choice in desk.choices(seat):
                print(choice.token, choice.phrase)
            desk.push(desk.think(seat, Limit(movetime=200)).best.token)
        print(desk.ending())

A call that names a seat never reveals what is hidden from that seat. The desk stores only the set-up and the
moves. The engine derives the position from them (beside a real table, one seat's view of it). Undo replays
all moves except the last ones.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from protocol.base.gameline import worth_of
from protocol.base.wire import OptionValue
from protocol.client import About, Engine, EngineRefused, Info, Limit, Result, Told
from protocol.drawing.draw import NoPicture, draw
from protocol.frontend.names import plain, spelt
from protocol.frontend.verdict import Choice, Refuted, Thought, lines_of, notes_of, telling_apart


def own_command() -> tuple[str, ...]:
    """The command that runs this very package as an engine. A folder ``protocol`` in the current directory,
    as in a checkout that is installed elsewhere, does not stand in for it."""
    here: Path | None = None
    with contextlib.suppress(OSError):  # the directory may be gone
        here = Path.cwd()
    safe = () if here == Path(__file__).resolve().parents[2] else ("-P",)
    return (sys.executable, *safe, "-m", "protocol")


#: Command that starts this project's own engine.
OWN_ENGINE = own_command()
#: Token for whatever the seat of a view does not see.
UNSEEN = "x"
#: Most tokens of a line that are put into words.
LINE_MAX = 12


@dataclass(frozen=True)
class Setup:
    """Choice of a game and of its beginning.

    Without ``start`` the game is a fresh one of ``seats`` seats (None: the usual number) under the rules
    words ``rules``. Its ``seed`` draws all chance to come; with ``seed`` None the set-up is the standard one
    and chance is entered by hand (:meth:`Desk.push`). ``start`` is a position text, either the full position
    or one seat's view; chance is then always entered by hand. ``view``: the seat from which a game on a real
    table is seen; its set-up is entered before the moves. ``figures``: a file of figures that replaces the
    built-in ones.
    """

    game: str
    seats: int | None = None
    rules: tuple[str, ...] = ()
    seed: int | None = None
    start: str | None = None
    figures: str | None = None
    view: int | None = None


@dataclass(frozen=True)
class Ending:
    """End of a game, in seat order: ranks (ties share one), scores, how each score came about, and the value
    of each result from -1 to 1 (joint winners count as one rival of the others)."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    tally: tuple[str, ...]
    returns: tuple[float, ...]

    @property
    def winners(self) -> list[int]:
        """The seats that share the first rank."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == min(self.ranks)]


#: Called with each report of a running search; a true answer stops the search.
Progress = Callable[[Info], object]


#: Line of an engine's help that is followed by the words of a set-up.
RULES_WORDS = "Rules words:"


def paragraphs(lines: Sequence[str]) -> list[str]:
    """The lines of a text under its title, with sentences joined that continue on the next line."""
    out = list(lines[:1])
    for at, line in enumerate(lines[1:], 1):
        goes_on = at > 1 and not out[-1].endswith((".", ":")) and " " not in (out[-1][:1], line[:1])
        if goes_on:
            out[-1] += f" {line}"
        else:
            out.append(line)
    return out


class Desk:
    """Game in an engine. Every method may raise :class:`protocol.client.EngineError`; after a
    :class:`~protocol.client.EngineRefused`, whose ``message`` is for people, nothing has changed."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._setup: Setup | None = None
        self._moves: list[str] = []
        self._about: About | None = None
        self._meanings: dict[str, str] = {}
        self._options: dict[str, OptionValue] = {}
        self._people: tuple[str, ...] = ()

    @classmethod
    def start(
        cls, command: Sequence[str] = OWN_ENGINE, options: dict[str, OptionValue] | None = None
    ) -> Self:
        """A desk with its own engine process."""
        return cls(Engine.start(command, options=options))

    def close(self) -> None:
        """End the engine process."""
        self.engine.quit()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- the game ---------------------------------------------------------------------------------------

    @property
    def games(self) -> list[str]:
        """The games that the engine plays."""
        return list(self.engine.games)

    def about(self, game: str) -> About:
        """Title and seats of a game. It sets up the standard position, so call it before :meth:`set_up`."""
        self._option("UCI_Variant", game)
        return self.engine.about()

    def rules_words(self, game: str) -> dict[str, str]:
        """The rules words of a game with their meanings. Call it before :meth:`set_up`, as :meth:`about`."""
        self._option("UCI_Variant", game)
        return self.engine.rules_words()

    def primer(self, game: str) -> list[str]:
        """An explanation of how a game is played, one paragraph a line, without the words of its set-up."""
        lines = self.engine.help(game)
        end = lines.index(RULES_WORDS) if RULES_WORDS in lines else len(lines)
        return paragraphs(lines[:end])

    def set_up(self, setup: Setup, moves: Sequence[str] = ()) -> None:
        """Begin a game and play ``moves``.

        Raises:
            EngineRefused: the game is unknown, cannot begin like this, or a move is illegal.
            ValueError: the engine does not play this game.
        """
        self._option("UCI_Variant", setup.game)
        if "Figures" in self.engine.options:
            self._option("Figures", setup.figures or "")
        self.call(self._people)
        previous = self._setup, self._moves
        self._setup, self._moves = setup, []
        try:
            self._send(list(moves))
        except EngineRefused:
            self._setup, self._moves = previous
            raise
        self._moves = list(moves)
        self._about = self.engine.about()
        self._meanings = self.engine.meanings()

    def call(self, people: Sequence[str]) -> None:
        """Set the names of the people in seat order. A seat without a name is called by its number, from 1.
        All later texts use these names."""
        self._people = tuple(people)
        if "Names" in self.engine.options:
            self._option("Names", ",".join(map(plain, self._people)).rstrip(",") or "seat 1")

    def names(self) -> list[str]:
        """The current names of the seats in seat order: people's names, or the game's own names for its
        actors."""
        if "Names" not in self.engine.options:  # a foreign engine
            return [f"seat {seat}" for seat in range(self.seats)]
        return [self._spelt(name) for name in self.engine.names()]

    def _spelt(self, text: str) -> str:
        """A text from the engine with names in their original spelling, accents included."""
        return spelt(text, self._people)

    def _retold(self, story: Sequence[Told]) -> list[Told]:
        names = self.names()
        return [
            replace(
                told,
                phrase=self._spelt(told.phrase),
                name="" if told.seat is None or told.seat >= len(names) else names[told.seat],
            )
            for told in story
        ]

    def _option(self, name: str, value: OptionValue) -> None:
        if self._options.get(name) != value:
            self.engine.set_option(name, value)
            self._options[name] = value

    def _send(self, moves: Sequence[str]) -> None:
        """Send the engine the set-up with ``moves`` played."""
        setup = self.setup
        if setup.start is not None:
            self.engine.position(setup.start, moves=moves)
        else:
            self.engine.position(
                seed=setup.seed, seats=setup.seats, rules=setup.rules, moves=moves, view=setup.view
            )

    @property
    def setup(self) -> Setup:
        """The set-up of the game."""
        if self._setup is None:
            raise ValueError("no game is set up")
        return self._setup

    @property
    def title(self) -> str:
        """The game's title."""
        return self._about.title if self._about is not None else self.setup.game

    @property
    def edition(self) -> str:
        """The game's edition, as in position texts."""
        return self.engine.games[self.setup.game]

    @property
    def seats(self) -> int:
        """The number of seats."""
        if self.setup.start is None and self.setup.seats is not None:
            return self.setup.seats
        if self.setup.start is None and self._about is not None:
            return self._about.usual
        return len(self.engine.tally())

    @property
    def moves(self) -> tuple[str, ...]:
        """The entries since the set-up: decisions, and chance if it is entered by hand."""
        return tuple(self._moves)

    # --- playing ----------------------------------------------------------------------------------------

    def turn(self) -> list[int] | str:
        """The seats that owe a decision, or ``"chance"`` when an outcome must be entered, or ``"none"`` at
        the end."""
        return self.engine.turn()

    def over(self) -> bool:
        """Whether the game has ended."""
        return self.engine.game_over()

    def choices(self, seat: int | None = None) -> list[Choice]:
        """The legal moves of a seat (default: the first that owes a decision) in words, as that seat sees
        them; when chance is due, its outcomes with their odds. On a view, the unseen is :data:`UNSEEN`."""
        words = self.engine.words(seat)
        odds = self.engine.chance() if seat is None else {}
        return [Choice(token, self._spelt(phrase), odds.get(token)) for token, phrase in words.items()]

    def asks(self) -> str:
        """The next entry or decision that is due, in words."""
        return self._spelt(self.engine.asks())

    def read(self, text: str) -> list[str]:
        """The tokens that typed text means; entries with a single possible value are filled in.

        Raises:
            EngineRefused: a word fits nothing here, or more than one thing.
        """
        return self.engine.read(text)

    def enter(self, tokens: Sequence[str]) -> None:
        """Enter several moves or outcomes, either all of them or none.

        Raises:
            EngineRefused: one of them is illegal at its place.
        """
        self._send([*self._moves, *tokens])
        self._moves += tokens

    def push(self, token: str) -> None:
        """Enter a move of the first seat that owes a decision, or an outcome of chance.

        Raises:
            EngineRefused: it is illegal here.
        """
        self._send([*self._moves, token])
        self._moves.append(token)

    def undo(self, count: int = 1) -> list[str]:
        """Take back the last ``count`` entries, or all if there are fewer. Returns the entries taken back."""
        keep = len(self._moves) - min(count, len(self._moves))
        self._send(self._moves[:keep])
        taken, self._moves = self._moves[keep:], self._moves[:keep]
        return taken

    def replace_moves(self, moves: Sequence[str]) -> None:
        """Replace all entered moves by others, for example to correct an old slip.

        Raises:
            EngineRefused: one of them is illegal; the game is unchanged.
        """
        self._send(list(moves))
        self._moves = list(moves)

    # --- showing ----------------------------------------------------------------------------------------

    def text(self) -> str:
        """The position text of all that the desk knows: the full position, or the given view."""
        return self.engine.text()

    def view(self, seat: int) -> str:
        """The position text of a seat's view."""
        return self.engine.view(seat)

    def board(self, seat: int | None = None, color: bool = False) -> str:
        """The picture for people, at most 80 columns wide: a seat's view, or all that the desk knows."""
        return self._spelt(self.engine.board(seat, color))

    def picture(self, seat: int | None = None) -> str:
        """The board as SVG without a style of its own, as a seat sees it; empty where the engine answers no
        ``query json`` or the game has no picture."""
        try:
            return draw(self.engine.json(seat), seat=seat, theme="light", standalone=False)
        except (EngineRefused, NoPicture):
            return ""

    def round(self) -> str:
        """The current round or the like, in the game's own terms; empty if the engine does not report it."""
        try:
            return self.engine.round()
        except EngineRefused:  # a foreign engine without this query
            return ""

    def story(self, seat: int | None = None, first: int = 0) -> list[Told]:
        """The events since the set-up, in words, as a seat saw them, without the first ``first`` events.
        Without a seat: all that the desk knows. ``follows`` marks consequences of the rules."""
        return self._retold(self.engine.story(seat, first))

    def events(self, seat: int | None = None) -> int:
        """The number of events in a seat's story."""
        return sum(not told.follows for told in self.story(seat))

    def tally(self, seat: int | None = None) -> list[str]:
        """Parts of each seat's current score, in seat order, from the knowledge of ``seat``."""
        return [self._spelt(text) for text in self.engine.tally(seat)]

    def ending(self) -> Ending:
        """Ranks and scores of a finished game.

        Raises:
            EngineRefused: the game is not over.
        """
        ranks, scores = self.engine.outcome()
        try:
            worth = self.engine.returns()
        except EngineRefused:  # a foreign engine without this query
            worth = worth_of(ranks)
        return Ending(tuple(ranks), tuple(scores), tuple(self.tally()), tuple(worth))

    # --- thinking ---------------------------------------------------------------------------------------

    def think(
        self,
        seat: int,
        limit: Limit,
        *,
        lines: int = 1,
        skill: int | None = None,
        search: str | None = None,
        seed: int | None = None,
        moves: Sequence[str] = (),
        progress: Progress | None = None,
        hurry: bool = False,
        teach: bool = False,
    ) -> Thought:
        """Search for the best move of ``seat``, which owes a decision, using only that seat's knowledge.

        ``lines``: the number of moves to value; ``skill``, ``search``, ``seed``: the engine's options Skill
        (None: the greatest), Search and Seed; ``moves``: the only moves to consider. A true answer of
        ``progress`` ends the search early. Ctrl-C does too and is raised again when the engine has stopped;
        with ``hurry`` it only makes the search return its current result. ``teach``: explain solved
        positions.

        Raises:
            EngineError: the engine failed. The position is unchanged.
        """
        options = self.engine.options
        for name, value in (("MultiPV", lines), ("UCI_ShowWDL", True)):
            if name in options:
                self._option(name, value)
        if "Skill" in options:
            self._option("Skill", options["Skill"].high if skill is None else skill)
        if "Search" in options:
            self._option("Search", options["Search"].default if search is None else search)
        if "Teach" in options:
            self._option("Teach", teach)
        if seed is not None:
            self._option("Seed", seed)
        if self.engine.can_push:  # it looks from the seat by itself, and tells lines so
            return self._asked(seat, seat, limit, moves, progress, hurry)
        view = self.view(seat)
        try:
            self.engine.position(view)
            return self._asked(seat, None, limit, moves, progress, hurry)
        finally:
            self._send(self._moves)

    def _asked(
        self,
        seat: int,
        looking: int | None,
        limit: Limit,
        moves: Sequence[str],
        progress: Progress | None,
        hurry: bool,
    ) -> Thought:
        """The search at the engine's position, and its lines in words as ``looking`` sees them (None: as the
        position has them)."""
        words = {token: self._spelt(text) for token, text in self.engine.words(seat).items()}
        result = self._search(seat, limit, moves, progress, hurry)
        return self._thought(seat, looking, result, words)

    def _search(
        self, seat: int, limit: Limit, moves: Sequence[str], progress: Progress | None, hurry: bool
    ) -> Result:
        seconds = limit.seconds()
        try:
            running = self.engine.analyse(limit, seat=seat, moves=moves)
            try:
                for info in running:
                    if progress is not None and progress(info):
                        running.stop()
                        break
            except KeyboardInterrupt:
                if not hurry:
                    raise
                running.stop()
            return running.result(None if seconds is None else seconds + 5)
        except BaseException:
            with contextlib.suppress(Exception):
                self.engine.halt()
            raise

    def _thought(self, seat: int, looking: int | None, result: Result, words: dict[str, str]) -> Thought:
        lines = [
            replace(line, then=self._then(line.pv, looking))
            for line in lines_of(result, seat, self.seats, words, self._meanings)
        ]
        best = Choice(result.move, words.get(result.move, result.move)) if result.move else None
        told = result.best
        return Thought(
            best,
            tuple(telling_apart(lines)),
            result.reason,
            0 if told is None else told.nodes,
            0.0 if told is None else told.time / 1000,
            notes_of(result),
            result.lesson,
            {
                token: Refuted(told.value, told.plies, self._then((token, *told.line), looking)[1:])
                for token, told in result.refuted.items()
            },
        )

    def _then(self, moves: Sequence[str], looking: int | None) -> tuple[Told, ...]:
        try:
            return tuple(self._retold(self.engine.line(moves[:LINE_MAX], looking)))
        except EngineRefused:
            return ()
