"""Weaker but sensible play: less work, and a random choice among moves of nearly equal value."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from solver.game import State
from solver.reports import MAX_SKILL, Answer, Limits, Line, Report, Settings
from solver.rng import Rng, mix
from solver.search.face import Search
from solver.stop import StopFlag

#: Work allowed for each legal move at skill 0, and how many levels double it.
LEAST_NODES = 8
DOUBLING = 2
#: At skill 0 a move that looks worse by so much (of a result in [-1, 1]) is played e times less often.
TEMPERATURE = 0.2
#: A mean of n samples is believed less this over sqrt(n): half of the greatest standard deviation that a
#: result in [-1, 1] can have. With the whole of it, upper levels of Colt Express could not be told apart.
DEVIATION = 0.5
ALL_LINES = 1 << 20
#: Separates the random draws made here from those of the wrapped search, which has the same seed and view.
OWN_DRAWS = 0x5C111


def node_cap(skill: int) -> int:
    """Nodes (iterations, or playouts) that a skill below MAX_SKILL may use for each legal move."""
    return int(LEAST_NODES * 2 ** (skill / DOUBLING))


def temperature(skill: int) -> float:
    """Loss of value (of a result in [-1, 1]) that makes a move e times less likely than the best."""
    return TEMPERATURE * (1 - skill / MAX_SKILL) ** 2


def slips(skill: int) -> float:
    """Total weight of all other moves against a weight of 1 for the choice of a player without values."""
    return 1 - skill / MAX_SKILL


def believed(line: Line) -> float:
    """Value of a move less a part of the standard error of its mean.

    A search that learns as it goes samples bad moves seldom, and the best of many such means is a matter of
    luck.
    """
    return line.value - (DEVIATION / math.sqrt(line.samples) if line.samples else 0.0)


def _lower(limit: int | None, cap: int) -> int:
    return cap if limit is None else min(limit, cap)


class Weakened:
    """Search with a ``Settings.skill`` below MAX_SKILL.

    It works less and draws its move by the values found, good moves more often. The draw depends on the seed
    and the view.

    ``rounds``: the search's depth counts playouts of each move. Then depth is capped and not nodes, which are
    plies there: a playout of a long game takes hundreds.
    """

    def __init__(self, search: Search, settings: Settings, rounds: bool = False) -> None:
        self.search = search
        self.rounds = rounds
        self.configure(settings)

    def configure(self, settings: Settings) -> None:
        """Apply new settings."""
        self.settings = settings
        self.search.configure(replace(settings, multipv=ALL_LINES))

    def clear(self) -> None:
        """Forget everything learnt."""
        self.search.clear()

    def analyse(
        self,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None,
        stop: StopFlag,
    ) -> Answer:
        """Search a position in which ``seat`` has to decide."""
        skill, shown = self.settings.skill, max(1, self.settings.multipv)
        eased = replace(limits, infinite=False)
        if self.rounds:
            eased = replace(eased, depth=_lower(limits.depth, node_cap(skill)))
        else:
            cap = node_cap(skill) * len(state.legal_actions(seat))
            eased = replace(eased, nodes=_lower(limits.nodes, cap))
        answer = self.search.analyse(state, seat, eased, None, stop)
        lines = list(answer.report.lines)
        worth = [believed(line) for line in lines]
        top = max(worth)
        scale = temperature(skill)
        rng = Rng(mix(mix(self.settings.seed, state.view(seat).key(seat)), OWN_DRAWS))
        if all(value == top for value in worth):
            # a player without values: its own choice, now and then any other
            weights = [1.0] + [slips(skill) / len(lines)] * (len(lines) - 1)
        else:
            weights = [math.exp((value - top) / scale) for value in worth]
        ticket = rng.random() * sum(weights)
        chosen = len(lines) - 1
        for i, weight in enumerate(weights):
            ticket -= weight
            if ticket < 0:
                chosen = i
                break
        lines.insert(0, lines.pop(chosen))
        report = replace(answer.report, lines=tuple(lines[:shown]))
        if on_report is not None:
            on_report(report)
        return replace(answer, best=lines[0].pv[0], ponder=None, report=report, mixture=())
