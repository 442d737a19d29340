"""Colt Express: the course of a game. See flow.pyx."""

from libc.stdint cimport int64_t

from solver.game cimport action_t
from solver.games.colt.layout cimport NOTHING, ColtStruct

cdef inline bint unseen_by_viewer(const ColtStruct* s, int seat) noexcept nogil:
    """Whether this is a view that does not show what `seat` holds."""
    return s.viewer != NOTHING and s.viewer != seat

cdef void begin(ColtStruct* s) noexcept nogil
cdef void proceed(ColtStruct* s) noexcept nogil
cdef int decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil
cdef void decide(ColtStruct* s, int seat, action_t action) noexcept nogil
cdef int outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil
cdef void happen(ColtStruct* s, action_t action) noexcept nogil
cdef bint could_lie(const ColtStruct* s, int seat, int kind) noexcept nogil
cdef bint barred(const ColtStruct* s, int deck, int kind) noexcept nogil
cdef void tidy(ColtStruct* s) noexcept nogil
