"""Plug between the search of dice turns and a game; see turngame.pxd."""


cdef class TurnPlug:
    """Base class of the plugs; a game's own class fills it in."""
