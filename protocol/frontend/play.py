"""A game against the engine, or among people, at one terminal."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from protocol.client import EngineError, EngineRefused, Info, Limit
from protocol.frontend import kept
from protocol.frontend import record as games
from protocol.frontend.desk import Choice, Desk, Line, Setup, value_of
from protocol.frontend.kept import GameFile
from protocol.frontend.layout import BOARD, beside, last, stacked, who_sits, wrapped
from protocol.frontend.levels import LEVELS, Level
from protocol.frontend.menu import Unclear, fitted, listing, numbered, pick, quoted, whole
from protocol.frontend.names import seated
from protocol.frontend.narrator import sentences
from protocol.frontend.resume import choose, opened
from protocol.frontend.terminal import WIDE, Resized, Terminal

#: The player that is no engine, in seats and in files.
HUMAN = "human"
#: Commands at the prompt, with what each does.
COMMANDS = {
    "help": "this list",
    "rules": "how the game is played, in short",
    "moves": "all moves with their words",
    "hint": "what the engine would play, and why; hint 5 thinks five seconds",
    "story": "what happened since your last move; story all: from the beginning",
    "table": "the table again, all of it",
    "scores": "how the score stands, and how it comes about",
    "undo": "take your last move back, and all that came after it; undo 3 your last three",
    "redo": "play again what undo took back",
    "save": "keep the game in a file of your own: save FILE",
    "resume": "go on with another game: resume FILE; without one those kept are listed",
    "swap": "change places with another seat: swap 2, or by its name",
    "level": "how strong a seat's engine plays: level 2 expert",
    "resign": "give the game up",
    "quit": "leave; the game is kept and can be resumed",
}
#: Other words for some of them. A move that is called so goes before a command.
ALIASES = {"?": "help", "why": "hint", "board": "table", "exit": "quit", "q": "quit"}
#: Those after which the table looks different.
REDRAWING = ("table", "undo", "redo", "resume", "swap", "level")
#: Who is asked where chance is entered by hand.
CHANCE = "chance"
#: Milliseconds of a hint, the seconds that can be asked for, and how many moves it compares.
HINT_MS = 2000
HINT_MAX = 3600
HINT_LINES = 3
#: Outcomes of chance that are listed and have numbers; of more only what came is asked.
OUTCOMES_MAX = 12
#: Lines of news where nothing is redrawn.
PLAIN_NEWS = 40
#: Lines of news at the end, at least.
END_NEWS = 3


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person, or the engine at a level, with ``movetime`` in place of the level's own."""

    level: Level | None = None
    movetime: int | None = None

    @property
    def human(self) -> bool:
        """Whether a person sits there."""
        return self.level is None

    @property
    def limit(self) -> Limit:
        """What the engine may use for a move."""
        assert self.level is not None
        return Limit(movetime=self.movetime or self.level.movetime)

    def text(self) -> str:
        """As in files: ``human``, ``engine:level=club,movetime=500``."""
        if self.level is None:
            return HUMAN
        strength = f"level={self.level.name}" if self.level.name in LEVELS else f"skill={self.level.skill}"
        return f"engine:{strength},movetime={self.limit.movetime}"

    @property
    def name(self) -> str:
        """For people."""
        return HUMAN if self.level is None else f"engine ({self.level.name})"


def read_seat(text: str, level: Level, movetime: int | None) -> Seat:
    """The seat that a word names: ``human``, ``engine``, a level, or what :meth:`Seat.text` wrote.

    Raises:
        ValueError: it names none.
    """
    word, _, settings = text.strip().partition(":")
    if word in (HUMAN, "h"):
        return Seat()
    if word in LEVELS:
        return Seat(LEVELS[word], movetime)
    if word not in ("engine", "e"):
        raise ValueError(f"'{text}' is no player: say human, engine or one of {', '.join(LEVELS)}")
    for part in filter(None, settings.split(",")):
        name, _, value = part.partition("=")
        if name == "level" and value in LEVELS:
            level = LEVELS[value]
        elif name == "skill" and (skill := whole(value)) is not None and skill <= 20:
            level = replace(LEVELS["full"], name=f"skill{skill}", skill=skill)
        elif name == "movetime" and (ms := whole(value)):
            movetime = ms
        else:
            expected = f"level={'|'.join(LEVELS)}, skill=0 to 20 or movetime=MS"
            raise ValueError(f"'{part}' in '{text}': expected {expected}")
    return Seat(level, movetime)


