"""Tree of the search that one thread grows."""

from solver.game cimport State
from solver.search.ismcts.iteration cimport SearchState
from solver.search.ismcts.store cimport Node


cdef class Tree:
    cdef SearchState search
    cdef State view                 # keeps `seen` alive
    cdef Node* _root(self) noexcept
