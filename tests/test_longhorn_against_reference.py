"""The fast Longhorn against the plain-Python reference: every text, every legal move, every result."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reference.longhorn import COLOURS, INITIAL_CATTLE, TOKENS, Position, neighbours, walk_ends
from scaling import FULL, scale, some
from solver.errors import HerdmindError
from solver.game import State, divide, perft
from solver.games import GAMES, parse_position
from solver.games.longhorn import geometry
from solver.games.longhorn.rules import walk_mask

POSITIONS = scale(20_000, least=2_000)  # fewer would not meet every kind of move
DATA = Path(__file__).parent / "data"
PERFT: list[dict[str, Any]] = json.loads((DATA / "longhorn_deals_perft.json").read_text(encoding="utf-8"))


def played_positions(seed: int) -> Iterator[str]:
    """The positions of random games from deals, token effects and nugget draws preferred half of the time."""
    choose = random.Random(seed)
    for deal in range(seed, 1 << 62):
        position = Position.parse(GAMES["longhorn"].initial(deal).to_text())
        while True:
            yield position.text()
            moves = position.successors()
            if not moves:
                break
            tokens = sorted(moves)
            special = [token for token in tokens if any(word in token for word in (*TOKENS, "nine"))]
            if special and choose.random() < 0.5:
                tokens = special
            position = moves[choose.choice(tokens)]


def composed_positions(seed: int) -> Iterator[str]:
    """Positions put together at random: few cattle, large herds, many nuggets, refilled squares."""
    choose = random.Random(seed)
    while True:
        position = Position()
        choose.shuffle(position.names)
        left = dict.fromkeys(COLOURS, 9)
        for herd, most in [(herd, 2) for herd in position.cattle] + [(herd, 8) for herd in position.herds]:
            for colour in COLOURS:
                number = choose.randint(0, min(most, left[colour])) if choose.random() < 0.6 else 0
                if number:
                    herd[colour] = number
                    left[colour] -= number
        bag = [token for token, number in TOKENS.items() for _ in range(number)]
        choose.shuffle(bag)
        for square, herd in enumerate(position.cattle):
            if herd and choose.random() < 0.8:
                token = bag.pop()
                if token == "sheriff" and position.names[square] != "nugget":
                    continue
                position.tokens[square] = token
        gold = [int(token[4:]) for token in bag if token.startswith("gold")]
        spare = 9 - sum(token is not None for token in position.tokens)
        for nugget in gold[:spare]:
            position.gold[choose.randint(0, 1)].append(nugget)
        position.gold = [sorted(nuggets) for nuggets in position.gold]
        where = [square for square, herd in enumerate(position.cattle) if herd]
        if not where:
            continue
        position.outlaw = choose.choice(where)
        position.turn = choose.randint(0, 1)
        position.last = [choose.choice([None, *INITIAL_CATTLE]) for _ in range(2)]
        position.phase = "play"
        yield position.text()
        # an Ambush there leads to the phases draw and move, which cannot be composed as easily
        for token, after in position.successors().items():
            if token.endswith("ambushnugget"):
                yield after.text()
                for drawn in after.successors().values():
                    yield drawn.text()


def compare(state: State, position: Position, seen: Counter[str]) -> dict[str, Position]:
    """All that both sides say about one position; the reference's successors."""
    assert state.to_text() == position.text()
    assert parse_position(position.text()) == state
    assert state.current_player() == position.actor()
    assert state.scores() == [position.money(0), position.money(1)]
    successors = position.successors()
    actions = {state.action_to_string(action): action for action in state.legal_actions()}
    assert sorted(actions) == sorted(successors), position.text()
    odds = {state.action_to_string(action): part for action, part in state.chance_outcomes()}
    assert odds == position.chance()
    if position.phase == "over":
        assert state.result() == position.result()
        assert state.returns() == [float(position.value()), float(-position.value())]
        seen[f"over:{position.ending}"] += 1
    else:
        seen[position.phase] += 1
    for token in successors:
        for word in (*TOKENS, "nine", "end", "nugget"):
            seen[word] += word in token
    return successors


@pytest.mark.ci
@pytest.mark.parametrize("source", [played_positions, composed_positions], ids=["played", "composed"])
def test_random_positions_agree(source: Any) -> None:
    """Texts, actors, legal tokens, odds and money of each position, and the text after each of its moves."""
    seen: Counter[str] = Counter()
    choose = random.Random(5)
    pool: list[str] = ["zzz"]
    texts = source(1)
    for _ in range(POSITIONS // 2):
        text = next(texts)
        position = Position.parse(text)
        state = parse_position(text)
        successors = compare(state, position, seen)
        for token, after in some_successors(successors, choose):
            child = state.clone()
            child.apply_action(child.string_to_action(token))
            assert child.to_text() == after.text(), f"{token} in {text}"
        # a token from elsewhere is taken exactly where the reference takes it
        for token in choose.sample(pool, min(len(pool), 5)):
            assert accepts(state, token) == (token in successors), f"{token} in {text}"
        pool = (pool + choose.sample(sorted(successors), min(len(successors), 3)))[-500:]
    for kind in (*TOKENS, "draw", "move", "over:money", "over:nine", "over:sheriff", "nine", "end"):
        wanted = kind not in ("over:money", "over:nine", "over:sheriff") or source is played_positions
        assert not wanted or seen[kind] > 0, f"{kind} was never met: {seen}"


def some_successors(successors: dict[str, Position], choose: random.Random) -> list[tuple[str, Position]]:
    """All successors, or fifty of very many."""
    items = sorted(successors.items(), key=lambda item: item[0])
    return items if len(items) <= 50 else choose.sample(items, 50)


def accepts(state: State, token: str) -> bool:
    """Whether the fast side takes a token."""
    try:
        state.string_to_action(token)
    except HerdmindError:
        return False
    return True


def test_walks_agree() -> None:
    """[walk] three tables of it: the C one, the one that explains, the reference's."""
    for square in range(9):
        assert geometry.neighbours(square) == neighbours(square)
        for steps in range(1, 10):
            ends = walk_ends(square, steps)
            assert geometry.walk_ends(square, steps) == ends
            assert walk_mask(square, steps) == sum(1 << end for end in ends)


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["id"])
def test_perft_table(entry: dict[str, Any]) -> None:
    """The counts of the table, to a million lines or (HERDMIND_FULL=1) as deep as it goes."""
    state = parse_position(entry["position"])
    for depth, count in enumerate(entry["perft"], start=1):
        if FULL or count <= 1_000_000:
            assert perft(state, depth) == count, f"depth {depth}"
            if depth == entry["divide_depth"]:
                assert dict(divide(state, depth)) == entry["divide"]
    assert sum(entry["divide"].values()) == entry["perft"][entry["divide_depth"] - 1]


def test_the_perft_table_holds_the_deals_of_seeds_1_to_20() -> None:
    deals = {entry["id"]: entry["position"] for entry in PERFT if entry["id"].startswith("deal")}
    assert deals == {f"deal{seed}": GAMES["longhorn"].initial(seed).to_text() for seed in range(1, 21)}


@pytest.mark.parametrize("entry", some(PERFT, least=8), ids=lambda entry: entry["id"])
def test_the_reference_confirms_the_perft_table(entry: dict[str, Any]) -> None:
    limit = 30_000 if FULL else 1_000
    position = Position.parse(entry["position"])
    confirmed = 0
    for depth, count in enumerate(entry["perft"], start=1):
        if count <= limit or depth == 1:
            assert position.perft(depth) == count, f"depth {depth}"
            confirmed = depth
    assert confirmed >= 1
