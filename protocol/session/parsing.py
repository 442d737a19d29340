"""Parser of the protocol's lines; there is no other.

:func:`parse` turns one line into one of the dataclasses of :mod:`protocol.session.commands`, or raises
:class:`ProtocolError`. It knows only the grammar; the session checks whether a number suits an option or
a token suits a position.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from protocol.base.errors import Code, ProtocolError, quote
from protocol.session.commands import (
    Bench,
    Command,
    Debug,
    Display,
    Eval,
    Go,
    Help,
    IsReady,
    NewGame,
    Perft,
    PonderHit,
    Pop,
    Position,
    Push,
    Query,
    Quit,
    SetOption,
    Stop,
    Uci,
)

#: Numbers are clamped to this, so no arithmetic on them can overflow or take long.
BIGGEST = 10**15
#: Greatest depth of perft.
PERFT_MAX = 64
#: Seeds are unsigned 64-bit numbers.
SEED_MAX = 2**64 - 1

_INTEGER = re.compile(r"-?[0-9]+\Z")
_SPACE = re.compile(r"[ \t]+")


class _Words:
    """The words of a line, with a cursor on the next one."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.at = 0

    def peek(self) -> str | None:
        return self.words[self.at] if self.at < len(self.words) else None

    def next(self) -> str | None:
        word = self.peek()
        if word is not None:
            self.at += 1
        return word

    def until(self, keys: frozenset[str] | tuple[str, ...]) -> tuple[str, ...]:
        """The words up to the next one of ``keys`` or the end."""
        start = self.at
        while self.at < len(self.words) and self.words[self.at] not in keys:
            self.at += 1
        return tuple(self.words[start : self.at])

    def rest(self) -> tuple[str, ...]:
        start, self.at = self.at, len(self.words)
        return tuple(self.words[start:])


def is_integer(word: str) -> bool:
    """Whether ``word`` is written as a whole number in ASCII digits."""
    return _INTEGER.match(word) is not None


def integer(word: str) -> int | None:
    """``word`` as a number clamped to +-BIGGEST; None when it is not a number."""
    if not is_integer(word):
        return None
    if len(word) > 20:  # also keeps int() away from very long digit strings
        digits = word.lstrip("-").lstrip("0") or "0"
        if len(digits) > 16:
            return -BIGGEST if word.startswith("-") else BIGGEST
        word = ("-" if word.startswith("-") else "") + digits
    return max(-BIGGEST, min(BIGGEST, int(word)))


def _number(words: _Words, after: str, what: str = "a whole number") -> int:
    word = words.next()
    if word is None:
        raise ProtocolError(Code.MISSING, f"{quote(after)} needs {what} after it", after)
    value = integer(word)
    if value is None:
        raise ProtocolError(Code.NUMBER, f"{quote(word)} after {quote(after)} is not {what}", word)
    return value


def _in_range(value: int, low: int, high: int, after: str) -> int:
    if not low <= value <= high:
        raise ProtocolError(
            Code.RANGE,
            f"{value} after {quote(after)} is out of range, it must be {low} to {high}",
            str(value),
        )
    return value


def _seed(words: _Words) -> int:
    word = words.peek()
    value = _number(words, "seed")
    if word is not None and is_integer(word) and len(word) <= 20:
        value = int(word)  # seeds use all 64 bits: not clamped
    elif abs(value) == BIGGEST:
        value = SEED_MAX + 1
    return _in_range(value, 0, SEED_MAX, "seed")


def _setoption(line: str) -> SetOption:
    match = re.match(r"setoption[ \t]+name(?:[ \t]+|$)(.*)\Z", line)
    if match is None:
        raise ProtocolError(
            Code.MISSING, "'setoption' must read: setoption name NAME [value VALUE]", "setoption"
        )
    # The first lone word "value" ends the name: no option's name holds it, but a value may.
    parts = re.split(r"(?:^|[ \t]+)value(?:[ \t]+|$)", match.group(1).strip(" \t"), maxsplit=1)
    name = _SPACE.sub(" ", parts[0])
    if not name:
        raise ProtocolError(Code.MISSING, "'name' needs the name of an option after it", "name")
    return SetOption(name, parts[1] if len(parts) == 2 else None)


_STARTPOS_KEYS = ("seats", "seed", "view", "rules", "moves")


