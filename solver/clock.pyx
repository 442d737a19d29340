"""The clock of searches: seconds of real time, or of the calling thread's processor time.

Every search reads this clock alone. Each thread has its own switch, :class:`processor_time`. With it a search
does as much work on a busy machine as on an idle one.
"""

cdef extern from *:
    """
    #include "portable.h"
    static HM_THREAD_LOCAL int hm_counts_processor;
    static double hm_clock(void) { return hm_counts_processor ? hm_processor_now() : hm_now(); }
    """
    int counts_processor "hm_counts_processor"
    double read_clock "hm_clock"() noexcept nogil


cdef double now() noexcept nogil:
    return read_clock()


def clock_time():
    """The clock's seconds, for a search in Python."""
    return read_clock()


class processor_time:
    """Context in which the clock counts the processor time of the thread that entered it.

    Threads that are started within it have real time, so a search in it should use one thread.
    """

    def __enter__(self):
        global counts_processor
        self.before = counts_processor
        counts_processor = 1
        return self

    def __exit__(self, *error):
        global counts_processor
        counts_processor = self.before
