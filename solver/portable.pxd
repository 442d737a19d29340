"""Differences between compilers and systems, from ``portable.h``."""
from libc.stdint cimport uint32_t, uint64_t

cdef extern from "portable.h":
    # tells the compiler a fact that it cannot see; the checked build asserts it
    void assume "hm_assume"(bint fact) noexcept nogil
    int lowest_bit "hm_lowest_bit"(uint64_t word) noexcept nogil            # of a word that is not 0
    int lowest_bit32 "hm_lowest_bit32"(uint32_t word) noexcept nogil        # of a word that is not 0
    int highest_bit "hm_highest_bit"(uint64_t word) noexcept nogil          # of a word that is not 0
    int highest_bit32 "hm_highest_bit32"(uint32_t word) noexcept nogil      # of a word that is not 0
    int bit_count32 "hm_bit_count32"(uint32_t word) noexcept nogil
    void prefetch "HM_PREFETCH"(const void* place) noexcept nogil           # two cache lines
    uint64_t product_high "hm_product_high"(uint64_t a, uint64_t b) noexcept nogil  # upper 64 of 128 bits
    # (high, low) += (a_high, a_low) * b, modulo 2^128
    void multiply_add "hm_multiply_add"(
        uint64_t* high, uint64_t* low, uint64_t a_high, uint64_t a_low, uint64_t b) noexcept nogil
    void* pages "hm_pages"(size_t bytes) noexcept nogil                     # zeroed; NULL: no memory
    void pages_clear "hm_pages_clear"(void* place, size_t bytes) noexcept nogil
    void pages_free "hm_pages_free"(void* place, size_t bytes) noexcept nogil
    void yield_thread "hm_yield"() noexcept nogil
    void lock_spin "hm_lock"(volatile int* lock) noexcept nogil
    void unlock_spin "hm_unlock"(volatile int* lock) noexcept nogil
