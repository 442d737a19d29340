"""Learnt values of Heckmeck positions at the beginning of a turn, and the plug for the turn search."""

from libc.stdint cimport int16_t

from solver.games.heckmeck.rules cimport HeckmeckStruct

cdef enum:
    LEADS = 41                       # leads of -20 .. 20 points; larger ones count as these
    ROWS_SPACE = 0                   # 5 for each space: empty, snail, own plate, another's plate, two plates
    ROWS_SUPPLY = 70                 # 16: snails in the supply
    ROWS_TURN = 86                   # 5: the number of turns until the seat's own
    ROWS_TIE = 91                    # 3: owner of the highest plate: nobody, the seat, another
    ROWS_LEAD = 94                   # LEADS for each other seat, the one with most points first
    ROWS = 258
    ACTIVE = 21                      # most rows that are on: 14 + 1 + 1 + 1 + 4
    OTHERS = 4
    HIDDEN = 32
    SECOND = 16
    HEADS = 3                        # result, points to come, first place


cdef struct Net:                     # the network of one number of seats
    bint known
    float rows[258][32]              # ROWS, HIDDEN
    float slopes[4][32]              # times each lead, in units of 16 points
    float bias[32]
    float second[32][16]
    float second_bias[16]
    float heads[16][3]
    float heads_bias[3]


# Write the rows that are on for `seat` and its leads over the others (unit: 16 points). Returns the number
# of rows.
cdef int describe(const HeckmeckStruct* s, int seat, int16_t* rows, float* leads) noexcept nogil

# Write the network's three outputs for `seat`, before the squashing functions.
cdef void think(const HeckmeckStruct* s, int seat, float* out) noexcept nogil

cdef void estimate(const void* state, int objective, double* out) noexcept nogil

# The value for one seat, not corrected to make the values of all seats sum to 0.
cdef double estimate_seat(const HeckmeckStruct* s, int objective, int seat) noexcept nogil
