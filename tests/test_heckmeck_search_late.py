"""The exact late game against the plain reference, and properties of its brackets."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from heckmeck_bridge import position_text

from reference.heckmeck import Figures, Position
from reference.heckmeck_late import LateGame as SlowGame
from scaling import some
from solver.analysis import Analyser, Limits, Settings, StopFlag
from solver.games import parse_position
from solver.games.heckmeck.worth import HeckmeckTurns
from solver.rng import Rng
from solver.search.expectimax import TurnTables
from solver.search.late import LateGame

PLENTY = 1 << 20
#: Plates that never run out, so that only finitely many positions can follow.
MANY_PLATES = Figures(plates=40)
#: So few plates that all of them lie on the grill.
PLATES_OUT = Figures(plates=12)


def late(seed: int, spaces: str, supply: int) -> Position:
    """A position with two plates on all spaces but a few, which hold what the letters say
    (bench/heckmeck.py)."""
    chance = random.Random(seed)
    open_spaces = chance.sample(range(23, 37), len(spaces))
    plates: dict[int, list[int]] = {}
    worms = [0, 0]
    snails = set()
    for space in range(23, 37):
        there = spaces[open_spaces.index(space)] if space in open_spaces else "two"
        if there == "s":
            snails.add(space)
        elif there != "e":
            seat = "ab".index(there) if there in "ab" else chance.randrange(2)
            plates[space] = [seat] * (1 if there in "ab" else 2)
            worms[seat] += len(plates[space]) * MANY_PLATES.on_space(space)
    worms[worms.index(min(worms))] = max(worms) + chance.randrange(-2, 3)
    left = MANY_PLATES.snails - supply - len(snails)
    return Position.of(
        2,
        MANY_PLATES,
        plates=plates,
        grill_snails=snails,
        worms=[max(worms[0], 40), max(worms[1], 40)] if min(worms) < 0 else worms,
        snails=[left // 2, left // 2],
        supply=supply + left % 2,
    )


CASES = [(seed, spaces) for seed, spaces in enumerate(["e", "a", "s", "ab", "eb", "ea", "se", "aeb"])]


@pytest.mark.parametrize(("seed", "spaces"), some(CASES))
def test_values_are_those_of_the_reference(seed: int, spaces: str) -> None:
    position = late(seed, spaces, 0)
    slow = SlowGame(position, most=20_000)
    slow.solve(1e-10)
    low, high = slow.value[slow.root]
    solved = LateGame(HeckmeckTurns(), 0).solve(
        parse_position(position_text(position)), PLENTY, 600.0, StopFlag()
    )
    assert solved is not None
    value, error = solved
    assert error < 1e-9
    assert low - 1e-9 < value < high + 1e-9


def test_exchanged_seats_change_nothing() -> None:
    game = LateGame(HeckmeckTurns(), 0)
    position = late(5, "aeb", 0)
    state = parse_position(position_text(position))
    first = game.solve(state, PLENTY, 600.0, StopFlag())
    held = game.states
    fields = position.data()
    fields["plates"] = {space: [1 - seat for seat in seats] for space, seats in fields["plates"].items()}
    for name in ("hand", "worms", "snails"):
        fields[name] = fields[name][::-1]
    fields["turn"] = 1
    other = parse_position(position_text(Position.of(2, MANY_PLATES, **fields)))
    assert game.solve(other, PLENTY, 600.0, StopFlag()) == first
    assert game.states == held


def test_too_many_positions_and_no_time_leave_nothing_wrong() -> None:
    game = LateGame(HeckmeckTurns(), 0)
    state = parse_position(position_text(late(3, "aeb", 0)))
    assert game.solve(state, 10, 600.0, StopFlag()) is None
    assert game.states == 0
    assert game.solve(state, PLENTY, 0.0, StopFlag()) is None
    stopped = StopFlag()
    stopped.set()
    assert game.solve(state, PLENTY, 600.0, stopped) is None
    fresh = LateGame(HeckmeckTurns(), 0).solve(state, PLENTY, 600.0, StopFlag())
    again = game.solve(state, PLENTY, 600.0, StopFlag())
    assert fresh is not None
    assert again is not None
    assert abs(again[0] - fresh[0]) <= again[1] + fresh[1]


@pytest.mark.long
def test_proven_moves_are_told() -> None:
    position = late(4, "eb", 0)
    state = parse_position(position_text(position))
    state.apply_action(state.draw_chance(Rng(2)))
    analyser = Analyser(Settings(multipv=20, hash_mb=16))
    answer = analyser.analyse(state, Limits())
    legal = state.legal_actions()
    assert len(answer.proven) == len(legal)
    assert len(answer.report.lines) == len(legal)
    values = dict(answer.proven)
    for line in answer.report.lines:
        assert line.upper - line.lower <= Fraction(2, 10**9)
        assert line.lower <= values[line.pv[0]] <= line.upper
        assert abs(float(values[line.pv[0]]) - line.value) < 1e-9
    assert answer.best == answer.report.lines[0].pv[0]
    assert values[answer.best] == max(values.values())
    # and they are the reference's
    slow = SlowGame(position)
    slow.solve(1e-10)
    roll = state.fields().roll  # type: ignore[attr-defined]
    found = slow.decisions(slow.root, (0,) * 6, roll)
    assert found.keys() == values.keys()
    for token, (low, high) in found.items():
        assert low - 2e-9 < float(values[token]) < high + 2e-9


def test_leads_without_end() -> None:
    # no plate is left in hand, so a seat can take the worms of the open space again and again; by hand: the
    # reference's rules, leads of 200 points taken for won, value iteration
    position = late_without_plates()
    state = parse_position(position_text(position))
    solved = LateGame(HeckmeckTurns(), 0).solve(state, PLENTY, 600.0, StopFlag())
    assert solved is not None
    value, error = solved
    assert error < 1e-9
    tables = TurnTables()
    found: dict[tuple[int, int], float] = {(lead, seat): 0.0 for lead in range(-200, 201) for seat in (0, 1)}
    worms = {total: PLATES_OUT.on_space(total) for total in (24, 31)}
    for _ in range(200):
        change = 0.0
        for (lead, seat), old in found.items():
            sign = 1 - 2 * seat

            def after(gain: int, lead: int = lead, seat: int = seat, sign: int = sign) -> float:
                new = lead + sign * gain
                return sign * found.get((new, 1 - seat), 1.0 if new > 0 else -1.0)

            # failing ends the game, a total above 36 does too; a tie goes to seat 1, whose plates lie on 36
            end = sign * (1.0 if lead > 0 else -1.0)
            stops = {total: after(gain) for total, gain in worms.items()}
            new = sign * tables.solve(stops | dict.fromkeys(range(37, 49), end), end).value
            change = max(change, abs(new - old))
            found[lead, seat] = new
        if change < 1e-12:
            break
    points = position.scores()
    assert abs(found[points[0] - points[1], 0] - value) < 2e-9
    assert -0.99 < value < 0.99


def late_without_plates() -> Position:
    """Spaces 24 and 31 are open and empty; all plates of both seats lie on the others."""
    plates = {space: [space % 2] * 2 for space in range(23, 37) if space not in (24, 31)}
    plates[36] = [1, 1]
    plates[35] = [0, 0]
    owned = [sum(2 * PLATES_OUT.on_space(n) for n, seats in plates.items() if seats[0] == k) for k in (0, 1)]
    counts = [sum(2 for seats in plates.values() if seats[0] == k) for k in (0, 1)]
    assert counts == [12, 12]
    most = max(owned)
    return Position.of(2, PLATES_OUT, plates=plates, worms=[most, most + 1], snails=[6, 6], supply=0)
