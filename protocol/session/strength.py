"""Ratings as strengths: the Skill that plays at an Elo rating, by what was measured for each game.

A rating is a distance: :data:`LEAST` is Skill 0 in every game, and what lies above follows from games between
neighbouring levels (``Game.skill_elo``). Ratings of different games say nothing of each other.
"""

from __future__ import annotations

from itertools import pairwise

from solver.games import Game
from solver.reports import MAX_SKILL

#: What the options offer: Skill 0, and more than any game's full strength has measured.
LEAST, MOST = 1000, 1600
#: The levels that played each other, and what a game gets that was not measured.
SKILLS = (0, 5, 10, 15, MAX_SKILL)
UNMEASURED = (1000, 1100, 1200, 1300, 1400)


def skill_of(game: Game, elo: int) -> int:
    """The Skill that comes nearest to a rating in a game: full strength from its top on."""
    ratings = game.skill_elo or UNMEASURED
    for (low, below), (high, above) in pairwise(zip(ratings, SKILLS, strict=True)):
        if elo < high:
            return round(below + (above - below) * max(0, elo - low) / (high - low))
    return MAX_SKILL
