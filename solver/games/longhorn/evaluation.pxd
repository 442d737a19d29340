"""The learnt evaluation of Longhorn positions, for estimates where no proof comes in time."""
from libc.stdint cimport int16_t, uint16_t

from solver.games.longhorn.packed cimport Packed
from solver.search.proof cimport Node

cdef enum:
    HIDDEN = 32                  # numbers of a row; the last one goes straight to the output
    ACTIVE = 44                  # rows of one position, at most


cdef int describe(const Packed* p, int16_t* rows) noexcept nogil
cdef int evaluate(const Node* node) noexcept nogil
