"""Informed playouts of 6 nimmt! and their cost of a card."""

from libc.stdint cimport uint8_t, uint64_t

from solver.games.nimmt.rounds cimport Round, nearest_row
from solver.games.nimmt.rules cimport ROWS
from solver.rng cimport rng_t

cdef enum:
    UNDERCUT = ROWS                 # stands for a row of a card below all ends
    CERTAIN_BITS = 8                # of a chance
    HEAD = 256                      # a head, in costs
    FAR = 512                       # nearest_row: above it the card is below all ends


cdef int AWKWARD[11][2][128]        # value of playing a card, by seats and deck (1: small)


cdef struct Trick:                  # a trick as seen without the others' hands
    uint8_t below[128]              # how many unseen cards are lower than each
    int end_below[5]                # the same of the row's end
    int weight[5]                   # heads in a row, those on their way included
    const int* risk[5]              # of the room in the row
    uint64_t scale                  # 2^32 SHARES / cards that may be with the others


cdef struct Run:                    # state of a walk up a hand
    int row                         # of the card before; -1 at the beginning
    int first                       # which card of the hand is the lowest of this row


cdef inline int card_cost(const Trick* t, const Round* r, Run* run, int i, int card) noexcept nogil:
    """The expected cost in this trick of card number `i` of a hand, taken in ascending order."""
    cdef int code = nearest_row(r.end, card)
    cdef int row = UNDERCUT if code >= FAR else code & 3
    cdef int between
    if row != run.row:
        run.row = row
        run.first = i
    between = t.below[card] - t.end_below[row] - (i - run.first)    # without the own ones
    return (t.weight[row] * t.risk[row][(<uint64_t>between * t.scale) >> 32]) >> CERTAIN_BITS


# Write, for each number below 128, how many cards of a set are lower; returns how many there are.
cdef int count_below(const uint64_t* cards, uint8_t* below) noexcept nogil

cdef void look(Trick* t, const Round* r, const uint64_t* unseen) noexcept nogil
cdef int nimmt_guided(void* state, rng_t* rng, int plies) noexcept nogil
