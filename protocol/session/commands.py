"""The commands of the protocol as dataclasses, and their texts in ``help``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from protocol.base.errors import Code, ProtocolError, quote
from solver.games import Game


@dataclass(frozen=True)
class Uci:
    """``uci``"""


@dataclass(frozen=True)
class IsReady:
    """``isready``"""


@dataclass(frozen=True)
class NewGame:
    """``ucinewgame``"""


@dataclass(frozen=True)
class Stop:
    """``stop``"""


@dataclass(frozen=True)
class PonderHit:
    """``ponderhit``"""


@dataclass(frozen=True)
class Quit:
    """``quit``"""


@dataclass(frozen=True)
class Display:
    """``d [seat K] [color]``: ``seat`` is None for the position as it was set."""

    seat: int | None = None
    color: bool = False


@dataclass(frozen=True)
class Eval:
    """``eval``"""


@dataclass(frozen=True)
class Bench:
    """``bench [NODES]``: nodes per position, None for the default."""

    nodes: int | None = None


@dataclass(frozen=True)
class Help:
    """``help [WORD]``"""

    topic: str | None = None


@dataclass(frozen=True)
class Debug:
    """``debug [on|off]``"""

    on: bool


@dataclass(frozen=True)
class SetOption:
    """``setoption name NAME [value VALUE]``: ``value`` None when the word ``value`` is absent."""

    name: str
    value: str | None


@dataclass(frozen=True)
class Position:
    """``position startpos ...`` (``text`` None) or ``position fen TEXT ...``."""

    text: str | None = None
    seats: int | None = None
    seed: int | None = None
    rules: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    #: The seat that looks at a real table, whose set-up is entered.
    view: int | None = None


@dataclass(frozen=True)
class Push:
    """``push TOKEN...``"""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class Pop:
    """``pop [N]``"""

    count: int = 1


@dataclass(frozen=True)
class Go:
    """``go ...``: times in milliseconds; ``clocks`` and ``increments`` in seat order, None where absent."""

    seat: int | None = None
    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()
    clocks: tuple[int | None, ...] = ()
    increments: tuple[int | None, ...] = ()
    movestogo: int | None = None
    #: Whether the clocks came as ``clocks``/``incs``, which need one number for each seat.
    exact: bool = False


@dataclass(frozen=True)
class Perft:
    """``perft N`` and ``go perft N``: count with divide."""

    depth: int


@dataclass(frozen=True)
class Query:
    """``query WHAT ...``: ``number`` is a seat or, for ``perft``, a depth; ``first`` the event that
    ``story`` begins with; ``tokens`` those of ``line``, or the words of ``read``; ``bare``: ``json``
    without moves."""

    what: str
    number: int | None = None
    first: int = 0
    tokens: tuple[str, ...] = ()
    bare: bool = False


Command = (
    Uci
    | IsReady
    | NewGame
    | Stop
    | PonderHit
    | Quit
    | Display
    | Eval
    | Bench
    | Help
    | Debug
    | SetOption
    | Position
    | Push
    | Pop
    | Go
    | Perft
    | Query
)

#: Command -> its purpose in one line, then its syntax.
TOPICS: Mapping[str, tuple[str, ...]] = {
    "uci": ("introduce the engine: name, games, options", "uci"),
    "isready": ("answer readyok, during a search too", "isready"),
    "setoption": (
        "set an option",
        "setoption name NAME [value VALUE]",
        "example: setoption name MultiPV value 3",
    ),
    "ucinewgame": ("forget the last game and set up a new one", "ucinewgame"),
    "position": (
        "set the position",
        "position startpos [seats N] [seed S] [rules WORD...] [moves TOKEN...]",
        "position startpos view K [seats N] [rules WORD...] [moves TOKEN...]   (a real table, to be entered)",
        "position fen TEXT [moves TOKEN...]",
        "with seed all later chance is drawn from it; without, it is entered among the moves",
    ),
    "push": (
        "play on from the position: all of the moves, or none",
        "push TOKEN...",
        "a token is what position ... moves TOKEN... would take next",
    ),
    "pop": ("take back the last moves entered, one when no number is given", "pop [N]"),
    "go": (
        "think and answer bestmove",
        "go [seat K] [movetime MS] [nodes N] [depth N] [mate N] [infinite] [ponder] [searchmoves TOKEN...]",
        "   [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]",
        "   [clocks MS...] [incs MS...]   (one number per seat, in seat order)",
        "go perft N   (the same as perft N)",
        "without a limit it thinks until the value is proven or stop comes",
    ),
    "stop": ("end the search; bestmove follows", "stop"),
    "ponderhit": ("the move pondered on was played: the clock of go ponder runs from now", "ponderhit"),
    "query": (
        "ask about the position; answered by a response line",
        "query legal [SEAT] | turn | chance | gameover | result | returns | history",
        "query position | view SEAT | json [SEAT] | perft N",
        "in words, parts separated by |:",
        "query words [SEAT] | story [SEAT [FROM]] | line [seat K] TOKEN... | tally [SEAT] | names | round",
        "query beliefs [SEAT] | game | rules | expects",
        "query asks | read WORD...   (the next event to enter; typed text as tokens)",
    ),
    "d": ("draw the position", "d [seat K] [color]   (as seat K sees it; with the terminal's colours)"),
    "eval": ("the value of the position and of every move after a short search", "eval"),
    "perft": ("count the token sequences of N plies, split by the first", "perft N"),
    "bench": ("fixed work; its node total is the build's signature", "bench [NODES]"),
    "debug": ("say more about what is done", "debug [on|off]"),
    "help": ("this list, the syntax of a command, or how a game is played", "help [COMMAND|GAME]"),
    "quit": ("end the engine, as the end of the input does", "quit"),
}


def help_lines(topic: str | None, games: Mapping[str, Game] | None = None) -> list[str]:
    """The help text on a command or on one of ``games``, without the leading ``info string``.

    Raises:
        ProtocolError: there is no such command or game.
    """
    if topic is not None and topic not in TOPICS and games and topic in games:
        return game_lines(games[topic])
    if topic is None:
        width = max(map(len, TOPICS))
        lines = [f"{name:{width}}  {text[0]}" for name, text in TOPICS.items()]
        return ["Commands (help COMMAND says more; a line that begins with # is a comment):", *lines]
    if topic not in TOPICS:
        raise ProtocolError(
            Code.COMMAND, f"there is no help on {quote(topic)}; type help for the list", topic
        )
    first, *usage = TOPICS[topic]
    return [f"{topic}: {first}", *("  " + line for line in usage)]


def game_lines(game: Game) -> list[str]:
    """Help on a game: its seats, its primer, its rules words."""
    seats = (
        f"{game.min_seats}" if game.min_seats == game.max_seats else f"{game.min_seats} to {game.max_seats}"
    )
    lines = [f"{game.title}, {seats} seats", *game.primer.splitlines()]
    if game.rules_words:
        lines.append("Rules words:")
        lines += [f"  {word}: {meaning}" for word, meaning in game.rules_words.items()]
    return lines
