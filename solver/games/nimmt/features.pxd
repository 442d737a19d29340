"""Inputs of the network of 6 nimmt!: what a seat knows as numbers, without the names of rows and rivals."""

from libc.stdint cimport uint64_t

from solver.games.nimmt.rules cimport HAND, ROWS, NimmtStruct

cdef enum:
    STATE_WIDTH = 92                # inputs of a state
    CARD_WIDTH = 32                 # inputs of a card of the hand
    RULE = 31                       # input of a card: its cost by the hand-made player's rule, in RULE_HEADS
    RULE_HEADS = 4


# A trick as a seat sees it before the cards are chosen. Rows ascend by their last cards.
cdef struct Sight:
    int end[ROWS]                   # the last card of each row
    int length[ROWS]
    int sum[ROWS]                   # heads in it
    int seats
    int left                        # own cards
    int deck                        # the highest card
    uint64_t hand[2]                # own cards
    uint64_t pool[2]                # cards of unknown place: the rivals hold some of them, or all


# Add a row to those that `sight` has, `count` so far.
cdef void add_row(Sight* sight, int count, int end, int length, int heads) noexcept nogil

# Read a position in PHASE_PLAY as `seat` sees it; only what that seat knows is looked at.
cdef void look_from(Sight* sight, const NimmtStruct* s, int seat) noexcept nogil

# Write the inputs of the state and of each card of the hand, ascending (room for HAND + 2 rows, which are
# zero behind the last); returns the number of cards.
cdef int write_features(const Sight* sight, float* state, float* cards) noexcept nogil
