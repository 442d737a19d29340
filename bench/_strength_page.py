"""The page and the picture of the state of play, as texts that depend only on the games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from bench._field import FieldCell
from protocol.base.gameline import GameRecord
from protocol.ratings.pairs import group_games
from protocol.ratings.standings import Standing, Standings, standings
from protocol.reports.show import number, percent

#: The player with rating 0.
ZERO = "greedy"
_HEAD = """# The state of play

Ratings of all built-in players in all games. This command makes the page and its picture

    python -m bench state-of-play

from the games in `bench/data/state_of_play/`; with `--play` it first plays the games that are missing.
Players are limited by nodes, not milliseconds, so the same build plays the same games on any machine. A log
does not record its build; after a change to a search, delete its log before `--play`. `herdmind report
bench/data/state_of_play/*.gz` shows more about the games.

![Ratings with their intervals](strength.svg)

The field: `random`; `greedy`, the hand-made player; `flat`, plain Monte Carlo; `full`, the game's search,
which is Skill 20; `skill-0` to `skill-15`, the same at lower levels of `Skill`; `full-x4`, with four times
the nodes. The players change from deal to deal, so that all pairs meet about equally often, and each deal is
played in every rotation of its players around the table. {deals} deals and {games} games in all.

Ratings are in Elo points over `greedy`, by the Plackett-Luce model, with a 95 % interval by bootstrap over
deals ([ratings](ratings.md#ratings)). There are few deals, so an interval is often 200 points wide, and
overlapping intervals do not rank two players. `..` is an unbounded end: that player never lost, or never won.
*Beaten* is the share of opponents at the table that a player finished ahead of; a tie counts one half. The
rating is the better measure, because opponents differ.
"""


def _ends(player: Standing) -> str:
    rating = player.rating
    assert rating is not None
    if player.name == ZERO:
        return "-"
    left = ".." if rating.low == -math.inf else number(rating.low, 0, True)
    right = ".." if rating.high == math.inf else number(rating.high, 0, True)
    return f"{left} to {right}"


def found_in(games: Sequence[GameRecord]) -> Standings:
    """The standings of a cell."""
    return standings(group_games(games), reference=ZERO)


def _section(cell: FieldCell, found: Standings) -> str:
    lines = [f"\n## {cell.game}, {cell.seats} seats\n"]
    faults = sum(count for ending, count in found.endings.items() if ending != "normal")
    lines.append(
        f"{found.groups} deals, {found.games} games"
        + (f", {faults} of them lost by a fault" if faults else "")
        + f". A decision: `full` {cell.full} nodes, `flat` {cell.flat} playouts.\n"
    )
    lines.append("| | player | rating | 95 % | beaten % | first places % | games |")
    lines.append("|---|---|---|---|---|---|---|")
    for player in found.players:
        assert player.rating is not None
        words = [
            str(player.place),
            f"`{player.name}`",
            number(player.rating.elo, 0, True) if player.name != ZERO else "0",
            _ends(player),
            percent(player.share).split(" ")[0],
            percent(player.summary.wins).split(" ")[0],
            str(player.summary.games),
        ]
        lines.append("| " + " | ".join(words) + " |")
    return "\n".join(lines) + "\n"


def page(cells: Sequence[tuple[FieldCell, Standings]]) -> str:
    """docs/strength.md."""
    deals = sum(found.groups for _, found in cells)
    games = sum(found.games for _, found in cells)
    head = _HEAD.format(deals=f"{deals:,}", games=f"{games:,}")
    return head + "".join(_section(cell, found) for cell, found in cells)


# --- the picture --------------------------------------------------------------------------------------------

_WIDTH, _LEFT, _RIGHT, _ROW, _TOP = 410, 92, 30, 20, 44
_BLUE, _INK, _FAINT = "#0072b2", "#333333", "#dddddd"


def _text(x: float, y: float, word: str, size: int = 11, anchor: str = "end", weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}">'
        f"{escape(word)}</text>"
    )


def _panel(left: float, top: float, title: str, found: Standings, least: float, most: float) -> list[str]:
    """One cell: a row a player, on the scale that all share."""

    def across(elo: float) -> float:
        inside = min(max(elo, least), most)
        return left + _LEFT + (inside - least) / (most - least) * (_WIDTH - _LEFT - _RIGHT)

    bottom = top + _TOP + _ROW * len(found.players)
    parts = [_text(left + 4, top + 22, title, 13, "start", "bold")]
    for elo in range(math.ceil(least / 400) * 400, int(most) + 1, 400):
        x = across(elo)
        parts.append(
            f'<line x1="{x:.1f}" y1="{top + _TOP - 8}" x2="{x:.1f}" y2="{bottom - 4}" stroke="{_FAINT}"/>'
        )
        parts.append(_text(x, bottom + 10, f"{elo:+d}" if elo else "0", 10, "middle"))
    for row, player in enumerate(found.players):
        assert player.rating is not None
        y = top + _TOP + _ROW * row + 4
        low, high = across(player.rating.low), across(player.rating.high)
        parts.append(_text(left + _LEFT - 8, y + 4, player.name))
        parts.append(
            f'<line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="{_BLUE}" stroke-width="2.5" '
            'stroke-linecap="round"/>'
        )
        for end, x, way in ((player.rating.low, low, -1), (player.rating.high, high, 1)):
            if not least <= end <= most:  # it goes on
                parts.append(f'<path d="M{x + 7 * way:.1f} {y}l{-7 * way} -4v8z" fill="{_BLUE}"/>')
        parts.append(
            f'<circle cx="{across(player.rating.elo):.1f}" cy="{y}" r="4.5" fill="{_BLUE}" stroke="#fff"/>'
        )
    return parts


def picture(cells: Sequence[tuple[FieldCell, Standings]]) -> str:
    """docs/strength.svg: two panels side by side, all on one scale."""
    rated = [p.rating for _, found in cells for p in found.players if p.rating is not None]
    values = [value for r in rated for value in (r.elo, r.low, r.high) if math.isfinite(value)]
    # the widest intervals go on beyond the edge, so that the others can be read
    points = [r.elo for r in rated]
    least = max(min(values), min(points) - 150) - 30
    most = min(max(values), max(points) + 150) + 30
    parts, height = [], 0.0
    for start in range(0, len(cells), 2):
        pair = cells[start : start + 2]
        for column, (cell, found) in enumerate(pair):
            title = f"{cell.game}, {cell.seats} seats"
            parts += _panel(column * _WIDTH, height, title, found, least, most)
        height += _TOP + _ROW * max(len(found.players) for _, found in pair) + 24
    note = "rating over greedy in Elo points, 95 % interval; an arrow goes on"
    parts.append(_text(_WIDTH, height + 14, note, 11, "middle"))
    size = f'width="{2 * _WIDTH}" height="{height + 28:.0f}" viewBox="0 0 {2 * _WIDTH} {height + 28:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" fill="{_INK}">\n'
        '<rect width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )
