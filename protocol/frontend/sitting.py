"""State of a game at the terminal: seats, events already shown to each seat, file and screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from protocol.base.gameline import SEATED
from protocol.frontend import record as games
from protocol.frontend.desk import Desk
from protocol.frontend.kept import GameFile
from protocol.frontend.layout import beside, last, narrowed, stacked, who_sits, widest, wrapped
from protocol.frontend.menu import fitted
from protocol.frontend.names import seated
from protocol.frontend.narrator import sentences
from protocol.frontend.participants import Seat
from protocol.frontend.terminal import WIDE, Terminal
from protocol.frontend.verdict import Choice

#: Most lines of news in plain output.
PLAIN_NEWS = 40
#: Fewest lines of news at the end.
END_NEWS = 3


class Sitting:
    """State of a game at one terminal, kept in ``file`` after every entry, and its pages."""

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
        #: Names of the people in the order given, and by seat.
        self.named = list(people)
        self.people = self.call()
        self.engine_seed = engine_seed
        #: Number of events shown to each seat, and the seat whose view is on the screen.
        self.told = [0] * len(seats)
        #: Length of each seat's story when its present player sat down.
        self.sat = [0] * len(seats)
        self.viewer: int | None = None
        self.message = ["New to the game? Type rules. For the commands: help."]
        self._interrupted = False
        self.save_failed = False
        #: Games as they were before each undo since the last move.
        self.undone: list[games.Game] = []
        #: Input typed on a page of its own instead of at the prompt.
        self.ahead = ""
        #: Whether the current table has been shown, since plain lines do not repeat it; and whether it is the
        #: last thing shown, since only then does Enter alone play the only move.
        self.shown = False
        self.offered = False
        #: Whether any page has been drawn.
        self.seen = False
        #: Whether the page left out part of the board, the message on the page, and the text at the prompt
        #: when the terminal changed its size.
        self.cut = False
        self.said: list[str] = []
        self._draft = ""
        self.remember()

    def enter(self, seat: int, token: str, ms: float | None) -> None:
        """Enter a move or an outcome of chance and save the game."""
        self.desk.push(token)
        self.undone = []
        self.shown = False
        self.game = replace(
            self.game,
            moves=(*self.game.moves, (seat, token, ms)),
            seconds=self.game.seconds + (ms or 0.0) / 1000,
        )
        self.save()

    def save(self) -> None:
        self.game = games.seated(
            self.game,
            names=tuple(
                person or f"seat {number}: {seat.name}"
                for number, (seat, person) in enumerate(zip(self.seats, self.people, strict=True), 1)
            ),
            players=tuple(seat.text() for seat in self.seats),
        )
        if not (self.file.made or self.game.over or self.begun()):
            return
        before = self.file.path
        try:
            self.file.write(self.game)
            if before is not None and self.file.path != before:
                self.message.append(f"{before} goes on elsewhere, so this game is kept as {self.file.word}")
            self.save_failed = False
        except OSError as error:
            if not self.save_failed:
                where = self.file.path or error.filename
                self.message.append(f"the game cannot be kept in {where}: {error.strerror}; save FILE")
            self.save_failed = True

    def begun(self) -> bool:
        """Whether a person has made an entry or, without people, an engine has."""
        people = {number for number, seat in enumerate(self.seats) if seat.human} | {games.CHANCE}
        return any(mover in people or len(people) == 1 for mover, _, _ in self.game.moves)

    def remember(self) -> None:
        """Count the events shown to each seat up to its last move, and those before its present player sat
        down, after a resume, a change of places or an undo."""
        tokens, changes = self.game.tokens, self.game.extra.get(SEATED, [])
        try:
            for seat in range(len(self.seats)):
                own = [at for at, (mover, _, _) in enumerate(self.game.moves) if mover == seat]
                self.told[seat] = 0
                if own:
                    self.desk.replace_moves(tokens[: own[-1]])
                    self.told[seat] = self.desk.events(seat)
                since = [now[0] for before, now in pairwise(changes) if before[1][seat] != now[1][seat]]
                self.sat[seat] = 0
                if since:
                    self.desk.replace_moves(tokens[: since[-1]])
                    self.sat[seat] = self.desk.events(seat)
        finally:
            self.desk.replace_moves(tokens)

    def call(self) -> list[str]:
        """Tell the engine the names of people and the numbers of engines. Returns the names by seat."""
        names = list(seated(self.named, [seat.human for seat in self.seats]))
        self.desk.call(names)
        return names

    def title(self, seat: int) -> str:
        """The name of a seat."""
        return self.desk.names()[seat]

    def only_human(self) -> int | None:
        humans = [number for number, seat in enumerate(self.seats) if seat.human]
        return humans[0] if len(humans) == 1 else None

    def hides(self, seat: int) -> bool:
        """Whether this seat does not see the whole position."""
        return self.desk.view(seat) != self.desk.text()

    # --- drawing ----------------------------------------------------------------------------------------

    def news(self, seat: int | None) -> list[str]:
        """The events since the seat's last move, as lines."""
        if seat is None and any(chair.human for chair in self.seats) and not self.game.over and self.hides(0):
            return []
        first = 0 if seat is None else self.told[seat]
        return self.told_of(seat, first)

    def told_of(self, seat: int | None, first: int) -> list[str]:
        """The story from event ``first`` on. Events of the seat from before its present player sat down are
        not marked as that player's."""
        story, names = self.desk.story(seat, first), self.desk.names()
        sat = 0 if seat is None else self.sat[seat]
        before, events = 0, first
        while before < len(story) and (story[before].follows or events < sat):
            events += not story[before].follows
            before += 1
        before = before if first < sat else 0
        return [*sentences(story[:before], None, names), *sentences(story[before:], seat, names)]

    def board(self, seat: int | None) -> str:
        """The picture for ``seat``; without a seat, the full picture only if it reveals no secrets."""
        if seat is None and any(chair.human for chair in self.seats) and self.hides(0):
            return "(the table is covered, since not everybody may see all of it)"
        return self.desk.board(seat, self.terminal.color)

    def head(self, width: int) -> str:
        """The game, its progress, and who sits where, in one line; equal neighbours are grouped if the line
        is long."""
        rules = f" ({' '.join(self.game.rules)})" if self.game.rules else ""
        when = self.desk.round()
        head = f"{self.desk.title}{rules}{f', {when}' if when and not self.game.over else ''}   "
        return (head + who_sits(self.sitters(), width - len(head)))[:width]

    def sitters(self) -> list[tuple[str, str]]:
        """Each seat's name and its player, empty where the name already says it."""
        one = self.only_human()
        out = []
        for seat, (name, chair) in enumerate(zip(self.desk.names(), self.seats, strict=True)):
            person = self.people[seat] or ("you" if seat == one else "a person")
            who = person if chair.human else chair.name
            out.append((name, "" if who == name else who))
        return out

    def marked(self, seat: int | None) -> list[str]:
        """The names of all seats; the one of ``seat`` is marked."""
        return [f"{name} (you)" if at == seat else name for at, name in enumerate(self.desk.names())]

    def draw(self, seat: int | None, choices: Sequence[Choice], title: str = "") -> None:
        """Draw the table as ``seat`` sees it (None: in full or as a bystander may see it), news and moves."""
        terminal = self.terminal
        self.offered = terminal.live or not self.shown
        if not self.offered:
            for line in self.message:
                terminal.say(line, "bold")
            return
        self.shown = self.seen = True
        board = self.board(seat).splitlines()
        news = self.news(seat)
        message, self.message = self.message, []
        self.said = message
        terminal.clear()
        width, height = terminal.width, terminal.height
        head = self.head(width - 1)
        if not terminal.live:
            terminal.say("\n".join(["", head, *last(news, PLAIN_NEWS), *board, *fitted(choices, 100, 25)]))
            for line in message:
                terminal.say(line, "bold")
            return
        board = narrowed(board, width)
        if width < (needed := widest(board)):
            message = [*message, f"the table needs {needed} columns; this terminal has {width}"]
        size = width, height
        if width >= WIDE:
            page = beside(head, title, news, board, choices, message, size)
        else:
            page = stacked(head, news, board, choices, message, size)
        self.cut = page.cut
        terminal.show(page)

    def show_end(self) -> None:
        terminal = self.terminal
        game = self.game
        names = self.marked(self.only_human())
        sitters = self.sitters()
        news = self.news(self.only_human())
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
        if terminal.live:  # after the end there is no prompt, so the whole board may scroll
            room = max(END_NEWS, terminal.height - len(board) - len(tail) - 3)
        terminal.clear()
        terminal.say(self.head(width))
        terminal.say("\n".join([*board, *told[-room:]]))
        terminal.say(said, "bold")
        terminal.say("\n".join(tail))
