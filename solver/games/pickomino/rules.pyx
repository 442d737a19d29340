"""Pickomino's rules at C level: its table, filled with what games of dice turns and open games share.

What a whole turn's outcome does stands in rules.pxd.
"""

cdef enum:
    POINTS_SCALE = 40               # a lead of so many worms over the others' mean is worth 1: all there are
    LEAD_SCALE = 2

ctypedef PickominoStruct struct_t
cdef const Rules* RULES = &PICKOMINO


cdef inline double lead_scale(const PickominoStruct* s) noexcept nogil:
    """Half a win, where it is only estimated, is a lead of so many worms: more with each two open tiles."""
    cdef int tile
    cdef double scale = LEAD_SCALE
    for tile in range(TILES):
        scale += 0.5 * (s.tile[tile] == GRILL)
    return scale


include "solver/games/common/dice_game.pxi"

fill_rules(&PICKOMINO, b"pickomino")
