"""Tables of the dice of a turn, made once."""

from solver.search.passes cimport Turn


cdef class TurnTables:
    cdef Turn turn
