# Of a game in which nothing is hidden: views, worlds, keys, and playouts by its own rollout.
#
# Before it is included: `struct_t`, the game's struct, and `RULES`, the pointer to its table.

from libc.limits cimport INT_MAX
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from solver.game cimport NOBODY, Rules, hash_bytes
from solver.rng cimport rng_t


cdef int open_viewer(const void* state) noexcept nogil:
    return NOBODY


cdef void open_view(const void* state, int seat, void* out) noexcept nogil:
    memcpy(out, state, sizeof(struct_t))


cdef void open_resample(const void* view, int seat, rng_t* rng, void* out) noexcept nogil:
    memcpy(out, view, sizeof(struct_t))


cdef uint64_t open_key(const void* state, int seat) noexcept nogil:
    return hash_bytes(state, sizeof(struct_t), 0)


cdef uint64_t open_common(const void* state) noexcept nogil:
    return hash_bytes(state, sizeof(struct_t), 0)


cdef int open_playout(void* state, rng_t* rng, double* out) noexcept nogil:
    cdef int plies = RULES.rollout(state, rng, INT_MAX)
    RULES.returns(state, out)
    return plies


cdef void fill_open(Rules* rules) noexcept nogil:
    """These functions' places in the table."""
    rules.size = sizeof(struct_t)
    rules.viewer = open_viewer
    rules.view = open_view
    rules.resample = open_resample
    rules.key = open_key
    rules.common = open_common
    rules.playout = open_playout
