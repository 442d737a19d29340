"""Outcomes of whole Heckmeck turns: applied at once, they equal turns played die by die, gains included."""

from __future__ import annotations

import pytest
from heckmeck_turns import ABOVE, FAILURE, OUTCOMES, dice_for, play, tokens_for

from scaling import scale
from solver.errors import IllegalMove
from solver.games import GAMES, parse_position
from solver.games.heckmeck import HeckmeckState, names, parse
from solver.rng import Rng

# GETS_* of rules.pxd
NOTHING, FREE, SECOND, STEAL, SNAIL, SUPPLY, HIGHEST, END = range(8)
BOX = "heckmeck/1 ladder=1,1,2,2,2,2,3,3,3,3,4,4,4,4 box=s12p10"


def legal_outcomes(state: HeckmeckState) -> list[int]:
    """Possible outcomes of the turn."""
    return [outcome for outcome in OUTCOMES if outcome == FAILURE or state.gets(outcome)[0] != NOTHING]


def game_of_turns(seed: int, seats: int) -> list[HeckmeckState]:
    """The positions of a random game of whole turns, each about to roll, the final one last.

    Failures are as frequent as all else together in odd seeds and rare in even ones.
    """
    rng = Rng(seed)
    state = GAMES["heckmeck"].initial(1, seats)
    assert isinstance(state, HeckmeckState)
    positions = [state]
    while not state.is_terminal():
        state = state.clone()
        outcomes = [outcome for outcome in legal_outcomes(state) if outcome != FAILURE]
        fails = not outcomes or rng.below(2 if seed % 2 else 12) == 0
        state.play_outcome(FAILURE if fails else outcomes[rng.below(len(outcomes))])
        positions.append(state)
    return positions


def test_the_dice_for_a_total_have_that_total() -> None:
    for total in (*range(23, 37), 41):
        dice = dice_for(total)
        assert sum(number * (face + 1) for face, number in dice) == total
        assert sum(number for _, number in dice) <= 8


@pytest.mark.ci
def test_outcomes_are_the_turns_played_die_by_die() -> None:
    seen: set[tuple[int, int]] = set()
    for seed in range(scale(400, least=40)):
        for state in game_of_turns(seed, 2 + seed % 4)[seed % 3 : -1 : 3]:
            for outcome in legal_outcomes(state):
                at_once = parse(state.to_text())
                at_once.play_outcome(outcome)
                for roll_fails in (False, True) if outcome == FAILURE else (False,):
                    step_by_step = state.clone()
                    play(step_by_step, tokens_for(outcome, roll_fails))
                    assert step_by_step.to_text() == at_once.to_text(), (state.to_text(), outcome)
                    assert step_by_step.key() == at_once.key()
                seen.add((state.gets(outcome)[0], state.num_players()))
    # every kind of outcome was met, with every number of seats
    assert {gets for gets, _ in seen} == {NOTHING, FREE, SECOND, STEAL, SNAIL, SUPPLY, HIGHEST, END}
    assert {seats for _, seats in seen} == {2, 3, 4, 5}


def test_a_stop_is_legal_exactly_where_the_outcome_gets_something() -> None:
    for seed in range(scale(100, least=20)):
        for state in game_of_turns(seed, 2 + seed % 4)[seed % 3 : -1 : 3]:
            for outcome in range(FAILURE):
                tokens = tokens_for(outcome)
                played = state.clone()
                play(played, tokens[:-1])
                legal = [played.action_to_string(action) for action in played.legal_actions()]
                assert (tokens[-1] in legal) == (state.gets(outcome)[0] != NOTHING)


@pytest.mark.ci
def test_gains_are_what_the_scores_show() -> None:
    for seed in range(scale(200, least=30)):
        for state in game_of_turns(seed, 2 + seed % 4)[:-1]:
            seat, before = state.fields().turn, state.scores()
            for outcome in legal_outcomes(state):
                gets, gain = state.gets(outcome)
                after = parse(state.to_text())
                after.play_outcome(outcome)
                changes = [new - old for new, old in zip(after.scores(), before, strict=True)]
                expected = [0] * len(before)
                expected[seat] = gain
                if gets == STEAL:
                    expected[names.plates(state.fields().grill[outcome])[0]] = -gain
                assert changes == expected
                assert gain == {NOTHING: 0, END: 0, SNAIL: 3, SUPPLY: 3, HIGHEST: 3}.get(gets, gain)
                if gets in (FREE, SECOND, STEAL):
                    assert gain == state.fields().ladder[outcome]


def test_what_an_outcome_gets_each_seat() -> None:
    state = parse(
        f"{BOX} grill=1,-,00,0,1,-,-,0,-,-,-,s,s,s plates=6/8 worms=9/6 snails=1/0 supply=8"
        " turn=1 aside=66 roll=- phase=roll"
    )
    other = [SECOND, STEAL]
    assert [state.gets(0, seat) for seat in (1, 0)] == [(gets, 1) for gets in other]
    assert [state.gets(7, seat) for seat in (0, 1)] == [(gets, 3) for gets in other]
    assert state.gets(0) == state.gets(0, 1)
    for seat in (0, 1):
        assert state.gets(1, seat) == (FREE, 1)
        assert state.gets(2, seat) == (NOTHING, 0)
        assert state.gets(13, seat) == (SNAIL, 3)
        assert state.gets(ABOVE, seat) == (SUPPLY, 3)
        assert state.gets(FAILURE, seat) == (NOTHING, 0)
    empty = parse(state.to_text().replace("snails=1/0 supply=8", "snails=5/4 supply=0"))
    assert empty.gets(ABOVE) == (HIGHEST, 3)
    bare = parse(
        f"{BOX} grill=-,-,-,-,-,-,-,-,-,-,-,-,-,- plates=10/10 worms=0/0 snails=5/7 supply=0"
        " turn=0 aside=- roll=- phase=roll"
    )
    assert bare.gets(ABOVE) == (END, 0)


def test_outcomes_that_cannot_be_are_refused() -> None:
    text = (
        f"{BOX} grill=1,-,00,0,1,-,-,0,-,-,-,s,s,s plates=6/8 worms=9/6 snails=1/0 supply=8"
        " turn=1 aside=66 roll=- phase=roll"
    )
    state = parse(text)
    with pytest.raises(IllegalMove):
        state.play_outcome(2)
    for outcome in (-1, 16):
        with pytest.raises(ValueError, match="0 to 15"):
            state.play_outcome(outcome)
        with pytest.raises(ValueError, match="0 to 15"):
            state.gets(outcome)
    with pytest.raises(IllegalMove, match="no seat 2"):
        state.gets(0, 2)
    assert state.to_text() == text
    over = game_of_turns(1, 2)[-1]
    with pytest.raises(IllegalMove, match="over"):
        over.play_outcome(FAILURE)


def test_an_outcome_clears_the_dice_that_lie_there() -> None:
    text = (
        f"{BOX} grill=-,-,-,-,-,-,-,-,-,-,-,-,-,- plates=10/10 worms=0/0 snails=0/0 supply=12"
        " turn=1 aside=ww66 roll=1123 phase=choose"
    )
    state = parse(text)
    state.play_outcome(3)
    assert state.to_text().endswith(" turn=0 aside=- roll=- phase=roll")
    assert parse_position(state.to_text()) == state
