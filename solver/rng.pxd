"""Random generator of the project, for C callers: SplitMix64 (Steele, Lea and Flood 2014).

A generator is one 64-bit word, so it lies inside a state or on a stack and is copied by assignment.
:class:`solver.rng.Rng` is its Python face and yields the same numbers.
"""

from libc.stdint cimport uint32_t, uint64_t


cdef struct rng_t:
    uint64_t word          # the whole state; every word is a valid one


cdef inline uint64_t rng_scramble(uint64_t z) noexcept nogil:
    """SplitMix64's output function: a bijection of 64-bit words."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline void rng_seed(rng_t* rng, uint64_t seed) noexcept nogil:
    rng.word = seed


cdef inline uint64_t rng_next(rng_t* rng) noexcept nogil:
    """64 random bits."""
    rng.word += <uint64_t>0x9E3779B97F4A7C15
    return rng_scramble(rng.word)


cdef inline uint32_t rng_below(rng_t* rng, uint32_t n) noexcept nogil:
    """A number of 0 .. n-1, every one equally likely (n >= 1).

    Lemire's multiply-and-reject method on the upper 32 bits: unbiased, and a division only when a
    rejection is possible at all.
    """
    cdef uint64_t product = (rng_next(rng) >> 32) * n
    cdef uint32_t low = <uint32_t>product
    cdef uint32_t threshold
    if low < n:
        threshold = (<uint32_t>(0 - n)) % n
        while low < threshold:
            product = (rng_next(rng) >> 32) * n
            low = <uint32_t>product
    return <uint32_t>(product >> 32)


cdef inline double rng_real(rng_t* rng) noexcept nogil:
    """A double in [0, 1) with 53 random bits."""
    return (rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline uint64_t rng_mix(uint64_t seed, uint64_t index) noexcept nogil:
    """The seed of stream `index` of `seed`: streams of one seed do not overlap in practice."""
    return rng_scramble(rng_scramble(seed ^ <uint64_t>0xA0761D6478BD642F) + index)


cdef class Rng:
    cdef rng_t state
