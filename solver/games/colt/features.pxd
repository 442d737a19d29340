"""Colt Express: features of positions and actions for the learnt model. See features.pyx."""

from solver.games.colt.guide cimport friends
from solver.games.colt.layout cimport AWAY, COACH, ColtStruct
from solver.games.colt.train cimport ctz

cdef enum:
    BANDIT_FEATURES = 110           # of a bandit and of the position as it stands to it
    SEAT_FEATURES = 304             # of a decision: two bandits, and what the seat plans with
    ACTION_FEATURES = 96            # of one legal action
    PLACE_FEATURES = 18


cdef struct Scene:                  # facts of a position that the features of all bandits share
    int sides
    int left                        # rounds to come after this one
    float money[6]                  # of each bandit, in thousands of dollars
    float side_money[6]             # of each side
    float prize[6]                  # each side's expected part of the Gunslinger's prize, 0 to 1
    int side_shots[6]
    float top[18]                   # the most valuable piece of loot at each place, in thousands of dollars
    float sum[18]                   # all loot at each place
    float loot                      # all loot that lies about
    int to_come[6][9]               # known cards of each bandit on the pile; 8: its seat's unseen ones
    int turns                       # turns of planning left in this round, double ones counted twice


cdef void survey(const ColtStruct* s, Scene* scene) noexcept nogil
cdef void describe_bandit(const ColtStruct* s, const Scene* scene, int bandit, float* out) noexcept nogil
cdef void describe_place(
    const ColtStruct* s, const Scene* scene, int bandit, int place, float* out) noexcept nogil


cdef inline float thousands(int dollars) noexcept nogil:
    return <float>0.001 * dollars


cdef inline int level_step(const ColtStruct* s, int place, int step) noexcept nogil:
    """The place one car on (or back) on the same level; AWAY where there is none."""
    cdef int car = (place >> 1) + step
    if place >= COACH or car < 0 or car > s.last:
        return AWAY
    return 2 * car + (place & 1)


cdef inline int rivals_at(const ColtStruct* s, int bandit, int place) noexcept nogil:
    """The number of bandits of other sides at a place."""
    cdef int mask = s.at[place]
    cdef int n = 0
    while mask:
        n += not friends(s, bandit, ctz(mask))
        mask &= mask - 1
    return n
