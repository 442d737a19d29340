"""The pictures of the page of the solved game, as SVG texts on a white ground, legible on dark pages too."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bench._solved_figures import PHASES, Choices, Share
from bench._solved_lines import Ending
from bench._solved_thumbs import NAMES
from protocol.reports.plots import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INK, _FAINT = "#333333", "#DDDDDD"
_MARKERS = "osD^vPX*h"


def _figure(width: float, height: float, panels: int = 1) -> tuple[Figure, list[Axes]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), facecolor="white", layout="constrained")
    found = [figure.add_subplot(1, panels, at + 1) for at in range(panels)]
    for axes in found:
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        axes.tick_params(colors=_INK, length=0, labelsize=9)
        axes.grid(color=_FAINT, linewidth=0.8)
        axes.set_axisbelow(True)
    return figure, found


def svg_of(figure: Figure) -> str:
    """The figure as text: the same one every time, and words as words."""
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context(
        {"svg.fonttype": "none", "svg.hashsalt": "solved", "font.family": "sans-serif"}
    ):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def starts_picture(groups: Sequence[tuple[str, Sequence[tuple[str, Share]]]]) -> str:
    """Rows of chances with their intervals, in groups with a title each."""
    rows: list[tuple[str, Share | None]] = []
    for title, members in groups:
        rows.append((title, None))
        rows += members
    figure, (axes,) = _figure(7.5, 0.9 + 0.24 * len(rows))
    for at, (_, found) in enumerate(rows):
        if found is None or not found.whole:
            continue
        axes.plot(
            [100 * found.low, 100 * found.high], [at, at], color=COLOURS[0], lw=2.2, solid_capstyle="round"
        )
        axes.plot(100 * found.value, at, "o", color=COLOURS[0], ms=6, mec="white")
    axes.axvline(50, color=_INK, lw=0.8)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    for label, (_, found) in zip(axes.get_yticklabels(), rows, strict=True):
        label.set_fontweight("bold" if found is None else "normal")
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(0, 100)
    axes.set_xlabel("first player's wins, %, a draw counting half; 95 % interval over deals", fontsize=9)
    return svg_of(figure)


def endings_picture(ends: Mapping[int, Ending]) -> str:
    """Two panels: the winner's lead in dollars, and the number of decisions."""
    from matplotlib.ticker import MaxNLocator

    figure, (left, right) = _figure(8.2, 2.9, 2)
    leads = [abs(e.scores[0] - e.scores[1]) for e in ends.values() if e.why == "money"]
    most = 500 * math.ceil((max(leads, default=0) + 1) / 500)
    left.hist(leads, bins=range(0, most + 1, 250), color=COLOURS[0], edgecolor="white")
    left.set_xlabel("winner's lead when money decided, $", fontsize=9)
    left.set_ylabel("lines", fontsize=9)
    plies = [e.plies for e in ends.values()]
    low, high = min(plies, default=0), max(plies, default=1)
    right.hist(plies, bins=[at - 0.5 for at in range(low, high + 2)], color=COLOURS[1], edgecolor="white")
    for axes in (left, right):
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    right.set_xlabel("decisions in the game, the choice of the start apart", fontsize=9)
    return svg_of(figure)


def thumbs_picture(phases: Sequence[Choices]) -> str:
    """The share of the optimal result that each rule of thumb keeps, through the game."""
    figure, (axes,) = _figure(7.5, 3.8)
    ticks = [f"{most} to {least}" for least, most in PHASES]
    for at, name in enumerate(NAMES):
        points = [(x, 100 * found.kept[name].value) for x, found in enumerate(phases) if found.decisions]
        axes.plot(
            [x for x, _ in points],
            [y for _, y in points],
            marker=_MARKERS[at],
            color=COLOURS[at % len(COLOURS)],
            linestyle="--" if at >= len(COLOURS) else "-",
            label=name,
        )
    axes.set_xticks(range(len(ticks)), ticks)
    axes.set_xlabel("cattle on the board", fontsize=9)
    axes.set_ylabel("share of the optimal result kept, %", fontsize=9)
    axes.legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return svg_of(figure)
