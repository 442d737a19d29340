"""Two-seat zero-sum matrix games: optimal mixtures and the value between two certified bounds.

Seat 0 chooses a row and gets the entry, seat 1 chooses a column and pays it. What costs least comes first: a
saddle point in pure choices, then the removal of dominated rows and columns, then the simplex method on
what is left (a condensed tableau, as A. W. Tucker wrote it). The bounds owe nothing to how a mixture was
found: the lower one is the worst column against the row mixture, the upper one the best row against the
column mixture, each moved outwards by more than rounding can have added.
"""

from dataclasses import dataclass

from libc.math cimport fabs, isfinite

cdef enum:
    FIRST_RULE = 200                # pivots by the steepest column; then by Bland's rule, which cannot cycle
    MOST_PIVOTS = 2000

cdef double HALF_ULP = 1.1102230246251565e-16
cdef double NEGLIGIBLE = 1e-12      # of a tableau whose game lies in [1, 2]


cdef bint saddle(const double* payoff, int m, int n, Mixture* out) noexcept nogil:
    """Bounds by pure choices; returns whether they meet, and then writes the mixtures too."""
    cdef int i, j
    cdef int row = 0
    cdef int column = 0
    cdef double worst
    out.lower = out.upper = 0.0
    for i in range(m):
        worst = payoff[i * n]
        for j in range(1, n):
            if payoff[i * n + j] < worst:
                worst = payoff[i * n + j]
        if i == 0 or worst > out.lower:
            out.lower = worst
            row = i
    for j in range(n):
        worst = payoff[j]
        for i in range(1, m):
            if payoff[i * n + j] > worst:
                worst = payoff[i * n + j]
        if j == 0 or worst < out.upper:
            out.upper = worst
            column = j
    for i in range(m):
        out.rows[i] = 1.0 if i == row else 0.0
    for j in range(n):
        out.columns[j] = 1.0 if j == column else 0.0
    return out.lower >= out.upper


cdef bint row_dominated(const double* payoff, int n, int i, int by, const int* columns,
                        int width) noexcept nogil:
    """Whether row `by` is at least as good as row `i` in every column that is left."""
    cdef int j
    for j in range(width):
        if payoff[i * n + columns[j]] > payoff[by * n + columns[j]]:
            return False
    return True


cdef bint column_dominated(const double* payoff, int n, int j, int by, const int* rows,
                           int height) noexcept nogil:
    """Whether column `by` costs no more than column `j` in every row that is left."""
    cdef int i
    for i in range(height):
        if payoff[rows[i] * n + j] < payoff[rows[i] * n + by]:
            return False
    return True


cdef void undominated(const double* payoff, int n, int* rows, int* height, int* columns,
                      int* width) noexcept nogil:
    """Remove dominated rows and columns until there are none."""
    cdef int a, b
    cdef bint struck = True
    while struck:
        struck = False
        a = 0
        while a < height[0]:
            for b in range(height[0]):
                if a != b and row_dominated(payoff, n, rows[a], rows[b], columns, width[0]):
                    height[0] -= 1
                    rows[a] = rows[height[0]]
                    struck = True
                    break
            else:
                a += 1
        a = 0
        while a < width[0]:
            for b in range(width[0]):
                if a != b and column_dominated(payoff, n, columns[a], columns[b], rows, height[0]):
                    width[0] -= 1
                    columns[a] = columns[width[0]]
                    struck = True
                    break
            else:
                a += 1


cdef int entering(const double* t, int m, int n, const int* across, bint bland) noexcept nogil:
    """The column of the tableau to bring in; -1 when the solution is optimal."""
    cdef const double* costs = t + m * (n + 1)
    cdef int q = -1
    cdef int j
    for j in range(n):
        if costs[j] < -NEGLIGIBLE:
            if q < 0 or (across[j] < across[q] if bland else costs[j] < costs[q]):
                q = j
    return q


cdef int leaving(const double* t, int m, int n, const int* down, int q) noexcept nogil:
    """The row of the tableau that limits column `q`, the lowest name of equals; -1 is impossible here."""
    cdef int p = -1
    cdef int i
    cdef double ratio
    cdef double least = 0.0
    for i in range(m):
        if t[i * (n + 1) + q] > NEGLIGIBLE:
            ratio = t[i * (n + 1) + n] / t[i * (n + 1) + q]
            if p < 0 or ratio < least or (ratio == least and down[i] < down[p]):
                least = ratio
                p = i
    return p


cdef void pivot(double* t, int m, int n, int p, int q) noexcept nogil:
    """Exchange the names of row `p` and column `q`."""
    cdef double by = 1.0 / t[p * (n + 1) + q]
    cdef double factor
    cdef double* row
    cdef double* pivot_row = t + p * (n + 1)
    cdef int i, j
    for j in range(n + 1):
        pivot_row[j] *= by
    for i in range(m + 1):
        if i == p:
            continue
        row = t + i * (n + 1)
        factor = row[q]
        if factor == 0.0:
            continue
        for j in range(n + 1):
            row[j] -= factor * pivot_row[j]
        row[q] = -factor * by
    pivot_row[q] = by


