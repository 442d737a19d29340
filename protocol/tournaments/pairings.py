"""Who meets whom in a tournament: the line-ups of its tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

from protocol.base.errors import Code, ProtocolError
from protocol.records.lineup import PlayerSpec, line_up
from protocol.records.schedule import GROUP_MAX, SEATINGS, LineUp

Tables = list[LineUp]


def teams(players: Sequence[PlayerSpec], team: int) -> LineUp:
    """The players by seat, each on ``team`` neighbouring ones."""
    return tuple(player for player in players for _ in range(team))


def round_robin(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> Tables:
    """Every choice of players that fills a table: at two seats, all pairs. Where there are fewer players than
    places, or more than GROUP_MAX choices, :func:`pairs`."""
    places = seats // team
    if len(players) < places or math.comb(len(players), places) > GROUP_MAX:
        return pairs(players, seats, team)
    return [teams(chosen, team) for chosen in combinations(players, places)]


def pairs(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> Tables:
    """Every pair at a table of its own, place by place in turn; where the places are odd in number, each of
    the two has the odd one once."""
    places = seats // team
    tables = []
    for one, two in combinations(players, 2):
        orders = [(one, two), (two, one)] if places % 2 else [(one, two)]
        tables += [teams([order[k % 2] for k in range(places)], team) for order in orders]
    return tables


def gauntlet(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> Tables:
    """The first player against each of the others, who takes all other seats."""
    return [tuple(line_up([players[0], other], seats, team)) for other in players[1:]]


def table(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> Tables:
    """All at one table; the last player takes the seats that are left."""
    return [tuple(line_up(players, seats, team))]


def swiss(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> Tables:
    """The tables of a first round, neighbours together; :mod:`protocol.swiss` pairs all rounds.

    Raises:
        ProtocolError: the players do not fill a table.
    """
    places = seats // team
    if len(players) < places:
        raise ProtocolError(
            Code.SEAT, f"a table has {places} places, and there are {len(players)} players", str(len(players))
        )
    return [teams(players[k : k + places], team) for k in range(0, len(players) - places + 1, places)]


#: The mode in which the tables follow from the results.
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
    """All games on one deal: the tables of ``mode`` (one of MODES), each seated as ``seating`` says (one of
    SEATINGS). The players have names of their own.

    Raises:
        ProtocolError: there are too few players, teams that do not fill the table, or over GROUP_MAX games.
    """
    if seats % team or seats == team:
        raise ProtocolError(Code.SEAT, f"teams of {team} do not make a game of {seats} seats", str(team))
    if len(players) < 2:
        raise ProtocolError(
            Code.VALUE, f"a tournament has 2 players or more, not {len(players)}", str(len(players))
        )
    found: dict[LineUp, None] = {}
    for line in MODES[mode](players, seats, team):
        found.update(dict.fromkeys(SEATINGS[seating](line, team)))
        if len(found) > GROUP_MAX:
            raise ProtocolError(
                Code.RANGE,
                f"over {GROUP_MAX} games on each deal: use another mode, other seatings or fewer players",
                str(len(players)),
            )
    return tuple(found)
