"""Stop flag: set by one thread, polled by searches that run without the GIL."""


cdef class StopFlag:
    cdef volatile int value
