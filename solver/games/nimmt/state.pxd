from solver.game cimport State
from solver.games.nimmt.rules cimport NimmtStruct


cdef class NimmtState(State):
    cdef NimmtStruct* struct(self) noexcept
