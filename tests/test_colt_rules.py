"""Colt Express, rule by rule: every ruling by its id, and every fault found in other programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from colt_games import game

from colt_scenes import (
    AWAY,
    BANKER,
    BELLE,
    BLIND,
    CAR,
    CARD,
    CHEYENNE,
    COACH,
    COACH_ROOF,
    DECLINE,
    DJANGO,
    DOC,
    DRAW,
    DRINK,
    FIRE,
    FIRST,
    FLASK,
    FLOOR,
    GHOST,
    GO,
    HORSE,
    JEWEL,
    KEEP,
    KIND,
    LADY,
    LEAST,
    LOOT,
    MARSHAL,
    MASK,
    MINISTER,
    MOVE,
    NEUTRAL,
    NOTHING,
    PASS,
    PHOTOGRAPHER,
    PICK,
    PLAY,
    PLAY_DOWN,
    POKER,
    POODLE,
    PUNCH,
    RESERVE,
    RIDE,
    RIDE_TO,
    ROBBERY,
    SHOOT,
    SHOW,
    STAGE,
    START,
    TAKE_HOSTAGE,
    TEACHER,
    TUCO,
    VALUE,
    ZEALOT,
    act,
    bandit,
    base,
    card,
    event,
    hits,
    inside,
    kinds,
    phase,
    places,
    plan,
    roof,
)
from solver.game import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, UNSEEN_ACTION
from solver.games.colt import names
from solver.games.colt.deal import deck_of
from solver.games.colt.fields import Bandit, Flask, Planned, Purse, Seat
from solver.games.colt.figures import standard
from solver.games.colt.state import ColtState, initial
from solver.rng import Rng

FAR = bandit(inside(1), DOC)


def purse(value: int, seen: int, holder: int = NOTHING, place: int = NOTHING) -> Purse:
    return Purse(value, seen, holder, place)


# --- figures ------------------------------------------------------------------------------------------------


def test_figures_add_up() -> None:
    """Fault: a car table whose loot does not add up."""
    figures = standard()
    assert sum(figures.purse_counts) == 18
    assert sum(purses for purses, _ in figures.cars) + 6 == 18
    assert sum(jewels for _, jewels in figures.cars) == 6
    assert len(deck_of(0, figures)) == 10
    assert len(deck_of(STAGE, figures)) == 11
    assert len(deck_of(names.PAIRS, figures)) == 11
    assert len(deck_of(names.PAIRS | STAGE, figures)) == 13


def test_round_cards_as_printed() -> None:
    """Faults: Braking as STST or STTT; Take It All ending in R for 2-4."""
    figures = standard()

    def turns(word: str, many: bool = False) -> str:
        return "".join(names.SYMBOLS[turn] for turn in figures.turns[many][card(word)])

    assert turns("braking") == "SSSS"
    assert turns("braking", many=True) == "STSS"
    assert turns("takeall") == "STDS"
    assert turns("takeall", many=True) == "SDR"
    assert turns("rebellion", many=True) == "STSR"
    assert [names.ROUND_CARDS[k] for k in range(18) if figures.ahead[k]] == [
        "rage", "speed", "tired", "whiskey",
    ]  # fmt: skip


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_stations_come_last_and_only_then(seats: int) -> None:
    """Fault: a station card dealt first."""
    for seed in range(30):
        state = initial(seed, seats)
        assert state.fields().card < 7
    for flags in (0, STAGE):
        seen = set()
        for state in game(seats, flags, seats):
            fields = state.fields()
            if fields.card != NOTHING:
                seen.add((fields.round, fields.card))
        assert len(seen) == 5
        assert all((number >= 12) == (which == 4) for which, number in seen)


def test_setup_places_seats_in_turn_from_the_first() -> None:
    for seed in range(20):
        fields = initial(seed, 5).fields()
        for k, robber in enumerate(fields.bandits):
            order = (k - fields.first) % 5
            assert robber.place == inside(5 if order % 2 == 0 else 4)
        assert sum(fields.seats[0].hand) == (7 if fields.bandits[0].character == DOC else 6)
    fields = initial(3, 4, names.TEAMS).fields()
    assert [b.place for b in fields.bandits] == [inside(4), inside(3), inside(4), inside(3)]
    assert fields.first % 2 == 0


# --- Move, Floor, Marshal -----------------------------------------------------------------------------------


def test_move_inside_is_one_car_and_on_the_roof_up_to_three() -> None:
    bandits = [bandit(inside(3)), bandit(roof(3)), FAR, FAR, FAR]
    state = act(bandits, (0, MOVE), (1, MOVE))
    assert state.legal_actions() == [GO + inside(2), GO + inside(4)]
    state.apply_action(GO + inside(4))
    assert state.legal_actions() == [GO + roof(k) for k in (0, 1, 2, 4, 5)]


def test_a_move_with_one_way_only_is_made_at_once() -> None:
    state = act([bandit(inside(3)), FAR, bandit(roof(3))], (0, MOVE), (2, MOVE))
    assert places(state)[0] == inside(2)
    assert state.legal_actions() == [GO + roof(k) for k in (0, 1, 2)]


def test_marshal_contact_when_climbing_down() -> None:
    """Fault: no Marshal contact when climbing down."""
    state = act([bandit(roof(2)), FAR, bandit(roof(1))], (0, FLOOR), (2, MOVE), marshal=2)
    assert places(state)[0] == roof(2)
    assert hits(state)[0] == 1
    assert state.fields().neutral == 12
    assert state.fields().seats[0].discard[NEUTRAL] == 1


def test_the_marshal_moves_one_car_and_evicts() -> None:
    state = act([bandit(inside(2)), FAR, bandit(inside(2))], (0, MARSHAL), (1, MOVE), marshal=1)
    assert state.legal_actions() == [CAR, CAR + 2]
    state.apply_action(CAR + 2)
    assert places(state)[0] == places(state)[2] == roof(2)
    assert hits(state) == [1, 0, 1]
    end = act([FAR, FAR, bandit(roof(1))], (0, MARSHAL), (2, MOVE), marshal=3)
    assert end.fields().marshal == 2


def test_neutral_out_and_order() -> None:
    """Ruling neutral-out, order; fault: neutral bullets without end."""
    bandits = [bandit(inside(2)), FAR, bandit(inside(2)), bandit(roof(1))]
    state = act(bandits, (0, MARSHAL), (3, MOVE), marshal=3, last=3, neutral=1, first=2)
    assert hits(state) == [0, 0, 1, 0]
    assert state.fields().neutral == 0
    assert places(state)[0] == places(state)[2] == roof(2)


# --- Fire ---------------------------------------------------------------------------------------------------


def test_fire_inside_and_on_the_roof() -> None:
    bandits = [bandit(inside(3)), bandit(inside(2)), bandit(inside(4)), bandit(inside(3)), bandit(roof(3))]
    state = act(bandits, (0, FIRE))
    assert state.legal_actions() == [SHOOT + 1, SHOOT + 2]
    state.apply_action(SHOOT + 2)
    fields = state.fields()
    assert (fields.bandits[0].bullets, fields.bandits[0].shots) == (5, 1)
    assert fields.bandits[2].hits == 1
    roofs = [bandit(roof(3)), bandit(roof(1)), bandit(roof(0)), bandit(roof(5)), bandit(roof(3))]
    assert act(roofs, (0, FIRE)).legal_actions() == [SHOOT + 1, SHOOT + 3]


def test_no_seventh_shot() -> None:
    """Faults: a seventh shot; Django pushing with no bullet."""
    bandits = [bandit(inside(3), DJANGO, bullets=0), bandit(inside(2)), bandit(roof(1))]
    state = act(bandits, (0, FIRE), (2, MOVE))
    assert hits(state) == [0, 0, 0]
    assert places(state)[1] == inside(2)
    assert state.fields().bandits[0].bullets == 0


def test_fire_belle() -> None:
    """Ruling fire-belle: two targets, one of them Belle: the other; only Belle: Belle."""
    bandits = [bandit(inside(2)), bandit(inside(1), BELLE), bandit(inside(3)), bandit(roof(1))]
    assert hits(act(bandits, (0, FIRE), (3, MOVE), marshal=0)) == [0, 0, 1, 0]
    bandits[2] = bandit(roof(3))
    assert hits(act(bandits, (0, FIRE), (3, MOVE))) == [0, 1, 0, 0]
    bandits[1] = bandit(inside(2), BELLE)
    bandits[2] = bandit(inside(2))
    state = act(bandits, (0, PUNCH), (3, MOVE))
    assert state.fields().victim == 2
    assert state.legal_actions() == [GO + inside(1), GO + inside(3)]


def test_django_pushes_in_the_direction_of_fire() -> None:
    """Fault: Django unable to push into the last car."""
    bandits = [bandit(inside(1), DJANGO), bandit(inside(2)), bandit(roof(1))]
    assert places(act(bandits, (0, FIRE), (2, MOVE)))[1] == inside(3)
    bandits = [bandit(inside(2), DJANGO), bandit(inside(3)), bandit(roof(1))]
    assert places(act(bandits, (0, FIRE), (2, MOVE)))[1] == inside(3)
    bandits = [bandit(roof(3), DJANGO), bandit(roof(1)), bandit(roof(1))]
    state = act(bandits, (0, FIRE), (2, MOVE))
    state.apply_action(SHOOT + 1)
    assert places(state)[1] == roof(0)
    bandits = [bandit(inside(3), DJANGO), bandit(inside(2)), bandit(roof(1))]
    state = act(bandits, (0, FIRE), (2, MOVE), marshal=1)
    assert places(state)[1] == roof(1)
    assert hits(state)[1] == 2


def test_tuco_shoots_through_his_roof() -> None:
    bandits = [bandit(inside(2), TUCO), bandit(roof(2)), bandit(roof(1))]
    assert hits(act(bandits, (0, FIRE), (2, MOVE)))[1] == 1
    bandits[0] = replace(bandits[0], hostage=POKER)
    assert hits(act(bandits, (0, FIRE), (2, MOVE)))[1] == 0


# --- Robbery, Punch -----------------------------------------------------------------------------------------


def test_loot_order_a_purse_is_drawn_and_seen_by_the_robber_only() -> None:
    """Ruling loot-order; fault: own purse values re-drawn in a sampled world."""
    bandits = [bandit(inside(2)), FAR, bandit(roof(1))]
    state = act(
        bandits,
        (0, ROBBERY),
        (2, MOVE),
        fresh=(0, 0, 2, 0, 0, 0, 0),
        jewels=kinds(4)[:4] + (1,) + (0,) * 11,
        purses=(purse(1, 0b111, place=inside(2)), purse(4, 0b010, place=inside(2))),
    )
    assert state.legal_actions() == [LOOT, LOOT + BLIND, LOOT + JEWEL]
    views = [state.view(seat) for seat in range(3)]
    for each in (state, *views):
        each.apply_action(LOOT + BLIND)
        assert each.chance_outcomes() == [(PICK + 1, Fraction(1, 3)), (PICK + BLIND, Fraction(2, 3))]
        each.apply_action(PICK + BLIND, CHANCE_PLAYER)
    assert state.chance_outcomes()[0] == (VALUE, Fraction(8, 18))
    assert [action for action, _ in views[1].chance_outcomes()] == [UNSEEN_ACTION]
    # seat 0 has not seen purse 1 either: its value is among those that he may find
    assert views[0].chance_outcomes()[4] == (VALUE + 4, Fraction(3, 19))
    state.apply_action(VALUE + 5, CHANCE_PLAYER)
    assert state.fields().purses[2] == purse(5, 0b001, 0)
    rng = Rng(5)
    for _ in range(50):
        assert state.view(0).resample_from_infostate(0, rng).fields().purses[2].value == 5
    others = {state.view(1).resample_from_infostate(1, rng).fields().purses[2].value for _ in range(300)}
    assert others == {0, 1, 2, 3, 4, 5}


def test_worlds_deal_purses_by_what_is_left() -> None:
    """A purse of unknown value has each value as often as it is left in the pool and among unseen purses."""
    bandits = [bandit(inside(2)), FAR, bandit(roof(1))]
    fields = base(bandits, purses=(purse(5, 0b001, 0), purse(0, 0b001, 0)), pool=(1, 0, 0, 0, 0, 1))
    view = ColtState.from_fields(fields).view(1)
    assert view.fields().pool == (2, 0, 0, 0, 0, 2)
    rng = Rng(1)
    worlds = [view.resample_from_infostate(1, rng).fields() for _ in range(6000)]
    counts = Counter((w.purses[0].value, w.purses[1].value) for w in worlds)
    assert {k: round(6 * n / 6000, 1) for k, n in counts.items()} == {
        (0, 0): pytest.approx(1, abs=0.2),
        (5, 5): pytest.approx(1, abs=0.2),
        (0, 5): pytest.approx(2, abs=0.2),
        (5, 0): pytest.approx(2, abs=0.2),
    }


def test_punch_names_the_loot_and_moves_the_victim() -> None:
    bandits = [bandit(inside(2)), bandit(inside(2), jewels=1), bandit(roof(1))]
    state = act(bandits, (0, PUNCH), (2, MOVE), purses=(purse(0, 0b111, 1), purse(3, 0b010, 1)))
    assert state.legal_actions() == [LOOT, LOOT + BLIND, LOOT + JEWEL]
    state.apply_action(LOOT + JEWEL)
    assert state.fields().jewels[inside(2)] == 1
    assert state.legal_actions() == [GO + inside(1), GO + inside(3)]
    state.apply_action(GO + inside(3))
    assert places(state)[1] == inside(3)
    poor = act([bandit(inside(3)), bandit(inside(3)), bandit(roof(1))], (0, PUNCH), (2, MOVE))
    assert places(poor)[1] == inside(2)


def test_punched_into_the_marshal() -> None:
    state = act([bandit(inside(3)), bandit(inside(3)), bandit(roof(1))], (0, PUNCH), (2, MOVE), marshal=2)
    assert places(state)[1] == roof(2)
    assert hits(state)[1] == 1


def test_cheyenne_catches_purses_only() -> None:
    bandits = [bandit(inside(3), CHEYENNE), bandit(inside(3), jewels=1), bandit(roof(1))]
    purses = (purse(4, 0b010, 1),)
    state = act(bandits, (0, PUNCH), (2, MOVE), purses=purses)
    state.apply_action(LOOT + BLIND)
    assert state.chance_outcomes() == [(VALUE + 4, Fraction(1))]
    assert len(state.view(0).chance_outcomes()) == 6
    assert [action for action, _ in state.view(2).chance_outcomes()] == [UNSEEN_ACTION]
    state.apply_action(VALUE + 4, CHANCE_PLAYER)
    assert state.fields().purses == (purse(4, 0b011, 0),)
    assert places(state)[1] == inside(2)
    state = act(bandits, (0, PUNCH), (2, MOVE), purses=purses)
    state.apply_action(LOOT + JEWEL)
    assert state.fields().bandits[0].jewels == 0
    assert state.fields().jewels[inside(3)] == 1


# --- planning -----------------------------------------------------------------------------------------------


def test_pass_only_without_cards_to_play_or_draw() -> None:
    """Ruling pass; fault: a crash when everybody only draws."""
    assert plan((NEUTRAL, NEUTRAL)).legal_actions() == [PASS]
    assert plan((NEUTRAL,), (MOVE,)).legal_actions() == [DRAW]
    assert plan((MOVE, NEUTRAL)).legal_actions() == [MOVE]
    for seats in (3, 6):
        state = initial(4, seats)
        rng = Rng(0)
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(DRAW if DRAW in actions else actions[rng.below(len(actions))])


def test_draws_take_what_is_left() -> None:
    state = plan((NEUTRAL,), (MOVE, FIRE))
    state.apply_action(DRAW)
    state.apply_action(CARD + MOVE, CHANCE_PLAYER)
    state.apply_action(CARD + FIRE, CHANCE_PLAYER)
    assert state.current_player() == 1
    assert state.fields().seats[0].hand_size == 3


def test_decks_are_shuffled_between_rounds() -> None:
    """Fault: decks never reshuffled between rounds."""
    bandits = [bandit(inside(3), bullets=0), FAR, bandit(roof(1))]
    state = act(bandits, (0, FIRE))
    fields = state.fields()
    assert fields.round == 2
    assert fields.first == 1
    assert all(sum(seat.discard) == 0 for seat in fields.seats)
    assert [seat.deck_size for seat in fields.seats] == [11, 10, 10]
    assert fields.seats[0].hand_size == 0


def test_the_reverse_turn_runs_the_other_way() -> None:
    bandits = [bandit(inside(k % 2 + 1)) for k in range(6)]
    state = ColtState.from_fields(base(bandits, event="angry", turn=2, first=2, seat=2))
    order = []
    for _ in range(5):
        order.append(state.current_player())
        state.apply_action(PLAY + MOVE)
    assert order == [2, 1, 0, 5, 4]


def test_the_reverse_turn_of_teams_exchanges_partners() -> None:
    bandits = [bandit(inside(k % 2 + 1)) for k in range(6)]
    state = ColtState.from_fields(base(bandits, names.TEAMS, event="angry", turn=2, first=2, seat=3))
    order = []
    for _ in range(5):
        order.append(state.current_player())
        state.apply_action(PLAY + MOVE)
    assert order == [3, 2, 1, 0, 5]


def test_a_double_turn_is_two_cards_each() -> None:
    state = plan((MOVE, FIRE), turn=1)
    assert state.fields().card == card("bridge")
    fields = replace(state.fields(), more=1)
    state = ColtState.from_fields(fields)
    state.apply_action(PLAY + MOVE)
    assert state.current_player() == 0
    state.apply_action(PLAY + FIRE)
    assert state.current_player() == 1


def test_tunnel_cards_are_hidden_until_they_are_turned() -> None:
    """Fault: a face-down card that keeps its true identity in a sampled world."""
    state = plan((MOVE, FIRE, PUNCH), (FLOOR, MARSHAL, NEUTRAL), event="tunnel", turn=1)
    view = state.view(1)
    assert view.legal_actions(0) == [UNSEEN_ACTION, DRAW]
    state.apply_action(PLAY + PUNCH)
    view.apply_action(UNSEEN_ACTION, 0)
    assert view.fields() == state.view(1).fields()
    assert view.fields().pile == (Planned(names.UNKNOWN, 0, 0, True),)
    rng = Rng(2)
    worlds = [view.resample_from_infostate(1, rng).fields() for _ in range(3000)]
    counts = Counter(world.pile[0].kind for world in worlds)
    assert set(counts) == {MOVE, FIRE, PUNCH, FLOOR, MARSHAL}
    assert all(abs(count / 3000 - 0.2) < 0.04 for count in counts.values())
    # the hand of two is any two of the five other cards, the bullet included
    held = Counter(kind for world in worlds for kind in range(9) if world.seats[0].hand[kind])
    assert abs(held[NEUTRAL] / 3000 - 0.4) < 0.04


def test_ghost_lays_his_first_card_face_down_if_he_likes() -> None:
    ghost = [bandit(inside(2), GHOST), FAR, FAR]
    state = plan((MOVE,), (FIRE,), bandits=ghost)
    assert state.legal_actions() == [PLAY + MOVE, PLAY_DOWN + MOVE, DRAW]
    assert state.view(1).legal_actions(0) == [UNSEEN_ACTION, PLAY + MOVE, PLAY + FIRE, DRAW]
    state.apply_action(PLAY_DOWN + MOVE)
    assert state.fields().pile[0].down
    again = plan((MOVE,), (FIRE,), bandits=ghost, sly=0b110)
    assert PLAY_DOWN + MOVE not in again.legal_actions()
    drawn = plan((MOVE,), (FIRE,), bandits=ghost)
    drawn.apply_action(DRAW)
    drawn.apply_action(CARD + FIRE, CHANCE_PLAYER)
    assert drawn.fields().sly == 0b110


# --- base events --------------------------------------------------------------------------------------------


def test_angry_marshal_shoots_moves_and_evicts() -> None:
    """Fault: the Angry Marshal not evicting after his move."""
    bandits = [bandit(roof(1)), bandit(inside(2)), bandit(roof(2))]
    state = event("angry", bandits, marshal=1)
    assert state.fields().marshal == 2
    assert hits(state) == [1, 1, 0]
    assert places(state) == [roof(1), roof(2), roof(2)]
    assert event("angry", bandits, marshal=3).fields().marshal == 3


def test_swivel_arm_and_braking() -> None:
    bandits = [bandit(roof(1)), bandit(roof(0)), bandit(inside(1))]
    assert places(event("swivel", bandits)) == [roof(3), roof(3), inside(1)]
    assert places(event("braking", bandits)) == [roof(0), roof(0), inside(1)]


def test_take_it_all_and_rebellion() -> None:
    state = event("takeall", [FAR, FAR, FAR], marshal=2)
    assert state.fields().boxes[inside(2)] == 1
    assert not state.fields().box_aside
    again = event("takeall", [FAR, FAR, FAR], marshal=2, box_aside=False)
    assert again.fields().boxes[inside(2)] == 0
    bandits = [bandit(inside(1)), bandit(roof(1)), bandit(inside(0), bullets=0)]
    assert hits(event("rebellion", bandits, marshal=3)) == [1, 0, 1]
    bandits[1] = bandit(COACH, hostage=BANKER)
    assert hits(event("rebellion", bandits, STAGE, marshal=3)) == [1, 0, 1]


def test_marshals_revenge_takes_the_least_purse() -> None:
    """Fault: Marshal's Revenge taking the dearest purse."""
    bandits = [bandit(roof(1)), bandit(inside(2)), bandit(roof(2))]
    purses = (purse(4, 1, 0), purse(2, 1, 0), purse(0, 7, 1), purse(5, 4, 2))
    state = event("revenge", bandits, marshal=1, purses=purses)
    assert state.chance_outcomes() == [(LEAST + 8 + 2, Fraction(1))]
    view = state.view(1)
    odds = dict(view.chance_outcomes())
    # (0, 0), (0, 1) ... : the first purse falls when it is the lower, or equal
    assert sum(odds.values()) == 1
    assert odds[LEAST + 0] > odds[LEAST + 8]
    state.apply_action(LEAST + 8 + 2, CHANCE_PLAYER)
    assert state.is_terminal()
    fields = state.fields()
    assert fields.purses[1] == purse(2, 0b111, place=roof(1))
    assert fields.purses[0].bandit == 0
    assert fields.purses[3].bandit == 2


