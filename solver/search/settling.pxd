"""Brackets of values in the real game, closed as far as a question requires."""

from solver.search.serialized cimport Bracket, Search

# Close the bracket of a position, or at least show that its value lies outside (alpha, beta).
cdef void settle(
    Search* s, const void* state, double alpha, double beta, int depth, Bracket* out) noexcept nogil

# The same for the mean over a chance event's outcomes, to the end.
cdef void settle_chance(Search* s, const void* state, int depth, Bracket* out) noexcept nogil

# The same for a simultaneous choice of m and n actions, listed in the frame; `root`: at the search's root.
cdef void settle_matrix(
    Search* s, const void* state, int m, int n, double alpha, double beta, int depth, bint root,
    Bracket* out) noexcept nogil
