# The whole table of an open game of dice turns: see the three files for what stands before it is included.

include "solver/games/common/open.pxi"
include "solver/games/common/standings.pxi"
include "solver/games/common/dice.pxi"


cdef void fill_rules(Rules* rules, const char* name) noexcept nogil:
    rules.name = name
    fill_open(rules)
    fill_standings(rules)
    fill_dice(rules)
