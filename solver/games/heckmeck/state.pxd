from solver.games.common.dice_state cimport DiceState
from solver.games.heckmeck.rules cimport HeckmeckStruct


cdef class HeckmeckState(DiceState):
    cdef HeckmeckStruct* struct(self) noexcept
