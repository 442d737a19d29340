"""Stop flag: set by one thread, polled by searches that run without the GIL."""


cdef class StopFlag:
    """Request to a running search to return its best answer so far."""

    def set(self):
        """Ask the search to stop."""
        self.value = 1

    def clear(self):
        """Lower the flag before the next search."""
        self.value = 0

    def is_set(self):
        """Whether a stop was requested."""
        return self.value != 0
