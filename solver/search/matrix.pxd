"""Two-seat zero-sum matrix games, solved exactly up to rounding, at C level."""

cdef enum:
    SIDE = 32                       # most rows and columns


cdef struct Mixture:                # one solution
    double lower                    # the row mixture guarantees at least this, rounding included
    double upper                    # the column mixture pays at most this, rounding included
    double rows[32]
    double columns[32]


cdef void mix(const double* payoff, int m, int n, Mixture* out) noexcept nogil
