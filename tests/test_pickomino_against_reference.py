"""The fast Pickomino against the reference, move by move: positions, legal moves, odds, worms and ranks.

Half of the games begin in the middle, with tiles in stacks and turned over at random, which random play from
the start rarely reaches. The texts are written independently of the engine's notation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

from reference.pickomino import FACES, PRINTED, Counts, Position, random_roll
from scaling import scale
from solver.game import State
from solver.games import GAMES, parse_position

LETTERS = "12345w"
PERFT = Path(__file__).parent / "data" / "pickomino_perft.json"
TURNS = scale(30_000)


def dice_word(counts: Counts | None) -> str:
    """Dice in the order of their faces, `-` for none."""
    return "".join(letter * n for letter, n in zip(LETTERS, counts or (0,) * 6, strict=True)) or "-"


def text_of(position: Position) -> str:
    """A position's text; one in which a face is aside and nothing decided yet has none."""
    phase = {"roll": "roll", "aside": "choose", "over": "over"}[position.phase]
    stacks = "/".join("+".join(map(str, stack)) or "-" for stack in position.stacks)
    grill = "+".join(map(str, sorted(position.grill))) or "-"
    dice = f"aside={dice_word(position.aside)} roll={dice_word(position.roll)}"
    return f"pickomino/1 grill={grill} stacks={stacks} turn={position.turn} {dice} phase={phase}"


def decisions(position: Position) -> dict[str, Position]:
    """The reference's positions after each whole decision, by its token: a face and what follows it."""
    after = {}
    for face in position.choices():
        letter = LETTERS[FACES.index(face)]
        aside = position.apply(face)
        if aside.phase != "decide":
            after[f"{letter}fail"] = aside
            continue
        for choice in aside.choices():
            after[letter + choice] = aside.apply(choice)
    return after


def made(random: Random) -> Position:
    """A position at the beginning of a turn, each tile on the grill, turned over or in a stack by chance."""
    seats = random.randint(2, 7)
    while True:
        grill: set[int] = set()
        stacks: list[list[int]] = [[] for _ in range(seats)]
        tiles = list(PRINTED.tiles)
        random.shuffle(tiles)
        open_share = random.random()
        for tile in tiles:
            if random.random() < open_share:
                grill.add(tile)
            elif random.random() < 0.8:
                stacks[random.randrange(seats)].append(tile)
        if grill:
            return Position.of(seats, grill=grill, stacks=stacks, turn=random.randrange(seats))


def compare(state: State, position: Position) -> dict[str, Position]:
    """Hold one position against the reference; the reference's positions after each decision."""
    assert state.to_text() == text_of(position)
    assert parse_position(state.to_text()) == state
    assert state.scores() == position.scores()
    assert state.is_terminal() == (position.phase == "over")
    after = decisions(position) if position.phase == "aside" else {}
    legal = state.legal_actions() if after else []
    assert sorted(state.action_to_string(action) for action in legal) == sorted(after)
    assert state.is_chance_node() == (position.phase == "roll")
    assert state.players_to_move() == ([position.turn] if after else [])
    if state.is_terminal():
        ranks = position.ranks()
        assert state.result() == (ranks, position.scores())
        others = len(ranks) - 1
        shares = [sum((mine < rank) - (mine > rank) for rank in ranks) / others for mine in ranks]
        assert state.returns() == pytest.approx(shares)
    return after


def games(random: Random) -> Iterator[Position]:
    """Endless iterator of starting positions."""
    while True:
        yield Position(random.randint(2, 7))
        yield made(random)


