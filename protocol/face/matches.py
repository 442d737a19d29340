"""Matches between players of any kind: built-in searches, engine processes and functions in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from herdmind.games import Game, entry_of
from protocol.base.argcheck import whole_of, words_of
from protocol.base.gameline import GameRecord

if TYPE_CHECKING:
    from herdmind.bots import Bot
    from protocol.matches.match import Course
    from protocol.ratings.statistics import Interval
    from protocol.ratings.summary import MatchSummary

# Imports of the match runner wait until a match begins: most programs play none.


@dataclass(frozen=True, repr=False)
class Match:
    """A match that was played.

    Attributes:
        game: the name of the game.
        players: the players' names, in the order of the line-up.
        games: all its games that count, in the order of the deals.
        summary: results, places and points of each player, with intervals.
        difference: the first player's result less the mean of the others', results being -1 to 1: the mean
            over deals (``mean``) with its 95 % interval (``low``, ``high``).
        finished: whether it has ended by its rule; a match that was interrupted has not.

    >>> import herdmind
    >>> herdmind.play_match("nimmt", ["random", "random"], seats=2, rules=["round"], deals=1)
    <Match nimmt: random against random#2, 2 games, difference +0.000 [+0.000, +0.000]>
    """

    game: str
    players: tuple[str, ...]
    games: tuple[GameRecord, ...]
    summary: MatchSummary
    difference: Interval
    finished: bool

    def __repr__(self) -> str:
        found = self.difference
        result = f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]" if found.groups else "unknown"
        state = "" if self.finished else ", interrupted"
        names = " against ".join(self.players)
        return f"<Match {self.game}: {names}, {len(self.games)} games, difference {result}{state}>"


def play_match(
    game: str | Game,
    players: Sequence[str | Bot],
    *,
    deals: int = 100,
    seed: int = 1,
    seats: int | None = None,
    rules: Sequence[str] = (),
    figures: str | None = None,
    seating: str = "rotate",
    half_width: float | None = None,
    path: str | PathLike[str] | None = None,
    jobs: int = 1,
    adjust: bool = False,
    watch: Callable[[Course], None] = lambda course: None,
) -> Match:
    """Play players against each other, each deal from every seat.

    Args:
        game: a game, or one of its names.
        players: two or more, each a text (``greedy``, ``full:movetime=100``, ``cmd:movetime=100:COMMAND`` for
            an engine process; docs/matches.md has the grammar) or a function ``bot(state, seat)`` that gets
            what its seat sees and returns the token of a legal move. The last one takes all remaining seats.
        deals: the most deals; each is played once a seating.
        seed: of all deals and players; a match without clocks depends on it and its players alone.
        seats, rules, figures: of the game, as for :func:`deal`.
        seating: ``rotate``, ``balanced`` or ``all`` orders of the players around the table.
        half_width: end earlier, when the first player's difference is known this well.
        path: a game file, to which each game is added when it ends; games that it has already are not played
            again, so an interrupted match resumes.
        jobs: games at once. 1 plays in this process; more start processes, for which a script needs its
            ``if __name__ == "__main__":``, and which functions cannot play in.
        adjust: the summary's players have their luck-adjusted figures too (``adjusted``).
        watch: called after every game, with the progress (``games``, ``found``).

    Returns:
        The match. Ctrl-C ends it early; ``finished`` is then False.

    Raises:
        ProtocolError: a player, the set-up or the file is wrong, or an engine does not start.
        ValueError: a function is to play in other processes, or ``seating`` is unknown.
        Exception: what a function raises ends the match. An illegal move only loses its game.

    >>> import herdmind
    >>> def lowest(state, seat):
    ...     return state.legal_moves(seat)[0]
    >>> match = herdmind.play_match("nimmt", [lowest, "random"], seats=2, rules=["round"], deals=3)
    >>> len(match.games), match.players, match.finished
    (6, ('lowest', 'random'), True)
    """
    from herdmind import bots as functions
    from protocol.matches import match
    from protocol.matches.players import Patience, check_engine
    from protocol.matches.starts import plan_setup
    from protocol.ratings.summary import summarise
    from protocol.records.gamelog import GameLog
    from protocol.records.lineup import line_up
    from protocol.records.schedule import SEATINGS, Schedule

    entry = entry_of(game)
    if seating not in SEATINGS:
        raise ValueError(f"seating is one of {', '.join(SEATINGS)}, not {seating!r}")
    whole_of(deals, "deals", 1)
    specs, bots = functions.describe(players)
    if bots and jobs != 1:
        raise ValueError("a function plays in this process: jobs must be 1")
    setup, _ = plan_setup(entry.name, seats, seed, words_of(rules, "rules"), figures)
    line = line_up(specs, setup.seats)
    schedule = Schedule(setup, tuple(dict.fromkeys(SEATINGS[seating](line, 1))))
    patience = Patience()
    for spec in dict.fromkeys(spec for spec in line if spec.external):
        check_engine(spec, [entry], patience)
    with GameLog(None if path is None else Path(path)) as log, functions.open_room(jobs) as pool:
        course = match.play_match(
            schedule,
            line[0].name,
            match.StopRule(deals, half_width),
            log,
            pool.executor,
            pool.room,
            pool.end,
            make_arena=functions.arena_of(bots),
            patience=patience,
            watch=watch,
            asked=pool.asked,
            adjust=adjust,
        )
    names = tuple(dict.fromkeys(spec.name for spec in line))
    games = tuple(record for index in sorted(course.groups) for record in course.groups[index])
    summary = summarise(course.groups, names, setup.seats)
    return Match(entry.name, names, games, summary, course.found, course.finished)
