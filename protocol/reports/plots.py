"""Pictures of played games: rating intervals, the spread of results, time for a move. Needs matplotlib."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from protocol.base.errors import Code, ProtocolError
from protocol.base.gameline import Ending, GameRecord
from protocol.ratings.standings import Standings
from protocol.ratings.statistics import Groups, is_baseline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Blue, orange, green and so on, distinguishable for colour-blind people (Okabe and Ito).
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C8C00", "#555555")
_INK, _FAINT = "#333333", "#DDDDDD"
#: Dots per inch; width of a picture and height of a row in inches.
DPI, WIDTH, ROW = 110, 7.5, 0.36
#: Longest name in a picture; longer ones are cut.
NAME = 28


def check() -> None:
    """Check that pictures can be made.

    Raises:
        ProtocolError: matplotlib is not installed.
    """
    _figure(1)


def _figure(rows: int) -> tuple[Figure, Axes]:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        message = "pictures need matplotlib: pip install 'herdmind[report]'"
        raise ProtocolError(Code.VALUE, message, "matplotlib") from error
    figure = Figure(figsize=(WIDTH, 1.25 + ROW * max(2, rows)), dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(_FAINT)
    axes.tick_params(colors=_INK, length=0, labelsize=9)
    axes.grid(axis="x", color=_FAINT, linewidth=0.8)
    axes.set_axisbelow(True)
    return figure, axes


def _rows(axes: Axes, names: Sequence[str], title: str, label: str) -> None:
    """Lay out one row a player, the first on top."""
    axes.set_yticks(range(len(names)), [cut(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_title(title, loc="left", fontsize=11, color=_INK, fontweight="bold")
    axes.set_xlabel(label, fontsize=9, color=_INK)


def cut(name: str) -> str:
    """The name, cut to fit, without ``$``, which would start a formula."""
    short = name if len(name) <= NAME else name[: NAME - 1] + "…"
    return short.replace("$", r"\$")


def rating_plot(found: Standings) -> Figure:
    """Ratings with their intervals; an arrow marks an open end."""
    players = [player for player in found.players if player.rating is not None]
    figure, axes = _figure(len(players))
    marks = [p.rating for p in players if p.rating is not None]
    inside = [v for r in marks for v in (r.elo, r.low, r.high) if math.isfinite(v)]
    least, most = min(inside, default=0.0), max(inside, default=0.0)
    spare = 0.08 * max(most - least, 100.0)
    for row, rating in enumerate(marks):
        low, high = rating.low, rating.high
        if not (math.isnan(low) or math.isnan(high)):
            left = low if math.isfinite(low) else least - spare
            right = high if math.isfinite(high) else most + spare
            axes.plot([left, right], [row, row], color=COLOURS[0], linewidth=2.2, solid_capstyle="round")
            if low == -math.inf:
                axes.plot(left, row, marker="<", color=COLOURS[0], markersize=7)
            if high == math.inf:
                axes.plot(right, row, marker=">", color=COLOURS[0], markersize=7)
        axes.plot(rating.elo, row, marker="o", color=COLOURS[0], markersize=7, markeredgecolor="white")
        axes.annotate(
            f"{rating.elo:+.0f}", (rating.elo, row), (0, 6), textcoords="offset points",
            ha="center", fontsize=8, color=_INK,
        )  # fmt: skip
    axes.set_xlim(least - 1.6 * spare, most + 1.6 * spare)
    label = "Plackett-Luce rating in Elo points, 95 % interval; more is better"
    names = [p.name for p in players]
    if len(found.pools) > 1:
        label += " (within a pool alone)"
        names = [f"{p.pool}: {p.name}" for p in players]
    _rows(axes, names, "Ratings", label)
    return figure


def _boxes(axes: Axes, values: Sequence[Sequence[float]]) -> None:
    axes.boxplot(
        [list(row) for row in values],
        positions=range(len(values)),
        orientation="horizontal",
        widths=0.5,
        whis=(5, 95),
        showfliers=False,
        patch_artist=True,
        boxprops={"facecolor": "#CFE3F1", "edgecolor": COLOURS[0]},
        medianprops={"color": COLOURS[5], "linewidth": 2},
        whiskerprops={"color": COLOURS[0]},
        capprops={"color": COLOURS[0]},
        manage_ticks=False,
    )


def _games(groups: Groups) -> list[GameRecord]:
    return [game for index in sorted(groups) for game in groups[index] if not is_baseline(game)]


def score_plot(groups: Groups, names: Sequence[str], fewer_win: bool | None = None) -> Figure:
    """The game's own points of each player: middle half, median, and from the 5th to the 95th per cent."""
    games = [game for game in _games(groups) if game.ending is Ending.NORMAL]
    figure, axes = _figure(len(names))
    values = [
        [float(g.scores[seat]) for g in games for seat, who in enumerate(g.names) if who == name]
        for name in names
    ]
    _boxes(axes, values)
    better = "" if fewer_win is None else f", {'fewer' if fewer_win else 'more'} are better"
    _rows(axes, names, "Points", f"points of a game{better}: 5, 25, 50, 75 and 95 % of the games")
    return figure


