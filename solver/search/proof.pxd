"""What the proof search asks of a game: the plug between the two.

A game with perfect information (chance apart) and two sides answers one kind of
question: *can the side to move reach a result of at least zero?*  Everything that
the answer depends on lies in one ``Node`` of a cache line, seen by the side to move.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from solver.game cimport State

cdef enum:
    MAX_CHILDREN = 2560          # the most children that one node may have
    PLACES = 16                  # a move modulo PLACES says where the next one will act
    KINDS = 512                  # moves that are equal modulo KINDS are much alike
    EXPAND_WIN = -1              # ``expand`` found a winning move: it is out[0].move


cdef struct Node:
    uint64_t word[8]             # the game's own packing


cdef struct Child:
    Node node                    # the position after the move, seen by ``mover``
    uint64_t key                 # 64 bits of the position's hash that the table keeps
    uint64_t spot                # 64 other bits, of which the table takes its index
    uint64_t dominance           # packed fields: more in each is never worse for the side to move
    int32_t order                # larger is tried first: what is likely to settle the question soonest
    int32_t worth                # larger is likely better for the side that moved, for estimates only
    uint32_t move                # the game's move code
    uint16_t same                # 1: the same side decides again; 0: the other side
    uint16_t size                # a measure of the work left below, the game's own


# Writes the moves worth trying to ``out`` and returns how many (0: the side to move has
# lost), or EXPAND_WIN.  Moves that lose at once may be left out.
ctypedef int (*expand_fn)(const Node* node, Child* out) noexcept nogil
# Fills ``key``, ``spot`` and ``dominance`` of ``out`` from ``out.node``.
ctypedef void (*identify_fn)(Child* out) noexcept nogil


cdef struct ProofGame:
    expand_fn expand
    identify_fn identify
    uint64_t guards              # the guard bit above each field of ``dominance``
    int dominance_bits           # how many low bits of ``dominance`` are in use
    int tiny                     # children of less ``size`` are not worth a look into any table
    int large                    # children of this ``size`` and more belong into the large table


cdef class ProofPlug:
    """What a game gives to the proof search: its table, and the packing of its states."""
    cdef const ProofGame* game
    # Write to ``node`` the question "can the side to move end at least ``target`` above the other side",
    # draws going as ``chance`` says; returns the seat to move.
    cdef int pack(self, State state, int target, int chance, Node* node) except -1


cdef enum Draws:                 # who is helped by draws, when the question has yes and no only
    DRAWS_HELP = 1               # the side to move
    DRAWS_HURT = 2               # the other side
