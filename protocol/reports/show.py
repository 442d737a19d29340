"""Results as tables and lines in a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from protocol.base.errors import counted
from protocol.base.grids import new_grid, put
from protocol.ratings.pairs import EloDifference
from protocol.ratings.ratings import Rating, available
from protocol.ratings.standings import Standings
from protocol.ratings.statistics import Interval
from protocol.ratings.summary import PlayerSummary


def number(value: float, digits: int = 0, sign: bool = False) -> str:
    """A number for a table; - for nan. A value that rounds to zero has no minus sign."""
    return "-" if math.isnan(value) else f"{value:{'+' if sign else ''}z.{digits}f}"


def ends(low: float, high: float, digits: int = 0, sign: bool = False) -> str:
    """An interval for a table: ``[.. 120]`` when it has no lower bound."""
    if math.isnan(low) or math.isnan(high):
        return "-"
    left = "[.." if low == -math.inf else "[" + number(low, digits, sign)
    right = "..]" if high == math.inf else number(high, digits, sign) + "]"
    return f"{left}, {right}"


def percent(value: Interval) -> str:
    """A share and its interval in per cent."""
    if not value.groups:
        return "-"
    return f"{100 * value.mean:.1f} {ends(100 * value.low, 100 * value.high, 1)}"


def spell(value: Interval | None, digits: int = 3, sign: bool = True) -> str:
    """A mean with its interval, as a cell of a table; - where there are no games."""
    if value is None or not value.groups:
        return "-"
    form = f"{'+' if sign else ''}.{digits}f"
    return f"{value.mean:{form}} [{value.low:{form}}, {value.high:{form}}]"


def note(name: str, found: Interval, faults: int) -> str:
    """The current result of a running match: the difference of the player ``name``, and the faults."""
    words = []
    if not math.isinf(found.half_width):
        words.append(
            f"{name} {found.mean:+.3f} +-{found.half_width:.3f} after {counted(found.groups, 'deal')}"
        )
    if faults:
        words.append(counted(faults, "fault"))
    return ", ".join(words)


def rated(rating: Rating | None) -> str:
    """A rating and its interval."""
    return (
        "-" if rating is None else f"{number(rating.elo, 0, True)} {ends(rating.low, rating.high, 0, True)}"
    )


def standings_grid(found: Standings, title: str = "") -> Grid:
    """The table of places, ratings and shares."""
    pools = len(found.pools) > 1
    points = ["over baseline"] if any(p.summary.over_baseline is not None for p in found.players) else []
    columns = ["#", *(["pool"] if pools else []), "rating", "games", "beaten %", "first places %", "rank"]
    grid = new_grid(title, "player", *columns, "points", "ms a move", *points, "faults")
    for player in found.players:
        summary = player.summary
        over = summary.over_baseline
        baseline = "-" if over is None or not over.groups else number(over.mean, 1, True)
        grid.add_row(
            escape(player.name),
            str(player.place),
            *([str(player.pool or "-")] if pools else []),
            rated(player.rating),
            str(summary.games),
            percent(player.share),
            percent(summary.wins),
            number(summary.rank, 2),
            number(player.points, 1),
            number(summary.ms, 1),
            *([baseline] if points else []),
            str(sum(summary.faults.values())),
        )
    return grid


def times(saved: float) -> str:
    """How many times as many deals the unadjusted figure needs; - where there is no interval."""
    return "-" if math.isnan(saved) else f"{saved:.1f}x"


ADJUSTED_COLUMNS = ("difference", "deals saved", "first places", "saved", "points apart", "saved ")


def adjusted_rows(players: Iterable[PlayerSummary]) -> list[list[str]]:
    """Two rows for each player, without and with the luck of the games: the name, then the figures of
    ADJUSTED_COLUMNS."""
    rows = []
    for player in players:
        luck = player.adjusted
        if luck is None:
            continue
        plain = (
            spell(player.difference),
            "",
            spell(player.wins, sign=False),
            "",
            spell(player.points, 1),
            "",
        )
        saved = [times(value) for value in luck.saved]
        figures = (spell(luck.difference), spell(luck.wins, sign=False), spell(luck.points, 1))
        rows.append([player.name, *plain])
        rows.append(
            ["  luck-adjusted", *(cell for pair in zip(figures, saved, strict=True) for cell in pair)]
        )
    return rows


def luck_line(players: Iterable[PlayerSummary]) -> str:
    """The value function of adjusted figures and what they say, in a sentence; empty without any."""
    luck = next((player.adjusted for player in players if player.adjusted is not None), None)
    if luck is None:
        return ""
    return (
        f"luck-adjusted by AIVAT, value function {luck.value} ({luck.digest}); saved: how many times as many "
        "deals a figure needs for an interval as narrow without it"
    )


def print_adjusted(out: Console, players: Sequence[PlayerSummary]) -> None:
    """Print the figures without and with the luck of the games; nothing where it is not known."""
    rows = adjusted_rows(players)
    if not rows:
        return
    grid = new_grid("With and without the luck of the games", "player", *ADJUSTED_COLUMNS)
    for name, *cells in rows:
        grid.add_row(escape(name), *cells)
    put(out, grid, ("saved ", "saved", "points apart", "first places"))
    out.print(luck_line(players), soft_wrap=True, markup=False)


def crosstable_grid(found: Standings, title: str = "") -> Grid:
    """Crosstable: per cent of comparisons won against each other player."""
    table = found.crosstable
    grid = new_grid(title, "beaten %", "#", *(str(place) for place in range(1, len(table.names) + 1)))
    for place, (name, row) in enumerate(zip(table.names, table.cells, strict=True), 1):
        cells = ["-" if cell is None else f"{100 * cell.share.mean:.1f}" for cell in row]
        cells[place - 1] = "."
        grid.add_row(escape(name), str(place), *cells)
    return grid


def crosstable_spare(found: Standings) -> list[str]:
    """The columns of :func:`crosstable_grid` that may be left out, the last player's first."""
    return [str(place) for place in range(len(found.players), 0, -1)]


