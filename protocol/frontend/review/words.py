"""Comparison of two moves in words: expected continuation and consequences of each."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from protocol.frontend.review.judge import Basis, Opinion, exact_words
from protocol.frontend.review.review import Review, Scene, Verdict
from protocol.frontend.review.walk import Site
from protocol.frontend.teaching import forced_words, given_away
from protocol.frontend.verdict import measure


@dataclass(frozen=True)
class Reason:
    """One expectation of the analysis for the played and for the best move, in words."""

    label: str
    played: str
    best: str


@dataclass(frozen=True)
class Points:
    """A game's own points among the expectations: their key, their name, and whether more are better."""

    name: str
    unit: str
    many: bool = True


#: The points in each game's ``info string expects``.
POINTS = {
    "nimmt": Points("points", "heads", many=False),
    "colt": Points("points", "dollars"),
    "heckmeck": Points("gain", "points"),
    "pickomino": Points("gain", "worms"),
}


#: Smallest probability, after one of the two moves, of an event worth showing.
_LIKELY = 0.05
#: Greatest number of rows shown.
_ROWS = 10


def reasons(meanings: Mapping[str, str], played: Opinion, best: Opinion) -> list[Reason]:
    """Expectations after both moves, side by side, in the engine's words (``query expects``). Those that do
    not differ, or are unlikely after both moves, are left out."""
    found: list[tuple[float, Reason]] = []
    for name in dict.fromkeys((*played.expects, *best.expects)):
        one, other = played.expects.get(name, 0.0), best.expects.get(name, 0.0)
        meaning = meanings.get(name, f"{{}} {name}")
        if name == "odds" or ("{%}" in meaning and max(one, other) < _LIKELY):
            continue
        label = re.sub(r"\{[%+]?\}", "", meaning).strip()
        reason = Reason(label, _written(one, meaning), _written(other, meaning))
        if reason.played != reason.best:
            # amounts first, then the greatest differences
            found.append((abs(one - other) if "{%}" in meaning else math.inf, reason))
    found.sort(key=lambda item: -item[0])
    return [reason for _, reason in found[:_ROWS]]


def _written(number: float, meaning: str) -> str:
    if "{%}" in meaning:
        return f"{100 * number:.0f} %"
    return f"{number + 0.0:+,.1f}" if "{+}" in meaning else f"{number:,.1f}"


def _amount(number: float) -> str:
    return f"{number:.1f}" if abs(number) < 100 else f"{number:,.0f}"


def points_lost(game: str, verdict: Verdict) -> float | None:
    """The expected cost of the played move in the game's own points, above 0 where it is the worse move; None
    where the analysis has no such points."""
    points = POINTS.get(game)
    judgement = verdict.judgement
    if points is None or judgement.basis is Basis.ONLY:
        return None
    try:
        lost = judgement.best.expects[points.name] - judgement.played.expects[points.name]
    except KeyError:
        return None
    return (lost if points.many else -lost) + 0.0


def worth(opinion: Opinion, seats: int) -> str:
    """The value of a move at a table of ``seats`` seats: a proven value in words, else the chance."""
    if opinion.exact is not None:
        return exact_words(opinion.exact)
    return f"{100 * opinion.chance:.1f} % {measure(seats)}"


def cost(verdict: Verdict) -> str:
    """The cost of a decision with its uncertainty."""
    text = f"{100 * verdict.loss:.1f}"
    if verdict.judgement.basis is Basis.PROVEN:
        return text
    doubt = f"{100 * verdict.doubt:.1f}"
    # agreeing searches are still estimates: zero measured spread does not mean certainty
    return f"about {text}" if doubt == "0.0" else f"{text} ± {doubt}"


def basis_words(verdict: Verdict) -> str:
    """The basis of a loss in words."""
    return {
        Basis.PROVEN: "both values are proven",
        Basis.SAMPLED: "from games sampled alike for both moves",
        Basis.ESTIMATED: "both values are estimates of the same search",
        Basis.ONLY: "there was no choice",
    }[verdict.judgement.basis]


