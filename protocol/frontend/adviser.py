"""Dialogue of ``herdmind advise``: the user enters events at the table and gets advice with reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import wrap

from protocol.client import EngineRefused, Info, Limit
from protocol.frontend.advise import Notes
from protocol.frontend.desk import UNSEEN
from protocol.frontend.layout import Page, narrowed, shortened, widest, wrapped
from protocol.frontend.narrator import sentence
from protocol.frontend.terminal import Terminal
from protocol.frontend.verdict import Line, Thought, value_of

#: Commands at the prompt with their descriptions. No token of a game equals one of them.
COMMANDS = {
    "undo": "take the last line back; undo 3 the last three",
    "redo": "put back what undo took or edit changed",
    "log": "the lines that were typed, with their numbers",
    "edit": "put another line in place of one of these: edit 4 12 55; without words it is left out",
    "moves": "all that can be entered now, with its words",
    "think": "think again, longer, and tell all: think 10 for ten seconds",
    "show": "draw the table again",
    "scores": "how the score stands, and how it comes about",
    "rules": "how the game is played, in short",
    "save": "keep a copy of the game in a file: save FILE",
    "help": "how to enter, and this list",
    "quit": "leave; the game is kept and can be resumed",
}
HOW_TO_ENTER = (
    "Type what you see at the table, several things in one line if you like. The beginning of a word is",
    "enough, and so is a word of its description (doc, roof). What you cannot see is x; where it can be",
    "nothing else it is filled in. Right below the advice Enter says that you played that move; a full stop",
    "says so anywhere.",
)
FIRST = "Type what lies there. moves lists what can be typed now, help says more."
#: Number of moves compared, and of events repeated on a fresh page.
LINES, EVENTS = 3, 6
#: Lines of a page for its head and the prompt, of short advice, and the fewest lines of the table.
ABOUT, ADVICE, LEAST = 2, 6, 6
#: Smallest number of lines at which a page has room for each reason on its own line, beside the table.
TALL = 40
#: Remarks on scores that rest on hidden things; the longest that fits its line is used.
ESTIMATED = ("; scores are estimates until what is hidden is turned up", "; scores estimated")
#: Word for the recommended move.
AS_ADVISED = "."


class Adviser:
    """Sitting at one table. ``movetime``: milliseconds for a decision."""

    def __init__(self, notes: Notes, terminal: Terminal, movetime: int) -> None:
        self.notes, self.desk = notes, notes.desk
        self.terminal, self.movetime = terminal, movetime
        #: Whether the advice is the last thing shown, since only then does Enter alone mean it.
        self._offered = False
        self._thought: tuple[tuple[str, ...], Thought] | None = None
        self._told = 0
        #: Whether the page left out part of the table.
        self._cut = False
        #: Input typed on a page of the table instead of at the prompt.
        self._ahead = ""
        self._commands: dict[str, Callable[[list[str]], bool]] = {
            "undo": self._undo,
            "redo": self._redo,
            "log": self._log,
            "edit": self._edit,
            "moves": self._moves,
            "think": self._think,
            "show": self._show,
            "scores": self._scores,
            "rules": self._rules,
            "save": self._save,
            "help": self._help,
        }

    def run(self) -> None:
        """Run the dialogue until the person leaves.

        Raises:
            KeyboardInterrupt: Ctrl-C at the prompt. All entries are kept.
            EngineError: the engine failed. All entries are kept.
        """
        fresh = True
        while True:
            if fresh:
                self._page()
            typed, self._ahead = self._ahead, ""
            try:
                typed = typed or self.terminal.ask(f"{self.desk.asks()}\n> ", self._words())
                words = typed.split()
                if not words and not self.terminal.live:
                    fresh = False
                    continue
                if words == ["quit"]:
                    return
                fresh = self._do(words)
            except EOFError:  # at the prompt, or on a page of the table
                return

    def _do(self, words: list[str]) -> bool:
        """Carry out a line. Returns whether the page must be drawn again."""
        command = self._commands.get(words[0]) if words else None
        try:
            offered, self._offered = self._offered, False
            if command is not None:
                return command(words[1:])
            if not words or words == [AS_ADVISED]:
                best = self._advised()
                if best is None:
                    self._say("there is no advice here to follow: type what happened, or help")
                    return False
                if not words and not offered:
                    return True  # Enter may refer to what was shown last, so the advice is shown first
                words = [best]
            if self.desk.over():
                self._say(f"'{words[0]}': the game is over; undo, edit or quit")
                return False
            self.notes.enter(" ".join(words))
        except EngineRefused as error:
            self._say(error.message, "bold red")
            return False
        except ValueError as error:
            self._say(str(error), "bold red")
            return False
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            self._say(f"the game could not be written: {where}{error.strerror or error}", "bold red")
            return False
        return True

    def _say(self, text: str, style: str = "") -> None:
        self.terminal.say(text, style)

    # --- the page ---------------------------------------------------------------------------------------

    def _page(self) -> None:
        """Show the table, the news, and the end of the game or, if there is a decision to make, advice."""
        if self.desk.over():
            ending = self._ending()
            self._table(self._rows([(line, "") for line in ending]))
            for line in ending:
                self._say(line)
        elif self._mine():
            self._table(ADVICE)
            thought, tight = self._thoughts(self.movetime), self._tight()
            if thought is None:
                return
            said = self._recommendation(thought, tight)
            rows = self._rows(said)
            if rows > ADVICE or (self._cut and rows < ADVICE):  # short advice leaves more of the table
                self._table(rows)
            self._recommend(thought, said)
        else:
            self._table(0)

    def _table(self, below: int) -> None:
        """Show a fresh page with the table and the last events; ``below`` lines stay free under them."""
        desk, seat = self.desk, self.notes.seat
        self.terminal.clear()
        when = "" if desk.over() else desk.round()
        head = f"{desk.title}{f', {when}' if when else ''}: you are {self._who()}"
        said = next((text for text in ESTIMATED if len(head) + len(text) < self.terminal.width), "")
        self._say(head + (said if self._estimated() else ""), "bold")
        news = self._news()
        board: list[str] = []
        if self.terminal.live or self._mine() or desk.over():
            board = desk.board(seat, self.terminal.color).splitlines()
        self._cut = False
        if self.terminal.live:
            news = wrapped(news, self.terminal.width)
            board = narrowed(board, self.terminal.width)
            asks = self._rows([(desk.asks(), "")]) if not desk.over() else 1
            room = self.terminal.height - ABOUT - below - asks
            wide = widest(board)
            note = [f"the table needs {wide} columns; this terminal has {self.terminal.width}"]
            note = note if wide > self.terminal.width else []
            room -= len(note)
            if not self.notes.lines():
                news = [*news, FIRST]
            # a table that fits without news tells the same; a taller one loses some lines anyway
            fits = len(board) <= room
            shown = (
                board
                if fits
                else shortened(board, max(LEAST, room - min(1, len(news))), "show", self.terminal.width - 1)
            )
            self._cut = not fits
            left = max(0 if fits else 1, room - len(shown))
            board, news = [*shown, *note], news[max(0, len(news) - left) :]
        if board or news:
            if self.terminal.live:  # a picture that is too wide is cut, not broken
                self.terminal.show(Page((), (*board, *news), (), (), self._cut))
            else:
                self._say("\n".join([*board, *news]))

    def _rows(self, said: Sequence[tuple[str, str]]) -> int:
        """The number of screen rows that the lines take."""
        return sum(max(1, len(wrap(line, self.terminal.width))) for line, _ in said)

    def _estimated(self) -> bool:
        """Whether scores rest on things hidden from the person."""
        return any(text.startswith("about ") for text in self.desk.tally(self.notes.seat))

    def _who(self) -> str:
        """The person's seat: its number, counted from 1, and its name where the game has one."""
        number = f"seat {self.notes.seat + 1} of {self.desk.seats}"
        name = self.desk.names()[self.notes.seat]
        return number if name.startswith("seat ") else f"{name}, {number}"

    def _news(self) -> list[str]:
        """The last events, a line each; in plain output only new ones."""
        story = [told for told in self.desk.story() if told.token != UNSEEN]
        first = max(0, len(story) - EVENTS)
        if len(story) < self._told:  # the story restarts when the set-up is complete
            self._told = 0
        if not self.terminal.live:
            first = max(first, self._told)
        self._told = len(story)
        names = self.desk.names()
        return [
            f"  so {told.phrase}" if told.follows else f"- {sentence(told, self.notes.seat, names)}"
            for told in story[first:]
        ]

    def _show(self, _: list[str]) -> bool:
        """Show the table again, in full; screen by screen if a page has no room for it."""
        if self._cut:
            lines = self.desk.board(self.notes.seat, self.terminal.color).splitlines()
            self._ahead = self.terminal.pages(wrapped(lines, self.terminal.width))
        return not self._ahead

    def _ending(self) -> list[str]:
        """Each seat's place and result, a line each."""
        ending, names = self.desk.ending(), self.desk.names()
        lines = []
        for seat, (rank, tally) in enumerate(zip(ending.ranks, ending.tally, strict=True)):
            you = " (you)" if seat == self.notes.seat else ""
            lines.append(f"place {rank}: {names[seat]}{you}, {tally}")
        return lines

    def _words(self) -> list[tuple[str, str]]:
        words = [] if self.desk.over() else [(c.token, c.phrase) for c in self.desk.choices()]
        return [*words, *COMMANDS.items()]

    def _tight(self) -> bool:
        """Whether the table and the full text on the moves do not fit one page together."""
        return self.terminal.live and self.terminal.height < TALL

    # --- advice -----------------------------------------------------------------------------------------

    def _mine(self) -> bool:
        turn = self.desk.turn()
        return not isinstance(turn, str) and self.notes.seat in turn

    def _advised(self) -> str | None:
        """The recommended move of the position; None if no advice was given."""
        if self._thought is None or self._thought[0] != self.desk.moves:
            return None
        best = self._thought[1].best
        return None if best is None else best.token

    def _thoughts(self, movetime: int) -> Thought | None:
        """The result of a search of ``movetime`` milliseconds; None, with a message, if Ctrl-C ended it
        early."""
        if self._thought is None or self._thought[0] != self.desk.moves or movetime != self.movetime:
            try:
                thought = self.desk.think(
                    self.notes.seat, Limit(movetime=movetime), lines=LINES, progress=self._progress
                )
            except KeyboardInterrupt:
                self.terminal.quiet()
                self._say("stopped thinking; think asks again")
                return None
            self._thought = self.desk.moves, thought
        return self._thought[1]

    def _recommend(self, thought: Thought, said: Sequence[tuple[str, str]]) -> None:
        """Show the lines ``said`` about a search result; Enter then means its best move."""
        self._offered = thought.best is not None
        for line, style in said:
            self._say(line, style)

    def _recommendation(self, thought: Thought, tight: bool) -> list[tuple[str, str]]:
        """The advice and its reasons as (line, style) pairs, few of them if ``tight``."""
        if thought.best is None:
            return [(thought.reason or "there is nothing to decide", "")]
        best = thought.line(thought.best.token)
        verdict = f": {best.verdict()}" if best is not None else ""
        said = [(f"Advice: {thought.best.phrase} [{thought.best.token}]{verdict}", "bold green")]
        reasons = best.reasons() if best is not None else []
        if tight:  # in two lines
            while len("; ".join(reasons)) > 2 * self.terminal.width - 8:
                reasons.pop()
        said += [(f"    {reason}", "") for reason in (["; ".join(reasons)] if tight and reasons else reasons)]
        if best is not None and len(best.then) > 1 and not tight:
            said.append(("    expected next: " + "; ".join(told.phrase for told in best.then[1:4]), "dim"))
        others = [line for line in thought.lines if line is not best]
        if tight:
            if others:
                said.append(
                    ("Or: " + "; ".join(f"{line.token}: {line.verdict(brief=True)}" for line in others), "")
                )
            return said
        said += [(f"Or: {line.phrase} [{line.token}]: {self._against(line)}", "") for line in others]
        return [*said, (f"{thought.nodes:,} nodes in {thought.seconds:.1f} s", "dim")]

    @staticmethod
    def _against(line: Line) -> str:
        reasons = line.reasons()
        return line.verdict() + (f" ({'; '.join(reasons[:2])})" if reasons else "")

    def _progress(self, info: Info) -> bool:
        value = value_of(info.cp or 0)
        self.terminal.status(f"thinking, {info.nodes:,} nodes: {info.pv[0] if info.pv else ''} {value:+.2f}")
        return False

    # --- commands ---------------------------------------------------------------------------------------

    def _number(self, word: str, least: int = 1) -> int | None:
        if word.isascii() and word.isdigit() and least <= int(word[:9]):
            return int(word[:9])
        self._say(f"'{word}' is not a whole number of {least} or more", "bold red")
        return None

    def _undo(self, words: list[str]) -> bool:
        count = self._number(words[0]) if words else 1
        if count is None:
            return False
        self.notes.undo(count)
        self._told = 0
        return True

    def _redo(self, _: list[str]) -> bool:
        self.notes.redo()
        self._told = 0
        return True

    def _log(self, _: list[str]) -> bool:
        for number, entry in enumerate(self.notes.lines(), 1):
            self._say(f"{number:4}  {entry.typed}")
        return False

    def _edit(self, words: list[str]) -> bool:
        number = self._number(words[0]) if words else None
        if not words:
            self._say("say which line, and what it should be: edit 4 12 55; log lists them", "bold red")
        if number is None:
            return False
        try:
            lost = self.notes.edit(number, " ".join(words[1:]))
        except IndexError:
            self._say(f"there is no line {number}: log lists them", "bold red")
            return False
        self._told = 0
        self._page()
        if lost:
            gone = (
                "line does not fit after that and is"
                if lost == 1
                else f"{lost} lines do not fit after that and are"
            )
            self._say(f"the last {gone} gone; redo puts all back", "bold red")
        return False

    def _moves(self, _: list[str]) -> bool:
        for choice in self.desk.choices() if not self.desk.over() else ():
            self._say(f"  {choice.token:12} {choice.phrase}")
        return False

    def _think(self, words: list[str]) -> bool:
        seconds = self._number(words[0]) if words else 5 * max(1, self.movetime // 1000)
        if seconds is None:
            return False
        if self.desk.over() or not self._mine():
            self._say("it is not for you to decide now")
            return False
        self._thought = None
        thought = self._thoughts(1000 * seconds)
        if thought is not None:
            self._recommend(thought, self._recommendation(thought, tight=False))
        return False

    def _scores(self, _: list[str]) -> bool:
        for name, tally in zip(self.desk.names(), self.desk.tally(), strict=True):
            self._say(f"{name}: {tally}")
        if self._estimated():
            self._say(ESTIMATED[0].removeprefix("; "))
        return False

    def _rules(self, _: list[str]) -> bool:
        lines = self.desk.primer(self.desk.setup.game)
        if self.terminal.live:
            self._ahead = self.terminal.pages(wrapped(lines, self.terminal.width - 1))
            return not self._ahead
        for line in lines:
            self._say(line)
        return False

    def _save(self, words: list[str]) -> bool:
        if not words:
            self._say("say the file: save FILE", "bold red")
            return False
        self.notes.copy(Path(" ".join(words)).expanduser())
        self._say(f"kept in {' '.join(words)}")
        return False

    def _help(self, _: list[str]) -> bool:
        self._say(" ".join(HOW_TO_ENTER))
        for word, meaning in COMMANDS.items():
            self._say(f"  {word:8} {meaning}")
        return False
