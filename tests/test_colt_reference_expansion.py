"""The Colt Express reference: Horses & Stagecoach on composed positions."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

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
from reference.colt import Game
from reference.colt_events import roll
from reference.colt_planning import keep, start_round
from reference.colt_position import COACH_INSIDE, COACH_ROOF, GONE, Position, Settings, inside, roof
from reference.colt_round import horse_attack, second_phase
from reference.colt_scoring import result
from reference.colt_setup import deal

pytestmark = pytest.mark.pure


def stage(*places: str, shotgun: str | None = None, coach: int = 1, **settings: Any) -> Position:
    """A scene with the whole expansion; Shotgun knocked onto the train at `shotgun` if given."""
    position = scene(*places, expansion=True, **settings)
    position.coach = coach
    if shotgun is not None:
        position.shotgun = place(shotgun)
        assert position.guarded_strongbox is not None
        position.loot[COACH_ROOF] = [position.guarded_strongbox]
        position.guarded_strongbox = None
    return position


# Horse attack


def test_horse_attack_from_the_last_car_forward() -> None:
    position = stage("in1", "in1", "in1", "in1")
    for bandit in position.bandits:
        bandit.place = GONE
    game = played(position, horse_attack)
    assert game.decision is not None
    assert game.decision.secret
    assert game.options() == (("attack", 0, ()), ("attack", 0, (0,)))
    for answer in (("attack", 0, ()), ("attack", 1, (1,)), ("attack", 2, ()), ("attack", 3, ())):
        # nobody boards before all have chosen
        assert {bandit.place for bandit in position.bandits} == {GONE}
        game.apply(answer)
    assert where(position) == ["gone", "in4", "gone", "gone"]
    assert position.horses == [4]
    for answer in (("attack", 0, (0,)), ("attack", 2, ()), ("attack", 3, ())):
        game.apply(answer)
    for answer in (("attack", 2, ()), ("attack", 3, (3,))):
        game.apply(answer)
    # the car next to the locomotive is boarded by who is left, without a choice
    assert where(position) == ["in3", "in4", "in1", "in2"]
    assert position.horses == [1, 2, 3, 4]
    assert game.over
    assert position.first == 1


def test_first_player_is_drawn_among_the_rearmost() -> None:
    position = stage("in1", "in1", "in1")
    for bandit in position.bandits:
        bandit.place = GONE
    answers: list[Any] = [("attack", seat, ()) for seat in range(3)]
    answers += [("attack", 0, (0,)), ("attack", 1, (1,)), ("attack", 2, ())]
    game = played(position, horse_attack, *answers)
    assert game.outcomes() == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_two_players_commit_both_figures_as_one_choice() -> None:
    position = stage("in1", "in1", "in1", "in1", seats=2)
    for bandit in position.bandits:
        bandit.place = GONE
    game = played(position, horse_attack)
    assert game.options() == tuple(("attack", 0, some) for some in ((), (0,), (1,), (0, 1)))
    game.apply(("attack", 0, (1,)))
    game.apply(("attack", 1, (2, 3)))
    assert game.options() == (("attack", 0, ()), ("attack", 0, (0,)))
    assert where(position) == ["gone", "in4", "in4", "in4"]
    game.apply(("attack", 0, (0,)))
    assert game.outcomes() == {0: Fraction(1, 3), 1: Fraction(2, 3)}


# Ride


def test_ride_needs_a_horse_beside() -> None:
    position = stage("in3", "in1", "in1", cars=5)
    position.horses = [2, 4]
    assert act(position, 0, "ride").over
    assert where(position)[0] == "in3"


def test_ride_up_to_three_cars_and_inside() -> None:
    position = stage("roof5", "in3", "in3", cars=6, coach=3)
    position.horses = [5, 6]
    game = act(position, 0, "ride")
    assert ends(game) == [inside(2), inside(3), COACH_INSIDE, inside(4), inside(5), inside(6)]
    game.apply(("ride", 0, inside(2)))
    assert where(position)[0] == "in2"
    assert position.horses == [2, 6]


def test_ride_into_the_stagecoach_without_moving_the_horse() -> None:
    position = stage("in1", "in3", "in3")
    position.horses = [1]
    act(position, 0, "ride", ("ride", 0, COACH_INSIDE))
    assert where(position)[0] == "coach"
    assert position.horses == [1]


def test_ride_from_the_stagecoach() -> None:
    position = stage("coach", "in3", "in3", coach=2)
    position.horses = [2]
    act(position, 0, "ride", ("ride", 0, inside(3)))
    assert where(position)[0] == "in3"
    assert position.horses == [3]


def test_riding_in_on_the_marshal() -> None:
    position = stage("in1", "in3", "in3")
    position.horses = [1]
    act(position, 0, "ride", ("ride", 0, inside(0)))
    assert where(position)[0] == "roof0"
    assert received(position)[0] == 1
    assert position.horses == [0]


# The stagecoach


def test_the_stagecoach_roof_is_a_step_like_any_other() -> None:
    position = stage("roof3", "in3", "in3", cars=5, coach=2)
    assert sorted(ends(act(position, 0, "move"))) == [
        COACH_ROOF,
        *(roof(car) for car in (0, 1, 2, 4, 5)),
    ]
    position = stage("roof5", "in3", "in3", cars=5, coach=2)
    assert COACH_ROOF not in ends(act(position, 0, "move"))


def test_inside_the_stagecoach_there_is_no_move() -> None:
    assert act(stage("coach", "in1", "in1"), 0, "move").over
    assert COACH_INSIDE not in ends(act(stage("in1", "in1", "in1"), 0, "move"))


def test_floor_in_the_stagecoach() -> None:
    position = stage("coachroof", "in1", "in1")
    act(position, 0, "floor")
    assert where(position)[0] == "coach"
    act(position, 0, "floor")
    assert where(position)[0] == "coachroof"


def test_fire_between_stagecoach_and_the_car_beside() -> None:
    position = stage("coach", "in1", "in2")
    assert ends(act(position.copy(), 0, "fire")) == [1]
    assert ends(act(position, 1, "fire")) == [0, 2]


def test_fire_between_the_stagecoach_roof_and_any_roof() -> None:
    position = stage("roof0", "roof2", "coachroof", coach=3)
    assert ends(act(position.copy(), 0, "fire")) == [1, 2]
    assert ends(act(position, 2, "fire")) == [0, 1]


def test_punch_into_and_out_of_the_stagecoach() -> None:
    position = stage("in1", "in1", "coach", "coach")
    assert ends(act(position.copy(), 0, "punch"), 4) == [inside(0), inside(2), COACH_INSIDE]
    assert ends(act(position, 2, "punch"), 4) == [inside(1)]
    position = stage("roof1", "roof1", "coachroof", "in3")
    assert ends(act(position, 0, "punch"), 4) == [roof(0), roof(2), COACH_ROOF]


def test_a_hostage_must_be_taken_and_once_only() -> None:
    position = stage("coachroof", "in1", "in1")
    position.hostages = ["banker", "teacher"]
    game = act(position, 0, "floor")
    assert game.options() == (("hostage", 0, "banker"), ("hostage", 0, "teacher"))
    game.apply(("hostage", 0, "teacher"))
    assert position.bandits[0].hostage == "teacher"
    assert position.hostages == ["banker"]
    act(position, 0, "floor")
    assert act(position, 0, "floor").over
    assert position.hostages == ["banker"]


def test_the_stagecoach_rolls_to_the_rear_and_stops_at_the_last_car() -> None:
    position = stage("coach", "in1", "in1")
    for car in (2, 3, 3):
        played(position, roll)
        assert position.coach == car
    assert where(position)[0] == "coach"
    assert position.shotgun == COACH_ROOF


# Shotgun


def test_shotgun_guards_his_strongbox() -> None:
    position = stage("coachroof", "in3", "in3")
    assert act(position, 0, "rob").over
    game = act(position, 0, "punch")
    assert game.options() == (("punch", 0, "shotgun", None, None),)
    game.apply(game.options()[0])
    assert position.shotgun == roof(1)
    act(position, 0, "rob", ("rob", 0, "strongbox", None))
    assert [loot.value for loot in position.bandits[0].loot] == [1000]


def test_shotgun_before_belle() -> None:
    belle = ("ghost", "belle", "doc")
    position = stage("coachroof", "coachroof", "coachroof", characters=belle)
    assert ends(act(position, 0, "punch")) == ["shotgun", 2]
    position = stage("coachroof", "coachroof", "in1", characters=belle)
    assert ends(act(position, 0, "punch")) == ["shotgun"]


def test_who_ends_on_shotguns_roof_is_hurt_and_flees_along_the_train() -> None:
    position = stage("roof3", "in3", "in3", shotgun="roof1")
    game = act(position, 0, "move", ("move", 0, roof(1)))
    assert game.options() == (("flee", 0, roof(0)), ("flee", 0, roof(2)))
    game.apply(("flee", 0, roof(2)))
    assert where(position)[0] == "roof2"
    assert received(position)[0] == 1


@pytest.mark.parametrize(
    ("start", "end"), [("roof2", roof(0)), ("roof2", COACH_ROOF), ("coachroof", roof(3))]
)
def test_passing_over_shotgun_costs_a_bullet(start: str, end: Any) -> None:
    position = stage(start, "in3", "in3", shotgun="roof1")
    assert act(position, 0, "move", ("move", 0, end)).over
    assert position.bandits[0].place == end
    assert received(position)[0] == 1


def test_shotgun_is_no_target_and_blocks_fire_on_the_train() -> None:
    position = stage("roof0", "roof3", "coachroof", shotgun="roof1")
    assert ends(act(position.copy(), 0, "fire")) == [2]
    assert ends(act(position, 2, "fire")) == [0, 1]


def test_shotgun_rolls_with_the_stagecoach() -> None:
    position = stage("roof2", "in1", "in3", shotgun="roof1")
    game = played(position, roll)
    assert position.shotgun == roof(2)
    assert position.coach == 2
    assert game.options() == (("flee", 0, roof(1)), ("flee", 0, roof(3)))
    assert received(position) == [1, 0, 0]


# Hostages


def test_poodle_bites_at_each_round_start() -> None:
    position = stage("in1", "in2", "in3")
    position.bandits[0].hostage = "poodle"
    Game(position, start_round)
    assert received(position) == [1, 0, 0]
    bullets = [card for card in position.piles[0].draw + position.piles[0].hand if card.kind == "bullet"]
    assert len(bullets) == 1


def test_minister_one_card_fewer() -> None:
    position = stage("in1", "in2", "in3")
    position.bandits[0].hostage = "minister"
    position.bandits[1].hostage = "pokerplayer"
    game = Game(position, start_round)
    while not game.over:
        game.apply(next(iter(game.outcomes())))
    # the Poker Player takes Doc's power
    assert [len(piles.hand) for piles in position.piles] == [5, 6, 6]


def test_old_lady_moves_one_roof() -> None:
    position = stage("roof1", "in2", "in3", coach=2)
    position.bandits[0].hostage = "oldlady"
    assert sorted(ends(act(position, 0, "move"))) == [roof(0), roof(2)]
    position.coach = 1
    assert sorted(ends(act(position, 0, "move"))) == [COACH_ROOF, roof(0), roof(2)]


@pytest.mark.parametrize("character", ["belle", "cheyenne", "django", "ghost", "tuco"])
def test_poker_player_takes_every_power(character: str) -> None:
    position = stage("in2", "in1", "roof2", "in2", characters=(character, "doc"))
    holder = position.bandits[0]
    holder.hostage = "pokerplayer"
    holder.loot = [token("jewel")]
    position.bandits[1].loot = [token("purse", 300)]
    if character == "belle":
        position.bandits[3].place = inside(0)
        assert ends(act(position, 1, "fire")) == [0, 3]
    elif character == "cheyenne":
        position.bandits[1].place = inside(2)
        position.bandits[3].place = inside(0)
        act(position, 0, "punch", ("punch", 0, 1, "purse", inside(3)))
        assert [loot.kind for loot in position.loot[inside(2)]] == ["purse"]
    elif character == "django":
        act(position, 0, "fire", ("fire", 0, 1))
        assert where(position)[1] == "in1"
    elif character == "tuco":
        assert ends(act(position, 0, "fire")) == [1]
    else:
        give(position, 0, "move")
        assert [option[3] for option in turn(position, "S").options() if option[0] == "play"] == [False]


def test_photographer_never_face_down() -> None:
    position = stage("in1", "in2", "in3")
    (move,) = give(position, 0, "move")
    assert ("play", 0, move, True) in turn(position, "S").options()
    position.bandits[0].hostage = "photographer"
    for symbol in ("S", "T"):
        plays = [option for option in turn(position, symbol).options() if option[0] == "play"]
        assert plays == [("play", 0, move, False)]


@pytest.mark.parametrize(
    ("hostage", "loot", "dollars"),
    [
        ("poodle", (), 1000),
        ("banker", (), 0),
        ("banker", ("strongbox", "strongbox"), 1000),
        ("minister", (), 900),
        ("teacher", (), 800),
        ("zealot", (), 700),
        ("oldlady", ("jewel", "jewel", "purse"), 1000),
        ("pokerplayer", ("jewel", "purse", "purse", "purse"), 750),
        ("photographer", ("purse",), 400),
    ],
)
def test_ransoms(hostage: str, loot: tuple[str, ...], dollars: int) -> None:
    position = stage("in1", "in2", "in3")
    holder = position.bandits[0]
    holder.hostage = hostage
    holder.loot = [token(kind, 250 if kind == "purse" else 0) for kind in loot]
    for shooter in (1, None, 2):
        position.piles[0].hand.append(position.piles[0].draw[0]._replace(kind="bullet", bandit=shooter))
    worth = sum(token.value for token in holder.loot)
    assert result(position).money[0] == worth + dollars


# Whiskey


def drinker(old: bool, half: bool = False) -> Position:
    """Seat 0, who is Ghost, with one flask and two cards."""
    position = stage("in1", "in2", "in3")
    position.bandits[0].loot = [token("flask", old=old, half=half)]
    give(position, 0, "move", "fire")
    return position


@pytest.mark.parametrize("symbol", ["T", "D", "R", "B"])
def test_whiskey_is_for_standard_turns(symbol: str) -> None:
    assert ("drink", 0, 0, "full") in turn(drinker(False), "S").options()
    kinds = {option[0] for option in turn(drinker(False), symbol).options()}
    assert kinds == {"play", "draw"}


def test_normal_whiskey_draws_three_and_plays_one() -> None:
    position = drinker(False)
    flask = position.bandits[0].loot[0]
    game = turn(position, "S", ("drink", 0, 0, "full"))
    while game.chance:
        game.apply(next(iter(game.outcomes())))
    assert len(position.piles[0].hand) == 5
    assert {option[0] for option in game.options()} == {"play"}
    game.apply(game.options()[0])
    assert game.decision is not None
    assert game.decision.seat == 1
    assert flask.half
    assert flask.name == "halfnormal"


def test_old_whiskey_plays_two_in_a_row() -> None:
    position = drinker(True)
    game = turn(position, "S", ("drink", 0, 0, "full"))
    assert {option[0] for option in game.options()} == {"play"}
    game.apply(game.options()[0])
    assert {option[0] for option in game.options()} == {"play"}
    game.apply(game.options()[0])
    assert [laid.seat for laid in position.pile] == [0, 0]
    assert game.decision is not None
    assert game.decision.seat == 1


@pytest.mark.parametrize("old", [False, True])
def test_the_second_drink_empties_the_flask(old: bool) -> None:
    position = drinker(old, half=True)
    flask = position.bandits[0].loot[0]
    turn(position, "S", ("drink", 0, 0, flask.name))
    assert position.bandits[0].loot == []
    assert position.out == [flask]


def test_a_half_flask_stays_half_where_it_falls() -> None:
    position = stage("in2", "in2", "in3", characters=("ghost", "doc", "tuco"))
    position.bandits[1].loot = [token("flask", half=True)]
    act(position, 0, "punch", ("punch", 0, 1, "halfnormal", inside(1)))
    assert [loot.name for loot in position.loot[inside(2)]] == ["halfnormal"]


# Planning ahead and turmoil


def test_planning_ahead_keeps_one_card_for_the_next_hand() -> None:
    position = stage("in1", "in2", "in3", card="rage")
    (fire, rob) = give(position, 0, "fire", "rob")
    for seat in (1, 2):
        give(position, seat)
    game = played(position, keep)
    assert game.decision is not None
    assert game.decision.secret
    assert game.options() == (("keep", 0, fire), ("keep", 0, rob), ("keep", 0, None))
    game.apply(("keep", 0, rob))
    assert game.over
    game = Game(position, start_round)
    assert position.piles[0].hand[0] == rob
    while not game.over:
        game.apply(next(iter(game.outcomes())))
    assert [len(piles.hand) for piles in position.piles] == [6, 7, 6]


@pytest.mark.parametrize("card", ["bridge", "tunnel", "turmoil", "sharing", "braking"])
def test_other_cards_let_nothing_be_kept(card: str) -> None:
    position = stage("in1", "in2", "in3", card=card)
    give(position, 0, "fire")
    assert played(position, keep).over


def test_turmoil_reveals_together_in_the_usual_order() -> None:
    position = stage("in1", "in2", "in3", characters=("doc", "belle", "tuco"))
    position.first = 1
    for seat in range(3):
        give(position, seat, "move")
    game = turn(position, "B")
    for seat in (1, 2, 0):
        assert game.decision is not None
        assert (game.decision.seat, game.decision.secret) == (seat, True)
        assert position.pile == []
        game.apply(game.options()[0])
    assert [(laid.seat, laid.face_down) for laid in position.pile] == [(1, False), (2, False), (0, False)]


# Events


@pytest.mark.parametrize(("seats", "left"), [(3, [1, 2]), (5, [1, 2, 4])])
def test_exhausted_horses(seats: int, left: list[int]) -> None:
    position = stage(*["in1"] * seats, card="exhausted")
    position.horses = [1, 2, 3] if seats == 3 else [1, 2, 4, 5, 5]
    at_event(position)
    assert position.horses == left


@pytest.mark.parametrize(("old", "goal"), [(False, 2), (True, 4)])
def test_whiskey_for_the_marshal(old: bool, goal: int) -> None:
    position = stage("in2", "in3", "in4", "roof2", card="whiskey")
    position.marshal = 1
    flask = token("flask", old=old)
    position.loot[inside(1)] = [token("jewel"), flask]
    at_event(position)
    assert position.marshal == goal
    assert received(position) == ([1, 1, 1, 0] if old else [1, 0, 0, 0])
    assert position.out == [flask]
    assert len(position.loot[inside(1)]) == 1


def test_no_whiskey_for_the_marshal() -> None:
    position = stage("in2", "in3", "in4", "in4", card="whiskey")
    position.loot[inside(1)] = [token("flask")]
    at_event(position)
    assert position.marshal == 0
    assert len(position.loot[inside(1)]) == 1


def test_higher_speed() -> None:
    position = stage("roof1", "in2", "roof4", "coachroof", card="speed")
    position.horses = [0, 2, 4]
    at_event(position)
    assert where(position) == ["roof2", "in2", "roof4", "coachroof"]
    assert position.horses == [1, 3, 4]
    assert position.coach == 2
    assert position.shotgun == COACH_ROOF


def test_shotguns_rage() -> None:
    position = stage("in1", "roof1", "coach", "coachroof", "in2", card="rage")
    at_event(position)
    assert received(position) == [1, 1, 1, 1, 0]


def test_mortal_bullet_costs_150_each() -> None:
    position = stage("in1", "in2", "in3", card="mortal")
    position.bandits[0].loot = [token("strongbox")]
    position.bandits[0].received = 5
    position.bandits[0].received_this_round = 2
    assert result(position).money == [700, 0, 0]


def test_escape_by_the_stagecoach_or_on_a_horse() -> None:
    position = stage("in1", "coachroof", "coach", "in2", card="escape")
    position.bandits[0].loot = [token("strongbox")]
    position.horses = [2]
    game = act(position, 3, "ride")
    assert ends(game) == [inside(0), inside(1), COACH_INSIDE, inside(2), inside(3), inside(4), GONE]
    game.apply(("ride", 3, GONE))
    assert position.horses == []
    end = result(position)
    assert end.escaped == [False, True, True, True]
    assert end.ranks == [4, 1, 1, 1]


def test_nobody_rides_off_in_other_rounds() -> None:
    position = stage("in1", "coachroof", "coach", "in2", card="mortal")
    position.horses = [2]
    assert GONE not in ends(act(position, 3, "ride"))


def test_cards_of_one_who_rode_off_do_nothing() -> None:
    position = stage("in1", "in3", "in3", card="escape")
    position.bandits[0].place = GONE
    position.bandits[0].escaped = True
    for kind in ("move", "marshal", "punch"):
        lay(position, 0, kind)
    assert played(position, second_phase).over
    assert position.marshal == 0


def test_sharing_the_loot() -> None:
    position = stage("in1", "in1", "in1", "roof1", card="sharing")
    position.bandits[0].loot = [token("strongbox")]
    position.bandits[3].loot = [token("strongbox")]
    assert result(position).money == [333, 333, 333, 1000]


# What is drawn


def test_deals_of_the_expansion() -> None:
    random = Random(7)
    seen: set[str] = set()
    for _ in range(300):
        settings = Settings(("belle", "doc", "ghost", "tuco"), 4, expansion=True)
        dealt = deal(settings, random)
        assert len(dealt.hostages) == len(set(dealt.hostages)) == 3
        assert len(dealt.flasks) == 4
        assert sum(dealt.flasks) <= 1
        seen.update(dealt.round_cards)
    assert len(seen) == 7 + 3 + 5 + 3


def test_rebellion_spares_the_stagecoach() -> None:
    position = stage("in1", "coach", "in0", card="rebellion")
    position.marshal = 3
    at_event(position)
    assert received(position) == [1, 0, 1]


def test_old_whiskey_lets_ghost_hide_the_first_card_only() -> None:
    position = drinker(True)
    game = turn(position, "S", ("drink", 0, 0, "full"))
    assert {option[3] for option in game.options()} == {False, True}
    game.apply(next(option for option in game.options() if option[3]))
    assert {option[3] for option in game.options()} == {False}