@dataclass(frozen=True)
class Explanation:
    """A mistake in words.

    ``headline``: who made it, when, and its cost; ``played`` and ``best``: the two moves and their values;
    ``before`` and ``after``: the events that the seat saw around it; ``line`` and ``best_line``: the expected
    continuations, empty where the analysis has none; ``board`` (and ``coloured``): the position as the seat
    saw it; ``picture``: the same as SVG, empty where there is none.
    """

    headline: str
    played: str
    best: str
    sums: str
    reasons: tuple[Reason, ...]
    board: tuple[str, ...]
    coloured: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    line: tuple[str, ...]
    best_line: tuple[str, ...]
    picture: str = ""


def moment(site: Site) -> str:
    """The moment of a decision in the game's own terms, or its move number if the engine reports none."""
    return site.when or f"move {site.number}"


def explain(review: Review, verdict: Verdict) -> Explanation:
    """One mistake in words."""
    judgement, site = verdict.judgement, verdict.site
    scene = review.scenes.get(site.number, Scene((), (), (), ()))
    who = review.game.name(site.seat, review.game.sitter(site.seat, site.number))
    return Explanation(
        headline=f"{moment(site)}, {who}: a {verdict.grade} that cost {cost(verdict)} percentage points",
        played=f"{judgement.played.phrase}: {worth(judgement.played, review.game.seats)}",
        best=f"{judgement.best.phrase}: {worth(judgement.best, review.game.seats)}",
        sums=_sums(review, verdict),
        reasons=tuple(reasons(review.meanings, judgement.played, judgement.best)),
        board=scene.board,
        picture=scene.picture,
        coloured=scene.coloured,
        before=scene.before,
        after=scene.after,
        line=judgement.played.then,
        best_line=judgement.best.then,
    )


def _sums(review: Review, verdict: Verdict) -> str:
    judgement = verdict.judgement
    parts = [f"It had {judgement.legal} moves; {basis_words(verdict)}."]
    if judgement.basis is Basis.PROVEN:
        seats = review.game.seats
        now, then = worth(judgement.best, seats), worth(judgement.played, seats)
        if now != then:
            parts.append(f"Before the move the position was {now}, after it {then}.")
    parts += taught(verdict)
    lost = points_lost(review.game.game, verdict)
    if lost is not None:
        points = POINTS[review.game.game]
        if round(lost, 1) == 0:
            parts.append(f"In {points.unit} it cost nothing: what it lost lies further on.")
        elif lost > 0:
            parts.append(f"In {points.unit} it is expected to cost {_amount(lost)}.")
        else:
            parts.append(
                f"It is expected to bring {_amount(-lost)} {points.unit} more, and yet costs chance."
            )
    return " ".join(parts)


def taught(verdict: Verdict) -> list[str]:
    """What a solved position teaches, in sentences: how many moves keep its value, what refutes this one."""
    judgement, out = verdict.judgement, []
    if judgement.lesson:
        out.append(f"{judgement.lesson[:1].upper()}{judgement.lesson[1:]}.")
    best, played = judgement.best.exact, judgement.played.exact
    if judgement.lesson and judgement.loss and judgement.played.then and best and played:
        gives = given_away(Fraction(best), Fraction(played))
        forced = forced_words(judgement.forced)
        out.append(
            f"The move {gives}. What refutes it: {judgement.played.then[0]}"
            + (f"; {forced}." if forced else ".")
        )
    return out


def chance_words(seats: int) -> str:
    """The meaning of a chance at a table of that many seats."""
    if seats == 2:
        return "per cent to win, a draw counting half"
    return f"per cent {measure(seats)}, a shared place counting half"


def viewpoint_words(review: Review) -> str:
    """The knowledge on which the curve is based."""
    judged = {verdict.site.seat for verdict in review.verdicts}
    seat = review.seat
    if seat is None and review.game.start is not None and len(judged) == 1:
        seat = min(judged)  # the record may hold no more than this seat knew
    if seat is not None:
        return f"as {review.game.name(seat)} could judge them"
    if all(verdict.site.open_hand for verdict in review.verdicts):
        return "from the position, which was open to all"
    return "each seat's own, from what it knew when it decided"