class Leave(Exception):
    """The player leaves; the game is kept."""


class Play:
    """One game at a terminal, from wherever ``game`` stands to its end. Every entry is kept in ``file``."""

    def __init__(
        self,
        desk: Desk,
        terminal: Terminal,
        game: games.Game,
        seats: Sequence[Seat],
        file: GameFile,
        engine_seed: int | None = None,
        people: Sequence[str] = (),
    ) -> None:
        self.desk, self.terminal, self.file = desk, terminal, file
        self.game = game
        self.seats = list(seats)
        #: What the people were called, in the order in which they were named; and by seat.
        self._named = list(people)
        self._people = self._call()
        self._engine_seed = engine_seed
        #: Events that each seat has been told, and whose eyes are on the screen.
        self._told = [0] * len(seats)
        #: Events that each seat's story had when who sits there sat down.
        self._sat = [0] * len(seats)
        self._viewer: int | None = None
        self._message = ["New to the game? Type rules. For the commands: help."]
        self._interrupted = False
        self._save_failed = False
        #: The moves that each undo took back since the last move.
        self._undone: list[tuple[tuple[int, str, float | None], ...]] = []
        #: What was typed on a page of its own and not at the prompt.
        self._ahead = ""
        #: Whether the table as it stands has been shown: plain lines do not repeat it; and whether it is the
        #: last thing shown, so that Enter alone can mean the only move.
        self._shown = False
        self._offered = False
        #: Whether any page has been drawn.
        self._seen = False
        #: Whether the page did not show all of the board, the message on it, and what was typed below it when
        #: the terminal changed its size.
        self._cut = False
        self._said: list[str] = []
        self._draft = ""
        self._remember()

    # --- the course of the game -------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the end or until the player leaves; returns the exit code (130 after Ctrl-C)."""
        try:
            self._save()
            while True:
                turn = self.desk.turn()
                if turn == "none" or self.game.over:
                    self._finish()
                    if not self._again():
                        return 0
                    continue
                try:
                    if turn == "chance":
                        self._enter_chance()
                    elif self.seats[turn[0]].human:  # type: ignore[index]
                        self._ask(int(turn[0]))
                    else:
                        self._let_think(int(turn[0]))
                except KeyboardInterrupt:
                    if self._interrupted:
                        return self._leave(130)
                    self._interrupted = True
                    self._message = ["Ctrl-C: once more leaves the game (it is kept); anything else goes on"]
        except (EOFError, Leave):
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(130)

    def _leave(self, code: int) -> int:
        self.terminal.quiet()
        if not self.file.made and not self._save_failed:
            self.terminal.say("Nothing was played, so nothing is kept.")
        elif not self._save_failed:
            self.terminal.say(f"The game is kept in {self.file.path}.")
            self.terminal.say(f"Go on with: herdmind play --resume {self.file.word}")
        return code

    def _enter(self, seat: int, token: str, ms: float | None) -> None:
        """Make an entry and keep it."""
        self.desk.push(token)
        self._undone = []
        self._shown = False
        self.game = replace(
            self.game,
            moves=(*self.game.moves, (seat, token, ms)),
            seconds=self.game.seconds + (ms or 0.0) / 1000,
        )
        self._save()

    def _save(self) -> None:
        self.game = games.seated(
            self.game,
            names=tuple(
                person or f"seat {number}: {seat.name}"
                for number, (seat, person) in enumerate(zip(self.seats, self._people, strict=True), 1)
            ),
            players=tuple(seat.text() for seat in self.seats),
        )
        if not (self.file.made or self.game.over or self._begun()):
            return
        before = self.file.path
        try:
            self.file.write(self.game)
            if before is not None and self.file.path != before:
                self._message.append(f"{before} goes on elsewhere, so this game is kept as {self.file.word}")
            self._save_failed = False
        except OSError as error:
            if not self._save_failed:
                where = self.file.path or error.filename
                self._message.append(f"the game cannot be kept in {where}: {error.strerror}; save FILE")
            self._save_failed = True

    def _begun(self) -> bool:
        """Whether a person has entered anything; where nobody plays, whether the engine has."""
        people = {number for number, seat in enumerate(self.seats) if seat.human} | {games.CHANCE}
        return any(mover in people or len(people) == 1 for mover, _, _ in self.game.moves)

    def _finish(self) -> None:
        """The end: the table open, who won, and how the scores came about."""
        if not self.game.over:
            ending = self.desk.ending()
            self.game = replace(
                self.game,
                ending=games.NORMAL,
                ranks=ending.ranks,
                scores=ending.scores,
                returns=ending.returns,
            )
            self._save()
        self._show_end()

    def _again(self) -> bool:
        """Ask for another game; it begins with the same seats, a new deal and a file of its own."""
        if not self.terminal.live or not any(seat.human for seat in self.seats):
            return False
        try:
            answer = self.terminal.ask("Another game with a new deal? Enter: yes, n: no ")
        except (EOFError, KeyboardInterrupt):
            return False
        if answer.lower() not in ("", "y", "yes"):
            return False
        deal, start, setup = self.game.deal, self.game.start, self.desk.setup
        seed = random.SystemRandom().randrange(1, 2**31)
        if start is not None:  # chance comes by hand after a deal of its own
            self.desk.set_up(Setup(setup.game, len(self.seats), setup.rules, seed, figures=setup.figures))
            start = self.desk.text()
        deal = None if deal is None else seed
        self.desk.set_up(replace(setup, start=start, seed=None if start is not None else deal))
        self.game = games.Game(
            edition=self.game.edition,
            deal=deal,
            rules=self.game.rules,
            names=(),
            players=(),
            start=start,
            figures=self.game.figures,
            extra={"begun": kept.now()},
        )
        self.file = GameFile()
        self._told = [0] * len(self.seats)
        self._sat = [0] * len(self.seats)
        self._viewer, self._undone, self._message = None, [], []
        self._shown = self._seen = self._interrupted = False
        self._save()
        return True

    def _remember(self) -> None:
        """What each seat has been told when it made its last move: of a game that goes on, or after undo."""
        tokens = self.game.tokens
        try:
            for seat in range(len(self.seats)):
                own = [at for at, (mover, _, _) in enumerate(self.game.moves) if mover == seat]
                self._told[seat] = 0
                if own:
                    self.desk.replace_moves(tokens[: own[-1]])
                    self._told[seat] = self.desk.events(seat)
        finally:
            self.desk.replace_moves(tokens)

    def _call(self) -> list[str]:
        """Call those who sit there by their names, those of engines by their numbers; the names by seat."""
        names = list(seated(self._named, [seat.human for seat in self.seats]))
        self.desk.call(names)
        return names

    def _title(self, seat: int) -> str:
        """What a seat is called."""
        return self.desk.names()[seat]

    # --- the engine's turn ------------------------------------------------------------------------------

    def _let_think(self, seat: int) -> None:
        chair = self.seats[seat]
        assert chair.level is not None
        if all(other.human is False for other in self.seats):
            self._draw(None, [])
        elif self.terminal.live and not self._seen:
            # who waits for the engine's first move has something to look at
            self._draw(self._only_human(), [])
            self._message = self._said
        choices = self.desk.choices(seat)
        begin = time.monotonic()
        if len(choices) == 1:
            self._enter(seat, choices[0].token, None)
            return

        title = self._title(seat)

        def progress(info: Info) -> None:
            self.terminal.status(
                f"{title}, {chair.name}, thinks: {time.monotonic() - begin:.1f} s, {info.nodes:,} nodes"
                "   (Ctrl-C: move now)"
            )

        self.terminal.status(f"{title}, {chair.name}, thinks")
        seed = None if self._engine_seed is None else (self._engine_seed + len(self.game.moves)) % 2**31
        thought = self.desk.think(
            seat, chair.limit, skill=chair.level.skill, seed=seed, progress=progress, hurry=True
        )
        self.terminal.quiet()
        best = thought.best or choices[0]
        self._enter(seat, best.token, (time.monotonic() - begin) * 1000)

    # --- chance entered by hand -------------------------------------------------------------------------

    def _enter_chance(self) -> None:
        choices = self.desk.choices()
        if len(choices) == 1:
            self._enter(games.CHANCE, choices[0].token, None)
            return
        viewer = self._only_human()
        asked = self.desk.asks()
        if not any(asked in line for line in self._message):
            self._message = [*self._message, f"Enter what came: {asked}"]
        self._draw(viewer, choices if len(choices) <= OUTCOMES_MAX else (), "What may come")
        choice = self._prompt(CHANCE, choices, viewer)
        if choice is not None:
            self._enter(games.CHANCE, choice.token, None)

    # --- a person's turn --------------------------------------------------------------------------------

    def _only_human(self) -> int | None:
        humans = [number for number, seat in enumerate(self.seats) if seat.human]
        return humans[0] if len(humans) == 1 else None

    def _hides(self, seat: int) -> bool:
        """Whether this seat sees less than everything."""
        return self.desk.view(seat) != self.desk.text()

    def _change_hands(self, seat: int) -> None:
        """Nobody sees another one's hand: a curtain before the screen becomes another person's."""
        if self._only_human() is None and self._viewer != seat and self._hides(seat):
            self._viewer = None
            title = capital(self._title(seat))
            self.terminal.curtain(f"{title} is next: nobody else may look. {title}, press Enter ")
        self._viewer = seat

    def _ask(self, seat: int) -> None:
        self._change_hands(seat)
        choices = self.desk.choices(seat)
        begin = time.monotonic()
        title = self._title(seat)
        self._draw(seat, choices, f"{capital(title)}, your move")
        choice = self._prompt(title, choices, seat)
        if choice is not None:
            self._told[seat] = self.desk.events(seat)
            self._enter(seat, choice.token, (time.monotonic() - begin) * 1000)

    def _prompt(self, who: str, choices: Sequence[Choice], seat: int | None) -> Choice | None:
        """The move that the player names; None when a command was carried out instead."""
        words = [(choice.token, choice.phrase) for choice in choices] + list(COMMANDS.items())

        tokens = [choice.token for choice in choices]
        asked = self.desk.asks() if who == CHANCE else None

        def meaning(text: str) -> str:
            if not text.strip():
                if asked is not None:
                    return f"{asked} | help undo quit"
                what = "number, token or words" if numbered(choices) else "a move"
                only = f"Enter plays {choices[0].token}" if len(choices) == 1 else f"{what}; Tab completes"
                return f"{only} | help rules hint story undo quit"
            command = command_of(text, tokens)
            if command is not None:
                return COMMANDS[command]
            try:
                return pick(choices, text).phrase
            except Unclear as problem:
                return asked or str(problem)

        typed, self._ahead = self._ahead, ""
        try:
            typed = typed or self.terminal.ask(f"{who}> ", words, meaning, self._draft)
        except Resized as resized:
            self._draft, self._message = resized.typed, self._said
            return None
        self._draft = ""
        self._interrupted = False
        self._message = []
        command = command_of(typed, tokens)
        if not typed:
            if len(choices) == 1 and self._offered:
                return choices[0]
            only = (
                f"Enter plays {choices[0].token} right below the table alone: " if len(choices) == 1 else ""
            )
            self._message = [f"{only}type a move, or help"]
            return None
        if command is not None:
            try:
                self._command(command, typed.split()[1:], choices, seat)
                self._shown = self._shown and command not in REDRAWING
            except OSError as problem:
                # a disk that is full names no file
                where = problem.filename or " ".join(typed.split()[1:])
                self._message = [f"{where}: {problem.strerror}"]
            except (Unclear, ValueError, EngineRefused) as problem:
                self._message = [getattr(problem, "message", str(problem))]
            return None
        try:
            if asked is not None and (len(choices) > OUTCOMES_MAX or not typed.isdecimal()):
                return self._read(choices, typed)  # a number that is not on the screen is no number of a list
            return pick(choices, typed)
        except Unclear as problem:
            self._message = [str(problem)]
            return None

    def _read(self, choices: Sequence[Choice], typed: str) -> Choice | None:
        """What came by chance, as people say it: dice in any order, the beginning of a word."""
        try:
            tokens = self.desk.read(typed)
        except EngineRefused as problem:
            self._message = [problem.message]
            return None
        if len(tokens) > 1:
            self._message = [f"'{quoted(typed)}' is more than {self.desk.asks()}"]
            return None
        return next((choice for choice in choices if [choice.token] == tokens), None)

    # --- commands ---------------------------------------------------------------------------------------

    def _command(self, name: str, rest: list[str], choices: Sequence[Choice], seat: int | None) -> None:
        if name == "quit":
            raise Leave
        if name == "help":
            self._page([f"{word:8} {text}" for word, text in COMMANDS.items()])
        elif name == "rules":
            self._page(self.desk.primer(self.desk.setup.game))
        elif name == "moves":
            self._page(listing(choices))
        elif name == "story":
            self._story(rest, seat)
        elif name == "table" and self._cut:
            self._page(self._board(seat).splitlines())
        elif name == "scores":
            names = self._marked(seat)
            tally = self.desk.tally(seat)
            self._page([f"{name}: {text}" for name, text in zip(names, tally, strict=True)])
        elif name == "hint":
            self._hint(rest, seat)
        elif name == "undo":
            self._undo(rest, seat)
        elif name == "redo":
            self._redo()
        elif name == "save":
            if not rest:
                raise ValueError("save needs the name of a file: save FILE")
            self.file.copy(Path(" ".join(rest)).expanduser(), self.game)
            self._message = [f"saved in {' '.join(rest)}"]
        elif name == "resume":
            self._resume(rest)
        elif name == "swap":
            self._swap(rest, seat)
        elif name == "level":
            self._level(rest)
        elif name == "resign":
            self._resign(seat)

    def _page(self, lines: Sequence[str]) -> None:
        """Lines on a page of their own, as many screens as they need."""
        if not self.terminal.live:
            self.terminal.say("\n".join(wrapped(lines, self.terminal.width - 1)))
            return
        # a move or a command instead of Enter is meant for the prompt
        self._ahead = self.terminal.pages(wrapped(lines, max(20, self.terminal.width - 1)))

    def _story(self, rest: list[str], seat: int | None) -> None:
        """What happened since the seat's last move, or all of it."""
        first = 0 if seat is None or rest[:1] == ["all"] else self._told[seat]
        told = self._told_of(seat, first) or ["nothing has happened yet"]
        title = ["Since your last move (story all tells it from the beginning):"] if first else []
        self._page([*title, *told])

    def _hint(self, rest: list[str], seat: int | None) -> None:
        if seat is None:
            raise ValueError("there is nothing to decide: chance is due")
        ms = HINT_MS
        if rest:
            try:
                seconds = float(rest[0].removesuffix("s"))
            except ValueError:
                seconds = 0.0
            if not 0 < seconds <= HINT_MAX:
                raise ValueError(f"'{quoted(rest[0])}' is no number of seconds up to {HINT_MAX}: hint 5")
            ms = max(1, round(1000 * seconds))

        def progress(info: Info) -> None:
            self.terminal.status(
                f"thinking about a hint: {info.nodes:,} nodes, {value_of(info.cp or 0):+.2f}"
            )

        thought = self.desk.think(seat, Limit(movetime=ms), lines=HINT_LINES, progress=progress, hurry=True)
        self.terminal.quiet()
        if thought.best is None:
            raise ValueError(thought.reason or "there is nothing to decide")
        self._page(hint_lines(thought.best, thought.lines))

    def _undo(self, rest: list[str], seat: int | None) -> None:
        count = whole(rest[0]) if rest else 1
        if not count:
            raise ValueError(f"'{quoted(rest[0])}' is no whole number of 1 or more")
        humans = (
            [number for number, chair in enumerate(self.seats) if chair.human] if seat is None else [seat]
        )
        # Chance that was entered by hand may have been mistyped as well.
        own = [at for at, (mover, _, _) in enumerate(self.game.moves) if mover in (*humans, games.CHANCE)]
        chance, found = False, 0
        while own and found < count:
            at = own.pop()
            self.desk.undo(len(self.desk.moves) - at)
            chance = self.game.moves[at][0] == games.CHANCE
            found += not chance or len(self.desk.choices()) > 1  # an only outcome was not typed
        if found < count:
            self.desk.replace_moves(self.game.tokens)
            there = "no move" if not found else f"only {found} move{'s' * (found > 1)}"
            raise ValueError(f"there is {there} of yours to take back")
        self._undone.append(self.game.moves[at:])
        self._sat = [min(sat, self.desk.events(number)) for number, sat in enumerate(self._sat)]
        self.game = replace(self.game, moves=self.game.moves[:at])
        self._remember()
        self._save()
        what = "what chance brought is taken back: enter it again"
        yours = "your last move is" if count == 1 else f"your last {count} moves are"
        self._message = [what if chance else f"{yours} taken back; redo plays again what came"]

    def _redo(self) -> None:
        if not self._undone:
            raise ValueError("there is nothing to play again: no undo since the last move")
        moves = (*self.game.moves, *self._undone[-1])
        self.desk.replace_moves([token for _, token, _ in moves])
        del self._undone[-1]
        self.game = replace(self.game, moves=moves)
        self._remember()
        self._save()
        self._message = ["what was taken back is played again"]

    def _resume(self, rest: list[str]) -> None:
        typed = " ".join(rest)
        if not rest:
            shelf = kept.shelf().only(command=kept.PLAY, unfinished=True)
            typed = choose(self.terminal, shelf, "no game is kept that could go on").path.name
        game, file = opened(typed, kept.PLAY)
        seats = [read_seat(text, LEVELS["full"], None) for text in game.players]
        self.desk.set_up(game.setup(), game.tokens)
        self.game, self.seats, self.file = game, seats, file
        self._people = self._call()
        self._told = [0] * len(seats)
        self._sat = [0] * len(seats)
        self._undone = []
        self._remember()
        self._viewer = None
        self._message = [f"the game in {file.path or typed} goes on"]

    def _number(self, word: str) -> int:
        """The seat that a number, counted from 1, or a name says."""
        names = self.desk.names()
        number = whole(word)
        if number is not None and 1 <= number <= len(names):
            return number - 1
        begun = [seat for seat, name in enumerate(names) if name.lower().startswith(word.lower())]
        if len(begun) == 1 and not word.isdigit():
            return begun[0]
        called = "" if names[0] == "seat 1" else f", or {', '.join(names)}"
        raise ValueError(f"'{quoted(word)}' is no seat: the seats are 1 to {len(names)}{called}")

    def _swap(self, rest: list[str], seat: int | None) -> None:
        mine = seat if seat is not None else self._only_human()
        if len(self.seats) == 2 and mine is not None and not rest:
            rest = [str(2 - mine)]
        if not rest or mine is None:
            raise ValueError("swap needs the seat that you want to sit on: swap 2")
        other = self._number(rest[0])
        self.seats[mine], self.seats[other] = self.seats[other], self.seats[mine]
        for place in (mine, other):
            self._sat[place] = self.desk.events(place)
        places = f"{self._title(mine)} and {self._title(other)} have changed places"
        self._people[mine], self._people[other] = self._people[other], self._people[mine]
        self.desk.call(self._people)
        self._viewer = None
        self._save()
        self._message = [places]

    def _level(self, rest: list[str]) -> None:
        if len(rest) != 2 or rest[1] not in LEVELS:
            raise ValueError(f"level needs a seat and one of {', '.join(LEVELS)}: level 2 club")
        number = self._number(rest[0])
        if self.seats[number].human:
            raise ValueError(f"{self._title(number)} is a person, whose strength is what it is")
        self.seats[number] = Seat(LEVELS[rest[1]], self.seats[number].movetime)
        self._save()
        self._message = [f"{self._title(number)} now plays like this: {LEVELS[rest[1]].words}"]

    def _resign(self, seat: int | None) -> None:
        if seat is None:
            raise ValueError("chance is due: nobody can resign now")
        title = self._title(seat)
        answer = self.terminal.ask(f"{title} gives the game up: yes or no? ")
        if answer.lower() not in ("y", "yes"):
            self._message = ["the game goes on"]
            return
        scores = self._scores()
        self.game = replace(games.resigned(self.game, seat, scores), detail=f"{title} resigned")
        self._save()

    def _scores(self) -> list[int]:
        """The scores as they stand, where they can be read from the tally."""
        out = []
        for text in self.desk.tally():
            digits = "".join(c for c in text.split(":")[0] if c.isdigit() or c == "-")
            out.append(int(digits) if digits.lstrip("-").isdigit() else 0)
        return out

    # --- drawing ----------------------------------------------------------------------------------------

    def _news(self, seat: int | None) -> list[str]:
        """What happened since the seat's last move."""
        if (
            seat is None
            and any(chair.human for chair in self.seats)
            and not self.game.over
            and self._hides(0)
        ):
            return []
        first = 0 if seat is None else self._told[seat]
        return self._told_of(seat, first)

    def _told_of(self, seat: int | None, first: int) -> list[str]:
        """The story from event ``first`` on; what was done on the seat before its person sat there is not
        marked as that person's."""
        story, names = self.desk.story(seat, first), self.desk.names()
        sat = 0 if seat is None else self._sat[seat]
        before, events = 0, first
        while before < len(story) and (story[before].follows or events < sat):
            events += not story[before].follows
            before += 1
        before = before if first < sat else 0
        return [*sentences(story[:before], None, names), *sentences(story[before:], seat, names)]

    def _board(self, seat: int | None) -> str:
        """The picture for ``seat``; for nobody in particular only where that shows nobody's secrets."""
        if seat is None and any(chair.human for chair in self.seats) and self._hides(0):
            return "(the table is covered, since not everybody may see all of it)"
        return self.desk.board(seat, self.terminal.color)

    def _head(self, width: int) -> str:
        """The game, how far it is, and who sits where, in one line; neighbours of a kind
        are named together if it is long."""
        rules = f" ({' '.join(self.game.rules)})" if self.game.rules else ""
        when = self.desk.round()
        head = f"{self.desk.title}{rules}{f', {when}' if when and not self.game.over else ''}   "
        return (head + who_sits(self._sitters(), width - len(head)))[:width]

    def _sitters(self) -> list[tuple[str, str]]:
        """Each seat's name, and who that is where the name does not say it."""
        one = self._only_human()
        out = []
        for seat, (name, chair) in enumerate(zip(self.desk.names(), self.seats, strict=True)):
            person = self._people[seat] or ("you" if seat == one else "a person")
            who = person if chair.human else chair.name
            out.append((name, "" if who == name else who))
        return out

    def _marked(self, seat: int | None) -> list[str]:
        """The names of all seats, with a word at that of ``seat``."""
        return [f"{name} (you)" if at == seat else name for at, name in enumerate(self.desk.names())]

    def _draw(self, seat: int | None, choices: Sequence[Choice], title: str = "") -> None:
        """The table as ``seat`` sees it (None: as it is, or as a bystander may), the news, the moves."""
        terminal = self.terminal
        self._offered = terminal.live or not self._shown
        if not self._offered:
            for line in self._message:
                terminal.say(line, "bold")
            return
        self._shown = self._seen = True
        board = self._board(seat).splitlines()
        news = self._news(seat)
        message, self._message = self._message, []
        self._said = message
        terminal.clear()
        width, height = terminal.width, terminal.height
        head = self._head(width - 1)
        if not terminal.live:
            terminal.say("\n".join(["", head, *last(news, PLAIN_NEWS), *board, *fitted(choices, 100, 25)]))
            for line in message:
                terminal.say(line, "bold")
            return
        if width < BOARD:
            message = [*message, f"the table needs {BOARD} columns; this terminal has {width}"]
        size = width, height
        if width >= WIDE:
            page = beside(head, title, news, board, choices, message, size)
        else:
            page = stacked(head, news, board, choices, message, size)
        self._cut = page.cut
        terminal.show(page)

    def _show_end(self) -> None:
        terminal = self.terminal
        game = self.game
        names = self._marked(self._only_human())
        sitters = self._sitters()
        news = self._news(self._only_human())
        if game.ending == games.RESIGNED:
            said = f"The game is over: {game.detail}."
        else:
            winners = [names[seat] for seat, rank in enumerate(game.ranks) if rank == min(game.ranks)]
            verb = "wins" if len(winners) == 1 else "share the first place"
            said = f"The game is over: {' and '.join(winners)} {verb}."
        tally = self.desk.tally()
        titles = [
            name + (f", {who}" if who not in ("", "you") else "")
            for name, (_, who) in zip(names, sitters, strict=True)
        ]
        places = [
            f"  place {game.ranks[seat]}: {titles[seat]}: {tally[seat]}"
            for seat in sorted(range(len(self.seats)), key=lambda number: game.ranks[number])
        ]
        width = terminal.width - 1 if terminal.live else terminal.width
        where = wrapped([f"The game is kept in {self.file.path}; look at it again with:"], width)
        tail = [*wrapped(places, width), *where, f"  herdmind review {self.file.word}"]
        board = self.desk.board(None, terminal.color).splitlines()
        told = wrapped(news, width)
        room = PLAIN_NEWS
        if terminal.live:  # nothing can be asked for any more, so the board is whole and may scroll
            room = max(END_NEWS, terminal.height - len(board) - len(tail) - 3)
        terminal.clear()
        terminal.say(self._head(width))
        terminal.say("\n".join([*board, *told[-room:]]))
        terminal.say(said, "bold")
        terminal.say("\n".join(tail))


def capital(name: str) -> str:
    """The name as it begins a sentence."""
    return name[:1].upper() + name[1:]


def command_of(typed: str, tokens: Sequence[str]) -> str | None:
    """The command that a line begins with, unless the line is a move; a slash before it says it is none."""
    text = typed.lower().strip()
    if not text or text in tokens:
        return None
    word = text.split()[0].lstrip("/")
    word = ALIASES.get(word, word)
    return word if word in COMMANDS else None


def hint_lines(best: Choice, lines: Sequence[Line]) -> list[str]:
    """What the engine would play and why, and the moves that it holds next best."""
    out = [f"The engine would play {best.token}: {best.phrase}."]
    for number, line in enumerate(lines):
        out.append(f"{number + 1}. {line.token}: {line.verdict()}")
        out += [f"     {reason}" for reason in line.reasons()]
        if len(line.then) > 1:
            out.append("     it expects:")
            out += [f"       {text}" for text in sentences(line.then[1:7])]
    return out


__all__ = ["COMMANDS", "EngineError", "Play", "Seat", "read_seat"]
