"""A report as one self-contained HTML file: tables as HTML, pictures as embedded data."""

from __future__ import annotations

import base64
import shlex
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape

from protocol import VERSION
from protocol.base.errors import ascii_text, counted
from protocol.ratings.standings import Standings
from protocol.reports.show import (
    ADJUSTED_COLUMNS,
    adjusted_rows,
    elo_line,
    endings_lines,
    luck_line,
    number,
    percent,
    points_line,
    pools_line,
    rated,
)

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 62rem; margin: 2rem
auto;
  padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: .2rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem; } p { margin: .3rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #e4e4e4; }
th { font-weight: 600; border-bottom: 2px solid #bbb; } th:first-child, td:first-child { text-align: left; }
img { max-width: 100%; height: auto; display: block; margin: .6rem 0; }
.verdict { background: #eef5fb; border-left: 4px solid #0072b2; padding: .5rem .8rem; }
.note { color: #666; font-size: .9rem; }
"""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; all texts are escaped."""
    head = "".join(f"<th>{escape(word)}</th>" for word in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(word)}</td>" for word in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>\n<tr>{head}</tr>\n{body}\n</table></div>'


def picture(png: bytes, name: str) -> str:
    """A picture embedded in the page."""
    data = base64.b64encode(png).decode("ascii")
    return f'<img alt="{escape(name)}" src="data:image/png;base64,{data}">'


def section(title: str, found: Standings, pictures: Sequence[tuple[str, bytes]], notes: Sequence[str]) -> str:
    """The games of one event: tables and pictures; ``notes`` are highlighted sentences."""
    parts = [f"<h2>{escape(title)}</h2>"]
    played = f"{counted(found.groups, 'deal')}, {counted(found.games, 'game')}"
    parts.append(f"<p>{played}, {found.seconds:,.0f} s of play</p>")
    parts += [f"<p>{escape(line)}</p>" for line in endings_lines(found)]
    parts += [f'<p class="verdict">{escape(note)}</p>' for note in notes]
    if found.elo is not None:
        parts.append(f"<p>{escape(elo_line(found.elo))}</p>")
    if line := pools_line(found):
        parts.append(f"<p>{escape(line)}</p>")
    pools = len(found.pools) > 1
    heads = ["player", "place", *(["pool"] if pools else []), "rating", "games", "beaten %"]
    heads += ["first places %", "rank", "points", "ms a move"]
    rows = [
        [
            player.name,
            str(player.place),
            *([str(player.pool or "-")] if pools else []),
            rated(player.rating),
            str(player.summary.games),
            percent(player.share),
            percent(player.summary.wins),
            number(player.summary.rank, 2),
            number(player.points, 1),
            number(player.summary.ms, 1),
        ]
        for player in found.players
    ]
    parts.append(table(heads, rows))
    if line := points_line(found):
        parts.append(f'<p class="note">{escape(line)}</p>')
    players = [player.summary for player in found.players]
    if adjusted := adjusted_rows(players):
        parts.append("<h3>With and without the luck of the games</h3>")
        parts.append(table(["player", *ADJUSTED_COLUMNS], adjusted))
        parts.append(f'<p class="note">{escape(luck_line(players))}</p>')
    parts += [picture(data, name) for name, data in pictures]
    cross = found.crosstable
    if len(cross.names) > 1:
        parts.append("<h3>Who beat whom, in per cent of their comparisons</h3>")
        cells = [
            [name, *("·" if cell is None else f"{100 * cell.share.mean:.1f}" for cell in row)]
            for name, row in zip(cross.names, cross.cells, strict=True)
        ]
        parts.append(table(["", *cross.names], cells))
    parts.append("<h3>Seat by seat: per cent of the others beaten</h3>")
    seats = [
        [player.name, *(number(100 * line.share, 1) for line in player.seats)] for player in found.players
    ]
    seats.append(["first places %, all", *(number(100 * line.wins, 1) for line in found.seats)])
    parts.append(table(["", *(f"seat {line.seat + 1}" for line in found.seats)], seats))
    return "\n".join(parts)


def page(title: str, sections: Sequence[str]) -> str:
    """The whole HTML file."""
    note = (
        "Figures are means over deals, intervals 95 % by bootstrap over deals. Ratings: Plackett-Luce "
        "model, 400 points for odds of ten to one; an interval with .. has no end on that side."
    )
    body = "\n".join(sections)
    command = shlex.join(["herdmind", *sys.argv[1:]])
    made = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, herdmind {VERSION}: {ascii_text(command)}"
    note = f"{note} {escape(made)}"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{escape(title)}</h1>\n<p class="note">{note}</p>\n{body}\n</body>\n</html>\n'
    )
