# Playouts by random decisions and draws, using the functions of the table.
#
# To define before the include: `RULES`, the pointer to the game's table, and MAX_ACTIONS, the largest number
# of actions that `legal` writes.

from libc.limits cimport INT_MAX

from solver.game cimport CHANCE, SIMULTANEOUS, TERMINAL, Rules, action_t
from solver.rng cimport rng_below, rng_t


cdef int uniform_rollout(void* state, rng_t* rng, int plies) noexcept nogil:
    """Uniform over legal decisions, draws by their odds. A loop written for the game is faster."""
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
    """A rollout to the end, for games whose only leaf is the end."""
    cdef int plies = RULES.rollout(state, rng, INT_MAX)
    RULES.returns(state, out)
    return plies


cdef void fill_playout(Rules* rules) noexcept nogil:
    """Enter the whole playout in the table."""
    rules.playout = whole_playout
