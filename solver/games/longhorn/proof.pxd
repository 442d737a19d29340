"""The plug of the proof search: Longhorn's moves, their order and the bounds on what they can bring."""

from solver.games.longhorn.packed cimport Packed
from solver.search.proof cimport ProofGame

cdef void tidy(Packed* p) noexcept nogil
cdef const ProofGame* proof_game() noexcept nogil
