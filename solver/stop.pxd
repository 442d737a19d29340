"""A flag that one thread raises and searches without the GIL look at."""


cdef class StopFlag:
    cdef volatile int value
