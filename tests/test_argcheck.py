"""Arguments that make no sense: one clear error, and nothing has changed."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from driver import ENGINE

import herdmind
from herdmind import Limit
from herdmind.adapters.batch import make_batch


def lowest(state: herdmind.State, seat: int) -> str:
    return state.legal_moves(seat)[0]


def none(state: herdmind.State, seat: int) -> Any:
    return None


SETTINGS: dict[str, Any] = {"seats": 2, "rules": ["round"], "deals": 1}

#: What is called, the error, and a part of its message.
WRONG: list[tuple[Callable[[Any], object], type[Exception], str]] = [
    (lambda any_: herdmind.deal(any_(None)), TypeError, "one of GAMES or its name, not None"),
    (lambda any_: herdmind.deal("nimmt", seats=any_("3")), herdmind.SetupError, "2 to 10 seats, not '3'"),
    (lambda any_: herdmind.deal("nimmt", seats=any_(2.5)), herdmind.SetupError, "2 to 10 seats, not 2.5"),
    (lambda any_: herdmind.deal("nimmt", rules=any_([1])), TypeError, "rules should be words"),
    (lambda any_: herdmind.deal("nimmt", rules=any_(1)), TypeError, "rules should be words"),
    (lambda any_: herdmind.deal("nimmt", rules="round blitz"), herdmind.SetupError, "no rules word blitz"),
    (lambda any_: herdmind.enter("nimmt", any_("0")), herdmind.SetupError, "no seat '0'"),
    (lambda any_: herdmind.State(any_(3)), TypeError, "a position is a text"),
    (lambda any_: herdmind.analyse(any_("nimmt/1")), TypeError, r"State\(text\)"),
    (lambda any_: herdmind.analyse(herdmind.deal("nimmt"), any_(1000)), TypeError, r"Limit\(movetime=1000\)"),
    (lambda any_: Limit(movetime=any_("100")), TypeError, "movetime should be a whole number, not '100'"),
    (lambda any_: Limit(movetime=any_(1.5)), TypeError, "movetime should be a whole number, not 1.5"),
    (lambda any_: Limit(nodes=-1), ValueError, "nodes is -1: should be 0 or more"),
    (lambda any_: Limit(depth=-1), ValueError, "depth is -1: should be 0 or more"),
    (lambda any_: Limit(clocks=[any_("a")]), TypeError, "clocks should be a whole number"),
    (lambda any_: herdmind.Engine.start([]), ValueError, "a program at least"),
    (lambda any_: herdmind.Engine.start("/no/such engine"), herdmind.EngineError, "/no/such engine"),
    (lambda any_: herdmind.write_games("games", [any_(3)]), TypeError, "GameRecords"),
    (lambda any_: herdmind.play_match("nimmt", "greedy"), TypeError, r"\['greedy', 'greedy'\]"),
    (lambda any_: herdmind.play_match("nimmt", [any_(3), "greedy"]), TypeError, "not 3"),
    (lambda any_: herdmind.play_match("nimmt", ["greedy", "random"], deals=0), ValueError, "deals is 0"),
    (
        lambda any_: herdmind.play_match("nimmt", [none, "random"], **SETTINGS),
        TypeError,
        "none returned None",
    ),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_wrong_argument_is_named(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call, kind, message = WRONG[number]
    with pytest.raises(kind, match=message):
        call(lambda value: value)  # hides the type from the type checker
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("moves", "player", "kind", "message"),
    [
        ([9], 0, TypeError, r"push\(\) takes tokens"),
        ([None], 0, TypeError, r"push\(\) takes tokens"),
        (["9", 12], None, TypeError, r"push\(\) takes tokens"),
        (["9"], "0", herdmind.IllegalMove, "no seat '0'"),
        (["9"], 7, herdmind.IllegalMove, "no seat 7"),
        (["9"], -1, herdmind.IllegalMove, "no chance event is due"),
        (["9"], -2, herdmind.IllegalMove, "no seat -2"),
    ],
)
def test_a_wrong_move_changes_nothing(
    moves: list[Any], player: Any, kind: type[Exception], message: str
) -> None:
    state = herdmind.deal("nimmt", seats=2, seed=1, rules=["round"])
    before = state.text()
    with pytest.raises(kind, match=message):
        state.push(*moves, player=player)
    assert (state.text(), state.move_stack) == (before, [])


@pytest.mark.parametrize(
    ("action", "player"), [("9", 0), (None, 0), (9, "0"), (9, 7), (9, -1), (9, -2), (8, 0)]
)
def test_a_wrong_action_changes_nothing(action: Any, player: Any) -> None:
    state = herdmind.deal("nimmt", seats=2, seed=1, rules=["round"])
    before = state.text()
    with pytest.raises((TypeError, herdmind.IllegalMove)):
        state.apply_action(action, player)
    assert (state.text(), state.move_stack) == (before, [])


def test_a_text_counts_as_its_words() -> None:
    state = herdmind.deal("nimmt", rules="round tactical")
    assert state == herdmind.deal("nimmt", rules=["round", "tactical"])
    assert herdmind.enter("nimmt", 0, rules="round") == herdmind.enter("nimmt", 0, rules=["round"])
    match = herdmind.play_match("nimmt", [lowest, "random"], seats=2, rules="round", deals=1)
    assert match.games[0].rules == ("round",)
    nodes: Any = np.int64(50)
    answer = herdmind.analyse(state, Limit(nodes=nodes), moves=state.legal_moves(0)[1]).result()
    assert answer.best == state.legal_moves(0)[1]


def test_an_engine_takes_a_program_by_its_name_and_names_as_texts(tmp_path: Path) -> None:
    program = tmp_path / "an engine"
    program.write_text(f"#!/bin/sh\nexec {' '.join(ENGINE)}\n", encoding="utf-8")
    program.chmod(0o755)
    with herdmind.Engine.start(str(program), options={"UCI_Variant": "nimmt"}) as engine:
        engine.position(seats=2, seed=1, rules="round", moves="9 12")
        before = engine.text()
        assert engine.history() == ["9", "12"]
        state: Any = herdmind.deal("nimmt")
        with pytest.raises(TypeError, match="a position is a text"):
            engine.position(state)
        assert engine.text() == before
        engine.play(Limit(nodes=1))


def test_representations_have_no_addresses() -> None:
    rng = herdmind.Rng(3)
    assert repr(rng) == "Rng(3)"
    rng.random64()
    assert eval(repr(rng), {"Rng": herdmind.Rng}).random64() == rng.copy().random64()
    assert repr(make_batch("nimmt", games=3, seats=2)) == "<Batch of 3 games, 2 seats, 108 actions>"
    assert repr(herdmind.Viewer([herdmind.deal("longhorn")])) == "<Viewer of Longhorn: 1 position>"


def test_a_game_that_is_read_is_equal_to_the_one_that_was_played(tmp_path: Path) -> None:
    path = tmp_path / "games"
    match = herdmind.play_match("nimmt", [lowest, "greedy"], path=path, **SETTINGS)
    assert herdmind.read_games(path) == list(match.games)


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "rl"),
        ("gymnasium", "gymnasium", "rl"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_an_adapter_names_the_extra_that_it_needs(adapter: str, package: str, extra: str) -> None:
    program = f"""
        import sys
        sys.modules[{package!r}] = None
        try:
            import herdmind.adapters.{adapter}
        except ImportError as error:
            print(error)
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    assert f"pip install 'herdmind[{extra}]'" in run.stdout
