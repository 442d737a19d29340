"""The tricks of a round that are over, and the likelihood of what a seat played in them."""

from libc.stdint cimport uint64_t

from solver.games.nimmt.rounds cimport Round
from solver.games.nimmt.rules cimport NimmtStruct


# A trick that is over, before its cards were chosen: the rows and how many cards each seat had (`round`,
# whose hands are not filled in), the cards not seen then, and one seat's hand.
cdef struct Past:
    Round round
    uint64_t unseen[2]
    uint64_t hand[2]
    int seat
    int trick
    int tricks                      # over, in this round


# Go to the first trick of the round of a truth; False if none is over, or nothing can be inferred from them.
cdef bint past_open(Past* past, const NimmtStruct* s, int seat) noexcept nogil

# The card that the seat played in the trick.
cdef int past_card(const Past* past, const NimmtStruct* s) noexcept nogil

# Go to the next trick; False if there is none.
cdef bint past_next(Past* past, const NimmtStruct* s) noexcept nogil

# The probability of that card by the rules of thumb.
cdef double rule_odds(Past* past, const NimmtStruct* s) noexcept nogil
