"""Commands at the prompt of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from protocol.client import Info, Limit
from protocol.frontend import kept
from protocol.frontend import record as games
from protocol.frontend.layout import wrapped
from protocol.frontend.levels import LEVELS
from protocol.frontend.menu import listing, quoted, whole
from protocol.frontend.narrator import sentences
from protocol.frontend.participants import Seat, read_seat
from protocol.frontend.resume import choose, opened
from protocol.frontend.sitting import Sitting
from protocol.frontend.verdict import Choice, Line, value_of

#: Commands at the prompt with their descriptions.
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
#: Synonyms of commands. A move of the same name has priority over a command.
ALIASES = {"?": "help", "why": "hint", "board": "table", "exit": "quit", "q": "quit"}
#: Commands that change the table.
REDRAWING = ("table", "undo", "redo", "resume", "swap", "level")
#: Milliseconds of a hint, the range of seconds that can be asked for, and the number of moves it compares.
HINT_MS = 2000
HINT_MAX = 3600
HINT_LINES = 3


class Leave(Exception):
    """Signal that the player leaves; the game is kept."""


def command_of(typed: str, tokens: Sequence[str]) -> str | None:
    """The command that begins a line, unless the line is a move; a leading slash marks it as a command."""
    text = typed.lower().strip()
    if not text or text in tokens:
        return None
    word = text.split()[0].lstrip("/")
    word = ALIASES.get(word, word)
    return word if word in COMMANDS else None


def carry_out(
    sitting: Sitting, name: str, rest: list[str], choices: Sequence[Choice], seat: int | None
) -> None:
    if name == "quit":
        raise Leave
    if name == "help":
        show_page(sitting, [f"{word:8} {text}" for word, text in COMMANDS.items()])
    elif name == "rules":
        show_page(sitting, sitting.desk.primer(sitting.desk.setup.game))
    elif name == "moves":
        show_page(sitting, listing(choices))
    elif name == "story":
        _story(sitting, rest, seat)
    elif name == "table" and sitting.cut:
        show_page(sitting, sitting.board(seat).splitlines())
    elif name == "scores":
        names = sitting.marked(seat)
        tally = sitting.desk.tally(seat)
        show_page(sitting, [f"{name}: {text}" for name, text in zip(names, tally, strict=True)])
    elif name == "hint":
        _hint(sitting, rest, seat)
    elif name == "undo":
        _undo(sitting, rest, seat)
    elif name == "redo":
        _redo(sitting)
    elif name == "save":
        if not rest:
            raise ValueError("save needs the name of a file: save FILE")
        sitting.file.copy(Path(" ".join(rest)).expanduser(), sitting.game)
        sitting.message = [f"saved in {' '.join(rest)}"]
    elif name == "resume":
        _resume(sitting, rest)
    elif name == "swap":
        _swap(sitting, rest, seat)
    elif name == "level":
        _level(sitting, rest)
    elif name == "resign":
        _resign(sitting, seat)


def show_page(sitting: Sitting, lines: Sequence[str]) -> None:
    """Show lines on a page of their own, on as many screens as needed."""
    if not sitting.terminal.live:
        sitting.terminal.say("\n".join(wrapped(lines, sitting.terminal.width - 1)))
        return
    # a move or a command typed instead of Enter belongs to the prompt
    sitting.ahead = sitting.terminal.pages(wrapped(lines, max(20, sitting.terminal.width - 1)))


def _story(sitting: Sitting, rest: list[str], seat: int | None) -> None:
    """Show the events since the seat's last move, or all of them."""
    first = 0 if seat is None or rest[:1] == ["all"] else sitting.told[seat]
    told = sitting.told_of(seat, first) or ["nothing has happened yet"]
    title = ["Since your last move (story all tells it from the beginning):"] if first else []
    show_page(sitting, [*title, *told])


def _hint(sitting: Sitting, rest: list[str], seat: int | None) -> None:
    if seat is None:
        raise ValueError("there is nothing to decide: chance is due")
    ms = HINT_MS
    if rest:
        try:
            seconds = float(rest[0].removesuffix("s"))
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= HINT_MAX:
            raise ValueError(f"'{quoted(rest[0])}' is not a number of seconds up to {HINT_MAX}: hint 5")
        ms = max(1, round(1000 * seconds))

    def progress(info: Info) -> None:
        sitting.terminal.status(f"thinking about a hint: {info.nodes:,} nodes, {value_of(info.cp or 0):+.2f}")

    thought = sitting.desk.think(seat, Limit(movetime=ms), lines=HINT_LINES, progress=progress, hurry=True)
    sitting.terminal.quiet()
    if thought.best is None:
        raise ValueError(thought.reason or "there is nothing to decide")
    show_page(sitting, hint_lines(thought.best, thought.lines))


