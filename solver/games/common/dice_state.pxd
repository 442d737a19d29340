from libc.stdint cimport uint8_t

from solver.game cimport State


cdef class DiceState(State):
    cdef const uint8_t* aside(self) noexcept
