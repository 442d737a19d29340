"""Known faults of other Colt Express programs, each by name: the reference has none of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from colt_reference_scenes import act, at_event, ends, give, lay, played, received, scene, token, turn, where
from reference.colt import Game
from reference.colt_figures import CARS, PURSES, STATIONS, TURNS
from reference.colt_knowledge import knowledge
from reference.colt_planning import start_round
from reference.colt_position import GONE, Card, Settings, inside, roof
from reference.colt_round import second_phase
from reference.colt_scoring import result
from reference.colt_setup import deal

pytestmark = pytest.mark.pure


def test_braking_is_four_standard_turns_and_stss() -> None:
    assert TURNS["braking"] == ("SSSS", "STSS")


def test_take_it_all_ends_in_reverse_for_the_large_band_only() -> None:
    assert TURNS["takeitall"] == ("STDS", "SDR")


def test_the_car_table_adds_up() -> None:
    assert sum(purses for purses, _ in CARS.values()) == sum(PURSES.values()) - 6
    assert sum(jewels for _, jewels in CARS.values()) == 6


def test_climbing_down_meets_the_marshal() -> None:
    position = scene("roof2", "in3", "in3")
    position.marshal = 2
    act(position, 0, "floor")
    assert where(position)[0] == "roof2"
    assert received(position)[0] == 1


def test_the_angry_marshal_drives_out_after_his_move() -> None:
    position = scene("roof1", "in2", "in2", card="angrymarshal")
    position.marshal = 1
    at_event(position)
    assert where(position) == ["roof1", "roof2", "roof2"]
    assert received(position) == [1, 1, 1]


def test_marshals_revenge_takes_the_cheapest_purse() -> None:
    position = scene("roof2", "in2", "in2", card="revenge")
    position.marshal = 2
    position.bandits[0].loot = [token("purse", 500), token("purse", 250), token("purse", 300)]
    at_event(position)
    assert sorted(loot.value for loot in position.bandits[0].loot) == [300, 500]
    assert [loot.value for loot in position.loot[roof(2)]] == [250]


def test_pickpocketing_moves_the_purse_and_does_not_copy_it() -> None:
    position = scene("in1", "in2", "in2", card="pickpocketing")
    position.loot[inside(1)] = [token("purse", 350)]
    game = at_event(position, ("rob", 0, "purse", None))
    assert game.over
    assert position.loot == {}
    assert [loot.value for loot in position.bandits[0].loot] == [350]


@pytest.mark.parametrize(("shooter", "target"), [("in1", "in2"), ("roof1", "roof2")])
def test_django_pushes_into_the_last_car(shooter: str, target: str) -> None:
    position = scene(shooter, target, "in1", characters=("django", "doc", "tuco"))
    act(position, 0, "fire", ("fire", 0, 1))
    assert position.bandits[1].place.car == position.last == 3


def test_django_does_not_push_without_a_bullet() -> None:
    position = scene("in1", "in2", "in1", characters=("django", "doc", "tuco"))
    position.bandits[0].bullets = 0
    assert act(position, 0, "fire").over
    assert where(position)[1] == "in2"
    assert received(position)[1] == 0


@pytest.mark.parametrize(("expansion", "number"), [(False, 13), (True, 16)])
def test_neutral_bullets_come_to_an_end(expansion: bool, number: int) -> None:
    position = scene("in0", "in2", "in2", card="rebellion", expansion=expansion)
    position.marshal = 3
    for _ in range(10):
        at_event(position)
    assert sum(received(position)) == number
    assert position.neutral == 0


def test_own_purse_values_stay_what_they_are() -> None:
    random = Random(5)
    game = Game.random(Settings(("belle", "doc", "ghost", "tuco"), 4), random)
    checked = 0
    while not game.over:
        for bandit in game.position.bandits:
            values = [value for _, kind, value in knowledge(game.position, bandit.seat).held[bandit.number]]
            assert values == [loot.value for loot in bandit.loot]
            checked += len(values)
        game.step_at_random(random)
    assert checked > 100


def test_a_face_down_card_has_no_identity_for_the_others() -> None:
    position = scene("in1", "in2", "in3", characters=("doc", "belle", "tuco"))
    (move, fire) = give(position, 0, "move", "fire")
    games = [turn(position.copy(), "T", ("play", 0, card, True)) for card in (move, fire)]
    for seat in (1, 2):
        views = [knowledge(game.position, seat) for game in games]
        assert views[0] == views[1]
        assert views[0].pile == [(0, None)]
        assert views[0].hidden[0].count(move) == 2
    assert knowledge(games[0].position, 0).pile == [(0, move)]


def test_a_station_card_comes_last() -> None:
    for seed in range(200):
        cards = deal(Settings(("belle", "doc", "ghost", "tuco"), 4), Random(seed)).round_cards
        assert [card in STATIONS for card in cards] == [False, False, False, False, True]


@pytest.mark.parametrize("expert", [False, True])
def test_a_game_in_which_everybody_only_draws(expert: bool) -> None:
    random = Random(1)
    settings = Settings(("belle", "cheyenne", "doc", "ghost", "tuco"), 5, expansion=True, expert=expert)
    game = Game.random(settings, random)
    while not game.over:
        draws = [option for option in game.options() if option[0] in ("draw", "pass")]
        if draws:
            game.apply(draws[0])
        else:
            game.step_at_random(random)
    assert game.position.round == 5
    assert min(game.result().ranks) == 1


def test_decks_are_shuffled_together_between_the_rounds() -> None:
    position = scene("in1", "in2", "in3")
    give(position, 0, "fire", "rob")
    piles = position.piles[0]
    piles.aside = [card for card in piles.draw if card.kind in ("move", "punch")] + [Card(0, "bullet", 1)]
    piles.draw = [card for card in piles.draw if card.kind not in ("move", "punch")]
    game = Game(position, start_round)
    # every one of the eleven can be the first drawn
    assert Counter(card.kind for card in game.outcomes()) == Counter(
        ["move", "floor", "fire", "rob", "punch", "marshal", "bullet"]
    )
    assert len(piles.draw) == 11


def test_there_is_no_seventh_shot() -> None:
    position = scene("in1", "in2", "in3")
    for _ in range(6):
        act(position, 0, "fire", ("fire", 0, 1))
    assert act(position, 0, "fire").over
    assert position.bandits[0].bullets == 0
    assert received(position)[1] == 6


def test_all_who_are_tied_are_gunslingers() -> None:
    position = scene("in1", "in2", "in3")
    for bandit, shots in zip(position.bandits, (3, 3, 1), strict=True):
        bandit.bullets -= shots
        bandit.shots += shots
    assert result(position).gunslingers == [0, 1]
    assert result(position).scores == [1000, 1000, 0]


def test_hostage_taking_counts_the_inside_too() -> None:
    position = scene("in0", "roof0", "in1", card="conductor")
    position.marshal = 2
    at_event(position)
    assert [bandit.cash for bandit in position.bandits] == [250, 250, 0]


def test_the_exhausted_horses_are_those_at_the_rear() -> None:
    position = scene("in1", "in2", "in3", expansion=True, card="exhausted")
    position.horses = [0, 2, 3]
    at_event(position)
    assert position.horses == [0, 2]


def test_fire_from_the_coach_roof_is_not_stopped_by_the_first_roof() -> None:
    without_belle = ("ghost", "doc", "cheyenne", "django", "tuco")
    places = ("coachroof", "roof1", "roof3", "roof5", "roof0")
    position = scene(*places, characters=without_belle, expansion=True)
    position.coach = 2
    assert ends(act(position, 0, "fire")) == [1, 2, 3, 4]


def test_higher_speed_moves_a_horse_once() -> None:
    position = scene("in1", "in2", "in3", "in4", expansion=True, card="speed")
    position.horses = [0, 1, 2, 3]
    at_event(position)
    assert position.horses == [1, 2, 3, 4]


def test_the_photographer_leaves_the_power() -> None:
    position = scene("in1", "in2", "in3", characters=("doc", "cheyenne", "tuco"), expansion=True)
    for bandit in position.bandits:
        bandit.hostage = "photographer"
    assert [position.hand_size(seat) for seat in range(3)] == [7, 6, 6]
    position.bandits[0].place = roof(3)
    assert ends(act(position, 2, "fire")) == [0, 1]


def test_the_game_goes_on_after_somebody_rode_off() -> None:
    position = scene("in1", "in2", "in3", expansion=True, card="escape")
    position.round = 5
    position.round_cards = ["bridge", "tunnel", "braking", "rage", "escape"]
    position.horses = [1]
    for bandit, kind in ((0, "ride"), (0, "fire"), (1, "marshal"), (0, "punch"), (2, "fire")):
        lay(position, bandit, kind)
    game = played(position, second_phase, ("ride", 0, GONE), ("marshal", 1, 1), ("fire", 2, 1))
    assert game.over
    assert where(position) == ["gone", "in2", "in3"]
    end = result(position)
    assert end.ranks == [1, 3, 2]
    assert end.escaped == [True, False, False]
