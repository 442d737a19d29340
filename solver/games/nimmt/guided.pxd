"""Informed playouts of 6 nimmt!."""

from solver.rng cimport rng_t

cdef int nimmt_guided(void* state, rng_t* rng, int plies) noexcept nogil
