"""The reference of late Heckmeck games against positions that can be worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from reference.heckmeck import PRINTED, Position, all_rolls
from reference.heckmeck_late import LateGame, eight_dice
from reference.heckmeck_turn import BARBECUE, Turn

pytestmark = pytest.mark.pure


def late(contents: dict[int, Sequence[int] | str], lead: int, turn: int = 0, supply: int = 0) -> Position:
    """Two seats, every space not named protected by a seat (even ones by seat 0, odd ones by seat 1).

    `contents` names the plates of a space, or "snail"; `lead` is what seat 0 is ahead. Each seat has as many
    plates as that takes, and two more in hand.
    """
    plates: dict[int, list[int]] = {}
    snails: set[int] = set()
    for space in PRINTED.spaces:
        here = contents.get(space, [space % 2] * 2)
        if here == "snail":
            snails.add(space)
        elif here:
            plates[space] = [int(seat) for seat in here]
    worms = [
        sum(PRINTED.on_space(space) * owners.count(seat) for space, owners in plates.items())
        for seat in (0, 1)
    ]
    taken = 12 - supply - len(snails)
    held = [taken // 2, taken - taken // 2]
    ahead = worms[0] + 3 * held[0] - worms[1] - 3 * held[1]
    worms[0] += max(0, lead - ahead)
    worms[1] += max(0, ahead - lead)
    most = max(sum(owners.count(seat) for owners in plates.values()) for seat in (0, 1))
    figures = type(PRINTED)(plates=most + 2)
    position = Position.of(
        2, figures, plates=plates, grill_snails=snails, worms=worms, snails=held, supply=supply, turn=turn
    )
    assert position.scores()[0] - position.scores()[1] == lead
    return position


def value(position: Position) -> float:
    game = LateGame(position)
    game.solve()
    low, high = game.value[game.root]
    assert low <= high <= low + 2e-9
    return (low + high) / 2


def chance_of(*totals: int) -> float:
    """The best chance of one of the totals in a turn."""
    return float(Turn(BARBECUE, dict.fromkeys(totals, 1.0), 0.0).value())


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("lead", [-1, 0, 1])
def test_a_game_that_any_turn_ends_has_the_value_of_its_standing(lead: int, turn: int) -> None:
    """Dead spaces and no snail: the turn fails or finds no snail. A tie goes to the plate on 36."""
    assert value(late({}, lead, turn)) == pytest.approx(lead if lead else 1, abs=2e-9)


@pytest.mark.parametrize("space", [*(pytest.param(space, marks=pytest.mark.long) for space in (23, 30)), 36])
def test_a_plate_robbed_to_and_fro(space: int) -> None:
    """A robbed seat is behind and must rob back at once, or the game is lost: x = -p x - (1 - p)."""
    chance = chance_of(space)
    worms = PRINTED.on_space(space)
    position = late({space: [1]}, lead=-worms)
    assert value(position) == pytest.approx(-(1 - chance) / (1 + chance), abs=2e-9)
    mirrored = late({space: [0]}, lead=worms, turn=1)
    assert value(mirrored) == pytest.approx((1 - chance) / (1 + chance), abs=2e-9)


def test_the_last_snail_that_decides() -> None:
    """Two behind with a snail on 24: it can be taken there or, the supply being empty, above the grill.

    It is one ahead then, and 24 is empty: the other can only draw level there, and seat 0's plate on 36 wins.
    """
    chance = chance_of(24, *range(37, 48))
    assert value(late({24: "snail"}, lead=-2)) == pytest.approx(2 * chance - 1, abs=2e-9)


def test_a_tie_by_the_plate_counts_in_full() -> None:
    """Level with the only open space 36 empty: seat 1 has the plate on 35 and wins, unless 36 is taken.

    Seat 0 gets 36 with chance p and is four ahead; then seat 1 must rob it, and seat 0 must rob back, and so
    on. Else the turn fails or passes the grill, and seat 1 wins by its plate on 35.
    """
    chance = chance_of(36)
    robbed = -(1 - chance) / (1 + chance)
    expected = chance * -robbed + (1 - chance) * -1
    assert value(late({36: []}, lead=0)) == pytest.approx(expected, abs=2e-9)


@pytest.mark.long
def test_seats_that_change_places_change_the_sign() -> None:
    """Dead spaces keep their owners' numbers exchanged too."""
    position = late({24: [], 25: [0]}, lead=1)
    data = position.data()
    swapped = Position.of(
        2,
        position.figures,
        plates={space: [1 - owner for owner in owners] for space, owners in data["plates"].items()},
        worms=data["worms"][::-1],
        snails=data["snails"][::-1],
        supply=0,
        turn=1,
    )
    first, second = LateGame(position), LateGame(swapped)
    first.solve(1e-3)
    second.solve(1e-3)
    assert first.value[first.root] == pytest.approx([-bound for bound in second.value[second.root]][::-1])
    assert len(first.position) == len(second.position)


