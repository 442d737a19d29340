from solver.game cimport State
from solver.games.longhorn.rules cimport LonghornStruct


cdef class LonghornState(State):
    cdef readonly object figures    # the Figures in force

    cdef LonghornStruct* struct(self) noexcept
