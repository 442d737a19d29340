"""The curve of chances as a picture, by matplotlib (the extra ``report``)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from protocol.frontend.review.review import Review
from protocol.frontend.review.words import chance_words, viewpoint_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Colours that colour-blind people can tell apart (those of Okabe and Ito, and three more).
COLOURS = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00",
    "#56B4E9", "#000000", "#8B6D00", "#7F3FBF", "#777777",
)  # fmt: skip
STYLES = ("-", "--", "-.", ":")
_RED = "#B00020"
_WIDTH, _HEIGHT = 9.0, 4.4


class NoPictures(Exception):
    """matplotlib is not installed."""


def need_pictures() -> None:
    """Raise NoPictures when matplotlib is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise NoPictures(
            "pictures need matplotlib, which is not installed: pip install 'herdmind[report]'"
        ) from error


def curve(review: Review) -> Figure:
    """The curve, with the costliest mistakes marked and numbered.

    Raises:
        NoPictures: matplotlib is missing.
    """
    need_pictures()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
    axes = figure.add_subplot()
    game, points = review.game, review.points()
    moves = len(game.moves)
    ends: list[tuple[float, int]] = []
    for seat in range(game.seats):
        known = [(p.moves, 100 * chance) for p in points if (chance := p.chances[seat]) is not None]
        if not known:
            continue
        xs, ys = zip(*known, strict=True)
        style = STYLES[seat // len(COLOURS[:4]) % len(STYLES)] if game.seats > 4 else "-"
        axes.plot(xs, ys, style, color=_colour(seat), linewidth=1.8, solid_joinstyle="round", zorder=3)
        ends.append((ys[-1], seat))
    for number, verdict in enumerate(review.mistakes(), 1):
        best, played = (100 * o.chance for o in (verdict.judgement.best, verdict.judgement.played))
        x, arrow = verdict.site.before, {"arrowstyle": "-|>", "color": _RED, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", (x, played), (x, best), arrowprops=arrow, zorder=4)
        axes.plot([x], [best], "o", color=_RED, markersize=12, zorder=5)
        middle: dict[str, Any] = {"ha": "center", "va": "center", "zorder": 6}
        axes.text(x, best, str(number), color="white", fontsize=8, fontweight="bold", **middle)
    axes.set_xlim(-0.02 * max(1, moves), max(1, moves))
    axes.locator_params(axis="x", integer=True)
    axes.set_ylim(-4, 104)
    axes.set_yticks(range(0, 101, 25), [f"{y} %" for y in range(0, 101, 25)])
    axes.axhline(50, color="#999999", linewidth=0.8, linestyle=(0, (4, 4)), zorder=1)
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.7, zorder=0)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel("moves made")
    axes.set_ylabel("chance")
    axes.set_title(review.title, loc="left", fontweight="bold", fontsize=11, pad=22)
    about = f"{chance_words(game.seats)}; {viewpoint_words(review)}"
    axes.text(0, 1.03, about, transform=axes.transAxes, fontsize=8.5, color="#555555")
    for y, seat in _apart(ends, 104 / 20):
        axes.annotate(
            game.name(seat),
            (1.0, y),
            xycoords=("axes fraction", "data"),
            xytext=(6, 0),
            textcoords="offset points",
            color=_colour(seat),
            fontsize=9,
            va="center",
            annotation_clip=False,
        )
    return figure


def _colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def _apart(ends: list[tuple[float, int]], least: float) -> list[tuple[float, int]]:
    """The heights of the names at the right edge, moved apart to avoid overlaps."""
    out: list[tuple[float, int]] = []
    for y, seat in sorted(ends):
        out.append((max(y, out[-1][0] + least) if out else max(y, -2.0), seat))
    over = out[-1][0] - 104 if out else 0.0
    if over > 0:
        ceiling = 104.0
        for index in range(len(out) - 1, -1, -1):
            y, seat = out[index]
            out[index] = (min(y, ceiling), seat)
            ceiling = out[index][0] - least
    return out


def png(review: Review, dpi: int = 120) -> bytes:
    """The curve as a PNG file.

    Raises:
        NoPictures: matplotlib is missing.
    """
    buffer = io.BytesIO()
    curve(review).savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def svg(review: Review) -> str:
    """The curve as SVG for use inside a page; equal reviews give equal bytes.

    Raises:
        NoPictures: matplotlib is missing.
    """
    figure = curve(review)
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "review"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]
