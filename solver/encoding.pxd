"""Encoding of positions for learning programs: numbered actions, masks and vectors of what a seat sees.

A game's plug is one `Encoding` table over its struct. Every entry but `features` with `observe` may stay
NULL, and a game without any plug is encoded by the functions below that fill in: an action's number is then
its place among the legal ones, and an observation consists of the bytes of the seat's view.
"""

from solver.game cimport Rules, State, action_t
from solver.rng cimport rng_t


cdef struct Encoding:
    # The table of the game. NULL: of any.
    const Rules* rules

    # The number of action numbers: 0 .. actions - 1. 0: an action's number is its place in `legal`.
    int actions

    # Whether every seat may know the points of all (`Rules.scores`) at any time.
    bint open_points

    # The length of an observation; the same at every position of a game.
    int (*features)(const void* state) noexcept nogil

    # Write the observation of `seat`, each number in [0, 1], to `out`, which is all zeros. It depends on
    # nothing that the seat does not know, whether `state` is a truth or the view of that seat.
    void (*observe)(const void* state, int seat, float* out) noexcept nogil

    # The number of a decision. Decisions that are legal together have different numbers.
    int (*number)(const void* state, action_t action) noexcept nogil

    # The decision of a number whose mask is set. NULL: it is looked up among the legal ones.
    action_t (*action)(const void* state, int seat, int number) noexcept nogil

    # Set the bytes of the legal numbers in `out`, which is all zeros. NULL: by `legal` and `number`.
    void (*mask)(const void* state, int seat, unsigned char* out) noexcept nogil

    # Deal a start position anew: `state` is any start of the same settings. NULL: the set-up is not dealt in
    # C.
    void (*deal)(void* state, rng_t* rng) noexcept nogil


cdef class EncodingPlug:
    cdef const Encoding* table

    cdef const Rules* rules(self, State state) except NULL


cdef inline float share(double amount, double most) noexcept nogil:
    """`amount` as a share of `most`, at most 1."""
    return <float>(amount / most if amount < most else 1.0)

cdef inline int seat_from(int seat, int own, int seats) noexcept nogil:
    """Place of a seat when `own` is counted first."""
    return seat - own if seat >= own else seat - own + seats


# `room`: encoding_room(rules) bytes of scratch memory, aligned as malloc aligns.
cdef size_t encoding_room(const Rules* rules) noexcept nogil
cdef int encoding_actions(const Rules* rules, const Encoding* table) noexcept nogil
cdef int encoding_features(const Rules* rules, const Encoding* table, const void* state) noexcept nogil
cdef void encoding_observe(const Rules* rules, const Encoding* table, const void* state, int seat, float* out,
                           int features, char* room) noexcept nogil
cdef void encoding_mask(const Rules* rules, const Encoding* table, const void* state, int seat,
                        unsigned char* out, int actions, char* room) noexcept nogil
cdef action_t encoding_action(const Rules* rules, const Encoding* table, const void* state, int seat,
                              int number, char* room) noexcept nogil