def test_pickpocketing_moves_the_purse() -> None:
    """Fault: Pickpocketing duplicating the purse."""
    bandits = [bandit(inside(2)), bandit(inside(1)), bandit(inside(1))]
    state = event("pickpocket", bandits, fresh=(0, 2, 1, 0, 0, 0, 0))
    assert state.current_player() == 0
    assert state.legal_actions() == [DECLINE, LOOT + BLIND]
    state.apply_action(LOOT + BLIND)
    state.apply_action(VALUE + 3, CHANCE_PLAYER)
    assert state.is_terminal()
    assert state.fields().fresh == (0, 2, 0, 0, 0, 0, 0)
    assert state.fields().purses == (purse(3, 1, 0),)


def test_hostage_taking_counts_inside_and_roof() -> None:
    """Fault: Hostage-taking counting the roof only."""
    state = event("conductor", [bandit(roof(0)), bandit(inside(0)), bandit(inside(1))], marshal=3)
    assert [b.bonus for b in state.fields().bandits] == [250, 250, 0]


# --- the end ------------------------------------------------------------------------------------------------


def over(bandits: list[Bandit], **changes: Any) -> ColtState:
    return event("pickpocket", bandits, **changes)


def test_gunslinger_goes_to_all_who_tie() -> None:
    """Ruling gunslinger-zero; fault: Gunslinger to only one of the tied."""
    assert over([FAR, FAR, FAR]).scores() == [1000, 1000, 1000]
    shots = [bandit(inside(1), shots=2), bandit(inside(1), shots=2), bandit(inside(1), shots=1)]
    assert over(shots).scores() == [1000, 1000, 0]


