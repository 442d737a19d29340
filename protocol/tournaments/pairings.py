"""Pairings of a tournament: the line-ups of its tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

from protocol.base.errors import Code, ProtocolError
from protocol.records.lineup import PlayerSpec, line_up
from protocol.records.schedule import GROUP_MAX, SEATINGS, LineUp

Tables = list[LineUp]


def teams(players: Sequence[PlayerSpec], team: int) -> LineUp:
    """The line-up by seat, with ``team`` neighbouring seats for each player."""
    return tuple(player for player in players for _ in range(team))


def round_robin(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> Tables:
    """Every combination of players that fills a table; at two seats, all pairs. With fewer players than
    places, or more than GROUP_MAX combinations, the same as :func:`pairs`."""
    places = seats // team
    if len(players) < places or math.comb(len(players), places) > GROUP_MAX:
        return pairs(players, seats, team)
    return [teams(chosen, team) for chosen in combinations(players, places)]


def pairs(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> Tables:
    """Every pair at a table of its own, alternating by place. With an odd number of places there are two
    tables, and each player of the pair has the extra place at one."""
    places = seats // team
    tables = []
    for one, two in combinations(players, 2):
        orders = [(one, two), (two, one)] if places % 2 else [(one, two)]
        tables += [teams([order[k % 2] for k in range(places)], team) for order in orders]
    return tables


def gauntlet(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> Tables:
    """The first player against each of the others, who takes all remaining seats."""
    return [tuple(line_up([players[0], other], seats, team)) for other in players[1:]]


def table(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> Tables:
    """All players at one table; the last one takes all remaining seats."""
    return [tuple(line_up(players, seats, team))]


def swiss(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> Tables:
    """The tables of a first round, neighbours in the list together. :mod:`protocol.tournaments.swiss` pairs
    all rounds.

    Raises:
        ProtocolError: there are too few players to fill a table.
    """
    places = seats // team
    if len(players) < places:
        raise ProtocolError(
            Code.SEAT,
            f"a table has {places} places, but there are only {len(players)} players",
            str(len(players)),
        )
    return [teams(players[k : k + places], team) for k in range(0, len(players) - places + 1, places)]


#: The mode in which each round's tables depend on earlier results.
SWISS = "swiss"
MODES: dict[str, Callable[[Sequence[PlayerSpec], int, int], Tables]] = {
    "round-robin": round_robin,
    "pairs": pairs,
    "gauntlet": gauntlet,
    "table": table,
    SWISS: swiss,
}


def seatings(
    players: Sequence[PlayerSpec],
    seats: int,
    team: int = 1,
    mode: str = "round-robin",
    seating: str = "rotate",
) -> tuple[LineUp, ...]:
    """All games on one deal: the tables of ``mode`` (one of MODES), each with the seatings of ``seating``
    (one of SEATINGS). No two players have the same name.

    Raises:
        ProtocolError: there are too few players, teams that do not fill the table, or over GROUP_MAX games.
    """
    if seats % team or seats == team:
        raise ProtocolError(Code.SEAT, f"teams of {team} cannot fill a table of {seats} seats", str(team))
    if len(players) < 2:
        raise ProtocolError(
            Code.VALUE, f"a tournament needs at least 2 players, not {len(players)}", str(len(players))
        )
    found: dict[LineUp, None] = {}
    for line in MODES[mode](players, seats, team):
        found.update(dict.fromkeys(SEATINGS[seating](line, team)))
        if len(found) > GROUP_MAX:
            raise ProtocolError(
                Code.RANGE,
                f"more than {GROUP_MAX} games per deal: use another mode, other seatings or fewer players",
                str(len(players)),
            )
    return tuple(found)
