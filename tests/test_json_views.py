"""JSON views: they fit their schemas, say what the position text says, and hide what a seat cannot know."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from driver import ENGINE
from jsonschema import Draft202012Validator
from toys import TOYS

from jsongames import NAMES, positions, seen, settings, some_seats
from protocol.cli.main import main
from protocol.client import Engine
from scaling import scale
from solver.game import State
from solver.games import GAMES, Game
from solver.jsonview import MOST_OUTCOMES, compact, view_json
from solver.rng import Rng
from solver.schema import ENVELOPE_ID, schema, schema_id

CASES = [(GAMES[name], seats, rules) for name in NAMES for seats, rules in settings(GAMES[name])]
IDS = ["-".join([game.name, str(seats), *rules]) for game, seats, rules in CASES]
each_setting = pytest.mark.parametrize(("game", "seats", "rules"), CASES, ids=IDS)
each_game = pytest.mark.parametrize("game", [GAMES[name] for name in NAMES], ids=NAMES)


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema(GAMES[name]))


def objects(node: Any, at: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Every subschema that describes an object, with its path."""
    found = []
    if isinstance(node, dict):
        if node.get("type") == "object":
            found.append((at, node))
        for key, child in node.items():
            found += objects(child, f"{at}/{key}")
    elif isinstance(node, list):
        for number, child in enumerate(node):
            found += objects(child, f"{at}/{number}")
    return found


@each_game
def test_the_schema_is_a_schema_that_leaves_nothing_open(game: Game) -> None:
    whole = schema(game)
    Draft202012Validator.check_schema(whole)
    assert whole["$id"] == schema_id(game)
    assert whole["$defs"]["envelope"]["$id"] == ENVELOPE_ID
    for at, node in objects(whole):
        assert node.get("additionalProperties") is False, at
        assert set(node["required"]) == set(node["properties"]), at
        for name, described in node["properties"].items():
            about = described.get("description")
            if about is None:
                about = whole["$defs"][described["$ref"].rsplit("/", 1)[1]].get("description")
            assert about, f"{at}/{name} has no description"


@pytest.mark.ci
@each_setting
def test_views_fit_the_schema(game: Game, seats: int, rules: tuple[str, ...]) -> None:
    for state in positions(game, seats, rules, scale(20, least=1)):
        for view in seen(state):
            said = view_json(game, view)
            again = json.loads(compact(said))
            assert again == said
            problem = next(validator(game.name).iter_errors(again), None)
            assert problem is None, f"{problem} in {view.to_text()}"
            assert set(rules) <= set(said["rules"])
            bare = view_json(game, view, bare=True)
            assert bare == {**said, "moves": [], "more_moves": len(said["moves"]) + said["more_moves"]}
            for key in ("scores", "seat_names"):
                assert said[key] is None or len(said[key]) == seats


@each_setting
def test_a_view_says_nothing_that_its_seat_cannot_know(
    game: Game, seats: int, rules: tuple[str, ...]
) -> None:
    """Exchanging the hidden cards of a seat's view changes no byte of its JSON."""
    rng = Rng(5)
    for state in positions(game, seats, rules, scale(20, least=1)):
        if state.viewer is None and all(state.view(seat).viewer is None for seat in range(seats)):
            continue  # everything lies open
        for seat in some_seats(state):
            view = state.view(seat)
            said = compact(view_json(game, view))
            other = state.resample_from_infostate(seat, rng)
            assert compact(view_json(game, other.view(seat))) == said
            # and nothing but the text of the view is behind it
            assert compact(view_json(game, game.parse(view.to_text()))) == said


@each_setting
def test_the_position_says_all_that_the_text_says(game: Game, seats: int, rules: tuple[str, ...]) -> None:
    """Different texts have different positions: a front end needs no text."""
    assert game.as_json is not None
    known: dict[str, str] = {}
    for state in positions(game, seats, rules, scale(20, least=1), every=2):
        for view in seen(state):
            rules_said = game.rules_of(view) if game.rules_of is not None else []
            said = json.dumps([game.as_json(view), view.viewer, rules_said])
            assert known.setdefault(said, view.to_text()) == view.to_text()


def choices(move: dict[str, Any]) -> tuple[tuple[str, str | int], ...]:
    return tuple((part["part"], part["value"]) for part in move["parts"])


@each_setting
def test_moves_are_told_apart_by_their_parts(game: Game, seats: int, rules: tuple[str, ...]) -> None:
    for state in positions(game, seats, rules, scale(20, least=1)):
        for view in seen(state):
            said = view_json(game, view)
            acting = said["to_move"] or ([None] if said["phase"] == "chance" else [])
            assert [*dict.fromkeys(move["seat"] for move in said["moves"])] == acting
            for seat in acting:
                moves = [move for move in said["moves"] if move["seat"] == seat]
                tokens = [move["token"] for move in moves]
                legal = view.legal_actions(seat)
                assert tokens == [view.action_to_string(action, seat) for action in legal][:MOST_OUTCOMES]
                paths = [choices(move) for move in moves]
                assert len(set(paths)) == len(paths)
                begun = {path[:length] for path in paths for length in range(len(path))}
                assert begun.isdisjoint(paths), view.to_text()
                # what is touched for a choice does not depend on how the move goes on
                touched: dict[Any, Any] = {}
                for move in moves:
                    for number, part in enumerate(move["parts"]):
                        shown = (part["at"], part["words"])
                        assert touched.setdefault(choices(move)[: number + 1], shown) == shown