def test_ties_go_to_fewer_bullets() -> None:
    state = over([bandit(inside(1), hits=2), bandit(inside(1), hits=1), bandit(inside(1), hits=2)])
    assert state.result()[0] == [2, 1, 2]
    assert state.returns() == [-0.5, 1.0, -0.5]


# --- Horses & Stagecoach ------------------------------------------------------------------------------------


def test_horse_attack() -> None:
    state = initial(1, 3, STAGE)
    assert state.current_player() == SIMULTANEOUS_PLAYER
    for seat in range(3):
        assert state.legal_actions(seat) == [HORSE, HORSE + 1]
    view = state.view(2)
    for seat, action in enumerate((HORSE, HORSE + 1, HORSE)):
        state.apply_action(action, seat)
        view.apply_action(action if seat == 2 else UNSEEN_ACTION, seat)
    assert state.chance_outcomes() == [(MASK + 0b010, Fraction(1))]
    assert [action for action, _ in view.chance_outcomes()] == [MASK, MASK + 1, MASK + 2, MASK + 3]
    state.apply_action(MASK + 0b010, CHANCE_PLAYER)
    assert places(state)[1] == inside(3)
    assert state.fields().horses == (0, 0, 0, 1, 0, 0, 0)
    assert state.players_to_move() == [0, 2]
    state.apply_action(HORSE, 0)
    state.apply_action(HORSE, 2)
    state.apply_action(MASK, CHANCE_PLAYER)
    # who reaches the first car boards it; seat 1 alone is in the rearmost occupied car
    assert places(state) == [inside(1), inside(3), inside(1)]
    assert state.fields().horses == (0, 2, 0, 1, 0, 0, 0)
    assert state.fields().first == 1


