"""The exact turn of eight dice against the reference's recursion: every state, every choice, every chance."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from reference.heckmeck import random_roll
from reference.heckmeck_turn import BARBECUE, FAILED, OLDER_GAME, Turn
from scaling import scale
from solver.search.expectimax import TurnPlay, TurnTables

TABLES = TurnTables()


def random_turn(seed: int) -> tuple[Turn, TurnPlay]:
    """Some totals dead, all others and the failure worth something different: best choices are unique."""
    random = Random(seed)
    share = random.choice((0.2, 0.6, 1.0))
    stops = {total: random.uniform(-1, 1) for total in range(23, 48) if random.random() < share}
    failure = random.uniform(-1, 0.5)
    return Turn(BARBECUE, stops, failure), TABLES.solve(stops, failure)


@pytest.mark.parametrize("seed", range(scale(30, least=3)))
def test_every_state_has_the_value_of_the_reference(seed: int) -> None:
    turn, play = random_turn(seed)
    assert play.value == pytest.approx(turn.value(), abs=1e-12)
    random = Random(seed)
    waiting, seen = [turn.start()], set()
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        used, total, left = node
        state = TABLES.state(sum(1 << face for face in used), left, total)
        assert state is not None
        assert play.value_of(state) == pytest.approx(turn.after_aside(node), abs=1e-12)
        assert play.stop_value(state) == turn.stop_value(node)
        decisions = turn.decisions(node)
        if decisions:
            assert play.stops(state) == (max(decisions, key=lambda word: decisions[word]) == "stop")
        if not left:
            assert play.roll_value(state) is None
            continue
        assert play.roll_value(state) == pytest.approx(turn.before_roll(node), abs=1e-12)
        for _ in range(2):
            roll = random_roll(left, random)
            faces = turn.faces(node, roll)
            chosen = play.choose(state, roll)
            if not faces:
                assert chosen is None
                continue
            assert chosen is not None
            assert chosen[1] == pytest.approx(max(faces.values()), abs=1e-12)
            assert faces[chosen[0]] == pytest.approx(chosen[1], abs=1e-12)
        # every way to go on, so that every state there is comes up
        for face in set(range(6)) - used:
            for count in range(1, left + 1):
                after = turn.next_state(node, face, count)
                assert TABLES.after(state, face, count) is not None
                waiting.append(after)
    assert len(seen) == TABLES.states


@pytest.mark.parametrize("seed", range(100, 100 + scale(10, least=1)))
def test_the_chances_are_those_of_the_reference(seed: int) -> None:
    turn, play = random_turn(seed)
    chances = turn.chances()
    totals, failed = play.outcomes()
    assert failed == pytest.approx(float(chances.pop(FAILED, Fraction(0))), abs=1e-12)
    assert totals == pytest.approx({total: float(part) for total, part in chances.items()}, abs=1e-12)


def test_the_older_game_exactly() -> None:
    """The recursion in fractions gives the value without any rounding."""
    tiles = {total: 1 + (min(total, 36) - 21) // 4 for total in range(21, 41)}
    exact = Turn(OLDER_GAME, tiles, 0).value()
    assert isinstance(exact, Fraction)
    tables = TurnTables(OLDER_GAME.number, OLDER_GAME.values, OLDER_GAME.worm)
    assert tables.solve({total: float(worms) for total, worms in tiles.items()}, 0.0).value == pytest.approx(
        float(exact), abs=1e-14
    )
