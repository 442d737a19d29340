"""Moves and the engine's verdicts on them, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from protocol.base.wire import Lesson
from protocol.client import Info, Result, Told

#: Key of the chance of the first place among an engine's expectations.
FIRST = "first"
#: Most chances shown for a move.
REASONS_MAX = 6


@dataclass(frozen=True)
class Choice:
    """Legal move, or outcome of chance: its token, its words, and the odds of an outcome."""

    token: str
    phrase: str
    odds: Fraction | None = None


@dataclass(frozen=True)
class Line:
    """Verdict of the engine on one move of the seat that was asked.

    ``value``: the expected result, from -1 (worst) to 1 (best); with two seats 1 is a win and -1 a loss.
    ``percent``: (win, draw, loss) where the engine reports them. ``proven``: the value if it is proven, in
    ``unit`` where it is not a result; ``bounds``: the proven bounds. ``values``: the expected results of all
    seats. ``expects``: other expectations by name; ``because``: the same in words. ``odds``: the probability
    in a mixed strategy. ``then``: the line in words, from the move itself on. ``samples``: the number of
    sampled games of which the value is the mean, 0 without sampling. ``seats``: the number of seats; with
    more than two, a value is not a chance to win but the share of the others that are beaten. ``first``: the
    chance of the first place in words, where the engine reports it separately.
    """

    token: str
    phrase: str
    value: float
    percent: tuple[float, float, float] | None = None
    proven: Fraction | None = None
    unit: str = ""
    bounds: tuple[Fraction, Fraction] | None = None
    values: tuple[float, ...] = ()
    expects: dict[str, float] = field(default_factory=dict)
    because: tuple[str, ...] = ()
    odds: Fraction | None = None
    pv: tuple[str, ...] = ()
    samples: int = 0
    then: tuple[Told, ...] = ()
    seats: int = 2
    first: str = ""

    def verdict(self, brief: bool = False) -> str:
        """The value of the move in words; ``brief``: without the chance of the first place."""
        if self.proven is not None and not self.unit:
            named = {1: "a proven win", 0: "a proven draw", -1: "a proven loss"}
            whole = self.proven.denominator == 1 and int(self.proven) in named
            return named[int(self.proven)] if whole else f"proven to be worth {float(self.proven):+.3f}"
        if self.proven is not None:
            return f"proven: {self.proven} {self.unit}"
        if self.percent is not None and self.seats > 2:
            beaten = f"about {50 * (1 + self.value):.0f} % {measure(self.seats)}"
            return f"{beaten}, {self.first}" if self.first and not brief else beaten
        if self.percent is not None:
            win, draw, _ = self.percent
            drawn = f", {draw:.0f} % to draw" if draw >= 0.5 else ""
            return f"about {win:.0f} % {measure(self.seats)}{drawn}"
        return f"worth about {self.value:+.2f}"

    def reasons(self) -> list[str]:
        """The reasons in words: expectations after the move, share in a mixed strategy, proven bounds."""
        out = list(self.because)
        if self.odds is not None and self.odds != 1:
            out.append(f"to be played {float(self.odds):.0%} of the time, so that nobody can count on it")
        if self.bounds is not None and self.proven is None:
            out.append(f"proved to lie between {float(self.bounds[0]):+.2f} and {float(self.bounds[1]):+.2f}")
        return out


@dataclass(frozen=True)
class Refuted:
    """What refutes a move of proven ``value``: the line after it in words. ``plies``: its length if it is a
    forced win of the other side, else 0."""

    value: Fraction
    plies: int
    then: tuple[Told, ...]


@dataclass(frozen=True)
class Thought:
    """Result of a search: ``best`` is the move it chose, ``lines`` the moves it valued, best first. Both are
    empty if there was nothing to decide; ``reason`` then says why. ``notes``: the search's other messages.
    ``lesson`` and ``refuted`` (by token) explain a solved position, where the search was asked to teach."""

    best: Choice | None
    lines: tuple[Line, ...]
    reason: str | None
    nodes: int
    seconds: float
    notes: tuple[str, ...] = ()
    lesson: Lesson | None = None
    refuted: Mapping[str, Refuted] = field(default_factory=dict)

    def line(self, token: str) -> Line | None:
        """The line of a move; None if the move was not valued."""
        return next((line for line in self.lines if line.token == token), None)


def first_words(expects: Mapping[str, float], meanings: Mapping[str, str]) -> str:
    """The chance of the first place in the game's words; empty where it is not reported."""
    if FIRST not in expects:
        return ""
    return meanings.get(FIRST, "{%} to be first").replace("{%}", f"{100 * expects[FIRST]:.0f} %")


