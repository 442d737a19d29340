"""Two-seat zero-sum matrix games, solved exactly up to rounding, at C level."""

cdef enum:
    SIDE = 32                       # most rows and columns


cdef struct Mixture:                # one solution
    double lower                    # the row mixture gets at least this, rounding allowed for
    double upper                    # the column mixture gives away at most this, rounding allowed for
    double rows[32]
    double columns[32]


cdef void mix(const double* payoff, int m, int n, Mixture* out) noexcept nogil
