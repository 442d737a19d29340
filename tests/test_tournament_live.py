"""Display of a running tournament."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console
from toys.arena import toy_arena

from protocol.matches.match import play_task
from protocol.matches.players import Patience
from protocol.ratings.ratings import Ratings, ratings
from protocol.records.gamelog import GameLog
from protocol.records.lineup import read_player
from protocol.records.schedule import Schedule, Setup
from protocol.tournaments import live
from protocol.tournaments.live import Pace, Rated, Show, duration, table
from protocol.tournaments.pairings import seatings
from protocol.tournaments.tournament import Plan, Tournament, section_of

# Processes of whole commands; what they compute is checked elsewhere.
pytestmark = pytest.mark.pure


def begun(games: int, log: GameLog) -> Tournament:
    """A tournament of which so many games have been played now."""
    players = [read_player("full:nodes=40,name=good"), read_player("random:name=bad")]
    plan = Plan((section_of(Schedule(Setup("roll", 2, 1), seatings(players, 2)), 20, ["good", "bad"]),))
    found = Tournament(plan, log, {"roll": "roll/1"})
    for _, task in zip(range(games), found.tasks(), strict=False):
        found.add(play_task(task, toy_arena, Patience()))
    return found


def drawn(found: Tournament, rated: Rated | None = None) -> str:
    """The table as text."""
    out = Console(file=io.StringIO(), width=100)
    out.print(table(found, "the words", rated.of(found) if rated else {}, out))
    return out.file.getvalue()  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (89, "89 s"), (90, "2 min"), (5340, "89 min"), (5400, "1 h 30 min"), (12000, "3 h 20 min")],
)
def test_durations(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_the_pace_is_that_of_this_run() -> None:
    now = [100.0]
    pace = Pace(lambda: now[0])
    with GameLog(None) as log:
        begun(4, log)
        now[0] += 30
        found = begun(0, log)
        assert pace.words(found) == "4 of 40 games"
        found = begun(10, log)  # six more
        assert (found.games, found.fresh) == (14, 10)
        assert pace.words(found) == "14 of 40 games, 20.0 a minute, 78 s left"
        found.endings["crash"] = 3
        assert pace.words(found).endswith(", 3 by crash")


def test_the_table_has_the_best_first_with_ratings_once_there_are_some() -> None:
    with GameLog(None) as log:
        found = begun(0, log)
        assert "good" in drawn(found)
        found = begun(30, log)
        plain = drawn(found)
        assert "rating" not in plain
        assert plain.index("good") < plain.index("bad")
        assert f"{found.tally['good'].mean:+.3f}" in plain
        assert "the words" in plain
        pytest.importorskip("choix")
        text = drawn(found, Rated())
        assert "rating" in text
        assert text.index("good") < text.index("bad")


def test_ratings_are_not_made_anew_for_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("choix")
    calls: list[object] = []

    def counted(*args: Any, **more: Any) -> Ratings:
        calls.append(args)
        return ratings(*args, **more)

    monkeypatch.setattr(live, "ratings", counted)
    now = [0.0]
    rated = Rated(lambda: now[0])
    with GameLog(None) as log:
        found = begun(10, log)
        for _ in range(5):
            rated.of(found)
        assert len(calls) == 1
        now[0] += 5
        rated.of(found)
        assert len(calls) == 2


def test_a_terminal_gets_a_changing_table_and_a_pipe_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with GameLog(None) as log:
        found = begun(6, log)
        out = io.StringIO()
        monkeypatch.setattr(live, "PAUSE", 0.0)
        with Show(Console(file=out, width=100)) as show:
            show.watch(found)
        assert out.getvalue().startswith("6 of 40 games, ")
        assert out.getvalue().count("\n") == 1
        out = io.StringIO()
        with Show(Console(file=out, width=100, force_terminal=True)) as show:
            show._last = -10.0
            show.watch(found)
        assert "good" in out.getvalue()
        assert "6 of 40 games" in out.getvalue()
