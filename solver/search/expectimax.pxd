"""The dice of a turn: tables that are made once."""

from solver.search.passes cimport Turn


cdef class TurnTables:
    cdef Turn turn
