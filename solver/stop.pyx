"""A flag that one thread raises and searches without the GIL look at."""


cdef class StopFlag:
    """Raised once, it asks a running search to return what it has."""

    def set(self):
        """Ask the search to stop."""
        self.value = 1

    def clear(self):
        """Lower the flag before the next search."""
        self.value = 0

    def is_set(self):
        """Whether somebody asked to stop."""
        return self.value != 0