def _undo(sitting: Sitting, rest: list[str], seat: int | None) -> None:
    count = whole(rest[0]) if rest else 1
    if not count:
        raise ValueError(f"'{quoted(rest[0])}' is not a whole number of 1 or more")
    humans = [number for number, chair in enumerate(sitting.seats) if chair.human] if seat is None else [seat]
    # Chance entered by hand may have been mistyped as well.
    own = [at for at, (mover, _, _) in enumerate(sitting.game.moves) if mover in (*humans, games.CHANCE)]
    chance, found = False, 0
    while own and found < count:
        at = own.pop()
        sitting.desk.undo(len(sitting.desk.moves) - at)
        chance = sitting.game.moves[at][0] == games.CHANCE
        found += not chance or len(sitting.desk.choices()) > 1  # a single outcome was not typed
    if found < count:
        sitting.desk.replace_moves(sitting.game.tokens)
        there = "no move" if not found else f"only {found} move{'s' * (found > 1)}"
        raise ValueError(f"there is {there} of yours to take back")
    sitting.undone.append(sitting.game)
    sitting.game = replace(sitting.game, moves=sitting.game.moves[:at])
    sitting.save()
    sitting.remember()
    what = "what chance brought is taken back: enter it again"
    yours = "your last move is" if count == 1 else f"your last {count} moves are"
    sitting.message = [what if chance else f"{yours} taken back; redo plays again what came"]


def _redo(sitting: Sitting) -> None:
    if not sitting.undone:
        raise ValueError("there is nothing to play again: no undo since the last move")
    before = sitting.undone[-1]
    sitting.desk.replace_moves(before.tokens)
    del sitting.undone[-1]
    sitting.game = replace(sitting.game, moves=before.moves, extra={**sitting.game.extra, **before.extra})
    sitting.save()
    sitting.remember()
    sitting.message = ["what was taken back is played again"]


def _resume(sitting: Sitting, rest: list[str]) -> None:
    typed = " ".join(rest)
    if not rest:
        shelf = kept.shelf().only(command=kept.PLAY, unfinished=True)
        typed = choose(sitting.terminal, shelf, "no game is kept that could go on").path.name
    game, file = opened(typed, kept.PLAY)
    seats = [read_seat(text, LEVELS["full"], None) for text in game.players]
    sitting.desk.set_up(game.setup(), game.tokens)
    sitting.game, sitting.seats, sitting.file = game, seats, file
    sitting.people = sitting.call()
    sitting.told = [0] * len(seats)
    sitting.sat = [0] * len(seats)
    sitting.undone = []
    sitting.remember()
    sitting.viewer = None
    sitting.message = [f"the game in {file.path or typed} goes on"]


def seat_of(sitting: Sitting, word: str) -> int:
    """The seat given by a number, counted from 1, or by a name."""
    names = sitting.desk.names()
    number = whole(word)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    begun = [seat for seat, name in enumerate(names) if name.lower().startswith(word.lower())]
    if len(begun) == 1 and not word.isdigit():
        return begun[0]
    called = "" if names[0] == "seat 1" else f", or {', '.join(names)}"
    raise ValueError(f"'{quoted(word)}' is not a seat: the seats are 1 to {len(names)}{called}")


def _swap(sitting: Sitting, rest: list[str], seat: int | None) -> None:
    mine = seat if seat is not None else sitting.only_human()
    if len(sitting.seats) == 2 and mine is not None and not rest:
        rest = [str(2 - mine)]
    if not rest or mine is None:
        raise ValueError("swap needs the seat that you want to sit on: swap 2")
    other = seat_of(sitting, rest[0])
    sitting.seats[mine], sitting.seats[other] = sitting.seats[other], sitting.seats[mine]
    places = f"{sitting.title(mine)} and {sitting.title(other)} have changed places"
    sitting.people[mine], sitting.people[other] = sitting.people[other], sitting.people[mine]
    sitting.desk.call(sitting.people)
    sitting.viewer = None
    sitting.save()
    sitting.remember()
    sitting.message = [places]


def _level(sitting: Sitting, rest: list[str]) -> None:
    if len(rest) != 2 or rest[1] not in LEVELS:
        raise ValueError(f"level needs a seat and one of {', '.join(LEVELS)}: level 2 club")
    number = seat_of(sitting, rest[0])
    if sitting.seats[number].human:
        raise ValueError(f"{sitting.title(number)} is a person, whose strength is what it is")
    sitting.seats[number] = Seat(LEVELS[rest[1]], sitting.seats[number].movetime)
    sitting.save()
    sitting.message = [f"{sitting.title(number)} now plays like this: {LEVELS[rest[1]].words}"]


def _resign(sitting: Sitting, seat: int | None) -> None:
    if seat is None:
        raise ValueError("chance is due: nobody can resign now")
    title = sitting.title(seat)
    answer = sitting.terminal.ask(f"{title} gives the game up: yes or no? ")
    if answer.lower() not in ("y", "yes"):
        sitting.message = ["the game goes on"]
        return
    scores = _scores(sitting)
    sitting.game = replace(games.resigned(sitting.game, seat, scores), detail=f"{title} resigned")
    sitting.save()


def _scores(sitting: Sitting) -> list[int]:
    """The current scores where the tally gives numbers; 0 elsewhere."""
    out = []
    for text in sitting.desk.tally():
        digits = "".join(c for c in text.split(":")[0] if c.isdigit() or c == "-")
        out.append(int(digits) if digits.lstrip("-").isdigit() else 0)
    return out


def hint_lines(best: Choice, lines: Sequence[Line]) -> list[str]:
    """The engine's move with its reasons, then the next best moves."""
    out = [f"The engine would play {best.token}: {best.phrase}."]
    for number, line in enumerate(lines):
        out.append(f"{number + 1}. {line.token}: {line.verdict()}")
        out += [f"     {reason}" for reason in line.reasons()]
        if len(line.then) > 1:
            out.append("     it expects:")
            out += [f"       {text}" for text in sentences(line.then[1:7])]
    return out
