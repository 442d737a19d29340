"""The 3x3 square: neighbours and walks, for checks and explanations (the fast tables are in rules.pyx)."""

from __future__ import annotations


def walk_ends(square: int, steps: int) -> list[int]:
    """Squares other than `square` where a walk of exactly `steps` steps, never straight back, can end."""
    walks = {(-1, square)}
    for _ in range(steps):
        walks = {(here, there) for before, here in walks for there in neighbours(here) if there != before}
    return sorted({here for _, here in walks} - {square})


def neighbours(square: int) -> list[int]:
    """The orthogonal neighbours of a square."""
    row, column = divmod(square, 3)
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [3 * r + c for r, c in steps if 0 <= r < 3 and 0 <= c < 3]
