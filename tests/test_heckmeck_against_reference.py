"""The fast Heckmeck against the plain-Python reference: every text, every legal move, every result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from heckmeck_bridge import (
    KINDS,
    LETTERS,
    NO_DICE,
    composed,
    decisions,
    position_text,
    roll_token,
    whole_turns,
)

from reference.heckmeck import Position, all_rolls, random_roll
from scaling import scale
from solver.errors import HerdmindError
from solver.game import State, perft
from solver.games import GAMES, parse_position
from solver.games.heckmeck import parse

pytestmark = pytest.mark.long

TURNS = scale(100_000, least=2_000)
EVERY_DECISION = ["".join(parts) for parts in product(LETTERS, ("roll", "stop", "fail"))]
ODDS = {dice: {roll_token(roll): odds for roll, odds in all_rolls(dice)} for dice in range(1, 9)}

# what a turn can come to; every one of them must have been met
MET = (
    "free",
    "free without a plate",
    "second",
    "second without a plate",
    "steal",
    "steal without a plate",
    "snail of a space",
    "snail of the supply",
    "snail of the highest",
    "failed: empty space",
    "failed: plate sent home",
    "over: supply",
    "over: grill",
    "over: snails",
)


def stopped_at(position: Position, total: int) -> str:
    """The case of MET for a legal stop at `total` by the seat whose turn it is."""
    if total > position.figures.highest:
        if position.supply:
            return "snail of the supply"
        return "snail of the highest" if position.grill_snails else "over: snails"
    if total in position.grill_snails:
        return "snail of a space"
    owners = position.plates.get(total)
    word = "free" if not owners else "second" if owners == [position.turn] else "steal"
    return word if position.hand[position.turn] else f"{word} without a plate"


def failed(position: Position, after: Position) -> str:
    """The case of MET for a failed turn."""
    if after.phase == "over":
        return f"over: {after.ending}"
    (space,) = after.grill_snails - position.grill_snails
    return "failed: plate sent home" if space in position.plates else "failed: empty space"


def compare(state: State, position: Position) -> dict[str, Position]:
    """All that both sides say about one position; the reference's decisions."""
    text = position_text(position)
    assert state.to_text() == text
    assert state.scores() == position.scores()
    assert state.num_players() == position.seats
    assert state.is_terminal() == (position.phase == "over")
    assert state.is_chance_node() == (position.phase == "roll")
    tokens = [state.action_to_string(action) for action in state.legal_actions()] if position.roll else []
    moves: dict[str, Position] = {}
    if position.phase == "aside":
        assert state.current_player() == position.turn
        moves = decisions(position)
    elif position.phase == "over":
        assert state.result() == (position.ranks(), position.scores())
        assert state.returns() == returns(position)
    assert sorted(tokens) == sorted(moves), text
    assert len(set(tokens)) == len(tokens)
    return moves


def returns(position: Position) -> list[float]:
    """For each seat, the others that it is above less those that it is below, over their number."""
    ranks = position.ranks()
    return [sum((mine < other) - (mine > other) for other in ranks) / (position.seats - 1) for mine in ranks]


def compare_whole_turns(text: str, position: Position) -> None:
    """Compare the position after each outcome of a turn from here, and the legal stops."""
    for outcome, after in whole_turns(position).items():
        state = parse(text)
        if after is None:
            with pytest.raises(HerdmindError):
                state.play_outcome(outcome)
            assert state.to_text() == text
            continue
        gained = state.gets(outcome)[1]
        state.play_outcome(outcome)
        assert state.to_text() == position_text(after)
        assert gained == after.scores()[position.turn] - position.scores()[position.turn]


def play(position: Position, turns: int, random: Random, seen: Counter[str]) -> int:
    """Play at most `turns` turns from `position` on both sides, comparing move by move; the turns played."""
    state = parse_position(position_text(position))
    played = 0
    while played < turns and position.phase != "over":
        if position.phase == "roll" and position.aside == NO_DICE and random.random() < 0.05:
            compare_whole_turns(position_text(position), position)
        before = position
        if position.phase == "roll":
            compare(state, position)
            roll = random_roll(position.dice_left(), random)
            token = roll_token(roll)
            position = position.throw(roll)
            if random.random() < 0.02:
                outcomes = state.chance_outcomes()
                odds = {state.action_to_string(action): part for action, part in outcomes}
                assert odds == ODDS[before.dice_left()]
                assert len(outcomes) == len(odds)
        else:
            moves = compare(state, position)
            token = choice(moves, random)
            position = moves[token]
            if random.random() < 0.05:
                refuse_all_others(state, set(moves))
        if random.random() < 0.2:
            assert parse_position(state.to_text()) == state
        state.apply_action(state.string_to_action(token))
        if position.phase == "over" or position.turn != before.turn:
            played += 1
            seen[f"{position.seats} seats"] += 1
            if token.endswith("stop"):
                seen[stopped_at(before, before.set_aside(LETTERS.index(token[0])).total())] += 1
            else:
                seen[failed(before, position)] += 1
    compare(state, position)
    return played


