"""Standings of the games of a file, by the names of the players."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from protocol.base.gameline import GameRecord

#: Most players that are told apart; the rest count as one.
PLAYERS_MAX = 200
REST = "others"


@dataclass
class Row:
    """A player's record: seats played, first places (shared ones in parts), and sums of shares and scores."""

    seats: int = 0
    firsts: float = 0.0
    share: float = 0.0
    score: int = 0


@dataclass
class Standings:
    """Standings of finished games. A player at several seats of a game counts at each."""

    rows: dict[str, Row] = field(default_factory=dict)
    games: int = 0

    def add(self, record: GameRecord) -> None:
        """Count a game, if it is finished."""
        if not record.finished:
            return
        self.games += 1
        firsts = record.ranks.count(1)
        for seat, name in enumerate(record.names):
            called = short_name(name) or record.players[seat]
            if called not in self.rows and len(self.rows) >= PLAYERS_MAX:
                called = REST
            row = self.rows.setdefault(called, Row())
            row.seats += 1
            row.firsts += 1 / firsts if record.ranks[seat] == 1 else 0
            row.share += (1 + record.returns[seat]) / 2
            row.score += record.scores[seat]

    def as_json(self) -> list[dict[str, Any]]:
        """The rows, best first; ``share``: the mean result from 0 to 1."""
        rows = [
            {
                "name": name,
                "seats": row.seats,
                "firsts": round(row.firsts, 2),
                "share": round(row.share / row.seats, 4),
                "score": round(row.score / row.seats, 2),
            }
            for name, row in self.rows.items()
        ]
        return sorted(rows, key=lambda row: (-float(str(row["share"])), str(row["name"])))


def short_name(name: str) -> str:
    """A player's name without the number of the seat, as games of people have it."""
    return re.sub(r"^seat \d+(: )?", "", name)
