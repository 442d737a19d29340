"""Zero-sum matrix games in exact fractions: the simplex method, slow and plain."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Number = int | Fraction


def game_value(rows: Sequence[Sequence[Number]]) -> Fraction:
    """The value for the row seat under best play of both; the column seat pays it."""
    return solve(rows)[0]


def solve(rows: Sequence[Sequence[Number]]) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """(value, an optimal mixture of the rows, one of the columns).

    With all entries made positive: the most of sum(y) for A y <= 1, y >= 0, by Bland's rule. The slack of
    row i is variable n + i; its price at the end is the weight of row i.
    """
    m, n = len(rows), len(rows[0])
    shift = 1 - min(min(row) for row in rows)
    table = [
        [Fraction(entry + shift) for entry in row] + [Fraction(int(i == k)) for k in range(m)] + [Fraction(1)]
        for i, row in enumerate(rows)
    ]
    costs = [Fraction(-1)] * n + [Fraction(0)] * (m + 1)
    basis = [n + i for i in range(m)]
    while any(cost < 0 for cost in costs[:-1]):
        q = next(j for j, cost in enumerate(costs) if cost < 0)
        ratios = [(table[i][-1] / table[i][q], basis[i], i) for i in range(m) if table[i][q] > 0]
        p = min(ratios)[2]
        table[p] = [entry / table[p][q] for entry in table[p]]
        for i in range(m):
            if i != p:
                table[i] = _less(table[i], table[i][q], table[p])
        costs = _less(costs, costs[q], table[p])
        basis[p] = q
    whole = costs[-1]
    columns = [Fraction(0)] * n
    for i, variable in enumerate(basis):
        if variable < n:
            columns[variable] = table[i][-1] / whole
    weights = [costs[n + i] / whole for i in range(m)]
    return 1 / whole - shift, weights, columns


def _less(row: list[Fraction], factor: Fraction, other: list[Fraction]) -> list[Fraction]:
    return [entry - factor * taken for entry, taken in zip(row, other, strict=True)]
