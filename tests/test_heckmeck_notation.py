"""Heckmeck's texts of positions and moves, and every way in which they can be wrong."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaling import scale
from solver.errors import HerdmindError, IllegalMove, NotationError
from solver.game import CHANCE_PLAYER
from solver.games import GAMES, parse_position
from solver.games.heckmeck import HeckmeckState, names, parse

BOX = "heckmeck/1 ladder=1,1,2,2,2,2,3,3,3,3,4,4,4,4 box=s12p10"
FRESH = (
    f"{BOX} grill=-,-,-,-,-,-,-,-,-,-,-,-,-,- plates=10/10/10 worms=0/0/0 snails=0/0/0 supply=12"
    " turn=0 aside=- roll=- phase=roll"
)
CHOOSE = (
    f"{BOX} grill=1,-,00,0,1,-,-,0,-,-,-,s,s,s plates=6/8 worms=9/6 snails=1/0 supply=8"
    " turn=1 aside=ww66 roll=1123 phase=choose"
)
ROLL = CHOOSE.replace("roll=1123 phase=choose", "roll=- phase=roll")
LAST = CHOOSE.replace("aside=ww66 roll=1123", "aside=11ww666 roll=2")
SUPPLY = CHOOSE.replace("snails=1/0 supply=8", "snails=5/4 supply=0").replace(
    "aside=ww66 roll=1123 phase=choose", "aside=- roll=- phase=over:supply"
)
GRILL = (
    f"{BOX} grill=s,s,s,s,s,s,s,s,00,00,11,11,00,11 plates=4/4 worms=20/24 snails=0/0 supply=4"
    " turn=0 aside=- roll=- phase=over:grill"
)
SNAILS = (
    f"{BOX} grill=-,-,-,-,-,-,-,-,-,-,-,-,-,1 plates=10/9 worms=0/4 snails=6/6 supply=0"
    " turn=0 aside=- roll=- phase=over:snails"
)
ALL = {
    "fresh": FRESH,
    "choose": CHOOSE,
    "roll": ROLL,
    "last": LAST,
    "supply": SUPPLY,
    "grill": GRILL,
    "snails": SNAILS,
}


@pytest.mark.parametrize("text", ALL.values(), ids=ALL.keys())
def test_good_positions_round_trip(text: str) -> None:
    assert parse_position(text).to_text() == text


def test_positions_that_no_game_reaches_but_the_rules_can_play_are_accepted() -> None:
    for text in (
        FRESH.replace("worms=0/0/0", "worms=0/65535/0"),
        FRESH.replace("ladder=1,1,2", "ladder=20,1,1"),
        FRESH.replace("box=s12p10", "box=s99p1").replace("10/10/10", "1/1/1").replace("=12", "=99"),
        FRESH.replace("aside=-", "aside=1234w6"),  # no roll can bring a new face: the turn will fail
    ):
        assert parse_position(text).to_text() == text


WRONG = [
    # form
    (FRESH, "heckmeck/1", "heckmeck/2", "heckmeck/2"),
    (FRESH, " box=", "  box=", " "),
    (FRESH, "box=s12p10 ", "", "grill=-,-,-,-,-,-,-,-,-,-,-,-,-,-"),
    (FRESH, " phase=roll", "", "roll=-"),
    (FRESH, "phase=roll", "phase=roll view=all", "view=all"),
    (FRESH, "turn=0", "turn:0", "turn:0"),
    # ladder and box
    (FRESH, "4,4,4,4 ", "4,4,4 ", "ladder=1,1,2,2,2,2,3,3,3,3,4,4,4"),
    (FRESH, "ladder=1,", "ladder=0,", "ladder=0,1,2,2,2,2,3,3,3,3,4,4,4,4"),
    (FRESH, "ladder=1,", "ladder=21,", "ladder=21,1,2,2,2,2,3,3,3,3,4,4,4,4"),
    (FRESH, "ladder=1,", "ladder=01,", "ladder=01,1,2,2,2,2,3,3,3,3,4,4,4,4"),
    (FRESH, "box=s12p10", "box=p10s12", "box=p10s12"),
    (FRESH, "box=s12p10", "box=s12p010", "box=s12p010"),
    (FRESH, "box=s12p10", "box=s0p10", "box=s0p10"),
    (FRESH, "box=s12p10", "box=s100p10", "box=s100p10"),
    # seats
    (FRESH, "plates=10/10/10", "plates=10", "plates=10"),
    (FRESH, "plates=10/10/10", "plates=10/10/10/10/10/10", "plates=10/10/10/10/10/10"),
    (FRESH, "plates=10/10/10", "plates=10/10/+10", "plates=10/10/+10"),
    (FRESH, "worms=0/0/0", "worms=0/0", "worms=0/0"),
    (FRESH, "worms=0/0/0", "worms=0/0/-1", "worms=0/0/-1"),
    (FRESH, "worms=0/0/0", "worms=0/0/65536", "worms=0/0/65536"),
    (FRESH, "snails=0/0/0", "snails=0/0/0/0", "snails=0/0/0/0"),
    (FRESH, "turn=0", "turn=3", "turn=3"),
    (FRESH, "turn=0", "turn=-", "turn=-"),
    # the grill
    (FRESH, "grill=-,", "grill=", "grill=-,-,-,-,-,-,-,-,-,-,-,-,-"),
    (FRESH, "grill=-", "grill=x", "x"),
    (FRESH, "grill=-", "grill=3", "3"),
    (FRESH, "grill=-", "grill=01", "01"),
    (FRESH, "grill=-", "grill=000", "000"),
    (FRESH, "grill=-", "grill=ss", "ss"),
    (FRESH, "grill=-", "grill=", ""),
    # pieces
    (FRESH, "grill=-", "grill=0", "plates=10/10/10"),
    (FRESH, "plates=10/10/10", "plates=10/10/9", "plates=10/10/9"),
    (FRESH, "supply=12", "supply=11", "supply=11"),
    (FRESH, "supply=12", "supply=12.", "supply=12."),
    (FRESH, "grill=-", "grill=s", "supply=12"),
    (FRESH, "snails=0/0/0", "snails=0/0/1", "supply=12"),
    (CHOOSE, "worms=9/6", "worms=8/6", "worms=8/6"),
    (CHOOSE, "worms=9/6", "worms=9/2", "worms=9/2"),
    # dice
    (CHOOSE, "roll=1123", "roll=1132", "roll=1132"),
    (CHOOSE, "roll=1123", "roll=1125", "roll=1125"),
    (CHOOSE, "roll=1123", "roll=112W", "roll=112W"),
    (CHOOSE, "roll=1123", "roll=", "roll="),
    (CHOOSE, "roll=1123", "roll=112", "roll=112"),
    (CHOOSE, "roll=1123", "roll=11233", "roll=11233"),
    (CHOOSE, "roll=1123", "roll=112333333", "roll=112333333"),
    (CHOOSE, "roll=1123", "roll=-", "roll=-"),
    (CHOOSE, "roll=1123", "roll=ww66", "roll=ww66"),
    (ROLL, "roll=-", "roll=1123", "roll=1123"),
    (ROLL, "aside=ww66", "aside=66ww", "aside=66ww"),
    (ROLL, "aside=ww66", "aside=1122ww66", "aside=1122ww66"),
    # phases and ends
    (FRESH, "phase=roll", "phase=draw", "phase=draw"),
    (FRESH, "phase=roll", "phase=over", "phase=over"),
    (SUPPLY, "aside=-", "aside=66", "aside=66"),
    (SUPPLY, "roll=-", "roll=66", "roll=66"),
    (FRESH, "phase=roll", "phase=over:supply", "phase=over:supply"),
    (FRESH, "phase=roll", "phase=over:grill", "phase=over:grill"),
    (FRESH, "phase=roll", "phase=over:snails", "phase=over:snails"),
    (SUPPLY, "over:supply", "over:grill", "phase=over:grill"),
    (SUPPLY, "over:supply", "over:snails", "phase=over:snails"),
    (GRILL, "over:grill", "over:supply", "phase=over:supply"),
]


@pytest.mark.parametrize(("good", "old", "new", "named"), WRONG)
def test_wrong_positions_are_refused_by_name(good: str, old: str, new: str, named: str) -> None:
    assert old in good
    with pytest.raises(NotationError) as caught:
        parse(good.replace(old, new, 1))
    assert caught.value.code == "position"
    assert caught.value.token == named
    assert "\n" not in str(caught.value)


@given(st.sampled_from(sorted(ALL)), st.data())
def test_a_changed_character_gives_an_error_or_another_position(name: str, data: st.DataObject) -> None:
    text = ALL[name]
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters(codec="utf-8")) + text[at + 1 :]
    try:
        state = parse(changed)
    except NotationError:
        return
    assert state.to_text() == changed


@given(st.text(max_size=200))
def test_any_text_is_refused_or_read_exactly(text: str) -> None:
    for start in ("", "heckmeck/1 ", FRESH):
        try:
            state = parse(start + text)
        except NotationError:
            continue
        assert state.to_text() == start + text


def test_positions_are_made_by_parse_alone() -> None:
    with pytest.raises(TypeError):
        HeckmeckState()
    with pytest.raises(NotationError):
        parse(7)  # type: ignore[arg-type]


# --- dice ---------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 5), max_size=8))
def test_dice_are_written_in_one_way(dice: list[int]) -> None:
    word = "".join(names.KIND.letters[face] for face in sorted(dice)) or "-"
    counts = names.KIND.read(word)
    assert counts == tuple(dice.count(face) for face in range(6))
    assert counts is not None
    assert names.KIND.text(counts) == word


# --- moves --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "token", "error", "says"),
    [
        (CHOOSE, "", NotationError, "is not a move"),
        (CHOOSE, "6", NotationError, "is not a move"),
        (CHOOSE, "5roll", NotationError, "is not a move"),
        (CHOOSE, "Wroll", NotationError, "is not a move"),
        (CHOOSE, "rolls", NotationError, "is not a move"),
        (CHOOSE, "1rollstop", NotationError, "is not a move"),
        (CHOOSE, "r112", IllegalMove, "no roll is due"),
        (CHOOSE, "4roll", IllegalMove, "no fours are among the dice rolled (1123)"),
        (CHOOSE, "wroll", IllegalMove, "no worms are among the dice rolled"),
        (CHOOSE.replace("1123", "112w"), "wroll", IllegalMove, "worms are set aside already"),
        (CHOOSE, "1fail", IllegalMove, "2 dice are left, so the turn goes on with 1roll"),
        (LAST, "2roll", IllegalMove, "no die would be left"),
        (LAST, "2fail", IllegalMove, "a total of 32 can be stopped at: 2stop"),
        (CHOOSE.replace("ww66 ", "2266 "), "1stop", IllegalMove, "no worm would be set aside"),
        (CHOOSE.replace("ww66 ", "22ww "), "1stop", IllegalMove, "the total would be 16; the lowest space"),
        (CHOOSE, "3stop", IllegalMove, "two plates lie on 25"),
        (ROLL, "r112", IllegalMove, "4 dice are to be rolled, not 3"),
        (ROLL, "r11123", IllegalMove, "4 dice are to be rolled, not 5"),
        (ROLL, "r2211", NotationError, "here r1122"),
        (ROLL, "r", NotationError, "is not a roll"),
        (ROLL, "r1157", NotationError, "is not a roll"),
        (ROLL, "1123", NotationError, "is not a roll"),
        (ROLL, "1roll", IllegalMove, "4 dice are to be rolled first"),
        (LAST.replace("roll=2 phase=choose", "roll=- phase=roll"), "2stop", IllegalMove, "1 die is to be"),
        (SUPPLY, "1roll", IllegalMove, "the game is over"),
    ],
)
def test_wrong_moves_are_refused_with_what_would_be_right(
    text: str, token: str, error: type[HerdmindError], says: str
) -> None:
    state = parse_position(text)
    with pytest.raises(error) as caught:
        state.string_to_action(token)
    assert says in str(caught.value)
    assert caught.value.token == token
    assert state.to_text() == text


def test_a_seat_that_is_not_to_move_is_told_so() -> None:
    state = parse_position(CHOOSE)
    with pytest.raises(IllegalMove, match="seat 0 has nothing to decide now"):
        state.string_to_action("1roll", 0)
    for action in (6, 7, 1 << 30, -5, 0x11):
        with pytest.raises(IllegalMove):
            state.action_to_string(action, 1)
        with pytest.raises(IllegalMove):
            state.describe(action, 1)
    for outcome in (-2, 0, 0x9, 0x111, 1 << 24, 0x500000):
        with pytest.raises(IllegalMove):
            parse_position(ROLL).action_to_string(outcome, CHANCE_PLAYER)


@pytest.mark.parametrize(
    ("text", "token", "phrase"),
    [
        (CHOOSE, "1roll", "sets 2 ones aside for a total of 24 and rolls 2 dice"),
        (CHOOSE, "1stop", "sets 2 ones aside, stops at 24 and takes 1 worm"),
        (LAST, "2stop", "sets 1 two aside, stops at 32 and takes 3 worms"),
        (
            CHOOSE.replace("1123", "2233"),
            "2stop",
            "sets 2 twos aside, stops at 26 and takes 2 worms from seat 0",
        ),
        (CHOOSE.replace("ww66 ", "www6 "), "1stop", "takes 1 worm once more"),
        (CHOOSE.replace("1123", "4444"), "4stop", "stops at 38 and takes a snail from the supply"),
        (
            CHOOSE.replace("1123", "1444"),
            "4stop",
            "sets 3 fours aside, stops at 34 and takes the snail there",
        ),
        (ROLL, "rww66", "the dice show 2 worms, 2 sixes, nothing new to set aside: the turn fails, a snail"),
        (ROLL, "r1w66", "the dice show 1 one, 1 worm, 2 sixes"),
    ],
)
def test_moves_in_words(text: str, token: str, phrase: str) -> None:
    state = parse_position(text)
    assert phrase in state.describe(state.string_to_action(token))


# --- the picture --------------------------------------------------------------------------------------------


def test_the_board_shows_what_lies_on_the_table() -> None:
    lines = parse_position(CHOOSE).board().split("\n")
    assert lines[1].count("|") == 15
    cells = [cell.strip() for cell in lines[3].strip("|").split("|")]
    assert cells == ["(1)", "", "(00)", "(0)", "(1)", "", "", "(0)", "", "", "", "_@/", "_@/", "_@/"]
    worms = [cell.strip() for cell in lines[2].strip("|").split("|")]
    assert [len(cell) for cell in worms] == [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4]
    text = "\n".join(lines)
    assert "snails beside the grill: 8 of 12" in text
    assert re.search(r"  seat 0 +12 +9 +1 +6\n> seat 1 +6 +6 +0 +8\n", text)
    assert "set aside  [w][w][6][6]  total 22\nrolled     [1][1][2][3]" in text
    assert lines[-1] == "seat 1 sets a face aside, then stops or rolls on"
    for end, says in ((SUPPLY, "supply"), (GRILL, "no space can take"), (SNAILS, "above 36")):
        board = parse_position(end).board()
        assert "set aside" not in board
        assert board.split("\n")[-1].startswith("game over: ")
        assert says in board.split("\n")[-1]
    assert "20~" in parse_position(FRESH.replace("ladder=1,", "ladder=20,")).board()


def test_random_positions_and_their_moves_round_trip() -> None:
    rng = random.Random(5)
    for number in range(scale(300, least=30)):
        state = GAMES["heckmeck"].initial(1, 2 + number % 4)
        while not state.is_terminal():
            assert parse_position(state.to_text()) == state
            action = rng.choice(state.legal_actions())
            assert state.string_to_action(state.action_to_string(action)) == action
            assert state.describe(action)
            state.apply_action(action)
        assert parse_position(state.to_text()) == state
