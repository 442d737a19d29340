"""The Longhorn reference against handcrafted cases and known values, to be trusted as a yardstick."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from reference.longhorn import (
    CHANCE,
    COLOURS,
    INITIAL_CATTLE,
    STARTS,
    TERMINAL,
    TOKENS,
    Position,
    set_up,
    walk_ends,
)
from reference.longhorn_cases import RULINGS, Implementation, perft_counts, ruling_cases, run_case, vectors
from reference.longhorn_solver import Solver
from scaling import some

pytestmark = pytest.mark.pure


class Reference:
    """The reference as a case sees an implementation."""

    def legal(self, position: str) -> list[str]:
        return Position.parse(position).legal_moves()

    def apply(self, position: str, token: str) -> str:
        return Position.parse(position).apply(token).text()

    def chance(self, position: str) -> dict[str, Fraction]:
        return Position.parse(position).chance()

    def result(self, position: str) -> tuple[list[int], list[int]]:
        return Position.parse(position).result()


@pytest.fixture
def implementation() -> Implementation:
    return Reference()


@pytest.mark.parametrize("case", ruling_cases(), ids=lambda case: case["id"])
def test_ruling(case: dict[str, Any], implementation: Implementation) -> None:
    run_case(case, implementation)


def test_every_ruling_has_cases() -> None:
    cases = ruling_cases()
    assert {case["ruling"] for case in cases} == set(RULINGS)
    assert len({case["id"] for case in cases}) == len(cases)
    for case in cases:
        assert case["id"].startswith(case["ruling"].replace("-", "_") + "_")
        assert case["checks"]
        for check in case["checks"]:
            assert set(check) > {"after"}


def test_a_wrong_implementation_fails_the_cases(implementation: Implementation) -> None:
    """The runner notices a missing token, a wrong position and wrong money."""

    class Forgetful(Reference):
        def legal(self, position: str) -> list[str]:
            return super().legal(position)[1:]

    class Generous(Reference):
        def result(self, position: str) -> tuple[list[int], list[int]]:
            ranks, scores = super().result(position)
            return ranks, [scores[0] + 100, scores[1]]

    class Still(Reference):
        def apply(self, position: str, token: str) -> str:
            super().apply(position, token)
            return position

    case = next(case for case in ruling_cases() if case["id"] == "end_scoring_example")
    run_case(case, implementation)
    for wrong in (Forgetful(), Generous(), Still()):
        with pytest.raises(AssertionError):
            run_case(case, wrong)


LATE = [vector for vector in vectors() if "moves" in vector]
SMALL = [vector for vector in LATE if vector["cattle_left"] <= 12]
DEALS = [vector for vector in vectors() if "starts" in vector]


@pytest.mark.parametrize("vector", LATE, ids=lambda vector: vector["id"])
def test_vector_moves(vector: dict[str, Any]) -> None:
    position = Position.parse(vector["position"])
    assert position.text() == vector["position"]
    assert position.cattle_left() == vector["cattle_left"]
    assert position.legal_moves() == sorted(vector["moves"])


@pytest.mark.parametrize("vector", some(SMALL, least=10), ids=lambda vector: vector["id"])
def test_vector_values(vector: dict[str, Any]) -> None:
    position = Position.parse(vector["position"])
    solver = Solver()
    assert {token: str(value) for token, value in solver.moves(position).items()} == vector["moves"]
    assert str(solver.value(position)) == vector["value"]


@pytest.mark.parametrize("vector", DEALS, ids=lambda vector: vector["id"])
def test_vector_deals(vector: dict[str, Any]) -> None:
    position = Position.parse(vector["position"])
    assert position.actor() == 1
    assert position.legal_moves() == sorted(vector["starts"])


def test_walks_by_hand() -> None:
    """Squares 0..8 row by row: 0 is a corner, 1 an edge, 4 the middle."""
    corner = [[1, 3], [2, 4, 6], [1, 3, 5, 7], [2, 4, 6, 8]]
    edge = [[0, 2, 4], [3, 5, 7], [0, 2, 4, 6, 8], [3, 5, 7]]
    middle = [[1, 3, 5, 7], [0, 2, 6, 8], [1, 3, 5, 7], [0, 2, 6, 8]]
    for start, table in ((0, corner), (1, edge), (4, middle)):
        for steps, ends in enumerate(table, start=1):
            assert walk_ends(start, steps) == ends


def test_walks_never_turn_straight_back() -> None:
    """The ends agree with every walk written out, square by square."""

    def walks(path: list[int], steps: int) -> list[list[int]]:
        if steps == 0:
            return [path]
        row, column = divmod(path[-1], 3)
        found = []
        for square in range(9):
            near = abs(square // 3 - row) + abs(square % 3 - column) == 1
            if near and (len(path) < 2 or path[-2] != square):
                found += walks([*path, square], steps - 1)
        return found

    for start in range(9):
        for steps in range(1, 9):
            ends = {path[-1] for path in walks([start], steps)}
            assert walk_ends(start, steps) == sorted(ends - {start})


@pytest.mark.parametrize("seed", range(40))
def test_set_up_and_a_random_game(seed: int) -> None:
    random = Random(seed)
    position = set_up(random)
    on_board = [sum(herd.get(colour, 0) for herd in position.cattle) for colour in COLOURS]
    assert on_board == [9, 9, 9, 9]
    assert {
        name: sum(herd.values()) for name, herd in zip(position.names, position.cattle, strict=True)
    } == INITIAL_CATTLE
    for token in position.tokens:
        assert token is not None
        assert position.tokens.count(token) <= TOKENS[token]
        assert token != "sheriff" or position.names[position.tokens.index(token)] == "nugget"
    assert position.legal_moves() == sorted("start" + name for name in STARTS)
    while position.actor() != TERMINAL:
        assert Position.parse(position.text()) == position
        legal = position.legal_moves()
        assert legal
        if position.actor() == CHANCE:
            odds = position.chance()
            assert sorted(odds) == legal
            assert sum(odds.values()) == 1
        else:
            assert position.chance() == {}
            with pytest.raises(ValueError, match="not over"):
                position.result()
        before = position.text()
        after = position.apply(random.choice(legal))
        assert position.text() == before
        position = after
    assert Position.parse(position.text()) == position
    assert position.legal_moves() == []
    assert position.value() in (-1, 0, 1)


def test_set_up_places_every_kind_of_token() -> None:
    seen: set[str | None] = set()
    for seed in range(60):
        seen.update(set_up(Random(seed)).tokens)
    assert seen == set(TOKENS)


def test_perft_counts_lines_and_draws() -> None:
    """An Ambush with a nugget: one token for the robbery, one a distinct nugget, one a destination."""
    case = next(case for case in ruling_cases() if case["id"] == "ambush_cattle_or_nugget")
    position = Position.parse(case["position"])
    assert position.perft(0) == 1
    assert position.perft(1) == 5
    assert position.apply("orangeambushnugget").perft(1) == 2
    assert position.apply("orangeambushnugget").perft(2) == 4
    assert position.divide(2)["orangeambushnugget"] == 2
    assert sum(position.divide(3).values()) == position.perft(3)
    over = Position.parse(case["position"].replace("phase=play", "phase=over:money"))
    assert over.perft(0) == 1
    assert over.perft(1) == 0


@pytest.mark.parametrize("entry", perft_counts(), ids=lambda entry: entry["id"])
def test_perft_table(entry: dict[str, Any]) -> None:
    position = Position.parse(entry["position"])
    for plies, count in enumerate(entry["counts"], start=1):
        if count < 20_000:
            assert position.perft(plies) == count


def test_illegal_moves_are_named() -> None:
    position = set_up(Random(3))
    with pytest.raises(ValueError, match="'starttulsa'"):
        position.apply("starttulsa")


GOOD = next(
    case["position"] for case in ruling_cases() if case["id"] == "branding_any_colour_of_one_neighbour"
)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("longhorn/1", "longhorn/2", "longhorn/2"),
        (" herds", "  herds", "8 fields"),
        ("cherokee:o2", "cherokee:2o", "2o"),
        ("cherokee:o2", "cherokee:o0", "o0"),
        ("dagger:w2o1", "dagger:o1w2", "o1w2"),
        ("dagger:w2o1", "dagger:w2w1", "w2w1"),
        ("dagger:w2o1", "dagger:", "cattle ''"),
        ("cherokee:o2:gold300", "cherokee:o2:gold100", "gold100"),
        ("cherokee:o2:gold300", "cherokee:-:gold300", "empty square"),
        ("cherokee:o2:gold300", "cherokee:o2:sheriff", "sheriff"),
        ("cherokee:o2:gold300", "tulsa:o2:gold300", "tulsa"),
        ("cherokee:o2:gold300", "dodge:o2:gold300", "dodge"),
        ("herds=-/-", "herds=-", "herds=-"),
        ("herds=-/-", "herds=o9/-", "orange"),
        ("herds=-/-", "herds=-/g9", "green"),
        ("gold=-/-", "gold=400+300/-", r"400\+300"),
        ("gold=-/-", "gold=500/500", "gold500"),
        ("outlaw=nugget", "outlaw=tulsa", "tulsa"),
        ("outlaw=nugget", "outlaw=-", "outlaw"),
        ("turn=0", "turn=2", "2"),
        ("last=-/solomon", "last=-/nowhere", "nowhere"),
        ("phase=play", "phase=start", "phase start"),
        ("phase=play", "phase=draw:1", "nugget"),
        ("phase=play", "phase=over", "over"),
        ("phase=play", "phase=over:nine", "nine"),
        ("phase=play", "phase=play:0", "play:0"),
    ],
)
def test_bad_positions_are_refused(old: str, new: str, named: str) -> None:
    assert Position.parse(GOOD).text() == GOOD
    assert GOOD.count(old) == 1
    with pytest.raises(ValueError, match=named):
        Position.parse(GOOD.replace(old, new))
