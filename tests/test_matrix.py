"""The matrix-game solver on games of known value, and on random ones against exact fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from reference.matrix import game_value, solve
from scaling import scale
from solver.search.matrix import MatrixSolution, solve_matrix

WIDTH = 1e-12


def check(rows: list[list[int]], value: Fraction) -> MatrixSolution:
    """Solve; the bracket holds the value and is narrow, and the mixtures hold it in exact arithmetic."""
    found = solve_matrix(rows)
    most = max(1, max(abs(entry) for row in rows for entry in row))
    assert Fraction(found.lower) <= value <= Fraction(found.upper)
    assert found.upper - found.lower <= WIDTH * most
    assert all(weight >= 0 for weight in (*found.rows, *found.columns))
    x = [Fraction(weight) for weight in found.rows]
    y = [Fraction(weight) for weight in found.columns]
    assert abs(float(sum(x)) - 1) <= WIDTH
    assert abs(float(sum(y)) - 1) <= WIDTH
    gets: list[Fraction] = [
        sum((x[i] * row[j] for i, row in enumerate(rows)), Fraction(0)) for j in range(len(y))
    ]
    pays: list[Fraction] = [sum((weight * row[j] for j, weight in enumerate(y)), Fraction(0)) for row in rows]
    assert min(gets) / sum(x) <= value <= max(pays) / sum(y)
    assert Fraction(found.lower - WIDTH * most) <= min(gets)
    assert max(pays) <= Fraction(found.upper + WIDTH * most)
    return found


def test_matching_pennies() -> None:
    found = check([[1, -1], [-1, 1]], Fraction(0))
    assert found.rows == pytest.approx((0.5, 0.5))
    assert found.columns == pytest.approx((0.5, 0.5))


def test_rock_paper_scissors() -> None:
    found = check([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], Fraction(0))
    assert found.rows == pytest.approx((1 / 3,) * 3)
    assert found.columns == pytest.approx((1 / 3,) * 3)


def test_biased_pennies() -> None:
    """Two-finger Morra: 2 and 4 for even, 3 for odd. Odd wins 1/12 a round, showing one in 7 of 12."""
    found = check([[-2, 3], [3, -4]], Fraction(1, 12))
    assert found.rows == pytest.approx((7 / 12, 5 / 12))
    assert found.columns == pytest.approx((7 / 12, 5 / 12))


def test_rock_counts_double() -> None:
    """Winning with rock pays 2: by the equations of indifference rock 1/4, paper 1/2, scissors 1/4."""
    found = check([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], Fraction(0))
    assert found.rows == pytest.approx((1 / 4, 1 / 2, 1 / 4))


def test_a_saddle_point_is_exact() -> None:
    found = check([[4, 2, 5], [1, 0, 9], [3, 1, 7]], Fraction(2))
    assert found == MatrixSolution(2.0, 2.0, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


def test_dominated_choices_are_not_played() -> None:
    """Matching pennies with a third row and column that nobody should use."""
    found = check([[1, -1, 2], [-1, 1, 2], [-2, -2, 3]], Fraction(0))
    assert found.rows == pytest.approx((0.5, 0.5, 0))
    assert found.columns == pytest.approx((0.5, 0.5, 0))


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ([[7]], 7),
        ([[3, -2, 5]], -2),
        ([[3], [-2], [5]], 5),
        ([[0, 0], [0, 0]], 0),
        ([[1, 1, 1], [1, 1, 1]], 1),
        ([[2, 0], [2, 0], [0, 2]], 1),  # twin rows
        ([[2, 2, 0], [0, 0, 2]], 1),  # twin columns
        ([[0, 1, 2, 3], [3, 2, 1, 0]], Fraction(3, 2)),  # every column the same against the halves
    ],
)
def test_degenerate_games(rows: list[list[int]], value: int | Fraction) -> None:
    assert game_value(rows) == value
    check(rows, Fraction(value))


def test_random_games_against_fractions() -> None:
    random = Random(1)
    for _ in range(scale(1500)):
        m, n = random.randint(1, 9), random.randint(1, 9)
        spread = random.choice((1, 2, 5, 100))  # few different entries make ties and degenerate corners
        rows = [[random.randint(-spread, spread) for _ in range(n)] for _ in range(m)]
        check(rows, game_value(rows))


@pytest.mark.parametrize(("m", "n"), [(32, 32), (32, 3), (2, 32), (20, 25)])
def test_large_games_against_fractions(m: int, n: int) -> None:
    random = Random(m * 100 + n)
    rows = [[random.randint(-9, 9) for _ in range(n)] for _ in range(m)]
    check(rows, game_value(rows))


def test_small_differences_are_not_lost() -> None:
    """The value moves with the entries, however far they lie from zero."""
    game = [[1, -1], [-1, 1]]
    for shift in (0.0, 0.5, -0.75, 1000.0):
        for size in (1.0, 1e-6):
            found = solve_matrix([[shift + size * entry for entry in row] for row in game])
            assert found.rows == pytest.approx((0.5, 0.5), abs=1e-6)
            assert found.lower <= shift <= found.upper
            assert found.upper - found.lower <= 1e-14 * max(1.0, abs(shift))


def test_a_game_turned_round_has_the_opposite_value() -> None:
    random = Random(2)
    for _ in range(scale(200)):
        m, n = random.randint(1, 7), random.randint(1, 7)
        rows = [[random.randint(-4, 4) for _ in range(n)] for _ in range(m)]
        turned = [[-rows[i][j] for i in range(m)] for j in range(n)]
        one, other = solve_matrix(rows), solve_matrix(turned)
        assert one.lower <= -other.lower + WIDTH
        assert abs(one.lower + other.upper) <= WIDTH


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "0 x 0"),
        ([[]], "1 x 0"),
        ([[1, 2], [3]], "row 1 has 1 entries: should have 2"),
        ([[1.0] * 33], "1 x 33"),
        ([[1.0]] * 33, "33 x 1"),
        ([[1.0, float("nan")]], "entry nan in row 0, column 1"),
        ([[1.0], [float("inf")]], "entry inf in row 1, column 0"),
    ],
)
def test_wrong_matrices_are_refused(rows: list[list[float]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve_matrix(rows)


def test_the_fraction_solver_is_right() -> None:
    """Its mixtures prove its value, so it can be trusted as a yardstick."""
    random = Random(3)
    for _ in range(scale(300)):
        m, n = random.randint(1, 6), random.randint(1, 6)
        rows = [[random.randint(-3, 3) for _ in range(n)] for _ in range(m)]
        value, x, y = solve(rows)
        assert sum(x) == sum(y) == 1
        assert min(x) >= 0
        assert min(y) >= 0
        assert min(sum(x[i] * rows[i][j] for i in range(m)) for j in range(n)) == value
        assert max(sum(y[j] * rows[i][j] for j in range(n)) for i in range(m)) == value
