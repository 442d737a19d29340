"""Swiss pairing: each round pairs players with equal scores, and repeats a pairing only when it must."""

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

#: The score of a round without a table; a won round scores 1.
BYE = 0.5
#: Pairings that are tried before one more repeated meeting is allowed.
TRIES = 20_000


@dataclass
class Standing:
    """The standings after the rounds so far. ``scores``: by name, the sum of a player's round scores, each in
    [0, 1]; ``met``: the number of rounds in which two names (in alphabetical order) shared a table; ``byes``:
    rounds without a table, by name."""

    scores: dict[str, float] = field(default_factory=dict)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)

    def add_round(self, names: Iterable[str], games: Sequence[GameRecord]) -> None:
        """Add a round: the names of its players, and its games."""
        for name in names:
            results = [game.returns[seat] for game in games for seat in seats_of(game, name)]
            # rounded, since the order of summation must not decide the standings
            gain = round((1 + sum(results) / len(results)) / 2, 9) if results else BYE
            self.scores[name] = self.scores.get(name, 0.0) + gain
            self.byes[name] += not results
        for table in {frozenset(game.names) for game in games}:
            for one, two in combinations(sorted(table), 2):
                self.met[one, two] += 1

    def times(self, one: PlayerSpec, two: PlayerSpec) -> int:
        """The number of rounds in which the two have met."""
        return self.met[min(one.name, two.name), max(one.name, two.name)]


def tables_of(players: Sequence[PlayerSpec], places: int, standing: Standing) -> Tables:
    """The tables of the next round, one player per place: neighbours in the standings meet, with ties ordered
    as the players were named. Players who do not fill a table sit the round out: the lowest-placed among
    those with the fewest byes.
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
    """The first pairing of neighbours with as few repeated meetings as possible."""
    most = 0
    while (found := _matched(tuple(ranked), standing, most, [TRIES])) is None:
        most += 1
    return found


def _matched(left: LineUp, standing: Standing, most: int, tries: list[int]) -> Tables | None:
    """A pairing in which no two have met more than ``most`` times before; None if none is found within the
    remaining ``tries`` (a counter in a list, shared by the recursion)."""
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
    """The Swiss system of a section. ``places``: players at a table; ``team``: seats of each player;
    ``seating``: one of SEATINGS."""

    players: tuple[PlayerSpec, ...]
    places: int
    team: int
    seating: str

    def seatings(self, standing: Standing, retired: Iterable[str] = ()) -> tuple[LineUp, ...]:
        """The seatings of all games on each deal of the next round."""
        gone = set(retired)
        tables = tables_of([spec for spec in self.players if spec.name not in gone], self.places, standing)
        lines = [
            line for table in tables for line in SEATINGS[self.seating](teams(table, self.team), self.team)
        ]
        return tuple(dict.fromkeys(lines))
