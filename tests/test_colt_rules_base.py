"""Colt Express, the base game rule by rule: rulings by their ids, and faults found in other programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from colt_games import game

from colt_scenes import (
    BANKER,
    BELLE,
    CHEYENNE,
    COACH,
    DJANGO,
    DOC,
    FAR,
    FIRE,
    FLOOR,
    GHOST,
    MARSHAL,
    MOVE,
    NEUTRAL,
    NOTHING,
    POKER,
    PUNCH,
    ROBBERY,
    STAGE,
    TUCO,
    act,
    bandit,
    base,
    card,
    event,
    hits,
    inside,
    kinds,
    over,
    phase,
    places,
    plan,
    purse,
    roof,
)
from solver.game import CHANCE_PLAYER, UNSEEN_ACTION
from solver.games.colt import names
from solver.games.colt.codes import (
    BLIND,
    CAR,
    CARD,
    DECLINE,
    DRAW,
    GO,
    JEWEL,
    LEAST,
    LOOT,
    PASS,
    PICK,
    PLAY,
    PLAY_DOWN,
    SHOOT,
    VALUE,
)
from solver.games.colt.deal import deck_of
from solver.games.colt.fields import Planned
from solver.games.colt.figures import standard
from solver.games.colt.state import ColtState, initial
from solver.rng import Rng

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
    assert state.legal_actions() == [LOOT + BLIND, LOOT + JEWEL]  # kinds alone, known purse or not
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
    assert state.fields().phase == phase("showpurse")
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
    assert state.fields().phase == phase("showpurse")
    assert state.fields().fresh == (0, 2, 0, 0, 0, 0, 0)
    assert state.fields().purses == (purse(3, 1, 0),)


def test_purses_are_turned_up_before_there_is_a_result() -> None:
    """Ruling end: on a view what others hold is an outcome of chance; until it is in there is no result."""
    bandits = [bandit(inside(1)), bandit(inside(1)), bandit(inside(3))]
    purses = (purse(4, 0b001, 0), purse(0, 0b111, 1), purse(2, 0b011, 1), purse(5, 0b010, place=inside(2)))
    state = over(bandits, purses=purses, pool=(7, 2, 1, 2, 1, 1))
    views = [state.view(seat) for seat in range(3)]
    assert not any(each.is_terminal() for each in (state, *views))
    with pytest.raises(ValueError, match="not over"):
        views[1].result()
    assert [len(view.chance_outcomes()) for view in views] == [1, 6, 6]
    odds = dict(views[2].chance_outcomes())
    # seven of 250, two each of 300 and 400, of 350 two and of 450 two and of 500 two that seat 2 has not seen
    assert odds[VALUE] == Fraction(7, 17)
    assert odds[VALUE + 4] == Fraction(2, 17)
    for value in (4, 2):
        assert state.chance_outcomes() == [(VALUE + value, Fraction(1))]
        for each in (state, *views):
            each.apply_action(VALUE + value, CHANCE_PLAYER)
    for seat, view in enumerate(views):
        assert view.fields() == state.view(seat).fields()
        assert view.result() == state.result()
    assert state.scores() == [1000 + 450, 1000 + 250 + 350, 1000]
    assert state.fields().purses[3].seen == 0b010


def test_hostage_taking_counts_inside_and_roof() -> None:
    """Fault: Hostage-taking counting the roof only."""
    state = event("conductor", [bandit(roof(0)), bandit(inside(0)), bandit(inside(1))], marshal=3)
    assert [b.bonus for b in state.fields().bandits] == [250, 250, 0]


# --- the end ------------------------------------------------------------------------------------------------


def test_gunslinger_goes_to_all_who_tie() -> None:
    """Ruling gunslinger-zero; fault: Gunslinger to only one of the tied."""
    assert over([FAR, FAR, FAR]).scores() == [1000, 1000, 1000]
    shots = [bandit(inside(1), shots=2), bandit(inside(1), shots=2), bandit(inside(1), shots=1)]
    assert over(shots).scores() == [1000, 1000, 0]


def test_ties_go_to_fewer_bullets() -> None:
    state = over([bandit(inside(1), hits=2), bandit(inside(1), hits=1), bandit(inside(1), hits=2)])
    assert state.result()[0] == [2, 1, 2]
    assert state.returns() == [-0.5, 1.0, -0.5]
