"""The frontends' base: moves and events in words, nothing hidden revealed, no import of the solver."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from driver import ENGINE

import protocol.frontend
from protocol.base.gameline import worth_of
from protocol.client import Engine, EngineRefused, Limit
from protocol.frontend import record
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.verdict import in_words, value_of
from protocol.session.reporting import centipawns
from protocol.table.table import Table
from protocol.table.telling import THEN, story
from solver.games import GAMES
from solver.rng import Rng

# Processes of whole commands; what they compute is checked elsewhere.
pytestmark = pytest.mark.pure

SETTINGS = [
    ("longhorn", 2, ()),
    ("heckmeck", 3, ()),
    ("nimmt", 4, ("target33",)),
    ("nimmt", 3, ("tactical", "round")),
    ("colt", 3, ()),
    ("colt", 2, ("stagecoach",)),
    ("colt", 4, ("stagecoach", "teams", "expert")),
]


def test_the_frontends_reach_the_engine_through_the_protocol_alone() -> None:
    seen = set()
    waiting = sorted(Path(protocol.frontend.__file__).parent.rglob("*.py"))
    while waiting:
        path = waiting.pop()
        seen.add(path.name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] != "solver", f"{path.name} imports {name}"
                if name.startswith("protocol."):
                    allowed = ("frontend", "client", "base", "drawing")
                    assert name.split(".")[1] in allowed, f"{path.name} imports {name}"
    assert "desk.py" in seen


def played(game: str, seats: int, rules: tuple[str, ...], seed: int, plies: int) -> Table:
    """A table after random decisions."""
    table = Table.fresh(GAMES[game], seed, seats, rules)
    rng = Rng(seed)
    for _ in range(plies):
        legal = table.legal()
        if not legal:
            break
        table.push(legal[rng.below(len(legal))])
    return table


@pytest.mark.parametrize(("game", "seats", "rules"), SETTINGS)
def test_a_story_follows_the_game_and_ends_in_what_the_seat_sees(
    game: str, seats: int, rules: tuple[str, ...]
) -> None:
    for seed in range(1, 4):
        table = played(game, seats, rules, seed, 60)
        told = [t for t in story(table, None) if t.who != THEN]
        assert len(told) == len(table.events)
        for seat in range(seats):
            heard = [t for t in story(table, seat) if t.who != THEN]
            assert [t.who for t in heard if t.who != "chance"] == [t.who for t in told if t.who != "chance"]
            for event, true in zip(heard, told, strict=False):
                if game == "longhorn":
                    assert event == true
            # A view at the start, with what the seat saw entered, is the view at the end.
            view = Table(table.game, table.start.view(seat))
            view.play([t.token for t in heard])
            assert view.state.to_text() == table.state.view(seat).to_text()
            later = [t for t in story(table, seat, 7) if t.who != THEN]
            assert later == heard[7:]


@pytest.mark.parametrize(("game", "seats", "rules"), SETTINGS)
def test_what_a_seat_cannot_see_changes_no_word_of_its_story(
    game: str, seats: int, rules: tuple[str, ...]
) -> None:
    """In another world that the seat cannot tell from this one: while the same is seen, the same is told."""
    for seed in range(1, 4):
        table = Table.fresh(GAMES[game], seed, seats, rules)
        other = Table(table.game, table.start.resample_from_infostate(0, Rng(seed)), seed)
        for one in (table, other):
            rng = Rng(seed)
            for _ in range(12):
                owing = one.state.players_to_move()
                if not owing:
                    break
                legal = one.legal()
                one.push(legal[rng.below(len(legal))])
        first, second = story(table, 0), story(other, 0)
        for ours, theirs in zip(first, second, strict=False):
            if (ours.who, ours.token) != (theirs.who, theirs.token):
                break
            if ours.token == "x":
                assert ours == theirs


@pytest.mark.parametrize(("game", "seats", "rules"), SETTINGS)
def test_every_word_of_a_move_names_a_legal_token(game: str, seats: int, rules: tuple[str, ...]) -> None:
    with Desk.start(ENGINE) as desk:
        desk.set_up(Setup(game, seats, rules, seed=5))
        for _ in range(30):
            turn = desk.turn()
            if turn == "none":
                break
            assert isinstance(turn, list)
            choices = desk.choices(turn[0])
            assert [c.token for c in choices] == desk.engine.legal(turn[0])
            assert all(c.phrase and "|" not in c.phrase for c in choices)
            desk.push(choices[len(choices) // 2].token)
        assert desk.seats == seats
        assert len(desk.tally()) == seats


def test_undo_takes_back_and_a_refused_move_changes_nothing() -> None:
    with Desk.start(ENGINE) as desk:
        desk.set_up(Setup("longhorn", seed=7))
        before = desk.text()
        first = desk.choices()[0].token
        desk.push(first)
        after = desk.text()
        with pytest.raises(EngineRefused, match="startmoon"):
            desk.push("startmoon")
        assert (desk.text(), desk.moves) == (after, (first,))
        with pytest.raises(EngineRefused):
            desk.replace_moves([first, first])
        assert desk.text() == after
        second = desk.choices()[0].token
        desk.push(second)
        assert desk.undo() == [second]
        assert (desk.text(), desk.moves) == (after, (first,))
        assert desk.undo(3) == [first]
        assert desk.text() == before


def test_thinking_is_about_the_view_and_leaves_the_game_alone() -> None:
    with Desk.start(ENGINE) as desk:
        desk.set_up(Setup("nimmt", 3, ("round",), seed=7), ["98"])
        before, board = desk.text(), desk.board(1)
        thought = desk.think(1, Limit(nodes=400), lines=3)
        assert thought.best is not None
        assert len(thought.lines) == 3
        best = thought.lines[0]
        assert best.token in [c.token for c in desk.choices(1)]
        assert best.then
        assert best.then[0].phrase == best.phrase
        assert best.reasons()
        assert (desk.text(), desk.board(1)) == (before, board)
        assert "98" not in desk.board(1).split("hand")[1]
        again = desk.think(1, Limit(nodes=10**9), progress=lambda info: True)
        assert again.best is not None


@pytest.mark.parametrize(("game", "seats", "seat"), [("nimmt", 3, 0), ("nimmt", 3, 2), ("colt", 3, 0)])
def test_thinking_costs_no_position_and_is_that_of_the_view(
    game: str, seats: int, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine looks from the seat by itself: moves, values and lines are those of the seat's view."""
    with Desk.start(ENGINE) as desk, Desk.start(ENGINE) as other:
        desk.set_up(Setup(game, seats, seed=7))
        while desk.turn() == "chance" or seat not in desk.turn():
            desk.push(desk.choices()[0].token)
        other.set_up(Setup(game, start=desk.view(seat)))
        monkeypatch.setattr(desk.engine, "position", None)
        thought, seen = (each.think(seat, Limit(nodes=200), lines=3, seed=1) for each in (desk, other))
        assert thought.best == seen.best
        assert thought.lines == seen.lines
        assert thought.lines[0].then[0].seat == seat
        assert desk.text() != other.text()