def test_horse_attack_of_two_seats_is_one_token_for_two_figures() -> None:
    state = initial(1, 2, STAGE | names.PAIRS)
    assert state.legal_actions(0) == [HORSE + mask for mask in range(4)]
    state.apply_action(HORSE + 2, 0)
    state.apply_action(HORSE + 1, 1)
    state.apply_action(MASK + 0b0110, CHANCE_PLAYER)
    assert places(state) == [names.RIDING, inside(4), inside(4), names.RIDING]
    assert state.legal_actions(0) == [HORSE, HORSE + 1]
    assert state.legal_actions(1) == [HORSE, HORSE + 2]


def test_teams_draw_the_first_player_among_the_a_seats() -> None:
    state = initial(1, 4, STAGE | names.TEAMS)
    rng = Rng(1)
    while state.fields().first == NOTHING:
        outcomes = [action for action, _ in state.chance_outcomes()]
        if outcomes and outcomes[0] >= FIRST:
            assert outcomes == [FIRST, FIRST + 2]
        actions = state.legal_actions()
        state.apply_action(actions[rng.below(len(actions))])


HORSES = (0, 0, 1, 0, 0, 0, 0)


def test_ride() -> None:
    """Ruling ride-loco; the coach beside the goal may be entered."""
    bandits = [bandit(roof(2)), FAR, bandit(roof(1)), FAR]
    state = act(bandits, (0, RIDE), (2, MOVE), flags=STAGE, horses=HORSES, coach=1, hostages=0b11, marshal=3)
    assert state.legal_actions() == [RIDE_TO + inside(k) for k in range(5)] + [RIDE_TO + COACH]
    state.apply_action(RIDE_TO + inside(3))
    assert places(state)[0] == roof(3)
    assert hits(state)[0] == 1
    assert state.fields().horses == (0, 0, 0, 1, 0, 0, 0)
    for place in (roof(1), inside(3), COACH_ROOF):
        none = act([bandit(place), FAR, bandit(roof(4)), FAR], (0, RIDE), (2, MOVE), flags=STAGE,
                   horses=HORSES, coach=1)  # fmt: skip
        assert none.current_player() == 2
    coach = act(
        [bandit(COACH, hostage=BANKER), FAR, FAR, FAR], (0, RIDE), flags=STAGE, horses=HORSES, coach=2
    )
    assert RIDE_TO + inside(4) in coach.legal_actions()
    assert RIDE_TO + COACH in coach.legal_actions()


