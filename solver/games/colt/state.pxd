from solver.game cimport State
from solver.games.colt.layout cimport ColtStruct


cdef class ColtState(State):
    cdef readonly object figures    # the Figures in force

    cdef ColtStruct* struct(self) noexcept
