# The whole table of an open game of dice turns. The four files say what to define before the include.

cdef enum:
    MAX_ACTIONS = 12                # two for each face

include "solver/games/common/open.pxi"
include "solver/games/common/standings.pxi"
include "solver/games/common/dice.pxi"
include "solver/games/common/playout.pxi"


cdef void fill_rules(Rules* rules, const char* name) noexcept nogil:
    rules.name = name
    fill_open(rules)
    fill_standings(rules)
    fill_dice(rules)
    fill_playout(rules)
