"""Plug between the proof search and a game with two sides and perfect information (chance apart).

The search asks one kind of question: *can the side to move reach a result of at least zero?* Everything that
the answer depends on lies in one ``Node``, a cache line, seen from the side to move.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from solver.game cimport State

cdef enum:
    MAX_CHILDREN = 2560          # the most children that one node may have
    PLACES = 16                  # a move modulo PLACES tells where the next move acts
    KINDS = 512                  # moves that are equal modulo KINDS are similar
    EXPAND_WIN = -1              # ``expand`` found a winning move: it is out[0].move


cdef struct Node:
    uint64_t word[8]             # the game's own packing


cdef struct Child:
    Node node                    # the position after the move, seen from the side to move there
    uint64_t key                 # 64 bits of the position's hash that the table keeps
    uint64_t spot                # 64 other bits, from which the table takes its index
    uint64_t dominance           # packed fields: more in each is never worse for the side to move
    int32_t order                # larger is tried first: likely to settle the question sooner
    uint32_t move                # the game's move code
    uint16_t same                # 1: the same side decides again; 0: the other side
    uint16_t size                # a measure of the work left below, the game's own


cdef struct Siblings:
    uint64_t word[8]             # the game's own: parts of the keys that siblings share


# Writes the moves worth trying to ``out`` and returns how many (0: the side to move has
# lost), or EXPAND_WIN.  Moves that lose at once may be left out.
ctypedef int (*expand_fn)(const Node* node, Child* out) noexcept nogil
# Fills ``key``, ``spot`` and ``dominance`` of ``child`` from its node. ``before`` is the sibling for which
# ``shared`` was last used, or NULL.
ctypedef void (*identify_fn)(Child* child, const Child* before, Siblings* shared) noexcept nogil
# A hash of what makes the same move good in other positions too: what refuted one is tried first in the next.
ctypedef uint32_t (*likeness_fn)(const Node* node) noexcept nogil

# How likely the side to move is to reach its target, in 90 parts of a logit: for estimates and move ordering.
ctypedef int (*evaluate_fn)(const Node* node) noexcept nogil


cdef struct ProofGame:
    expand_fn expand
    identify_fn identify
    likeness_fn likeness
    evaluate_fn evaluate
    uint64_t guards              # the guard bit above each field of ``dominance``
    int dominance_bits           # how many low bits of ``dominance`` are in use
    int tiny                     # children of a smaller ``size`` are not looked up in any table
    int large                    # children of this ``size`` or more go into the large table
    int evaluated                # dives order children of this ``size`` or more by their evaluation, too


cdef class ProofPlug:
    """Plug of one game: its function table, and the packing of its states."""
    cdef const ProofGame* game
    # Write to ``node`` the question "can the side to move end at least ``target`` above the other side",
    # draws going as ``chance`` says; returns the seat to move.
    cdef int pack(self, State state, int target, int chance, Node* node) except -1
    # The same for the struct of a state in which a seat has to decide.
    cdef void pack_data(self, const void* state, int target, int chance, Node* node) noexcept nogil


cdef enum Draws:                 # the side that chance draws help, in a question with two answers
    DRAWS_HELP = 1               # the side to move
    DRAWS_HURT = 2               # the other side