def test_zealot_and_teacher_bar_their_cards() -> None:
    """Ruling barred-card."""
    rider = bandit(inside(2), hostage=ZEALOT)
    assert (
        act([rider, FAR, bandit(roof(1))], (0, RIDE), (2, MOVE), flags=STAGE, horses=HORSES).current_player()
        == 2
    )
    assert plan((RIDE,), (MOVE,), bandits=[rider, FAR, FAR], flags=STAGE).legal_actions() == [DRAW]
    puncher = bandit(inside(1), hostage=TEACHER)
    state = act([puncher, FAR, bandit(roof(1))], (0, PUNCH), (2, MOVE), flags=STAGE)
    assert places(state)[1] == inside(1)
    assert plan((PUNCH, MOVE), bandits=[puncher, FAR, FAR], flags=STAGE).legal_actions() == [PLAY + MOVE]


def test_coach_step() -> None:
    """Ruling coach-step."""
    bandits = [bandit(roof(2)), bandit(COACH_ROOF), bandit(roof(4)), bandit(roof(0), hostage=LADY), FAR]
    state = act(bandits, (0, MOVE), (1, MOVE), (2, MOVE), (3, MOVE), flags=STAGE, coach=1, last=5)
    assert state.legal_actions() == [GO + roof(k) for k in (0, 1, 3, 4, 5)] + [GO + COACH_ROOF]
    state.apply_action(GO + roof(5))
    assert state.legal_actions() == [GO + roof(k) for k in (0, 1, 2, 3)]
    state.apply_action(GO + roof(3))
    assert GO + COACH_ROOF not in state.legal_actions()
    state.apply_action(GO + roof(5))
    assert places(state)[3] == roof(1)


def test_coach_inside_is_no_neighbour_for_move() -> None:
    bandits = [bandit(COACH, hostage=BANKER), FAR, bandit(roof(4)), FAR]
    state = act(bandits, (0, MOVE), (2, MOVE), flags=STAGE, coach=1)
    assert places(state)[0] == COACH


def test_coach_takes_a_hostage_once() -> None:
    bandits = [bandit(COACH_ROOF), FAR, bandit(roof(4)), FAR]
    state = act(bandits, (0, FLOOR), (2, MOVE), flags=STAGE, coach=1, hostages=0b101)
    assert state.legal_actions() == [TAKE_HOSTAGE, TAKE_HOSTAGE + 2]
    state.apply_action(TAKE_HOSTAGE + 2)
    assert state.fields().bandits[0].hostage == MINISTER
    assert state.fields().hostages == 0b001
    bandits[0] = bandit(COACH_ROOF, hostage=BANKER)
    assert act(bandits, (0, FLOOR), (2, MOVE), flags=STAGE, coach=1, hostages=0b101).current_player() == 2


def test_coach_punch() -> None:
    """Ruling coach-punch: a victim punched into the coach takes a hostage."""
    bandits = [bandit(inside(1)), bandit(inside(1)), bandit(roof(4)), FAR]
    bandits[3] = bandit(inside(3))
    state = act(bandits, (0, PUNCH), (2, MOVE), flags=STAGE, coach=1, hostages=0b110)
    assert state.legal_actions() == [GO + inside(0), GO + inside(2), GO + COACH]
    state.apply_action(GO + COACH)
    assert state.current_player() == 1
    assert state.legal_actions() == [TAKE_HOSTAGE + 1, TAKE_HOSTAGE + 2]


def test_coach_roof_fire_reaches_every_train_roof() -> None:
    """Fault: coach-roof fire limited to the first occupied car."""
    bandits = [bandit(COACH_ROOF), bandit(roof(2)), bandit(roof(4)), bandit(inside(1))]
    state = act(bandits, (0, FIRE), flags=STAGE, coach=1, shotgun=2)
    assert state.legal_actions() == [SHOOT + 1, SHOOT + 2]
    back = act([bandit(roof(4)), bandit(COACH_ROOF), bandit(roof(3)), FAR], (0, FIRE), flags=STAGE, coach=1)
    assert back.legal_actions() == [SHOOT + 1, SHOOT + 2]


def test_coach_push() -> None:
    """Ruling coach-push: no push to or from the coach; Tuco shoots through its roof too."""
    state = act([bandit(COACH_ROOF, DJANGO), bandit(roof(2)), bandit(roof(4)), FAR], (0, FIRE), (2, MOVE),
                flags=STAGE, coach=1)  # fmt: skip
    state.apply_action(SHOOT + 1)
    assert places(state)[1] == roof(2)
    state = act([bandit(inside(2), DJANGO), bandit(COACH, hostage=BANKER), bandit(roof(4)), FAR], (0, FIRE),
                (2, MOVE), flags=STAGE, coach=2, marshal=4)  # fmt: skip
    state.apply_action(SHOOT + 1)
    assert places(state)[1] == COACH
    tuco = act([bandit(COACH, TUCO, hostage=BANKER), bandit(COACH_ROOF), bandit(roof(4)), FAR], (0, FIRE),
               (2, MOVE), flags=STAGE, coach=2)  # fmt: skip
    assert hits(tuco)[1] == 1


def test_shotgun_is_punched_and_leaves_the_box() -> None:
    boxes = (0,) * 15 + (1,)
    bandits = [bandit(COACH_ROOF), bandit(COACH_ROOF, BELLE), bandit(roof(2)), FAR]
    state = act(bandits, (0, PUNCH), (1, ROBBERY), (2, MOVE), flags=STAGE, coach=2, boxes=boxes)
    assert state.fields().shotgun == 2  # he, not Belle
    # seat 2 stood on the roof where he lands: a bullet, and seat 2 chooses where to flee
    assert hits(state)[2] == 1
    assert state.current_player() == 2
    assert state.legal_actions() == [GO + roof(1), GO + roof(3)]
    state.apply_action(GO + roof(3))
    assert state.fields().bandits[1].boxes == 1
    held = act(bandits, (1, ROBBERY), (2, MOVE), flags=STAGE, coach=2, boxes=boxes)
    assert held.fields().bandits[1].boxes == 0