def test_random_games_go_as_the_reference_says() -> None:
    random = Random(11)
    seen = {"stolen": 0, "returned": 0, "turned": 0, "lower": 0, "ended": 0, "ties": 0}
    turns = 0
    for position in games(random):
        if turns >= TURNS:
            break
        state = parse_position(text_of(position))
        while True:
            after = compare(state, position)
            if position.phase == "over":
                seen["ended"] += 1
                seen["ties"] += len(set(position.scores())) < position.seats
                break
            if position.phase == "roll":
                roll = random_roll(position.dice_left(), random)
                state.apply_action(state.string_to_action(f"r{dice_word(roll)}"))
                following = position.throw(roll)
            else:
                # stops are favoured, or hardly a tile would ever be taken
                stops = [token for token in after if token.endswith("stop")]
                token = random.choice(stops if stops and random.random() < 0.7 else sorted(after))
                state.apply_action(state.string_to_action(token))
                following = after[token]
                if token.endswith("stop"):
                    seen["stolen"] += any(
                        len(now) < len(before)
                        for now, before in zip(following.stacks, position.stacks, strict=True)
                    )
                    aside = position.apply(FACES[LETTERS.index(token[0])])
                    seen["lower"] += aside.prize() is not None and aside.prize()[0] < aside.total()  # type: ignore[index]
            if following.phase != "aside" and not any(following.aside):
                turns += 1
                own = len(following.stacks[position.turn]) - len(position.stacks[position.turn])
                seen["returned"] += own < 0
                seen["turned"] += len(following.turned()) > len(position.turned())
            position = following
    # each kind of thing has come about often enough to be called compared
    least = TURNS // 300
    assert min(seen.values()) >= least, seen


def test_the_odds_of_a_roll_are_those_of_its_multiset() -> None:
    random = Random(5)
    for dice in range(1, 9):
        aside = [0] * 6
        aside[random.randrange(6)] = 8 - dice
        position = Position.of(2, aside=tuple(aside), phase="roll")
        state = parse_position(text_of(position))
        outcomes = {state.action_to_string(action): odds for action, odds in state.chance_outcomes()}
        assert sum(outcomes.values()) == 1
        for token, odds in outcomes.items():
            counts = [token[1:].count(letter) for letter in LETTERS]
            assert sum(counts) == dice
            ways = factorial(dice) // prod(map(factorial, counts))
            assert odds == Fraction(ways, 6**dice)


@pytest.mark.parametrize("seats", range(2, 8))
def test_fresh_games_agree(seats: int) -> None:
    assert GAMES["pickomino"].initial(1, seats).to_text() == text_of(Position(seats))


def rolls(dice: int) -> Iterator[Counts]:
    """All multisets of so many dice."""
    for faces in combinations_with_replacement(range(6), dice):
        yield tuple(faces.count(face) for face in range(6))


def count(position: Position, depth: int) -> int:
    """Lines of play of so many plies by the reference."""
    if not depth:
        return 1
    if position.phase == "roll":
        return sum(count(position.throw(roll), depth - 1) for roll in rolls(position.dice_left()))
    return sum(count(after, depth - 1) for after in decisions(position).values()) if position.choices() else 0


def read(text: str) -> Position:
    """The reference's position of a text."""
    field = dict(word.split("=") for word in text.split(" ")[1:])

    def tiles(word: str) -> list[int]:
        return [] if word == "-" else list(map(int, word.split("+")))

    roll = None if field["roll"] == "-" else tuple(field["roll"].count(letter) for letter in LETTERS)
    stacks = [tiles(word) for word in field["stacks"].split("/")]
    aside = tuple(field["aside"].count(letter) for letter in LETTERS)
    data: dict[str, Any] = {
        "grill": set(tiles(field["grill"])),
        "stacks": stacks,
        "turn": int(field["turn"]),
    }
    return Position.of(len(stacks), **data, aside=aside, roll=roll, phase="roll" if roll is None else "aside")


@pytest.mark.parametrize(
    "entry", json.loads(PERFT.read_text(encoding="utf-8")), ids=lambda entry: entry["id"]
)
def test_the_reference_counts_as_many_lines(entry: dict[str, Any]) -> None:
    position = read(entry["position"])
    assert text_of(position) == entry["position"]
    for depth, lines in enumerate(entry["perft"], start=1):
        if lines <= scale(70_000):
            assert count(position, depth) == lines, depth
