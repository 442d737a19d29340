"""Reports of a search limited by nodes depend on their number, not on the clock: as on slow machines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.analysis import make_search
from solver.game import CHANCE_PLAYER
from solver.games import GAMES
from solver.reports import Limits, Report, Settings
from solver.rng import Rng
from solver.search import exhaustive, flat
from solver.search.ismcts import search as tree_search
from solver.stop import StopFlag

#: Far beyond the first report of a search that counts.
NODES = {"full": 20_000, "flat": 3_000_000}


def told(name: str, settings: Settings, limits: Limits) -> list[Report]:
    game = GAMES[name]
    state = game.initial(3)
    rng = Rng(3)
    while state.current_player() == CHANCE_PLAYER:
        state.apply_action(state.draw_chance(rng))
    reports: list[Report] = []
    make_search(game, settings).analyse(state, state.players_to_move()[0], limits, reports.append, StopFlag())
    return [replace(report, nps=0, time_ms=0) for report in reports]


@pytest.mark.ci
@pytest.mark.parametrize("search", list(NODES))
@pytest.mark.parametrize("name", list(GAMES))
def test_the_clock_decides_nothing_where_nodes_are_counted(
    name: str, search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(hash_mb=16, multipv=3, search=search)
    limits = Limits(nodes=NODES[search])
    usual = told(name, settings, limits)
    # as on a machine so slow that a report is due whenever the search looks at its clock
    monkeypatch.setattr(tree_search, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(tree_search, "FIRST_REPORT_SECONDS", 0.0)
    monkeypatch.setattr(exhaustive, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(flat, "REPORT_SECONDS", 0.001)  # with nothing at all it would never go on
    assert told(name, settings, limits) == usual


@pytest.mark.parametrize(("name", "search"), [("nimmt", "full"), ("colt", "full"), ("longhorn", "flat")])
def test_a_long_count_is_told_about_on_the_way(name: str, search: str) -> None:
    reports = told(name, Settings(hash_mb=16, search=search), Limits(nodes=NODES[search]))
    assert len(reports) > 2
    assert [report.nodes for report in reports] == sorted({report.nodes for report in reports})
