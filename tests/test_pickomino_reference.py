"""The Pickomino reference against worked-out positions, to be trusted as a yardstick."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from reference.pickomino import FACES, PRINTED, WORM, Counts, Position, random_roll
from scaling import scale

pytestmark = pytest.mark.pure

ALL = set(range(21, 37))


def dice(text: str) -> Counts:
    """Dice written as one sign a die, `w` the worm: `55w2` is two fives, a worm and a two."""
    return tuple(text.count(sign) for sign in "12345w")


#: Dice set aside that make a total, a worm among them.
TOTALS = {
    20: "wwww",
    21: "wwww1",
    22: "wwww2",
    23: "wwww3",
    24: "wwww4",
    25: "wwwww",
    26: "wwwww1",
    29: "wwwww4",
    30: "wwwwww",
    35: "wwwwwww",
    36: "wwwwwww1",
    40: "wwwwwwww",
}


def with_total(total: int, seats: int = 3, **data: Any) -> Position:
    """The seat in turn has just set aside dice that make `total`."""
    return Position.of(seats, aside=dice(TOTALS[total]), **data)


def fail(position: Position) -> Position:
    """The position after a failed turn: a four is set aside, seven fours follow."""
    after = position.throw(dice("41111111")).apply("4").apply("roll")
    return after.throw(dice("4444444"))


def test_the_figures() -> None:
    assert list(PRINTED.tiles) == sorted(ALL)
    assert [PRINTED.on_tile(tile) for tile in (21, 24, 25, 28, 29, 32, 33, 36)] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert sum(PRINTED.worms) == 40


@pytest.mark.parametrize("seats", [1, 8])
def test_two_to_seven_play(seats: int) -> None:
    with pytest.raises(ValueError, match=f"seats {seats}"):
        Position(seats)


def test_the_start() -> None:
    position = Position(7)
    assert (position.grill, position.stacks, position.turn) == (ALL, [[]] * 7, 0)
    assert position.choices() == []


def test_every_die_of_a_face_is_set_aside_and_no_face_twice() -> None:
    position = Position(2).throw(dice("ww444411"))
    assert position.choices() == ["1", "4", "worm"]
    after = position.apply("4")
    assert (after.aside, after.total(), after.dice_left()) == (dice("4444"), 16, 4)
    again = after.apply("roll").throw(dice("44w5"))
    assert again.choices() == ["5", "worm"]
    with pytest.raises(ValueError, match="choice '4'"):
        again.apply("4")


def test_a_stop_needs_a_worm_and_the_lowest_tile() -> None:
    assert Position.of(2, aside=dice("55555")).choices() == ["roll"]
    assert with_total(20).choices() == ["roll"]
    assert with_total(21).choices() == ["stop", "roll"]
    assert with_total(21, grill={22, 30}).choices() == ["roll"]


def test_the_tile_of_exactly_the_total_is_taken() -> None:
    after = with_total(25).apply("stop")
    assert after.stacks == [[25], [], []]
    assert after.grill == ALL - {25}
    assert (after.turn, after.phase) == (1, "roll")


def test_failing_exactly_the_next_lower_open_one() -> None:
    after = with_total(26, grill={22, 24, 27, 36}, stacks=[[21], [], []]).apply("stop")
    assert (after.stacks[0], after.grill) == ([21, 24], {22, 27, 36})
    assert with_total(40, grill={21, 35}).prize() == (35, None)


def test_another_seat_is_robbed_by_exactly_its_top_tile() -> None:
    stacks = [[30], [22, 25], [26, 24]]
    robbed = with_total(25, stacks=stacks).apply("stop")
    assert robbed.stacks == [[30, 25], [22], [26, 24]]
    assert robbed.grill == ALL - {30, 22, 25, 26, 24}
    # not the tile below the top, not with more than it says, not one's own
    assert with_total(22, stacks=stacks).prize() == (21, None)
    assert with_total(26, stacks=stacks).prize() == (23, None)
    assert with_total(30, stacks=stacks).prize() == (29, None)
    # robbing is the only way where no open tile is low enough
    assert with_total(25, stacks=stacks, grill={27}).prize() == (25, 1)
    assert with_total(25, stacks=[[25], [], []], grill={27}).choices() == ["roll"]


def test_a_failed_turn_gives_the_top_tile_back_and_turns_the_highest_over() -> None:
    after = fail(Position.of(2, stacks=[[22, 25], [30]]))
    assert after.stacks == [[22], [30]]
    assert after.grill == ALL - {22, 30, 36}
    assert after.turned() == {36}
    assert (after.turn, after.phase) == (1, "roll")


def test_the_tile_put_back_is_not_turned_over() -> None:
    after = fail(Position.of(2, stacks=[[22, 36], [30]]))
    assert (after.stacks[0], after.turned()) == ([22], set())
    assert 36 in after.grill


def test_a_seat_without_a_tile_still_has_the_highest_turned_over() -> None:
    assert fail(Position(2)).turned() == {36}


@pytest.mark.parametrize(
    "last", ["no face left", "all dice aside without a worm", "all dice aside and too low"]
)
def test_what_a_failed_turn_is(last: str) -> None:
    if last == "no face left":
        after = Position.of(2, aside=dice("4"), phase="roll").throw(dice("4444444"))
    elif last == "all dice aside without a worm":
        after = Position.of(2, aside=dice("5555444"), phase="roll").throw(dice("3")).apply("3")
    else:
        after = Position.of(2, aside=dice("1111222"), phase="roll").throw(dice("w")).apply("worm")
    assert (after.turn, after.turned()) == (1, {36})


def test_the_game_ends_when_no_tile_lies_open() -> None:
    taken = with_total(30, grill={29}, stacks=[[], [21, 36], [33]]).apply("stop")
    assert (taken.phase, taken.scores(), taken.ranks()) == ("over", [3, 5, 4], [3, 1, 2])
    turned = fail(Position.of(2, grill={29}, stacks=[[], [21]]))
    assert (turned.phase, turned.ranks()) == ("over", [2, 1])
    back = fail(Position.of(2, grill={22}, stacks=[[29], [21]]))
    assert (back.phase, back.grill) == ("roll", {22, 29})


def test_equal_worms_go_by_the_highest_tile() -> None:
    position = Position.of(4, grill=set(), stacks=[[21, 29], [33], [], []], phase="over")
    assert position.scores() == [4, 4, 0, 0]
    assert position.ranks() == [2, 1, 3, 3]


def test_random_games_keep_every_tile_and_end() -> None:
    for seed in range(scale(200, least=20)):
        random = Random(seed)
        position = Position(random.randint(2, 7))
        for _ in range(100_000):
            if position.phase == "over":
                break
            before = position
            if position.phase == "roll":
                position = position.throw(random_roll(position.dice_left(), random))
            else:
                position = position.apply(random.choice(position.choices()))
            assert before.turned() <= position.turned()
            assert Position.of(position.seats, **position.data()) == position
        assert position.phase == "over"
        assert sum(position.scores()) + sum(map(PRINTED.on_tile, position.turned())) == 40


def test_the_worm_is_a_face_like_the_others_that_counts_five() -> None:
    assert FACES[WORM] == "worm"
    assert Position.of(2, aside=dice("5w")).total() == 10