def test_games_without_hooks_have_an_envelope() -> None:
    toy = TOYS["hand"]
    state: State = toy.initial(1)
    said = view_json(toy, state)
    assert said["position"] is None
    assert [move["parts"][0]["value"] for move in said["moves"]] == [move["token"] for move in said["moves"]]
    with pytest.raises(KeyError):
        schema(toy)


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_answers_views(name: str) -> None:
    game = GAMES[name]
    with Engine.start(ENGINE, options={"UCI_Variant": name}) as engine:
        engine.position(seed=3)
        seat = game.default_seats - 1
        text = engine.view(seat)
        said = engine.json(seat)
        assert said == view_json(game, game.parse(text), said["round"])
        assert validator(name).is_valid(said)
        assert engine.json()["viewer"] is None


def test_the_engine_calls_seats_by_their_names() -> None:
    text = (
        "longhorn/1 tulsa:b1:ambush,dagger:-:-,nugget:-:-/cherokee:w1:gold300,redriver:-:-,solomon:-:-"
        "/kidcooper:-:-,blackstone:-:-,maverick:o1:gold200 herds=b4w4/o3g5 gold=-/300 outlaw=tulsa"
        " turn=0 last=-/- phase=play"
    )
    with Engine.start(ENGINE, options={"UCI_Variant": "longhorn", "Names": "Ann, \u00c9va <b>"}) as engine:
        engine.position(text)
        said = engine.json()
    assert said["seat_names"] == ["Ann", "\u00c9va <b>"]
    assert validator("longhorn").is_valid(said)


def test_a_set_up_that_is_entered_is_answered() -> None:
    with Engine.start(ENGINE, options={"UCI_Variant": "longhorn"}) as engine:
        engine.position(view=0)
        said = engine.json()
    assert said["position"] is None
    assert said["setup"]["entered"] == []
    assert said["setup"]["asks"]
    assert said["moves"][0]["parts"][0]["value"] == said["moves"][0]["token"]
    assert validator("longhorn").is_valid(said)


def test_the_command_prints_the_schema() -> None:
    done = CliRunner().invoke(main, ["schema", "Longhorn"])
    assert json.loads(done.stdout) == schema(GAMES["longhorn"])
    wrong = CliRunner().invoke(main, ["schema", "chess"])
    assert wrong.exit_code == 2
    assert "no game chess" in wrong.stderr


PAGE = Path(__file__).resolve().parent.parent / "docs" / "json.md"
EXAMPLE = re.compile(
    r"`herdmind deal (\w+)(?: --seats (\d+))? --seed (\d+)`(?:, after `(\w+)`)?:\n\n```json\n(.*?)```",
    re.DOTALL,
)


def test_the_examples_of_the_page_are_moves() -> None:
    examples = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    assert {name for name, *_ in examples} >= {"longhorn", "colt", "nimmt", "heckmeck"}
    assert len(examples) == PAGE.read_text(encoding="utf-8").count("```json")
    for name, seats, seed, token, said in examples:
        state = GAMES[name].initial(int(seed), int(seats) if seats else None)
        if token:
            state.apply_action(state.string_to_action(token))
        assert json.loads(said) in view_json(GAMES[name], state)["moves"]


def test_a_hand_of_colt_express_is_whole_or_absent() -> None:
    game = GAMES["colt"]
    for state in positions(game, 4, ("stagecoach",), 1):
        for viewer in (None, *range(4)):
            view = state if viewer is None else state.view(viewer)
            for seat, own in enumerate(view_json(game, view)["position"]["seats"]):
                assert (own["hand"] is None) == (viewer not in (None, seat) and own["hand_size"] > 0)
                if own["hand"] is not None:
                    assert sum(cards["count"] for cards in own["hand"]) == own["hand_size"]


def test_ghost_lays_his_first_card_either_way() -> None:
    game = GAMES["colt"]
    state = game.initial(3, 3, ("ghost",))
    while view_json(game, state)["position"]["question"] != "plan" or state.players_to_move() != [0]:
        state.apply_action(state.legal_actions()[0])
    moves = [move["parts"] for move in view_json(game, state)["moves"] if move["parts"][0]["part"] == "card"]
    assert {parts[1]["value"] for parts in moves} == {"up", "down"}
    assert len({choices({"parts": parts}) for parts in moves}) == len(moves)
