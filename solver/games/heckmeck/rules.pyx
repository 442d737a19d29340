"""Heckmeck's rules at C level: its table, filled with what games of dice turns and open games share.

What a whole turn's outcome does stands in rules.pxd. The ids in square brackets are those of the rulings in
docs/games/heckmeck.md.
"""

cdef enum:
    POINTS_SCALE = 64               # a lead of so many points over the others' mean is worth 1
    LEAD_SCALE = 2

ctypedef HeckmeckStruct struct_t
cdef const Rules* RULES = &HECKMECK


cdef inline double lead_scale(const HeckmeckStruct* s) noexcept nogil:
    """Half a win, where it is only estimated, is a lead of so many points: one more for each snail in the
    supply, since the game goes on the longer."""
    return LEAD_SCALE + s.supply


include "solver/games/common/dice_game.pxi"

fill_rules(&HECKMECK, b"heckmeck")
