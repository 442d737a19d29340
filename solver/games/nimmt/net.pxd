"""The network of 6 nimmt!, for C callers."""

from solver.games.nimmt.features cimport Sight
from solver.net.layers cimport Perceptron, Scorer, perceptron_t, scorer_t

cdef enum:
    VALUE_HEADS = 8                 # heads that an output of 1 of the value stands for


cdef struct nimmt_net:
    scorer_t cards                  # odds of the cards of a hand
    perceptron_t value              # what a seat will take less than the others on average, in VALUE_HEADS


cdef class NimmtNet:
    cdef nimmt_net net
    cdef Scorer cards
    cdef Perceptron value


# Write the odds of each card of the hand, ascending (room for HAND + 2); returns how many there are.
cdef int card_odds(const nimmt_net* net, const Sight* sight, float* odds) noexcept nogil

# The heads that the seat is expected to take less, in the rest of the round, than the others take on average.
cdef float heads_less(const nimmt_net* net, const Sight* sight) noexcept nogil