def telling_apart(lines: Sequence[Line]) -> list[Line]:
    """The lines without the expectations that they all share, which do not help the choice."""
    if len(lines) < 2:
        return list(lines)
    common = set(lines[0].because).intersection(*(line.because for line in lines[1:]))
    return [
        replace(line, because=tuple(text for text in line.because if text not in common)) for line in lines
    ]


def measure(seats: int) -> str:
    """The unit of a value in per cent: chance to win with two seats, share of others beaten with more."""
    return "to win" if seats == 2 else "of the others beaten"


def in_words(expects: Mapping[str, float], meanings: Mapping[str, str]) -> tuple[str, ...]:
    """The expectations in the words of :meth:`protocol.client.Engine.meanings`. Of chances, only the greatest
    ``REASONS_MAX`` are included."""
    shares = [name for name in expects if "{%}" in meanings.get(name, "") and round(100 * expects[name]) > 0]
    told = sorted(shares, key=lambda name: -expects[name])[:REASONS_MAX]
    out = []
    for name, number in expects.items():
        meaning = meanings.get(name, f"{name} {{}}")
        if name in told or "{%}" not in meaning:
            # z: a value rounded to zero has no sign
            meaning = meaning.replace("{%}", f"{number:.0%}").replace("{+}", f"{number:+z.1f}")
            meaning = meaning.replace("{}", f"{number:z.1f}")
            # "1 hits" is wrong, "1.0 hits" is right
            out.append(meaning if f"{abs(number):.1f}" == "1.0" else meaning.replace(".0 ", " "))
    return tuple(out)


def value_of(cp: int) -> float:
    """The expected result in [-1, 1] for a ``score cp`` of the engine."""
    return max(-1.0, min(1.0, math.atan(cp / 90) / 1.5637541897))


def notes_of(result: Result) -> tuple[str, ...]:
    """The messages of a search that are not about one of its moves."""
    known = (
        "values",
        "expects",
        "samples",
        "bounds",
        "proven",
        "mixture",
        "lesson",
        "refuted",
        "nothing to decide",
    )
    return tuple(text for text in result.strings if not text.startswith(known))


def lines_of(
    result: Result, seat: int, seats: int, words: Mapping[str, str], meanings: Mapping[str, str]
) -> list[Line]:
    """The verdicts of a search that ``seat`` asked for, best first, without the lines in words. ``words``:
    token -> phrase; ``meanings``: the names of expectations as phrases."""
    lines: dict[str, Line] = {}
    for _, info in sorted(result.infos.items()):
        if info.pv and info.pv[0] not in lines:
            lines[info.pv[0]] = _line(info, result, seat, seats, words, meanings)
    return list(lines.values())


def _line(
    info: Info, result: Result, seat: int, seats: int, words: Mapping[str, str], meanings: Mapping[str, str]
) -> Line:
    token = info.pv[0]
    expects = result.expects.get(token, {})
    values = result.values.get(token, ())
    value = value_of(info.cp or 0)
    if len(values) > seat:
        value = values[seat]
    proven = result.proven.get(token)
    if proven is not None and token not in result.units:
        value = float(proven)
    return Line(
        token=token,
        phrase=words.get(token, token),
        value=value,
        percent=None if info.wdl is None else (info.wdl[0] / 10, info.wdl[1] / 10, info.wdl[2] / 10),
        proven=proven,
        unit=result.units.get(token, ""),
        bounds=result.bounds.get(token),
        values=values,
        expects=expects,
        # the line's verdict already gives the chance of the first place
        because=in_words({k: v for k, v in expects.items() if k != FIRST}, meanings),
        first=first_words(expects, meanings),
        odds=result.mixture.get(token),
        pv=info.pv,
        samples=result.samples.get(token, 0),
        seats=seats,
    )
