"""Ratings as strengths: the Skill that plays at an Elo rating, measured for each game.

Ratings are relative: :data:`LEAST` is Skill 0 in every game, and the levels above it were measured in games
between neighbouring levels (``Game.skill_elo``). Ratings of different games cannot be compared.
"""

from __future__ import annotations

from itertools import pairwise

from solver.games import Game
from solver.reports import MAX_SKILL

#: Range of the option: Skill 0, and a rating above the full strength measured in any game.
LEAST, MOST = 1000, 1600
#: Levels that played each other, and the ratings assumed for a game that was not measured.
SKILLS = (0, 5, 10, 15, MAX_SKILL)
UNMEASURED = (1000, 1100, 1200, 1300, 1400)


def skill_of(game: Game, elo: int) -> int:
    """The Skill nearest to a rating in a game; full strength at and above the game's highest rating."""
    ratings = game.skill_elo or UNMEASURED
    for (low, below), (high, above) in pairwise(zip(ratings, SKILLS, strict=True)):
        if elo < high:
            return round(below + (above - below) * max(0, elo - low) / (high - low))
    return MAX_SKILL
