"""What the cards played so far say of the hands."""

cdef double nimmt_likelihood(const void* state, int seat) noexcept nogil