cdef bint simplex(const double* payoff, int stride, const int* rows, int m, const int* columns, int n,
                  double* x, double* y) noexcept nogil:
    """Optimal mixtures over the `m` rows and `n` columns listed; returns whether the method terminated.

    With all entries moved to [1, 2]: the most of sum(y) for A y <= 1, y >= 0; the dual prices are x.
    """
    cdef double t[33 * 33]
    cdef int down[32]
    cdef int across[32]
    cdef int i, j, p, q, name, round
    cdef double low = payoff[rows[0] * stride + columns[0]]
    cdef double high = low
    cdef double value
    for i in range(m):
        for j in range(n):
            value = payoff[rows[i] * stride + columns[j]]
            low = value if value < low else low
            high = value if value > high else high
    for i in range(m):
        for j in range(n):
            t[i * (n + 1) + j] = 1.0 + (payoff[rows[i] * stride + columns[j]] - low) / (high - low)
        t[i * (n + 1) + n] = 1.0
        down[i] = n + i                         # slacks are named after the columns
    for j in range(n):
        t[m * (n + 1) + j] = -1.0
        across[j] = j
    t[m * (n + 1) + n] = 0.0
    for round in range(MOST_PIVOTS):
        q = entering(t, m, n, across, round >= FIRST_RULE)
        if q < 0:
            break
        p = leaving(t, m, n, down, q)
        if p < 0:
            return False
        pivot(t, m, n, p, q)
        name = down[p]
        down[p] = across[q]
        across[q] = name
    else:
        return False
    for i in range(m):
        x[i] = 0.0
    for j in range(n):
        y[j] = 0.0
    for i in range(m):
        if down[i] < n:
            y[down[i]] = t[i * (n + 1) + n]
    for j in range(n):
        if across[j] >= n:
            x[across[j] - n] = t[m * (n + 1) + j]
    return True


cdef bint spread(const double* found, int count, const int* places, double* out) noexcept nogil:
    """Turn weights into a mixture: clip negative ones, normalize; returns whether any is positive."""
    cdef int i
    cdef double total = 0.0
    for i in range(count):
        if found[i] > NEGLIGIBLE:
            total += found[i]
    if not total > 0.0:
        return False
    for i in range(count):
        out[places[i]] = found[i] / total if found[i] > NEGLIGIBLE else 0.0
    return True


cdef void certify(const double* payoff, int m, int n, Mixture* out) noexcept nogil:
    """Tighten the pure bounds of `out` by the guarantees of its mixtures, less rounding errors."""
    cdef int i, j
    cdef double most = 0.0
    cdef double lower = 0.0
    cdef double upper = 0.0
    cdef double value, slack
    for i in range(m * n):
        if fabs(payoff[i]) > most:
            most = fabs(payoff[i])
    # A sum of k products is off by at most k half ulps of the sum of their sizes (Higham, Accuracy and
    # Stability, 3.1), and the probabilities' own sum by as much from one: twice that, with room to spare.
    slack = 4.0 * (2 + (m if m > n else n)) * HALF_ULP * most
    for j in range(n):
        value = 0.0
        for i in range(m):
            value += out.rows[i] * payoff[i * n + j]
        if j == 0 or value < lower:
            lower = value
    for i in range(m):
        value = 0.0
        for j in range(n):
            value += out.columns[j] * payoff[i * n + j]
        if i == 0 or value > upper:
            upper = value
    if lower - slack > out.lower:
        out.lower = lower - slack
    if upper + slack < out.upper:
        out.upper = upper + slack


cdef void mix(const double* payoff, int m, int n, Mixture* out) noexcept nogil:
    """Solve the game of `m` x `n` finite entries (1 .. SIDE each), row by row. The bounds are always true."""
    cdef int rows[32]
    cdef int columns[32]
    cdef double x[32]
    cdef double y[32]
    cdef double pure_rows[32]
    cdef double pure_columns[32]
    cdef int height = m
    cdef int width = n
    cdef int i
    if saddle(payoff, m, n, out):
        return
    for i in range(m):
        rows[i] = i
        pure_rows[i] = out.rows[i]
        out.rows[i] = 0.0
    for i in range(n):
        columns[i] = i
        pure_columns[i] = out.columns[i]
        out.columns[i] = 0.0
    undominated(payoff, n, rows, &height, columns, &width)
    if (not simplex(payoff, n, rows, height, columns, width, x, y)
            or not spread(x, height, rows, out.rows) or not spread(y, width, columns, out.columns)):
        for i in range(m):
            out.rows[i] = pure_rows[i]
        for i in range(n):
            out.columns[i] = pure_columns[i]
        return
    certify(payoff, m, n, out)


@dataclass(frozen=True)
class MatrixSolution:
    """Solution of a matrix game: its value to the row seat and optimal mixtures.

    ``lower`` and ``upper``: bounds of the value that hold with rounding counted in; apart by some ulps of the
    largest entry. ``rows`` and ``columns``: the probability of each row and column, summing to 1 up to
    rounding.
    """

    lower: float
    upper: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve_matrix(rows):
    """Optimal play of the zero-sum game of these rows: the row seat gets the entry, the column seat pays it.

    ``rows``: 1 to 32 sequences of equal length 1 to 32 of finite numbers. ValueError for anything else.
    """
    cdef double payoff[32 * 32]
    cdef Mixture found
    cdef int i, j
    cdef int m = len(rows)
    cdef int n = len(rows[0]) if m else 0
    if not 1 <= m <= SIDE or not 1 <= n <= SIDE:
        raise ValueError(f"a matrix of {m} x {n}: should have 1 to {SIDE} rows and columns")
    for i, row in enumerate(rows):
        if len(row) != n:
            raise ValueError(f"row {i} has {len(row)} entries: should have {n}, as row 0")
        for j, value in enumerate(row):
            payoff[i * n + j] = value
            if not isfinite(payoff[i * n + j]):
                raise ValueError(f"entry {value} in row {i}, column {j}: should be finite")
    with nogil:
        mix(payoff, m, n, &found)
    return MatrixSolution(
        lower=found.lower,
        upper=found.upper,
        rows=tuple([found.rows[i] for i in range(m)]),
        columns=tuple([found.columns[j] for j in range(n)]),
    )
