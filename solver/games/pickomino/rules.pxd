"""Pickomino's flat state and the effects of a whole turn.

The ids in square brackets are those of the rulings in docs/games/pickomino.md.
"""

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memset

from solver.game cimport Rules
from solver.games.common.dice cimport PHASE_CHOOSE, PHASE_ROLL, total_outcome

cdef enum:
    MAX_SEATS = 7
    WORM = 5                        # the worm's face, which counts five
    TILES = 16                      # a tile's index is its number less LOWEST
    LOWEST = 21
    HIGHEST = 36

    # `tile`: the place of a tile
    GRILL = 0                       # open on the grill
    TURNED = 1                      # face down, out of the game
    STACK = 2                       # STACK + seat: in that seat's stack

    PHASE_OVER = 2                  # no tile lies open on the grill

    # outcome of a whole turn: 0 .. 15 for a stop at that tile's number, or
    ABOVE = 16                      # a stop above 36
    FAILURE = 17


cdef struct PickominoStruct:        # 54 bytes, no padding; seats that do not play stay zero
    uint8_t tile[16]                # place of each tile
    uint8_t under[16]               # of a tile in a stack: 1 + the tile below it; else 0
    uint8_t top[7]                  # of each seat: 1 + its top tile, 0 without one
    uint8_t seats                   # 2 .. 7; from here on see TurnPart
    uint8_t turn
    uint8_t phase
    uint8_t aside[6]
    uint8_t roll[6]


cdef inline int face_pips(int face) noexcept nogil:
    return face + 1 if face < WORM else 5


cdef inline int tile_worms(int tile) noexcept nogil:
    return 1 + tile // 4


cdef inline int highest_open(const PickominoStruct* s, int below) noexcept nogil:
    """The highest open tile below an index, -1 for none."""
    cdef int tile = below - 1
    while tile >= 0 and s.tile[tile] != GRILL:
        tile -= 1
    return tile


cdef inline int tile_got(const PickominoStruct* s, int seat, int outcome) noexcept nogil:
    """The tile that an outcome brings `seat`, -1 for none. [exact] [lower] [own]"""
    cdef int there
    if outcome == FAILURE:
        return -1
    if outcome < TILES:
        there = s.tile[outcome]
        if there == GRILL:
            return outcome
        if there >= STACK and there != STACK + seat and s.top[there - STACK] == outcome + 1:
            return outcome
    return highest_open(s, outcome)


cdef inline bint can_stop(const PickominoStruct* s, int total, bint worm) noexcept nogil:
    return worm and tile_got(s, s.turn, total_outcome(total, LOWEST, HIGHEST)) >= 0


cdef inline int outcome_gain(const PickominoStruct* s, int seat, int outcome) noexcept nogil:
    """The change of the points of `seat` by an outcome."""
    cdef int tile = tile_got(s, seat, outcome)
    if tile >= 0:
        return tile_worms(tile)
    return -tile_worms(s.top[seat] - 1) if outcome == FAILURE and s.top[seat] else 0


cdef inline int lift_top(PickominoStruct* s, int seat) noexcept nogil:
    """Take the top tile off a stack."""
    cdef int tile = s.top[seat] - 1
    s.top[seat] = s.under[tile]
    s.under[tile] = 0
    return tile


cdef inline void play_turn(PickominoStruct* s, int outcome) noexcept nogil:
    """Carry out the whole turn of the seat to move, and begin the next seat's turn or end the game.

    Clears the dice. A stop must be legal, and the game not over.
    """
    cdef int seat = s.turn
    cdef int tile = tile_got(s, seat, outcome)
    cdef int back = -1
    memset(s.aside, 0, sizeof(s.aside))
    memset(s.roll, 0, sizeof(s.roll))
    if tile >= 0:
        if s.tile[tile] >= STACK:
            lift_top(s, s.tile[tile] - STACK)
        s.under[tile] = s.top[seat]
        s.top[seat] = <uint8_t>(tile + 1)
        s.tile[tile] = <uint8_t>(STACK + seat)
    else:                                               # [failure]
        if s.top[seat]:
            back = lift_top(s, seat)
            s.tile[back] = GRILL
        tile = highest_open(s, TILES)
        if tile != back:
            s.tile[tile] = TURNED
    if highest_open(s, TILES) < 0:                      # [end]
        s.phase = PHASE_OVER
    else:
        s.phase = PHASE_ROLL
        s.turn = 0 if seat + 1 == s.seats else <uint8_t>(seat + 1)


cdef inline bint is_over(const PickominoStruct* s) noexcept nogil:
    return s.phase > PHASE_CHOOSE


cdef inline int64_t points(const PickominoStruct* s, int seat) noexcept nogil:
    """Worms of a seat."""
    cdef int64_t worms = 0
    cdef int tile = s.top[seat]
    while tile:
        worms += tile_worms(tile - 1)
        tile = s.under[tile - 1]
    return worms


cdef inline int64_t standing(const PickominoStruct* s, int seat) noexcept nogil:
    """A number that orders seats as the result does: worms, then [tie] the highest tile."""
    cdef int tile = TILES - 1
    while tile >= 0 and s.tile[tile] != STACK + seat:
        tile -= 1
    return points(s, seat) * 32 + tile + 1


cdef Rules PICKOMINO                # the game's table
