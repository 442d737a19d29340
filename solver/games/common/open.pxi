# Views, worlds and keys of a game without hidden information.
#
# To define before the include: `struct_t`, the game's struct.

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


cdef void fill_open(Rules* rules) noexcept nogil:
    """Enter these functions in the table."""
    rules.size = sizeof(struct_t)
    rules.viewer = open_viewer
    rules.view = open_view
    rules.resample = open_resample
    rules.key = open_key
    rules.common = open_common