def test_shotgun_contact() -> None:
    """Ruling shotgun-contact: by Move, Floor, eviction (two bullets), Punch, push, and running over him."""
    bandits = [bandit(inside(2)), FAR, bandit(roof(4)), FAR]
    state = act(bandits, (0, FLOOR), (2, MOVE), flags=STAGE, coach=2, shotgun=2)
    assert hits(state)[0] == 1
    assert state.legal_actions() == [GO + roof(1), GO + roof(3)]
    state = act(bandits, (1, MARSHAL), (2, MOVE), flags=STAGE, coach=2, shotgun=2, marshal=3)
    state.apply_action(CAR + 2)
    assert hits(state)[0] == 2
    assert state.current_player() == 0
    runner = [bandit(roof(1)), FAR, bandit(roof(4)), FAR]
    state = act(runner, (0, MOVE), (2, MOVE), flags=STAGE, coach=2, shotgun=2)
    state.apply_action(GO + roof(3))
    assert hits(state)[0] == 1
    assert state.current_player() == 2
    state = act(runner, (0, MOVE), (2, MOVE), flags=STAGE, coach=2, shotgun=2)
    state.apply_action(GO + COACH_ROOF)
    assert hits(state)[0] == 1
    last = act([bandit(inside(4)), FAR, FAR, FAR], (0, FLOOR), (1, MOVE), flags=STAGE, coach=4, shotgun=2)
    assert places(last)[0] == roof(3)


def test_shotgun_blocks_roof_fire() -> None:
    bandits = [bandit(roof(1)), bandit(roof(3)), bandit(roof(0)), FAR]
    assert hits(act(bandits, (0, FIRE), (1, MOVE), flags=STAGE, coach=2, shotgun=2)) == [0, 0, 1, 0]


def test_the_coach_rolls_back_with_the_shotgun() -> None:
    bandits = [bandit(inside(1)), bandit(roof(3)), FAR, FAR]
    state = event("bridge", bandits, STAGE, coach=2, shotgun=2)
    assert state.fields().coach == 3
    assert hits(state)[1] == 1
    assert state.current_player() == 1
    assert event("bridge", [FAR] * 4, STAGE, coach=4).fields().coach == 4


def test_higher_speed_moves_everything_once() -> None:
    """Fault: a horse moved twice by Higher Speed. Ruling train-roof."""
    bandits = [bandit(roof(1)), bandit(roof(4)), bandit(COACH_ROOF), bandit(inside(2))]
    state = event("speed", bandits, STAGE, coach=1, horses=(1, 1, 0, 1, 1, 0, 0))
    assert places(state) == [roof(2), roof(4), COACH_ROOF, inside(2)]
    assert state.fields().horses == (0, 1, 1, 0, 2, 0, 0)
    assert state.fields().coach == 3  # the event, and the roll
    assert places(event("swivel", bandits, STAGE))[2] == COACH_ROOF
    assert places(event("braking", bandits, STAGE))[2] == COACH_ROOF


def test_exhausted_horses_are_those_nearest_the_rear() -> None:
    """Fault: horses removed at the wrong end."""
    assert event("tired", [FAR] * 4, STAGE, horses=(1, 1, 2, 0, 0, 0, 0)).fields().horses[:4] == (1, 1, 1, 0)
    assert event("tired", [FAR] * 5, STAGE, horses=(1, 1, 1, 0, 0, 0, 0)).fields().horses[:4] == (1, 0, 0, 0)


def test_shotguns_rage() -> None:
    bandits = [bandit(COACH, hostage=BANKER), bandit(COACH_ROOF), bandit(inside(2)), bandit(roof(2)), FAR]
    assert hits(event("rage", bandits, STAGE, coach=2)) == [1, 1, 1, 1, 0]


def test_whiskey_for_the_marshal() -> None:
    """Ruling whiskey-last."""
    bandits = [bandit(inside(2)), bandit(inside(3)), FAR, FAR]
    flasks = (Flask(inside(1), 0), Flask(inside(1), 1))
    state = event("whiskey", bandits, STAGE, marshal=1, flasks=flasks)
    assert state.chance_outcomes() == [(KIND, Fraction(5, 6)), (KIND + 1, Fraction(1, 6))]
    other = state.clone()
    state.apply_action(KIND, CHANCE_PLAYER)
    assert state.fields().marshal == 2
    assert state.fields().flasks == (Flask(inside(1), 1),)
    other.apply_action(KIND + 1, CHANCE_PLAYER)
    assert other.fields().marshal == 4
    assert hits(other)[:2] == [1, 1]
    assert event("whiskey", bandits, STAGE, marshal=1).fields().marshal == 1
    assert event("whiskey", bandits, STAGE, marshal=4, flasks=(Flask(8, 1),)).fields().marshal == 4


def test_whiskey_normal_draws_three_and_plays_one() -> None:
    drinker = bandit(inside(2), flasks=(1, 0, 0))
    state = plan((MOVE,), (FIRE, FLOOR, PUNCH, MARSHAL), bandits=[drinker, FAR, FAR], flags=STAGE)
    assert state.legal_actions() == [PLAY + MOVE, DRAW, DRINK]
    state.apply_action(DRINK)
    state.apply_action(KIND, CHANCE_PLAYER)
    assert state.fields().bandits[0].flasks == (0, 1, 0)
    for _ in range(3):
        state.apply_action(state.draw_chance(Rng(1)), CHANCE_PLAYER)
    assert state.current_player() == 0
    assert DRAW not in state.legal_actions()
    state.apply_action(PLAY + MOVE)
    assert state.current_player() == 1
    tunnel = plan((MOVE,), (FIRE,), bandits=[drinker, FAR, FAR], flags=STAGE, event="tunnel", turn=1)
    assert DRINK not in tunnel.legal_actions()


def test_whiskey_old_plays_two() -> None:
    drinker = bandit(inside(2), flasks=(0, 0, 1))
    state = plan((MOVE, FIRE), (PUNCH,), bandits=[drinker, FAR, FAR], flags=STAGE)
    state.apply_action(DRINK + 2)
    assert state.fields().bandits[0].flasks == (0, 0, 0)
    state.apply_action(PLAY + MOVE)
    assert state.current_player() == 0
    assert state.legal_actions() == [PLAY + FIRE]
    state.apply_action(PLAY + FIRE)
    assert state.current_player() == 1


def test_turmoil() -> None:
    """Ruling turmoil: committed together, draws before the reveal, laid in the usual order."""
    fields = base([FAR, FAR, FAR], STAGE, event="plain")
    fields = replace(fields, phase=phase("turmoil"), owed=0b111, first=1)
    state = ColtState.from_fields(fields)
    view = state.view(0)
    for seat, action in ((0, PLAY + MOVE), (1, DRAW), (2, PLAY + FIRE)):
        assert PLAY_DOWN + MOVE not in state.legal_actions(seat)
        state.apply_action(action, seat)
        view.apply_action(action if seat == 0 else UNSEEN_ACTION, seat)
    assert [action for action, _ in view.chance_outcomes()] == [MASK, MASK + 2, MASK + 4, MASK + 6]
    for each in (state, view):
        each.apply_action(MASK + 0b010, CHANCE_PLAYER)
    for _ in range(3):
        assert state.fields().pile == ()
        state.apply_action(state.draw_chance(Rng(4)), CHANCE_PLAYER)
        view.apply_action(UNSEEN_ACTION, CHANCE_PLAYER)
    assert state.chance_outcomes() == [(SHOW + FIRE, Fraction(1))]
    assert len(view.chance_outcomes()) > 1
    for each in (state, view):
        each.apply_action(SHOW + FIRE, CHANCE_PLAYER)
        each.apply_action(SHOW + MOVE, CHANCE_PLAYER)
    assert [(p.by, p.kind, p.down) for p in state.fields().pile] == [(2, FIRE, False), (0, MOVE, False)]
    assert view.fields() == state.view(0).fields()