def _tint(strength: float) -> tuple[float, ...]:
    """The first colour in a strength from 0 (white) to 1 (full)."""
    full = [int(COLOURS[0][at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(1 - strength * (1 - part) for part in full)


def rank_shares(games: Sequence[GameRecord], name: str) -> list[float]:
    """The share of a player's games at each rank, from the first. Tied players share the ranks that they
    occupy together, so the first entry is the share of first places."""
    seats = max((len(game.names) for game in games), default=0)
    found, count = [0.0] * seats, 0
    for game in games:
        for rank, who in zip(game.ranks, game.names, strict=True):
            if who == name:
                equal = game.ranks.count(rank)
                count += 1
                for at in range(rank - 1, min(seats, rank - 1 + equal)):
                    found[at] += 1 / equal
    return [share / count if count else 0.0 for share in found]


def rank_plot(groups: Groups, names: Sequence[str]) -> Figure:
    """The share of games at each rank, for each player."""
    games = _games(groups)
    seats = max((len(game.names) for game in games), default=0)
    figure, axes = _figure(len(names))
    for row, name in enumerate(names):
        left = 0.0
        for rank, part in enumerate(rank_shares(games, name), 1):
            share = 100 * part
            shade = 1 - 0.85 * (rank - 1) / max(1, seats - 1)
            axes.barh(row, share, left=left, height=0.62, color=_tint(shade), edgecolor="white")
            if share >= 7:
                axes.text(
                    left + share / 2, row, f"{share:.0f}", ha="center", va="center", fontsize=8,
                    color="white" if shade > 0.5 else _INK,
                )  # fmt: skip
            left += share
    axes.set_xlim(0, 100)
    _rows(axes, names, "Ranks", "per cent of games at each rank, the best darkest, equal ranks shared")
    return figure


def time_plot(groups: Groups, names: Sequence[str]) -> Figure:
    """Milliseconds a decision of each player, on a logarithmic scale."""
    games = _games(groups)
    figure, axes = _figure(len(names))
    values = [
        [max(ms, 0.01) for g in games for seat, _, ms in g.moves if ms is not None and g.names[seat] == name]
        for name in names
    ]
    _boxes(axes, values)
    axes.set_xscale("log")
    axes.tick_params(which="minor", length=0)
    axes.xaxis.set_major_formatter(lambda value, position: f"{value:g}")
    _rows(
        axes,
        names,
        "Time for a move",
        "milliseconds, fewer are quicker: 5, 25, 50, 75 and 95 % of the decisions",
    )
    return figure


def sprt_plot(path: Sequence[float], lower: float, upper: float) -> Figure:
    """The path of a sequential test between its bounds."""
    figure, axes = _figure(5)
    axes.grid(axis="y", color=_FAINT, linewidth=0.8)
    axes.plot(range(1, len(path) + 1), path, color=COLOURS[0], linewidth=1.8)
    for bound, word in ((lower, "H0"), (upper, "H1")):
        axes.axhline(bound, color=COLOURS[5], linewidth=1.2, linestyle="--")
        axes.annotate(word, (1, bound), (2, 3), textcoords="offset points", fontsize=9, color=_INK)
    axes.set_xlim(1, max(2, len(path)))
    axes.set_title("Sequential test", loc="left", fontsize=11, color=_INK, fontweight="bold")
    axes.set_xlabel("groups", fontsize=9, color=_INK)
    axes.set_ylabel("log-likelihood ratio", fontsize=9, color=_INK)
    return figure


def pictures(groups: Groups, found: Standings) -> dict[str, Figure]:
    """All pictures of the games by name."""
    names = [player.name for player in found.players]
    made: dict[str, Figure] = {}
    if any(player.rating is not None for player in found.players):
        made["ratings"] = rating_plot(found)
    makers: dict[str, Callable[[Groups, Sequence[str]], Any]] = {
        "ranks": rank_plot,
        "points": partial(score_plot, fewer_win=found.fewer_win),
        "time": time_plot,
    }
    return made | {name: maker(groups, names) for name, maker in makers.items()}


def png(figure: Figure) -> bytes:
    """The picture as a PNG file."""
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()
