"""Keys of positions in the proof search's table."""

from libc.stdint cimport uint32_t

from solver.search.proof cimport Child, Node, Siblings

cdef enum:
    FIELD = 7                    # bits of one herd field of the dominance, guard included
    GOLD_AT = 28                 # where the field of the money begins
    GOLD_BITS = 11

cdef void identify(Child* child, const Child* before, Siblings* shared) noexcept nogil
cdef uint32_t likeness(const Node* node) noexcept nogil
