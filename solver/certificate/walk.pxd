"""Traversal of a proof that one seat of a two-seat game reaches a result, by the contract alone."""
from libc.stdint cimport uint64_t

from solver.game cimport Rules, State, action_t
from solver.stop cimport StopFlag

cdef enum:
    DEPTH = 250                  # the longest line in plies; a longer one is refused as endless
    MOST_WORDS = 32              # 64-bit words of the largest canonical form
    SIZES = 64                   # sizes that have refutations of their own


cdef struct Mark:                # 128 bits of a keyed hash of a question; both zero: free
    uint64_t high
    uint64_t low


cdef class VerifyPlug:
    """Knowledge of one game that a traversal uses."""
    # The amount of play left: the traversal searches positions below the certificate's cut by itself.
    cdef int size(self, const void* state) noexcept nogil
    # Write to ``out`` (zeroed, as large as a state) a form that is equal only for states of equal value.
    cdef void canonical(self, const void* state, void* out) noexcept nogil


cdef class Oracle:
    """Source of the proving side's moves while a certificate is written."""
    # The index in ``actions`` of a move with which ``seat`` still reaches ``target``; -1: none was found.
    cdef int choose(self, const void* state, int seat, int target, const action_t* actions,
                    int count) noexcept nogil


cdef struct Marks:               # a set of marks: open addressing, grows
    Mark* slots
    uint64_t capacity            # a power of two
    uint64_t count


cdef class Walk:
    cdef VerifyPlug plug
    cdef Oracle oracle           # None: the moves are read
    cdef const Rules* rules
    cdef State model             # of the last run: its class makes the state of a fault
    cdef Marks marks             # questions above the cut that are proved
    cdef Mark* memo              # questions below the cut, with the answer in the lowest bit of ``low``
    cdef char* states            # one per ply
    cdef char* canon
    cdef action_t* actions       # arena of the lists on the current line
    cdef action_t* actions_end
    cdef action_t refuters[2][SIZES]
    cdef uint64_t keys[4][MOST_WORDS + 1]
    cdef int words
    cdef int seat                # the proving seat
    cdef int target
    cdef int cut
    cdef unsigned char* moves    # the moves read or written
    cdef uint64_t length
    cdef uint64_t room
    cdef uint64_t at
    cdef int fault
    cdef int fault_depth
    cdef StopFlag stop
    cdef readonly uint64_t positions    # positions visited
    cdef readonly uint64_t searched     # of these, positions below the cut
    cdef readonly uint64_t chosen       # moves read or written
    cdef int done[DEPTH]                # replies settled, and of how many, at each ply of the current line
    cdef int due[DEPTH]

    cdef void mark_of(self, const void* state, Mark* out) noexcept nogil
    cdef int fail(self, int fault, int depth) noexcept nogil
    cdef int next_index(self, int count) noexcept nogil
    cdef bint put(self, unsigned char byte) noexcept nogil
    cdef bint put_index(self, int index, int count) noexcept nogil
    cdef int prove(self, int depth, action_t* out) noexcept nogil
    cdef int prove_choice(self, int depth, action_t* out) noexcept nogil
    cdef int prove_all(self, int depth, action_t* out, int count, int mover) noexcept nogil
    cdef int search(self, int depth, action_t* out) noexcept nogil
    cdef int search_moves(self, int depth, action_t* out, int mover) noexcept nogil
