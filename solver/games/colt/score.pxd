"""Colt Express: money, ranks, results. See score.pyx."""

from libc.stdint cimport int64_t

from solver.games.colt.layout cimport ColtStruct

cdef int sides(const ColtStruct* s) noexcept nogil
cdef int64_t ransom(const ColtStruct* s, int bandit) noexcept nogil
cdef void estimate(const ColtStruct* s, double* money) noexcept nogil
cdef int64_t bandit_money(const ColtStruct* s, int bandit) noexcept nogil
cdef void count_money(const ColtStruct* s, int64_t* money, int* escaped, int* hits) noexcept nogil
cdef void colt_scores(const void* state, int64_t* out) noexcept nogil
cdef void colt_ranks(const void* state, int* out) noexcept nogil
cdef void colt_returns(const void* state, double* out) noexcept nogil
cdef void colt_utility(const void* state, int objective, double* out) noexcept nogil
