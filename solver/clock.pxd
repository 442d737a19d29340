"""The clock of searches: seconds of real time, or of the calling thread's processor time."""

# Seconds since some moment; never less than before. Processor time within `processor_time` of this thread.
cdef double now() noexcept nogil
