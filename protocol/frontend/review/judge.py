"""Judgement of one decision: the best move, the played move, and the cost of the difference.

Both moves are compared by equal searches. A search of all moves finds the best one, but spends little work on
moves that look weak and so undervalues them. Therefore:

- values that are means of sampled games: both moves are searched alone, with equal work, several times with
  different seeds; the spread of the differences says how far they can be trusted;
- values from a search without sampling: both moves are searched together, and the search tries to prove both;
- values that are proven, or moves of one mixed strategy: no further search is needed.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from enum import Enum
from fractions import Fraction
from typing import Any, Self

from protocol.client import Limit, Told
from protocol.frontend.desk import UNSEEN, Desk
from protocol.frontend.review.walk import Site
from protocol.frontend.teaching import lesson_words
from protocol.frontend.verdict import Line, Thought

#: Pairs of searches; each pair has its own seed.
PAIRS = 3
#: Share of a decision's time or nodes for the search of all moves.
SURVEY_SHARE = 0.5
#: Moves valued by that search; the played move is compared whether or not it is among them.
LINES = 24
#: Moves of that search that are kept for display.
SHOWN = 5
#: Smallest difference of chance that counts: a proven value has nine decimals.
EQUAL = 1e-6


class Basis(Enum):
    """Basis of a judgement."""

    #: Only one legal move: nothing to judge.
    ONLY = "only move"
    PROVEN = "proven"
    #: Means of sampled games.
    SAMPLED = "sampled"
    #: Value from a search without sampling that did not reach the end.
    ESTIMATED = "estimated"


@dataclass(frozen=True)
class Effort:
    """Limit of the analysis of one decision: milliseconds or nodes, one of which is None."""

    ms: int | None = None
    nodes: int | None = None

    def part(self, share: float) -> Limit:
        """The limit of a search that gets this share of the effort."""
        if self.nodes is not None:
            return Limit(nodes=max(1, round(self.nodes * share)))
        return Limit(movetime=max(1, round((self.ms or 0) * share)))

    def text(self) -> str:
        """The effort in words."""
        return f"{self.nodes:,} nodes" if self.nodes is not None else f"{(self.ms or 0) / 1000:g} s"


@dataclass(frozen=True)
class Opinion:
    """Opinion of the analysis on one move.

    ``value``: expected result of the deciding seat, in [-1, 1]; ``values``: expected results of all seats,
    empty where unknown; ``exact``: the proven value as text, None where unproven; ``expects``: other
    expectations by name; ``odds``: the probability in a mixed strategy; ``then``: the line after the move, in
    words.
    """

    token: str
    phrase: str
    value: float
    values: tuple[float, ...] = ()
    exact: str | None = None
    expects: dict[str, float] = field(default_factory=dict)
    odds: float | None = None
    then: tuple[str, ...] = ()

    @property
    def chance(self) -> float:
        """The value as a chance, from 0 to 1."""
        return (1 + self.value) / 2

    @classmethod
    def of(cls, line: Line) -> Self:
        """The opinion that one line of a search gives."""
        proven = line.proven is not None and not line.unit
        value = float(line.proven) if proven and line.proven is not None else line.value
        values = line.values
        if proven and len(values) == 2:
            # the engine reports three decimals only
            values = (value, -value) if abs(values[0] - value) <= abs(values[1] - value) else (-value, value)
        then = tuple(told_words(line.then[1:]))
        return cls(
            token=line.token,
            phrase=line.phrase,
            value=value,
            values=values,
            exact=str(line.proven) if proven else None,
            expects=dict(line.expects),
            odds=None if line.odds is None else float(line.odds),
            then=then,
        )


@dataclass(frozen=True)
class Judgement:
    """Judgement of one decision.

    ``loss``: chance that the played move gave away, from 0 to 1, 0 for the best move; ``doubt``: uncertainty
    of the loss, None while it depends on the game's other decisions (``pairs``); ``pairs``: differences of
    value between the searches of each pair; ``shown``: the best moves of the search of all moves, best first;
    ``legal``: the number of legal moves; ``lesson``: how many moves keep the result, in words, for a solved
    position; ``forced``: the length of ``played.then`` from the reply on if it is a forced win of the other
    side, else 0.
    """

    basis: Basis
    best: Opinion
    played: Opinion
    loss: float
    legal: int
    doubt: float | None = 0.0
    pairs: tuple[float, ...] = ()
    shown: tuple[Opinion, ...] = ()
    lesson: str = ""
    forced: int = 0

    def as_dict(self) -> dict[str, Any]:
        """The judgement for JSON."""
        return {**asdict(self), "basis": self.basis.value}

    @classmethod
    def from_dict(cls, row: dict[str, Any]) -> Self:
        """The judgement written by :meth:`as_dict`.

        Raises:
            KeyError, TypeError, ValueError: ``row`` is not such a judgement.
        """
        if set(row) != {item.name for item in fields(cls)}:
            raise ValueError("not a judgement")
        return cls(
            basis=Basis(row["basis"]),
            best=_opinion(row["best"]),
            played=_opinion(row["played"]),
            loss=float(row["loss"]),
            legal=int(row["legal"]),
            doubt=None if row["doubt"] is None else float(row["doubt"]),
            pairs=tuple(map(float, row["pairs"])),
            shown=tuple(map(_opinion, row["shown"])),
            lesson=str(row["lesson"]),
            forced=int(row["forced"]),
        )


def told_words(parts: Sequence[Told]) -> list[str]:
    """A story or a line in words: who did what in each part. Parts hidden from the listener are left out."""
    out = []
    for part in parts:
        if part.token == UNSEEN:
            continue
        who = part.name or f"seat {part.seat}"
        named = part.seat is None or part.phrase.startswith(who)
        out.append(part.phrase if named else f"{who}: {part.phrase}")
    return out


def _opinion(row: dict[str, Any]) -> Opinion:
    return Opinion(**{**row, "values": tuple(row["values"]), "then": tuple(row["then"])})


def judge(desk: Desk, site: Site, effort: Effort) -> Judgement:
    """Judge the decision at ``site``; the desk must be at its position.

    Raises:
        EngineError: the engine failed.
    """
    if site.legal == 1:
        phrase = desk.choices(site.seat)[0].phrase
        only = Opinion(site.token, phrase, 0.0)
        return Judgement(Basis.ONLY, only, only, 0.0, 1)
    if "Clear Hash" in desk.engine.options:
        desk.engine.set_option("Clear Hash")  # earlier judgements must not affect this one
    survey = desk.think(
        site.seat, effort.part(SURVEY_SHARE), lines=min(site.legal, LINES), seed=0, teach=True
    )
    judgement, again = _compared(desk, site, effort, survey)
    return _taught(judgement, site, survey, again)


def _taught(judgement: Judgement, site: Site, survey: Thought, again: Thought | None) -> Judgement:
    """The judgement with what the position teaches, and the line that refutes the played move."""
    lesson = survey.lesson
    if lesson is None:
        return judgement
    words = lesson_words(lesson.value, lesson.keeping, lesson.losing, lesson.legal)
    refuted = survey.refuted.get(site.token) or (again.refuted.get(site.token) if again else None)
    if refuted is None or not refuted.then or not judgement.loss:
        return replace(judgement, lesson=words)
    played = replace(judgement.played, then=tuple(told_words(refuted.then)))
    return replace(judgement, lesson=words, played=played, forced=refuted.plies)


def _compared(desk: Desk, site: Site, effort: Effort, survey: Thought) -> tuple[Judgement, Thought | None]:
    """The judgement by the search of all moves, and by another search where that says too little."""
    found = {line.token: line for line in survey.lines}
    top = survey.lines[0]
    own = found.get(site.token)
    shown = tuple(map(Opinion.of, survey.lines[:SHOWN]))
    mixed = any(line.odds is not None for line in survey.lines)
    if own is top or (own is not None and own.odds):
        best = played = Opinion.of(own)
        basis = _basis(own, own)
        return Judgement(basis, best, played, 0.0, site.legal, shown=shown), None
    if own is not None and (mixed or _exact(top, own)):
        return _reckoned(site, top, own, 0.0, shown), None
    if top.samples:
        return _sampled(desk, site, effort, top.token, shown), None
    limit = effort.part(1 - SURVEY_SHARE)
    both = desk.think(site.seat, limit, lines=2, seed=0, moves=[top.token, site.token], teach=True)
    lines = {line.token: line for line in both.lines}
    if len(lines) < 2:
        return _reckoned(site, top, own or top, None, shown), both
    top, second = _surer(top, lines[top.token]), _surer(own, lines[site.token])
    earlier = found[top.token].value - (survey.lines[-1] if own is None else own).value
    doubt = abs(top.value - second.value - earlier) / 2
    return _reckoned(site, top, second, 0.0 if _exact(top, second) else doubt, shown), both


def _surer(before: Line | None, after: Line) -> Line:
    """The later of two lines on one move, unless only the earlier one is proven."""
    return before if before is not None and _exact(before) and not _exact(after) else after


def _exact(*lines: Line) -> bool:
    return all(line.proven is not None and not line.unit for line in lines)


def _basis(*lines: Line) -> Basis:
    if _exact(*lines):
        return Basis.PROVEN
    return Basis.SAMPLED if any(line.samples for line in lines) else Basis.ESTIMATED


def _reckoned(site: Site, top: Line, own: Line, doubt: float | None, shown: tuple[Opinion, ...]) -> Judgement:
    best, played = Opinion.of(top), Opinion.of(own)
    loss = max(0.0, best.value - played.value) / 2
    if loss < EQUAL:
        best, loss = played, 0.0
    return Judgement(_basis(top, own), best, played, loss, site.legal, doubt, shown=shown)


def _sampled(desk: Desk, site: Site, effort: Effort, top: str, shown: tuple[Opinion, ...]) -> Judgement:
    limit = effort.part((1 - SURVEY_SHARE) / (2 * PAIRS))
    tops: list[Opinion] = []
    owns: list[Opinion] = []
    for seed in range(1, PAIRS + 1):
        for token, opinions in ((top, tops), (site.token, owns)):
            alone = desk.think(site.seat, limit, lines=1, seed=seed, moves=[token])
            opinions.append(Opinion.of(alone.lines[0]))
    pairs = tuple(one.value - other.value for one, other in zip(tops, owns, strict=True))
    best, played = mean_opinion(tops), mean_opinion(owns)
    loss = max(0.0, best.value - played.value) / 2
    if loss < EQUAL:
        best, loss = played, 0.0
    return Judgement(Basis.SAMPLED, best, played, loss, site.legal, None, pairs, shown)


def mean_opinion(opinions: Sequence[Opinion]) -> Opinion:
    """The mean of several searches of one move, with the words of the first."""
    first = opinions[0]
    whole = all(len(opinion.values) == len(first.values) for opinion in opinions)
    values = zip(*(opinion.values for opinion in opinions), strict=True) if whole else ()
    names = dict.fromkeys(name for opinion in opinions for name in opinion.expects)
    return Opinion(
        token=first.token,
        phrase=first.phrase,
        value=statistics.fmean(opinion.value for opinion in opinions),
        values=tuple(statistics.fmean(numbers) for numbers in values),
        exact=first.exact if len({opinion.exact for opinion in opinions}) == 1 else None,
        expects={
            name: statistics.fmean(o.expects[name] for o in opinions if name in o.expects) for name in names
        },
        then=first.then,
    )


def exact_words(text: str) -> str:
    """A proven value in words."""
    value = Fraction(text)
    named = {1: "a proven win", 0: "a proven draw", -1: "a proven loss"}
    if value.denominator == 1:
        return named.get(int(value), f"proven {value}")
    return f"proven {(1 + float(value)) / 2:.2%}"
