"""Pickomino's plug for the turn search. Leaves are evaluated by the contract's `utility`."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from solver.game cimport Rules
from solver.games.common.dice cimport DICE, PHASE_ROLL
from solver.games.pickomino.rules cimport (
    FAILURE, HIGHEST, LOWEST, outcome_gain, play_turn, points, standing,  # no-cython-lint: for the include
    PICKOMINO, STACK, TILES, WORM, PickominoStruct, tile_got,
)

ctypedef PickominoStruct struct_t
cdef const Rules* RULES = &PICKOMINO


cdef inline bint outcome_allowed(const PickominoStruct* s, int seat, int outcome) noexcept nogil:
    return tile_got(s, seat, outcome) >= 0


include "solver/games/common/dice_plug.pxi"


cdef void canonical(const void* state, int objective, void* out) noexcept nogil:
    """One representative of positions that are worth the same: the mover becomes seat 0."""
    cdef PickominoStruct* s = <PickominoStruct*>out
    cdef int tile
    cdef uint8_t top
    memcpy(out, state, sizeof(PickominoStruct))
    for tile in range(6):
        s.aside[tile] = 0
        s.roll[tile] = 0
    s.phase = PHASE_ROLL
    if s.turn:
        for tile in range(TILES):
            if s.tile[tile] >= STACK:
                s.tile[tile] = <uint8_t>(2 * STACK + 1 - s.tile[tile])
        top = s.top[0]
        s.top[0] = s.top[1]
        s.top[1] = top
        s.turn = 0


cdef class PickominoTurns(TurnPlug):
    """Pickomino's plug for the turn search."""

    def __cinit__(self):
        fill_plug(self, TABLES)
        self.game.canonical = canonical
        self.words = (*(f"total{total}" for total in range(21, 37)), "above", "fail")


cdef TurnTables TABLES = TurnTables(DICE, (1, 2, 3, 4, 5, 5), WORM)
