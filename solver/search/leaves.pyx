"""Mean result and points of a game over rollouts from one position: a value for luck-adjusted statistics."""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from solver.game cimport WIN, Rules, State
from solver.rng cimport rng_mix, rng_t

cdef enum:
    MOST_SEATS = 16


cdef int one_leaf(const Rules* rules, void* world, bint guided, int plies, rng_t* rng, int seats,
                  double* sums) noexcept nogil:
    """Play `world` on and add its results, then its points, to `sums` (2 * seats)."""
    cdef double[MOST_SEATS] values
    cdef int64_t[MOST_SEATS] points
    cdef int seat
    if guided and rules.guided != NULL:
        rules.guided(world, rng, plies)
    else:
        rules.rollout(world, rng, plies)
    rules.utility(world, WIN, values)
    rules.scores(world, points)
    for seat in range(seats):
        sums[seat] = sums[seat] + values[seat]
        sums[seats + seat] = sums[seats + seat] + points[seat]
    return 0


def leaf_values(State state, int count, uint64_t seed, int plies=100000, bint guided=True):
    """Means over `count` rollouts of at most `plies` plies from `state` (a truth): the result of each seat in
    [-1, 1], then the game's own points of each seat.

    The same state and seed give the same numbers; two states with one seed share their random numbers.
    """
    cdef const Rules* rules = state.table()
    cdef int seats = rules.seats(state.data)
    cdef double[2 * MOST_SEATS] sums
    cdef rng_t rng
    cdef void* world
    cdef int i
    if count < 1 or seats > MOST_SEATS or rules.viewer(state.data) >= 0:
        raise ValueError(f"leaf_values wants a truth of at most {MOST_SEATS} seats and at least one rollout")
    world = malloc(rules.size)
    if world == NULL:
        raise MemoryError("no memory for a rollout")
    for i in range(2 * seats):
        sums[i] = 0.0
    with nogil:
        for i in range(count):
            memcpy(world, state.data, rules.size)
            rng.word = rng_mix(seed, i)
            one_leaf(rules, world, guided, plies, &rng, seats, sums)
    free(world)
    return [sums[i] / count for i in range(2 * seats)]
