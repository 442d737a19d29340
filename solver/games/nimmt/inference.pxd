"""Likelihood of hands, given the cards played so far."""

cdef double nimmt_likelihood(const void* state, int seat) noexcept nogil