def seats_grid(found: Standings, title: str = "") -> Grid:
    """Results by seat, counted from 1: per cent of the others beaten there by each player."""
    grid = new_grid(title, "beaten %", *(f"seat {line.seat + 1}" for line in found.seats))
    for player in found.players:
        grid.add_row(escape(player.name), *(number(100 * line.share, 1) for line in player.seats))
    grid.add_section()
    grid.add_row("first places %, all", *(number(100 * line.wins, 1) for line in found.seats))
    return grid


def points_line(found: Standings) -> str:
    """A sentence on whether more or fewer points are better; empty where the games do not tell."""
    if found.fewer_win is None:
        return ""
    return f"points: {'fewer' if found.fewer_win else 'more'} are better"


def elo_line(found: EloDifference) -> str:
    """The comparison of two players in a line."""
    likely = ""  # a single deal gives no estimate of the variance between deals
    if not math.isnan(found.superior):
        likely = f"; stronger with probability {min(max(found.superior, 0.001), 0.999):.3f}"
    return (
        f"{found.name} - {found.other}: {number(found.elo, 0, True)} Elo "
        f"{ends(found.low, found.high, 0, True)}; "
        f"{found.won} won, {found.tied} tied, {found.lost} lost{likely}"
    )


def pools_line(found: Standings) -> str:
    """The pools in a sentence; empty where all players are connected."""
    pools = [f"pool {number}: {', '.join(pool)}" for number, pool in enumerate(found.pools, 1)]
    if len(pools) < 2:
        return ""
    return (
        "no game connects the players of one pool with those of another, so each pool has its own places "
        f"and ratings: {'; '.join(pools)}"
    )


def endings_lines(found: Standings) -> list[str]:
    """The endings of the games, and the players at fault."""
    endings = ", ".join(f"{count} {ending}" for ending, count in sorted(found.endings.items()))
    lines = [endings] if endings else []
    for player in found.players:
        for ending, count in sorted(player.summary.faults.items()):
            lines.append(f"{player.name} lost {count} of its games by {ending}")
    return lines


def print_standings(out: Console, found: Standings, title: str = "") -> None:
    """Print the table, the crosstable, the seats, and the notes on them."""
    least = ("ms a move", "faults", "over baseline", "points", "rank", "first places %", "games", "beaten %")
    put(out, standings_grid(found, title), least)
    if line := pools_line(found):
        out.print(line, soft_wrap=True, markup=False)
    if len(found.players) > 1:
        put(out, crosstable_grid(found, "Who beat whom"), crosstable_spare(found))
    put(out, seats_grid(found, "Seat by seat"), [f"seat {line.seat + 1}" for line in reversed(found.seats)])
    print_adjusted(out, [player.summary for player in found.players])
    if found.elo is not None:
        out.print(elo_line(found.elo), soft_wrap=True, markup=False)
    out.print(
        f"{counted(found.groups, 'deal')}, {counted(found.games, 'game')}, {found.seconds:,.0f} s of play"
    )
    for line in endings_lines(found):
        out.print(line, soft_wrap=True, markup=False)
    if line := points_line(found):
        out.print(line)
    out.print("mean over deals and 95 % interval; ratings: Plackett-Luce, in Elo points", soft_wrap=True)
    if not available():
        out.print("ratings need the extra report: pip install 'herdmind[report]'", markup=False)
