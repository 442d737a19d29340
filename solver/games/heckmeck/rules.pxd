"""Heckmeck's flat state, its action layout and the small functions that a search wants inlined.

The ids in square brackets are those of the rulings in docs/games/heckmeck.md.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t

from solver.game cimport Rules
from solver.games.common.dice cimport FACES, PHASE_CHOOSE, PHASE_ROLL, total_outcome

cdef enum:
    MAX_SEATS = 5
    WORM = 4                        # the worm's face, which stands for the five
    SPACES = 14                     # a space's number is its total less LOWEST
    LOWEST = 23                     # the totals of the spaces
    HIGHEST = 36
    SNAIL_POINTS = 3
    MOST_WORMS = 65535              # worms of a seat are counted up to here

    # `space`: the contents of a space
    EMPTY = 0
    SNAIL = 1
    ONE = 2                         # ONE + seat: a single plate of that seat
    TWO = 7                         # TWO + seat: two plates of that seat, so the space is dead

    # `phase`, beside those of the dice
    PHASE_OVER_SUPPLY = 2           # a turn failed while the supply was empty
    PHASE_OVER_GRILL = 3            # a turn failed and no space could take a snail
    PHASE_OVER_SNAILS = 4           # a stop above 36, and no snail was left anywhere

    # outcome of a whole turn: 0 .. 13 for a stop at that space (total less LOWEST), or
    ABOVE = 14                      # a stop above 36
    FAILURE = 15
    OUTCOMES = 16

    # the gain of an outcome, given by `heckmeck_gets`
    GETS_NOTHING = 0                # nothing: a failure, or a stop on a dead space, which is not legal
    GETS_FREE = 1                   # on an empty space: worms from the bank, and a plate goes there
    GETS_SECOND = 2                 # on its own single plate: worms from the bank, a second plate goes there
    GETS_STEAL = 3                  # on another's single plate: that seat's worms
    GETS_SNAIL = 4                  # on a snail: the snail
    GETS_SUPPLY = 5                 # above 36: a snail from the supply
    GETS_HIGHEST = 6                # above 36: the snail of the highest space that holds one
    GETS_END = 7                    # above 36 without a snail anywhere: nothing, and the game ends


cdef struct HeckmeckStruct:         # 64 bytes, no padding; seats that do not play stay zero
    uint8_t space[14]               # contents of each space
    uint8_t ladder[14]              # worms printed on each space
    uint16_t worms[5]               # of each seat
    uint8_t plates[5]               # of each seat, in hand
    uint8_t snails[5]               # of each seat
    uint8_t supply                  # snails beside the grill
    uint8_t seats                   # 2 .. 5
    uint8_t turn                    # the seat to move; at the end the last that moved
    uint8_t phase
    uint8_t aside[6]                # dice set aside in this turn, of each face; zero at the end
    uint8_t roll[6]                 # dice of the last roll, of each face; zero except in PHASE_CHOOSE


# Actions and outcomes: see solver/games/common/dice.pxd.

cdef inline int face_pips(int face) noexcept nogil:
    return face + 1


cdef inline int outcome_of(int total) noexcept nogil:
    """The outcome of a turn that stops with a total (and a worm) aside; FAILURE below 23."""
    return total_outcome(total, LOWEST, HIGHEST)


# --- effects of a turn's outcome ---------------------------------------------------------------------------

cdef inline int highest_snail(const HeckmeckStruct* s) noexcept nogil:
    """The highest space with a snail, -1 for none."""
    cdef int space = SPACES - 1
    while space >= 0 and s.space[space] != SNAIL:
        space -= 1
    return space


cdef inline int heckmeck_gets(const HeckmeckStruct* s, int seat, int outcome) noexcept nogil:
    """The gain (GETS_*) of a turn of `seat` that ends with `outcome`.

    A stop that gets nothing is not legal. [result] [protected] [stop]
    """
    cdef int there
    if outcome < SPACES:
        there = s.space[outcome]
        if there == EMPTY:
            return GETS_FREE
        if there == SNAIL:
            return GETS_SNAIL
        if there >= TWO:
            return GETS_NOTHING
        return GETS_SECOND if there == ONE + seat else GETS_STEAL
    if outcome == FAILURE:
        return GETS_NOTHING
    if s.supply:
        return GETS_SUPPLY
    return GETS_HIGHEST if highest_snail(s) >= 0 else GETS_END


cdef inline int heckmeck_robbed(const HeckmeckStruct* s, int outcome) noexcept nogil:
    """The seat that GETS_STEAL robs."""
    return s.space[outcome] - ONE


cdef inline int heckmeck_gain(const HeckmeckStruct* s, int seat, int outcome) noexcept nogil:
    """The points that an outcome adds to those of `seat`; a robbed seat loses as many."""
    cdef int gets = heckmeck_gets(s, seat, outcome)
    if gets == GETS_NOTHING or gets == GETS_END:
        return 0
    return SNAIL_POINTS if gets >= GETS_SNAIL else s.ladder[outcome]


cdef inline bint can_stop(const HeckmeckStruct* s, int total, bint worm) noexcept nogil:
    """Whether the seat to move may stop with a total and at least one worm (or none) aside. [stop]"""
    return worm and total >= LOWEST and (total > HIGHEST or s.space[total - LOWEST] < TWO)


cdef inline int snail_space(const HeckmeckStruct* s) noexcept nogil:
    """[failure] The space for the snail of a failed turn: the highest empty one, else the highest with a
    single plate; -1 without either, which ends the game."""
    cdef int space
    for space in range(SPACES - 1, -1, -1):
        if s.space[space] == EMPTY:
            return space
    for space in range(SPACES - 1, -1, -1):
        if ONE <= s.space[space] < TWO:
            return space
    return -1


cdef inline void clear_dice(HeckmeckStruct* s) noexcept nogil:
    cdef int face
    for face in range(FACES):
        s.aside[face] = 0
        s.roll[face] = 0


cdef inline void pay_from_bank(HeckmeckStruct* s, int seat, int worms) noexcept nogil:
    """[bank] Worms are points, so the bank never runs out."""
    cdef int held = s.worms[seat] + worms
    s.worms[seat] = <uint16_t>(held if held < MOST_WORMS else MOST_WORMS)


cdef inline void fail_turn(HeckmeckStruct* s) noexcept nogil:
    """[failure] A snail goes on the grill, or [end] the game is over; the dice are cleared by the caller."""
    cdef int space = snail_space(s)
    cdef int owner
    if s.supply == 0:
        s.phase = PHASE_OVER_SUPPLY
    elif space < 0:
        s.phase = PHASE_OVER_GRILL
    else:
        if s.space[space] != EMPTY:                     # [evicted] its owner keeps the worms
            owner = s.space[space] - ONE
            s.plates[owner] += 1
        s.space[space] = SNAIL
        s.supply -= 1


cdef inline void play_turn(HeckmeckStruct* s, int outcome) noexcept nogil:
    """Carry out the whole turn of the seat to move: `outcome` is 0 .. 13, ABOVE or FAILURE.

    Clears the dice. The next seat's turn begins (PHASE_ROLL), or the game is over. The game must not be over
    before, and a stop must be legal (not GETS_NOTHING).
    """
    cdef int seat = s.turn
    cdef int gets = heckmeck_gets(s, seat, outcome)
    cdef int victim
    clear_dice(s)
    s.phase = PHASE_ROLL
    if gets == GETS_FREE:
        pay_from_bank(s, seat, s.ladder[outcome])
        if s.plates[seat]:                              # [plates-out] without a plate the space stays empty
            s.plates[seat] -= 1
            s.space[outcome] = <uint8_t>(ONE + seat)
    elif gets == GETS_STEAL:
        victim = s.space[outcome] - ONE
        s.worms[victim] = <uint16_t>(s.worms[victim] - s.ladder[outcome])
        pay_from_bank(s, seat, s.ladder[outcome])       # in truth paid by the victim
        s.plates[victim] += 1
        s.space[outcome] = EMPTY
        if s.plates[seat]:
            s.plates[seat] -= 1
            s.space[outcome] = <uint8_t>(ONE + seat)
    elif gets == GETS_SECOND:
        pay_from_bank(s, seat, s.ladder[outcome])
        if s.plates[seat]:
            s.plates[seat] -= 1
            s.space[outcome] = <uint8_t>(TWO + seat)
    elif gets == GETS_SUPPLY:
        s.supply -= 1
        s.snails[seat] += 1
    elif gets == GETS_SNAIL:
        s.space[outcome] = EMPTY
        s.snails[seat] += 1
    elif gets == GETS_HIGHEST:
        s.space[highest_snail(s)] = EMPTY
        s.snails[seat] += 1
    elif gets == GETS_END:
        s.phase = PHASE_OVER_SNAILS
    else:
        fail_turn(s)
    if s.phase == PHASE_ROLL:
        s.turn = 0 if seat + 1 == s.seats else <uint8_t>(seat + 1)


# --- points ------------------------------------------------------------------------------------------------

cdef inline int64_t points(const HeckmeckStruct* s, int seat) noexcept nogil:
    """Worms and snails of a seat, in worms."""
    return s.worms[seat] + SNAIL_POINTS * s.snails[seat]


cdef inline int64_t standing(const HeckmeckStruct* s, int seat) noexcept nogil:
    """A number that orders seats as the result does: points, then [tie] the highest space with a plate."""
    cdef int space = SPACES - 1
    while space >= 0 and s.space[space] != ONE + seat and s.space[space] != TWO + seat:
        space -= 1
    return points(s, seat) * 16 + space + 1


cdef inline bint is_over(const HeckmeckStruct* s) noexcept nogil:
    return s.phase > PHASE_CHOOSE


cdef Rules HECKMECK                 # the game's table
