"""Heckmeck's rules at C level: the table, filled with the parts shared by open games and games of dice turns.

The effects of a whole turn's outcome are in rules.pxd. The ids in square brackets are those of the rulings in
docs/games/heckmeck.md.
"""

cdef enum:
    POINTS_SCALE = 64               # points: a lead over the others' mean that is worth 1
    LEAD_SCALE = 2

ctypedef HeckmeckStruct struct_t
cdef const Rules* RULES = &HECKMECK


cdef inline double lead_scale(const HeckmeckStruct* s) noexcept nogil:
    """The lead in points that an evaluation counts as half a win.

    Each snail in the supply adds one, since the game will last longer.
    """
    return LEAD_SCALE + s.supply


include "solver/games/common/dice_game.pxi"

fill_rules(&HECKMECK, b"heckmeck")
