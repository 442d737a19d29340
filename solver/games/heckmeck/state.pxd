from solver.game cimport State
from solver.games.heckmeck.rules cimport HeckmeckStruct


cdef class HeckmeckState(State):
    cdef HeckmeckStruct* struct(self) noexcept
