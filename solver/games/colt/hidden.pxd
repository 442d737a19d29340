"""Colt Express: views and sampled worlds. See hidden.pyx."""

from libc.stdint cimport uint64_t

from solver.rng cimport rng_t

cdef void colt_view(const void* state, int seat, void* out) noexcept nogil
cdef void colt_resample(const void* view, int seat, rng_t* rng, void* out) noexcept nogil
cdef uint64_t colt_key(const void* state, int seat) noexcept nogil
cdef uint64_t colt_common(const void* state) noexcept nogil