def _position(words: _Words) -> Position:
    kind = words.next()
    if kind == "fen":
        text = " ".join(words.until(("moves",)))
        if not text:
            raise ProtocolError(Code.MISSING, "'fen' needs a position's text after it", "fen")
        words.next()  # the word `moves`, when there is one
        return Position(text=text, moves=words.rest())
    if kind != "startpos":
        if kind is None:
            raise ProtocolError(Code.MISSING, "'position' needs 'startpos' or 'fen' after it", "position")
        raise ProtocolError(
            Code.POSITION, f"{quote(kind)} after 'position': expected 'startpos' or 'fen'", kind
        )
    seats: int | None = None
    seed: int | None = None
    view: int | None = None
    rules: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    seen: set[str] = set()
    while (key := words.next()) is not None:
        if key not in _STARTPOS_KEYS:
            raise ProtocolError(
                Code.EXTRA,
                f"{quote(key)} after 'startpos': expected 'seats', 'seed', 'view', 'rules' or 'moves'",
                key,
            )
        if key in seen:
            raise ProtocolError(Code.EXTRA, f"{quote(key)} is given twice", key)
        seen.add(key)
        if key == "seats":
            seats = _in_range(_number(words, key), 1, 100, key)
        elif key == "seed":
            seed = _seed(words)
        elif key == "view":
            view = _in_range(_number(words, key), 0, 99, key)
        elif key == "rules":
            rules = words.until(_STARTPOS_KEYS)
            if not rules:
                raise ProtocolError(Code.MISSING, "'rules' needs at least one word after it", "rules")
        else:
            moves = words.rest()
    if seed is not None and view is not None:
        raise ProtocolError(
            Code.EXTRA, "'view' and 'seed': what lies on a real table is entered, no seed deals it", "view"
        )
    return Position(None, seats, seed, rules, moves, view)


def _push(words: _Words) -> Push:
    moves = words.rest()
    if not moves:
        raise ProtocolError(Code.MISSING, "'push' needs at least one move after it", "push")
    return Push(moves)


def _pop(words: _Words) -> Pop:
    count = 1 if words.peek() is None else _in_range(_number(words, "pop"), 1, BIGGEST, "pop")
    _check_end(words)
    return Pop(count)


def _check_end(words: _Words) -> None:
    extra = words.next()
    if extra is not None:
        raise ProtocolError(Code.EXTRA, f"nothing may follow here, found {quote(extra)}", extra)


_GO_NUMBERS = (
    "seat",
    "movetime",
    "nodes",
    "depth",
    "mate",
    "movestogo",
    "wtime",
    "btime",
    "winc",
    "binc",
    "perft",
)
_GO_KEYS = frozenset((*_GO_NUMBERS, "infinite", "ponder", "searchmoves", "clocks", "incs"))


def _numbers(words: _Words, after: str) -> tuple[int, ...]:
    """One number or more."""
    values = [_number(words, after)]
    while (word := words.peek()) is not None and is_integer(word):
        values.append(_number(words, after))
    return tuple(values)


def _go(words: _Words) -> Go | Perft:
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    searchmoves: tuple[str, ...] = ()
    lists: dict[str, tuple[int, ...]] = {}
    while (key := words.next()) is not None:
        if key in _GO_NUMBERS:
            numbers[key] = _number(words, key)
        elif key in ("clocks", "incs"):
            lists[key] = _numbers(words, key)
        elif key == "searchmoves":
            searchmoves = words.until(_GO_KEYS)
            if not searchmoves:
                raise ProtocolError(
                    Code.MISSING, "'searchmoves' needs at least one move after it", "searchmoves"
                )
        elif key in _GO_KEYS:
            flags.add(key)
        # Any other word is skipped: clients send limits of their own engines.
    if "perft" in numbers:
        if words.words[0] != "perft" or len(numbers) + len(lists) + len(flags) > 1 or searchmoves:
            raise ProtocolError(
                Code.EXTRA,
                "'perft' counts and does not search: write 'go perft N', no limit beside it",
                "perft",
            )
        return Perft(_in_range(numbers["perft"], 0, PERFT_MAX, "perft"))
    exact = bool(lists)
    clocks: tuple[int | None, ...] = lists.get("clocks", ())
    increments: tuple[int | None, ...] = lists.get("incs", ())
    if not exact and ("wtime" in numbers or "btime" in numbers):
        clocks = (numbers.get("wtime"), numbers.get("btime"))
        increments = (numbers.get("winc"), numbers.get("binc"))
    if exact and not clocks:
        raise ProtocolError(Code.MISSING, "'incs' needs 'clocks' beside it", "incs")
    if not clocks and not (flags & {"infinite"} or numbers.keys() & {"movetime", "nodes", "depth", "mate"}):
        for word in ("winc", "binc", "movestogo"):
            if word in numbers:  # alone it limits nothing: the client would wait for ever
                raise ProtocolError(Code.MISSING, f"{quote(word)} needs 'wtime' and 'btime' beside it", word)

    def least(key: str, low: int) -> int | None:
        # A limit too small to make sense means "at once": a client short of time must get its move.
        return max(low, numbers[key]) if key in numbers else None

    depth = least("depth", 1)
    if "mate" in numbers and depth is None:
        depth = 2 * max(1, numbers["mate"])
    return Go(
        seat=numbers.get("seat"),
        movetime=least("movetime", 0),
        nodes=least("nodes", 1),
        depth=depth,
        infinite="infinite" in flags,
        ponder="ponder" in flags,
        searchmoves=searchmoves,
        clocks=clocks,
        increments=increments,
        movestogo=least("movestogo", 1),
        exact=exact,
    )


