"""The plug between the search of dice turns and a game: see turngame.pxd."""


cdef class TurnPlug:
    """What a game gives to the search of dice turns; a game's own class fills it."""
