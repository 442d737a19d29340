"""Progress of a running tournament on standard error: a live table in a terminal, a line now and then
elsewhere."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.text import Text

from protocol.base.errors import counted
from protocol.base.gameline import Ending
from protocol.base.grids import fit, left_out_line, new_grid
from protocol.ratings.ratings import Rating, available, ratings
from protocol.reports.show import rated as spell_rating

if TYPE_CHECKING:
    from protocol.tournaments.tournament import Tally, Tournament

#: Seconds between two lines outside a terminal.
PAUSE = 30.0
#: Bootstrap replications for ratings that are soon replaced.
REPLICATES = 200
#: Rows of a screen besides the players: the table's head and rules, and the line below.
_BESIDE = 7
#: Endings without a fault.
_GOOD = [ending.value for ending in Ending if ending.fair]


def duration(seconds: float) -> str:
    """A duration in at most two units: ``45 s``, ``8 min``, ``3 h 20 min``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


class Pace:
    """The rate of play since the start of this run."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._begin = now()

    def words(self, tournament: Tournament) -> str:
        """Games played, games per minute, time left, and faults by ending."""
        elapsed = max(1e-9, self._now() - self._begin)
        left = tournament.total - tournament.games
        parts = [f"{tournament.games} of {tournament.total} games"]
        if tournament.fresh:
            parts.append(f"{60 * tournament.fresh / elapsed:,.1f} a minute")
            if left and not tournament.finished:
                parts.append(f"{duration(left * elapsed / tournament.fresh)} left")
        parts += [
            f"{count} by {ending}" for ending, count in tournament.endings.items() if ending not in _GOOD
        ]
        return ", ".join(parts)


class Rated:
    """Ratings of a running tournament, recomputed at intervals so that they take at most 5 % of the time."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._next = now()
        self._found: dict[str, Rating] = {}

    def of(self, tournament: Tournament) -> Mapping[str, Rating]:
        """Ratings by name from the complete groups; empty before the first group, or without the library."""
        begin = self._now()
        if begin >= self._next and available():
            found = ratings(tournament.complete(), tournament.plan.players, replicates=REPLICATES)
            self._found = {rating.name: rating for rating in found.players}
            end = self._now()
            self._next = end + max(2.0, 20 * (end - begin))
        return self._found


def table(tournament: Tournament, words: str, rated: Mapping[str, Rating], out: Console) -> RenderableType:
    """The standings so far, best first, with the line ``words`` below, in the width of ``out``."""
    pools = any(rating.pool > 1 for rating in rated.values())
    columns = [*(["pool"] if pools else []), *(["rating"] if rated else []), "games", "difference", "faults"]
    grid = new_grid("", "player", *columns)
    grid.title = None

    def order(item: tuple[str, Tally]) -> tuple[float, float, float]:
        rating = rated.get(item[0])
        pool, elo = (rating.pool, rating.elo) if rating is not None else (math.inf if pools else 1, 0.0)
        return pool, -elo, -item[1].mean

    retired = {name for number in range(len(tournament.plan.sections)) for name in tournament.retired(number)}
    ordered = sorted(tournament.tally.items(), key=order)
    room = max(1, out.height - _BESIDE)
    for name, tally in ordered[:room]:
        grid.add_row(
            escape(name),
            *([str(rated[name].pool) if name in rated else "-"] if pools else []),
            *([spell_rating(rated.get(name))] if rated else []),
            str(tally.games),
            f"{tally.mean:+.3f}" if tally.games else "-",
            f"{tally.faults or '-'}{', retired' if name in retired else ''}",
        )
    if (more := len(ordered) - room) > 0:
        words = f"{counted(more, 'more player')}; {words}"
    left_out = fit(out, grid, ("faults", "games", "difference"))
    if left_out:
        words = f"{words}; {left_out_line(left_out)}"
    return Group(grid, Text(words))


class Show:
    """The display of a running tournament; a context manager whose ``watch`` is called after every game."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True, highlight=False)
        self._pace = Pace()
        self._rated = Rated()
        self._live: Live | None = None
        self._last = time.monotonic()

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.__enter__()
        return self

    def watch(self, tournament: Tournament) -> None:
        """Show the current standings, unless they were shown a moment ago."""
        now = time.monotonic()
        if self._live is None:
            if now - self._last >= PAUSE:
                self._last = now
                self._console.print(self._pace.words(tournament), soft_wrap=True)
        elif now - self._last >= 0.2:
            self._last = now
            words = self._pace.words(tournament)
            self._live.update(
                table(tournament, words, self._rated.of(tournament), self._console), refresh=True
            )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.__exit__(kind, error, trace)