def test_an_engine_without_push_thinks_about_a_view_and_is_told_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Engine, "can_push", False)
    with Desk.start(ENGINE) as desk:
        desk.set_up(Setup("nimmt", 3, ("round",), seed=7), ["98"])
        given: list[str] = []
        position = desk.engine.position

        def listen(text: str | None = None, **more: object) -> None:
            given.append(text or "")
            position(text, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(desk.engine, "position", listen)
        view = desk.view(1)
        desk.think(1, Limit(nodes=50))
        assert given == [view, ""]
        assert "view=1" in view


def test_chance_is_entered_where_no_seed_deals() -> None:
    with Desk.start(ENGINE) as desk:
        desk.set_up(Setup("heckmeck", 2))
        assert desk.turn() == "chance"
        choice = next(c for c in desk.choices() if c.token == "r1123ww66")
        assert choice.odds is not None
        assert choice.odds > 0
        desk.push(choice.token)
        assert desk.turn() == [0]
        assert desk.story(1)[0].phrase == choice.phrase


def test_scores_are_read_as_expected_results_and_reasons_as_words() -> None:
    for value in (-1.0, -0.5, 0.0, 0.25, 1.0):
        assert value_of(centipawns(value)) == pytest.approx(value, abs=0.01)
    meanings = {"fail": "{%} risk", "now": "{+} heads", "points": "{} heads"}
    expects = {"points": 3.04, "now": 2.5, "fail": 0.25, "odd": 1.5, "none": 0.0}
    assert in_words(expects, meanings) == ("3 heads", "+2.5 heads", "25% risk", "odd 1.5", "none 0.0")


def test_the_worth_of_a_result_knows_who_wins_together() -> None:
    """Ranks alone do not tell two partners in the first place from two rivals who share it."""
    seed, rules = 3, ("teams",)
    table, rng = Table.fresh(GAMES["colt"], seed, 4, rules), Rng(seed)
    while not table.state.is_terminal():
        legal = table.legal()
        table.push(legal[rng.below(len(legal))])
    with Desk.start(ENGINE) as desk:
        desk.set_up(Setup("colt", 4, rules, seed=seed))
        with pytest.raises(EngineRefused, match="not over"):
            desk.engine.returns()
        desk.set_up(Setup("colt", 4, rules, seed=seed), table.history)
        ending = desk.ending()
    assert ending.returns == pytest.approx(tuple(table.state.returns()))
    assert sorted(set(ending.returns)) == [-1, 1]
    assert worth_of(ending.ranks) != list(ending.returns)
    # a file keeps it; one that was written before it was kept has the ranks
    game = record.Game(
        "colt/2",
        seed,
        rules,
        tuple("abcd"),
        ("human",) * 4,
        ending=record.NORMAL,
        ranks=ending.ranks,
        scores=ending.scores,
        returns=ending.returns,
    )
    line = game.line()
    assert record.Game.read(line).returns == ending.returns
    row = json.loads(line)
    del row["returns"]
    assert record.Game.read(json.dumps(row)).returns == pytest.approx(worth_of(ending.ranks), abs=1e-8)
    assert worth_of([1, 2, 2, 4]) == pytest.approx([1, 0, 0, -1])
    assert worth_of([2, 1]) == [-1, 1]
