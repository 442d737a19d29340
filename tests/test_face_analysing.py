"""Analysis in this process through the public package."""

from __future__ import annotations

import gc
import re
import time
from typing import Any

import pytest
from positions import LATE

import herdmind
from herdmind import Limit, Settings
from solver.analysis import Analyser
from solver.game import State as Core
from solver.games import GAMES
from solver.reports import Answer


@pytest.fixture
def cards() -> herdmind.State:
    return herdmind.deal("nimmt", seats=3, seed=1, rules=["round"])


@pytest.mark.parametrize("game", herdmind.GAMES)
def test_reports_and_answer_are_those_of_the_same_search(game: str) -> None:
    state = herdmind.deal(game, seed=1)
    state.play_chance(herdmind.Rng(1))
    before = state.text()
    analysis = herdmind.analyse(state, Limit(nodes=300), multipv=2)
    reports = list(analysis)
    answer = analysis.result()
    assert answer.best in state.legal_moves()
    assert reports[-1] == answer.report
    assert answer.value == answer.report.lines[0].value
    again = herdmind.analyse(state, Limit(nodes=300), multipv=2).result()
    assert (again.best, again.value) == (answer.best, answer.value), "the same limits give the same answer"
    assert state.text() == before
    assert not analysis.running
    assert list(analysis) == [answer.report], "nothing is told twice"


@pytest.mark.parametrize("seat", [None, 2])
def test_a_search_is_given_the_view_and_never_the_truth(
    cards: herdmind.State, seat: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str] = []

    class Watched(Analyser):
        def analyse(self, state: Core, *rest: Any) -> Answer:
            given.append(state.to_text())
            return super().analyse(state, *rest)

    monkeypatch.setattr("herdmind.analysing.Analyser", Watched)
    herdmind.analyse(cards, Limit(nodes=50), seat=seat).result()
    assert given == [cards.view(seat or 0).text()]
    assert given != [cards.text()]


def test_a_proof_ends_a_search_without_a_limit() -> None:
    answer = herdmind.analyse(herdmind.State(LATE)).result()
    assert dict(answer.proven)[answer.best or ""] in (-1, 0, 1)


def test_a_search_without_a_limit_goes_on_until_it_is_stopped(cards: herdmind.State) -> None:
    analysis = herdmind.analyse(cards)
    with pytest.raises(ValueError, match="has no limit and would never end"):
        analysis.result()
    assert analysis.running
    first = next(iter(analysis))
    analysis.stop()
    assert analysis.result().report.nodes >= first.nodes
    assert herdmind.analyse(cards).result(timeout=0.05).best


def test_a_search_ends_with_its_block_and_with_its_object(cards: herdmind.State) -> None:
    with herdmind.analyse(cards) as analysis:
        inside = analysis.running
    assert (inside, analysis.running) == (True, False)
    dropped = herdmind.analyse(cards)
    thread = dropped._thread
    del dropped
    gc.collect()
    end = time.monotonic() + 10
    while thread.is_alive():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_search_sees_what_its_seat_sees(cards: herdmind.State) -> None:
    other = cards.view(1).resample_from_infostate(1, herdmind.Rng(4))
    assert other != cards
    found = [herdmind.analyse(state, Limit(nodes=200), seat=1).result() for state in (cards, other)]
    assert found[0].report.lines == found[1].report.lines
    assert found[0].best in cards.legal_moves(1)
    assert herdmind.analyse(cards.view(2), Limit(nodes=20)).result().best in cards.legal_moves(2)


def test_root_moves_can_be_named(cards: herdmind.State) -> None:
    token = cards.legal_moves(0)[3]
    assert herdmind.analyse(cards, Limit(nodes=50), moves=[token]).result().best == token
    with pytest.raises(herdmind.HerdmindError, match="nonsense"):
        herdmind.analyse(cards, Limit(nodes=50), moves=["nonsense"])


def test_where_nothing_is_to_be_decided(cards: herdmind.State) -> None:
    with pytest.raises(herdmind.IllegalMove, match=r"no seat owes a decision.*play_chance"):
        herdmind.analyse(herdmind.deal("heckmeck"), Limit(nodes=1))
    cards.push(cards.legal_moves(0)[0])
    with pytest.raises(herdmind.IllegalMove, match="seat 0 does not, seat 1"):
        herdmind.analyse(cards, Limit(nodes=1), seat=0)
    with pytest.raises(ValueError, match="keeps no clock"):
        herdmind.analyse(cards, Limit(clocks=(1, 1, 1)))


def test_wrong_kinds_of_arguments_are_named(cards: herdmind.State) -> None:
    with pytest.raises(TypeError, match=r"state is a State.* not 'longhorn'"):
        herdmind.analyse("longhorn")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"Limit\(movetime=1000\), not 1000"):
        herdmind.analyse(cards, 1000)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("threads", 0),
        ("hash_mb", 0),
        ("skill", -1),
        ("skill", 21),
        ("multipv", 0),
        ("multipv", True),
        ("seed", -1),
        ("search", "best"),
        ("objective", "x"),
    ],
)
def test_settings_out_of_range_are_named(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=rf"{field} is {value!r}: should be "):
        Settings(**{field: value})  # type: ignore[arg-type]


def test_representations_are_short_and_telling(cards: herdmind.State) -> None:
    analysis = herdmind.analyse(cards, Limit(nodes=200))
    answer = analysis.result()
    shown = {
        "analysis": (repr(analysis), r"<Analysis of <State nimmt: .*>, seat 0: ended>"),
        "answer": (repr(answer), r"<Answer \d+, value [+-]\d\.\d{3}, depth \d+, \d+ nodes>"),
        "report": (repr(answer.report), r"<Report depth \d+, \d+ nodes, \d+ ms, \[<Line .*>\]>"),
        "line": (repr(answer.report.lines[0]), r"<Line \d+.*: [+-]\d\.\d{3}>"),
        "games": (repr(herdmind.GAMES), "<games longhorn, .*>"),
        "entry": (repr(GAMES["nimmt"]), "<Game nimmt: 6 nimmt!, 2-10 seats, nimmt/1>"),
    }
    for text, pattern in shown.values():
        assert re.fullmatch(pattern, text), text
        assert len(text) < 160
    proven = herdmind.analyse(herdmind.State(LATE)).result()
    assert re.fullmatch(r"<Answer \w+, proven -?\d, depth \d+, \d+ nodes>", repr(proven))


def test_the_package_shows_its_names_and_no_more() -> None:
    assert dir(herdmind) == sorted(herdmind.__all__)
