from solver.game cimport Rules, State
from solver.games.common.dice cimport TurnPart

cdef class DiceState(State):
    cdef TurnPart* part              # of the game's struct
    cdef int begin(self, const Rules* rules) except -1
    cdef int lay_turn(self, fields) except -1
