"""The direction of a game's points: whether fewer are better."""

from __future__ import annotations

from solver.games import GAMES


def fewer_points_win(edition: str) -> bool | None:
    """Whether fewer points are better in the game of a record (``nimmt/1``); None for an unknown game."""
    name = edition.split("/", 1)[0]
    return GAMES[name].fewer_win if name in GAMES else None
