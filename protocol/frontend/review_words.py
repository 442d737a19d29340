"""Why one move is better than another, in words: what each leads to, and what the analysis expects of both."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from protocol.frontend.review import Review, Scene, Verdict
from protocol.frontend.review_judge import Basis, Opinion, exact_words


@dataclass(frozen=True)
class Reason:
    """What the analysis expects of the played and of the best move, in words."""

    label: str
    played: str
    best: str


@dataclass(frozen=True)
class Points:
    """A game's own points among what is expected: the name, what they are called, and whether many are
    good."""

    name: str
    unit: str
    many: bool = True


#: What a game's ``info string expects`` tells of points.
POINTS = {
    "nimmt": Points("points", "heads", many=False),
    "colt": Points("points", "dollars"),
    "heckmeck": Points("gain", "points"),
}


def _percent(number: float) -> str:
    return f"{100 * number:.0f} %"


def _amount(number: float) -> str:
    return f"{number:.1f}" if abs(number) < 100 else f"{number:,.0f}"


#: What the names of each game mean, in the order in which they are told, and how their numbers are written.
_NAMES: Mapping[str, Mapping[str, tuple[str, Callable[[float], str]]]] = {
    "nimmt": {
        "points": ("heads in the rest of the round", _amount),
        "now": ("heads in this trick", _amount),
        "hit": ("risk to take a row in this trick", _percent),
        "best": ("chance of the fewest heads in the round", _percent),
    },
    "colt": {
        "points": ("dollars gained until the end", _amount),
        "now": ("dollars at once", _amount),
        "best": ("chance to be the richest", _percent),
    },
    "heckmeck": {
        "gain": ("points from this turn", _amount),
        "fail": ("chance that the turn fails", _percent),
        "snail": ("chance of a snail for more than 36", _percent),
        "win": ("chance of the first place", _percent),
    },
}
_TOTAL = re.compile(r"total(\d+)")
#: Totals of a turn that are told.
_TOTALS = 3


def reasons(game: str, played: Opinion, best: Opinion) -> list[Reason]:
    """What is expected after both moves, side by side; what differs in nothing is left out."""
    names = _NAMES.get(game, {})
    out = []
    for name, (label, write) in names.items():
        if name in played.expects or name in best.expects:
            out.append(Reason(label, write(played.expects.get(name, 0.0)), write(best.expects.get(name, 0.0))))
    for name in dict.fromkeys((*played.expects, *best.expects)):
        if name not in names and not _TOTAL.fullmatch(name) and not _known(name):
            one, other = played.expects.get(name), best.expects.get(name)
            out.append(Reason(name, *("-" if n is None else f"{n:.2f}" for n in (one, other))))
    totals = Reason("stops most often at", _totals(played), _totals(best))
    if totals.played or totals.best:
        out.append(Reason(totals.label, totals.played or "-", totals.best or "-"))
    return [reason for reason in out if reason.played != reason.best]


def _known(name: str) -> bool:
    """Whether it is told elsewhere (a share in a mixture) or means nothing in its game (the risk of a row)."""
    return name in ("odds", "hit")


def _totals(opinion: Opinion) -> str:
    found = [
        (chance, match.group(1))
        for name, chance in opinion.expects.items()
        if (match := _TOTAL.fullmatch(name)) is not None and chance >= 0.005
    ]
    found.sort(key=lambda item: -item[0])
    return ", ".join(f"{total} ({_percent(chance)})" for chance, total in found[:_TOTALS])


def points_lost(game: str, verdict: Verdict) -> float | None:
    """The game's own points that the played move is expected to cost, above 0 where it is the worse; None
    where the analysis tells none."""
    points = POINTS.get(game)
    judgement = verdict.judgement
    if points is None or judgement.basis is Basis.ONLY:
        return None
    try:
        lost = judgement.best.expects[points.name] - judgement.played.expects[points.name]
    except KeyError:
        return None
    return (lost if points.many else -lost) + 0.0


def worth(opinion: Opinion) -> str:
    """What a move is worth: a proved value in words, else the chance."""
    return exact_words(opinion.exact) if opinion.exact is not None else f"{100 * opinion.chance:.1f} %"


def cost(verdict: Verdict) -> str:
    """What a decision cost, with how far that may be wrong."""
    text = f"{100 * verdict.loss:.1f}"
    if verdict.judgement.basis is Basis.PROVEN:
        return text
    return f"{text} ± {100 * verdict.doubt:.1f}"


def basis_words(verdict: Verdict) -> str:
    """What a loss rests on."""
    return {
        Basis.PROVEN: "both values are proven",
        Basis.SAMPLED: "from games sampled alike for both moves",
        Basis.ESTIMATED: "both values are estimates of the same search",
        Basis.ONLY: "there was no choice",
    }[verdict.judgement.basis]


@dataclass(frozen=True)
class Explanation:
    """A mistake in words. ``headline`` says who, when and what it cost; ``played`` and ``best`` the moves
    with their worth; ``before`` and ``after`` what the seat saw happen around it; ``line`` and ``best_line``
    what the analysis expects next, empty where it does not say; ``board`` (and ``coloured``): the position
    as the seat saw it."""

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


def explain(review: Review, verdict: Verdict) -> Explanation:
    """One mistake in words."""
    judgement, site = verdict.judgement, verdict.site
    scene = review.scenes.get(site.number, Scene((), (), (), ()))
    who = review.game.name(site.seat)
    return Explanation(
        headline=f"move {site.number}, {who}: a {verdict.grade} that cost {cost(verdict)} percentage points",
        played=f"{judgement.played.phrase}: {worth(judgement.played)}",
        best=f"{judgement.best.phrase}: {worth(judgement.best)}",
        sums=_sums(review, verdict),
        reasons=tuple(reasons(review.game.game, judgement.played, judgement.best)),
        board=scene.board,
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
        now, then = worth(judgement.best), worth(judgement.played)
        if now != then:
            parts.append(f"Before the move the position was {now}, after it {then}.")
    lost = points_lost(review.game.game, verdict)
    if lost is not None:
        points = POINTS[review.game.game]
        if round(lost, 1) == 0:
            parts.append(f"In {points.unit} it cost nothing: what it lost lies further on.")
        elif lost > 0:
            parts.append(f"In {points.unit} it is expected to cost {_amount(lost)}.")
        else:
            parts.append(f"It is expected to bring {_amount(-lost)} {points.unit} more, and yet costs chance.")
    return " ".join(parts)


def chance_words(seats: int) -> str:
    """What a chance means here."""
    if seats == 2:
        return "chance of winning, a draw counting half"
    return "chance of finishing ahead of another seat, a shared place counting half"


def viewpoint_words(review: Review) -> str:
    """From whose knowledge the curve is drawn."""
    if review.seat is not None:
        return f"as {review.game.name(review.seat)} could judge them"
    if all(verdict.site.open_hand for verdict in review.verdicts):
        return "from the position, which was open to all"
    return "each seat's own, from what it knew when it decided"