def test_keep() -> None:
    """Ruling keep: secret, together; next round he draws up to six only."""
    fields = replace(base([FAR, FAR, FAR], STAGE, event="speed"), phase=phase("keep"), owed=0b111,
                     stage=names.STAGES.index("keep"), turn=2)  # fmt: skip
    state = ColtState.from_fields(fields)
    view = state.view(1)
    for seat, action in enumerate((KEEP + FIRE, DECLINE, KEEP + MOVE)):
        state.apply_action(action, seat)
        view.apply_action(action if seat == 1 else UNSEEN_ACTION, seat)
    for each in (state, view):
        each.apply_action(MASK + 0b101, CHANCE_PLAYER)
    after = state.fields()
    assert after.round == 2
    assert [seat.hand_size for seat in after.seats] == [1, 0, 1]
    assert after.seats[0].hand[FIRE] == 1
    assert after.left == 7  # Doc
    assert after.seat == 1
    assert view.fields() == state.view(1).fields()
    assert view.fields().seats[0].hand == kinds()
    expert = replace(fields, flags=STAGE | names.EXPERT)
    assert expert.flags & names.EXPERT


def test_poodle_minister_and_doc() -> None:
    bandits = [bandit(inside(1), BELLE, hostage=POODLE), bandit(inside(1), BELLE, hostage=MINISTER), FAR]
    state = event("bridge", bandits, STAGE)
    assert hits(state) == [1, 0, 0]
    drawn: Counter[int] = Counter()
    while state.current_player() == CHANCE_PLAYER and state.fields().phase == phase("drawcard"):
        drawn[state.fields().seat] += 1
        state.apply_action(state.draw_chance(Rng(1)), CHANCE_PLAYER)
    assert drawn == {0: 6, 1: 5, 2: 7}


def test_photographer_keeps_his_power_but_for_ghosts() -> None:
    """Fault: Photographer also losing the character power. Cards are never face down."""
    doc = [bandit(inside(1), DOC, hostage=PHOTOGRAPHER), FAR, FAR]
    state = event("bridge", doc, STAGE, first=2)
    assert state.fields().left == 7
    tunnel = plan((MOVE,), (FIRE,), bandits=doc, flags=STAGE, event="tunnel", turn=1)
    tunnel.apply_action(PLAY + MOVE)
    assert not tunnel.fields().pile[0].down
    ghost = [bandit(inside(1), GHOST, hostage=PHOTOGRAPHER), FAR, FAR]
    assert plan((MOVE,), (FIRE,), bandits=ghost, flags=STAGE).legal_actions() == [PLAY + MOVE, DRAW]


def test_ransoms() -> None:
    """Ruling banker: 1000 with a strongbox; and all others."""

    def worth(hostage: int, **more: Any) -> int:
        rich = [bandit(inside(1), hostage=hostage, **more), FAR, FAR]
        return over(rich, flags=STAGE).scores()[0] - 1000

    assert worth(POODLE) == 1000
    assert worth(BANKER) == 0
    assert worth(BANKER, boxes=1) == 2000
    assert [worth(k) for k in (MINISTER, TEACHER, ZEALOT)] == [900, 800, 700]
    assert worth(LADY, jewels=2) == 2000
    poker = over([bandit(inside(1), hostage=POKER), FAR, FAR], flags=STAGE,
                 purses=(purse(0, 7, 0), purse(5, 1, 0)))  # fmt: skip
    assert poker.scores()[0] == 1000 + 750 + 500
    shot = act([bandit(inside(1), shots=1), bandit(inside(2), hostage=PHOTOGRAPHER), FAR], (0, FIRE),
               flags=STAGE, event="conductor")  # fmt: skip
    assert shot.scores()[1] == 200


def test_share() -> None:
    """Ruling share: the money is divided, rounded down; the box counts for its owner's Banker."""
    bandits = [
        bandit(inside(1), boxes=1, hostage=BANKER),
        bandit(inside(1)),
        bandit(inside(1)),
        bandit(roof(1)),
    ]
    state = event("sharing", bandits, STAGE)
    assert state.scores() == [1000 + 333 + 1000, 1000 + 333, 1000 + 333, 1000]


def test_mortal() -> None:
    """Ruling mortal: every bullet of the round counts."""
    state = event("mortal", [bandit(inside(1), fresh_hits=2, hits=5), FAR, FAR], STAGE)
    assert [b.bonus for b in state.fields().bandits] == [-300, 0, 0]


def test_escape_rank() -> None:
    """Ruling escape-rank; the captured rank last and still compete for Gunslinger."""
    bandits = [
        bandit(inside(1), jewels=6),
        bandit(COACH, hostage=MINISTER),
        bandit(roof(0)),
        bandit(AWAY, jewels=1),
    ]
    state = event("escape", bandits, STAGE, coach=2)
    assert state.is_terminal()
    assert state.result()[0] == [3, 1, 4, 2]
    nobody = event("escape", [bandit(inside(1), jewels=1), FAR, FAR], STAGE)
    assert nobody.result()[0] == [1, 2, 2]
    pair = event("escape", [bandit(AWAY), bandit(inside(1), boxes=2), bandit(COACH_ROOF, jewels=1), FAR],
                 STAGE | names.PAIRS)  # fmt: skip
    assert pair.scores() == [1000, 1500]


def test_riding_off() -> None:
    """Fault: a crash after somebody escaped. A Zealot's holder cannot."""
    bandits = [bandit(inside(2)), bandit(inside(2), jewels=1), FAR, FAR]
    state = act(bandits, (0, RIDE), (0, PUNCH), (0, MARSHAL), (1, MOVE), flags=STAGE, event="escape",
                horses=HORSES, coach=1)  # fmt: skip
    assert RIDE_TO + AWAY in state.legal_actions()
    state.apply_action(RIDE_TO + AWAY)
    assert places(state)[0] == AWAY
    assert state.fields().horses == (0,) * 7
    assert state.current_player() == 1
    assert state.fields().marshal == 0
    state.playout(Rng(1))
    before = act(bandits, (0, RIDE), flags=STAGE, event="mortal", horses=HORSES, coach=1)
    assert RIDE_TO + AWAY not in before.legal_actions()


def test_intro() -> None:
    """Ruling intro: horses and whiskey only."""
    fields = initial(3, 4, names.HORSES).fields()
    assert fields.coach == NOTHING
    assert fields.shotgun == 0
    assert fields.hostages == 0
    assert len(fields.flasks) == 4
    for state in game(4, names.HORSES, 3):
        played = state.fields().played
        assert not played & 0b111000111110000000


# --- teams --------------------------------------------------------------------------------------------------


