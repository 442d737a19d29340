"""The final table of any number of games: places, ratings, scores, and results by seat."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from protocol.base.gameline import Ending, GameRecord, Key, read_games
from protocol.ratings.pairs import (
    Crosstable,
    EloDifference,
    comparisons,
    crosstable,
    elo_difference,
    group_games,
    names_of,
    scores_between,
)
from protocol.ratings.ratings import Rating, available, ratings
from protocol.ratings.statistics import (
    Groups,
    Interval,
    interval,
    is_baseline,
    mean,
    plain,
)
from protocol.ratings.summary import PlayerSummary, summarise

# --- events: the games that belong together --------------------------------------------------------------
from protocol.records.points import fewer_points_win


@dataclass(frozen=True)
class Event:
    """All games of one ``game`` (with its edition), number of seats and rules. ``title``: for people;
    ``groups``: complete ones only; ``left_out``: the number of games in incomplete groups."""

    game: str
    title: str
    groups: dict[int, list[GameRecord]]
    left_out: int


def read_log(path: Path) -> list[GameRecord]:
    """The games of a log, plain or gzipped, each once, including unfinished ones. A truncated last line is
    ignored.

    Raises:
        ProtocolError: the file cannot be read, or a line is not a game.
    """
    found: dict[Key, GameRecord] = {}
    for _, record in read_games(path):
        found.setdefault(record.key, record)
    return list(found.values())


def whole_groups(groups: dict[int, list[GameRecord]]) -> tuple[dict[int, list[GameRecord]], int]:
    """The groups, restricted to complete line-ups, and the number of games left out.

    A line-up is the players of a game in any order of seats. It is complete on a deal when it has as many
    games there as on any other deal, so that all its seatings were played.
    """
    most: Counter[tuple[str, ...]] = Counter()
    counts: dict[int, Counter[tuple[str, ...]]] = {}
    for index, games in groups.items():
        counts[index] = Counter(tuple(sorted(game.names)) for game in games)
        for line_up, count in counts[index].items():
            most[line_up] = max(most[line_up], count)
    found: dict[int, list[GameRecord]] = {}
    left_out = 0
    for index, games in groups.items():
        kept = [g for g in games if counts[index][line := tuple(sorted(g.names))] == most[line]]
        left_out += len(games) - len(kept)
        if kept:
            found[index] = kept
    return found, left_out


def events_of(records: Iterable[GameRecord], titles: Mapping[str, str] | None = None) -> list[Event]:
    """The events of the finished games, in order of first appearance.

    ``titles``: the title of each game for people, by the game's name. A game without one is called by its
    edition; where a game occurs in several editions, the edition follows the title.
    """
    found: dict[tuple[str, int, tuple[str, ...], str | None], list[GameRecord]] = {}
    for game in records:
        if not game.finished:
            continue
        found.setdefault((game.game, len(game.names), game.rules, game.figures), []).append(game)
    editions = {key[0] for key in found}
    events = []
    for (edition, seats, rules, figures), games in found.items():
        groups, left_out = whole_groups(group_games(games))
        name = edition.partition("/")[0]
        title = (titles or {}).get(name, edition)
        if title != edition and sum(other.partition("/")[0] == name for other in editions) > 1:
            title = f"{title} ({edition})"
        words = [f"{title}, {seats} seats", *rules, *([f"figures {figures[:8]}"] if figures else [])]
        events.append(Event(edition, ", ".join(words), groups, left_out))
    return events


# --- the final table of an event -------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatLine:
    """The results of one player, or of all players, in one ``seat``: the number of ``games``, the ``share``
    of the opponents beaten (a tie counts one half), the share of first places (``wins``), the mean ``rank``
    and the mean ``points``. The means are nan without games."""

    seat: int
    games: int
    share: float
    wins: float
    rank: float
    points: float


@dataclass(frozen=True)
class Standing:
    """A player in the table. ``place``: 1 for the first of its rating pool, equal for ties; ``pool``: the
    number of the pool, from 1, or 0 without opponents; ``share``: the share of comparisons won, a tie one
    half (mean over groups); ``points``: the mean of the game's own points in games that ended normally;
    ``rating``: None if ratings are not available; ``seats``: the results by seat; ``summary``: the other
    figures."""

    place: int
    pool: int
    name: str
    share: Interval
    points: float
    rating: Rating | None
    seats: tuple[SeatLine, ...]
    summary: PlayerSummary


@dataclass(frozen=True)
class Standings:
    """The table. ``players``: by place; ``seats``: the results by seat over all players; ``endings``: the
    number of games by ending; ``seconds``: playing time, summed over games; ``elo``: None unless there are
    two players and two seats; ``fewer_win``: whether fewer points are better, None if the games do not show
    it."""

    players: tuple[Standing, ...]
    crosstable: Crosstable
    elo: EloDifference | None
    seats: tuple[SeatLine, ...]
    groups: int
    games: int
    seconds: float
    endings: dict[str, int]
    fewer_win: bool | None

    @property
    def pools(self) -> list[list[str]]:
        """The players by rating pool (:meth:`protocol.ratings.pairs.Comparisons.pools`), without players who
        have no opponents."""
        count = max((player.pool for player in self.players), default=0)
        return [[p.name for p in self.players if p.pool == number] for number in range(1, count + 1)]

    def __getitem__(self, name: str) -> Standing:
        return next(player for player in self.players if player.name == name)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: nan and infinity become None."""
        found = plain(asdict(self))
        assert isinstance(found, dict)
        return found


