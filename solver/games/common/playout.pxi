# Playing out: games of random decisions and draws, by the functions of the table.
#
# Define before the include: `RULES`, the pointer to the game's table, and MAX_ACTIONS, the most that
# `legal` writes.

from libc.limits cimport INT_MAX

from solver.game cimport CHANCE, SIMULTANEOUS, TERMINAL, Rules, action_t
from solver.rng cimport rng_below, rng_t


cdef int uniform_rollout(void* state, rng_t* rng, int plies) noexcept nogil:
    """Decisions are uniform over the legal ones, draws by their odds. A game's own loop is faster."""
    cdef action_t actions[MAX_ACTIONS]
    cdef int count = 0
    cdef int seat, n
    while count < plies and not RULES.horizon(state):
        seat = RULES.actor(state)
        if seat == TERMINAL:
            break
        if seat == CHANCE:
            RULES.apply(state, CHANCE, RULES.draw(state, rng))
        else:
            if seat == SIMULTANEOUS:
                seat = 0
                while not RULES.owes(state, seat):
                    seat += 1
            n = RULES.legal(state, seat, actions)
            RULES.apply(state, seat, actions[rng_below(rng, n)])
        count += 1
    return count


cdef int whole_playout(void* state, rng_t* rng, double* out) noexcept nogil:
    """A rollout to the end of a game whose only horizon that is."""
    cdef int plies = RULES.rollout(state, rng, INT_MAX)
    RULES.returns(state, out)
    return plies


cdef void fill_playout(Rules* rules) noexcept nogil:
    """The place of a whole playout in the table."""
    rules.playout = whole_playout
