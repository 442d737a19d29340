"""Things keep their keys from one picture to the next, so that a page can show what moved."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from protocol.drawing.draw import Layout, draw, frames
from scaling import DAY
from solver.game import State
from solver.games import GAMES
from solver.jsonview import view_json
from solver.rng import Rng


def game_of(name: str, seats: int, rules: tuple[str, ...] = (), viewer: int | None = None) -> Iterator[State]:
    """Every position of a random game, as a seat sees it."""
    rng = Rng(DAY)
    state = GAMES[name].initial(DAY, seats, rules)
    while True:
        yield state.clone() if viewer is None else state.view(viewer)
        if state.is_terminal():
            return
        actions = state.legal_actions()
        state.apply_action(actions[rng.below(len(actions))])


def keys(view: dict[str, Any], layout: Layout = "narrow") -> list[str]:
    """The keys of a picture; none stands there twice."""
    root = ET.fromstring(draw(view, layout=layout, standalone=False))
    found = [element.get("data-key") or "" for element in root.iter() if element.get("data-key")]
    assert len(set(found)) == len(found)
    return found


def kinds(view: dict[str, Any]) -> Counter[str]:
    root = ET.fromstring(draw(view, layout="narrow", standalone=False))
    return Counter(element.get("data-kind") or "" for element in root.iter())


def cards(view: dict[str, Any]) -> set[int]:
    """The cards that lie somewhere as far as a view of 6 nimmt! knows."""
    position = view["position"]
    lying = {card for row in position["rows"] for card in row["cards"]} | set(position["offer"] or ())
    for own in position["seats"]:
        lying |= {*(own["hand"] or ()), own["card"]} - {None}
    return lying


@pytest.mark.parametrize(
    ("seats", "rules", "viewer"),
    [(2, ("round",), 1), (4, ("round",), None), (10, ("round",), 3), (3, ("round", "tactical"), 0)],
)
@pytest.mark.parametrize("layout", ["narrow", "wide"])
def test_a_card_has_one_key_wherever_it_lies(
    seats: int, rules: tuple[str, ...], viewer: int | None, layout: Layout
) -> None:
    constant = {f"seat.{seat}" for seat in range(seats)} | {f"pile.{seat}" for seat in range(seats)}
    for state in list(game_of("nimmt", seats, rules, viewer))[DAY % 7 :: 7]:
        said = view_json(GAMES["nimmt"], state)
        for shown in (*frames(said)[::4], said):
            found = keys(shown, layout)
            assert {key for key in found if key.startswith("card.")} == {
                f"card.{card}" for card in cards(shown)
            }
            assert constant <= set(found)


@pytest.mark.parametrize("viewer", [None, 2])
def test_the_last_trick_is_told_card_by_card(viewer: int | None) -> None:
    told, before = 0, None
    for state in game_of("nimmt", 5, ("target33",), viewer):
        said = view_json(GAMES["nimmt"], state)
        position, steps = said["position"], frames(said)
        number = (position["round"], position["tricks_completed"])
        if steps and before is not None and number == (before["round"], before["tricks_completed"] + 1):
            told += 1
            played = position["tricks"][-1]["cards"]
            first = steps[0]["position"]
            assert len(steps) == 5
            assert first["rows"] == before["rows"]
            assert [own["heads"] for own in first["seats"]] == [own["heads"] for own in before["seats"]]
            assert first["taken"] == before["taken"]
            assert [own["card"] for own in first["seats"]] == played
            for step, after in zip(steps, [*steps[1:], said], strict=True):
                left = [own["card"] for own in step["position"]["seats"] if own["card"]]
                changed = [
                    now["cards"]
                    for was, now in zip(step["position"]["rows"], after["position"]["rows"], strict=True)
                    if was != now
                ]
                assert [row[-1] for row in changed] == [min(left)]
                lying = [own["card"] for own in after["position"]["seats"] if own["card"]]
                assert after is said or sorted(lying) == sorted(left)[1:]
            assert sum(own["heads"] for own in position["seats"]) >= sum(
                own["heads"] for own in first["seats"]
            )
        before = position
    assert told >= 10


def test_a_trick_whose_rows_are_not_known_is_not_told() -> None:
    text = (
        "nimmt/1 view=all target=66 deck=full draft=dealt round=1 phase=play first=-/-/-/- tricks=?1/14+15"
        " rows=12+14+15/30/33+34/38+40 out=- hands=16+24+36+41+52+62+72+82/1+2+3+4+5+6+7+8 table=-/-"
        " heads=0/0 totals=0/0"
    )
    said = view_json(GAMES["nimmt"], GAMES["nimmt"].parse(text))
    assert said["position"]["last_trick"] is None
    assert frames(said) == []


@pytest.mark.parametrize(("name", "seats"), [("heckmeck", 5), ("pickomino", 7)])
def test_dice_keep_their_keys_when_they_are_set_aside(name: str, seats: int) -> None:
    before: dict[str, Any] | None = None
    for number, state in enumerate(game_of(name, seats)):
        if number > 50 and not state.is_terminal():
            continue
        said = view_json(GAMES[name], state)
        if said["result"]:
            assert kinds(said)["die"] == 0
            break
        assert kinds(said)["die"] == 8
        if before is not None and before["position"]["turn"] == said["position"]["turn"]:
            was, now = set(keys(before)), set(keys(said))
            for old, new in zip(
                before["position"]["dice"]["faces"], said["position"]["dice"]["faces"], strict=True
            ):
                moved = {f"die.{new['anchor']}.{i + 1}" for i in range(new["aside"])}
                assert moved <= now
                assert moved <= was or old["aside"] == new["aside"] == 0
        before = said


def test_pieces_of_the_grill_are_all_there() -> None:
    for state in [state for state in game_of("heckmeck", 4) if not state.is_chance_node()][::7]:
        said = view_json(GAMES["heckmeck"], state)
        spaces, found = said["position"]["spaces"], kinds(said)
        for seat in range(4):
            lying = sum(
                space["plates"]["count"]
                for space in spaces
                if space["plates"] and space["plates"]["seat"] == seat
            )
            assert found[f"plate.{seat}"] == lying
            assert said["position"]["seats"][seat]["plates"] + lying == said["position"]["plates"]
        assert found["snail"] == sum(space["snail"] for space in spaces)


def test_a_tile_has_one_key_on_the_grill_and_on_a_stack() -> None:
    stolen = 0
    before: dict[str, Any] | None = None
    for state in game_of("pickomino", 3):
        if state.is_chance_node():
            continue  # its view lists all rolls
        said = view_json(GAMES["pickomino"], state)
        position = said["position"]
        tops = {own["stack"][-1] for own in position["seats"] if own["stack"]}
        covered = {tile["number"] for tile in position["tiles"] if tile["seat"] is not None} - tops
        if before is None or before["seats"] != position["seats"]:
            found = {key for key in keys(said) if key.startswith("tile.")}
            assert found == {f"tile.{number}" for number in range(21, 37) if number not in covered}
            stolen += bool(before)
        before = position
    assert stolen
