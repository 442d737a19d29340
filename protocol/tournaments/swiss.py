"""Swiss pairing: in each round those meet who have done equally well so far, nobody twice while that can be
avoided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from protocol.base.gameline import GameRecord
from protocol.ratings.statistics import seats_of
from protocol.records.lineup import PlayerSpec
from protocol.records.schedule import SEATINGS, LineUp
from protocol.tournaments.pairings import Tables, teams

#: What a round without a table counts, a won one being 1.
BYE = 0.5
#: Pairings that are tried before players are let meet once more.
TRIES = 20_000


@dataclass
class Standing:
    """What the rounds so far came to. ``scores``: by name, the sum of a player's results on the scale from 0
    to 1, one for each round; ``met``: how often two names (in alphabetical order) sat at one table; ``byes``:
    rounds without a table, by name."""

    scores: dict[str, float] = field(default_factory=dict)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)

    def add_round(self, names: Iterable[str], games: Sequence[GameRecord]) -> None:
        """Add a round of these players and its games."""
        for name in names:
            results = [game.returns[seat] for game in games for seat in seats_of(game, name)]
            # rounded: the order of the games must not decide who is ahead
            gain = round((1 + sum(results) / len(results)) / 2, 9) if results else BYE
            self.scores[name] = self.scores.get(name, 0.0) + gain
            self.byes[name] += not results
        for table in {frozenset(game.names) for game in games}:
            for one, two in combinations(sorted(table), 2):
                self.met[one, two] += 1

    def times(self, one: PlayerSpec, two: PlayerSpec) -> int:
        """How often the two have met."""
        return self.met[min(one.name, two.name), max(one.name, two.name)]


def tables_of(players: Sequence[PlayerSpec], places: int, standing: Standing) -> Tables:
    """Who meets whom next, a player a place: neighbours in the standings, those named first ahead of others
    with the same score. Players who fill no table sit the round out: the last ones among those who have done
    so least.
    """
    ranked = sorted(players, key=lambda player: -standing.scores.get(player.name, 0.0))
    spare = len(ranked) % places if len(ranked) >= places else len(ranked)
    place_of = {player: place for place, player in enumerate(ranked)}
    out = sorted(ranked, key=lambda player: (standing.byes[player.name], -place_of[player]))[:spare]
    ranked = [player for player in ranked if player not in out]
    if places == 2:
        return _pairs(ranked, standing)
    found: Tables = []
    while ranked:
        table = [ranked.pop(0)]
        while len(table) < places:
            table.append(min(ranked, key=lambda other: sum(standing.times(other, one) for one in table)))
            ranked.remove(table[-1])
        found.append(tuple(table))
    return found


def _pairs(ranked: Sequence[PlayerSpec], standing: Standing) -> Tables:
    """The first pairing of neighbours in which nobody meets more often than has to be."""
    most = 0
    while (found := _matched(tuple(ranked), standing, most, [TRIES])) is None:
        most += 1
    return found


def _matched(left: LineUp, standing: Standing, most: int, tries: list[int]) -> Tables | None:
    """A pairing of those who have met at most ``most`` times; None when none is found within the tries
    left."""
    if not left:
        return []
    for at, other in enumerate(left[1:], 1):
        if standing.times(left[0], other) <= most and tries[0] > 0:
            tries[0] -= 1
            others = _matched(left[1:at] + left[at + 1 :], standing, most, tries)
            if others is not None:
                return [(left[0], other), *others]
    return None


@dataclass(frozen=True)
class Swiss:
    """The pairing of a section: its players, how many places there are for them at a table, how many seats
    each takes, and one of SEATINGS."""

    players: tuple[PlayerSpec, ...]
    places: int
    team: int
    seating: str

    def seatings(self, standing: Standing, retired: Iterable[str] = ()) -> tuple[LineUp, ...]:
        """All games on each deal of the next round."""
        gone = set(retired)
        tables = tables_of([spec for spec in self.players if spec.name not in gone], self.places, standing)
        lines = [
            line for table in tables for line in SEATINGS[self.seating](teams(table, self.team), self.team)
        ]
        return tuple(dict.fromkeys(lines))
