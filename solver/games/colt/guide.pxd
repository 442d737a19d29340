"""Colt Express: decisions of playouts by rules of thumb. See guide.pyx."""

from solver.game cimport action_t
from solver.games.colt.layout cimport ColtStruct
from solver.rng cimport rng_t

cdef int advised(const ColtStruct* s, int seat, const action_t* choices, int n, rng_t* rng) noexcept nogil