def choice(moves: dict[str, Position], random: Random) -> str:
    """A move drawn so that high totals, with a worm, and stops of all kinds are met often enough."""
    tokens = sorted(moves, key=lambda token: (LETTERS.index(token[0]), token))
    stops = [token for token in tokens if token.endswith("stop")]
    chance = random.random()
    if stops and chance < 0.5:
        return random.choice(stops)
    rolls = [token for token in tokens if token.endswith("roll")]
    if rolls and chance < 0.8:
        worm = [token for token in rolls if token[0] == "w"]
        return (worm or rolls[-1:])[0]
    return random.choice(tokens)


def refuse_all_others(state: State, legal: set[str]) -> None:
    """Every other decision of the game is refused, and the state stays as it is."""
    text = state.to_text()
    for token in EVERY_DECISION:
        if token not in legal:
            with pytest.raises(HerdmindError) as caught:
                state.string_to_action(token)
            assert token in str(caught.value)
    assert state.to_text() == text


def check_played(seen: Counter[str], kinds: tuple[str, ...]) -> None:
    missing = [kind for kind in kinds if not seen[kind]]
    assert not missing, (missing, seen)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_games_agree(seats: int) -> None:
    """Games from the start, move by move: a sixth of all turns for each number of seats."""
    seen: Counter[str] = Counter()
    random = Random(seats)
    played = 0
    while played < TURNS // 6:
        position = Position(seats)
        assert GAMES["heckmeck"].initial(played, seats=seats).to_text() == position_text(position)
        played += play(position, TURNS, random, seen)
    check_played(seen, ("free", "second", "steal", "failed: empty space", "over: supply"))


@pytest.mark.parametrize("kind", KINDS)
def test_composed_positions_agree(kind: str) -> None:
    """Positions that games rarely reach, and a few turns from each of them: a third of all turns."""
    seen: Counter[str] = Counter()
    for position in positions(kind):
        text = position_text(position)
        assert parse_position(text).to_text() == text
        compare_whole_turns(text, position)
    random = Random(kind)
    played = 0
    while played < TURNS // (3 * len(KINDS)):
        played += play(composed(random, kind), 5, random, seen)
    wanted = {
        "full": ("over: grill", "snail of a space"),
        "plates-out": ("free without a plate", "steal without a plate"),
        "dry": ("over: supply", "snail of the highest"),
        "single": ("failed: plate sent home", "over: grill"),
        "protected": ("over: grill",),
        "snailless": ("over: snails", "over: supply"),
        "figures": ("steal", "second"),
        "any": ("free", "second", "steal", "snail of a space"),
    }[kind]
    check_played(seen, wanted)


def positions(kind: str) -> Iterator[Position]:
    random = Random(f"outcomes {kind}")
    for _ in range(scale(2_000, least=100)):
        yield composed(random, kind)


def test_every_outcome_of_a_turn_is_met() -> None:
    """The positions composed above reach each kind of outcome, so that none is left to luck."""
    seen: Counter[str] = Counter()
    for kind in KINDS:
        for position in positions(kind):
            for outcome, after in whole_turns(position).items():
                if after is not None:
                    failure = outcome == len(position.figures.spaces) + 1
                    total = position.figures.lowest + outcome
                    seen[failed(position, after) if failure else stopped_at(position, total)] += 1
    check_played(seen, MET)


def count(position: Position, plies: int) -> int:
    """The lines of exactly `plies` tokens, rolls among them."""
    if plies == 0:
        return 1
    if position.phase == "roll":
        following = [position.throw(roll) for roll, _ in all_rolls(position.dice_left())]
    elif position.phase == "aside":
        following = list(decisions(position).values())
    else:
        following = []
    return sum(count(after, plies - 1) for after in following)


@pytest.mark.parametrize("kind", KINDS)
def test_the_lines_are_counted_alike(kind: str) -> None:
    """Two or three dice left, three plies: the rolls, the choices, the rolls that follow."""
    random = Random(f"count {kind}")
    for _ in range(scale(20, least=3)):
        start = composed(random, kind)
        aside = [0] * 6
        many, few = random.sample(range(6), 2)
        aside[many], aside[few] = 3, random.choice((2, 3))
        position = Position.of(
            start.seats, start.figures, **start.data() | {"aside": tuple(aside), "phase": "roll"}
        )
        state = parse_position(position_text(position))
        for plies in (1, 2, 3):
            assert perft(state, plies) == count(position, plies)
