"""Python base class of the plug between a game and the proof search."""


cdef class ProofPlug:
    """Base class of the plugs: a game's subclass sets ``game`` and overrides ``pack``."""

    cdef int pack(self, State state, int target, int chance, Node* node) except -1:
        raise NotImplementedError("this game cannot be searched exhaustively")

    cdef void pack_data(self, const void* state, int target, int chance, Node* node) noexcept nogil:
        pass
