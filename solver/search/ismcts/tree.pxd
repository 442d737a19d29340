"""Tree of the search that one thread grows."""

from solver.game cimport State
from solver.model cimport ModelPlug
from solver.search.ismcts.iteration cimport SearchState
from solver.search.ismcts.store cimport Node


cdef class Tree:
    cdef SearchState search
    cdef State view                 # keeps `seen` alive
    cdef ModelPlug model            # keeps its table alive

    cdef int use_model(self, ModelPlug model, settings) except -1
    cdef Node* _root(self) noexcept
