"""The Heckmeck reference against worked-out positions and known values, to be trusted as a yardstick."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from reference.heckmeck import (
    FACES,
    PRINTED,
    VALUES,
    WORM,
    Counts,
    Figures,
    Position,
    all_rolls,
    random_roll,
)
from reference.heckmeck_turn import BARBECUE, FAILED, OLDER_GAME, Dice, Turn, barbecue_stops, rolls
from scaling import scale

pytestmark = pytest.mark.pure


def dice(text: str) -> Counts:
    """Dice written as one sign a die, `w` the worm: `66w2` is two sixes, a worm and a two."""
    return tuple(text.count(sign) for sign in "1234w6")


# Dice set aside that make a total; all of them hold a worm and leave a die, but for the last two
TOTALS = {
    22: "wwww2",
    23: "www44",
    24: "wwww4",
    25: "wwwww",
    26: "wwwww1",
    27: "wwwww2",
    28: "www661",
    29: "wwwww4",
    30: "wwwwww",
    31: "wwwww6",
    32: "www6641",
    33: "wwww661",
    34: "wwww662",
    35: "wwwwwww",
    36: "wwww6622",
    37: "wwwww66",
    40: "ww66666",
    41: "wwwwwww6",
}


def stop(position: Position) -> Position:
    return position.apply("stop")


def fail(position: Position) -> Position:
    """The position after a failed turn of the seat about to roll: a four is set aside, seven fours follow."""
    assert position.phase == "roll"
    assert not any(position.aside)
    after = position.throw(dice("42222222")).apply("4").apply("roll")
    return after.throw(dice("4444444"))


def with_total(total: int, seats: int = 3, figures: Figures = PRINTED, **data: Any) -> Position:
    """Seat 0 (or `turn`) has just set aside dice that make `total`."""
    return Position.of(seats, figures, aside=dice(TOTALS[total]), **data)


@pytest.mark.parametrize(("total", "text"), TOTALS.items())
def test_the_dice_of_the_cases_make_their_totals(total: int, text: str) -> None:
    assert sum(count * value for count, value in zip(dice(text), VALUES, strict=True)) == total


# The start and the turn


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_first_seat_0_begins_with_everything_in_hand(seats: int) -> None:
    position = Position(seats)
    assert position.data() == {
        "plates": {},
        "grill_snails": set(),
        "hand": [10] * seats,
        "worms": [0] * seats,
        "snails": [0] * seats,
        "supply": 12,
        "turn": 0,
        "aside": (0, 0, 0, 0, 0, 0),
        "roll": None,
        "phase": "roll",
        "ending": "",
    }
    assert Position.of(seats) == position
    assert position.bank_left() == 50


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_first_the_turn_goes_round(seats: int) -> None:
    position = Position(seats)
    for ply in range(2 * seats):
        assert position.turn == ply % seats
        position = fail(position)


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(ValueError, match=f"seats {seats}"):
        Position(seats)


def test_every_die_of_the_face_is_set_aside() -> None:
    position = Position(2).throw(dice("ww444411"))
    assert position.choices() == ["1", "4", "worm"]
    after = position.apply("4")
    assert after.data() == Position.of(2, aside=dice("4444")).data()
    assert after.dice_left() == 4
    assert after.total() == 16


def test_a_face_is_set_aside_once_a_turn() -> None:
    position = Position.of(2, aside=dice("ww66"), phase="roll").throw(dice("w643"))
    assert position.choices() == ["3", "4"]
    with pytest.raises(ValueError, match="choice 'worm'"):
        position.apply("worm")
    with pytest.raises(ValueError, match="face 5"):
        position.set_aside(5)


def test_rolling_on_keeps_the_dice_aside_and_leaves_the_rest() -> None:
    position = with_total(25).apply("roll")
    assert (position.phase, position.aside, position.dice_left()) == ("roll", dice("wwwww"), 3)
    with pytest.raises(ValueError, match="sum to 3"):
        position.throw(dice("11"))


def test_the_dice_of_the_printed_example_make_thirty() -> None:
    """Two sixes, two worms, a four, two twos: the worm counts five."""
    position = Position.of(2, aside=dice("66ww422"))
    assert position.total() == 30
    after = stop(position)
    assert after.plates == {30: [0]}
    assert after.worms == [3, 0]


# Rulings


@pytest.mark.parametrize("space", PRINTED.spaces)
def test_result_the_exact_total_names_the_space(space: int) -> None:
    worms = [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4][space - 23]
    after = stop(with_total(space))
    assert after.plates == {space: [0]}
    assert (after.worms, after.hand, after.turn) == ([worms, 0, 0], [9, 10, 10], 1)


def test_result_no_lower_space_instead() -> None:
    """At 26, protected, the empty space 25 is no way out."""
    position = with_total(26, plates={26: [1, 1]}, worms=[0, 4, 0])
    assert position.decisions() == ["roll"]


@pytest.mark.parametrize("text", ["666664", "44446", "666666"])
def test_result_without_a_worm_no_stop(text: str) -> None:
    position = Position.of(2, aside=dice(text))
    assert position.total() > 21
    assert position.decisions() == ["roll"]
    with pytest.raises(ValueError, match="decision 'stop'"):
        position.decide("stop")


def test_result_below_the_grill_no_stop() -> None:
    assert with_total(22).decisions() == ["roll"]
    assert with_total(23).decisions() == ["stop", "roll"]


@pytest.mark.parametrize("total", [37, 40, 41])
def test_result_above_the_grill_a_snail_of_the_supply(total: int) -> None:
    after = stop(with_total(total, grill_snails={36}))
    assert (after.snails, after.supply, after.grill_snails) == ([1, 0, 0], 10, {36})
    assert (after.plates, after.worms, after.hand, after.turn) == ({}, [0, 0, 0], [10, 10, 10], 1)


def test_result_above_the_grill_the_highest_snail_when_the_supply_is_empty() -> None:
    position = with_total(37, grill_snails={24, 31, 33}, snails=[2, 4, 3])
    assert position.supply == 0
    after = stop(position)
    assert (after.snails, after.grill_snails, after.phase) == ([3, 4, 3], {24, 31}, "roll")


def test_result_a_snail_on_the_space_is_taken_and_no_plate_put() -> None:
    after = stop(with_total(31, grill_snails={31, 36}))
    assert (after.snails, after.grill_snails, after.supply) == ([1, 0, 0], {36}, 10)
    assert (after.plates, after.worms, after.hand) == ({}, [0, 0, 0], [10, 10, 10])


@pytest.mark.parametrize("owner", [0, 1, 2])
def test_protected_two_plates_of_any_seat_make_the_total_dead(owner: int) -> None:
    worms = [0, 0, 0]
    worms[owner] = 6
    position = with_total(30, plates={30: [owner, owner]}, worms=worms)
    assert position.decisions() == ["roll"]


def test_protected_the_second_plate_brings_the_worms_again() -> None:
    after = stop(with_total(30, plates={30: [0]}, worms=[3, 0, 0]))
    assert after.plates == {30: [0, 0]}
    assert (after.worms, after.hand) == ([6, 0, 0], [8, 10, 10])


def test_protected_a_snail_does_not_fall_there() -> None:
    plates = {36: [1, 1], 35: [0]}
    after = fail(Position.of(2, plates=plates, worms=[4, 8]))
    assert (after.plates, after.grill_snails) == (plates, {34})


def test_stop_above_the_grill_without_a_snail_anywhere_is_allowed_with_a_worm_only() -> None:
    snails = [4, 4, 4]
    assert with_total(37, snails=snails).decisions() == ["stop", "roll"]
    assert with_total(41, snails=snails).decisions() == ["stop"]
    without = Position.of(3, aside=dice("6666664"), snails=snails)
    assert without.total() == 40
    assert without.decisions() == ["roll"]


def test_stop_and_roll_are_both_offered_while_dice_are_left() -> None:
    assert with_total(36).decisions() == ["stop"]
    assert with_total(35).decisions() == ["stop", "roll"]
    everything_used = Position.of(2, aside=dice("1234w66"))
    assert everything_used.total() == 27
    assert everything_used.decisions() == ["stop", "roll"]


def test_stop_a_turn_that_can_neither_stop_nor_roll_on_has_failed() -> None:
    before = Position.of(2, aside=dice("www44"), phase="roll", plates={29: [1, 1]}, worms=[0, 6])
    after = before.throw(dice("222")).apply("2")
    assert after == Position.of(2, plates={29: [1, 1]}, worms=[0, 6], grill_snails={36}, turn=1)
    no_worm = Position.of(2, aside=dice("666666"), phase="roll").throw(dice("44")).apply("4")
    assert no_worm == Position.of(2, grill_snails={36}, turn=1)
    too_low = Position.of(2, aside=dice("111111"), phase="roll").throw(dice("ww")).apply("worm")
    assert too_low == Position.of(2, grill_snails={36}, turn=1)


def test_stop_failing_on_purpose_is_not_offered() -> None:
    position = with_total(22)
    with pytest.raises(ValueError, match="choice 'stop'"):
        position.apply("stop")
    assert position == with_total(22)


def test_failure_no_new_face() -> None:
    before = Position.of(3, aside=dice("ww66"), phase="roll", worms=[7, 0, 0])
    after = before.throw(dice("www6"))
    assert after == Position.of(3, worms=[7, 0, 0], grill_snails={36}, turn=1)


def test_failure_costs_nothing_but_the_turn() -> None:
    data: dict[str, Any] = {"plates": {23: [0], 24: [0, 0]}, "worms": [9, 0, 0], "snails": [2, 0, 1]}
    after = fail(Position.of(3, **data))
    assert after == Position.of(3, **data, grill_snails={36}, turn=1)


def test_failure_the_snail_takes_the_highest_empty_space() -> None:
    plates = {36: [1], 35: [2, 2], 33: [0]}
    after = fail(Position.of(3, plates=plates, worms=[4, 4, 8], grill_snails={34}))
    assert (after.grill_snails, after.supply, after.plates) == ({34, 32}, 10, plates)
    assert after.turn == 1


def test_failure_without_an_empty_space_the_highest_single_plate_goes_home() -> None:
    plates = {space: [1, 1] for space in (36, 34, 33)}
    plates |= {35: [2], 32: [0], **{space: [2] for space in range(23, 32)}}
    worms = [3, 24, 23]
    before = Position.of(3, plates=plates, worms=worms)
    assert before.hand == [9, 4, 0]
    after = fail(before)
    assert after.grill_snails == {35}
    assert after.plates == {space: owners for space, owners in plates.items() if space != 35}
    assert (after.hand, after.supply) == ([9, 4, 1], 11)


def test_evicted_the_owner_keeps_the_worms() -> None:
    plates = {space: [space % 2] for space in PRINTED.spaces}
    worms = [20, 19]
    after = fail(Position.of(2, plates=plates, worms=worms))
    assert after.grill_snails == {36}
    assert 36 not in after.plates
    assert (after.worms, after.hand) == (worms, [4, 3])


@pytest.mark.parametrize("space", PRINTED.spaces)
def test_steal_the_robbed_player_pays_what_the_space_shows(space: int) -> None:
    worms = PRINTED.on_space(space)
    after = stop(with_total(space, plates={space: [2]}, worms=[5, 1, worms]))
    assert after.plates == {space: [0]}
    assert after.worms == [5 + worms, 1, 0]
    assert after.hand == [9, 10, 10]
    assert after.bank_left() == 50 - 6 - worms


def test_plates_out_an_empty_space_stays_empty() -> None:
    full = {space: [0, 0] for space in range(32, 37)}
    after = stop(with_total(25, plates=full, worms=[38, 0, 0]))
    assert after.plates == full
    assert (after.worms, after.hand, after.turn) == ([40, 0, 0], [0, 10, 10], 1)


def test_plates_out_a_robbed_plate_goes_home_and_the_space_is_empty() -> None:
    full = {space: [0, 0] for space in range(32, 37)}
    after = stop(with_total(25, plates=full | {25: [1]}, worms=[38, 4, 0]))
    assert after.plates == full
    assert (after.worms, after.hand) == ([40, 2, 0], [0, 10, 10])


def test_plates_out_the_own_single_plate_stays_single() -> None:
    full = {space: [0, 0] for space in range(33, 37)} | {25: [0], 26: [0]}
    after = stop(with_total(25, plates=full, worms=[36, 0, 0]))
    assert after.hand == [0, 10, 10]
    assert after.plates[25] == [0]
    assert after.worms == [38, 0, 0]


def test_plates_out_a_snail_is_taken_as_ever() -> None:
    full = {space: [0, 0] for space in range(32, 37)}
    after = stop(with_total(25, plates=full, worms=[38, 0, 0], grill_snails={25}))
    assert (after.snails, after.grill_snails, after.hand) == ([1, 0, 0], set(), [0, 10, 10])


def test_bank_an_empty_bank_stops_nobody() -> None:
    position = with_total(35, worms=[24, 26, 0])
    assert position.bank_left() == 0
    after = stop(position)
    assert (after.worms, after.scores()) == ([28, 26, 0], [28, 26, 0])
    assert after.bank_left() == -4


def test_end_a_failed_turn_without_a_snail_in_the_supply() -> None:
    position = Position.of(2, snails=[5, 4], grill_snails={36, 35}, supply=1)
    after = fail(position)
    assert (after.phase, after.grill_snails, after.supply) == ("roll", {36, 35, 34}, 0)
    over = fail(after)
    assert (over.phase, over.ending, over.turn) == ("over", "supply", 1)
    assert over.grill_snails == {36, 35, 34}
    assert over.scores() == [15, 12]
    assert over.ranks() == [1, 2]


def test_end_a_failed_turn_without_a_space_for_the_snail() -> None:
    plates = {space: [space % 2] * 2 for space in range(23, 33)}
    data: dict[str, Any] = {"plates": plates, "grill_snails": {33, 34, 35, 36}, "worms": [23, 22]}
    position = Position.of(2, **data)
    assert (position.hand, position.supply) == ([0, 0], 8)
    over = fail(position)
    assert (over.phase, over.ending) == ("over", "grill")
    assert over == Position.of(2, **data, phase="over", ending="grill")
    plates[30] = [0]
    after = fail(Position.of(2, **data))
    assert (after.phase, after.hand) == ("roll", [2, 0])
    assert after.grill_snails == {30, 33, 34, 35, 36}


def test_end_a_stop_above_the_grill_without_a_snail_anywhere() -> None:
    position = with_total(37, snails=[3, 4, 5], worms=[10, 1, 0], plates={23: [1]}, turn=1)
    over = stop(position)
    assert (over.phase, over.ending, over.turn) == ("over", "snails", 1)
    assert over.scores() == [19, 13, 15]
    assert over.ranks() == [1, 3, 2]
    assert over.choices() == []
    with pytest.raises(ValueError, match="no dice are due"):
        over.throw(dice("wwwwwwww"))


def test_end_the_last_snails_of_the_grill_do_not_end_it() -> None:
    after = stop(with_total(37, grill_snails={23}, snails=[3, 3, 5]))
    assert (after.phase, after.snails) == ("roll", [4, 3, 5])


def over_with(seats: int = 3, **data: Any) -> Position:
    return Position.of(seats, phase="over", ending="supply", supply=0, **data)


def test_tie_the_plate_on_the_highest_space_decides() -> None:
    data: dict[str, Any] = {"snails": [4, 4, 4], "worms": [9, 9, 9]}
    assert over_with(**data, plates={27: [0], 33: [1], 25: [2, 2]}).ranks() == [2, 1, 3]
    assert over_with(**data, plates={27: [0]}).ranks() == [1, 2, 2]


def test_tie_without_a_plate_it_is_shared() -> None:
    assert over_with(snails=[4, 4, 4], worms=[9, 9, 9]).ranks() == [1, 1, 1]
    assert over_with(snails=[4, 4, 4], worms=[7, 9, 9]).ranks() == [3, 1, 1]


def test_tie_a_plate_does_not_outweigh_points() -> None:
    assert over_with(snails=[4, 4, 4], worms=[8, 9, 9], plates={36: [0], 23: [2]}).ranks() == [3, 2, 1]


def test_no_ranks_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        Position(2).ranks()


def test_own_figures_move_the_grill_and_the_worth() -> None:
    figures = Figures(dice=5, lowest=10, worms=(7, 8), snails=2, snail_points=9, plates=1)
    position = Position(2, figures).throw(dice("wwww1")).apply("worm")
    assert position.total() == 20
    after = stop(position)
    assert (after.snails, after.scores(), after.supply) == ([1, 0], [9, 0], 1)
    after = stop(after.throw(dice("ww122")).apply("worm"))
    assert (after.worms, after.plates, after.hand) == ([0, 7], {10: [1]}, [1, 0])


# Data that contradict themselves


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"turn": 3}, "turn 3"),
        ({"worms": [0, 0]}, "worms"),
        ({"snails": [0, 0, -1]}, "snails"),
        ({"plates": {22: [0]}, "worms": [9, 0, 0]}, "space 22"),
        ({"plates": {30: [0, 0, 0]}, "worms": [9, 0, 0]}, "space 30: 3 plates"),
        ({"plates": {30: [0, 1]}, "worms": [3, 3, 0]}, "space 30: plates of different seats"),
        ({"plates": {30: [3]}}, "space 30: no seat 3"),
        ({"plates": {30: [0]}, "worms": [3, 0, 0], "grill_snails": {30}}, "space 30: both"),
        ({"grill_snails": {37}}, "snail on space 37"),
        ({"plates": {30: [0]}, "worms": [3, 0, 0], "hand": [10, 10, 10]}, "seat 0: 11 plates"),
        ({"plates": {30: [0]}, "worms": [2, 0, 0]}, "seat 0: fewer worms than its plates brought, 3"),
        ({"snails": [7, 6, 0]}, "supply -1"),
        ({"supply": 11}, "11 snails"),
        ({"aside": (0, 0, 0, 0, 9, 0)}, "aside"),
        ({"aside": dice("ww"), "roll": dice("wwwwww")}, "the turn has failed"),
        ({"aside": dice("ww"), "roll": dice("66")}, "sum to 6"),
        ({"roll": dice("66666666"), "phase": "roll"}, "not in phase roll"),
        ({"aside": dice("44444444")}, "the turn has failed"),
        ({"phase": "decide"}, "nothing has been set aside"),
        ({"phase": "over"}, "ending ''"),
        ({"phase": "over", "ending": "supply"}, "ending supply"),
        ({"phase": "over", "ending": "snails"}, "ending snails"),
        ({"phase": "over", "ending": "grill"}, "ending grill"),
        ({"phase": "thrown"}, "phase 'thrown'"),
        ({"colour": 1}, "colour"),
    ],
)
def test_contradictory_data_are_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        Position.of(3, **data)
    assert message in str(caught.value)


def test_a_position_survives_its_own_data() -> None:
    for position in game(4, Random(3)):
        assert Position.of(4, **position.data()) == position


# Dice


@pytest.mark.parametrize("number", range(1, 6))
def test_the_odds_are_those_of_every_ordered_roll(number: int) -> None:
    ordered = Counter(
        tuple(faces.count(face) for face in range(6)) for faces in product(range(6), repeat=number)
    )
    odds = dict(all_rolls(number))
    assert odds == {roll: Fraction(orders, 6**number) for roll, orders in ordered.items()}
    assert dict(rolls(number, 6)) == ordered
    assert sum(odds.values()) == 1


def test_eight_dice_have_1287_rolls() -> None:
    odds = dict(all_rolls(8))
    assert len(odds) == 1287
    assert sum(odds.values()) == 1
    assert odds[dice("wwwwwwww")] == Fraction(1, 6**8)


# One turn


EXACTLY = [
    (23, 0.4206),
    (24, 0.3809),
    (25, 0.3622),
    (26, 0.3262),
    (27, 0.3014),
    (28, 0.2656),
    (29, 0.2283),
    (30, 0.1929),
    (31, 0.1600),
    (32, 0.1271),
    (33, 0.0975),
    (34, 0.0719),
    (35, 0.0518),
    (36, 0.0354),
]


@pytest.mark.parametrize(("total", "chance"), EXACTLY)
def test_the_chance_of_exactly_one_total(total: int, chance: float) -> None:
    assert round(Turn(BARBECUE, {total: 1.0}, 0.0).value(), 4) == chance


def test_the_chance_of_reaching_the_grill_and_of_passing_it() -> None:
    grill = Turn(BARBECUE, barbecue_stops(dict.fromkeys(PRINTED.spaces, 1.0), above=1.0), 0.0)
    assert round(grill.value(), 4) == 0.8560
    assert 1400 < grill.states() < 1500
    above = Turn(BARBECUE, barbecue_stops(dict.fromkeys(PRINTED.spaces), above=1.0), 0.0)
    assert round(above.value(), 4) == 0.0422


@pytest.mark.long
def test_the_first_turn_of_the_older_game() -> None:
    """Dice with two faces worth five, tiles 21 to 36 of one to four worms, the next lower tile above them."""
    tiles = {total: 1 + (min(total, 36) - 21) // 4 for total in range(21, 41)}
    turn = Turn(OLDER_GAME, tiles, 0)
    assert abs(turn.value() - Fraction("1.6447296740400994")) < Fraction(1, 10**13)
    chances = turn.chances()
    assert sum(chances.values()) == 1
    assert sum(chance * tiles.get(total or 0, 0) for total, chance in chances.items()) == turn.value()


def test_one_die_by_hand() -> None:
    """One die, a worm wins 5, all else fails at the cost of 1: (5 - 5) / 6."""
    turn = Turn(Dice(1, BARBECUE.values, WORM), dict.fromkeys(range(1, 7), 5), -1)
    assert turn.value() == 0
    assert turn.chances() == {5: Fraction(1, 6), FAILED: Fraction(5, 6)}


def test_two_dice_by_hand() -> None:
    """Stopping at 10 and 11 only: two worms at once, or a worm and a six one after the other.

    One roll of 36 shows two worms. Two show a worm and a six, eight each a worm or a six with another face:
    one die is set aside, the other must show the face that is missing. Two sixes or neither face cannot win.
    """
    turn = Turn(Dice(2, BARBECUE.values, WORM), {10: 1, 11: 1}, 0)
    assert turn.value() == Fraction(1, 36) + Fraction(2 + 8 + 8, 36) * Fraction(1, 6)


def best_by_ordered_rolls(turn: Turn, aside: Counts, left: int) -> Fraction:
    """The value of rolling `left` dice, by going through every ordered roll without any memory."""
    values = []
    for faces in product(range(6), repeat=left):
        options = []
        for face in set(faces):
            if aside[face]:
                continue
            after = tuple(faces.count(one) if one == face else count for one, count in enumerate(aside))
            stays = left - faces.count(face)
            total = sum(count * value for count, value in zip(after, VALUES, strict=True))
            may_stop = after[WORM] and total in turn.stops
            if may_stop:
                options.append(turn.stops[total])
            if stays:
                options.append(best_by_ordered_rolls(turn, after, stays))
            elif not may_stop:
                options.append(turn.failure)
        values.append(max(options, default=turn.failure))
    return sum(values, Fraction(0)) / len(values)


@pytest.mark.parametrize("seed", range(4))
def test_the_turn_is_that_of_plain_enumeration(seed: int) -> None:
    """Three dice, some totals dead, all worths at random."""
    random = Random(seed)
    stops = {total: random.randint(-2, 9) for total in range(6, 19) if random.random() < 0.7}
    turn = Turn(Dice(3, VALUES, WORM), stops, random.randint(-3, 2))
    assert turn.value() == best_by_ordered_rolls(turn, (0,) * 6, 3)


@pytest.mark.long
def test_failing_can_be_worth_more_than_stopping() -> None:
    """A turn whose best outcome is failure rolls on while it may and stops when it must."""
    turn = Turn(BARBECUE, barbecue_stops(dict.fromkeys(PRINTED.spaces, 0), above=0), 1)
    chances = turn.chances()
    assert turn.value() == chances[FAILED] < 1
    assert all(chance > 0 for chance in chances.values())


@pytest.mark.parametrize("seed", range(20))
def test_the_turn_and_the_game_offer_the_same(seed: int) -> None:
    """A turn solver that was given the stops of a position allows what the game allows."""
    random = Random(seed)
    for position in game(2 + seed % 4, random):
        if position.phase not in ("aside", "decide"):
            continue
        spaces = {space: None if len(position.plates.get(space, [])) == 2 else 1 for space in PRINTED.spaces}
        turn = Turn(BARBECUE, barbecue_stops(spaces, above=1), 0)
        state = turn.state(position.aside)
        if position.phase == "aside":
            assert position.roll is not None
            used, total, left = state
            options = [face for face, count in enumerate(position.roll) if count and face not in used]
            assert options == position.faces()
            assert turn.next_state(state, options[0], position.roll[options[0]])[2] < left
            assert total == position.total()
        else:
            assert (turn.stop_value(state) is not None) == position.can_stop()


# Whole games


def game(seats: int, random: Random, figures: Figures = PRINTED) -> list[Position]:
    """Every position of a game of drawn choices; high faces and stopping are preferred half of the time."""
    position = Position(seats, figures)
    positions = [position]
    while position.phase != "over":
        if position.phase == "roll":
            position = position.throw(random_roll(position.dice_left(), random))
        else:
            choices = position.choices()
            # the last choice is the face of most value, or to roll on; the first may be to stop
            favourite = choices[-1] if position.phase == "aside" else choices[0]
            position = position.apply(favourite if random.random() < 0.5 else random.choice(choices))
        positions.append(position)
        assert len(positions) < 20_000
    return positions


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_games_keep_what_must_be_kept(seats: int) -> None:
    random = Random(seats)
    endings: Counter[str] = Counter()
    for _ in range(scale(100, least=10)):
        positions = game(seats, random)
        for before, after in pairwise(positions):
            check_step(before, after)
        over = positions[-1]
        endings[over.ending] += 1
        assert min(over.ranks()) == 1
    assert endings["supply"]


def check_step(before: Position, after: Position) -> None:
    """Invariants that no move may break: plates, snails and worms, and which seats can pay."""
    # rebuilding from data checks plates, snails, worms against the plates out, and the dice
    Position.of(after.seats, after.figures, **after.data())
    assert 0 <= after.supply <= before.supply <= 12
    assert after.supply + len(after.grill_snails) + sum(after.snails) == 12
    assert sum(after.worms) >= sum(before.worms)
    paid = [seat for seat in range(after.seats) if after.worms[seat] < before.worms[seat]]
    if after.turn == before.turn and after.phase != "over":
        assert (after.worms, after.plates, after.supply) == (before.worms, before.plates, before.supply)
        assert after.dice_left() <= before.dice_left()
        return
    total = before.total()
    assert len(paid) <= 1
    if paid:
        assert before.plates[total] == paid != [before.turn]
        assert sum(after.worms) == sum(before.worms)
    brought = sum(after.worms) - sum(before.worms)
    if brought:
        assert brought == PRINTED.on_space(total)
        assert before.plates.get(total, [before.turn]) == [before.turn]


def test_games_with_few_plates_end_too() -> None:
    figures = Figures(plates=1, snails=3)
    random = Random(9)
    for _ in range(scale(50, least=10)):
        over = game(3, random, figures)[-1]
        assert over.ending in ("supply", "grill", "snails")
        assert sum(over.snails) + len(over.grill_snails) + over.supply == 3


def test_faces_are_in_their_order() -> None:
    assert dict(zip(FACES, VALUES, strict=True)) == {"1": 1, "2": 2, "3": 3, "4": 4, "worm": 5, "6": 6}
