"""The Colt Express reference: actions, characters and events of the base game on composed positions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from colt_reference_scenes import (
    act,
    at_event,
    ends,
    give,
    lay,
    place,
    played,
    received,
    scene,
    token,
    turn,
    where,
)
from reference.colt_planning import start_round
from reference.colt_position import Position, inside, roof
from reference.colt_round import second_phase

pytestmark = pytest.mark.pure


# Move, Floor, Marshal


def test_move_inside_is_one_car() -> None:
    game = act(scene("in2", "in3", "in3"), 0, "move")
    assert sorted(ends(game)) == [inside(1), inside(3)]
    assert ends(act(scene("in3", "in1", "in1"), 0, "move")) == [inside(2)]
    assert ends(act(scene("in0", "in1", "in1"), 0, "move")) == [inside(1)]


def test_move_on_the_roof_is_up_to_three_cars() -> None:
    position = scene("roof4", "in3", "in3", cars=5)
    assert sorted(ends(act(position, 0, "move"))) == [roof(1), roof(2), roof(3), roof(5)]
    game = act(scene("roof0", "in3", "in3", cars=5), 0, "move", ("move", 0, roof(3)))
    assert where(game.position) == ["roof3", "in3", "in3"]


def test_floor_goes_up_and_down() -> None:
    assert where(act(scene("in2", "in3", "in3"), 0, "floor").position)[0] == "roof2"
    assert where(act(scene("roof2", "in3", "in3"), 0, "floor").position)[0] == "in2"


def test_marshal_moves_one_car_and_must() -> None:
    position = scene("in3", "in3", "in3")
    assert ends(act(position.copy(), 0, "marshal")) == [1]
    position.marshal = 2
    assert ends(act(position, 0, "marshal")) == [1, 3]


def test_marshal_drives_everybody_out() -> None:
    game = act(scene("in1", "roof1", "in1"), 1, "marshal", ("marshal", 1, 1))
    assert where(game.position) == ["roof1", "roof1", "roof1"]
    assert received(game.position) == [1, 0, 1]
    assert game.position.neutral == 11
    assert [card.kind for card in game.position.piles[2].aside] == ["bullet"]


def test_walking_in_on_the_marshal() -> None:
    game = act(scene("in1", "in3", "in3"), 0, "move", ("move", 0, inside(0)))
    assert where(game.position)[0] == "roof0"
    assert received(game.position) == [1, 0, 0]


# Fire


def test_fire_inside_reaches_the_neighbouring_cars() -> None:
    assert ends(act(scene("in2", "in1", "in3"), 0, "fire")) == [1, 2]
    assert act(scene("in1", "in3", "in1"), 0, "fire").over
    assert act(scene("in2", "roof1", "in2"), 0, "fire").over


def test_fire_on_the_roof_reaches_the_nearest_each_way() -> None:
    position = scene("roof2", "roof0", "roof4", "roof5", cars=5)
    assert ends(act(position, 0, "fire")) == [1, 2]
    position = scene("roof0", "roof4", "roof4", "roof5", cars=5)
    assert ends(act(position, 0, "fire")) == [1, 2]
    assert act(scene("roof2", "roof2", "in1"), 0, "fire").over


def test_a_shot_gives_a_bullet_card() -> None:
    game = act(scene("in2", "in1", "in3"), 0, "fire", ("fire", 0, 1))
    position = game.position
    assert [bandit.bullets for bandit in position.bandits] == [5, 6, 6]
    assert received(position) == [0, 1, 0]
    assert [(card.kind, card.bandit) for card in position.piles[1].aside] == [("bullet", 0)]
    assert where(position) == ["in2", "in1", "in3"]


# Robbery and Punch


def test_robbery_takes_what_is_chosen() -> None:
    position = scene("in2", "in1", "in3")
    position.loot[inside(2)] = [token("purse", 400), token("jewel"), token("strongbox"), token("purse", 300)]
    game = act(position, 0, "rob")
    assert game.options() == (
        ("rob", 0, "jewel", None),
        ("rob", 0, "purse", None),
        ("rob", 0, "strongbox", None),
    )
    game.apply(("rob", 0, "strongbox", None))
    assert [loot.value for loot in game.position.bandits[0].loot] == [1000]
    assert len(game.position.loot[inside(2)]) == 3


def test_a_purse_is_robbed_blind_and_then_known_to_the_robber() -> None:
    position = scene("in2", "in1", "in3")
    purses = [token("purse", 400), token("purse", 300)]
    position.loot[inside(2)] = list(purses)
    game = act(position, 0, "rob", ("rob", 0, "purse", None))
    assert set(game.outcomes()) == {purse.number for purse in purses}
    assert set(game.outcomes().values()) == {Fraction(1, 2)}
    game.apply(purses[1].number)
    assert [loot.value for loot in game.position.bandits[0].loot] == [300]
    assert purses[1].seen == {0}
    assert purses[0].seen == set()


def test_robbery_of_nothing_does_nothing() -> None:
    assert act(scene("in2", "in1", "in3"), 0, "rob").over


def test_punch_names_victim_loss_and_direction() -> None:
    position = scene("in2", "in2", "in2", characters=("ghost", "doc", "tuco"))
    position.bandits[1].loot = [token("purse", 250), token("jewel")]
    game = act(position, 0, "punch")
    assert game.options() == (
        ("punch", 0, 1, "jewel", inside(1)),
        ("punch", 0, 1, "jewel", inside(3)),
        ("punch", 0, 1, "purse", inside(1)),
        ("punch", 0, 1, "purse", inside(3)),
        ("punch", 0, 2, None, inside(1)),
        ("punch", 0, 2, None, inside(3)),
    )
    game.apply(("punch", 0, 1, "jewel", inside(3)))
    assert [loot.kind for loot in position.loot[inside(2)]] == ["jewel"]
    assert [loot.kind for loot in position.bandits[1].loot] == ["purse"]
    assert where(position) == ["in2", "in3", "in2"]


def test_which_purse_is_lost_to_a_punch_is_blind() -> None:
    position = scene("roof2", "roof2", "in2", characters=("ghost", "doc", "tuco"))
    purses = [token("purse", 250, [1]), token("purse", 500, [1])]
    position.bandits[1].loot = list(purses)
    game = act(position, 0, "punch", ("punch", 0, 1, "purse", roof(3)))
    assert set(game.outcomes()) == {purse.number for purse in purses}
    game.apply(purses[1].number)
    assert position.loot[roof(2)] == [purses[1]]
    assert purses[1].seen == {1}
    assert where(position)[1] == "roof3"


def test_a_victim_without_loot_is_moved_all_the_same() -> None:
    game = act(scene("in3", "in3", "in1"), 0, "punch", ("punch", 0, 1, None, inside(2)))
    assert where(game.position) == ["in3", "in2", "in1"]
    assert game.position.loot == {}


def test_a_punch_into_the_marshal() -> None:
    position = scene("in1", "in1", "in3")
    position.bandits[1].loot = [token("jewel")]
    act(position, 0, "punch", ("punch", 0, 1, "jewel", inside(0)))
    assert where(position)[1] == "roof0"
    assert received(position) == [0, 1, 0]
    assert [loot.kind for loot in position.loot[inside(1)]] == ["jewel"]


# Characters


def test_belle_is_spared_while_there_is_another() -> None:
    belle = ("ghost", "belle", "doc")
    assert ends(act(scene("in2", "in1", "in3", characters=belle), 0, "fire")) == [2]
    assert ends(act(scene("in2", "in1", "in0", characters=belle), 0, "fire")) == [1]
    assert set(ends(act(scene("in2", "in2", "in2", characters=belle), 0, "punch"))) == {2}
    assert set(ends(act(scene("in2", "in2", "in3", characters=belle), 0, "punch"))) == {1}


def test_cheyenne_takes_the_purse_at_once_but_nothing_else() -> None:
    cheyenne = ("cheyenne", "doc", "tuco")
    position = scene("in2", "in2", "in3", characters=cheyenne)
    purse, jewel = token("purse", 300, [1]), token("jewel")
    position.bandits[1].loot = [purse, jewel]
    game = act(position.copy(), 0, "punch", ("punch", 0, 1, "purse", inside(1)))
    assert [loot.value for loot in game.position.bandits[0].loot] == [300]
    assert game.position.bandits[0].loot[0].seen == {0, 1}
    assert game.position.loot == {}
    game = act(position, 0, "punch", ("punch", 0, 1, "jewel", inside(1)))
    assert game.position.bandits[0].loot == []
    assert game.position.loot == {inside(2): [jewel]}


@pytest.mark.parametrize(
    ("shooter", "target", "to"),
    [
        ("in1", "in2", "in3"),
        ("in2", "in1", "roof0"),
        ("roof1", "roof3", "roof3"),
        ("roof3", "roof1", "roof0"),
    ],
)
def test_django_pushes_along_the_line_of_fire_not_off_the_train(shooter: str, target: str, to: str) -> None:
    position = scene(shooter, target, "in1", characters=("django", "doc", "tuco"))
    act(position, 0, "fire", ("fire", 0, 1))
    assert where(position)[1] == to
    assert received(position)[1] == (2 if to == "roof0" and target == "in1" else 1)


def test_doc_draws_seven() -> None:
    position = scene("in2", "in2", "in2")
    game = played(position, start_round)
    while not game.over:
        game.apply(next(iter(game.outcomes())))
    assert [len(piles.hand) for piles in position.piles] == [6, 7, 6]


def test_ghost_lays_his_first_card_face_down_if_he_likes() -> None:
    position = scene("in2", "in2", "in2")
    (move, fire) = give(position, 0, "move", "fire")
    game = turn(position, "D")
    assert ("play", 0, move, True) in game.options()
    assert ("play", 0, move, False) in game.options()
    game.apply(("play", 0, move, True))
    assert game.options() == (("play", 0, fire, False), ("draw", 0))
    assert [(laid.face_down, laid.known) for laid in position.pile] == [(True, {0})]


def test_ghost_loses_it_by_drawing() -> None:
    position = scene("in2", "in2", "in2")
    (move,) = give(position, 0, "move")
    position.piles[0].draw = []
    game = turn(position.copy(), "S")
    assert game.options() == (("play", 0, move, False), ("play", 0, move, True))
    position.piles[0].draw = [move._replace(kind="rob")]
    game = turn(position, "D", ("draw", 0))
    assert {option[3] for option in game.options()} == {False}


def test_the_others_do_not_lay_face_down() -> None:
    position = scene("in2", "in2", "in2", characters=("doc", "ghost", "cheyenne"))
    (move,) = give(position, 0, "move")
    assert turn(position, "S").options() == (("play", 0, move, False), ("draw", 0))


def test_tuco_shoots_through_his_roof() -> None:
    tuco = ("tuco", "doc", "ghost")
    assert ends(act(scene("in2", "roof2", "in2", characters=tuco), 0, "fire")) == [1]
    assert ends(act(scene("roof2", "in2", "roof3", characters=tuco), 0, "fire")) == [1, 2]
    assert act(scene("in2", "in2", "in2", characters=tuco), 0, "fire").over


# Events


def test_angry_marshal() -> None:
    position = scene("roof1", "in2", "roof2", card="angrymarshal")
    position.marshal = 1
    at_event(position)
    assert position.marshal == 2
    assert where(position) == ["roof1", "roof2", "roof2"]
    assert received(position) == [1, 1, 0]
    position.marshal = 3
    at_event(position)
    assert position.marshal == 3


def test_swivel_arm() -> None:
    position = scene("roof0", "in1", "roof2", card="swivelarm")
    at_event(position)
    assert where(position) == ["roof3", "in1", "roof3"]


def test_braking() -> None:
    position = scene("roof0", "in2", "roof2", card="braking")
    at_event(position)
    assert where(position) == ["roof0", "in2", "roof1"]


def test_take_it_all() -> None:
    position = scene("in1", "in1", "in1", card="takeitall")
    position.marshal = 2
    at_event(position)
    assert [loot.kind for loot in position.loot[inside(2)]] == ["strongbox"]
    assert position.spare_strongbox is None


def test_rebellion_counts_the_locomotive_and_the_inside_only() -> None:
    position = scene("in0", "in2", "roof2", card="rebellion")
    position.marshal = 3
    at_event(position)
    assert received(position) == [1, 1, 0]


def test_pickpocketing_is_for_those_who_are_alone_and_a_choice() -> None:
    def alone() -> Position:
        position = scene("in1", "in2", "in2", card="pickpocketing")
        position.loot = {
            inside(1): [token("purse", 350), token("jewel")],
            inside(2): [token("purse", 350)],
        }
        return position

    game = at_event(alone())
    assert game.options() == (("rob", 0, "purse", None), ("rob", 0, None, None))
    game.apply(("rob", 0, None, None))
    assert game.over
    assert len(game.position.loot[inside(1)]) == 2


def test_marshals_revenge() -> None:
    position = scene("roof2", "roof2", "roof1", card="revenge")
    position.marshal = 2
    position.bandits[0].loot = [token("purse", 400), token("purse", 300), token("jewel")]
    position.bandits[1].loot = [token("jewel")]
    position.bandits[2].loot = [token("purse", 250)]
    at_event(position)
    assert [loot.value for loot in position.loot[roof(2)]] == [300]
    assert [[loot.value for loot in bandit.loot] for bandit in position.bandits] == [[400, 500], [500], [250]]


def test_hostage_taking_of_the_conductor() -> None:
    position = scene("in0", "roof0", "roof1", card="conductor")
    position.marshal = 3
    at_event(position)
    assert [bandit.cash for bandit in position.bandits] == [250, 250, 0]


@pytest.mark.parametrize("card", ["tunnel", "bridge"])
def test_cards_without_event(card: str) -> None:
    position = scene("in0", "roof0", "roof1", card=card)
    before = where(position)
    assert at_event(position).over
    assert where(position) == before
    assert received(position) == [0, 0, 0]


# The course of a round


def test_the_pile_is_carried_out_oldest_first_and_cards_go_home() -> None:
    position = scene("in2", "in1", "in3")
    lay(position, 0, "floor")
    lay(position, 1, "marshal")
    game = played(position, second_phase)
    assert where(position)[0] == "roof2"
    assert game.options() == (("marshal", 1, 1),)
    assert [card.kind for card in position.piles[0].aside] == ["floor"]
    game.apply(("marshal", 1, 1))
    assert game.over
    assert [card.kind for card in position.piles[1].aside] == ["bullet", "marshal"]


@pytest.mark.parametrize(("symbol", "order"), [("S", [1, 2, 0]), ("T", [1, 2, 0]), ("R", [1, 0, 2])])
def test_turn_order(symbol: str, order: list[int]) -> None:
    position = scene("in2", "in2", "in2", characters=("doc", "belle", "tuco"))
    position.first = 1
    for seat in range(3):
        give(position, seat, "move")
    game = turn(position, symbol)
    while not game.over:
        game.apply(game.options()[0])
    assert [laid.seat for laid in position.pile] == order
    assert {laid.face_down for laid in position.pile} == {symbol == "T"}


def test_double_turn_gives_each_two_in_a_row() -> None:
    position = scene("in2", "in2", "in2", characters=("doc", "belle", "tuco"))
    for seat in range(3):
        give(position, seat, "move", "floor")
    game = turn(position, "D")
    while not game.over:
        game.apply(game.options()[0])
    assert [laid.seat for laid in position.pile] == [0, 0, 1, 1, 2, 2]


def test_drawing_gives_three_or_what_is_left() -> None:
    position = scene("in2", "in2", "in2", characters=("doc", "belle", "tuco"))
    give(position, 0)
    game = turn(position, "S", ("draw", 0))
    while game.chance:
        game.apply(next(iter(game.outcomes())))
    assert len(position.piles[0].hand) == 3
    position = scene("in2", "in2", "in2", characters=("doc", "belle", "tuco"))
    give(position, 0)
    position.piles[0].draw = [card for card in position.piles[0].draw if card.kind in ("punch", "marshal")]
    game = turn(position, "S", ("draw", 0))
    game.apply(game.position.piles[0].draw[0])
    assert [len(position.piles[0].draw), len(position.piles[0].hand)] == [0, 2]
    assert game.decision is not None
    assert game.decision.seat == 1


def test_places_of_a_scene() -> None:
    assert [place(word) for word in ("in2", "roof0")] == [inside(2), roof(0)]
