"""Pickomino's rules at C level: the table, filled with parts shared by open games and games of dice turns.

The effects of a whole turn's outcome are in rules.pxd.
"""

cdef enum:
    POINTS_SCALE = 40               # worms: a lead over the others' mean that is worth 1; all worms there are
    LEAD_SCALE = 2

ctypedef PickominoStruct struct_t
cdef const Rules* RULES = &PICKOMINO


cdef inline double lead_scale(const PickominoStruct* s) noexcept nogil:
    """The lead in worms that an evaluation counts as half a win; every two open tiles add one."""
    cdef int tile
    cdef double scale = LEAD_SCALE
    for tile in range(TILES):
        scale += 0.5 * (s.tile[tile] == GRILL)
    return scale


include "solver/games/common/dice_game.pxi"

fill_rules(&PICKOMINO, b"pickomino")
