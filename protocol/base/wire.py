"""Reader of an engine's lines, for clients: those of UCI, and the additions of this dialect."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

_KINDS = ("check", "spin", "combo", "button", "string")
_OPTION_WORDS = ("name", "type", "default", "min", "max", "var")
_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time")

#: Moves of a line in a representation.
SHOWN = 3

OptionValue = str | int | bool | None


@dataclass(frozen=True)
class EngineOption:
    """One option as the handshake announced it.

    >>> EngineOption("MultiPV", "spin", "1", 1, 64).text(3)
    '3'
    >>> EngineOption("MultiPV", "spin", "1", 1, 64).text(65)
    Traceback (most recent call last):
    ValueError: option MultiPV goes from 1 to 64, not 65
    """

    name: str
    kind: str
    default: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    def text(self, value: OptionValue) -> str:
        """``value`` as text for ``setoption``.

        Raises:
            ValueError: the engine would refuse it, or the type is wrong for this option.
        """
        if self.kind == "button":
            if value is not None:
                raise ValueError(f"option {self.name} is a button and takes no value, not {value!r}")
            return ""
        if self.kind == "check":
            if not isinstance(value, bool):
                raise ValueError(f"option {self.name} is True or False, not {value!r}")
            return "true" if value else "false"
        if self.kind == "spin":
            if isinstance(value, bool) or not isinstance(value, int):
                raise ValueError(f"option {self.name} is a whole number, not {value!r}")
            if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
                raise ValueError(f"option {self.name} goes from {self.low} to {self.high}, not {value}")
            return str(value)
        if not isinstance(value, str):
            raise ValueError(f"option {self.name} is a text, not {value!r}")
        if "\n" in value or "\r" in value or "\0" in value:
            raise ValueError(f"option {self.name} is a text of one line, not {value!r}")
        if self.kind == "combo" and value.lower() not in map(str.lower, self.choices):
            raise ValueError(f"option {self.name} is one of {', '.join(self.choices)}, not {value!r}")
        return value or "<empty>"


def read_option(line: str) -> EngineOption | None:
    """The option of an ``option name ...`` line; None when it cannot be read."""
    fields: dict[str, list[str]] = {}
    key = ""
    for word in line.split()[1:]:
        # A repeated keyword belongs to the value before it, except `var`, which repeats by design.
        if word in _OPTION_WORDS and (word == "var" or word not in fields):
            key = word
            fields.setdefault(key, []).append("")
        elif key:
            fields[key][-1] = f"{fields[key][-1]} {word}".lstrip()
    name, kind = fields.get("name", [""])[0], fields.get("type", [""])[0]
    if not name or kind not in _KINDS:
        return None
    default = fields.get("default", [""])[0]

    def number(word: str) -> int | None:
        try:
            return int(fields[word][0])
        except (KeyError, ValueError):
            return None

    return EngineOption(
        name,
        kind,
        "" if default == "<empty>" else default,
        number("min"),
        number("max"),
        tuple(fields.get("var", ())),
    )


@dataclass(frozen=True, repr=False)
class Info:
    """One ``info`` line with a score.

    Attributes:
        depth: plies searched.
        seldepth: the longest line looked at, in plies.
        multipv: rank of the line among those reported, from 1.
        cp: score in centipawns for the searching seat.
        mate: moves to mate, from other UCI engines only.
        wdl: chances of win, draw and loss in permille.
        nodes: positions expanded.
        nps: nodes per second.
        hashfull: use of the table in permille.
        time: milliseconds since the start.
        pv: the line, as tokens; the move first.

    >>> read_info("info depth 4 multipv 1 score cp 31 nodes 900 pv c7 c2")
    <Info 1: c7 c2, cp +31, depth 4, 900 nodes>
    """

    depth: int = 0
    seldepth: int = 0
    multipv: int = 1
    cp: int | None = None
    mate: int | None = None
    wdl: tuple[int, int, int] | None = None
    nodes: int = 0
    nps: int = 0
    hashfull: int = 0
    time: int = 0
    pv: tuple[str, ...] = ()

    def __repr__(self) -> str:
        score = "" if self.cp is None else f", cp {self.cp:+d}"
        score += "" if self.mate is None else f", mate {self.mate}"
        line = " ".join(self.pv[:SHOWN]) + " ..." * (len(self.pv) > SHOWN)
        return f"<Info {self.multipv}: {line or '-'}{score}, depth {self.depth}, {self.nodes} nodes>"


def read_info(line: str) -> Info | None:
    """The content of an ``info`` line; None for ``info string`` and lines without a score. Never raises."""
    words = line.split()
    if words[:2] == ["info", "string"]:
        return None
    numbers: dict[str, int] = {}
    cp = mate = None
    wdl: tuple[int, int, int] | None = None
    pv: tuple[str, ...] = ()
    at = 1
    try:
        while at < len(words):
            word = words[at]
            if word == "pv":
                pv = tuple(words[at + 1 :])
                break
            if word == "string":
                break
            if word in _NUMBERS:
                numbers[word] = int(words[at + 1])
                at += 2
            elif word == "score":
                if words[at + 1] == "cp":
                    cp = int(words[at + 2])
                elif words[at + 1] == "mate":
                    mate = int(words[at + 2])
                at += 3
            elif word == "wdl":
                wdl = (int(words[at + 1]), int(words[at + 2]), int(words[at + 3]))
                at += 4
            else:
                at += 1
    except (IndexError, ValueError):
        return None
    if cp is None and mate is None:
        return None
    return Info(cp=cp, mate=mate, wdl=wdl, pv=pv, **numbers)


@dataclass(frozen=True)
class Lesson:
    """The moves of a position of proven ``value``: how many of the ``legal`` ones are proved to keep it
    (``keeping``), or to give some of it away (``losing``)."""

    value: Fraction
    keeping: int
    losing: int
    legal: int


@dataclass(frozen=True)
class Refutation:
    """The proven ``value`` of a move and the line that shows it; ``plies``: the length of a win that
    the other side forces, else 0."""

    value: Fraction
    plies: int
    line: tuple[str, ...]


@dataclass(repr=False)
class Result:
    """The result of a search, filled while it runs and complete once ``done`` is set.

    ``move`` is None when there was nothing to decide; ``reason`` then says why. ``infos`` holds the last
    line of each rank. The other dicts are keyed by move: ``proven`` and ``bounds`` hold proved values and
    bounds for the searching seat, ``mixture`` the probabilities of a mixed strategy, ``values`` the estimated
    value for every seat, ``expects`` other expectations by name, and ``samples`` the number of sampled games
    that a value averages, where it is such an average. ``lesson`` and ``refuted`` (by move) explain a solved
    position, with the option ``Teach``.

    >>> result = Result(move="c7", done=True)
    >>> _ = result.take("info depth 4 score cp 31 nodes 900 pv c7")
    >>> _ = result.take("info string proven c7 1/2")
    >>> result
    <Result c7, proven 1/2, depth 4, 900 nodes>
    """

    move: str | None = None
    ponder: str | None = None
    done: bool = False
    samples: dict[str, int] = field(default_factory=dict)
    infos: dict[int, Info] = field(default_factory=dict)
    proven: dict[str, Fraction] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    bounds: dict[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    mixture: dict[str, Fraction] = field(default_factory=dict)
    values: dict[str, tuple[float, ...]] = field(default_factory=dict)
    expects: dict[str, dict[str, float]] = field(default_factory=dict)
    lesson: Lesson | None = None
    refuted: dict[str, Refutation] = field(default_factory=dict)
    reason: str | None = None
    strings: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        said = self.move or ("no move" if self.done else "running")
        if self.reason:
            said += f", {self.reason}"
        if self.move in self.proven:
            said += f", proven {self.proven[self.move]}{' ' * (self.move in self.units)}"
            said += self.units.get(self.move, "")
        elif self.best is not None and self.best.cp is not None:
            said += f", cp {self.best.cp:+d}"
        if self.best is not None:
            said += f", depth {self.best.depth}, {self.best.nodes} nodes"
        return f"<Result {said}>"

    @property
    def best(self) -> Info | None:
        """The last line of the best move."""
        return self.infos.get(1)

    def take(self, line: str) -> Info | None:
        """Add an ``info`` line; returns its content if it carries a score."""
        info = read_info(line)
        if info is not None:
            self.infos[info.multipv] = info
            return info
        words = line.split()
        if words[:2] != ["info", "string"]:
            return None
        text = " ".join(words[2:])
        with contextlib.suppress(ArithmeticError, IndexError, ValueError):  # free text may begin like ours
            self._string(words[2:])
        if text.startswith("nothing to decide: "):
            self.reason = text.removeprefix("nothing to decide: ")
        if len(self.strings) < 1000:
            self.strings.append(text)
        return None

    def _string(self, words: list[str]) -> None:
        match words[:1]:
            case ["samples"]:
                self.samples[words[1]] = int(words[2])
            case ["proven"]:
                value = Fraction(words[2])
                if len(words) > 3:
                    self.units[words[1]] = words[3]
                self.proven[words[1]] = value
            case ["bounds"]:
                self.bounds[words[1]] = (Fraction(words[2]), Fraction(words[3]))
            case ["values"]:
                self.values[words[1]] = tuple(map(float, words[2:]))
            case ["expects"]:
                named = zip(words[2::2], words[3::2], strict=True)
                self.expects[words[1]] = {name: float(number) for name, number in named}
            case ["lesson"]:
                if words[2::2] == ["keeping", "losing", "legal"]:
                    self.lesson = Lesson(Fraction(words[1]), *map(int, words[3::2]))
            case ["refuted"]:
                told = Refutation(Fraction(words[2]), int(words[3]), tuple(words[4:]))
                self.refuted[words[1]] = told
            case ["mixture"]:
                pairs = zip(words[1::2], words[2::2], strict=True)
                self.mixture.update({move: Fraction(odds) for move, odds in pairs})


@dataclass(frozen=True)
class Told:
    """One event that happened or would happen.

    ``seat`` is the seat that acted, None for chance and for a consequence of the rules (whose ``token`` is
    ``-``). ``token`` is as the asking seat sees it, ``x`` for unseen. ``name`` is the name of the seat in
    ``phrase``, where it was requested.

    >>> Told(None, "-", "Tulsa is empty").follows
    True
    """

    seat: int | None
    token: str
    phrase: str
    name: str = ""

    @property
    def follows(self) -> bool:
        """Whether this is a consequence of the event before, by the rules."""
        return self.token == "-"


def read_parts(words: Sequence[str]) -> list[tuple[str, str]]:
    """(first word, rest) of each part of an answer whose parts are separated by ``|``."""
    if not words:
        return []
    parts = (part.partition(" ") for part in " ".join(words).split(" | "))
    return [(first, rest) for first, _, rest in parts]


def read_told(words: Sequence[str]) -> list[Told]:
    """The events in an answer to ``query story`` or ``query line``."""
    out = []
    for who, rest in read_parts(words):
        token, _, phrase = rest.partition(" ")
        out.append(Told(int(who) if who.isdigit() else None, token, phrase))
    return out


@dataclass(frozen=True)
class About:
    """A game as ``query game`` describes it: ``least`` to ``most`` seats, ``usual`` by default.

    >>> About("longhorn", "Longhorn", 2, 2, 2).usual
    2
    """

    name: str
    title: str
    least: int
    most: int
    usual: int


def read_about(words: Sequence[str]) -> About:
    """The game in an answer to ``query game``.

    Raises:
        ValueError: it cannot be read.
    """
    match words:
        case [name, "seats", seats, "usual", usual, "title", *title]:
            least, _, most = seats.partition("-")
            return About(name, " ".join(title), int(least), int(most), int(usual))
    raise ValueError(f"not the description of a game: {' '.join(words)}")


def read_bestmove(line: str) -> tuple[str | None, str | None]:
    """(move, ponder move) of a ``bestmove`` line; the move is None for ``(none)``."""
    words = line.split()
    move = words[1] if len(words) > 1 and words[1] not in ("(none)", "0000", "NULL") else None
    ponder = words[3] if len(words) > 3 and words[2] == "ponder" else None
    return move, ponder