def test_team_card() -> None:
    """Ruling team-card: a partner's card acts for its colour, and that bandit's owner decides."""
    bandits = [bandit(inside(2)), bandit(inside(2)), FAR, FAR]
    fields = base(bandits, names.TEAMS)
    mine = Seat(kinds(FIRE, MOVE + names.SIDE, NEUTRAL + names.SIDE), kinds(FLOOR), 3, 1, guests=2)
    fields = replace(fields, seats=(mine, *fields.seats[1:]))
    state = ColtState.from_fields(fields)
    assert state.legal_actions() == [PLAY + FIRE, PLAY + MOVE + names.SIDE, DRAW]
    state.apply_action(PLAY + MOVE + names.SIDE)
    after = state.fields()
    assert after.pile == (Planned(MOVE, 1, 0, False),)
    assert after.seats[0].guests == 1
    pile = replace(
        after,
        stage=names.STAGES.index("pile"),
        phase=phase("showcard"),
        seat=0,
        pile=(Planned(MOVE, 1, 0, True),),
        seats=(replace(after.seats[0], guests=2), *after.seats[1:]),
    )
    state = ColtState.from_fields(pile)
    state.apply_action(SHOW + MOVE + names.SIDE, CHANCE_PLAYER)
    assert state.current_player() == 1
    assert state.fields().bandit == 1
    state.apply_action(GO + inside(3))
    after = state.fields()
    # the bullet stays in the hand that drew it, the card went home; each draws one of the partner's
    assert after.seats[0].hand == kinds(NEUTRAL + names.SIDE)
    assert after.first == 2
    assert (after.phase, after.seat, after.why) == (phase("drawcard"), 2, 0)


def test_team_totals_and_gunslinger() -> None:
    bandits = [bandit(inside(1), jewels=1), bandit(inside(1), shots=1), bandit(inside(1), shots=1), FAR]
    bandits[3] = bandit(inside(1), shots=1, jewels=1)
    state = over(bandits, flags=names.TEAMS)
    assert state.scores() == [500, 500, 1500, 1500]
    assert state.returns() == [-1, -1, 1, 1]
    partner = act([bandit(inside(1)), bandit(inside(2)), bandit(roof(1)), FAR], (0, FIRE), (2, MOVE),
                  flags=names.TEAMS)  # fmt: skip
    assert partner.fields().bandits[0].shots == 0
    assert partner.fields().bandits[0].bullets == 5
    assert partner.fields().seats[1].discard[NEUTRAL] == 1


# --- two seats, expert --------------------------------------------------------------------------------------


def test_two_seats_choose_who_starts_where() -> None:
    state = initial(5, 2, names.PAIRS)
    assert state.legal_actions(0) == [START, START + 1]
    state.apply_action(START + 1, 0)
    state.apply_action(START, 1)
    state.apply_action(MASK + 0b01, CHANCE_PLAYER)
    assert places(state) == [inside(3), inside(4), inside(4), inside(3)]
    assert state.current_player() == SIMULTANEOUS_PLAYER
    assert state.legal_actions(0)[0] == RESERVE
    assert len(state.legal_actions(0)) == 11
    state.apply_action(RESERVE + MARSHAL, 0)
    state.apply_action(RESERVE, 1)
    assert state.fields().seats[0].hand[MARSHAL] == 1
    left = {0: 6, 1: 6}
    for k, robber in enumerate(state.fields().bandits):
        left[k // 2] += robber.character == DOC
    assert state.fields().left == left[state.fields().seat]


def test_two_seats_cover_a_fire() -> None:
    fields = base([FAR, FAR, FAR, FAR], names.PAIRS)
    hand = kinds(FIRE, MOVE, MARSHAL, FLOOR + names.SIDE)
    fields = replace(fields, seats=(Seat(hand, kinds(), 4, 0), fields.seats[1]))
    state = ColtState.from_fields(fields)
    state.apply_action(PLAY + FIRE)
    assert state.legal_actions() == [PLAY + FLOOR + names.SIDE, DECLINE]
    state.apply_action(PLAY + FLOOR + names.SIDE)
    assert state.current_player() == 1
    assert [p.kind for p in state.fields().pile] == [FIRE, FLOOR + names.SIDE]


def test_two_seats_shots_at_the_partner_do_not_count() -> None:
    state = act([bandit(inside(1)), bandit(inside(2)), FAR, bandit(roof(1))], (0, FIRE), (3, MOVE),
                flags=names.PAIRS)  # fmt: skip
    assert state.fields().bandits[0].shots == 0
    assert state.fields().bandits[1].hits == 1


def test_expert_keeps_the_hand_and_refills() -> None:
    state = act([bandit(inside(1), BELLE, bullets=0), FAR, FAR], (0, FIRE), flags=names.EXPERT)
    fields = state.fields()
    assert fields.phase == phase("discard")
    assert fields.round == 1
    assert fields.seats[0].discard[FIRE] == 1
    assert state.legal_actions() == [DECLINE] + [0x0A0 + k for k in range(5)]
    state.apply_action(0x0A0 + PUNCH)
    state.apply_action(DECLINE)
    assert state.fields().left == 1
    assert state.fields().seats[0].discard[PUNCH] == 1
    state.apply_action(state.draw_chance(Rng(1)), CHANCE_PLAYER)
    assert state.fields().seat == 1


def test_expert_shuffles_the_discards_only_when_the_deck_runs_out() -> None:
    fields = base([FAR, FAR, FAR], names.EXPERT)
    seat = Seat(kinds(MOVE), kinds(FIRE), 1, 1, discard=kinds(PUNCH, FLOOR))
    state = ColtState.from_fields(replace(fields, seats=(seat, *fields.seats[1:])))
    state.apply_action(DRAW)
    assert [action for action, _ in state.chance_outcomes()] == [CARD + FIRE]
    state.apply_action(CARD + FIRE, CHANCE_PLAYER)
    assert [action for action, _ in state.chance_outcomes()] == [CARD + FLOOR, CARD + PUNCH]


def test_memory_a_purse_once_seen_stays_known() -> None:
    """Ruling memory: who held a purse knows it for good, and may name it when it lies about."""
    bandits = [bandit(inside(2)), FAR, FAR]
    purses = (purse(5, 0b001, place=inside(2)), purse(0, 0b010, place=inside(2)))
    state = act(bandits, (0, ROBBERY), purses=purses)
    assert state.legal_actions() == [LOOT, LOOT + BLIND]
    assert state.view(1).fields().purses[0].value == names.UNKNOWN
    assert state.view(1).fields().purses[1].value == 0


def test_flasks_are_named_full_or_half() -> None:
    flasks = (Flask(inside(2), 0), Flask(inside(2), 1))
    state = act([bandit(inside(2)), FAR, FAR], (0, ROBBERY), flags=STAGE, flasks=flasks)
    assert state.legal_actions() == [LOOT + FLASK, LOOT + FLASK + 1]


def test_loot_is_robbed_at_once_when_there_is_one_kind() -> None:
    state = act([bandit(inside(2)), FAR, FAR], (0, ROBBERY), boxes=(0,) * 4 + (1,) + (0,) * 11)
    assert state.fields().bandits[0].boxes == 1