def test_brackets_only_shrink() -> None:
    game = LateGame(late({23: [1]}, lead=-1))
    last = dict(game.value)
    for width in (0.5, 0.1, 1e-2, 1e-4, 1e-8):
        game.solve(width)
        for key, (low, high) in game.value.items():
            assert last[key][0] <= low <= high <= last[key][1]
            assert high - low <= width + 1e-12
        last = dict(game.value)
    with pytest.raises(ArithmeticError, match="wider than 0"):
        LateGame(late({23: [1]}, lead=-1)).solve(0.0, most_sweeps=2)


@pytest.mark.long
def test_the_values_inside_a_turn_fit_together() -> None:
    """With a few dice left, rolling is worth the mean over the rolls of the best decision, or of failing."""
    game = LateGame(late({23: [1], 24: "snail"}, lead=-2))
    game.solve()
    aside = (2, 0, 0, 0, 3, 0)
    for end in (0, 1):
        mean = 0.0
        for roll, odds in all_rolls(3):
            decisions = game.decisions(game.root, aside, roll)
            failed = game.value[game.after[game.root][None]][end]
            mean += float(odds) * max((bracket[end] for bracket in decisions.values()), default=failed)
        assert game.before_roll(game.root, aside)[end] == pytest.approx(mean, abs=1e-12)
    words = set(game.decisions(game.root, (2, 0, 0, 0, 3, 0), (1, 0, 1, 0, 0, 1)))
    assert words == {"3roll", "6roll", "6stop"}
    assert set(game.decisions(game.root, (2, 0, 0, 0, 3, 0), (0, 3, 0, 0, 0, 0))) == {"2stop"}
    assert set(game.decisions(game.root, (2, 0, 0, 0, 3, 0), (0, 0, 3, 0, 0, 0))) == {"3fail"}


def test_games_without_a_bound_are_refused() -> None:
    """Without a plate in hand worms can be taken from an empty space again and again."""
    endless = late({23: []}, lead=0)
    plates = endless.data()["plates"]
    figures = type(PRINTED)(plates=14)
    position = Position.of(2, figures, plates=plates, worms=[60, 60], snails=[6, 6], supply=0)
    assert min(position.hand) == 0
    with pytest.raises(ValueError, match="more than 500"):
        LateGame(position, most=500)
    with pytest.raises(ValueError, match="3 seats"):
        LateGame(Position(3))


def test_the_dice_are_those_of_the_turn_solver() -> None:
    """The condensed rolls give what plain rolls give, for worths that differ from total to total."""
    stops = {total: (total * 7 % 13) / 13 for total in range(23, 48) if total % 5}
    turn = Turn(BARBECUE, stops, 0.3)
    before_roll, after_aside = eight_dice().solve(stops, 0.3)
    dice = eight_dice()
    turn.value()
    assert len(turn._before_roll) == 1463
    for node, place in dice.place.items():
        assert after_aside[place] == pytest.approx(turn.after_aside(node), abs=1e-14)
        if node[2]:
            assert before_roll[place] == pytest.approx(turn.before_roll(node), abs=1e-14)