#: Word after ``query json`` that leaves the moves out.
BARE = "bare"
#: Question -> whether its number is required (True), optional (False) or absent (None).
QUERIES: dict[str, bool | None] = {
    "legal": False,
    "words": False,
    "turn": None,
    "chance": None,
    "gameover": None,
    "result": None,
    "returns": None,
    "position": None,
    "view": True,
    "json": False,
    "perft": True,
    "history": None,
    "story": False,
    "line": None,
    "tally": False,
    "beliefs": False,
    "game": None,
    "rules": None,
    "expects": None,
    "names": None,
    "round": None,
    "asks": None,
    "read": None,
}


def _query(words: _Words) -> Query:
    what = words.next()
    expected = ", ".join(QUERIES)
    if what is None:
        raise ProtocolError(Code.MISSING, f"'query' needs one of: {expected}", "query")
    if what not in QUERIES:
        raise ProtocolError(Code.COMMAND, f"'query' knows no {quote(what)}, it knows: {expected}", what)
    takes = QUERIES[what]
    number = None
    if takes or (takes is False and words.peek() is not None and (what, words.peek()) != ("json", BARE)):
        number = _number(words, what)
        if what == "perft":
            _in_range(number, 0, PERFT_MAX, what)
    if what == "read":
        return Query(what, tokens=words.rest())
    if what == "line":
        seat = None
        if words.peek() == "seat":
            words.next()
            seat = _number(words, "seat")
        tokens = words.rest()
        if not tokens:
            raise ProtocolError(Code.MISSING, "'line' needs at least one move after it", "line")
        return Query(what, seat, tokens=tokens)
    first = 0
    if what == "story" and number is not None and words.peek() is not None:
        first = _in_range(_number(words, what), 0, BIGGEST, what)
    bare = what == "json" and words.peek() == BARE
    if bare:
        words.next()
    _check_end(words)
    return Query(what, number, first, bare=bare)


def _display(words: _Words) -> Display:
    seat: int | None = None
    color = False
    while (key := words.next()) is not None:
        if key == "seat":
            seat = _number(words, key)
        color = color or key == "color"
        # Any other word is skipped, as after every command of one word.
    return Display(seat, color)


def _perft(words: _Words) -> Perft:
    return Perft(_in_range(_number(words, "perft"), 0, PERFT_MAX, "perft"))


def _bench(words: _Words) -> Bench:
    if words.peek() is None:
        return Bench()
    return Bench(_in_range(_number(words, "bench"), 1, 10**9, "bench"))


def _debug(words: _Words) -> Debug:
    word = words.next()
    if word not in (None, "on", "off"):
        raise ProtocolError(Code.VALUE, f"'debug' is 'on' or 'off', not {quote(word or '')}", word or "")
    return Debug(word != "off")


#: Commands of one word; words after them are skipped, as UCI requires.
_PLAIN: dict[str, Command] = {
    "uci": Uci(),
    "isready": IsReady(),
    "ucinewgame": NewGame(),
    "stop": Stop(),
    "ponderhit": PonderHit(),
    "quit": Quit(),
    "eval": Eval(),
}
_WITH_WORDS: dict[str, Callable[[_Words], Command]] = {
    "position": _position,
    "push": _push,
    "pop": _pop,
    "go": _go,
    "query": _query,
    "perft": _perft,
    "bench": _bench,
    "debug": _debug,
    "d": _display,
    "help": lambda words: Help(words.next()),
}
COMMANDS = (*_PLAIN, *_WITH_WORDS, "setoption")


def parse(line: str) -> Command | None:
    """The command on ``line``; None for an empty line, a comment (``#``) and ``register``.

    Raises:
        ProtocolError: the line is not a command; the error names the offending word.
    """
    line = line.strip(" \t")
    if not line or line.startswith("#"):
        return None
    for char in line:
        if (char < " " and char != "\t") or char == "\x7f":
            raise ProtocolError(
                Code.LINE, f"the line holds the control character \\x{ord(char):02x}; only text is read", char
            )
    words = _SPACE.split(line)
    first = words[0]
    if first in _PLAIN:
        return _PLAIN[first]
    if first == "setoption":
        return _setoption(line)
    if first == "register":
        return None
    if first not in _WITH_WORDS:
        raise ProtocolError(Code.COMMAND, f"{quote(first)} is not a command; type help for the list", first)
    return _WITH_WORDS[first](_Words(words[1:]))