def fewer_win(games: Iterable[GameRecord]) -> bool | None:
    """Whether fewer points are better: by the registry for a known game, else by the ranks of the games; None
    if these do not show it. Ranks alone mislead in games that can be won at once, as Longhorn."""
    games = list(games)
    for edition in {game.game for game in games}:
        if (known := fewer_points_win(edition)) is not None:
            return known
    fewer = more = 0
    for game in games:
        if game.ending is Ending.NORMAL:
            for seat, other in itertools.combinations(range(len(game.names)), 2):
                ahead = (game.ranks[other] - game.ranks[seat]) * (game.scores[seat] - game.scores[other])
                more += ahead > 0
                fewer += ahead < 0
    return None if fewer == more else fewer > more


def _seat_lines(groups: Groups, name: str | None) -> tuple[SeatLine, ...]:
    games = [game for index in sorted(groups) for game in groups[index] if not is_baseline(game)]
    lines = []
    for seat in range(max((len(game.names) for game in games), default=0)):
        here = [g for g in games if seat < len(g.names) and name in (None, g.names[seat])]
        shares = []
        for game in here:
            mine = game.ranks[seat]
            others = [
                rank for rank, who in zip(game.ranks, game.names, strict=True) if who != game.names[seat]
            ]
            shares.append(mean(1.0 if mine < rank else 0.5 * (mine == rank) for rank in others))
        lines.append(
            SeatLine(
                seat=seat,
                games=len(here),
                share=mean(shares),
                wins=mean((game.ranks[seat] == 1) / game.ranks.count(1) for game in here),
                rank=mean(float(game.ranks[seat]) for game in here),
                points=mean(float(g.scores[seat]) for g in here if g.ending is Ending.NORMAL),
            )
        )
    return tuple(lines)


def standings(
    groups: Groups, names: Sequence[str] | None = None, reference: str | None = None, seed: int = 1
) -> Standings:
    """The table of the players ``names`` (by default all players of the games).

    It is ordered by rating, or by ``share`` if the library for ratings is not installed. Players whom no
    game connects are in separate pools, and each pool has its own places. ``reference``: the player with
    rating 0.

    Raises:
        ProtocolError: the reference is not one of the players.
    """
    games = [game for index in sorted(groups) for game in groups[index]]
    names = list(names) if names is not None else names_of(games)
    seats = max((len(game.names) for game in games), default=0)
    found = summarise(groups, names, seats, seed)
    pools = comparisons(groups, names).pools()
    pool_of = {name: number for number, pool in enumerate(pools, 1) for name in pool}
    rated = {r.name: r for r in ratings(groups, names, reference, seed).players} if available() else {}
    shares = {}
    for name in names:
        by_group = scores_between(groups, name).values()
        shares[name] = interval([sum(scores) / len(scores) for scores in by_group], seed)

    def order(name: str) -> tuple[int, float]:
        """Sort key: the pool, then the rating or share, best first; players without opponents are last."""
        if name not in pool_of:
            return len(pools) + 1, 0.0
        return pool_of[name], -round(rated[name].elo if name in rated else shares[name].mean, 6)

    placed = sorted(names, key=order)
    players = tuple(
        Standing(
            place=1
            + sum(
                order(other) < order(name) and pool_of.get(name) in (None, pool_of.get(other))
                for other in names
            ),
            pool=pool_of.get(name, 0),
            name=name,
            share=shares[name],
            points=mean(
                float(score)
                for game in games
                if game.ending is Ending.NORMAL and not is_baseline(game)
                for score, who in zip(game.scores, game.names, strict=True)
                if who == name
            ),
            rating=rated.get(name),
            seats=_seat_lines(groups, name),
            summary=found.players[names.index(name)],
        )
        for name in placed
    )
    two = len(names) == 2 and seats == 2
    return Standings(
        players=players,
        crosstable=crosstable(groups, placed, seed),
        elo=elo_difference(groups, placed[0], placed[1], seed) if two else None,
        seats=_seat_lines(groups, None),
        groups=found.groups,
        games=found.games,
        seconds=found.seconds,
        endings=dict(found.endings),
        fewer_win=fewer_win(games),
    )
